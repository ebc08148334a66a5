import Colors
public import Geometry
public import Posters

/// The grounds of which templates and samples are made, from colours as 0xRRGGBB.
extension Background {
  public static func plain(_ hex: UInt32) -> Background { .color(RGBA(hex: hex)) }

  /// Colours from the top down.
  public static func falling(_ colors: UInt32...) -> Background {
    .linear(stops: stops(colors), start: Point(0.5, 0), end: Point(0.5, 1))
  }

  /// Colours from the upper left to the lower right.
  public static func slanted(_ colors: UInt32...) -> Background {
    .linear(stops: stops(colors), start: Point(0, 0), end: Point(1, 1))
  }

  /// Colours around a centre, which is a fraction of the page; the radius is one of half its diagonal.
  public static func glowing(_ colors: UInt32..., at center: Point, radius: Double) -> Background {
    .radial(stops: stops(colors), center: center, radius: radius)
  }

  private static func stops(_ colors: [UInt32]) -> [Stop] {
    colors.enumerated().map { index, color in
      Stop(RGBA(hex: color), at: Double(index) / Double(max(colors.count - 1, 1)))
    }
  }
}

extension Background {
  /// Returns the ground with so much black over it, 0…1; of a picture it is the dimming.
  public func dimmed(by share: Double) -> Background {
    func dark(_ color: RGBA) -> RGBA {
      RGBA(red: 0, green: 0, blue: 0, alpha: share).composited(over: color)
    }
    func dark(_ stops: [Stop]) -> [Stop] {
      stops.map { stop in
        var stop = stop
        stop.color = dark(stop.color)
        return stop
      }
    }
    switch self {
    case .color(let color): return .color(dark(color))
    case .linear(let stops, let start, let end): return .linear(stops: dark(stops), start: start, end: end)
    case .radial(let stops, let center, let radius):
      return .radial(stops: dark(stops), center: center, radius: radius)
    case .picture(var picture):
      picture.dimming = max(picture.dimming, share)
      return .picture(picture)
    }
  }
}
