import ColorManagement
import Colors
import Controls
import Geometry
import Input
import Localization
import Scene
import Text

/// The square of a colour plane: one coordinate increases rightward, one upward, and the third is constant.
final class PlaneSquare: Control {
  let plane: ColorPlane
  private let language: Language
  let loupe = Loupe(
    name: "square loupe", rest: .init(radius: 15, stroke: 2, elevation: 0.5),
    held: .init(radius: 40, stroke: 5, elevation: 1.25))
  private var color = PickerColor(RGBA(red: 0, green: 0, blue: 0))
  private var reducesMotion = false

  /// The guides over the plane.
  var guides = PlaneGuides() {
    didSet { if guides != oldValue { setNeedsUpdate() } }
  }

  /// The gamut of a press in the plane, or nil if it is not shown.
  var printable: PrintableRegion? {
    didSet { if printable != oldValue { setNeedsUpdate() } }
  }

  private let printableEdge = PrintableEdge()

  let note = LoupeNote()
  private let labels = ContrastLabels()

  /// The line that a drag with Shift follows.
  private var followed: PlaneCurve?

  /// The content of the square without the loupe, rendered only when it changes.
  struct Picture: Hashable {
    let plane: Plane
    let guides: PlaneGuides
    let scale: Double

    var contents: Contents {
      guides.isEmpty ? .plane(plane) : .shader(ShaderFill(plane, guides: guides, scale: scale))
    }
  }

  private var picture: Picture?

  private let onChange: (_ across: Double, _ up: Double, ChangePhase) -> Void

  /// Called when a gesture was cancelled.
  var onCancel: () -> Void = {}

  init(
    _ plane: ColorPlane, _ language: Language,
    onChange: @escaping (_ across: Double, _ up: Double, ChangePhase) -> Void
  ) {
    self.plane = plane
    self.language = language
    self.onChange = onChange
    super.init(label: language.localized(plane.title))
    layoutDirection = .leftToRight
  }

  override var cursor: CursorShape { .crosshair }
  override var focusRadius: Double { 2 }

  func show(_ color: PickerColor) {
    guard color != self.color else { return }
    self.color = color
    setNeedsUpdate()
  }

  private var place: PickerColor.Place { color.place(in: plane) }

  /// The horizontal and vertical position of the colour, each 0…1.
  private var shares: (across: Double, up: Double) {
    (plane.across.share(of: place.across), plane.up.share(of: place.up))
  }

  /// Returns the content of the square for a value of the constant coordinate.
  func picture(at level: Double, scale: Double) -> Picture {
    Picture(plane: Plane(plane, at: level), guides: guides.fitting(plane), scale: scale)
  }

  override func update(_ interface: Interface) {
    reducesMotion = interface.reducesMotion
    let picture = picture(at: place.fixed, scale: interface.scale)
    if picture != self.picture {
      self.picture = picture
      layer.contents = picture.contents
    }
    printableEdge.show(printable, size: bounds.size, scale: interface.scale)
    labels.show(picture.plane, picture.guides, printable: printable, size: bounds.size, interface)
    if printableEdge.layer.superlayer == nil { layer.addSublayer(printableEdge.layer) }
    if labels.layer.superlayer == nil { layer.addSublayer(labels.layer) }
    let center = convert(
      toParent: Point(shares.across * frame.width, (1 - shares.up) * frame.height))
    loupe.show(guides.vision?.seen(color.rgba) ?? color.rgba, at: center, interface)
    note.show(
      isOutside ? color.rgba : nil, besideLoupeAt: center, radius: loupe.isHeld ? 40 : 15, in: frame,
      interface)
  }

  /// Whether the colour at the loupe is outside sRGB and shown as another one.
  var isOutside: Bool {
    guard plane.exceedsSRGB else { return false }
    let wanted = plane.color(place.across, place.up, place.fixed)
    return !Color(wanted).isInGamut(.srgb)
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    loupe.setHeld(true, at: event.time, reducingMotion: reducesMotion)
    choose(event, .continuous)
    return true
  }

  override func pointerDragged(_ event: PointerEvent) { choose(event, .continuous) }

