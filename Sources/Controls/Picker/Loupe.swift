import Colors
import Geometry
import Motion
import Scene

/// A disc that shows the colour under it; it grows and rises while it is held.
final class Loupe {
  let layer = Layer()

  /// The middle, in the coordinates of the layer's superlayer.
  var center = Point.zero

  /// What the disc shows; drawn opaque.
  var color = RGBA(red: 0, green: 0, blue: 0)

  private let restRadius: Double
  private let heldRadius: Double
  private var growth: RunningSpring
  private var time = 0.0

  /// Interface springs: quick and without a bounce.
  private static let spring = Spring(response: 0.32, dampingRatio: 1)

  init(restRadius: Double, heldRadius: Double) {
    self.restRadius = restRadius
    self.heldRadius = heldRadius
    growth = RunningSpring(
      spring: Self.spring, from: Moving(value: 0, velocity: 0), toward: 0, startTime: 0)
  }

  /// Starts to grow at `time`, or to shrink back.
  func setHeld(_ isHeld: Bool, at time: Double) {
    let target = isHeld ? 1.0 : 0
    guard growth.target != target else { return }
    growth = growth.retargeted(to: target, at: time)
  }

  /// Brings the growth to `time`; returns when the next frame is needed.
  func advance(to time: Double) -> Double? {
    self.time = time
    return time < restTime ? time : nil
  }

  /// When it is under a tenth of a point from its end.
  private var restTime: Double { growth.restTime(within: 0.1 / (heldRadius - restRadius)) }

  func update(_ interface: Interface) {
    let amount = time < restTime ? min(max(growth.state(at: time).value, 0), 1) : growth.target
    let radius = restRadius + (heldRadius - restRadius) * amount
    let ring = 2 + 2 * amount
    let hairline = max(interface.hairline, 0.75)
    layer.removeSublayers()
    layer.frame = Rect(center: center, size: .zero)
    func disc(_ radius: Double, _ fill: RGBA) -> Layer {
      Layer(Rect(center: .zero, size: Size(2 * radius, 2 * radius)), fill: fill, radius: radius)
    }
    let dark = RGBA(red: 0, green: 0, blue: 0, alpha: 0.55)
    let rim = disc(radius, RGBA(hex: 0xffffff))
    rim.shadow = interface.theme.shadow(elevation: 0.5 + amount)
    let outer = disc(radius + hairline, dark)
    layer.addSublayer(outer)
    layer.addSublayer(rim)
    layer.addSublayer(disc(radius - ring, dark))
    layer.addSublayer(
      disc(radius - ring - hairline, RGBA(red: color.red, green: color.green, blue: color.blue)))
  }
}
