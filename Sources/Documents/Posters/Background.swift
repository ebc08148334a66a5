public import Colors
public import Geometry
import Localization
import Glibc
public import Text

/// The background of a poster's page; the paper behind transparent parts is white.
public enum Background: Hashable, Sendable {
  /// A single colour; transparency shows white paper.
  case color(RGBA)
  /// A gradient along a line whose ends are fractions of the page, interpolated in sRGB.
  case linear(stops: [Stop], start: Point, end: Point)
  /// A gradient around a centre, which is a fraction of the page; the radius is a fraction of half the page's diagonal.
  case radial(stops: [Stop], center: Point, radius: Double)
  /// A picture that covers the page.
  case picture(Picture)

  /// A colour of a gradient and its position.
  public struct Stop: Hashable, Sendable {
    /// The colour; transparency shows white paper.
    public var color: RGBA
    /// The position along the gradient, 0…1.
    public var location: Double
    /// Members of the stop's object that this version does not know.
    public var unknownFields: [JSONMember] = []

    /// Creates a stop of a colour at a position, 0…1.
    public init(_ color: RGBA, at location: Double) {
      self.color = color
      self.location = location
    }
  }

  /// A picture that covers the page.
  public struct Picture: Hashable, Sendable {
    /// The bytes of the file: PNG, JPEG or WebP.
    public var bytes: [UInt8]
    /// The visible part of the picture, in fractions of it; nil is the largest centred part that fits.
    public var crop: Rect?
    /// The opacity of the black over it, 0…1.
    public var dimming: Double
    /// The standard deviation of its Gaussian blur, as a fraction of the page's width; 0 is sharp.
    public var blur: Double
    /// Members of the crop's object that this version does not know.
    public var unknownCropFields: [JSONMember] = []

    /// Creates a picture from the bytes of its file.
    ///
    /// - Parameters:
    ///   - bytes: A file of PNG, JPEG or WebP, which is not decoded here.
    ///   - crop: The visible part, in fractions of the picture; nil is the largest centred part that fits.
    ///   - dimming: The opacity of the black over it, 0…1.
    ///   - blur: The standard deviation of its blur as a fraction of the page's width, within `blurs`.
    public init(bytes: [UInt8], crop: Rect? = nil, dimming: Double = 0, blur: Double = 0) {
      self.bytes = bytes
      self.crop = crop
      self.dimming = dimming
      self.blur = blur
    }
  }

  /// The range of blur.
  public static let blurs = 0.0...0.1

  /// The range of the number of stops.
  static let stopCounts = 2...16

  /// The mean colour, shown until the background can be drawn.
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
  /// The colour over white paper, in eight bits per channel, as in every output.
  public var onPaper: RGBA {
    let seen = clipped.composited(over: .white).bytes8
    return RGBA(bytes: seen.r, seen.g, seen.b)
  }
}

extension Background {
  /// Reads a CSS background: a colour, `linear-gradient(…)` or `radial-gradient(…)`.
  ///
  /// Positions of stops are percentages. A radial gradient is a circle that reaches the farthest corner unless it says
  /// `closest-side`, `farthest-side` or `closest-corner`.
  ///
  /// - Throws: ``PosterError`` if the text is not a colour, or a gradient is unknown or incorrect.
  public init(css text: String, page: Page) throws(PosterError) {
    var reader = CSSReader(text)
    switch reader.next {
    case .function("linear-gradient"):
      reader.advance()
      self = try Self.linear(&reader, page: page)
    case .function("radial-gradient"):
      reader.advance()
      self = try Self.radial(&reader, page: page)
    case .function(let name) where name.hasSuffix("gradient"):
      throw Self.fault(
        Message("{name} is not known; there are linear-gradient and radial-gradient", ["name": name]))
    default:
      self = .color(try Self.color(text.trimmed))
      return
    }
    guard reader.next == .end else { throw Self.fault(Message("nothing may follow a gradient")) }
  }

  static func color(_ text: String, field: String = "background") throws(PosterError) -> RGBA {
    do {
      return shown(try Color(typed: text))
    } catch {
      throw notColor(text, error, field: field)
    }
  }

  /// Returns a colour in sRGB; one inside sRGB stays exact.
  private static func shown(_ color: Color) -> RGBA {
    color.isInGamut(.srgb) ? color.rgba.clipped : color.mapped(to: .srgb).rgba.clipped
  }

  private static func notColor(
    _ text: String, _ error: ColorSyntaxError, field: String = "background"
  ) -> PosterError {
    PosterError(
      field: field,
      message: Message(
        "{text} is not a colour: {reason}", ["text": text.excerpt], parts: ["reason": Message(error)]))
  }