  override func pointerUp(_ event: PointerEvent) {
    loupe.setHeld(false, at: event.time, reducingMotion: reducesMotion)
    choose(event, .final)
    followed = nil
  }

  override func pointerCancelled(at time: Double) {
    loupe.setHeld(false, at: time, reducingMotion: reducesMotion)
    followed = nil
    onCancel()
  }

  /// Chooses the colour at the pointer or, with Shift, the nearest one on a contrast line.
  private func choose(_ event: PointerEvent, _ phase: ChangePhase) {
    guard !bounds.isEmpty else { return }
    let inside = bounds.clamping(event.point)
    var share = Point(inside.x / bounds.width, 1 - inside.y / bounds.height)
    if event.modifiers.contains(.shift) {
      share = following(share) ?? share
    } else {
      followed = nil
    }
    onChange(plane.across.value(atShare: share.x), plane.up.value(atShare: share.y), phase)
  }

  /// Returns the nearest point of a contrast line, on the side that passes, or nil without lines; the line stays the
  /// same until the button is released. If no near colour passes in eight bits, the loupe's position is returned.
  private func following(_ share: Point) -> Point? {
    let curves = followed.map { [$0] } ?? labels.curves
    let found = curves.compactMap { curve in
      curve.nearest(to: share, in: bounds.size).map { (curve: curve, place: $0.place, distance: $0.distance) }
    }.min { $0.distance < $1.distance }
    followed = found?.curve
    return found.map { $0.curve.passing(at: $0.place) ?? Point(shares.across, shares.up) }
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.subtracting(.shift).isEmpty else { return false }
    let step = event.modifiers.contains(.shift) ? 0.1 : 0.01
    switch event.key {
    case .left: move(across: -step)
    case .right: move(across: step)
    case .up: move(up: step)
    case .down: move(up: -step)
    case .pageUp: move(up: 0.1)
    case .pageDown: move(up: -0.1)
    case .home: move(across: -1)
    case .end: move(across: 1)
    default: return false
    }
    return true
  }

  /// Moves by shares of the axes; a coordinate that does not move stays exact.
  private func move(across: Double = 0, up: Double = 0) {
    onChange(
      across == 0 ? place.across : plane.across.value(atShare: shares.across + across),
      up == 0 ? place.up : plane.up.value(atShare: shares.up + up), .final)
  }

  override var accessibility: AccessibilityNode {
    let parts = [(axis: plane.across, share: shares.across), (axis: plane.up, share: shares.up)]
    let words = parts.map { shareWords($0.axis, $0.share) }
    return AccessibilityNode(
      role: .slider2D, label: label,
      value: (words + [fixedWords] + outsideWords).joined(separator: ", "),
      actions: [.focus], frame: frame, isFocused: isFocused,
      children: parts.map {
        var node = AccessibilityNode(
          role: .slider, label: language.localized($0.axis.title),
          value: language.localized(
            "{number} %", ["number": language.shown(number: ($0.share * 100).text(.fixed(1)))]),
          range: AccessibilityNode.ValueRange(0, 100), step: 10,
          actions: [.increment, .decrement, .setValue], frame: frame)
        node.id = $0.axis.name
        node.number = $0.share * 100
        return node
      })
  }

  /// The constant coordinate in words: the name of a hue, or the coordinate's name and its share in percent.
  private var fixedWords: String {
    let axis = plane.fixed
    return axis.isCircular
      ? language.localized(HueName(place.fixed, fixedIn: plane).title)
      : shareWords(axis, axis.share(of: place.fixed))
  }

  /// Returns a coordinate's name and a share in percent.
  private func shareWords(_ axis: ColorPlane.Axis, _ share: Double) -> String {
    let coordinate = language.inSentence(language.localized(axis.title))
    return language.localized(
      "{coordinate} {share} %", ["coordinate": coordinate, "share": (share * 100).text(.fixed(0))])
  }

