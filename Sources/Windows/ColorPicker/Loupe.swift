import Colors
import Controls
import Geometry
import Motion
import Scene

/// A disc that shows the colour under it; it grows and rises while it is held.
final class Loupe {
  /// The dimensions of the loupe at rest or held, in points.
  struct Measures {
    var radius: Double
    var stroke: Double
    var elevation: Double
  }

  let layer = Layer()
  private let rest: Measures
  private let held: Measures

  /// The horizontal range that the held loupe stays within, if necessary beside its position.
  var room = -Double.infinity...Double.infinity

  private(set) var isHeld = false

  private let outerEdge = Layer()
  private let rim = Layer()
  private let innerEdge = Layer()
  private let disc = Layer()
  private var hairline = 1.0
  private var theme = Theme(.light)
  private var center = Point.zero

  /// The animation from rest to held, which takes a quarter of a second.
  private static let growth = Transaction.Action.eased(duration: 0.25, .easeIn)

  init(name: String, rest: Measures, held: Measures) {
    self.rest = rest
    self.held = held
    layer.name = name
    let dark = RGBA(red: 0, green: 0, blue: 0, alpha: 0.55)
    rim.backgroundColor = RGBA(hex: 0xffffff)
    outerEdge.backgroundColor = dark
    innerEdge.backgroundColor = dark
    // Untranslated: the names of layers.
    for (part, name) in [(outerEdge, "outer edge"), (rim, "rim"), (innerEdge, "inner edge"), (disc, "disc")] {
      part.name = name
      layer.addSublayer(part)
    }
  }

  /// Grows from `time` on, or shrinks; either starts from the current size.
  func setHeld(_ isHeld: Bool, at time: Double, reducingMotion: Bool) {
    guard isHeld != self.isHeld else { return }
    self.isHeld = isHeld
    layer.tree?.transact(Transaction(at: time, action: reducingMotion ? .none : Self.growth)) { measure() }
  }

  /// Places the loupe at `center`, in the coordinates of the layer's superlayer, with an opaque colour.
  func show(_ color: RGBA, at center: Point, _ interface: Interface) {
    self.center = center
    layer.frame = Rect(center: center, size: .zero)
    disc.backgroundColor = color.withAlpha(1)
    hairline = max(interface.hairline, 0.75)
    theme = interface.theme
    measure()
  }

  private func measure() {
    let now = isHeld ? fitting(held) : rest
    let shift = isHeld ? self.shift(of: now.radius + hairline) : 0
    func set(_ layer: Layer, radius: Double) {
      layer.frame = Rect(center: Point(shift, 0), size: Size(2 * radius, 2 * radius))
      layer.cornerRadius = radius
    }
    set(outerEdge, radius: now.radius + hairline)
    set(rim, radius: now.radius)
    set(innerEdge, radius: now.radius - now.stroke)
    set(disc, radius: now.radius - now.stroke - hairline)
    rim.shadow = theme.shadow(elevation: now.elevation)
  }

  /// Returns the largest dimensions that fit, no smaller than at rest.
  private func fitting(_ measures: Measures) -> Measures {
    var result = measures
    let widest = (room.upperBound - room.lowerBound) / 2 - hairline
    if widest < measures.radius { result.radius = max(widest, rest.radius) }
    return result
  }

  /// Returns the distance by which a loupe of a radius is moved to stay within its range.
  private func shift(of radius: Double) -> Double {
    let inside = min(max(center.x, room.lowerBound + radius), room.upperBound - radius)
    return inside - center.x
  }
}
