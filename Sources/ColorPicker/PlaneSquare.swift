import Colors
import Controls
import Geometry
import Input
import Scene
import Text

/// The square of a plane of colours: one coordinate grows rightward, one upward, and all of it shares the third.
final class PlaneSquare: Control {
  let plane: ColorPlane
  let loupe = Loupe(
    name: "square loupe", rest: .init(radius: 15, stroke: 2, elevation: 0.5),
    held: .init(radius: 40, stroke: 5, elevation: 1.25))
  private var color = PickerColor(RGBA(red: 0, green: 0, blue: 0))
  private var reducesMotion = false
  private let onChange: (_ across: Double, _ up: Double, ChangePhase) -> Void

  init(_ plane: ColorPlane, onChange: @escaping (_ across: Double, _ up: Double, ChangePhase) -> Void) {
    self.plane = plane
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

  override func update(_ interface: Interface) {
    reducesMotion = interface.reducesMotion
    layer.contents = .plane(Plane(plane, at: place.fixed))
    let center = Point(
      frame.minX + shares.across * frame.width, frame.minY + (1 - shares.up) * frame.height)
    loupe.show(color.rgba, at: center, interface)
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    loupe.setHeld(true, at: event.time, reducingMotion: reducesMotion)
    choose(event.point, .continuous)
    return true
  }

  override func pointerDragged(_ event: PointerEvent) { choose(event.point, .continuous) }

  override func pointerUp(_ event: PointerEvent) {
    loupe.setHeld(false, at: event.time, reducingMotion: reducesMotion)
    choose(event.point, .final)
  }

  override func pointerCancelled(at time: Double) {
    loupe.setHeld(false, at: time, reducingMotion: reducesMotion)
    onChange(place.across, place.up, .final)
  }

  private func choose(_ point: Point, _ phase: ChangePhase) {
    guard !bounds.isEmpty else { return }
    let inside = bounds.clamping(point)
    onChange(
      plane.across.value(atShare: inside.x / bounds.width),
      plane.up.value(atShare: 1 - inside.y / bounds.height), phase)
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
    let words = parts.map { "\($0.axis.name.lowercased()) \(($0.share * 100).text(.fixed(0))) %" }
    return AccessibilityNode(
      role: .slider2D, label: label,
      value: (words + [plane.fixed.summary(of: place.fixed)]).joined(separator: ", "),
      actions: [.focus], frame: frame, isFocused: isFocused,
      children: parts.map {
        var node = AccessibilityNode(
          role: .slider, label: $0.axis.name, value: "\(($0.share * 100).text(.fixed(1))) %",
          range: AccessibilityNode.ValueRange(0, 100), step: 10,
          actions: [.increment, .decrement, .setValue], frame: frame)
        node.number = $0.share * 100
        return node
      })
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

extension ColorPlane.Axis {
  /// Returns a value in words: the name of a hue, or the coordinate's name and its share in percent.
  fileprivate func summary(of value: Double) -> String {
    isCircular
      ? HueName(hue: value).rawValue : "\(name.lowercased()) \((share(of: value) * 100).text(.fixed(0))) %"
  }
}
