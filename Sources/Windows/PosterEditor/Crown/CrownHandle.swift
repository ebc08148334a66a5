import Colors
import Controls
import Geometry
import Input
import Localization
import Posters
import Scene
import Text

/// The handle of the crown on the poster: a click opens the crown popover, a drag moves the crown, and its corner
/// resizes it.
///
/// During a drag it snaps to the place and the size of 1939, which guides indicate. With the keyboard, arrows move it
/// by a millimetre, with Shift by ten; Ctrl with up and down, and the plus and minus keys, resize it; Home restores
/// place and size, and Delete removes the crown.
final class CrownHandle: Control {
  private let session: EditorSession
  /// Opens the crown popover.
  var onOpen: (_ time: Double) -> Void = { _ in }
  /// Removes the crown.
  var onRemove: (_ time: Double) -> Void = { _ in }

  /// The frames of the page and of the crown, both in the parent's coordinates.
  private var page = Rect.zero
  private var crown = Rect.zero
  private var hold: Hold?
  private var move: Move?
  private var isOverCorner = false

  /// The initial state of a drag of the corner.
  private struct Hold {
    let scale: Double
    /// Half the crown's width, from its own middle.
    let reach: Double
    /// The horizontal position of that middle on the canvas.
    let middle: Double
    /// The distance from the corner to the pointer at the start.
    let grip: Double
  }

  /// The initial state of a drag of the crown: the pointer's position and the crown's offset.
  private struct Move {
    let start: Point
    let offset: Vector
    /// Whether the pointer has moved far enough for a drag instead of a click.
    var hasMoved = false
  }

  /// The distance at which a press becomes a drag, and that at which the crown snaps to its historic place, in points.
  private static let slack = 4.0
  private static let snap = 6.0

  /// The distance by which the control extends around the crown, in points: slightly more than half a corner's disc.
  private static let margin = 10.0
  private static let disc = 12.0
  /// The distance from the corner at which a press grabs it.
  private static let reach = 14.0
  /// The factor by which a key resizes the crown, and the factor with Shift.
  private static let step = 1.02
  private static let largeStep = 1.1
  static let scales = 0.25...3.0

  init(_ session: EditorSession) {
    self.session = session
    super.init(label: session.localized("Crown"))
    layer.name = "crown handle"
    isHidden = true
  }

  /// Shows the handle at the crown of a layout on a page; without a layout or a crown it is hidden.
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

  /// The crown's frame in the window.
  var crownInWindow: Rect { convert(toWindow: bounds.inset(by: Self.margin)) }

  // MARK: Properties

