import Colors
import Controls
import Geometry
import Input
import Localization
import Posters
import Scene

#if canImport(Glibc)
  import Glibc
#endif

/// The handles of a background on the poster itself: the ends of a gradient, or a picture that is moved and scaled.
///
/// It covers the canvas while the background is edited; input beside its discs goes to the poster, unless the
/// background is a picture.
final class GroundHandles: Control {
  private unowned let canvas: PosterCanvas
  private let session: EditorSession
  private var discs: [GroundDisc] = []
  private let line = Layer()
  private let guides = Layer()
  private var grab: (point: Point, crop: Rect)?
  /// The direction from the centre of a radial gradient to the disc on its edge, in radians.
  private var edgeAngle = 0.0

  init(_ canvas: PosterCanvas, _ session: EditorSession) {
    self.canvas = canvas
    self.session = session
    super.init(label: session.localized("Ground"))
    layer.name = "ground handles"
    layer.addSublayer(guides)
    layer.addSublayer(line)
    isHidden = true
  }

  private var page: Rect { canvas.pageFrame }

  override var isFocusable: Bool { isPicture }
  override var cursor: CursorShape { .hand }
  override var focusFrame: Rect { page }

  /// Whether a drag on the page moves a picture.
  var movesPicture: Bool { !isHidden && isPicture }

  override var tooltip: Tooltip? {
    isPicture && grab == nil
      ? Tooltip(session.localized("Drag to move the picture"), shortcut: "+ −", part: grip) : nil
  }

  /// The frame of the picture's grip, in the middle of the page.
  private var grip: Rect { Rect(center: page.center, size: Size(2 * GroundDisc.side, 2 * GroundDisc.side)) }

  private var isPicture: Bool { if case .picture = session.poster.background { true } else { false } }

  override func hitTest(_ point: Point) -> Control? {
    guard !isHidden else { return nil }
    for disc in discs.reversed() where disc.frame.contains(point) { return disc }
    return isPicture && page.contains(point) ? self : nil
  }

  /// Shows the handles of the present background, or none.
  func refresh() {
    let count: Int
    switch session.poster.background {
    case .linear(let stops, _, _), .radial(let stops, _, _): count = 2 + max(stops.count - 2, 0)
    case .color, .picture: count = 0
    }
    let isShown = session.showsGround && (count > 0 || isPicture)
    isHidden = !isShown
    guard isShown else { return }
    while discs.count < count {
      let disc = GroundDisc(self, number: discs.count)
      discs.append(disc)
      addChild(disc)
    }
    while discs.count > count { discs.removeLast().removeFromParent() }
    // The page may move in this frame, and its handles with it.
    if let interface = host?.interface { layOut(interface) }
    setNeedsUpdate()
  }

  // MARK: Places

  /// The ends of the gradient, in the canvas.
  private var ends: (start: Point, end: Point)? {
    func place(_ fraction: Point) -> Point {
      Point(page.minX + fraction.x * page.width, page.minY + fraction.y * page.height)
    }
    switch session.poster.background {
    case .linear(_, let start, let end): return (place(start), place(end))
    case .radial(_, let center, let radius):
      let diagonal = Point.zero.distance(to: Point(page.width, page.height))
      let middle = place(center)
      return (middle, edge(around: middle, radius * diagonal / 2))
    case .color, .picture: return nil
    }
  }

  /// Returns the place of the disc on a radial gradient's edge: in its last direction, or in another one if that is
  /// outside the canvas.
  private func edge(around middle: Point, _ radius: Double) -> Point {
    func point(_ angle: Double) -> Point {
      Point(middle.x + cos(angle) * radius, middle.y + sin(angle) * radius)
    }
    let angles = [edgeAngle] + (1..<16).map { edgeAngle + Double($0) * .pi / 8 }
    return angles.lazy.map(point).first(where: room.contains) ?? point(edgeAngle)
  }

  /// The area in which whole discs are visible.
  private var room: Rect { bounds.inset(by: GroundDisc.side / 2) }

  /// Returns the visible place of a disc, which stays on the canvas even if its point does not.
  func shownPlace(of number: Int) -> Point? {
    place(of: number).map { place in
      Point(
        min(max(place.x, room.minX), max(room.maxX, room.minX)),
        min(max(place.y, room.minY), max(room.maxY, room.minY)))
    }
  }

  /// Returns the place of a disc: the start, the end, then the colours between them.
  func place(of number: Int) -> Point? {
    guard let (start, end) = ends else { return nil }
    switch number {
    case 0: return start
    case 1: return end
    default:
      guard let stop = innerStop(number) else { return nil }
      let share = session.poster.background.stops[stop].location
      return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
    }
  }

