import Colors
import Localization
import Text

extension PaletteFormat {
  /// Design tokens of the W3C community group, in JSON.
  public static let designTokens = PaletteFormat(
    // Untranslated: the name of a format.
    id: "design-tokens", title: "Design tokens", endings: ["tokens.json", "tokens"],
    capabilities: Capabilities(
      spaces: Set(ColorSpace.allCases).subtracting([.cmyk, .hsb, .okhsv, .okhsl, .displayP3Linear]),
      bits: nil,
      alpha: true, keptNames: DesignTokens.paths(of:), groups: true),
    detection: .text { $0.members == nil ? nil : .possible },
    read: DesignTokens.read(_:into:), write: DesignTokens.bytes(of:))
}

/// Colours in design tokens: the format of the Design Tokens Community Group, Color module.
///
/// A token's value is an object with its space and components, or hexadecimal digits in older files; a value in braces
/// refers to another token.
enum DesignTokens {
  private static let spaces: [String: ColorSpace] = [
    "srgb": .srgb, "srgb-linear": .srgbLinear, "hsl": .hsl, "hwb": .hwb, "lab": .lab, "lch": .lch,
    "oklab": .oklab, "oklch": .oklch, "display-p3": .displayP3, "a98-rgb": .a98RGB,
    "prophoto-rgb": .proPhotoRGB, "rec2020": .rec2020, "xyz-d65": .xyzD65, "xyz-d50": .xyzD50,
  ]

  /// The divisors that convert the format's components to ours.
  private static func divisors(_ space: ColorSpace) -> [Double] {
    space == .hsl || space == .hwb ? [1, 100, 100] : [1, 1, 1]
  }