  override var cursor: CursorShape { isOverCorner || hold != nil ? .crosshair : .hand }
  override var focusFrame: Rect { box.outset(by: 3) }
  override var focusRadius: Double { 2 }
  override var tooltip: Tooltip? {
    hold == nil && !isOverCorner
      ? Tooltip(session.localized("Choose a crown"), shortcut: Shortcut.controlShift("c").text) : nil
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

  /// The poster before the press.
  private var before: Poster?

  override func pointerDown(_ event: PointerEvent) -> Bool {
    before = session.poster
    guard isAtCorner(event.point) else {
      move = Move(start: event.point + (frame.origin - .zero), offset: seenOffset)
      return true
    }
    guard session.mayChange() else { return true }
    let reach = max(crown.maxX - crown.midX, 1)
    hold = Hold(
      scale: seenScale, reach: reach, middle: crown.midX, grip: event.point.x + frame.minX - crown.maxX)
    setNeedsUpdate()
    return true
  }

  override func pointerDragged(_ event: PointerEvent) { drag(event, .continuous) }

  override func pointerUp(_ event: PointerEvent) {
    if hold != nil || move?.hasMoved == true {
      drag(event, .final)
    } else if bounds.contains(event.point) {
      onOpen(event.time)
    }
    release()
  }

  override func pointerCancelled(at time: Double) {
    if let before, hold != nil || move?.hasMoved == true {
      session.giveUp(hold != nil ? .crownSize : .crownPlace, to: before)
    }
    release()
  }

  private func release() {
    (hold, move) = (nil, nil)
    setNeedsUpdate()
  }

  /// Resizes the crown around its middle by the corner, or moves the whole crown.
  private func drag(_ event: PointerEvent, _ phase: ChangePhase) {
    guard let hold else { return drag(to: event.point + (frame.origin - .zero), phase) }
    let wanted = max(event.point.x + frame.minX - hold.grip - hold.middle, 1)
    var scale = hold.scale * wanted / hold.reach
    if abs(scale - 1) < 0.04 { scale = 1 }
    resize(to: scale, phase)
  }

  // MARK: Place

  private func drag(to point: Point, _ phase: ChangePhase) {
    guard var move else { return }
    let way = point - move.start
    if !move.hasMoved {
      guard way.length >= Self.slack, session.mayChange() else { return }
      move.hasMoved = true
      self.move = move
    }
    func share(_ start: Double, _ way: Double, _ length: Double) -> Double {
      let share = start + way / max(length, 1)
      return abs(share * length) < Self.snap ? 0 : share
    }
    let wanted = Vector(
      share(move.offset.dx, way.dx, page.width), share(move.offset.dy, way.dy, page.height))
    place(at: snapped(wanted), phase)
  }

  /// Returns an offset at which an edge or the middle of the crown is at a free guide, if one is near; on the axis of the
  /// page and at the historic height it stays there.
  private func snapped(_ offset: Vector) -> Vector {
    let guides = session.guides(on: page)
    let middle = usualMiddle
    func near(
      _ share: Double, _ usual: Double, _ start: Double, _ length: Double, _ size: Double, _ places: [Double]
    )
      -> Double
    {
      let center = start + (usual + share) * length
      guard share != 0 else { return share }
      let ways = places.flatMap { place in
        [-size / 2, 0, size / 2].map { place - (center + $0) }
      }
      guard let way = ways.min(by: { abs($0) < abs($1) }), abs(way) < Self.snap else { return share }
      return share + way / max(length, 1)
    }
    return Vector(
      near(offset.dx, middle.x, page.minX, page.width, crown.width, guides.vertical),
      near(offset.dy, middle.y, page.minY, page.height, crown.height, guides.horizontal))
  }

  /// The visible offset of the crown from its usual place, in fractions of the page.
  private var seenOffset: Vector { kept(session.poster.emblemOffset) }

  /// Returns an offset limited so that the crown's middle stays on the page.
  private func kept(_ offset: Vector) -> Vector {
    let usual = usualMiddle
    return Vector(
      min(max(offset.dx, -usual.x), 1 - usual.x), min(max(offset.dy, -usual.y), 1 - usual.y))
  }

  /// The middle of the crown on the poster of 1939, in fractions of the page.
  private var usualMiddle: Point {
    var poster = session.poster
    poster.emblemOffset = .zero
    let layout = session.draft.layout(of: poster)
    let middle = layout.emblem?.bounds.center ?? .zero
    return Point(middle.x / layout.page.width, middle.y / layout.page.height)
  }

  private func place(at offset: Vector, _ phase: ChangePhase) {
    let kept = kept(offset)
    func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
    let new = Vector(rounded(kept.dx), rounded(kept.dy))
    session.change(.crownPlace, phase) { $0.emblemOffset = new }
    setNeedsUpdate()
  }

  /// Moves the crown by millimetres; holding a key is one undo step.
  private func move(right: Double, down: Double, _ event: KeyEvent) {
    guard session.mayChange() else { return }
    if !event.isRepeat { endGesture() }
    let step = event.modifiers.contains(.shift) ? 10.0 : 1
    let (from, paper) = (seenOffset, session.poster.page)
    place(at: Vector(from.dx + right * step / paper.width, from.dy + down * step / paper.height), .continuous)
  }

  // MARK: Size

  /// Whether the crown has the size of the poster of 1939.
  private var isHistoric: Bool { session.poster.emblemScale == 1 }

  /// Returns the crown's width on the page for a scale.
  private func width(at scale: Double) -> Double {
    var poster = session.poster
    poster.emblemScale = scale
    return session.draft.layout(of: poster).emblem?.bounds.width ?? 0
  }

  /// Returns the smallest scale with the same result as another one, since the page may limit the crown's size.
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

  /// The visible scale.
  private var seenScale: Double { seen(session.poster.emblemScale) }

  private func resize(to wanted: Double, _ phase: ChangePhase) {
    let range = Self.scales
    var scale = min(max(wanted, range.lowerBound), range.upperBound)
    if scale > session.poster.emblemScale { scale = seen(scale) }
    scale = (scale * 1000).rounded() / 1000
    session.change(.crownSize, phase) { $0.emblemScale = scale }
    setNeedsUpdate()
  }

  /// Resizes by a factor, stopping at the historic size.
  private func resize(by factor: Double, _ phase: ChangePhase) {
    let old = seenScale
    let new = old * factor
    let passes = (old < 1 - 1e-6 && new > 1) || (old > 1 + 1e-6 && new < 1)
    resize(to: passes ? 1 : new, phase)
  }

  /// Ends the gesture, so that the next change is an undo step of its own.
  private func endGesture() { session.change(.crownSize, .final) { _ in } }

  // MARK: Keys

  override func key(_ event: KeyEvent) -> Bool {
    let isControl = event.modifiers.contains(.control)
    guard event.modifiers.subtracting([.shift, .control]).isEmpty else { return false }
    let step = event.modifiers.contains(.shift) ? Self.largeStep : Self.step
    switch event.key {
    case .up where isControl: nudge(by: step, event)
    case .down where isControl: nudge(by: 1 / step, event)
    case _ where isControl: return false
    case .character("+"), .character("="): nudge(by: Self.step, event)
    case .character("-"): nudge(by: 1 / Self.step, event)
    case .up: move(right: 0, down: -1, event)
    case .down: move(right: 0, down: 1, event)
    case .left: move(right: -1, down: 0, event)
    case .right: move(right: 1, down: 0, event)
    case .home: goHome()
    case .enter, .space: if !event.isRepeat { onOpen(event.time) }
    case .delete, .backspace: onRemove(event.time)
    case .escape: host?.setFocus(parent, byKeyboard: true)
    default: return false
    }
    return true
  }

  private func goHome() {
    guard session.mayChange() else { return }
    session.change(.crownAsIn1939, .final) { ($0.emblemScale, $0.emblemOffset) = (1, .zero) }
    setNeedsUpdate()
  }

  /// Commands for keys without another name, listed in the shortcuts window.
  override var commands: [Command] {
    func command(
      _ id: String, _ title: Message, _ shortcuts: [Shortcut], _ action: @escaping (KeyEvent) -> Void
    ) -> Command {
      var command = Command(
        "crown.\(id)", session.localized(title), group: session.localized("Crown"), repeats: true
      ) { time in action(KeyEvent(.home, [], isRepeat: false, time: time)) }
      command.shortcuts = shortcuts
      return command
    }
    return [
      command("left", Message("Move the crown left by 1 mm, with Shift by 10 mm"), [Shortcut(.left)]) {
        [unowned self] in
        move(right: -1, down: 0, $0)
      },
      command("right", Message("Move the crown right"), [Shortcut(.right)]) { [unowned self] in
        move(right: 1, down: 0, $0)
      },
      command("up", Message("Move the crown up"), [Shortcut(.up)]) { [unowned self] in
        move(right: 0, down: -1, $0)
      },
      command("down", Message("Move the crown down"), [Shortcut(.down)]) { [unowned self] in
        move(right: 0, down: 1, $0)
      },
      command("larger", Message("Larger crown"), [Shortcut(.up, .control), Shortcut(.character("+"))]) {
        [unowned self] in nudge(by: Self.step, $0)
      },
      command("smaller", Message("Smaller crown"), [Shortcut(.down, .control), Shortcut(.character("-"))]) {
        [unowned self] in nudge(by: 1 / Self.step, $0)
      },
      command("home", Message("Crown as it was in 1939"), [Shortcut(.home)]) { [unowned self] _ in goHome() },
    ]
  }

  /// Resizes the crown by a key; holding it is one undo step.
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
    guard isHovered || isFocused || hold != nil || move != nil else { return }
    let theme = interface.theme
    let hairline = interface.hairline
    let outline = Layer(box.outset(by: hairline).pixelAligned(scale: interface.scale), fill: nil)
    outline.borderWidth = hairline
    outline.borderColor = theme.highlight
    layer.addSublayer(outline)
    if hold != nil { addGuides(interface) }
    if move?.hasMoved == true { addPlaceGuides(interface) }
    // White with dark hairlines on both sides, which is visible on any background.
    let side = hold == nil && !isOverCorner ? Self.disc : Self.disc + 3
    let disc = Layer(
      Rect(center: Point(box.maxX, box.maxY), size: Size(side, side)), fill: .white, radius: side / 2)
    disc.borderWidth = hairline
    disc.borderColor = RGBA(hex: 0x000000, alpha: 0.6)
    disc.shadow = theme.shadow(elevation: hold == nil ? 0.5 : 1)
    layer.addSublayer(disc)
  }