  /// Returns the colour of a disc.
  func color(of number: Int) -> RGBA {
    let stops = session.poster.background.stops
    switch number {
    case 0: return stops.first?.color ?? .white
    case 1: return stops.last?.color ?? .white
    default: return innerStop(number).map { stops[$0].color } ?? .white
    }
  }

  private func innerStop(_ number: Int) -> Int? {
    let stops = session.poster.background.stops
    return number - 1 < stops.count - 1 ? number - 1 : nil
  }

  func name(of number: Int) -> String {
    let isRadial = session.poster.background.kind == 2
    switch number {
    case 0:
      return session.localized(
        isRadial ? Message("Centre of the gradient") : Message("Start of the gradient"))
    case 1:
      return session.localized(isRadial ? Message("Edge of the gradient") : Message("End of the gradient"))
    default: return session.localized("Colour {number} of the gradient", ["number": "\(number)"])
    }
  }

  /// The distance at which a disc snaps to the edges and the middle of the page, in points of the canvas.
  private static let reach = 6.0

  private func snapped(_ point: Point) -> Point {
    func near(_ value: Double, _ low: Double, _ length: Double, _ guides: [Double]) -> Double {
      ([0, 0.5, 1].map { low + $0 * length } + guides).first { abs($0 - value) < Self.reach } ?? value
    }
    let guides = session.guides(on: page)
    return Point(
      near(point.x, page.minX, page.width, guides.vertical),
      near(point.y, page.minY, page.height, guides.horizontal))
  }

  /// Moves a disc to a point of the canvas.
  func move(_ number: Int, to point: Point, _ phase: ChangePhase, snaps: Bool = true) {
    guard page.width > 0, page.height > 0, let (start, end) = ends else { return }
    let place = snaps ? snapped(point) : point
    func rounded(_ value: Double) -> Double { (min(max(value, -1), 2) * 10_000).rounded() / 10_000 }
    let fraction = Point(
      rounded((place.x - page.minX) / page.width), rounded((place.y - page.minY) / page.height))
    session.change(number < 2 ? .gradient : .gradientColor, phase) { poster in
      var stops = poster.background.stops
      switch (poster.background, number) {
      case (.linear(_, _, let end), 0) where fraction != end:
        poster.background = .linear(stops: stops, start: fraction, end: end)
      case (.linear(_, let start, _), 1) where fraction != start:
        poster.background = .linear(stops: stops, start: start, end: fraction)
      case (.radial(_, _, let radius), 0):
        poster.background = .radial(stops: stops, center: fraction, radius: radius)
      case (.radial(_, let center, _), 1):
        let diagonal = Point.zero.distance(to: Point(page.width, page.height))
        let radius = max(start.distance(to: point) / (diagonal / 2), 0.02)
        edgeAngle = atan2(point.y - start.y, point.x - start.x)
        poster.background = .radial(stops: stops, center: center, radius: rounded(radius))
      default:
        guard let stop = innerStop(number) else { return }
        let way = end - start
        let length = way.dx * way.dx + way.dy * way.dy
        guard length > 0 else { return }
        let share = ((point.x - start.x) * way.dx + (point.y - start.y) * way.dy) / length
        let bounds = stops[stop - 1].location...max(stops[stop + 1].location, stops[stop - 1].location)
        stops[stop].location = (min(max(share, bounds.lowerBound), bounds.upperBound) * 1000).rounded() / 1000
        poster.background = poster.background.with(stops)
      }
    }
    showGuides(phase == .continuous && snaps ? place : nil)
  }

  /// Shows guides for a disc on the middle or an edge of the page, with its distance from the page's upper left in
  /// millimetres.
  private func showGuides(_ point: Point?) {
    guides.removeSublayers()
    guard let point, let interface = host?.interface else { return }
    let (hairline, color) = (interface.hairline, interface.theme.highlight)
    let free = session.guides(on: page)
    if ([page.minX, page.midX, page.maxX] + free.vertical).contains(where: { abs($0 - point.x) < 0.01 }) {
      let rect = Rect(x: point.x, y: page.minY, width: hairline, height: page.height)
      guides.addSublayer(Layer(rect, fill: color))
    }
    if ([page.minY, page.midY, page.maxY] + free.horizontal).contains(where: { abs($0 - point.y) < 0.01 }) {
      let rect = Rect(x: page.minX, y: point.y, width: page.width, height: hairline)
      guides.addSublayer(Layer(rect, fill: color))
    }
    let size = session.poster.page
    let x = ((point.x - page.minX) / page.width * size.width).rounded()
    let y = ((point.y - page.minY) / page.height * size.height).rounded()
    guides.addSublayer(
      .guideLabel(
        "\(Int(x)) × \(Int(y)) mm", above: Point(point.x, point.y - 18), within: bounds.inset(by: 4),
        interface))
  }

