import ColorManagement
import Colors
import Controls
import Geometry
import Input
import Localization
import Scene
import Text

/// The square of a plane of colours: one coordinate grows rightward, one upward, and all of it shares the third.
final class PlaneSquare: Control {
  let plane: ColorPlane
  private let language: Language
  let loupe = Loupe(
    name: "square loupe", rest: .init(radius: 15, stroke: 2, elevation: 0.5),
    held: .init(radius: 40, stroke: 5, elevation: 1.25))
  private var color = PickerColor(RGBA(red: 0, green: 0, blue: 0))
  private var reducesMotion = false

  /// What is drawn over the plane.
  var guides = PlaneGuides() {
    didSet { if guides != oldValue { setNeedsUpdate() } }
  }

  /// What a press prints of the plane, or nil where that is not shown.
  var printable: PrintableRegion? {
    didSet { if printable != oldValue { setNeedsUpdate() } }
  }

  private let printableEdge = PrintableEdge()

  let note = LoupeNote()
  private let labels = ContrastLabels()

  /// The line that a drag with Shift follows.
  private var followed: PlaneCurve?

  /// What the square shows beside the loupe, which is made anew only when it changes.
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

  /// Told that a choice was given up.
  var onCancel: () -> Void = {}

  init(
    _ plane: ColorPlane, _ language: Language,
    onChange: @escaping (_ across: Double, _ up: Double, ChangePhase) -> Void
  ) {
    self.plane = plane
    self.language = language
    self.onChange = onChange
    super.init(label: plane.title)
  }

  override var cursor: CursorShape { .crosshair }
  override var focusRadius: Double { 2 }

  func show(_ color: PickerColor) {
    guard color != self.color else { return }
    self.color = color
    setNeedsUpdate()
  }

  private var place: PickerColor.Place { color.place(in: plane) }

  /// How far rightward and upward the colour stands, each from 0 to 1.
  private var shares: (across: Double, up: Double) {
    (plane.across.share(of: place.across), plane.up.share(of: place.up))
  }

  /// What the square shows where the coordinate that all of it shares has some value.
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
    let center = Point(
      frame.minX + shares.across * frame.width, frame.minY + (1 - shares.up) * frame.height)
    loupe.show(guides.vision?.seen(color.rgba) ?? color.rgba, at: center, interface)
    note.show(
      isOutside ? color.rgba : nil, besideLoupeAt: center, radius: loupe.isHeld ? 40 : 15, in: frame,
      interface)
  }

  /// Whether sRGB does not have the colour where the loupe stands, but another that is shown for it.
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

  /// Chooses the colour at the pointer or, with Shift, the nearest one of a contrast line.
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

  /// Returns the place of a contrast line that is nearest, on the side that passes; the line stays the same until the pointer
  /// is let go. Where nothing near passes in eight bits, the loupe stays where it is.
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

  /// Goes by shares of the way; a coordinate that does not move stays what it is to the last bit.
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
          role: .slider, label: $0.axis.name,
          value: language.localized("{number} %", ["number": ($0.share * 100).text(.fixed(1))]),
          range: AccessibilityNode.ValueRange(0, 100), step: 10,
          actions: [.increment, .decrement, .setValue], frame: frame)
        node.number = $0.share * 100
        return node
      })
  }

  /// What all of the square shares, in words: the name of a hue, or the coordinate's name and its share in percent.
  private var fixedWords: String {
    let axis = plane.fixed
    return axis.isCircular
      ? language.localized(HueName(place.fixed, fixedIn: plane).title)
      : shareWords(axis, axis.share(of: place.fixed))
  }

  /// A coordinate's name and a share in percent.
  private func shareWords(_ axis: ColorPlane.Axis, _ share: Double) -> String {
    language.localized(
      "{coordinate} {share} %",
      ["coordinate": axis.name.lowercased(), "share": (share * 100).text(.fixed(0))])
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
