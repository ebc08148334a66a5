public import Colors
public import Geometry
import Localization
import Text

/// Changes of a poster, written as `name=value`, such as `ink=#123456` or `line2='DRINK TEA'`.
public struct PosterChanges {
  /// Functions that read values which refer to something outside the document.
  public struct Sources {
    /// Reads a crown of a library, a file, an emoji, or `none`.
    public var emblem: (String) throws -> Emblem
    /// Reads a colour or gradient of CSS, or a picture's file.
    public var background: (String, Page) throws -> Background
    /// Reads a colour, in any notation of `Color`.
    public var ink: (String) throws -> RGBA
    /// Returns whether a new crown is drawn in the ink.
    public var isTinted: (Emblem) -> Bool

    /// Creates sources from functions for each kind of value.
    public init(
      emblem: @escaping (String) throws -> Emblem, background: @escaping (String, Page) throws -> Background,
      ink: @escaping (String) throws -> RGBA,
      isTinted: @escaping (Emblem) -> Bool
    ) {
      self.emblem = emblem
      self.background = background
      self.ink = ink
      self.isTinted = isTinted
    }
  }

  private let changes: [(name: String, value: String)]

  /// All names; `line1` is the first line.
  public static let names =
    [
      "title", "text", "footer", "language", "line1…", "crown", "crown-scale", "crown-offset", "tint",
      "background", "dim", "blur",
      "ink",
      "page", "margins", "bleed", "guides", "wrap", "font", "weight", "tracking", "stroke", "leading",
      "touching",
      "spacing", "writing-mode", "capital-sharp-s", "quotes", "axes", "features", "capital-forms",
      "optical-sizing", "colors",
      "animation",
    ] + (lineFields + wordFields.map { "word1-\($0)" }).map { "line1-\($0)…" } + ElementChange.names

  /// The names of a line's properties, after the line's own name, such as `line2-size`.
  public static let lineFields = [
    "language", "size", "align", "fit", "space", "arc", "footer", "font", "weight", "tracking", "axes",
    "features", "ink", "capitals", "spans",
  ]

  /// The names of a word's properties, after its line and its own name, such as `line2-word1-ink`.
  public static let wordFields = ["ink", "size", "font", "weight", "italic", "axes", "features"]

  /// Reads `name=value` pairs.
  ///
  /// - Throws: ``PosterError`` if a text is not a pair, or its name is unknown.
  public init(parsing pairs: [String]) throws(PosterError) {
    var changes: [(name: String, value: String)] = []
    for pair in pairs {
      guard let sign = pair.firstIndex(of: "="), sign != pair.startIndex else {
        throw PosterError(
          field: "",
          message: Message(
            "“{text}” is not a change; write name=value, such as {example}",
            ["text": pair, "example": "ink=#123456"]))
      }
      let name = String(pair[..<sign])
      guard
        Self.line(name) != nil || Self.lineField(name) != nil || ElementChange(name) != nil
          || Self.names.contains(name)
      else {
        throw PosterError(
          field: "",
          message: Message(
            "a poster has no property “{name}”; there are {names}",
            ["name": name, "names": Self.names.joined(separator: ", ")]))
      }
      changes.append((name, String(pair[pair.index(after: sign)...])))
    }
    self.changes = changes
  }

  /// Returns the index of a line from its name.
  private static func line(_ name: String) -> Int? {
    guard name.hasPrefix("line"), let number = Int(name.dropFirst(4)), number >= 1 else { return nil }
    return number - 1
  }

  /// Returns the index of a line and one of its properties from a name such as `line2-language`.
  private static func lineField(_ name: String) -> (line: Int, field: String)? {
    guard let dash = name.firstIndex(of: "-"), let index = line(String(name[..<dash])) else { return nil }
    let field = String(name[name.index(after: dash)...])
    return lineFields.contains(field) || wordField(field) != nil ? (index, field) : nil
  }