  // MARK: A picture

  /// The visible part of the picture, in fractions of it.
  private var crop: Rect? {
    let layout = session.draft.layout
    guard case .picture(let picture) = layout.paint(on: layout.page) else { return nil }
    return picture.crop
  }

  private func show(_ crop: Rect, _ phase: ChangePhase) {
    session.change(.picturePart, phase) { poster in
      guard case .picture(var picture) = poster.background else { return }
      let x = min(max(crop.minX, 0), 1 - crop.width)
      let y = min(max(crop.minY, 0), 1 - crop.height)
      picture.crop = Rect(x: x, y: y, width: crop.width, height: crop.height)
      poster.background = .picture(picture)
    }
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    guard let crop, session.mayChange() else { return false }
    grab = (event.point, crop)
    before = session.poster
    return true
  }

  override func pointerDragged(_ event: PointerEvent) { pan(to: event.point, .continuous) }
  override func pointerUp(_ event: PointerEvent) {
    pan(to: event.point, .final)
    grab = nil
  }
  override func pointerCancelled(at time: Double) {
    if grab != nil { giveUp(.picturePart) }
    grab = nil
  }

  /// The poster before the press.
  private var before: Poster?

  /// The direction of the edge handle before the press.
  private var angleBefore = 0.0

  /// Takes note that a disc was taken hold of.
  func beginMoving() { (before, angleBefore) = (session.poster, edgeAngle) }

  /// Restores a disc's place.
  func cancelMoving(_ number: Int) {
    edgeAngle = angleBefore
    giveUp(number < 2 ? .gradient : .gradientColor)
    showGuides(nil)
  }

  private func giveUp(_ edit: PosterEdit) {
    if let before { session.giveUp(edit, to: before) }
    before = nil
  }

  private func pan(to point: Point, _ phase: ChangePhase) {
    guard let grab, point != grab.point || phase == .final else { return }
    let way = Vector(
      (grab.point.x - point.x) / page.width * grab.crop.width,
      (grab.point.y - point.y) / page.height * grab.crop.height)
    if way.dx != 0 || way.dy != 0 { show(grab.crop.offset(by: way), phase) }
  }

  override func wheel(_ event: WheelEvent) -> Bool {
    guard isFocused, isPicture, let crop, event.notches.dy != 0, !event.modifiers.contains(.control) else {
      return false
    }
    let point = Point(
      (event.point.x - page.minX) / page.width, (event.point.y - page.minY) / page.height)
    zoom(crop, by: event.notches.dy > 0 ? 1 / 1.1 : 1.1, around: point)
    return true
  }

  /// Scales the picture; the content at a point of the page, in fractions of it, stays there.
  private func zoom(_ crop: Rect, by factor: Double, around point: Point) {
    let limit = min(1 / crop.width, 1 / crop.height)
    let factor = min(max(factor, 0.02 / min(crop.width, crop.height)), limit)
    let size = Size(crop.width * factor, crop.height * factor)
    show(
      Rect(
        x: crop.minX + point.x * (crop.width - size.width),
        y: crop.minY + point.y * (crop.height - size.height),
        width: size.width, height: size.height), .final)
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard isPicture, let crop, event.modifiers.subtracting(.shift).isEmpty else { return false }
    let step = event.modifiers.contains(.shift) ? 0.1 : 0.01
    let middle = Point(0.5, 0.5)
    switch event.key {
    case .left: show(crop.offset(by: Vector(-step * crop.width, 0)), .final)
    case .right: show(crop.offset(by: Vector(step * crop.width, 0)), .final)
    case .up: show(crop.offset(by: Vector(0, -step * crop.height)), .final)
    case .down: show(crop.offset(by: Vector(0, step * crop.height)), .final)
    case .character("+"), .character("="): zoom(crop, by: 1 / 1.1, around: middle)
    case .character("-"): zoom(crop, by: 1.1, around: middle)
    case .escape:
      session.showsGround = false
      host?.setFocus(canvas)
    default: return false
    }
    return true
  }

  // MARK: Appearance

  override func layOut(_ interface: Interface) {
    line.frame = bounds
    line.masksToBounds = true
    for disc in discs {
      guard let place = shownPlace(of: disc.number) else { continue }
      disc.frame = Rect(center: place, size: Size(GroundDisc.side, GroundDisc.side))
      disc.setNeedsUpdate()
    }
  }

