import Colors
import Localization
import Text

extension PaletteFormat {
  /// CSS custom properties.
  // Untranslated: names of formats.
  public static let css = PaletteFormat(.css, id: "css", title: "CSS custom properties", ending: "css")

  /// SCSS variables.
  // Untranslated: as above.
  public static let scss = PaletteFormat(.scss, id: "scss", title: "SCSS variables", ending: "scss")

  /// A Tailwind CSS theme.
  public static let tailwind = PaletteFormat(
    .tailwind, id: "tailwind",
    title: "Tailwind CSS theme",  // Untranslated: the name of a format.
    ending: "tailwind.css")

  private init(_ sheet: StyleSheet, id: String, title: String, ending: String) {
    self.init(
      id: id, title: title, endings: [ending],
      capabilities: Capabilities(
        spaces: Set(ColorSpace.allCases), bits: nil, alpha: true,
        keptNames: { sheet.names(of: $0).map { [$0] } }, title: false),
      detection: .text { $0.styleSheet == sheet ? .likely : nil }, read: StyleSheet.read(_:into:),
      write: sheet.bytes(of:))
  }
}

/// Colours in the variables of a style sheet: `--name` in CSS, `$name` in SCSS, `--color-name` in Tailwind's `@theme`.
enum StyleSheet {
  case css
  case scss
  case tailwind

  /// Detects the style sheet language of a text; nil if it declares no variable.
  init?(declaringIn text: String) {
    if text.contains("@theme") {
      self = .tailwind
      return
    }
    var isCSS = false
    for line in text.split(whereSeparator: { $0.isNewline || $0 == "{" || $0 == ";" }) {
      let start = line.trimmingWhitespace
      if start.hasPrefix("$"), start.contains(":") {
        self = .scss
        return
      }
      if start.hasPrefix("--"), start.contains(":") { isCSS = true }
    }
    guard isCSS else { return nil }
    self = .css
  }

  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    let text = PaletteText(bytes).string
    let isTheme = text.contains("@theme")
    var reader = CSSReader(text, keepsCase: true)
    var (line, counted) = (1, 0)
    while true {
      skipLineComments(&reader)
      if reader.next == .end { return }
      let start = reader.start
      if let (name, value) = declaration(&reader) {
        line += reader.text(counted..<start).count(where: \.isNewline)
        counted = start
        try declare(name, value, line: line, isTheme: isTheme, into: &reading)
      }
      while !endsStatement(reader.next) { step(&reader) }
      reader.advance()
    }
  }

  /// Reads a variable's name and value if a declaration is next.
  private static func declaration(_ reader: inout CSSReader) -> (name: String, value: Substring)? {
    let isSCSS = reader.skip("$")
    guard case .word(let name) = reader.next, isSCSS || name.hasPrefix("--") else { return nil }
    reader.advance()
    guard reader.skip(":") else { return nil }
    let start = reader.start
    var end = start
    while !endsStatement(reader.next) {
      reader.skipComponent()
      end = reader.previousEnd
      skipLineComments(&reader)
    }
    return (name, reader.text(start..<max(start, end))[...])
  }

  private static func step(_ reader: inout CSSReader) {
    reader.skipComponent()
    skipLineComments(&reader)
  }

  private static func endsStatement(_ token: CSSReader.Token) -> Bool {
    [.end, .mark(";"), .mark("{"), .mark("}")].contains(token)
  }

  /// Skips SCSS comments, which extend from two slashes to the end of the line.
  private static func skipLineComments(_ reader: inout CSSReader) {
    let slash = UInt8(ascii: "/")
    while reader.next == .mark("/"), reader.end < reader.bytes.count, reader.bytes[reader.end] == slash {
      let end = reader.bytes[reader.end...].firstIndex { $0 == 10 || $0 == 13 } ?? reader.bytes.count
      reader = CSSReader(reader.bytes, in: end..<reader.bytes.count, keepsCase: true)
    }
  }

  private static func declare(
    _ variable: String, _ text: Substring, line: Int, isTheme: Bool, into reading: inout PaletteReading
  ) throws(PaletteError) {
    var name = variable.drop { $0 == "-" }
    if isTheme {
      guard name.hasPrefix("color-") else { return }
      name = name.dropFirst(6)
    }
    var value = text
    for flag in ["!default", "!important"] where value.hasSuffix(flag) {
      value = value.dropLast(flag.count).trimmingWhitespace
    }
    guard let color = try? Color(parsing: String(value)) else {
      // Variables for lengths and fonts are expected; only values that resemble colours cause a warning.
      if value.hasPrefix("#") || value.contains("rgb") || value.contains("hsl") || value.contains("lch") {
        reading.warn(
          Message("“{text}” is not a colour that can be read", ["text": String(value.prefix(60))]),
          at: .line(line))
      }
      return
    }
    try reading.add(Swatch(color, name: String(name)), at: .line(line))
  }

  func bytes(of palette: Palette) -> [UInt8] {
    let prefix = self == .scss ? "$" : self == .tailwind ? "--color-" : "--"
    let lines = zip(names(of: palette), palette.swatches).map { name, swatch in
      "\(prefix)\(name): \(swatch.color.stylesheetText);"
    }
    let text =
      switch self {
      case .scss: lines.joined(separator: "\n") + "\n"
      case .css: ":root {\n" + lines.map { "  \($0)\n" }.joined() + "}\n"
      case .tailwind: "@theme {\n" + lines.map { "  \($0)\n" }.joined() + "}\n"
      }
    return Array(text.utf8)
  }

  /// Returns unique variable names for a palette's colours; an unnamed colour is named by its hexadecimal digits.
  func names(of palette: Palette) -> [String] {
    var names = UniqueNames()
    return palette.swatches.map { swatch in
      let hex = swatch.color.text(as: .hex).dropFirst()
      let title = !swatch.name.isEmpty ? swatch.name : self == .tailwind ? String(hex) : "color-" + hex
      return names.next(variableName((swatch.groups + [title]).joined(separator: "-")))
    }
  }

  /// Returns words in lower case, joined by hyphens.
  private func variableName(_ words: String) -> String {
    var name = ""
    for character in words.lowercased() {
      if character.isLetter || character.isNumber || character == "_" {
        name.append(character)
      } else if !name.isEmpty, name.last != "-" {
        name.append("-")
      }
    }
    while name.last == "-" { name.removeLast() }
    if name.isEmpty { return "color" }
    // SCSS variables must not begin with a digit.
    return self == .scss && name.first?.isNumber == true ? "color-" + name : name
  }
}

extension Color {
  /// The colour in CSS notation; hexadecimal if that is exact.
  fileprivate var stylesheetText: String {
    let hex = text(as: .hex)
    if let read = try? Color(parsing: hex) {
      let (a, b) = (read.rgba, rgba)
      let isExact = [a.red - b.red, a.green - b.green, a.blue - b.blue, a.alpha - b.alpha]
        .allSatisfy { $0.magnitude < 1e-6 }
      if isExact { return hex }
    }
    return text(as: .css)
  }
}
