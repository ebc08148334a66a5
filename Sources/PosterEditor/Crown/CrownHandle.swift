import Colors
import Controls
import Geometry
import Input
import Posters
import Scene
import Text

/// The crown on the poster: a click opens what chooses another one, and the corner changes its size.
///
/// While it is dragged the size of 1939 is taken where it is nearly meant, and guides show that. With the keyboard,
/// arrows change the size and Delete takes the crown away.
final class CrownHandle: Control {
  private let session: EditorSession
  /// Opens what chooses another crown.
  var onOpen: (_ time: Double) -> Void = { _ in }
  /// Takes the crown away.
  var onRemove: (_ time: Double) -> Void = { _ in }

  /// Where the page lies and where the crown is on it, both in the parent's coordinates.
  private var page = Rect.zero
  private var crown = Rect.zero
  private var hold: Hold?
  private var isOverCorner = false

  /// What a drag of the corner began with.
  private struct Hold {
    let scale: Double
    /// Half the crown's width, from the middle of the page.
    let reach: Double
    /// How far from the corner the pointer took hold.
    let grip: Double
  }

  /// How far around the crown the control reaches, in points: half of a corner's disc, and a little.
  private static let margin = 10.0
  private static let disc = 12.0
  /// How near to the corner a press takes hold of it.
  private static let reach = 14.0
  /// How much larger or smaller it becomes with a key, and with Shift.
  private static let step = 1.02
  private static let largeStep = 1.1
  static let scales = 0.25...3.0

  init(_ session: EditorSession) {
    self.session = session
    super.init(label: "Crown")
    layer.name = "crown handle"
    isHidden = true
  }

  /// Stands where the crown of a layout is on a page; without a layout or a crown it is nowhere.
  func show(_ layout: PosterLayout?, on page: Rect) {
    isHidden = layout?.emblem == nil
    guard let layout, let emblem = layout.emblem else { return }
    let scale = page.width / layout.page.width
    let box = emblem.bounds
    let place = Rect(
      x: page.minX + box.minX * scale, y: page.minY + box.minY * scale, width: box.width * scale,
      height: box.height * scale)
    guard place != crown || page != self.page else { return }
    (crown, self.page) = (place, page)
    frame = place.outset(by: Self.margin)
    setNeedsUpdate()
  }

  /// Where the crown is in the window.
  var crownInWindow: Rect { frameInWindow.inset(by: Self.margin) }

  // MARK: What it is

  override var cursor: CursorShape { isOverCorner || hold != nil ? .crosshair : .hand }
  override var focusFrame: Rect { box.outset(by: 3) }
  override var focusRadius: Double { 2 }
  override var tooltip: Tooltip? {
    hold == nil && !isOverCorner ? Tooltip("Choose a crown", shortcut: "Ctrl+Shift+C") : nil
  }

  /// The crown's box in the control's own coordinates.
  private var box: Rect { bounds.inset(by: Self.margin) }

  private func isAtCorner(_ point: Point) -> Bool {
    point.distance(to: Point(box.maxX, box.maxY)) <= Self.reach
  }

  override func hitTest(_ point: Point) -> Control? {
    guard !isHidden, box.outset(by: 2).contains(point) || isAtCorner(point) else { return nil }
    return self
  }

  // MARK: Pointer

  override func pointerMoved(_ event: PointerEvent) {
    let isOver = isAtCorner(event.point)
    guard isOver != isOverCorner else { return }
    isOverCorner = isOver
    setNeedsUpdate()
  }

