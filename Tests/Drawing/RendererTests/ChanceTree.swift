import Colors
import Geometry
import Scene
import TestSupport

/// A tree of boxes, pictures, gradients and shadows at chance places, on whole pixels and between them.
struct ChanceTree {
  var generator: SeededGenerator

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &generator)
  }
  mutating func isSo(_ share: Double) -> Bool { number(0...1) < share }

  mutating func color() -> RGBA {
    let alpha = isSo(0.6) ? 1 : isSo(0.3) ? 0 : number(0...1)
    return RGBA(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: alpha)
  }

  mutating func bitmap(_ width: Int, _ height: Int) -> SharedBitmap {
    let isOpaque = isSo(0.6)
    var bytes: [UInt8] = []
    for index in 0..<max(width, 1) * max(height, 1) {
      let (x, y) = (index % max(width, 1), index / max(width, 1))
      bytes += [
        UInt8(x * 3 % 256), UInt8(y * 5 % 256), UInt8((x + y) % 256), isOpaque ? 255 : UInt8(x % 256),
      ]
    }
    return SharedBitmap(size: PixelSize(width: max(width, 1), height: max(height, 1)), bytes: bytes)
  }

  mutating func frame(in size: Size) -> Rect {
    let rect = Rect(
      x: number(-30...size.width), y: number(-30...size.height), width: number(4...size.width),
      height: number(4...size.height))
    guard isSo(0.6) else { return rect }
    return Rect(
      x: rect.minX.rounded(), y: rect.minY.rounded(), width: rect.width.rounded(),
      height: rect.height.rounded())
  }

  mutating func layer(in size: Size, depth: Int, scale: Double) -> Layer {
    let layer = Layer(frame: frame(in: size))
    if isSo(0.6) { layer.backgroundColor = color() }
    if isSo(0.5) { layer.cornerRadius = number(0...20) }
    if isSo(0.3) { (layer.borderWidth, layer.borderColor) = (number(0.5...5), color()) }
    if isSo(0.3) {
      layer.shadow = Shadow(
        color: color(), offset: Vector(number(-5...5), number(-5...5)), blur: number(1...20), spread: 0)
    }
    if isSo(0.25) { layer.opacity = number(0...1) }
    if isSo(0.2) { layer.masksToBounds = true }
    switch Int(number(0...3)) {
    case 0:
      let side = isSo(0.5) ? scale : number(0.3...3)
      let bitmap = bitmap(Int(layer.bounds.width * side), Int(layer.bounds.height * side))
      layer.contents = .image(ImageContents(bitmap))
    case 1:
      layer.contents = .gradient(
        Gradient(stops: [.init(color(), at: 0), .init(color(), at: 1)], start: .zero, end: Point(1, 1)))
    default: break
    }
    guard depth > 0 else { return layer }
    for _ in 0..<Int(number(0...3)) {
      layer.addSublayer(self.layer(in: layer.bounds.size, depth: depth - 1, scale: scale))
    }
    if isSo(0.1) { layer.mask = self.layer(in: layer.bounds.size, depth: 0, scale: scale) }
    return layer
  }
}
