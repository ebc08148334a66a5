import Colors
import Controls
import Geometry
import Input
import Posters
import Scene
import Text

/// The handles of codes, pictures and drawings on the poster: a click selects one, a drag moves it, and its corners resize
/// it.
///
/// A moved element snaps to the middle and the margins of the page, and to the edges and middles of everything else there;
/// guides show to what. With the keyboard, arrows move it by a millimetre, with Shift by ten; Ctrl with up and down, and
/// the plus and minus keys, resize it; Page up and Page down move it in front of the next one or behind it, Home and End to
/// the front or the back of all; Delete removes it, Return leads to its properties, and Escape back to the poster. A click
/// with the right button opens a menu.
final class ElementHandles: Control {
  private let session: EditorSession
  private let guides = Layer()
  private var handles: [ElementHandle] = []
  /// The frame of the page in points of the canvas.
  private(set) var page = Rect.zero
  /// Opens the properties of the selected element.
  var onOpen: (_ time: Double) -> Void = { _ in }
  /// Asks for a file that replaces the picture of an element.
  var onReplace: (_ index: Int) -> Void = { _ in }

  /// The distance at which an element snaps, in points of the canvas.
  private static let snap = 6.0

  init(_ session: EditorSession) {
    self.session = session
    super.init(label: session.localized("Codes and pictures"))
    layer.name = "element handles"
    layer.addSublayer(guides)
  }

  override var isFocusable: Bool { false }

  override func hitTest(_ point: Point) -> Control? {
    guard !isHidden else { return nil }
    func hit(_ handle: ElementHandle) -> Control? { handle.hitTest(point - (handle.frame.origin - .zero)) }
    // The corners of the selected element are in front of all others.
    if let selected = selectedHandle, let found = hit(selected) { return found }
    return handles.reversed().lazy.compactMap(hit).first
  }

  private var selectedHandle: ElementHandle? {
    session.selectedElement.flatMap { handles.indices.contains($0) ? handles[$0] : nil }
  }

  /// Returns the handle of an element.
  func handle(of index: Int) -> ElementHandle? { handles.indices.contains(index) ? handles[index] : nil }

  /// Shows the handles of a layout on a page; without a layout they are hidden.
  func show(_ layout: PosterLayout?, on page: Rect) {
    isHidden = layout == nil || layout?.elements.isEmpty == true
    guard let layout else { return }
    // A page whose frame is rounded to pixels is a little wider or narrower than its layout for its height.
    let height = layout.page.height * page.width / max(layout.page.width, 1e-9)
    self.page = Rect(origin: page.origin, size: Size(page.width, height))
    while handles.count > layout.elements.count { handles.removeLast().removeFromParent() }
    while handles.count < layout.elements.count {
      let handle = ElementHandle(session, self, index: handles.count)
      handles.append(handle)
      addChild(handle)
    }
    for (handle, element) in zip(handles, layout.elements) {
      handle.show(element, at: onCanvas(element.frame))
    }
    if !handles.contains(where: \.isMoving) { guides.removeSublayers() }
  }

  // MARK: Coordinates

  private var scale: Double { page.width / max(session.draft.layout.page.width, 1e-9) }

  private func onCanvas(_ rect: Rect) -> Rect {
    Rect(
      x: page.minX + rect.minX * scale, y: page.minY + rect.minY * scale, width: rect.width * scale,
      height: rect.height * scale)
  }

  // MARK: Changing

  /// Moves the middle of an element to a point of the canvas.
  func move(_ index: Int, to wanted: Point, snapping: Bool, _ phase: ChangePhase) {
    guard let handle = handle(of: index) else { return }
    var frame = Rect(center: wanted, size: handle.box.size)
    guides.removeSublayers()
    if snapping { frame = snapped(frame, index, isMoving: phase == .continuous) }
    func share(_ place: Double, _ start: Double, _ length: Double) -> Double {
      let share = min(max((place - start) / max(length, 1), 0), 1)
      return (share * 1e6).rounded() / 1e6
    }
    let center = Point(
      share(frame.midX, page.minX, page.width), share(frame.midY, page.minY, page.height))
    session.changeElement(index, .elementPlace, phase) { $0.center = center }
    if phase == .continuous { showWords(placeWords(center), above: frame) }
  }