  /// A colour token, with the names that lead to it.
  private struct Token {
    let path: [String]
    let value: JSONValue
  }

  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    let document = try PaletteJSON.value(bytes)
    guard case .object(let members) = document else {
      throw PaletteError(
        Message("an object in braces is expected, not {kind}", parts: ["kind": document.kind]))
    }
    var tokens: [Token] = []
    collect(members, path: [], type: nil, into: &tokens)
    let values = Dictionary(tokens.map { ($0.path.joined(separator: "."), $0.value) }) { first, _ in first }
    if case .string(let words)? = members.first(where: { $0.name == "$description" })?.value {
      reading.palette.name = words
    }
    for token in tokens {
      let place = token.path.joined(separator: ".")
      do throws(PaletteError) {
        let color = try color(token.value, among: values, at: place)
        let swatch = Swatch(color, name: token.path.last ?? "", groups: token.path.dropLast())
        try reading.add(swatch, at: .field(place))
      } catch {
        reading.warn(error.fault, at: .field(place))
      }
    }
  }

  /// Finds the colour tokens below a group; tokens without a type inherit the group's.
  private static func collect(
    _ members: [JSONMember], path: [String], type: String?, into tokens: inout [Token]
  ) {
    var type = type
    if case .string(let own)? = members.first(where: { $0.name == "$type" })?.value { type = own }
    if let value = members.first(where: { $0.name == "$value" })?.value {
      if type == "color" { tokens.append(Token(path: path, value: value)) }
      return
    }
    for member in members where !member.name.hasPrefix("$") || member.name == "$root" {
      if case .object(let inner) = member.value {
        collect(inner, path: path + [member.name], type: type, into: &tokens)
      }
    }
  }

  private static func color(
    _ value: JSONValue, among values: [String: JSONValue], at place: String, depth: Int = 0
  ) throws(PaletteError) -> Color {
    switch value {
    case .string(let text) where text.hasPrefix("{") && text.hasSuffix("}"):
      guard depth < 32, let other = values[String(text.dropFirst().dropLast())] else {
        throw PaletteError(
          Message("the reference {text} leads to no colour", ["text": text]), at: .field(place))
      }
      return try color(other, among: values, at: place, depth: depth + 1)
    case .string(let text): return try PaletteJSON.color(text, at: place)
    case .object(let members): return try color(members, at: place)
    default:
      throw PaletteError(
        Message("a colour is expected, not {kind}", parts: ["kind": value.kind]), at: .field(place))
    }
  }

  private static func color(_ members: [JSONMember], at place: String) throws(PaletteError) -> Color {
    func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
    guard case .string(let name)? = member("colorSpace"), let space = spaces[name] else {
      throw PaletteError(Message("unknown colour space"), at: .field(place))
    }
    guard case .array(let values)? = member("components"), values.count == 3 else {
      throw PaletteError(Message("a colour must have three components"), at: .field(place))
    }
    let divisors = divisors(space)
    var components: [String] = []
    for (index, value) in values.enumerated() {
      if value == .string("none") {
        components.append("none")
      } else if let number = value.double {
        components.append((number / divisors[index]).text())
      } else {
        throw PaletteError(Message("a component must be a number or “none”"), at: .field(place))
      }
    }
    let numbers = components.map { Double($0) ?? 0 }
    return Color(in: space, numbers[0], numbers[1], numbers[2], alpha: member("alpha")?.double ?? 1)
  }

  static func bytes(of palette: Palette) -> [UInt8] {
    var root = Group()
    for (path, swatch) in zip(paths(of: palette), palette.swatches) {
      root.add(value(of: swatch.color), path: path[...])
    }
    var members = [JSONMember("$type", "color")]
    if !palette.name.isEmpty { members.append(JSONMember("$description", .string(palette.name))) }
    return Array(JSONValue.object(members + root.members).text.utf8)
  }

  /// Returns the path of each colour's token, its own name last; paths are unique, and none is also a group.
  static func paths(of palette: Palette) -> [[String]] {
    var names: [[String]: UniqueNames] = [:]
    let groups = palette.swatches.map { $0.groups.map(tokenName) }
    for path in Set(groups) {
      for (depth, name) in path.enumerated() {
        names[Array(path[..<depth]), default: UniqueNames()].reserve(name)
      }
    }
    return zip(groups, palette.swatches).map { path, swatch in
      path + [names[path, default: UniqueNames()].next(tokenName(swatch.title))]
    }
  }

  /// Returns a name without characters that have a meaning in the format: braces, full stops, and a dollar sign at the
  /// beginning.
  private static func tokenName(_ text: String) -> String {
    let name = String(text.onOneLine.map { "{}.".contains($0) ? "-" : $0 })
    return name.hasPrefix("$") || name.isEmpty ? "_" + name.dropFirst() : name
  }

  private static func value(of color: Color) -> JSONValue {
    let spaceName = spaces.first { $0.value == color.space }?.key
    let kept =
      spaceName == nil
      ? color.converted(to: color.space == .cmyk || color.space == .hsb ? .srgb : .oklch) : color
    let divisors = divisors(kept.space)
    var opaque = kept
    opaque.alpha = 1
    var members = [
      JSONMember("colorSpace", .string(spaceName ?? kept.space.rawValue)),
      JSONMember(
        "components",
        .array(
          (0..<3).map { index in
            index == kept.space.hueIndex && kept.lacksHue
              ? "none" : .number(kept.components[index] * divisors[index])
          })),
    ]
    if kept.alpha < 1 { members.append(JSONMember("alpha", .number(kept.alpha))) }
    members.append(JSONMember("hex", .string(opaque.text(as: .hex))))
    return .object([JSONMember("$value", .object(members))])
  }

  /// Nested groups, in the order in which they were first named.
  private struct Group {
    private var order: [String] = []
    private var groups: [String: Group] = [:]
    private var tokens: [String: JSONValue] = [:]

    mutating func add(_ value: JSONValue, path: ArraySlice<String>) {
      guard let first = path.first else { return }
      if groups[first] == nil, tokens[first] == nil { order.append(first) }
      if path.count > 1 {
        groups[first, default: Group()].add(value, path: path.dropFirst())
      } else {
        tokens[first] = value
      }
    }

    var members: [JSONMember] {
      order.compactMap { name in
        (tokens[name] ?? groups[name].map { .object($0.members) }).map { JSONMember(name, $0) }
      }
    }
  }
}
