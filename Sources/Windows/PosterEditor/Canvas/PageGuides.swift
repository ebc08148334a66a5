import Colors
import Controls
import Geometry
import Input
import Localization
import Posters
import Scene
import Text

/// Draggable guides on the canvas for the margins of the page, and around it for its bleed.
///
/// It covers the canvas while guides are shown; input beside the guides goes to the poster.
final class PageGuides: Control {
  private unowned let canvas: PosterCanvas
  private let session: EditorSession
  private let veil = Layer()
  private let measure = Layer()
  private let guides: [PageGuide]

  init(_ canvas: PosterCanvas, _ session: EditorSession) {
    self.canvas = canvas
    self.session = session
    guides = PageGuide.Side.allCases.flatMap {
      [PageGuide(.bleed, $0, session), PageGuide(.margin, $0, session)]
    }
    super.init(label: session.localized("Guides"))
    layer.name = "page guides"
    layer.addSublayer(veil)
    for guide in guides {
      guide.owner = self
      addChild(guide)
    }
    layer.addSublayer(measure)
    isHidden = true
  }

  override var isFocusable: Bool { false }

  override func hitTest(_ point: Point) -> Control? {
    isHidden ? nil : guides.first { $0.frame.contains(point) }
  }

  /// Shows the guides of the present page, or none.
  func refresh() {
    isHidden = !session.showsGuides || session.refusal != nil
    guard !isHidden else { return }
    // The page may move in this frame, and its guides with it.
    if let interface = host?.interface { layOut(interface) }
    setNeedsUpdate()
  }

  private var page: Rect { canvas.pageFrame }
  /// The points of the canvas per millimetre.
  private var unit: Double { page.width / max(session.poster.page.width, 1e-9) }

  // MARK: Values

  /// Returns the range of a guide's value, in millimetres.
  func range(of guide: PageGuide) -> ClosedRange<Double> {
    switch guide.kind {
    case .bleed: 0...PrintSheet.largestBleed
    case .margin: 0...Margins.range.upperBound * length(across: guide.side)
    }
  }

  /// Returns the length of the page of which a side's margin is a fraction, in millimetres.
  private func length(across side: PageGuide.Side) -> Double {
    side.isUpright ? session.poster.page.width : session.poster.page.height
  }

  /// Returns the value of a guide, in millimetres.
  func value(of guide: PageGuide) -> Double {
    switch guide.kind {
    case .bleed: session.poster.bleed
    case .margin: session.poster.margins[keyPath: guide.side.margin] * length(across: guide.side)
    }
  }

  /// Returns whether a margin is that of 1939.
  private func isUsual(_ guide: PageGuide) -> Bool {
    guide.kind == .margin
      && session.poster.margins[keyPath: guide.side.margin] == Margins.usual[keyPath: guide.side.margin]
  }

  /// Sets a guide to a distance from its edge, in millimetres; near its historic place it snaps there.
  func set(_ guide: PageGuide, to wanted: Double, _ phase: ChangePhase, snaps: Bool) {
    guard session.mayChange() else { return }
    let range = range(of: guide)
    let kept = min(max(wanted, range.lowerBound), range.upperBound)
    switch guide.kind {
    case .bleed:
      let step = snaps ? 0.5 : 0.1
      let bleed = (kept / step).rounded() * step
      session.change(.bleed, phase) { $0.bleed = (bleed * 10).rounded() / 10 }
    case .margin:
      let margin = guide.side.margin
      let length = length(across: guide.side)
      let usual = Margins.usual[keyPath: margin]
      let isNear = snaps && abs(kept - usual * length) * unit < Self.reach
      // The value is displayed to a tenth of a millimetre.
      let share = isNear ? usual : ((kept * 10).rounded() / 10 / length * 1e6).rounded() / 1e6
      session.change(.margins, phase) {
        $0.margins[keyPath: margin] = min(share, Margins.range.upperBound)
      }
    }
    showMeasure(of: phase == .continuous ? guide : nil)
  }

  /// The distance at which a margin snaps to its historic place, in points of the canvas.
  private static let reach = 5.0

  /// Moves a guide to the pointer.
  func drag(_ guide: PageGuide, to point: Point, _ phase: ChangePhase) {
    let inward =
      switch guide.side {
      case .left: point.x - page.minX
      case .right: page.maxX - point.x
      case .top: point.y - page.minY
      case .bottom: page.maxY - point.y
      }
    let wanted = guide.kind == .bleed ? -inward : inward
    set(guide, to: (guide.kind == .bleed ? wanted : snapped(wanted, guide.side)) / unit, phase, snaps: true)
  }