  /// Resizes an element to a width in points of the canvas, around a fixed point that is a fraction of its box.
  func resize(_ index: Int, to wanted: Double, around fixed: Point, _ phase: ChangePhase) {
    guard let handle = handle(of: index) else { return }
    let (box, widths) = (handle.box, Poster.Element.widths)
    let share = min(max(wanted / max(page.width, 1), widths.lowerBound), widths.upperBound)
    let width = (share * 1e6).rounded() / 1e6
    let size = Size(width * page.width, width * page.width * box.height / max(box.width, 1e-9))
    let corner = box.place(fixed)
    let frame = Rect(
      x: corner.x - fixed.x * size.width, y: corner.y - fixed.y * size.height, width: size.width,
      height: size.height)
    func kept(_ share: Double) -> Double { (min(max(share, 0), 1) * 1e6).rounded() / 1e6 }
    let center = Point(
      kept((frame.midX - page.minX) / max(page.width, 1)),
      kept((frame.midY - page.minY) / max(page.height, 1)))
    session.changeElement(index, .elementSize, phase) { ($0.width, $0.center) = (width, center) }
    guides.removeSublayers()
    if phase == .continuous {
      showWords(millimetres(width * session.poster.page.width, in: session.interface.language), above: frame)
    }
  }

  /// Ends a gesture: its guides disappear.
  func endGesture() { guides.removeSublayers() }

  private func placeWords(_ center: Point) -> String {
    let (paper, language) = (session.poster.page, session.interface.language)
    return millimetres(center.x * paper.width, in: language) + " · "
      + millimetres(center.y * paper.height, in: language)
  }

  private func showWords(_ words: String, above frame: Rect) {
    guard let interface = host?.interface else { return }
    let anchor = Point(frame.midX, frame.minY - 8)
    guides.addSublayer(.guideLabel(words, above: anchor, within: bounds.inset(by: 4), interface))
  }

  // MARK: Snapping

  /// Returns a frame moved to the nearest lines in both directions, and shows these.
  private func snapped(_ frame: Rect, _ index: Int, isMoving: Bool) -> Rect {
    let lines = lines(besides: index)
    let x = Self.step([frame.minX, frame.midX, frame.maxX], to: lines.x)
    let y = Self.step([frame.minY, frame.midY, frame.maxY], to: lines.y)
    let result = frame.offset(by: Vector(x ?? 0, y ?? 0))
    guard isMoving, let interface = host?.interface else { return result }
    func isHeld(_ line: Double, _ places: [Double]) -> Bool { places.contains { abs($0 - line) < 0.01 } }
    if x != nil {
      for line in Set(lines.x) where isHeld(line, [result.minX, result.midX, result.maxX]) {
        guides.addSublayer(
          .guide(Rect(x: line, y: page.minY, width: 0, height: page.height), interface))
      }
    }
    if y != nil {
      for line in Set(lines.y) where isHeld(line, [result.minY, result.midY, result.maxY]) {
        guides.addSublayer(.guide(Rect(x: page.minX, y: line, width: page.width, height: 0), interface))
      }
    }
    return result
  }

  /// Returns the shortest step that brings one of the places to a line, within the reach; nil without one.
  private static func step(_ places: [Double], to lines: [Double]) -> Double? {
    let steps = places.flatMap { place in lines.map { $0 - place } }
    guard let step = steps.min(by: { abs($0) < abs($1) }), abs(step) <= snap else { return nil }
    return step
  }

  /// Returns the lines to which an element snaps, in points of the canvas.
  private func lines(besides index: Int) -> (x: [Double], y: [Double]) {
    let layout = session.draft.layout
    let frame = session.poster.margins.frame(on: page)
    var boxes = layout.elements.filter { $0.index != index }.map(\.frame)
    if let emblem = layout.emblem { boxes.append(emblem.bounds) }
    boxes += layout.lines.map(\.bounds)
    let shown = boxes.map(onCanvas)
    return (
      [page.midX, frame.minX, frame.maxX] + shown.flatMap { [$0.minX, $0.midX, $0.maxX] },
      [page.midY, frame.minY, frame.maxY] + shown.flatMap { [$0.minY, $0.midY, $0.maxY] }
    )
  }
}

