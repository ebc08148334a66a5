public import Colors
public import Geometry
import Glibc
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

extension Background {
  /// Reads a background as CSS writes it: a colour, `linear-gradient(…)` or `radial-gradient(…)`.
  ///
  /// Places of stops are percentages. A radial gradient is a circle that reaches the farthest corner unless it
  /// says `closest-side`, `farthest-side` or `closest-corner`.
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
      throw Self.fault("\(name) is not known; there are linear-gradient and radial-gradient")
    default:
      self = .color(try Self.color(text.trimmed))
      return
    }
    guard reader.next == .end else { throw Self.fault("nothing may follow a gradient") }
  }

  static func color(_ text: String, field: String = "background") throws(PosterError) -> RGBA {
    do {
      return shown(try Color(typed: text))
    } catch {
      throw notColor(text, error, field: field)
    }
  }

  /// Colours inside sRGB stay as written, digit for digit.
  private static func shown(_ color: Color) -> RGBA {
    color.isInGamut(.srgb) ? color.rgba.clipped : color.mapped(to: .srgb).rgba.clipped
  }

  private static func notColor(
    _ text: String, _ error: ColorSyntaxError, field: String = "background"
  ) -> PosterError {
    PosterError(field: field, message: "\(text.excerpt) is no colour: \(error)")
  }

  private static func fault(_ message: String) -> PosterError {
    PosterError(field: "background", message: message)
  }

  // MARK: Stops

  /// Reads the stops of a gradient and the parenthesis that closes, and puts those without a place evenly between their
  /// neighbours (CSS Images 3, 3.4.3).
  private static func stops(_ reader: inout CSSReader) throws(PosterError) -> [Stop] {
    var colors: [RGBA] = []
    var places: [Double?] = []
    repeat {
      let color = try color(&reader)
      var own: [Double] = []
      while let place = try percentage(&reader) { own.append(place) }
      guard own.count <= 2 else { throw fault("a stop of a gradient is a colour and up to two percentages") }
      for place in own.isEmpty ? [nil] : own.map(Optional.some) {
        colors.append(color)
        places.append(place)
      }
    } while reader.skip(",")
    guard reader.skip(")") else {
      throw fault("a stop of a gradient is a colour and up to two percentages; commas stand between them")
    }
    guard stopCounts.contains(colors.count) else {
      throw fault(
        "a gradient has from \(stopCounts.lowerBound) to \(stopCounts.upperBound) stops, not \(colors.count)")
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

  /// Reads a percentage as a share of 1; nil if the next token is none.
  private static func percentage(_ reader: inout CSSReader) throws(PosterError) -> Double? {
    switch reader.next {
    case .percentage: break
    case .function(let name) where CSSMath.isFunction(name): break
    default: return nil
    }
    let quantity = try quantity(&reader)
    guard quantity.unit == .percentage else { throw fault("the place of a stop is a percentage") }
    return quantity.value / 100
  }

  private static func quantity(_ reader: inout CSSReader) throws(PosterError) -> CSSMath.Quantity {
    do {
      return try CSSMath().value(&reader)
    } catch {
      throw fault("\(error)")
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
    // The line's ends see the corners at a right angle (CSS Images 3, 3.1.1).
    let (width, height) = (page.width, page.height)
    let half = ((width * direction.dx).magnitude + (height * direction.dy).magnitude) / 2
    let reach = Vector(dx: direction.dx * half / width, dy: direction.dy * half / height)
    let middle = Point(0.5, 0.5)
    return .linear(stops: stops, start: neat(middle - reach), end: neat(middle + reach))
  }

  /// Reads the angle or the side to which a gradient runs and the comma behind it; without one it runs down.
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
      guard angle.unit == .angle else { throw fault("a gradient runs at an angle such as 45deg") }
      let radians = angle.value * .pi / 180
      direction = Vector(dx: sin(radians), dy: -cos(radians))
    default: return direction
    }
    guard reader.skip(",") else { throw fault("a comma stands before the colours of a gradient") }
    return direction
  }

  private static func isAngle(_ token: CSSReader.Token) -> Bool {
    switch token {
    case .dimension: true
    case .function(let name): CSSMath.isFunction(name)
    default: false
    }
  }

  /// Reads the words that are next.
  private static func words(_ reader: inout CSSReader) -> [String] {
    var words: [String] = []
    while case .word(let word) = reader.next {
      words.append(word)
      reader.advance()
    }
    return words
  }

  /// Takes the dust of sines away.
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
        "a gradient runs to top, bottom, left, right or a corner such as “to top right”, and is mixed in sRGB"
      )
    }
    // Toward a corner the middle colour runs through the two beside it.
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
          throw fault("gradients are circles here; write radial-gradient(circle …)")
        }
        guard word == "circle" || sizes.contains(word) else {
          throw fault("\(word.excerpt) is no size of a circle; write \(sizes.joined(separator: ", "))")
        }
        if word != "circle" { reach = word }
        reader.advance()
      }
      if reader.next == .word("at") {
        reader.advance()
        center = try position(&reader)
      }
      guard reader.skip(",") else { throw fault("a comma stands before the colours of a gradient") }
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
    // Names may stand the other way round.
    if words.count == 2, ["top", "bottom"].contains(words[0]) || ["left", "right"].contains(words[1]) {
      places.reverse()
    }
    if words.count == 1 { places.insert(0.5, at: ["top", "bottom"].contains(words[0]) ? 0 : 1) }
    guard places.count == 2, let x = places[0], let y = places[1], (-10...10).contains(x),
      (-10...10).contains(y)
    else { throw fault("a centre is written like “at 50% 30%” or “at top left”") }
    return Point(x, y)
  }
}