  private var outsideWords: [String] {
    guard isOutside else { return [] }
    let becomes = Color(color.rgba).text(as: .hex)
    return [language.localized("outside sRGB, becomes {color}", ["color": becomes])]
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    let isAcross = part == plane.across.name
    guard isAcross || part == plane.up.name else { return false }
    switch action {
    case .increment: isAcross ? move(across: 0.1) : move(up: 0.1)
    case .decrement: isAcross ? move(across: -0.1) : move(up: -0.1)
    case .setNumber(let number) where number.isFinite:
      let axis = isAcross ? plane.across : plane.up
      let value = axis.value(atShare: number / 100)
      onChange(isAcross ? value : place.across, isAcross ? place.up : value, .final)
    default: return false
    }
    return true
  }
}

/// The edge of a press's gamut: dashes and dots in white with a dark outline, unlike the plane's own lines.
final class PrintableEdge {
  let layer = Layer()

  /// The inputs of the line.
  private struct Subject: Hashable {
    var region: PrintableRegion
    var size: Size
  }

  private var subject: Subject?

  init() { layer.name = "printable edge" }

  /// Shows the edge in a plane of some size; nil hides it.
  func show(_ region: PrintableRegion?, size: Size, scale: Double) {
    let wanted = region.map { Subject(region: $0, size: size) }
    guard wanted != subject else { return }
    subject = wanted
    layer.frame = Rect(origin: .zero, size: size)
    layer.removeSublayers()
    guard let region else { return }
    for (width, ink) in [(2.5, RGBA(red: 0, green: 0, blue: 0, alpha: 0.7)), (1, RGBA(hex: 0xffffff))] {
      let line = Layer(frame: layer.frame)
      line.contents = .path(PathContents(region.stroke(in: size, width: width), color: ink))
      layer.addSublayer(line)
    }
  }
}

/// A small card beside a loupe that says that the colour is outside sRGB, and which colour replaces it.
final class LoupeNote {
  let layer = Layer()

  private static let size = Size(116, 38)
  private static let gap = 8.0

  init() {
    layer.name = "loupe note"
    layer.isHidden = true
  }

  /// Shows the replacement of a colour outside sRGB beside a loupe, within an area; nil hides the card.
  func show(
    _ color: RGBA?, besideLoupeAt center: Point, radius: Double, in room: Rect, _ interface: Interface
  ) {
    layer.isHidden = color == nil
    guard let color else { return }
    let size = Self.size
    let reach = radius + Self.gap
    let isRight = center.x + reach + size.width <= room.maxX
    let x = isRight ? center.x + reach : max(center.x - reach - size.width, room.minX)
    let y = min(max(center.y - size.height / 2, room.minY), room.maxY - size.height)
    layer.removeSublayers()
    layer.frame = Rect(origin: Point(x, y), size: size).pixelAligned(scale: interface.scale)
    layer.setSurface(interface.theme.raised, radius: Theme.fieldRadius, elevation: 1, interface)
    let language = interface.language
    let words = [
      language.localized("Outside sRGB"),
      language.localized("becomes {color}", ["color": Color(color).text(as: .hex)]),
    ]
    for (line, text) in words.enumerated() {
      let style = line == 0 ? Theme.secondary : Theme.secondaryFigures
      layer.addSublayer(
        Layer(
          text, style: style, color: line == 0 ? interface.theme.secondaryInk : interface.theme.ink,
          in: Rect(x: 8, y: 3 + 16 * Double(line), width: size.width - 12, height: 16), interface))
    }
  }
}

/// The labels at the ends of the lines in a plane.
final class ContrastLabels {
  let layer = Layer()

  /// The inputs of the labels.
  private struct Subject: Hashable {
    var plane: Plane
    var guides: PlaneGuides
    var printable: PrintableRegion?
    var size: Size
    var scale: Double
  }

  private var subject: Subject?

  /// The contrast lines in the plane, for dragging along them.
  private(set) var curves: [PlaneCurve] = []

  private static let height = 14.0