/// The handle of one element on the poster.
final class ElementHandle: Control {
  private let session: EditorSession
  private unowned let owner: ElementHandles
  private let index: Int
  /// The frame of the element in points of the canvas.
  private(set) var box = Rect.zero
  private var element: PosterLayout.PlacedElement?
  private var drag: Drag?
  private var isOverCorner = false

  /// The state of the pointer's gesture.
  private struct Drag {
    /// The poster before it.
    let before: Poster
    /// The pointer at the start, in points of the canvas.
    let start: Point
    /// The box at the start.
    let box: Rect
    /// The corner that is held, as fractions of the box; nil moves the element.
    let corner: Point?
    /// Whether the pointer has moved far enough for a drag instead of a click.
    var hasMoved = false
  }

  /// The distance at which a press becomes a drag, in points.
  private static let slack = 4.0
  /// The distance by which the control extends around the element: a little more than half a corner's disc.
  private static let margin = 10.0
  private static let disc = 11.0
  /// The distance from a corner at which a press holds it.
  private static let reach = 11.0
  private static let step = 1.02
  private static let largeStep = 1.1
  private static let corners = [Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)]

  init(_ session: EditorSession, _ owner: ElementHandles, index: Int) {
    self.session = session
    self.owner = owner
    self.index = index
    super.init(label: "")
    id = "element \(index + 1)"
  }

  /// Whether the pointer moves or resizes the element.
  var isMoving: Bool { drag?.hasMoved == true }

  private var isSelected: Bool { session.selectedElement == index }

  func show(_ element: PosterLayout.PlacedElement, at box: Rect) {
    label = name(of: element)
    (self.element, self.box) = (element, box)
    frame = box.outset(by: Self.margin)
    setNeedsUpdate()
  }

  /// Returns the name of an element in the language of the window.
  private func name(of element: PosterLayout.PlacedElement) -> String {
    let elements = session.poster.elements
    guard elements.indices.contains(index) else { return element.name }
    switch elements[index].content {
    case .figure(let emblem, _): return emblem.words(in: session.interface.language)
    case .code(let code): return "\(session.localized(code.kind.name)): \(code.content.summary.prefix(200))"
    }
  }

  // MARK: Properties

  override var cursor: CursorShape { isOverCorner || drag?.corner != nil ? .crosshair : .hand }
  override var focusFrame: Rect { inner.outset(by: 3) }
  override var focusRadius: Double { 2 }
  override var tooltip: Tooltip? {
    guard drag == nil, !isOverCorner else { return nil }
    let language = session.interface.language
    return Tooltip(element?.fault.map { language.localized($0.message) } ?? label)
  }

  /// The element's box in the control's own coordinates.
  private var inner: Rect { bounds.inset(by: Self.margin) }

  private func corner(at point: Point) -> Point? {
    guard isSelected || isFocused else { return nil }
    let near = Self.corners.map { ($0, inner.place($0).distance(to: point)) }.min { $0.1 < $1.1 }
    return near.flatMap { $0.1 <= Self.reach ? $0.0 : nil }
  }

  override func hitTest(_ point: Point) -> Control? {
    !isHidden && (inner.contains(point) || corner(at: point) != nil) ? self : nil
  }

  // MARK: Pointer

  override func pointerMoved(_ event: PointerEvent) {
    let isOver = corner(at: event.point) != nil
    guard isOver != isOverCorner else { return }
    isOverCorner = isOver
    setNeedsUpdate()
  }

  override func pointerLeft(at time: Double) {
    isOverCorner = false
    setNeedsUpdate()
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    drag = Drag(
      before: session.poster, start: event.point + (frame.origin - .zero), box: box,
      corner: corner(at: event.point))
    select()
    return true
  }

  override func pointerDragged(_ event: PointerEvent) { follow(event, .continuous) }

  override func pointerUp(_ event: PointerEvent) {
    if isMoving { follow(event, .final) }
    release()
  }

  override func pointerCancelled(at time: Double) {
    if let drag, isMoving {
      session.giveUp(drag.corner == nil ? .elementPlace : .elementSize, to: drag.before)
    }
    release()
  }

  private func release() {
    drag = nil
    owner.endGesture()
    setNeedsUpdate()
  }

  private func follow(_ event: PointerEvent, _ phase: ChangePhase) {
    guard var drag else { return }
    let place = event.point + (frame.origin - .zero)
    let way = place - drag.start
    if !drag.hasMoved {
      guard way.length >= Self.slack, session.mayChange() else { return }
      drag.hasMoved = true
      self.drag = drag
    }
    guard let corner = drag.corner else {
      return owner.move(
        index, to: drag.box.center + way, snapping: !event.modifiers.contains(.alt), phase)
    }
    // The opposite corner stays; the side that the pointer is farther along decides.
    let outward = Vector(corner.x == 0 ? -way.dx : way.dx, corner.y == 0 ? -way.dy : way.dy)
    let aspect = drag.box.width / max(drag.box.height, 1e-9)
    let byWidth = abs(outward.dx) >= abs(outward.dy * aspect)
    let width = drag.box.width + (byWidth ? outward.dx : outward.dy * aspect)
    owner.resize(index, to: max(width, 1), around: Point(1 - corner.x, 1 - corner.y), phase)
  }

  private func select() {
    guard !isSelected else { return }
    session.selectedElement = index
  }

  // MARK: Keys

  override func focusGained(byKeyboard: Bool) {
    select()
    setNeedsUpdate()
  }

  override func focusLost() {
    if session.refusal == nil { endKeys() }
    setNeedsUpdate()
  }

  /// Ends the gesture of a held key, so that the next change is an undo step of its own.
  private func endKeys() { session.changeElement(index, .elementPlace, .final) { _ in } }

  override func key(_ event: KeyEvent) -> Bool {
    let isControl = event.modifiers.contains(.control)
    guard event.modifiers.subtracting([.shift, .control]).isEmpty else { return false }
    let factor = event.modifiers.contains(.shift) ? Self.largeStep : Self.step
    switch event.key {
    case .up where isControl: resize(by: factor, event)
    case .down where isControl: resize(by: 1 / factor, event)
    case _ where isControl: return false
    case .character("+"), .character("="): resize(by: Self.step, event)
    case .character("-"): resize(by: 1 / Self.step, event)
    case .up: move(right: 0, down: -1, event)
    case .down: move(right: 0, down: 1, event)
    case .left: move(right: -1, down: 0, event)
    case .right: move(right: 1, down: 0, event)
    case .enter, .space: if !event.isRepeat { owner.onOpen(event.time) }
    case .pageUp: reorder(.forward)
    case .pageDown: reorder(.backward)
    case .home: reorder(.front)
    case .end: reorder(.back)
    case .delete, .backspace: session.removeElement(index)
    case .escape:
      session.selectedElement = nil
      host?.setFocus(owner.parent, byKeyboard: true)
    default: return false
    }
    return true
  }

  /// Moves the element in front of others or behind them; the focus follows it.
  private func reorder(_ change: EditorSession.OrderChange) {
    guard session.mayChange() else { return }
    endKeys()
    if let place = session.reorder(index, change) {
      host?.setFocus(owner.handle(of: place), byKeyboard: true)
    }
  }

  override func contextMenu(for event: PointerEvent) -> Menu? {
    select()
    let language = session.interface.language
    let orders = EditorSession.OrderChange.allCases.map { change in
      Command(
        "element.\(change)", session.title(of: change),
        isEnabled: session.place(of: index, after: change) != nil
      ) { [unowned self] _ in session.reorder(index, change) }
    }
    var changes = [
      Command("element.remove", language.localized("Remove")) { [unowned self] _ in
        session.removeElement(index)
      }
    ]
    if session.poster.elements.indices.contains(index), session.poster.elements[index].code == nil {
      changes.insert(
        Command("element.replace", language.localized("Replace…")) { [unowned self] _ in
          owner.onReplace(index)
        }, at: 0)
    }
    return Menu(groups: [orders, changes])
  }

  /// Moves the element by millimetres; holding a key is one undo step.
  private func move(right: Double, down: Double, _ event: KeyEvent) {
    guard session.mayChange() else { return }
    if !event.isRepeat { endKeys() }
    let step = event.modifiers.contains(.shift) ? 10.0 : 1
    let paper = session.poster.page
    session.changeElement(index, .elementPlace, .continuous) { element in
      func kept(_ share: Double) -> Double { (min(max(share, 0), 1) * 1e6).rounded() / 1e6 }
      element.center = Point(
        kept(element.center.x + right * step / paper.width),
        kept(element.center.y + down * step / paper.height))
    }
  }

  private func resize(by factor: Double, _ event: KeyEvent) {
    guard session.mayChange() else { return }
    if !event.isRepeat { endKeys() }
    owner.resize(index, to: box.width * factor, around: Point(0.5, 0.5), .continuous)
    owner.endGesture()
  }

  // MARK: Appearance

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    let theme = interface.theme
    let hasFault = element?.fault != nil
    let isEmpty = element.map { $0.content == .nothing } ?? true
    guard isSelected || isHovered || isFocused || hasFault || isEmpty else { return }
    let outline = Layer(
      inner.outset(by: interface.hairline).pixelAligned(scale: interface.scale), fill: nil)
    outline.borderWidth = hasFault ? max(2, interface.hairline) : interface.hairline
    outline.borderColor = hasFault ? theme.fault : theme.highlight
    if isEmpty {
      var veil = theme.window
      veil.alpha = 0.85
      outline.backgroundColor = veil
      let side = min(24, inner.width, inner.height)
      outline.addSublayer(
        Layer(
          .warning, in: Rect(center: Point(outline.bounds.midX, outline.bounds.midY), size: Size(side, side)),
          color: theme.fault))
    }
    layer.addSublayer(outline)
    guard isSelected || isFocused else { return }
    // White with dark hairlines on both sides, which is visible on any background.
    for corner in Self.corners {
      let place = inner.place(corner)
      let disc = Layer(
        Rect(center: place, size: Size(Self.disc, Self.disc)), fill: .white, radius: Self.disc / 2)
      disc.borderWidth = interface.hairline
      disc.borderColor = RGBA(hex: 0x000000, alpha: 0.6)
      disc.shadow = theme.shadow(elevation: 0.5)
      layer.addSublayer(disc)
    }
  }

  // MARK: Assistive tools

  override var accessibility: AccessibilityNode {
    let (language, paper) = (session.interface.language, session.poster.page)
    let elements = session.poster.elements
    let width = elements.indices.contains(index) ? elements[index].width * paper.width : 0
    let size = language.localized("{width} wide", ["width": millimetres(width, in: language)])
    let fault = element?.fault.map { language.localized($0.message) }
    var node = AccessibilityNode(
      role: .slider, label: label, value: [size, fault].compactMap { $0 }.joined(separator: ". "),
      range: .init(
        Poster.Element.widths.lowerBound * paper.width, Poster.Element.widths.upperBound * paper.width),
      step: 1, actions: [.press, .increment, .decrement, .setValue, .focus], frame: frame,
      isFocused: isFocused)
    node.number = width
    return node
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    if action == .press {
      select()
      owner.onOpen(time)
      return true
    }
    guard action != .focus, session.poster.elements.indices.contains(index), session.mayChange() else {
      return false
    }
    let unit = box.width / max((session.poster.elements[index].width * session.poster.page.width), 1e-9)
    func resize(to millimetres: Double) {
      owner.resize(index, to: millimetres * unit, around: Point(0.5, 0.5), .final)
    }
    switch action {
    case .increment: resize(to: box.width / unit + 1)
    case .decrement: resize(to: box.width / unit - 1)
    case .setNumber(let number) where number.isFinite: resize(to: number)
    default: return false
    }
    return true
  }
}

extension Rect {
  /// Returns the point at a share of the width and of the height.
  fileprivate func place(_ share: Point) -> Point {
    Point(minX + share.x * width, minY + share.y * height)
  }
}
