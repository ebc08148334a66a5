import Colors
import Geometry
import Input
import Scene

/// A vertical strip along which one channel goes: the hue, or alpha.
final class ColorTrack: LoupeControl {
  enum Kind {
    /// 0° at the top, 360° at the bottom.
    case hue
    /// Opaque at the top, clear at the bottom.
    case alpha
  }

  private let kind: Kind
  private var color = PickerColor(RGBA(red: 0, green: 0, blue: 0))
  private let onChange: (Double, ChangePhase) -> Void
  private var strip: Raster?

  /// Creates a track; it reports a hue in degrees, or alpha 0…1.
  init(_ kind: Kind, onChange: @escaping (Double, ChangePhase) -> Void) {
    self.kind = kind
    self.onChange = onChange
    super.init(
      label: kind == .hue ? "Hue" : "Alpha",
      loupe: Loupe(
        name: kind == .hue ? "hue loupe" : "alpha loupe", rest: .init(radius: 11, stroke: 2, elevation: 0.5),
        held: .init(radius: 24, stroke: 4, elevation: 1)))
  }

  func show(_ color: PickerColor) { self.color = color }

  /// How far down the loupe stands, 0…1.
  private var fraction: Double { kind == .hue ? color.hue / 360 : 1 - color.alpha }

  override func update(_ interface: Interface) {
    super.update(interface)
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
    loupe.show(
      kind == .hue
        ? HSB(hue: color.hue, saturation: 1, brightness: 1).rgba()
        : color.rgba.composited(over: RGBA(hex: 0xe6e6e6)),
      at: Point(frame.midX, frame.minY + fraction * frame.height), interface)
  }

  /// Makes the strip on the CPU: one pixel wide, hue 0 in the first row and 360 in the last.
  private func hueStrip(rows: Int) -> Raster {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows * 4)
    for row in 0..<rows {
      let hue = 360 * Double(row) / Double(rows - 1)
      let color = HSB(hue: hue, saturation: 1, brightness: 1).rgba().bytes8
      bytes += [color.r, color.g, color.b, 255]
    }
    return Raster(size: PixelSize(width: 1, height: rows), bytes: bytes)
  }

  override func choose(_ point: Point, _ phase: ChangePhase) {
    guard bounds.height > 0 else { return }
    let down = min(max(point.y / bounds.height, 0), 1)
    onChange(kind == .hue ? down * 360 : 1 - down, phase)
  }

  override func wheel(_ event: WheelEvent) -> Bool {
    move(down: -event.notches.dy * (event.modifiers.contains(.shift) ? 10 : 1))
    return true
  }

  // Keys move the loupe the way they point.
  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.subtracting(.shift).isEmpty else { return false }
    let step = event.modifiers.contains(.shift) ? 10.0 : 1
    switch event.key {
    case .up: move(down: -step)
    case .down: move(down: step)
    case .left: move(down: kind == .hue ? -step : step)
    case .right: move(down: kind == .hue ? step : -step)
    case .pageUp: move(down: -10)
    case .pageDown: move(down: 10)
    case .home: onChange(kind == .hue ? 0 : 1, .final)
    case .end: onChange(kind == .hue ? 360 : 0, .final)
    default: return false
    }
    return true
  }

  /// Moves by degrees or percent; the hue goes round.
  private func move(down steps: Double) {
    switch kind {
    case .hue:
      var hue = color.hue + steps
      if hue > 360 { hue -= 360 }
      if hue < 0 { hue += 360 }
      onChange(hue, .final)
    case .alpha:
      onChange(min(max(color.alpha - steps / 100, 0), 1), .final)
    }
  }

  override var focusRadius: Double { 4 }

  override var accessibility: AccessibilityNode {
    let isHue = kind == .hue
    return AccessibilityNode(
      role: .slider, label: label,
      value: isHue
        ? "\(fixed(color.hue, decimals: 1))°, \(HueName(hue: color.hue).rawValue)"
        : "\(fixed(color.alpha * 100, decimals: 0)) %",
      range: AccessibilityNode.ValueRange(0, isHue ? 360 : 100), step: isHue ? 15 : 10,
      actions: [.increment, .decrement, .setValue, .focus], frame: frame, isFocused: isFocused)
  }
}

extension ImageContents {
  /// Light and middle grey squares of six points, the ground of what can be seen through.
  static let checkerboard = ImageContents(
    Raster(
      size: PixelSize(width: 2, height: 2),
      bytes: [
        255, 255, 255, 255, 204, 204, 204, 255,
        204, 204, 204, 255, 255, 255, 255, 255,
      ]),
    filter: .nearest, tile: Size(12, 12))
}
