public import Colors
public import Geometry

extension PosterLayout {
  /// What fills a sheet, with places in points and colours as they are on white paper.
  public enum Paint: Hashable, Sendable {
    case color(RGBA)
    case linear(stops: [Background.Stop], start: Point, end: Point)
    case radial(stops: [Background.Stop], center: Point, radius: Double)
    case picture(PlacedPicture)
  }

  /// A picture and the part of it that fills the sheet.
  public struct PlacedPicture: Hashable, Sendable {
    public let bytes: [UInt8]
    /// The part that is shown, in fractions of the picture.
    public let crop: Rect
    /// How much black lies over it, 0…1.
    public let dimming: Double
  }

  /// Returns what fills a sheet, which is the page or with its bleed more than that.
  public func paint(on sheet: Rect) -> Paint {
    switch background {
    case .color(let color): return .color(color.onPaper)
    case .linear(let stops, let start, let end):
      guard let stops = Self.sane(stops), start.isFinite, end.isFinite, start != end else {
        return .color(background.meanColor)
      }
      return .linear(stops: stops, start: place(start), end: place(end))
    case .radial(let stops, let center, let radius):
      guard let stops = Self.sane(stops), center.isFinite, radius.isFinite, radius > 0 else {
        return .color(background.meanColor)
      }
      let diagonal = Point.zero.distance(to: Point(page.width, page.height))
      return .radial(stops: stops, center: place(center), radius: radius * diagonal / 2)
    case .picture:
      guard let picture = picture(covering: sheet.size) else { return .color(background.meanColor) }
      return .picture(picture)
    }
  }

  /// Returns the background's picture and the largest middle part of what should be shown that has the shape of
  /// `size`; nil for another background or a picture that cannot be read.
  private func picture(covering size: Size) -> PlacedPicture? {
    guard case .picture(let picture) = background, let aspect = pictureAspect else { return nil }
    let dimming = picture.dimming.isFinite ? min(max(picture.dimming, 0), 1) : 0
    let whole = Rect(x: 0, y: 0, width: 1, height: 1)
    let part = picture.crop.flatMap { whole.intersection($0) } ?? whole
    // The shape of the part, and how much of its width and height is left when it is cut to the page's.
    let excess = part.width / part.height * aspect / (size.width / size.height)
    let kept = Size(part.width * min(1, 1 / excess), part.height * min(1, excess))
    return PlacedPicture(bytes: picture.bytes, crop: Rect(center: part.center, size: kept), dimming: dimming)
  }

  private func place(_ fraction: Point) -> Point {
    Point(page.minX + fraction.x * page.width, page.minY + fraction.y * page.height)
  }

  /// Returns stops in the order of their places, on paper; nil when there is none.
  private static func sane(_ stops: [Background.Stop]) -> [Background.Stop]? {
    guard !stops.isEmpty else { return nil }
    var latest = 0.0
    return stops.prefix(Background.stopCounts.upperBound).map { stop in
      let place = stop.location.isFinite ? min(max(stop.location, 0), 1) : 0
      latest = max(latest, place)
      return Background.Stop(stop.color.onPaper, at: latest)
    }
  }
}