  /// Returns the distance of a margin from its edge, in points of the canvas, at a free guide if one is near.
  private func snapped(_ inward: Double, _ side: PageGuide.Side) -> Double {
    let free = session.guides(on: page)
    let places =
      switch side {
      case .left: free.vertical.map { $0 - page.minX }
      case .right: free.vertical.map { page.maxX - $0 }
      case .top: free.horizontal.map { $0 - page.minY }
      case .bottom: free.horizontal.map { page.maxY - $0 }
      }
    return places.first { abs($0 - inward) < Self.reach } ?? inward
  }

  /// The poster before a guide was dragged.
  private var before: Poster?

  func beginDrag() { before = session.poster }

  /// Restores a guide's place.
  func cancelDrag(_ guide: PageGuide) {
    if let before { session.giveUp(guide.kind == .bleed ? .bleed : .margins, to: before) }
    showMeasure(of: nil)
  }

  /// Returns the description of a guide.
  func words(of guide: PageGuide) -> String {
    let length = millimetres(value(of: guide), in: session.interface.language)
    return isUsual(guide) ? session.localized("{length}, the historic margin", ["length": length]) : length
  }

  // MARK: Places

  /// Returns the line of a guide on the canvas.
  private func line(of guide: PageGuide) -> Rect {
    let bleed = session.poster.bleed * unit
    let frame =
      guide.kind == .bleed ? page.outset(by: bleed) : session.poster.margins.frame(on: page)
    let span = guide.kind == .bleed ? frame : page
    return switch guide.side {
    case .left: Rect(x: frame.minX, y: span.minY, width: 0, height: span.height)
    case .right: Rect(x: frame.maxX, y: span.minY, width: 0, height: span.height)
    case .top: Rect(x: span.minX, y: frame.minY, width: span.width, height: 0)
    case .bottom: Rect(x: span.minX, y: frame.maxY, width: span.width, height: 0)
    }
  }

  override func layOut(_ interface: Interface) {
    for guide in guides {
      let line = line(of: guide)
      // Without bleed and margin both guides coincide: one is grabbed from outside, the other from inside.
      let (out, inside) = guide.kind == .bleed ? (9.0, 1.0) : (1.0, 6.0)
      let insets =
        switch guide.side {
        case .left: EdgeInsets(top: 0, left: -out, bottom: 0, right: -inside)
        case .right: EdgeInsets(top: 0, left: -inside, bottom: 0, right: -out)
        case .top: EdgeInsets(top: -out, left: 0, bottom: -inside, right: 0)
        case .bottom: EdgeInsets(top: -inside, left: 0, bottom: -out, right: 0)
        }
      guide.show(line, in: line.inset(by: insets))
    }
  }

  override func update(_ interface: Interface) {
    veil.removeSublayers()
    let bleed = session.poster.bleed * unit
    guard bleed > 0 else { return }
    // The part that is cut off is visible, but dimmed.
    var color = interface.theme.wall
    color.alpha = 0.6
    let sheet = page.outset(by: bleed)
    for rect in [
      Rect(x: sheet.minX, y: sheet.minY, width: sheet.width, height: bleed),
      Rect(x: sheet.minX, y: page.maxY, width: sheet.width, height: bleed),
      Rect(x: sheet.minX, y: page.minY, width: bleed, height: page.height),
      Rect(x: page.maxX, y: page.minY, width: bleed, height: page.height),
    ] { veil.addSublayer(Layer(rect, fill: color)) }
  }

  private func showMeasure(of guide: PageGuide?) {
    measure.removeSublayers()
    guard let guide, let interface = host?.interface else { return }
    let line = line(of: guide)
    let length = millimetres(value(of: guide), in: session.interface.language)
    let words =
      isUsual(guide) ? session.localized("{length} · historic", ["length": length]) : length
    let anchor: Point =
      switch guide.side {
      case .left, .right: Point(line.midX, line.midY + 11)
      case .top, .bottom: Point(line.midX, line.midY + (guide.kind == .bleed ? 11 : -4))
      }
    measure.addSublayer(.guideLabel(words, above: anchor, within: bounds.inset(by: 4), interface))
  }
}

/// A guide for a margin or the bleed.
final class PageGuide: Control {
  enum Kind {
    case margin
    case bleed
  }

  enum Side: CaseIterable {
    case left, right, top, bottom

    /// Whether the line is vertical.
    var isUpright: Bool { self == .left || self == .right }

    var margin: WritableKeyPath<Margins, Double> {
      switch self {
      case .left, .right: \.sides
      case .top: \.top
      case .bottom: \.bottom
      }
    }

    var marginName: Message {
      switch self {
      case .left: Message("Margin on the left")
      case .right: Message("Margin on the right")
      case .top: Message("Margin at the top")
      case .bottom: Message("Margin at the bottom")
      }
    }

    var bleedName: Message {
      switch self {
      case .left: Message("Bleed on the left")
      case .right: Message("Bleed on the right")
      case .top: Message("Bleed at the top")
      case .bottom: Message("Bleed at the bottom")
      }
    }
  }

  let kind: Kind
  let side: Side
  weak var owner: PageGuides?
  /// The line itself, in the control's own coordinates.
  private var line = Rect.zero