  /// Returns possible frames for a label beside the end of a line, the preferred ones first.
  private static func frames(beside end: Point, width: Double, in size: Size) -> [Rect] {
    let left = min(max(end.x - width - 4, 2), size.width - width - 4)
    let (above, below) = (end.y - height - 1, end.y + 2)
    let near = [0.0, 6, 12].flatMap { [Point(left, above - $0), Point(left, below + $0)] }
    let beyond = [Point(end.x + 5, end.y - height / 2), Point(end.x + 5, above), Point(end.x + 5, below)]
    let far = [18.0, 26].flatMap { [Point(left, above - $0), Point(left, below + $0)] }
    return (near + beyond + far).map { Rect(origin: $0, size: Size(width: width, height: height)) }
      .filter { $0.minY >= 0 && $0.maxY <= size.height && $0.maxX <= size.width - 2 }
  }

  init() { layer.name = "line labels" }

  /// Shows the labels of a plane of some size.
  func show(
    _ plane: Plane, _ guides: PlaneGuides, printable: PrintableRegion?, size: Size, _ interface: Interface
  ) {
    let wanted = Subject(
      plane: plane, guides: guides, printable: printable, size: size, scale: interface.scale)
    guard wanted != subject else { return }
    subject = wanted
    layer.frame = Rect(origin: .zero, size: size)
    layer.removeSublayers()
    guard !guides.lines.isEmpty || printable != nil, !size.isEmpty else { return curves = [] }
    let trace = PlaneTrace(plane.colors, at: plane.level)
    let all = guides.lines.map(trace.curve(of:))
    curves = all.filter { !$0.line.isEdge }
    let pieces = all.flatMap(\.pieces).map { $0.inPixels(of: size) }
    var taken: [Rect] = []
    // Contrast labels have priority; gamut labels are shown where they fit.
    var ends: [(label: String, place: Point?)] = curves.map { ($0.line.label, $0.rightEnd) }
    ends.append(("CMYK", printable?.labelPlace))
    ends += all.filter(\.line.isEdge).map { ($0.line.label, $0.labelPlace) }
    for (label, end) in ends {
      guard let end else { continue }
      let width = interface.line(label, style: Theme.secondaryFigures).width
      let place = Point(end.x * size.width, (1 - end.y) * size.height)
      let frames = Self.frames(beside: place, width: width, in: size).filter { frame in
        !taken.contains { $0.intersection(frame)?.isEmpty == false }
      }
      let crossings = frames.map { frame in pieces.count { $0.passes(through: frame) } }
      guard let least = crossings.min(), let best = crossings.firstIndex(of: least) else { continue }
      let frame = frames[best]
      taken.append(frame)
      let middle = frame.center
      let ground = trace.color(at: Point(middle.x / size.width, 1 - middle.y / size.height)).clipped
      let (white, black) = (RGBA(hex: 0xffffff), RGBA(hex: 0))
      let ink = wcagContrast(white, ground) >= wcagContrast(black, ground) ? white : black
      layer.addSublayer(
        Layer(label, style: Theme.secondaryFigures, color: ink, in: frame, interface))
    }
  }
}

extension LineSegment {
  /// Returns the segment in points of a plane, y downward, from shares of the axes.
  fileprivate func inPixels(of size: Size) -> LineSegment {
    func scaled(_ place: Point) -> Point { Point(place.x * size.width, (1 - place.y) * size.height) }
    return LineSegment(scaled(start), scaled(end))
  }

  /// Returns whether the segment passes through a rectangle, tested every two points along it.
  fileprivate func passes(through frame: Rect) -> Bool {
    guard max(start.x, end.x) >= frame.minX, min(start.x, end.x) <= frame.maxX,
      max(start.y, end.y) >= frame.minY, min(start.y, end.y) <= frame.maxY
    else { return false }
    let steps = max(Int(start.distance(to: end) / 2), 1)
    return (0...steps).contains { frame.contains(point(at: Double($0) / Double(steps))) }
  }
}

extension PlaneCurve {
  /// The place for the label of an edge: its end farthest up and to the right.
  fileprivate var labelPlace: Point? {
    let ends = pieces.flatMap { piece -> [Point] in [piece.start, piece.end] }
    return ends.max { $0.x + $0.y < $1.x + $1.y }
  }
}

extension PrintableRegion {
  /// The place for the label of the edge: its end farthest to the right.
  fileprivate var labelPlace: Point? { lines.flatMap { $0 }.max { $0.x < $1.x } }
}
