import Colors
import Controls
import Geometry
import Input
import Posters
import Scene
import Text

/// The rulers along the upper and the left edge of the canvas, in millimetres from the page's corner, with the pointer's
/// place. A guide is drawn out of each of them.
final class PageRulers: Control {
  private unowned let canvas: PosterCanvas
  private let session: EditorSession
  private let rulers: [Ruler]
  private let corner = Layer()

  /// The thickness of a ruler, in points.
  static let thickness = 20.0

  init(_ canvas: PosterCanvas, _ session: EditorSession) {
    self.canvas = canvas
    self.session = session
    let language = session.interface.language
    rulers = [
      Ruler(language.localized("Upper ruler"), .horizontal, canvas.freeGuides),
      Ruler(language.localized("Left ruler"), .vertical, canvas.freeGuides),
    ]
    super.init(label: language.localized("Rulers"))
    layer.name = "rulers"
    for ruler in rulers { addChild(ruler) }
    layer.addSublayer(corner)
    isHidden = true
  }

  override var isFocusable: Bool { false }

  override func hitTest(_ point: Point) -> Control? {
    isHidden ? nil : rulers.first { $0.frame.contains(point) }
  }

  /// Shows the rulers of the present page, or none.
  func refresh(_ interface: Interface) {
    isHidden = !session.showsRulers || canvas.place.isFlying
    guard !isHidden else { return }
    let (page, side) = (canvas.pageFrame, Self.thickness)
    let unit = page.width / max(session.poster.page.width, 1e-9)
    rulers[0].frame = Rect(x: side, y: 0, width: max(bounds.width - side, 0), height: side)
    rulers[1].frame = Rect(x: 0, y: side, width: side, height: max(bounds.height - side, 0))
    rulers[0].show(start: page.minX - side, unit: unit, length: session.poster.page.width)
    rulers[1].show(start: page.minY - side, unit: unit, length: session.poster.page.height)
    corner.frame = Rect(x: 0, y: 0, width: side, height: side)
    corner.backgroundColor = interface.theme.window
    corner.removeSublayers()
    let unitName = session.localized("mm", context: "unit in the corner of the rulers")
    guard interface.line(unitName, style: Ruler.font).width <= side else { return }
    corner.addSublayer(
      Layer(
        unitName, style: Ruler.font, color: interface.theme.secondaryInk, in: corner.bounds,
        alignment: .center, interface))
  }

  /// Follows the pointer in each frame.
  override func advance(to time: Double, _ interface: Interface) -> Double? {
    let point = host?.pointerPlace.map(convert(fromWindow:)).flatMap { bounds.contains($0) ? $0 : nil }
    rulers[0].point(at: point.map { $0.x - Self.thickness }, interface)
    rulers[1].point(at: point.map { $0.y - Self.thickness }, interface)
    return nil
  }
}

/// A ruler.
final class Ruler: Control {
  /// The direction of the guides that are drawn out of the ruler, which is that of its own edge.
  private let guides: FreeGuides.Direction
  private unowned let owner: FreeGuides
  private let marker = Layer()
  /// The distance of the page's edge from the ruler's, the points per millimetre, and the page's length in millimetres.
  private var scale = Scale(start: 0, unit: 1, length: 0)
  /// The place of the pointer along the ruler.
  private var pointer: Double?

  private struct Scale: Hashable {
    var start: Double
    var unit: Double
    var length: Double
  }

  static let font = Font(size: 9, tabularFigures: true)