  /// Returns the index of a word and one of its properties from a name such as `word1-ink`.
  private static func wordField(_ name: String) -> (word: Int, field: String)? {
    guard name.hasPrefix("word"), let dash = name.firstIndex(of: "-"),
      let number = Int(name[..<dash].dropFirst(4)), number >= 1
    else { return nil }
    let field = String(name[name.index(after: dash)...])
    return wordFields.contains(field) ? (number - 1, field) : nil
  }

  /// Reads the language of a text; `none` is no particular language.
  ///
  /// - Throws: ``PosterError`` with the field `name` if the text is not a BCP 47 tag.
  public static func language(_ text: String, _ name: String = "language") throws(PosterError) -> String? {
    guard text != "none", !text.isEmpty else { return nil }
    guard Poster.isLanguage(text) else {
      throw PosterError(field: name, message: Poster.languageFault(text))
    }
    return text
  }

  /// Returns the poster with all changes, validated like any document.
  ///
  /// - Throws: ``PosterError`` with the name of an invalid change, or the error of a source.
  public func applied(to poster: Poster, from sources: Sources) throws -> Poster {
    var result = poster
    // The page is changed first, since gradients in degrees depend on its aspect ratio.
    for change in changes where change.name == "page" { result.page = try Page(parsing: change.value) }
    var added: [ElementChange] = []
    for (name, value) in changes where name != "page" {
      if let change = ElementChange(name) {
        if try change.apply(value, to: &result, from: sources) { added.append(change) }
        continue
      }
      if let index = Self.line(name) {
        guard result.lines.indices.contains(index) || index == result.lines.count else {
          throw PosterError(
            field: name,
            message: Message(
              "the poster has {count} line; the next is {name}",
              plural: "the poster has {count} lines; the next is {name}", count: result.lines.count,
              ["name": "line\(result.lines.count + 1)"]))
        }
        if index == result.lines.count { result.lines.append(Poster.Line("")) }
        // The spans belong to the words of the text before.
        if result.lines[index].text != value {
          (result.lines[index].text, result.lines[index].spans) = (value, [])
        }
        continue
      }
      if let (index, field) = Self.lineField(name) {
        guard result.lines.indices.contains(index) else {
          throw PosterError(
            field: name,
            message: Message(
              "the poster has {count} line", plural: "the poster has {count} lines",
              count: result.lines.count))
        }
        try Self.change(field, of: &result.lines[index], to: value, name, from: sources)
        continue
      }
      switch name {
      case "title": result.title = value
      case "language": result.language = try Self.language(value)
      case "text": result.lines = try Poster.lines(from: value) + result.lines.filter(\.isFooter)
      case "footer": result.lines = result.lines.filter { !$0.isFooter } + (try Poster.footers(from: value))
      case "crown":
        result.emblem = try sources.emblem(value)
        result.tintsEmblem = sources.isTinted(result.emblem)
      case "crown-scale": result.emblemScale = try Self.number(value, name)
      case "crown-offset": result.emblemOffset = try Self.offset(value)
      case "dim": try Self.changePicture(of: &result, name) { $0.dimming = try Self.number(value, name) }
      case "blur": try Self.changePicture(of: &result, name) { $0.blur = try Self.number(value, name) }
      case "margins": result.margins = try Self.margins(value)
      case "bleed": result.bleed = try Self.number(value, name)
      case "guides": result.guides = try Self.guides(value)
      case "animation": result.animation = value == "none" ? nil : try PosterAnimation(parsing: value)
      case "tint": result.tintsEmblem = try Self.flag(value, name)
      case "wrap": result.wraps = try Self.flag(value, name)
      case "background": result.background = try sources.background(value, result.page)
      case "ink": result.ink = try sources.ink(value)
      case "font": result.lettering.family = value
      case "weight": result.lettering.weight = Int(try Self.number(value, name))
      case "tracking": result.lettering.tracking = try Self.number(value, name)
      case "leading": result.lettering.leading = try Self.number(value, name)
      case "touching": result.lettering.touches = try Self.flag(value, name)
      case "spacing": result.lettering.spacing = try Self.spacing(value)
      case "writing-mode": result.lettering.writingMode = try Self.writingMode(value)
      case "capital-sharp-s": result.lettering.capitalSharpS = try Self.flag(value, name)
      case "quotes": try Self.setQuotes(of: &result, value)
      case "axes": result.lettering.axes = try Lettering.axes(parsing: value)
      case "features": result.lettering.features = try Lettering.features(parsing: value)
      case "capital-forms": result.lettering.capitalForms = try Self.flag(value, name)
      case "colors": result.lettering.keepsColors = try Self.flag(value, name)
      case "optical-sizing": result.lettering.opticalSizing = try Self.flag(value, name)
      default: result.lettering.stroke = try Self.number(value, name)
      }
    }
    for change in added {
      func isGiven(_ property: String) -> Bool {
        changes.contains { $0.name == "\(change.name)-\(property)" }
      }
      change.placeFreely(in: &result, keepingWidth: isGiven("width"), keepingCenter: isGiven("center"))
    }
    return try Poster(json: Array(result.json.utf8))
  }