  override func pointerLeft(at time: Double) { isOverCorner = false }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    guard isAtCorner(event.point), session.mayChange() else { return true }
    let reach = max(crown.maxX - page.midX, 1)
    hold = Hold(scale: seenScale, reach: reach, grip: event.point.x + frame.minX - crown.maxX)
    setNeedsUpdate()
    return true
  }

  override func pointerDragged(_ event: PointerEvent) { drag(event, .continuous) }

  override func pointerUp(_ event: PointerEvent) {
    guard hold != nil else {
      if bounds.contains(event.point) { onOpen(event.time) }
      return
    }
    drag(event, .final)
    release()
  }

  override func pointerCancelled(at time: Double) {
    guard hold != nil else { return }
    endGesture()
    release()
  }

  private func release() {
    hold = nil
    setNeedsUpdate()
  }

  /// The corner follows the pointer; the crown stays in the middle of the page.
  private func drag(_ event: PointerEvent, _ phase: ChangePhase) {
    guard let hold else { return }
    let wanted = max(event.point.x + frame.minX - hold.grip - page.midX, 1)
    var scale = hold.scale * wanted / hold.reach
    if abs(scale - 1) < 0.04 { scale = 1 }
    resize(to: scale, phase)
  }

  // MARK: Size

  /// Whether the crown has the size that it has on the poster of 1939.
  private var isHistoric: Bool { session.poster.emblemScale == 1 }

  /// The crown's width on the page where it has a size.
  private func width(at scale: Double) -> Double {
    var poster = session.poster
    poster.emblemScale = scale
    return PosterLayout(poster, typesetter: session.typesetter).emblem?.bounds.width ?? 0
  }

  /// The smallest size at which the crown looks as it does at another one: the page may have no room for more.
  private func seen(_ scale: Double) -> Double {
    let width = width(at: scale)
    guard self.width(at: scale * 0.99) > width - 0.01 else { return scale }
    var (low, high) = (Self.scales.lowerBound, scale)
    while high - low > 0.002 {
      let middle = (low + high) / 2
      if self.width(at: middle) > width - 0.01 { high = middle } else { low = middle }
    }
    return high
  }

  /// The size that is seen.
  private var seenScale: Double { seen(session.poster.emblemScale) }

  private func resize(to wanted: Double, _ phase: ChangePhase) {
    let range = Self.scales
    var scale = min(max(wanted, range.lowerBound), range.upperBound)
    if scale > session.poster.emblemScale { scale = seen(scale) }
    scale = (scale * 1000).rounded() / 1000
    session.change("crown size", phase) { $0.emblemScale = scale }
    setNeedsUpdate()
  }

  /// Goes to another size by a factor; the historic one is not passed over.
  private func resize(by factor: Double, _ phase: ChangePhase) {
    let old = seenScale
    let new = old * factor
    let passes = (old < 1 - 1e-6 && new > 1) || (old > 1 + 1e-6 && new < 1)
    resize(to: passes ? 1 : new, phase)
  }

  /// What is done next is a step of its own.
  private func endGesture() { session.change("crown size", .final) { _ in } }

  // MARK: Keys

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.subtracting(.shift).isEmpty else { return false }
    let step = event.modifiers.contains(.shift) ? Self.largeStep : Self.step
    switch event.key {
    case .up, .right: nudge(by: step, event)
    case .down, .left: nudge(by: 1 / step, event)
    case .home:
      guard session.mayChange() else { return true }
      resize(to: 1, .final)
    case .enter, .space: if !event.isRepeat { onOpen(event.time) }
    case .delete, .backspace: onRemove(event.time)
    case .escape: host?.setFocus(parent, byKeyboard: true)
    default: return false
    }
    return true
  }

  /// A key that is held is one step.
  private func nudge(by factor: Double, _ event: KeyEvent) {
    guard session.mayChange() else { return }
    if !event.isRepeat { endGesture() }
    resize(by: factor, .continuous)
  }

  override func focusLost() {
    if session.refusal == nil { endGesture() }
    setNeedsUpdate()
  }

  // MARK: Appearance

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    guard isHovered || isFocused || hold != nil else { return }
    let theme = interface.theme
    let hairline = interface.hairline
    let outline = Layer(box.outset(by: hairline).pixelAligned(scale: interface.scale), fill: nil)
    outline.borderWidth = hairline
    outline.borderColor = theme.focusRing
    layer.addSublayer(outline)
    if hold != nil { addGuides(interface) }
    // White with dark hairlines on both sides, so that it is seen on any ground.
    let side = hold == nil && !isOverCorner ? Self.disc : Self.disc + 3
    let disc = Layer(
      Rect(center: Point(box.maxX, box.maxY), size: Size(side, side)), fill: .white, radius: side / 2)
    disc.borderWidth = hairline
    disc.borderColor = RGBA(hex: 0x000000, alpha: 0.6)
    disc.shadow = theme.shadow(elevation: hold == nil ? 0.5 : 1)
    layer.addSublayer(disc)
  }

  /// The size in millimetres, and lines through the page's width where it is the historic one.
  private func addGuides(_ interface: Interface) {
    let theme = interface.theme
    let scale = page.width / max(session.draft.layout.page.width, 1)
    let height = box.height / max(scale, 1e-9) / Page.pointsPerMillimetre
    if isHistoric {
      for y in [box.minY, box.maxY] {
        let line = Rect(x: page.minX - frame.minX, y: y, width: page.width, height: interface.hairline)
        layer.addSublayer(Layer(line.pixelAligned(scale: interface.scale), fill: theme.focusRing))
      }
    }
    let size = isHistoric ? "historic size" : percentage
    let words = "\(height.text(.fixed(0))) mm · \(size)"
    let width = interface.line(words, style: Theme.secondaryFigures).width + 16
    let place = Rect(x: box.midX - width / 2, y: box.minY - 30, width: width, height: 22)
    let pill = Layer(place.pixelAligned(scale: interface.scale), fill: theme.focusRing, radius: 11)
    pill.addSublayer(
      Layer(
        words, style: Theme.secondaryFigures, color: .white,
        in: Rect(x: 8, y: 0, width: width - 16, height: 22), interface))
    layer.addSublayer(pill)
  }

  private var percentage: String { "\((session.poster.emblemScale * 100).text(.fixed(0))) %" }

  // MARK: Assistive tools

  override var accessibility: AccessibilityNode {
    let name = session.poster.emblem.words
    let size = isHistoric ? "100 %, the historic size" : percentage
    var node = AccessibilityNode(
      role: .slider, label: label, value: "\(name), \(size)",
      range: .init(Self.scales.lowerBound, Self.scales.upperBound),
      step: session.poster.emblemScale * (Self.step - 1),
      actions: [.press, .increment, .decrement, .setValue, .focus], frame: frame, isFocused: isFocused)
    node.number = session.poster.emblemScale
    return node
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    if action == .press {
      onOpen(time)
      return true
    }
    guard action != .focus, session.mayChange() else { return false }
    switch action {
    case .increment: resize(by: Self.step, .final)
    case .decrement: resize(by: 1 / Self.step, .final)
    case .setNumber(let number) where number.isFinite: resize(to: number, .final)
    default: return false
    }
    return true
  }
}
