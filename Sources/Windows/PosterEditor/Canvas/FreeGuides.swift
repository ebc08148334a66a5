import Colors
import Controls
import Geometry
import Input
import Posters
import Scene

/// The free guides on the canvas: they are drawn out of the rulers, moved, and removed by dragging them back.
///
/// Everything that is dragged on the page snaps to them. They are shown with the rulers and are not printed.
final class FreeGuides: Control {
  /// The direction of a guide.
  enum Direction: Hashable {
    case vertical, horizontal

    /// The places of the guides of this direction.
    var places: WritableKeyPath<Guides, [Double]> { self == .vertical ? \.vertical : \.horizontal }
  }

  private unowned let canvas: PosterCanvas
  private let session: EditorSession
  private let measure = Layer()
  private var lines: [FreeGuide] = []
  /// The guide that is dragged: its direction, the other guides, and its index among them while it is on the canvas.
  private var drag: (direction: Direction, others: Guides, index: Int)?

  init(_ canvas: PosterCanvas, _ session: EditorSession) {
    self.canvas = canvas
    self.session = session
    super.init(label: session.localized("Free guides"))
    layer.name = "free guides"
    isHidden = true
  }

  override var isFocusable: Bool { false }

  override func hitTest(_ point: Point) -> Control? {
    guard !isHidden, session.refusal == nil else { return nil }
    return lines.last { !$0.isHidden && $0.frame.contains(point) }
  }

  /// The points of the canvas per millimetre.
  private var unit: Double { canvas.pageFrame.width / max(session.poster.page.width, 1e-9) }

  /// Shows the guides of the present page, or none.
  func refresh(_ interface: Interface) {
    isHidden = !session.showsRulers || canvas.place.isFlying
    guard !isHidden else { return }
    let guides = session.poster.guides
    let wanted =
      guides.vertical.indices.map { (Direction.vertical, $0) }
      + guides.horizontal.indices.map { (Direction.horizontal, $0) }
    // A guide that is dragged out of the page keeps its control, which follows the pointer.
    while drag == nil, lines.count > wanted.count { lines.removeLast().removeFromParent() }
    while lines.count < wanted.count {
      let line = FreeGuide(self)
      lines.append(line)
      addChild(line)
    }
    if measure.superlayer == nil { layer.addSublayer(measure) }
    layer.bringToFront([measure])
    let page = canvas.pageFrame
    for (place, line) in lines.enumerated() { line.isHidden = place >= wanted.count }
    for (line, (direction, index)) in zip(lines, wanted) {
      let place = guides[keyPath: direction.places][index]
      let frame =
        direction == .vertical
        ? Rect(x: page.minX + place * unit, y: 0, width: 0, height: bounds.height)
        : Rect(x: 0, y: page.minY + place * unit, width: bounds.width, height: 0)
      line.show(direction, index, frame)
    }
  }

  // MARK: Values

  /// Returns the place of a guide, in millimetres.
  func place(of guide: FreeGuide) -> Double? {
    let places = session.poster.guides[keyPath: guide.direction.places]
    return places.indices.contains(guide.index) ? places[guide.index] : nil
  }

  /// Moves a guide to a place in millimetres, as one step.
  func set(_ guide: FreeGuide, to place: Double, _ phase: ChangePhase) {
    guard session.mayChange(), place.isFinite else { return }
    let kept = min(max(place, Guides.places.lowerBound), Guides.places.upperBound)
    session.change(.guides, phase) { poster in
      guard poster.guides[keyPath: guide.direction.places].indices.contains(guide.index) else { return }
      poster.guides[keyPath: guide.direction.places][guide.index] = (kept * 10).rounded() / 10
    }
  }

  /// Removes a guide.
  func remove(_ guide: FreeGuide) {
    guard session.mayChange() else { return }
    session.change(.guides) { poster in
      guard poster.guides[keyPath: guide.direction.places].indices.contains(guide.index) else { return }
      poster.guides[keyPath: guide.direction.places].remove(at: guide.index)
    }
  }

  // MARK: Dragging

  /// Begins to draw a new guide out of a ruler; returns whether there may be another one.
  func begin(_ direction: Direction) -> Bool {
    guard session.mayChange() else { return false }
    let guides = session.poster.guides
    guard guides[keyPath: direction.places].count < Guides.most else {
      session.say(
        session.localized(
          "A page takes up to {count} guides in each direction", ["count": "\(Guides.most)"]))
      return false
    }
    drag = (direction, guides, guides[keyPath: direction.places].count)
    return true
  }

  /// Begins to move a guide.
  func begin(_ guide: FreeGuide) -> Bool {
    guard session.mayChange(), place(of: guide) != nil else { return false }
    var others = session.poster.guides
    others[keyPath: guide.direction.places].remove(at: guide.index)
    drag = (guide.direction, others, guide.index)
    return true
  }

  /// Moves the dragged guide to a point of the canvas; over a ruler or outside the canvas it is removed.
  func move(to point: Point, _ phase: ChangePhase) {
    guard let (direction, others, index) = drag else { return }
    let isKept = canvas.place.view.viewport.contains(point)
    let place = isKept ? snapped(point, direction) : nil
    session.change(.guides, phase) { poster in
      poster.guides = others
      if let place { poster.guides[keyPath: direction.places].insert(place, at: index) }
    }
    if phase == .final { drag = nil }
    showPlace(phase == .final ? nil : place, direction, at: point)
  }

  /// Restores the guides from before the drag.
  func cancel() {
    guard drag != nil else { return }
    drag = nil
    session.giveUpGesture(.guides)
    showPlace(nil, .vertical, at: .zero)
  }