  private static func fault(_ message: Message) -> PosterError {
    PosterError(field: "background", message: message)
  }

  // MARK: Stops

  /// Reads the stops of a gradient and the closing parenthesis, and distributes stops without a position evenly between
  /// their neighbours (CSS Images 3, 3.4.3).
  private static func stops(_ reader: inout CSSReader) throws(PosterError) -> [Stop] {
    var colors: [RGBA] = []
    var places: [Double?] = []
    repeat {
      let color = try color(&reader)
      var own: [Double] = []
      while let place = try percentage(&reader) { own.append(place) }
      guard own.count <= 2 else {
        throw fault(Message("a stop of a gradient is a colour and up to two percentages"))
      }
      for place in own.isEmpty ? [nil] : own.map(Optional.some) {
        colors.append(color)
        places.append(place)
      }
    } while reader.skip(",")
    guard reader.skip(")") else {
      throw fault(
        Message("a stop of a gradient is a colour and up to two percentages; separate stops with commas"))
    }
    guard stopCounts.contains(colors.count) else {
      throw fault(
        Message(
          "a gradient has from {least} to {most} stops, not {count}",
          [
            "least": String(stopCounts.lowerBound), "most": String(stopCounts.upperBound),
            "count": String(colors.count),
          ]))
    }
    return zip(colors, spread(places)).map { Stop($0, at: $1) }
  }

  /// Reads the colour of a stop.
  private static func color(_ reader: inout CSSReader) throws(PosterError) -> RGBA {
    let first = reader
    do {
      return shown(try Color(reading: &reader))
    } catch {
      var rest = first
      while rest.next != .end, rest.next != .mark(","), rest.next != .mark(")") { rest.skipComponent() }
      throw notColor(first.text(first.start..<rest.previousEnd), error)
    }
  }

  /// Reads a percentage as a share of 1; nil if the next token is another one.
  private static func percentage(_ reader: inout CSSReader) throws(PosterError) -> Double? {
    switch reader.next {
    case .percentage: break
    case .function(let name) where CSSMath.isFunction(name): break
    default: return nil
    }
    let quantity = try quantity(&reader)
    guard quantity.unit == .percentage else { throw fault(Message("the place of a stop is a percentage")) }
    return quantity.value / 100
  }

  private static func quantity(_ reader: inout CSSReader) throws(PosterError) -> CSSMath.Quantity {
    do {
      return try CSSMath().value(&reader)
    } catch {
      throw fault(Message(error))
    }
  }

  private static func spread(_ places: [Double?]) -> [Double] {
    var places = places
    places[0] = places[0] ?? 0
    places[places.count - 1] = places[places.count - 1] ?? 1
    var latest = -Double.infinity
    for index in places.indices {
      guard let place = places[index] else { continue }
      latest = max(latest, place.isFinite ? min(max(place, 0), 1) : 0)
      places[index] = latest
    }
    var result: [Double] = []
    for index in places.indices {
      if let place = places[index] {
        result.append(place)
      } else {
        let next = places[index...].firstIndex { $0 != nil } ?? places.count - 1
        let (start, end) = (result.last ?? 0, (places[next] ?? 1))
        result.append(start + (end - start) / Double(next - index + 1))
      }
    }
    return result
  }

  // MARK: Linear

  private static func linear(_ reader: inout CSSReader, page: Page) throws(PosterError) -> Background {
    let direction = try direction(&reader, page: page)
    let stops = try stops(&reader)
    // Perpendiculars to the line at its ends pass through the corners (CSS Images 3, 3.1.1).
    let (width, height) = (page.width, page.height)
    let half = ((width * direction.dx).magnitude + (height * direction.dy).magnitude) / 2
    let reach = Vector(dx: direction.dx * half / width, dy: direction.dy * half / height)
    let middle = Point(0.5, 0.5)
    return .linear(stops: stops, start: neat(middle - reach), end: neat(middle + reach))
  }

  /// Reads the angle or the side toward which a gradient runs, and the comma after it; by default it runs downward.
  private static func direction(_ reader: inout CSSReader, page: Page) throws(PosterError) -> Vector {
    var direction = Vector(dx: 0, dy: 1)
    switch reader.next {
    case .word("to"), .word("in"):
      direction = try side(words(&reader), page: page)
    case .number(0):
      reader.advance()
      direction = Vector(dx: 0, dy: -1)
    case let token where isAngle(token):
      let angle = try quantity(&reader)
      guard angle.unit == .angle else {
        throw fault(Message("the angle of a gradient has a unit, such as 45deg"))
      }
      let radians = angle.value * .pi / 180
      direction = Vector(dx: sin(radians), dy: -cos(radians))
    default: return direction
    }
    guard reader.skip(",") else { throw noComma }
    return direction
  }