  /// Adds the size in millimetres, and lines across the page's width at the historic size.
  private func addGuides(_ interface: Interface) {
    let scale = page.width / max(session.draft.layout.page.width, 1)
    let height = box.height / max(scale, 1e-9) / Page.pointsPerMillimetre
    if isHistoric {
      for y in [box.minY, box.maxY] {
        let line = Rect(x: page.minX - frame.minX, y: y, width: page.width, height: 0)
        layer.addSublayer(.guide(line, interface))
      }
    }
    let length = "\(height.text(.fixed(0))) mm"
    let words =
      isHistoric
      ? session.localized("{height} · historic size", ["height": length]) : "\(length) · \(percentage)"
    layer.addSublayer(
      .guideLabel(words, above: Point(box.midX, box.minY - 8), within: labelRoom, interface))
  }

  /// Adds lines for the page's axis and the historic height if the crown is on them, and its distance from there.
  private func addPlaceGuides(_ interface: Interface) {
    let (offset, paper) = (session.poster.emblemOffset, session.poster.page)
    if offset.dx == 0 {
      let axis = Rect(x: page.midX - frame.minX, y: page.minY - frame.minY, width: 0, height: page.height)
      layer.addSublayer(.guide(axis, interface))
    }
    if offset.dy == 0 {
      let level = Rect(x: page.minX - frame.minX, y: box.midY, width: page.width, height: 0)
      layer.addSublayer(.guide(level, interface))
    }
    var ways: [Message] = []
    if offset.dx != 0 {
      let length = millimetres(abs(offset.dx) * paper.width, in: session.interface.language)
      ways.append(
        offset.dx > 0
          ? Message("{length} right", ["length": length]) : Message("{length} left", ["length": length]))
    }
    if offset.dy != 0 {
      let length = millimetres(abs(offset.dy) * paper.height, in: session.interface.language)
      ways.append(
        offset.dy > 0
          ? Message("{length} down", ["length": length]) : Message("{length} up", ["length": length]))
    }
    if ways.isEmpty { ways = [Message("historic place")] }
    let words = ways.map { session.localized($0) }.joined(separator: " · ")
    layer.addSublayer(
      .guideLabel(words, above: Point(box.midX, box.minY - 8), within: labelRoom, interface))
  }

  /// The area for labels: the page and a little around it.
  private var labelRoom: Rect { page.outset(by: 30).offset(by: .zero - frame.origin) }

  private var percentage: String { "\((session.poster.emblemScale * 100).text(.fixed(0))) %" }

  // MARK: Assistive tools

  override var accessibility: AccessibilityNode {
    let name = session.poster.emblem.words(in: session.interface.language)
    let size = isHistoric ? session.localized("100 %, the historic size") : percentage
    var node = AccessibilityNode(
      role: .slider, label: label,
      value: session.localized("{name}, {value}", ["name": name, "value": size]),
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