  /// Replaces straight quotation marks by those of each line's language.
  private static func setQuotes(of poster: inout Poster, _ value: String) throws(PosterError) {
    guard value == "typographic" else {
      throw PosterError(field: "quotes", message: PosterReader.unknown(value, among: ["typographic"]))
    }
    for index in poster.lines.indices {
      let marks = QuotationMarks(language: poster.lines[index].language ?? poster.language)
      poster.lines[index].text = marks.replacingStraight(in: poster.lines[index].text)
    }
  }

  /// Changes a property of a line; `none` is that of the poster.
  private static func change(
    _ field: String, of line: inout Poster.Line, to value: String, _ name: String, from sources: Sources
  ) throws {
    let own = value == "none" ? nil : value
    if let (word, field) = wordField(field) {
      let words = line.words
      guard words.indices.contains(word) else {
        throw PosterError(
          field: name,
          message: Message(
            "the line has {count} word", plural: "the line has {count} words", count: words.count))
      }
      var style = line.style(ofCharacter: words[word].lowerBound)
      switch field {
      case "ink": style.ink = try own.map(sources.ink)
      case "size": style.size = try own.map { try number($0, name) }
      case "font": style.font = own
      case "weight": style.weight = try own.map { Int(try number($0, name)) }
      case "axes": style.axes = try Lettering.axes(parsing: value, name)
      case "features": style.features = try Lettering.features(parsing: value, name)
      default: style.italic = try own.map { try flag($0, name) } ?? false
      }
      return line.changeStyle(of: words[word]) { $0 = style }
    }
    switch field {
    case "spans":
      guard own == nil else {
        throw PosterError(
          field: name,
          message: Message(
            "the only value is none; {example} changes a word", ["example": "line1-word1-ink"]))
      }
      line.spans = []
    case "language": line.language = try language(value, name)
    case "size": line.size = try own.map { try number($0, name) }
    case "align": line.alignment = try word(value, name)
    case "fit": line.fit = try own.map { try word($0, name) }
    case "space": line.spaceBefore = try number(own ?? "0", name)
    case "arc": line.arc = try number(own ?? "0", name)
    case "footer": line.isFooter = try flag(value, name)
    case "font": line.font = own
    case "weight": line.weight = try own.map { Int(try number($0, name)) }
    case "tracking": line.tracking = try own.map { try number($0, name) }
    case "axes": line.axes = try Lettering.axes(parsing: value, name)
    case "features": line.features = try Lettering.features(parsing: value, name)
    case "ink": line.ink = try own.map(sources.ink)
    default: line.capitals = try own.map { try flag($0, name) }
    }
  }

  /// Changes the background, which has to be a picture.
  private static func changePicture(
    of poster: inout Poster, _ name: String, _ change: (inout Background.Picture) throws -> Void
  ) throws {
    guard case .picture(var picture) = poster.background else {
      throw PosterError(
        field: name, message: Message("the background is not a picture; dim and blur are for pictures"))
    }
    try change(&picture)
    poster.background = .picture(picture)
  }

  /// Reads a crown's offset from its usual place, such as `0.02,-0.05`.
  ///
  /// - Throws: ``PosterError`` if the text is not two numbers.
  public static func offset(_ text: String) throws(PosterError) -> Vector {
    let numbers = try numbers(text, "crown-offset", counts: [2]) { text in
      Message("write {example}, not {text}", ["example": "0.02,-0.05", "text": text])
    }
    return Vector(numbers[0], numbers[1])
  }

