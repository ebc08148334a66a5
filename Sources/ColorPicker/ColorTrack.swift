import Colors
import Controls
import Geometry
import Scene
import Text

/// A vertical strip along which one channel goes: the hue, or alpha.
final class ColorTrack: Slider {
  enum Kind {
    /// 0° at the top, 360° at the bottom.
    case hue
    /// Opaque at the top, clear at the bottom.
    case alpha
  }

  let loupe: Loupe

  /// Where the loupe may reach to the left and to the right, in the coordinates of the panel.
  var loupeRoom = -Double.infinity...Double.infinity

  private let kind: Kind
  private var color = PickerColor(RGBA(red: 0, green: 0, blue: 0))
  private var strip: SharedBitmap?
  private var reducesMotion = false

  /// Creates a track; it reports a hue in degrees, or alpha 0…1.
  init(_ kind: Kind, onChange: @escaping (Double, ChangePhase) -> Void) {
    self.kind = kind
    loupe = Loupe(
      name: kind == .hue ? "hue loupe" : "alpha loupe", rest: .init(radius: 15, stroke: 2, elevation: 0.5),
      held: .init(radius: 40, stroke: 5, elevation: 1.25))
    let isHue = kind == .hue
    super.init(
      label: isHue ? "Hue" : "Alpha", range: isHue ? 0...360 : 0...1, direction: isHue ? .downward : .upward,
      scale: isHue ? .circular(step: 1) : .linear(step: 0.01)
    ) { value, phase, _ in onChange(value, phase) }
  }

  func show(_ color: PickerColor) {
    guard color != self.color else { return }
    self.color = color
    value = kind == .hue ? color.hue : color.alpha
    setNeedsUpdate()
  }

  override func heldChanged(_ isHeld: Bool, at time: Double) {
    loupe.setHeld(isHeld, at: time, reducingMotion: reducesMotion)
  }

  override func update(_ interface: Interface) {
    reducesMotion = interface.reducesMotion
    layer.removeSublayers()
    layer.cornerRadius = 4
    switch kind {
    case .hue:
      let rows = max(2, Int((bounds.height * interface.scale).rounded()))
      if strip?.size.height != rows { strip = hueStrip(rows: rows) }
      layer.contents = strip.map { .image(ImageContents($0, filter: .nearest)) }
    case .alpha:
      layer.contents = .image(.checkerboard)
      let solid = RGBA(red: color.red, green: color.green, blue: color.blue)
      let clear = RGBA(red: color.red, green: color.green, blue: color.blue, alpha: 0)
      let fade = Layer(frame: bounds)
      fade.cornerRadius = 4
      fade.contents = .gradient(
        Gradient(stops: [.init(solid, at: 0), .init(clear, at: 1)], start: Point(0, 0), end: Point(0, 1)))
      layer.addSublayer(fade)
    }
    loupe.room = loupeRoom
    loupe.show(
      kind == .hue
        ? HSB(hue: color.hue, saturation: 1, brightness: 1).rgba()
        : color.rgba.composited(over: RGBA(hex: 0xe6e6e6)),
      at: place + (frame.origin - .zero), interface)
  }

  /// Makes the strip on the CPU: one pixel wide, hue 0 in the first row and 360 in the last.
  private func hueStrip(rows: Int) -> SharedBitmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows * 4)
    for row in 0..<rows {
      let hue = 360 * Double(row) / Double(rows - 1)
      let color = HSB(hue: hue, saturation: 1, brightness: 1).rgba().bytes8
      bytes += [color.r, color.g, color.b, 255]
    }
    return SharedBitmap(size: PixelSize(width: 1, height: rows), bytes: bytes)
  }

  override var focusRadius: Double { 4 }

  override var accessibility: AccessibilityNode {
    let isHue = kind == .hue
    var node = AccessibilityNode(
      role: .slider, label: label,
      value: isHue
        ? "\(color.hue.text(.fixed(1)))°, \(HueName(hue: color.hue).rawValue)"
        : "\((color.alpha * 100).text(.fixed(0))) %",
      range: AccessibilityNode.ValueRange(0, isHue ? 360 : 100), step: isHue ? 15 : 10,
      actions: [.increment, .decrement, .setValue, .focus], frame: frame, isFocused: isFocused)
    node.number = isHue ? color.hue : color.alpha * 100
    return node
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    let step = kind == .hue ? 15 : 0.1
    switch action {
    case .increment: return super.perform(.setNumber(value + step), on: part, at: time)
    case .decrement: return super.perform(.setNumber(value - step), on: part, at: time)
    case .setNumber(let number):
      return super.perform(.setNumber(kind == .hue ? number : number / 100), on: part, at: time)
    default: return super.perform(action, on: part, at: time)
    }
  }
}
