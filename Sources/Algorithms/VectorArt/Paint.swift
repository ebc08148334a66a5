/// What a shape is filled or stroked with, as far as a silhouette can tell.
enum Paint: Equatable {
  case none
  /// Some colour: how opaque it is, and what tells it from others.
  case color(alpha: Double, key: String)
  case currentColor
  case contextFill
  case contextStroke
  indirect case server(id: String, fallback: Paint?)

  /// Returns nil for a value that is not a paint.
  init?(_ text: String) {
    let value = text.trimmed
    switch value {
    case "none": self = .none
    case "currentColor", "currentcolor": self = .currentColor
    case "context-fill": self = .contextFill
    case "context-stroke": self = .contextStroke
    default:
      if value.hasPrefix("url(") {
        var scanner = AttributeScanner(value)
        _ = scanner.text(upTo: "(")
        guard let id = Link.id(scanner.text(upTo: ")")) else { return nil }
        scanner.skipSpace()
        let rest = String(value.utf8.dropFirst(scanner.index)) ?? ""
        self = .server(id: id, fallback: rest.isEmpty ? nil : Paint(rest))
        return
      }
      guard let alpha = Paint.alpha(value) else { return nil }
      self = .color(alpha: alpha, key: Paint.key(value))
    }
  }

  static let black = Paint.color(alpha: 1, key: "#000000")

  /// Returns a text that is the same for the usual ways to write a colour, without its opacity.
  static func key(_ text: String) -> String {
    let value = text.trimmed.lowercased()
    switch value {
    case "black": return "#000000"
    case "white": return "#ffffff"
    default: break
    }
    if value.hasPrefix("#") {
      let digits = value.dropFirst()
      return "#"
        + (digits.count < 6 ? digits.prefix(3).map { "\($0)\($0)" }.joined() : String(digits.prefix(6)))
    }
    guard value.hasPrefix("rgb"), let open = value.firstIndex(of: "(") else { return value }
    let parts = value[value.index(after: open)...].split {
      $0 == "," || $0 == "/" || $0 == ")" || $0.isWhitespace
    }
    let bytes = parts.prefix(3).compactMap { part -> Int? in
      guard let length = Length(String(part)) else { return nil }
      return Int(min(max(length.unit == .percent ? length.value * 2.55 : length.value, 0), 255).rounded())
    }
    guard bytes.count == 3 else { return value }
    return "#" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns how opaque a colour is, or nil when the text is no colour.
  static func alpha(_ text: String) -> Double? {
    let value = text.lowercased()
    if value == "transparent" { return 0 }
    if value.hasPrefix("#") {
      let digits = value.dropFirst()
      guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
      switch digits.count {
      case 3, 6: return 1
      case 4: return Int(digits.suffix(1), radix: 16).map { Double($0) / 15 }
      case 8: return Int(digits.suffix(2), radix: 16).map { Double($0) / 255 }
      default: return nil
      }
    }
    guard let open = value.firstIndex(of: "(") else { return names.contains(value) ? 1 : nil }
    guard functions.contains(value[..<open]), value.last == ")" else { return nil }
    return functionAlpha(String(value[value.index(after: open)...].dropLast()))
  }

  private static let functions: Set<Substring> = [
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color",
  ]

  private static func functionAlpha(_ arguments: String) -> Double? {
    let parts = arguments.split { $0 == "," || $0 == "/" || $0.isWhitespace }
    guard parts.count >= 3 else { return nil }
    let numbers = parts.filter {
      $0.first.map { $0.isNumber || $0 == "-" || $0 == "." || $0 == "+" } ?? false
    }
    guard numbers.count >= 3 else { return nil }
    guard numbers.count >= 4, let last = numbers.last else { return 1 }
    return opacity(String(last))
  }

  /// Returns an opacity from a number or a percentage, held to 0…1.
  static func opacity(_ text: String) -> Double? {
    guard let length = Length(text) else { return nil }
    switch length.unit {
    case .user: return min(max(length.value, 0), 1)
    case .percent: return min(max(length.value / 100, 0), 1)
    default: return nil
    }
  }

  private static let names: Set<String> = Set(
    """
    aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood \
    cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod \
    darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon \
    darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray \
    dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green \
    greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon \
    lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon \
    lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen \
    magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue \
    mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy \
    oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip \
    peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown \
    seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal \
    thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen
    """.split(separator: " ").map(String.init))
}