  private let session: EditorSession

  init(_ kind: Kind, _ side: Side, _ session: EditorSession) {
    self.kind = kind
    self.side = side
    self.session = session
    super.init(label: session.localized(kind == .margin ? side.marginName : side.bleedName))
  }

  func show(_ line: Rect, in frame: Rect) {
    self.frame = frame
    self.line = line.offset(by: .zero - frame.origin)
    setNeedsUpdate()
  }

  /// All four sides share one bleed, and both vertical margins are equal: the first of each is focusable.
  override var isFocusable: Bool { kind == .bleed ? side == .left : side != .right }
  override var cursor: CursorShape { side.isUpright ? .horizontalResize : .verticalResize }
  override var focusFrame: Rect { line.outset(by: 2) }
  override var focusRadius: Double { 2 }
  override var tooltip: Tooltip? {
    isPressed
      ? nil
      : owner.map {
        Tooltip(session.localized("{name}, {value}", ["name": label, "value": $0.words(of: self)]))
      }
  }

  private func place(of event: PointerEvent) -> Point { event.point + (frame.origin - .zero) }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    owner?.beginDrag()
    setNeedsUpdate()
    return true
  }

  override func pointerDragged(_ event: PointerEvent) { owner?.drag(self, to: place(of: event), .continuous) }

  override func pointerUp(_ event: PointerEvent) {
    owner?.drag(self, to: place(of: event), .final)
    setNeedsUpdate()
  }

  override func pointerCancelled(at time: Double) {
    owner?.cancelDrag(self)
    setNeedsUpdate()
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.subtracting(.shift).isEmpty, let owner else { return false }
    let step = event.modifiers.contains(.shift) ? 10.0 : 1
    switch event.key {
    case .up, .right: owner.set(self, to: owner.value(of: self) + step, .final, snaps: false)
    case .down, .left: owner.set(self, to: owner.value(of: self) - step, .final, snaps: false)
    default: return false
    }
    return true
  }

  private func thicker(_ interface: Interface) -> Vector {
    side.isUpright ? Vector(interface.hairline, 0) : Vector(0, interface.hairline)
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    layer.addSublayer(.guide(line, interface))
    // The guide under the pointer is a little thicker.
    if isHovered || isPressed { layer.addSublayer(.guide(line.offset(by: thicker(interface)), interface)) }
  }

  override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(
      role: .slider, label: label, value: owner?.words(of: self),
      range: owner.map { .init($0.range(of: self).lowerBound, $0.range(of: self).upperBound) },
      step: 1, actions: [.increment, .decrement, .setValue, .focus], frame: frame, isFocused: isFocused)
    node.number = owner?.value(of: self)
    return node
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard let owner else { return false }
    switch action {
    case .increment: owner.set(self, to: owner.value(of: self) + 1, .final, snaps: false)
    case .decrement: owner.set(self, to: owner.value(of: self) - 1, .final, snaps: false)
    case .setNumber(let number) where number.isFinite: owner.set(self, to: number, .final, snaps: false)
    default: return false
    }
    return true
  }
}

extension Layer {
  /// Creates a label beside a guide, such as a distance, white on the highlight colour; it stays within an area.
  ///
  /// `anchor` is the middle of the label's lower edge.
  static func guideLabel(_ words: String, above anchor: Point, within room: Rect, _ interface: Interface)
    -> Layer
  {
    let width = interface.line(words, style: Theme.secondaryFigures).width + 16
    let x = min(max(anchor.x - width / 2, room.minX), max(room.maxX - width, room.minX))
    let y = min(max(anchor.y - 22, room.minY), max(room.maxY - 22, room.minY))
    let pill = Layer(
      Rect(x: x, y: y, width: width, height: 22).pixelAligned(scale: interface.scale),
      fill: interface.theme.highlight, radius: 11)
    pill.addSublayer(
      Layer(
        words, style: Theme.secondaryFigures, color: .white,
        in: Rect(x: 8, y: 0, width: width - 16, height: 22), alignment: .center, interface))
    return pill
  }

  /// Creates a guide in the highlight colour that covers a rectangle and is at least a hairline thick.
  static func guide(_ rect: Rect, _ interface: Interface) -> Layer {
    let hairline = interface.hairline
    let line = Rect(
      x: rect.minX, y: rect.minY, width: max(rect.width, hairline), height: max(rect.height, hairline))
    return Layer(line.pixelAligned(scale: interface.scale), fill: interface.theme.highlight)
  }
}

/// Returns a length in millimetres as text, with a decimal only if necessary.
func millimetres(_ length: Double, in language: Language) -> String {
  let rounded = (length * 10).rounded() / 10
  let number = rounded == rounded.rounded() ? rounded.text(.fixed(0)) : rounded.text(.fixed(1))
  return language.shown(number: number) + "\u{202f}mm"
}
