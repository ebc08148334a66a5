import Colors
import Geometry
import Glibc
import Text

extension Background {
  /// Reads a background as CSS writes it: a colour, `linear-gradient(…)` or `radial-gradient(…)`.
  ///
  /// Places of stops are percentages. A radial gradient is a circle that reaches the farthest corner unless it
  /// says `closest-side`, `farthest-side` or `closest-corner`.
  public init(css text: String, page: Page) throws(PosterError) {
    let text = text.trimmed
    guard let open = text.firstIndex(of: "("), text.last == ")" else {
      self = .color(try Self.color(text))
      return
    }
    let arguments = Self.split(text[text.index(after: open)...].dropLast())
    switch text[..<open].lowercased() {
    case "linear-gradient": self = try Self.linear(arguments, page: page)
    case "radial-gradient": self = try Self.radial(arguments, page: page)
    case let name where name.hasSuffix("gradient"):
      throw Self.fault("\(name) is not known; there are linear-gradient and radial-gradient")
    default: self = .color(try Self.color(text))
    }
  }

  static func color(_ text: String, field: String = "background") throws(PosterError) -> RGBA {
    do {
      let color = try Color(typed: text)
      // What sRGB can show stays as it is written, digit for digit.
      return color.isInGamut(.srgb) ? color.rgba.clipped : color.mapped(to: .srgb).rgba.clipped
    } catch {
      throw PosterError(field: field, message: "\(text.excerpt) is no colour: \(error)")
    }
  }

  private static func fault(_ message: String) -> PosterError {
    PosterError(field: "background", message: message)
  }

  /// Splits at the commas that stand in no parentheses.
  private static func split(_ text: Substring) -> [[Substring]] {
    var depth = 0
    let parts = text.split(omittingEmptySubsequences: false) { character in
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      return character == "," && depth == 0
    }
    return parts.map { part in
      var depth = 0
      return part.split { character in
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        return character.isWhitespace && depth == 0
      }
    }
  }

  // MARK: Stops

  /// Returns the stops of a gradient, those without a place put evenly between their neighbours (CSS Images 3,
  /// 3.4.3).
  private static func stops(_ arguments: ArraySlice<[Substring]>) throws(PosterError) -> [Stop] {
    var colors: [RGBA] = []
    var places: [Double?] = []
    for words in arguments {
      var words = words[...]
      var own: [Double] = []
      while let last = words.last, words.count > 1, last.hasSuffix("%"), let number = Double(last.dropLast())
      {
        own.insert(number / 100, at: 0)
        words.removeLast()
      }
      guard !words.isEmpty, own.count <= 2 else {
        throw fault("a stop of a gradient is a colour and up to two percentages")
      }
      let color = try color(words.joined(separator: " "))
      for place in own.isEmpty ? [nil] : own.map(Optional.some) {
        colors.append(color)
        places.append(place)
      }
    }
    guard stopCounts.contains(colors.count) else {
      throw fault(
        "a gradient has from \(stopCounts.lowerBound) to \(stopCounts.upperBound) stops, not \(colors.count)")
    }
    return zip(colors, spread(places)).map { Stop($0, at: $1) }
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

  private static func linear(_ arguments: [[Substring]], page: Page) throws(PosterError) -> Background {
    var arguments = arguments[...]
    var direction = Vector(dx: 0, dy: 1)
    if let words = arguments.first?.map({ $0.lowercased() }), words.first == "to" || words.first == "in" {
      direction = try side(words, page: page)
      arguments.removeFirst()
    } else if let word = arguments.first?.first, arguments.first?.count == 1, let angle = angle(word) {
      direction = Vector(dx: sin(angle), dy: -cos(angle))
      arguments.removeFirst()
    }
    let stops = try stops(arguments)
    // The line's ends see the corners at a right angle (CSS Images 3, 3.1.1).
    let (width, height) = (page.width, page.height)
    let half = ((width * direction.dx).magnitude + (height * direction.dy).magnitude) / 2
    let reach = Vector(dx: direction.dx * half / width, dy: direction.dy * half / height)
    let middle = Point(0.5, 0.5)
    return .linear(stops: stops, start: neat(middle - reach), end: neat(middle + reach))
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

  private static func angle(_ word: Substring) -> Double? {
    let units: [(String, Double)] = [
      ("deg", .pi / 180), ("grad", .pi / 200), ("turn", 2 * .pi), ("rad", 1),
    ]
    for (unit, factor) in units where word.lowercased().hasSuffix(unit) {
      guard let number = Double(word.dropLast(unit.count)), number.isFinite else { return nil }
      return number * factor
    }
    return word == "0" ? 0 : nil
  }

  // MARK: Radial

  private static func radial(_ arguments: [[Substring]], page: Page) throws(PosterError) -> Background {
    var arguments = arguments[...]
    var center = Point(0.5, 0.5)
    var reach = "farthest-corner"
    let sizes = ["farthest-corner", "closest-corner", "farthest-side", "closest-side"]
    let words = arguments.first?.map { $0.lowercased() } ?? []
    if let first = words.first, first == "circle" || first == "at" || sizes.contains(first) {
      let at = words.firstIndex(of: "at") ?? words.count
      for word in words[..<at] where word != "circle" {
        guard sizes.contains(word) else {
          throw fault("\(word.excerpt) is no size of a circle; write \(sizes.joined(separator: ", "))")
        }
        reach = word
      }
      if at < words.count { center = try position(words[(at + 1)...]) }
      arguments.removeFirst()
    } else if words.first == "ellipse" {
      throw fault("gradients are circles here; write radial-gradient(circle …)")
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
    return .radial(stops: try stops(arguments), center: center, radius: max(radius / unit, 1e-3))
  }

  private static func position(_ words: ArraySlice<String>) throws(PosterError) -> Point {
    let names = ["left": 0.0, "center": 0.5, "right": 1.0, "top": 0.0, "bottom": 1.0]
    func place(_ word: String) -> Double? {
      names[word] ?? (word.hasSuffix("%") ? Double(word.dropLast()).map { $0 / 100 } : nil)
    }
    var words = Array(words)
    // Names may stand the other way round.
    if words.count == 2, ["top", "bottom"].contains(words[0]) || ["left", "right"].contains(words[1]) {
      words.reverse()
    }
    if words.count == 1 { words.insert("center", at: ["top", "bottom"].contains(words[0]) ? 0 : 1) }
    guard words.count == 2, let x = place(words[0]), let y = place(words[1]), (-10...10).contains(x),
      (-10...10).contains(y)
    else { throw fault("a centre is written like “at 50% 30%” or “at top left”") }
    return Point(x, y)
  }
}
