import Controls
import Geometry
import Input
import Scene

/// What an editor consists of: the poster with its handles, the bar above, the properties beside it.
final class EditorPanel: Control {
  let canvas: PosterCanvas
  let bar: EditorBar
  let inspector: Inspector
  private let session: EditorSession
  /// What lies behind everything where the editor covers something else.
  private let ground = Layer()
  /// When the ink is judged anew, which waits for a pause.
  private var judgement: Double?
  private var shownRevision = -1
  /// What can be done everywhere in the editor.
  var makeCommands: () -> [Command] = { [] }

  /// The pause after a change in which the ink is judged, in seconds.
  private static let pause = 0.15
  /// How wide the window must be for the properties to stand beside the poster, in points.
  private static let roomForInspector = 640.0

  init(_ session: EditorSession, canvas: PosterCanvas, bar: EditorBar, inspector: Inspector) {
    self.session = session
    self.canvas = canvas
    self.bar = bar
    self.inspector = inspector
    super.init(label: "Poster editor")
    ground.name = "ground"
    ground.isHidden = true
    layer.addSublayer(ground)
    addChild(canvas)
    addChild(inspector)
    addChild(bar)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  override var commands: [Command] { makeCommands() }

  /// Whether the properties stand beside the poster.
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
    canvas.frame = Rect(x: 0, y: EditorBar.height, width: width, height: below)
  }

  override func update(_ interface: Interface) { ground.backgroundColor = interface.theme.wall }

  // MARK: Coming and going

  /// Where the page is seen now.
  var pageFrame: Rect { canvas.pageFrame.offset(by: canvas.frame.origin - .zero) }

  /// Lets the page come from a place, and everything else fade in over what is behind.
  func arrive(from place: Rect, velocity: SIMD4<Double>, at time: Double) {
    ground.isHidden = false
    guard let host, !host.interface.reducesMotion else { return }
    // The canvas stands below the bar; that is known before anything is laid out.
    canvas.arrive(from: place.offset(by: Vector(0, -EditorBar.height)), velocity: velocity, at: time)
    layer.tree?.fadeIn(chrome, at: time, duration: Self.fadeDuration)
  }

  /// Lets the page go to a place, and everything else fade away.
  func leave(to place: Rect, at time: Double) {
    guard let host, !host.interface.reducesMotion else { return }
    canvas.leave(to: place.offset(by: .zero - canvas.frame.origin), at: time)
    layer.tree?.transact(Transaction(at: time, action: .eased(duration: Self.fadeDuration, .easeOut))) {
      for part in chrome { part.opacity = 0 }
    }
  }

  func hasSettled(at time: Double) -> Bool { canvas.hasSettled(at: time) }

  private var chrome: [Layer] { [ground, bar.layer, inspector.layer] }

  /// The seconds in which everything but the page has come or gone.
  private static let fadeDuration = 0.2

  // MARK: The present

  /// Opens the properties as a popover, or closes them; where they stand beside the poster they get the keyboard.
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

  /// Shows the poster as it is now.
  func refresh() {
    canvas.setNeedsUpdate()
    bar.refresh()
    inspector.refresh()
    let revision = session.draft.revision
    if revision != shownRevision {
      // A poster that was just opened is judged at once.
      let pause = shownRevision < 0 ? 0 : Self.pause
      shownRevision = revision
      if inspector.ink.isStale { judgement = (host?.now ?? 0) + pause }
    }
  }

  private func judge() {
    inspector.ink.judge { [weak self] in self?.inspector.refresh() }
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    guard let due = judgement else { return nil }
    guard time >= due else { return due }
    judgement = nil
    judge()
    return nil
  }
}