  init(_ label: String, _ guides: FreeGuides.Direction, _ owner: FreeGuides) {
    (self.guides, self.owner) = (guides, owner)
    super.init(label: label)
    marker.name = "pointer"
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { guides == .vertical ? .horizontalResize : .verticalResize }
  override var tooltip: Tooltip? {
    guard !isPressed, let language = host?.interface.language else { return nil }
    return Tooltip(language.localized("Drag out a guide"))
  }

  /// Whether the ruler lies along the upper edge.
  private var isLevel: Bool { guides == .horizontal }

  func show(start: Double, unit: Double, length: Double) {
    let scale = Scale(start: start, unit: unit, length: length)
    guard scale != self.scale else { return }
    self.scale = scale
    setNeedsUpdate()
  }

  // MARK: Guides

  private func place(of event: PointerEvent) -> Point { event.point + (frame.origin - .zero) }

  override func pointerDown(_ event: PointerEvent) -> Bool { owner.begin(guides) }
  override func pointerDragged(_ event: PointerEvent) { owner.move(to: place(of: event), .continuous) }
  override func pointerUp(_ event: PointerEvent) { owner.move(to: place(of: event), .final) }
  override func pointerCancelled(at time: Double) { owner.cancel() }

  // MARK: Appearance

  /// Returns the millimetres between two numbers, and between two lines, for a number of points per millimetre: one,
  /// two or five times a power of ten.
  static func steps(unit: Double) -> (numbers: Double, lines: Double) {
    guard unit > 0, unit.isFinite else { return (1, 1) }
    var power = 1e-3
    while power < 1e6 {
      for (factor, parts) in [(1.0, [10.0, 5, 2]), (2, [10, 4, 2]), (5, [10, 5])]
      where factor * power * unit >= 52 {
        let step = factor * power
        return (step, step / (parts.first { step / $0 * unit >= 4 } ?? 1))
      }
      power *= 10
    }
    return (power, power)
  }

  private var length: Double { isLevel ? bounds.width : bounds.height }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    let theme = interface.theme
    layer.masksToBounds = true
    layer.backgroundColor = theme.window
    let thickness = PageRulers.thickness
    func rect(_ along: Double, _ across: Double, _ width: Double, _ depth: Double) -> Rect {
      isLevel
        ? Rect(x: along, y: across, width: width, height: depth)
        : Rect(x: across, y: along, width: depth, height: width)
    }
    // The page itself is lighter.
    layer.addSublayer(Layer(rect(scale.start, 0, scale.length * scale.unit, thickness), fill: theme.raised))
    let hairline = interface.hairline
    layer.addSublayer(Layer(rect(0, thickness - hairline, length, hairline), fill: theme.hairline))
    let (numbers, lines) = Self.steps(unit: scale.unit)
    let first = (-scale.start / scale.unit / lines).rounded(.down)
    let last = ((length - scale.start) / scale.unit / lines).rounded(.up)
    guard last - first < 2000 else { return }
    let ratio = (numbers / lines).rounded()
    for step in stride(from: first, through: last, by: 1) {
      let along = ((scale.start + step * lines * scale.unit) * interface.scale).rounded() / interface.scale
      let isNumber = step.truncatingRemainder(dividingBy: ratio) == 0
      let isHalf = ratio == 10 && step.truncatingRemainder(dividingBy: 5) == 0
      let depth = isNumber ? thickness : isHalf ? 7.0 : 4
      layer.addSublayer(Layer(rect(along, thickness - depth, hairline, depth), fill: theme.secondaryInk))
      if isNumber, let number = number(step * lines, at: along, theme.secondaryInk, interface) {
        layer.addSublayer(number)
      }
    }
    layer.addSublayer(marker)
    showMarker(interface)
  }

  /// Returns a number beside its line, turned on the left ruler; nil where it is not whole.
  private func number(_ value: Double, at along: Double, _ color: RGBA, _ interface: Interface) -> Layer? {
    let words = interface.language.shown(number: value.text(.rounded(to: 3))).replacing("-", with: "−")
    let width = interface.line(words, style: Self.font).width
    let start = isLevel ? along + 3 : along - 3 - width
    guard start >= 0, start + width <= length else { return nil }
    let frame = Rect(x: 0, y: 0, width: 50, height: 12)
    let text = Layer(words, style: Self.font, color: color, in: frame, interface)
    guard !isLevel else {
      text.position = Point(along + 3, 0)
      text.anchorPoint = .zero
      return text
    }
    text.anchorPoint = .zero
    text.position = Point(0, along - 3)
    text.transform = .rotation(-.pi / 2, x: 0, y: 0, z: 1)
    return text
  }

  /// Shows the pointer's place along the ruler.
  func point(at place: Double?, _ interface: Interface) {
    guard place != pointer else { return }
    pointer = place
    showMarker(interface)
  }

  private func showMarker(_ interface: Interface) {
    marker.removeSublayers()
    guard let pointer, pointer >= 0 else { return }
    let color = interface.theme.highlight
    let place = (pointer * interface.scale).rounded() / interface.scale
    let width = max(1, interface.hairline)
    let thickness = PageRulers.thickness
    marker.addSublayer(
      Layer(
        isLevel
          ? Rect(x: place, y: 0, width: width, height: thickness)
          : Rect(x: 0, y: place, width: thickness, height: width), fill: color))
    let value = (pointer - scale.start) / scale.unit
    let number = interface.language.shown(number: value.text(.fixed(scale.unit >= 4 ? 1 : 0)))
    let words = number.replacing("-", with: "−")
    let size = interface.line(words, style: Self.font).width + 8
    let card = Layer(Rect(x: 0, y: 0, width: size, height: 13), fill: color, radius: 3)
    card.addSublayer(
      Layer(
        words, style: Self.font, color: .white, in: Rect(x: 4, y: 0, width: size - 8, height: 13), interface))
    card.anchorPoint = .zero
    // Beside the line, where there is room.
    if isLevel {
      card.position = Point(place + size + 4 < bounds.width ? place + 3 : place - size - 2, 2)
    } else {
      card.position = Point(2, place - 3 - size > 0 ? place - 2 : place + size + 3)
      card.transform = .rotation(-.pi / 2, x: 0, y: 0, z: 1)
    }
    marker.addSublayer(card)
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame)
  }
}
