public import Colors
public import Geometry
public import Text

/// What fills a poster's page behind the ink; the paper, seen through what is not opaque, is white.
public enum Background: Hashable, Sendable {
  /// One colour all over; what is not opaque lies on white paper.
  case color(RGBA)
  /// Colours along a line whose ends are fractions of the page; mixed in sRGB.
  case linear(stops: [Stop], start: Point, end: Point)
  /// Colours around a centre, which is a fraction of the page; the radius is one of the page's diagonal half.
  case radial(stops: [Stop], center: Point, radius: Double)
  /// A picture that covers the page.
  case picture(Picture)

  /// A colour of a gradient and where it stands.
  public struct Stop: Hashable, Sendable {
    /// The colour; what is not opaque lies on white paper.
    public var color: RGBA
    /// Where on the line the colour stands, 0…1.
    public var location: Double
    /// What the stop's object had that this version does not know.
    public var unknownFields: [JSONMember] = []

    /// Creates a stop of a colour at a place from 0 to 1.
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
    /// The standard deviation of the Gaussian by which it is blurred, as a fraction of the page's width; 0 is sharp.
    public var blur: Double
    /// What the object of the crop had that this version does not know.
    public var unknownCropFields: [JSONMember] = []

    /// Creates a picture from the bytes of its file; it is shown in its largest middle part unless a crop says
    /// otherwise.
    public init(bytes: [UInt8], crop: Rect? = nil, dimming: Double = 0, blur: Double = 0) {
      self.bytes = bytes
      self.crop = crop
      self.dimming = dimming
      self.blur = blur
    }
  }

  /// How far a picture may be blurred.
  public static let blurs = 0.0...0.1

  /// How many stops a gradient has.
  static let stopCounts = 2...16

  /// The one colour that stands for the background while nothing better is there.
  public var meanColor: RGBA {
    switch self {
    case .color(let color): return color.onPaper
    case .linear(let stops, _, _), .radial(let stops, _, _):
      guard !stops.isEmpty else { return .white }
      let colors = stops.map(\.color.onPaper)
      func mean(_ channel: KeyPath<RGBA, Double>) -> Double {
        colors.reduce(0) { $0 + $1[keyPath: channel] } / Double(colors.count)
      }
      return RGBA(red: mean(\.red), green: mean(\.green), blue: mean(\.blue))
    case .picture(let picture):
      let grey = 0.4 * (1 - min(max(picture.dimming, 0), 1))
      return RGBA(red: grey, green: grey, blue: grey)
    }
  }
}

extension RGBA {
  /// What is seen of the colour on white paper, in eight bits a channel, as every output has it.
  public var onPaper: RGBA {
    let seen = clipped.composited(over: .white).bytes8
    return RGBA(bytes: seen.r, seen.g, seen.b)
  }
}