  /// Reads margins: one for all sides, or those at the sides, above and below, such as `0.1,0.04,0.06`.
  ///
  /// - Throws: ``PosterError`` if the text is not one or three numbers.
  public static func margins(_ text: String) throws(PosterError) -> Margins {
    let numbers = try numbers(text, "margins", counts: [1, 3]) { text in
      Message(
        "write {one} or {three}, not {text}", ["one": "0.1", "three": "0.1,0.04,0.06", "text": text])
    }
    return Margins(sides: numbers[0], top: numbers[numbers.count / 2], bottom: numbers[numbers.count - 1])
  }

  /// Reads guides in millimetres, such as `x20,x488,y381` for two vertical ones and a horizontal one; `none` has none.
  ///
  /// - Throws: ``PosterError`` if the text is not a list of guides, a guide is out of range, or a direction has too
  ///   many.
  public static func guides(_ text: String) throws(PosterError) -> Guides {
    var guides = Guides()
    guard text != "none" else { return guides }
    func fault(_ message: Message) -> PosterError { PosterError(field: "guides", message: message) }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard part.first == "x" || part.first == "y", let place = Double(part.dropFirst()) else {
        throw fault(
          Message(
            "write guides in millimetres, such as {example}, or none, not {text}",
            ["example": "x20,x488,y381", "text": text.excerpt]))
      }
      guard Guides.places.contains(place) else {
        throw fault(
          Message(
            "{value} mm is not from {least} to {most}",
            [
              "value": place.text(), "least": Guides.places.lowerBound.text(),
              "most": Guides.places.upperBound.text(),
            ]))
      }
      if part.first == "x" { guides.vertical.append(place) } else { guides.horizontal.append(place) }
    }
    guard max(guides.vertical.count, guides.horizontal.count) <= Guides.most else {
      throw fault(
        Message("a page takes up to {most} guides in each direction", ["most": String(Guides.most)]))
    }
    return guides
  }

  /// Reads numbers separated by commas, as many as one of `counts`; `fault` returns the error of a text with another
  /// count.
  private static func numbers(
    _ text: String, _ name: String, counts: Set<Int>, fault: (String) -> Message
  ) throws(PosterError) -> [Double] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard counts.contains(parts.count) else {
      throw PosterError(field: name, message: fault(text.excerpt))
    }
    var numbers: [Double] = []
    for part in parts { numbers.append(try number(String(part), name)) }
    return numbers
  }

  /// Reads a method of letter spacing: off, metric or optical.
  ///
  /// - Throws: ``PosterError`` if the text is not a method.
  public static func spacing(_ text: String) throws(PosterError) -> Lettering.Spacing {
    try word(text, "spacing")
  }

  /// Reads the direction of lines: horizontal-tb or vertical-rl.
  ///
  /// - Throws: ``PosterError`` if the text is not a direction.
  public static func writingMode(_ text: String) throws(PosterError) -> Lettering.WritingMode {
    try word(text, "writing-mode")
  }

  /// Reads one of the words that a type has.
  private static func word<Word: RawRepresentable & CaseIterable>(
    _ text: String, _ name: String
  ) throws(PosterError) -> Word where Word.RawValue == String {
    guard let word = Word(rawValue: text) else {
      throw PosterError(
        field: name, message: PosterReader.unknown(text, among: Word.allCases.map(\.rawValue)))
    }
    return word
  }

  static func flag(_ text: String, _ name: String) throws(PosterError) -> Bool {
    guard ["true", "false"].contains(text) else {
      throw PosterError(field: name, message: Message("write true or false, not “{text}”", ["text": text]))
    }
    return text == "true"
  }

  private static func number(_ text: String, _ name: String) throws(PosterError) -> Double {
    guard let number = Double(text), number.magnitude < 1e6 else {
      throw PosterError(field: name, message: Message("write a number, not “{text}”", ["text": text]))
    }
    return number
  }
}