  /// The distance at which a guide snaps, in points of the canvas.
  private static let reach = 5.0

  /// Returns the place of a guide at a point in millimetres: at the page's edges, middle or margins if one is near, else
  /// at a whole millimetre or, where these are far apart, a tenth.
  private func snapped(_ point: Point, _ direction: Direction) -> Double {
    let (page, size, margins) = (canvas.pageFrame, session.poster.page, session.poster.margins)
    let isVertical = direction == .vertical
    let place = (isVertical ? point.x - page.minX : point.y - page.minY) / max(unit, 1e-9)
    let length = isVertical ? size.width : size.height
    let (before, after) =
      isVertical
      ? (margins.sides, margins.sides) : (margins.top, margins.bottom)
    let marked = [0, length / 2, length, before * length, length - after * length]
    if let near = marked.min(by: { abs($0 - place) < abs($1 - place) }), abs(near - place) * unit < Self.reach
    {
      return (near * 100).rounded() / 100
    }
    let step = unit >= 12 ? 0.1 : 1
    let limited = min(max(place, Guides.places.lowerBound), Guides.places.upperBound)
    return ((limited / step).rounded() * step * 10).rounded() / 10
  }

  private func showPlace(_ place: Double?, _ direction: Direction, at point: Point) {
    measure.removeSublayers()
    guard let place, let interface = host?.interface else { return }
    let page = canvas.pageFrame
    let anchor =
      direction == .vertical
      ? Point(page.minX + place * unit, point.y - 14) : Point(point.x, page.minY + place * unit - 4)
    measure.addSublayer(
      .guideLabel(
        millimetres(place, in: interface.language), above: anchor,
        within: canvas.place.view.viewport.inset(by: 4), interface))
  }
}

/// A free guide.
final class FreeGuide: Control {
  private unowned let owner: FreeGuides
  private(set) var direction = FreeGuides.Direction.vertical
  private(set) var index = 0
  /// The line in the control's own coordinates.
  private var line = Rect.zero

  /// The distance at which a press grabs a guide, in points.
  private static let reach = 3.0

  init(_ owner: FreeGuides) {
    self.owner = owner
    super.init(label: "")
  }

  /// Shows the guide with an index as a line on the canvas.
  func show(_ direction: FreeGuides.Direction, _ index: Int, _ line: Rect) {
    (self.direction, self.index) = (direction, index)
    frame = line.inset(
      by: direction == .vertical
        ? EdgeInsets(top: 0, left: -Self.reach, bottom: 0, right: -Self.reach)
        : EdgeInsets(top: -Self.reach, left: 0, bottom: -Self.reach, right: 0))
    self.line = line.offset(by: .zero - frame.origin)
    if let language = owner.host?.interface.language {
      label =
        direction == .vertical
        ? language.localized("Vertical guide {number}", ["number": "\(index + 1)"])
        : language.localized("Horizontal guide {number}", ["number": "\(index + 1)"])
    }
    setNeedsUpdate()
  }

  override var cursor: CursorShape { direction == .vertical ? .horizontalResize : .verticalResize }
  override var focusFrame: Rect { line.outset(by: 2) }
  override var focusRadius: Double { 2 }
  override var tooltip: Tooltip? {
    guard !isPressed, let place = owner.place(of: self), let language = host?.interface.language else {
      return nil
    }
    return Tooltip("\(label), \(millimetres(place, in: language))")
  }

  private func place(of event: PointerEvent) -> Point { event.point + (frame.origin - .zero) }

  override func pointerDown(_ event: PointerEvent) -> Bool { owner.begin(self) }
  override func pointerDragged(_ event: PointerEvent) { owner.move(to: place(of: event), .continuous) }
  override func pointerUp(_ event: PointerEvent) { owner.move(to: place(of: event), .final) }
  override func pointerCancelled(at time: Double) { owner.cancel() }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.subtracting(.shift).isEmpty, let place = owner.place(of: self) else { return false }
    let step = event.modifiers.contains(.shift) ? 10.0 : 1
    switch event.key {
    case .right where direction == .vertical, .down where direction == .horizontal:
      owner.set(self, to: place + step, .final)
    case .left where direction == .vertical, .up where direction == .horizontal:
      owner.set(self, to: place - step, .final)
    case .delete, .backspace: owner.remove(self)
    default: return false
    }
    return true
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    // Light beside the highlight colour, so that it is visible on any background.
    let shift = direction == .vertical ? Vector(interface.hairline, 0) : Vector(0, interface.hairline)
    let pale = Layer.guide(line.offset(by: shift), interface)
    pale.backgroundColor = RGBA.white.withAlpha(0.6)
    layer.addSublayer(pale)
    layer.addSublayer(.guide(line, interface))
    if isHovered || isPressed { layer.addSublayer(.guide(line.offset(by: shift), interface)) }
  }

  override var accessibility: AccessibilityNode {
    let language = host?.interface.language ?? .english
    var node = AccessibilityNode(
      role: .slider, label: label, value: owner.place(of: self).map { millimetres($0, in: language) },
      range: .init(Guides.places.lowerBound, Guides.places.upperBound), step: 1,
      actions: [.increment, .decrement, .setValue, .focus], frame: frame, isFocused: isFocused)
    node.number = owner.place(of: self)
    return node
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard let place = owner.place(of: self) else { return false }
    switch action {
    case .increment: owner.set(self, to: place + 1, .final)
    case .decrement: owner.set(self, to: place - 1, .final)
    case .setNumber(let number): owner.set(self, to: number, .final)
    default: return false
    }
    return true
  }
}
