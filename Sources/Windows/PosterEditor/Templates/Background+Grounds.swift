import Colors
package import Geometry
package import Posters

/// The grounds of which templates and samples are made, from colours as 0xRRGGBB.
extension Background {
  package static func plain(_ hex: UInt32) -> Background { .color(RGBA(hex: hex)) }

  /// Colours from the top down.
  package static func falling(_ colors: UInt32...) -> Background {
    .linear(stops: stops(colors), start: Point(0.5, 0), end: Point(0.5, 1))
  }

  /// Colours from the upper left to the lower right.
  package static func slanted(_ colors: UInt32...) -> Background {
    .linear(stops: stops(colors), start: Point(0, 0), end: Point(1, 1))
  }

  /// Colours around a centre, which is a fraction of the page; the radius is one of half its diagonal.
  package static func glowing(_ colors: UInt32..., at center: Point, radius: Double) -> Background {
    .radial(stops: stops(colors), center: center, radius: radius)
  }

  private static func stops(_ colors: [UInt32]) -> [Stop] {
    colors.enumerated().map { index, color in
      Stop(RGBA(hex: color), at: Double(index) / Double(max(colors.count - 1, 1)))
    }
  }
}