  override func update(_ interface: Interface) {
    line.removeSublayers()
    if isPicture { return showGrip(interface) }
    guard let (start, end) = ends else { return }
    let length = start.distance(to: end)
    guard length > 1 else { return }
    let way = end - start
    let normal = Vector(-way.dy / length, way.dx / length)
    // A white line with a dark hairline on both sides is visible on any background.
    for (half, color) in [
      (0.75 + interface.hairline, RGBA(hex: 0x000000, alpha: 0.55)), (0.75, RGBA(hex: 0xffffff)),
    ] {
      let path = Path { path in
        path.move(to: start + normal * half)
        path.line(to: end + normal * half)
        path.line(to: end - normal * half)
        path.line(to: start - normal * half)
        path.close()
      }
      let stroke = Layer(frame: bounds)
      stroke.contents = .path(PathContents(path, color: color))
      line.addSublayer(stroke)
    }
  }

  /// Shows that the picture can be moved: a frame around its visible part, and a grip in the middle.
  private func showGrip(_ interface: Interface) {
    let (dark, light) = (RGBA(hex: 0x000000, alpha: 0.55), RGBA(hex: 0xffffff))
    for (inset, width, color) in [(0.0, 3.0, dark), (interface.hairline, 1.5, light)] {
      let frame = Layer(frame: page.inset(by: inset).pixelAligned(scale: interface.scale))
      frame.borderWidth = width
      frame.borderColor = color
      line.addSublayer(frame)
    }
    let sign = grip.inset(by: 8)
    for (grown, color) in [(interface.hairline, dark), (0, light)] {
      line.addSublayer(
        Layer(sign.outset(by: grown), fill: color, radius: sign.width / 2 + grown))
    }
    let icon = Rect(center: sign.center, size: Size(Icon.side, Icon.side))
    line.addSublayer(Layer(.fourWays, in: icon, color: RGBA(hex: 0x1b1b1b)))
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .group, label: isPicture ? session.localized("Part of the picture") : label, frame: frame,
      isFocused: isFocused)
  }
}

/// A disc that moves an end or a colour of a gradient.
final class GroundDisc: Control {
  private unowned let handles: GroundHandles
  let number: Int
  private var offset = Vector(0, 0)

  static let side = 26.0

  init(_ handles: GroundHandles, number: Int) {
    self.handles = handles
    self.number = number
    super.init(label: handles.name(of: number))
  }

  override var focusRadius: Double { Self.side / 2 }

  private func place(of event: PointerEvent) -> Point { event.point + (frame.origin - .zero) }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    // The disc's point follows the pointer beyond the canvas.
    offset = (handles.place(of: number) ?? frame.center) - place(of: event)
    handles.beginMoving()
    return true
  }

  override func pointerCancelled(at time: Double) { handles.cancelMoving(number) }

  override func pointerDragged(_ event: PointerEvent) {
    handles.move(number, to: place(of: event) + offset, .continuous)
  }

  override func pointerUp(_ event: PointerEvent) {
    handles.move(number, to: place(of: event) + offset, .final)
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.subtracting(.shift).isEmpty else { return false }
    let step = event.modifiers.contains(.shift) ? 10.0 : 1
    let way: Vector
    switch event.key {
    case .left: way = Vector(-step, 0)
    case .right: way = Vector(step, 0)
    case .up: way = Vector(0, -step)
    case .down: way = Vector(0, step)
    default: return false
    }
    handles.move(number, to: (handles.place(of: number) ?? frame.center) + way, .final, snaps: false)
    return true
  }

  override func update(_ interface: Interface) {
    label = handles.name(of: number)
    layer.removeSublayers()
    let radius = number < 2 ? 9.0 : 7.0
    let center = bounds.center
    func disc(_ radius: Double, _ color: RGBA) -> Layer {
      Layer(Rect(center: center, size: Size(2 * radius, 2 * radius)), fill: color, radius: radius)
    }
    let outer = disc(radius + interface.hairline, RGBA(hex: 0x000000, alpha: 0.55))
    outer.shadow = interface.theme.shadow()
    layer.addSublayer(outer)
    layer.addSublayer(disc(radius, RGBA(hex: 0xffffff)))
    layer.addSublayer(disc(radius - 2.5, RGBA(hex: 0x000000, alpha: 0.55)))
    layer.addSublayer(disc(radius - 2.5 - interface.hairline, handles.color(of: number).onPaper))
  }

  override var accessibility: AccessibilityNode {
    let place = handles.place(of: number) ?? .zero
    return AccessibilityNode(
      role: .slider2D, label: label, value: "\(Int(place.x.rounded())), \(Int(place.y.rounded()))",
      actions: [.focus], frame: frame, isFocused: isFocused)
  }
}
