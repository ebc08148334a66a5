public import Colors
public import Geometry

/// What fills a poster's page behind the ink.
public enum Background: Hashable, Sendable {
  case color(RGBA)
  /// Colours along a line whose ends are fractions of the page; mixed in sRGB.
  case linear(stops: [Stop], start: Point, end: Point)
  /// Colours around a centre, which is a fraction of the page; the radius is one of the page's diagonal half.
  case radial(stops: [Stop], center: Point, radius: Double)
  case picture(Picture)

  public struct Stop: Hashable, Sendable {
    public var color: RGBA
    /// Where on the line the colour stands, 0…1.
    public var location: Double

    public init(_ color: RGBA, at location: Double) {
      self.color = color
      self.location = location
    }
  }

  /// A picture that covers the page.
  public struct Picture: Hashable, Sendable {
    /// The file's own bytes, PNG, JPEG or WebP.
    public var bytes: [UInt8]
    /// The part of the picture that is shown, in fractions of it; nil is the largest middle part that fits.
    public var crop: Rect?
    /// How much black lies over it, 0…1.
    public var dimming: Double

    public init(bytes: [UInt8], crop: Rect? = nil, dimming: Double = 0) {
      self.bytes = bytes
      self.crop = crop
      self.dimming = dimming
    }
  }
}
