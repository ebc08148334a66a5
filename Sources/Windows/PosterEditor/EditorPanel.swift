import Controls
import Geometry
import Input
import Scene

/// The controls of an editor: the poster with its handles, the bar above, the properties beside it.
final class EditorPanel: Control {
  let canvas: PosterCanvas
  let bar: EditorBar
  let inspector: Inspector
  /// The table that fills the poster, below it.
  let merge: MergePanel
  private let session: EditorSession
  /// The background of an editor that covers other controls.
  private let ground = Layer()
  /// When the ink's contrast and what a press can print are checked, after a pause.
  private var judgement: Double?
  private var shownRevision = -1
  /// Returns the commands available everywhere in the editor.
  var makeCommands: () -> [Command] = { [] }

  /// The pause after a change before it is checked, in seconds.
  private static let pause = 0.15
  /// The minimum window width for the properties beside the poster, in points.
  private static let roomForInspector = 640.0

  init(_ session: EditorSession, canvas: PosterCanvas, bar: EditorBar, inspector: Inspector) {
    self.session = session
    self.canvas = canvas
    self.bar = bar
    self.inspector = inspector
    merge = MergePanel(session)
    super.init(label: session.localized("Poster editor"))
    ground.name = "ground"
    ground.isHidden = true
    layer.addSublayer(ground)
    addChild(canvas)
    addChild(merge)
    addChild(inspector)
    addChild(bar)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  override var commands: [Command] { makeCommands() }

  /// Whether the properties fit beside the poster.
  private var hasRoom: Bool { bounds.width >= Self.roomForInspector }

  override func layOut(_ interface: Interface) {
    ground.frame = bounds
    bar.frame = Rect(x: 0, y: 0, width: bounds.width, height: EditorBar.height)
    bar.offersProperties = !hasRoom
    let below = max(bounds.height - EditorBar.height, 1)
    if hasRoom {
      if inspector.parent !== self { addChild(inspector) }
      inspector.frame = Rect(
        x: bounds.width - Inspector.width, y: EditorBar.height, width: Inspector.width, height: below)
    } else if inspector.parent === self {
      inspector.removeFromParent()
    }
    let width = hasRoom ? bounds.width - Inspector.width : bounds.width
    // The poster keeps at least half of the room.
    let table = min(merge.height(in: Size(width, bounds.height), interface), (below / 2).rounded())
    canvas.frame = Rect(x: 0, y: EditorBar.height, width: width, height: max(below - table, 1))
    merge.frame = Rect(x: 0, y: bounds.height - table, width: width, height: table)
  }

  override func update(_ interface: Interface) { ground.backgroundColor = interface.theme.wall }

  // MARK: Opening and closing

  /// The current frame of the page.
  var pageFrame: Rect { canvas.convert(toParent: canvas.pageFrame) }

  /// Animates the page from a frame, and fades in everything else.
  func arrive(from place: Rect, velocity: SIMD4<Double>, at time: Double) {
    ground.isHidden = false
    guard let host, !host.interface.reducesMotion else { return }
    // The canvas is below the bar, which is known before the first layout.
    canvas.arrive(from: place.offset(by: Vector(0, -EditorBar.height)), velocity: velocity, at: time)
    layer.tree?.fadeIn(chrome, at: time, duration: Self.fadeDuration)
  }

  /// Animates the page to a frame, and fades out everything else.
  func leave(to place: Rect, at time: Double) {
    guard let host, !host.interface.reducesMotion else { return }
    canvas.leave(to: canvas.convert(fromParent: place), at: time)
    layer.tree?.transact(Transaction(at: time, action: .eased(duration: Self.fadeDuration, .easeOut))) {
      for part in chrome { part.opacity = 0 }
    }
  }

  func hasSettled(at time: Double) -> Bool { canvas.hasSettled(at: time) }

  private var chrome: [Layer] { [ground, bar.layer, inspector.layer, merge.layer] }

  /// The duration of the fade of everything but the page, in seconds.
  private static let fadeDuration = 0.2

  // MARK: Updates

  /// Opens or closes the properties as a popover; if they are beside the poster, moves the focus to them.
  func toggleProperties() {
    guard let host else { return }
    if hasRoom {
      host.moveFocus(by: 1)
    } else if host.isShowing(inspector) {
      host.close(inspector)
    } else {
      host.showPopover(inspector, from: bar.properties)
    }
  }

  /// Moves the focus to the properties of the selected element; in a small window, opens them.
  func showElement() {
    guard let host, let first = inspector.elements.firstFocus else { return }
    if !hasRoom, !host.isShowing(inspector) { host.showPopover(inspector, from: bar.properties) }
    host.setFocus(first, byKeyboard: true)
  }

  /// Updates the panel from the poster.
  func refresh() {
    canvas.setNeedsUpdate()
    bar.refresh()
    inspector.refresh()
    merge.refresh()
    let revision = session.draft.revision
    if revision != shownRevision {
      // A newly opened poster is checked immediately.
      let pause = shownRevision < 0 ? 0 : Self.pause
      shownRevision = revision
      if inspector.ink.isStale || inspector.print.isStale { judgement = (host?.now ?? 0) + pause }
    }
  }

  private func judge() {
    inspector.ink.judge { [weak self] in self?.inspector.refresh() }
    inspector.print.check { [weak self] in self?.inspector.refresh() }
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    guard let due = judgement else { return nil }
    guard time >= due else { return due }
    judgement = nil
    judge()
    return nil
  }
}