  private static var noComma: PosterError {
    fault(Message("write a comma before the colours of a gradient"))
  }

  private static func isAngle(_ token: CSSReader.Token) -> Bool {
    switch token {
    case .dimension: true
    case .function(let name): CSSMath.isFunction(name)
    default: false
    }
  }

  /// Reads the following words.
  private static func words(_ reader: inout CSSReader) -> [String] {
    var words: [String] = []
    while case .word(let word) = reader.next {
      words.append(word)
      reader.advance()
    }
    return words
  }

  /// Removes rounding errors of sines.
  private static func neat(_ point: Point) -> Point {
    Point((point.x * 1e9).rounded() / 1e9, (point.y * 1e9).rounded() / 1e9)
  }

  private static func side(_ words: [String], page: Page) throws(PosterError) -> Vector {
    let sides = words.dropFirst()
    func along(_ negative: String, _ positive: String) -> Double {
      (sides.contains(positive) ? 1 : 0) - (sides.contains(negative) ? 1 : 0)
    }
    let (x, y) = (along("left", "right"), along("top", "bottom"))
    let known = Set(["left", "right", "top", "bottom"])
    guard words.first == "to", (1...2).contains(sides.count), known.isSuperset(of: sides), x != 0 || y != 0,
      sides.count == 1 || (x != 0 && y != 0)
    else {
      throw fault(
        Message(
          "a gradient runs to top, bottom, left, right or a corner such as “to top right”, and is mixed in sRGB"
        ))
    }
    // Toward a corner, the middle colour passes through the two adjacent corners.
    let vector = sides.count == 1 ? Vector(dx: x, dy: y) : Vector(dx: x * page.height, dy: y * page.width)
    return vector / vector.length
  }

  // MARK: Radial

  private static func radial(_ reader: inout CSSReader, page: Page) throws(PosterError) -> Background {
    var center = Point(0.5, 0.5)
    var reach = "farthest-corner"
    let sizes = ["farthest-corner", "closest-corner", "farthest-side", "closest-side"]
    if case .word(let first) = reader.next,
      ["circle", "ellipse", "at"].contains(first) || sizes.contains(first)
    {
      while case .word(let word) = reader.next, word != "at" {
        guard word != "ellipse" else {
          throw fault(Message("ellipses are not supported; write radial-gradient(circle …)"))
        }
        guard word == "circle" || sizes.contains(word) else {
          throw fault(
            Message(
              "{word} is not a size of a circle; write {sizes}",
              ["word": word.excerpt, "sizes": sizes.joined(separator: ", ")]))
        }
        if word != "circle" { reach = word }
        reader.advance()
      }
      if reader.next == .word("at") {
        reader.advance()
        center = try position(&reader)
      }
      guard reader.skip(",") else { throw noComma }
    }
    let xs = [center.x, 1 - center.x].map { $0.magnitude * page.width }
    let ys = [center.y, 1 - center.y].map { $0.magnitude * page.height }
    let corners = xs.flatMap { x in ys.map { y in hypot(x, y) } }
    let radius =
      switch reach {
      case "closest-side": (xs + ys).min() ?? 0
      case "farthest-side": (xs + ys).max() ?? 0
      case "closest-corner": corners.min() ?? 0
      default: corners.max() ?? 0
      }
    let unit = hypot(page.width, page.height) / 2
    return .radial(stops: try stops(&reader), center: center, radius: max(radius / unit, 1e-3))
  }

  private static func position(_ reader: inout CSSReader) throws(PosterError) -> Point {
    let names = ["left": 0.0, "center": 0.5, "right": 1.0, "top": 0.0, "bottom": 1.0]
    var words: [String] = []
    var places: [Double?] = []
    while places.count < 3 {
      if case .word(let word) = reader.next {
        reader.advance()
        words.append(word)
        places.append(names[word])
      } else if let share = try percentage(&reader) {
        words.append("")
        places.append(share)
      } else {
        break
      }
    }
    // The names may be in the opposite order.
    if words.count == 2, ["top", "bottom"].contains(words[0]) || ["left", "right"].contains(words[1]) {
      places.reverse()
    }
    if words.count == 1 { places.insert(0.5, at: ["top", "bottom"].contains(words[0]) ? 0 : 1) }
    guard places.count == 2, let x = places[0], let y = places[1], (-10...10).contains(x),
      (-10...10).contains(y)
    else { throw fault(Message("write the centre as in “at 50% 30%” or “at top left”")) }
    return Point(x, y)
  }
}
