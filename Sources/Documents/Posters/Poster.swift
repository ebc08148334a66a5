public import Colors
import FoundationEssentials
public import Geometry
public import Localization
public import Text
import VectorArt

/// A poster as a document: a page, its background, a crown, lines of text, and lettering in one ink.
///
/// It describes the content without positions; `PosterLayout` is a pure function of it.
public struct Poster: Hashable, Sendable {
  /// The title; it is not printed.
  public var title: String
  /// The trimmed page.
  public var page: Page
  /// The background of the page.
  public var background: Background
  /// The emblem above the text.
  public var emblem: Emblem
  /// The lines of text from top to bottom.
  public var lines: [Line]
  /// The lettering of all lines without their own.
  public var lettering: Lettering
  /// The colour of the crown and of the text, sRGB with straight alpha.
  public var ink: RGBA
  /// Whether a line that is much longer than the others is wrapped.
  public var wraps: Bool
  /// The scale of the emblem relative to its usual size.
  public var emblemScale = 1.0
  /// The offset of the emblem from its usual place, in fractions of the page.
  public var emblemOffset = Vector.zero
  /// Whether a picture as emblem is drawn in the ink, with its alpha as mask.
  public var tintsEmblem = false
  /// The margins around text and emblem.
  public var margins = Margins.usual
  /// The default bleed of the background beyond the page in print, in millimetres.
  public var bleed = 0.0
  /// The codes, pictures and drawings beside the lines, from back to front.
  public var elements: [Element] = []
  /// The guides for arranging, which are not printed.
  public var guides = Guides()
  /// The entrance when the poster is played; nil for none of its own. It changes no picture and no print.
  public var animation: PosterAnimation?
  /// The language of the text as a BCP 47 tag, such as `tr` or `zh-Hans`; nil is no particular language, independent of
  /// the machine.
  public var language: String?
  /// Members of the document that this version does not know.
  public var unknownFields = UnknownFields()
  /// The newer version of the document: it can be viewed but not changed, because unknown parts would be lost. Nil for
  /// a document of this version.
  public internal(set) var newerVersion: NewerVersion?

  /// Creates a poster; by default it is an empty red page.
  public init(
    title: String = "", page: Page = .poster, background: Background = .color(RGBA(hex: 0xd00000)),
    emblem: Emblem = .none, lines: [Line] = [], lettering: Lettering = Lettering(),
    ink: RGBA = RGBA(hex: 0xffffff), wraps: Bool = false
  ) {
    self.title = title
    self.page = page
    self.background = background
    self.emblem = emblem
    self.lines = lines
    self.lettering = lettering
    self.ink = ink
    self.wraps = wraps
  }

  static let emblemScales = 0.1...5.0

  /// A line of text: set in the size shared by all large lines, in the small size, or in its own.
  public struct Line: Hashable, Sendable {
    /// The size class of a line.
    public enum Rank: String, Hashable, Sendable, CaseIterable {
      /// The size of the important words, shared by all large lines.
      case large
      /// The size of connecting words, such as “AND”.
      case small

      /// The height of the capitals, as a share of the large ones.
      public var share: Double { self == .large ? 1 : 0.44 }
    }

    /// The position of a line between the side margins.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
      /// The line starts at the left margin.
      case left
      /// The line is centred on the page.
      case center
      /// The line ends at the right margin.
      case right
    }

    /// The property that makes a line exactly as wide as the space between the side margins.
    public enum Fit: String, Hashable, Sendable, CaseIterable {
      /// The size of the letters; the tracking stays.
      case size
      /// The tracking; the size stays while the letters have room.
      case tracking
      /// The width of the letters by the font's axis `wdth`, within its range; the size of a font without it.
      case width
    }

    /// The typed text, which may be shown in capitals.
    public var text: String
    /// The size class of the line.
    public var rank: Rank
    /// The height of the line's capitals as a share of the large ones, within `sizes`; nil is the size of its rank.
    public var size: Double?
    /// The position of the line between the margins.
    public var alignment = Alignment.center
    /// The property that fits the line to the width between the margins; nil leaves its width.
    public var fit: Fit?
    /// The extra space above the line, in heights of the large capitals, within `spaces`; negative brings lines closer.
    public var spaceBefore = 0.0
    /// The angle over which the line is curved in degrees, within `arcs`: positive like an arch, negative like a bowl.
    public var arc = 0.0
    /// Whether the line stands at the bottom margin instead of below the line before it.
    public var isFooter = false
    /// The font family; nil is the poster's, as for the following properties.
    public var font: String?
    /// The CSS weight, 1…1000.
    public var weight: Int?
    /// The space added after each letter, in em.
    public var tracking: Double?
    /// The values of variable axes that differ from the poster's, by their OpenType tags.
    public var axes: [String: Double] = [:]
    /// The OpenType features that differ from the poster's, by their tags.
    public var features: [String: Int] = [:]
    /// The colour of the line.
    public var ink: RGBA?
    /// Whether the line is set in capitals; nil decides by its rank and text.
    public var capitals: Bool?
    /// The language of the line as a BCP 47 tag; nil is the poster's.
    public var language: String?
    /// The parts of the text that differ from the line, in order and without overlaps.
    public var spans: [Span] = []
    /// Members of the line's object that this version does not know.
    public var unknownFields: [JSONMember] = []

    /// A part of a line that differs from it, such as a word in another ink.
    public struct Span: Hashable, Sendable {
      /// The characters of the line's text, from 0, as Unicode's extended grapheme clusters.
      public var characters: Range<Int>
      /// The properties in which the part differs from the line.
      public var style: Style
      /// Members of the span's object that this version does not know.
      public var unknownFields: [JSONMember] = []

      /// Creates a span of a line's characters in a style.
      public init(_ characters: Range<Int>, _ style: Style) {
        self.characters = characters
        self.style = style
      }
    }

    /// The properties in which a part of a line differs from it; nil is the line's.
    public struct Style: Hashable, Sendable {
      /// The colour of the letters.
      public var ink: RGBA?
      /// The size of the letters as a multiple of the line's, within `sizes`.
      public var size: Double?
      /// The font family.
      public var font: String?
      /// The CSS weight, 1…1000.
      public var weight: Int?
      /// Whether the letters are italic.
      public var italic = false
      /// The values of variable axes that differ from the line's, by their OpenType tags.
      public var axes: [String: Double] = [:]
      /// The OpenType features that differ from the line's, by their tags.
      public var features: [String: Int] = [:]

      /// Creates a style that differs in nothing.
      public init() {}

      /// The range of sizes, in multiples of the line's.
      public static let sizes = 0.1...4.0
    }

    /// Creates a line in the poster's lettering and ink.
    public init(_ text: String, rank: Rank = .large) {
      self.text = text
      self.rank = rank
    }

    /// Whether the line is set in capitals: by default, a small line in lower case is, unless it is a footer, which may
    /// be an address.
    public var isSetInCapitals: Bool { capitals ?? (rank == .small && !isFooter && text.isLowerCase) }

    /// The height of the line's capitals as a share of the large ones, if the line fits.
    public var share: Double {
      guard let size, size.isFinite else { return isFooter ? footerShare : rank.share }
      return min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound)
    }

    /// The text as set if the poster has no language.
    public var shownText: String { ShownText(self).text }

    /// The maximum number of characters in a line.
    public static let longest = 400
    /// The range of sizes, in shares of the large capitals.
    public static let sizes = 0.05...4.0
    /// The range of extra space above a line, in heights of the large capitals.
    public static let spaces = -4.0...4.0
    /// The range of the angle over which a line is curved, in degrees.
    public static let arcs = -350.0...350.0
    /// The size of a footer without its own, as a share of the large capitals.
    private var footerShare: Double { rank == .large ? 0.3 : 0.2 }
  }

  /// A document version that is newer than this program.
  public struct NewerVersion: Hashable, Sendable, CustomStringConvertible {
    /// The version of the document.
    public let version: Int
    /// The fields that could not be read, which have their default values.
    public internal(set) var unread: [PosterError] = []

    init(version: Int) { self.version = version }

    public var description: String { message.english }

    /// The reason why the document cannot be read completely.
    public var message: Message {
      Message(
        "made by a newer Regalia, as version {version}; this one reads up to version {known}",
        ["version": String(version), "known": String(Poster.version)])
    }
  }

  /// Members of objects that this version does not know, preserved for newer versions.
  public struct UnknownFields: Hashable, Sendable {
    /// Members of the document itself.
    public var document: [JSONMember] = []
    /// Members of the object `page`.
    public var page: [JSONMember] = []
    /// Members of the object `margins`.
    public var margins: [JSONMember] = []
    /// Members of the object `guides`.
    public var guides: [JSONMember] = []
    /// Members of the object `background`.
    public var background: [JSONMember] = []
    /// Members of the object `emblem`.
    public var emblem: [JSONMember] = []
    /// Members of the object `lettering`.
    public var lettering: [JSONMember] = []
    /// Members of the object `animation`.
    public var animation: [JSONMember] = []

    /// Creates an empty set of members.
    public init() {}
  }

  /// The maximum number of lines of a poster.
  public static let mostLines = 60
}

extension String {
  /// Whether the text has cased letters and all of them are lower case.
  package var isLowerCase: Bool {
    // Some letters have no capital that is a single character: compare with both cases.
    self == lowercased() && self != uppercased()
  }
}

extension Poster {
  /// Returns the lines of a text such as `KEEP/CALM/and/CARRY/ON`.
  ///
  /// A slash or a line break ends a line, two slashes stand for one. A line in lower case is a small one; empty lines
  /// are omitted.
  ///
  /// - Throws: ``PosterError`` if there are more lines than ``mostLines``, or a line is too long.
  public static func lines(from text: String) throws(PosterError) -> [Line] {
    var texts = [""]
    var isAfterSlash = false
    for character in text {
      if character == "/" {
        if isAfterSlash { texts[texts.count - 1].append("/") }
        isAfterSlash.toggle()
        continue
      }
      if isAfterSlash || character.isNewline { texts.append("") }
      isAfterSlash = false
      if !character.isNewline { texts[texts.count - 1].append(character) }
    }
    let lines = texts.map { $0.trimmed }.filter { !$0.isEmpty }
      .map { Line($0, rank: $0.isLowerCase ? .small : .large) }
    try check(lines)
    return lines
  }

  /// Returns the lines of a text such as `12 MAY/example.org` as footers; `none` is no line.
  ///
  /// - Throws: ``PosterError`` if there are more lines than ``mostLines``, or a line is too long.
  public static func footers(from text: String) throws(PosterError) -> [Line] {
    guard text != "none" else { return [] }
    return try lines(from: text).map { line in
      var line = line
      (line.rank, line.isFooter) = (.small, true)
      return line
    }
  }

  /// The lines as text for `lines(from:)`, without properties that the text cannot express.
  public var text: String {
    lines.map { $0.text.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "//") }
      .joined(separator: "/")
  }

  static func checkCount(of lines: [some Any]) throws(PosterError) {
    guard lines.count <= mostLines else {
      throw PosterError(
        field: "lines",
        message: Message(
          "{count} lines are too many; a poster takes up to {most}",
          ["count": String(lines.count), "most": String(mostLines)]))
    }
  }

  static func check(_ lines: [Line]) throws(PosterError) {
    try checkCount(of: lines)
    for (index, line) in lines.enumerated() where line.text.unicodeScalars.count > Line.longest {
      throw PosterError(
        field: "lines[\(index)].text",
        message: Message(
          "{count} characters are too many for a line; up to {most} fit",
          ["count": String(line.text.unicodeScalars.count), "most": String(Line.longest)]))
    }
  }
}

extension Poster {
  /// The maximum length of a language tag.
  static let longestLanguage = 100

  /// Returns whether a text has the form of a BCP 47 tag (RFC 5646, 2.1): parts of up to eight letters and digits, the
  /// first one the language.
  public static func isLanguage(_ tag: String) -> Bool {
    let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xdf) }
    return parts[0].count >= 2 && parts[0].allSatisfy(isLetter) && tag.utf8.count <= longestLanguage
      && parts.allSatisfy {
        (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || (48...57).contains($0) }
      }
  }

  static func languageFault(_ text: String) -> Message {
    Message(
      "{text} is not a language; write it as BCP 47 has it, such as tr or zh-Hans", ["text": text.excerpt])
  }
}

extension String {
  /// The text without leading and trailing white space.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

extension Poster {
  /// The name that identifies a poster document.
  public static let schema = "regalia-poster"

  /// The version of the schema that is written; older ones can be read.
  public static let version = 1

  /// The maximum size of a document, in bytes.
  public static let longestDocument = 128 << 20

  /// Reads a JSON document; absent members have the defaults of `Poster()`, unknown ones are preserved.
  ///
  /// A document of a newer version is refused, unless `allowsNewer` permits reading its known parts for viewing.
  ///
  /// - Throws: ``PosterError`` if the document is too long, is not valid JSON or has an invalid field, or is of a
  ///   newer version that is not allowed.
  public init(json bytes: [UInt8], allowsNewer: Bool = false) throws(PosterError) {
    guard bytes.count <= Self.longestDocument else {
      throw PosterError(
        field: "",
        message: Message(
          "the document has more than {limit} MiB", ["limit": String(Self.longestDocument >> 20)]))
    }
    self = try PosterReader(try Self.value(of: bytes), allowsNewer: allowsNewer).poster
  }

  /// Reads a document from its JSON value.
  ///
  /// - Throws: ``PosterError`` if a field is invalid, or the document is of a newer version.
  public init(document: JSONValue) throws(PosterError) { self = try PosterReader(document).poster }

  static func value(of bytes: [UInt8]) throws(PosterError) -> JSONValue {
    do {
      return try JSONValue(bytes)
    } catch {
      throw PosterError(error)
    }
  }

  /// The JSON Schema of the documents (2020-12).
  public static var jsonSchema: String {
    String(decoding: PackageResources.poster_schema_json, as: UTF8.self)
  }

  /// The document as JSON, ending with a line break; `Poster(json:)` returns an equal poster.
  public var json: String { JSONValue.object(allMembers).text + "\n" }

  /// The known members of the document.
  var members: [JSONMember] {
    [
      JSONMember("schema", .string(Self.schema)), JSONMember("version", .number(Double(Self.version))),
      JSONMember("title", .string(title)),
    ] + (language.map { [JSONMember("language", .string($0))] } ?? []) + [
      JSONMember("page", .object(pageMembers + unknownFields.page)),
      JSONMember("background", .object(background.members + unknownFields.background)),
      JSONMember("ink", ink.value),
      JSONMember("emblem", .object(emblem.members + emblemMembers + unknownFields.emblem)),
      JSONMember("lettering", .object(lettering.members + unknownFields.lettering)),
    ]
      // Default values are not written, so that older programs know every member of most documents.
      + (wraps ? [JSONMember("wrap", .bool(true))] : [])
      + [JSONMember("lines", .array(lines.map { .object($0.members + $0.unknownFields) }))]
      + (elements.isEmpty
        ? [] : [JSONMember("elements", .array(elements.map { .object($0.members + $0.unknownFields) }))])
      + (animation.map { [JSONMember("animation", .object($0.members + unknownFields.animation))] } ?? [])
  }

  /// The members of the page's object.
  var pageMembers: [JSONMember] {
    page.members
      + (margins == .usual && unknownFields.margins.isEmpty
        ? [] : [JSONMember("margins", .object(margins.members + unknownFields.margins))])
      + (bleed == 0 ? [] : [JSONMember("bleed", .number(bleed))])
      + (guides.isEmpty && unknownFields.guides.isEmpty
        ? [] : [JSONMember("guides", .object(guides.members + unknownFields.guides))])
  }

  /// The members of the emblem's object, whatever its kind.
  var emblemMembers: [JSONMember] {
    (emblemScale == 1 ? [] : [JSONMember("scale", .number(emblemScale))])
      + (emblemOffset == .zero
        ? [] : [JSONMember("offset", .array([.number(emblemOffset.dx), .number(emblemOffset.dy)]))])
      + (tintsEmblem ? [JSONMember("tint", .bool(true))] : [])
  }

  /// The members of the document, including those that this version does not know.
  var allMembers: [JSONMember] { members + unknownFields.document }

  /// A warning for each unknown field of the document: it is preserved, but a misspelt one would otherwise be taken for
  /// an absent one.
  ///
  /// Names that begin with a dollar or with `x-` are notes of other programs and cause no warning.
  public var unknownFieldWarnings: [PosterWarning] {
    var warnings: [PosterWarning] = []
    if let newerVersion {
      warnings = [.newerVersion(newerVersion)] + newerVersion.unread.map { .unreadField($0) }
    }
    func look(at unknown: [JSONMember], in path: String, among known: [String]) {
      for member in unknown where !member.name.hasPrefix("$") && !member.name.hasPrefix("x-") {
        func field(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
        let meant = Spelling.nearest(to: member.name, among: known)
        warnings.append(.unknownField(field(member.name), meant: meant))
      }
    }
    look(at: unknownFields.document, in: "", among: members.map(\.name) + ["elements", "animation"])
    look(
      at: unknownFields.page, in: "page", among: page.members.map(\.name) + ["margins", "bleed", "guides"])
    look(at: unknownFields.margins, in: "page.margins", among: margins.members.map(\.name))
    look(at: unknownFields.guides, in: "page.guides", among: ["vertical", "horizontal"])
    look(
      at: unknownFields.background, in: "background",
      among: background.members.map(\.name) + ["crop", "blur"])
    switch background {
    case .color: break
    case .linear(let stops, _, _), .radial(let stops, _, _):
      for (index, stop) in stops.enumerated() {
        look(at: stop.unknownFields, in: "background.stops[\(index)]", among: ["color", "at"])
      }
    case .picture(let picture):
      look(
        at: picture.unknownCropFields, in: "background.crop",
        among: picture.crop?.members.map(\.name) ?? [])
    }
    look(
      at: unknownFields.emblem, in: "emblem",
      among: emblem.members.map(\.name) + ["scale", "offset", "tint"])
    look(at: unknownFields.lettering, in: "lettering", among: Lettering.fieldNames)
    if animation != nil {
      look(at: unknownFields.animation, in: "animation", among: PosterAnimation.fieldNames)
    }
    for (index, line) in lines.enumerated() {
      look(at: line.unknownFields, in: "lines[\(index)]", among: Poster.Line.fieldNames)
      for (number, span) in line.spans.enumerated() {
        look(
          at: span.unknownFields, in: "lines[\(index)].spans[\(number)]",
          among: Poster.Line.Span.fieldNames)
      }
    }
    for (index, element) in elements.enumerated() {
      look(
        at: element.unknownFields, in: "elements[\(index)]",
        among: element.members.map(\.name) + ["level", "plate", "tint"])
      if let code = element.code {
        look(
          at: code.unknownFields, in: "elements[\(index)].content",
          among: code.content.members.map(\.name) + CodeContent.Contact.entries.map(\.name) + ["hidden"])
      }
    }
    return warnings
  }
}

extension Page {
  var members: [JSONMember] {
    [JSONMember("width", .number(width)), JSONMember("height", .number(height))]
  }
}

extension Margins {
  fileprivate var members: [JSONMember] {
    [
      JSONMember("sides", .number(sides)), JSONMember("top", .number(top)),
      JSONMember("bottom", .number(bottom)),
    ]
  }
}

extension RGBA {
  /// The shortest text for exactly this colour.
  fileprivate var value: JSONValue {
    let bytes = bytes8
    if RGBA(bytes: bytes.r, bytes.g, bytes.b, bytes.a) == self {
      return .string(Color(self).text(as: .hex, clipping: true))
    }
    let channels = [red, green, blue].map { $0.text() }.joined(separator: " ")
    return .string("color(srgb \(channels)\(alpha < 1 ? " / " + alpha.text() : ""))")
  }
}

extension Background {
  var members: [JSONMember] {
    switch self {
    case .color(let color): return [JSONMember("type", .string("color")), JSONMember("color", color.value)]
    case .linear(let stops, let start, let end):
      return [
        JSONMember("type", .string("linear-gradient")), JSONMember("start", start.value),
        JSONMember("end", end.value), Self.member(stops),
      ]
    case .radial(let stops, let center, let radius):
      return [
        JSONMember("type", .string("radial-gradient")), JSONMember("center", center.value),
        JSONMember("radius", .number(radius)), Self.member(stops),
      ]
    case .picture(let picture):
      var members = [JSONMember("type", .string("picture"))]
      if let crop = picture.crop {
        members.append(JSONMember("crop", .object(crop.members + picture.unknownCropFields)))
      }
      members.append(JSONMember("dimming", .number(picture.dimming)))
      if picture.blur != 0 { members.append(JSONMember("blur", .number(picture.blur))) }
      return members + [JSONMember("data", .string(Data(picture.bytes).base64EncodedString()))]
    }
  }

  private static func member(_ stops: [Stop]) -> JSONMember {
    JSONMember(
      "stops",
      .array(
        stops.map {
          .object(
            [JSONMember("color", $0.color.value), JSONMember("at", .number($0.location))] + $0.unknownFields)
        }))
  }
}

extension Rect {
  var members: [JSONMember] {
    [
      JSONMember("x", .number(minX)), JSONMember("y", .number(minY)), JSONMember("width", .number(width)),
      JSONMember("height", .number(height)),
    ]
  }
}

extension Point {
  fileprivate var value: JSONValue { .array([.number(x), .number(y)]) }
}

extension Emblem {
  var members: [JSONMember] {
    switch self {
    case .none: [JSONMember("type", .string("none"))]
    case .path(let path, let source):
      [
        JSONMember("type", .string("path")), JSONMember("source", .string(source)),
        JSONMember("path", .string(path.svgData())),
      ]
    case .picture(let bytes, let source):
      [
        JSONMember("type", .string("picture")), JSONMember("source", .string(source)),
        JSONMember("data", .string(Data(bytes).base64EncodedString())),
      ]
    }
  }
}

extension Lettering {
  /// The names of all members, including those that are not written with their default values.
  static let fieldNames = [
    "family", "weight", "tracking", "stroke", "leading", "touching", "spacing", "writingMode",
    "capitalSharpS", "axes",
    "features",
    "capitalForms", "opticalSizing", "colors", "file",
  ]

  var members: [JSONMember] {
    [
      JSONMember("family", .string(family)), JSONMember("weight", .number(Double(weight))),
      JSONMember("tracking", .number(tracking)), JSONMember("stroke", .number(stroke)),
    ] + (leading == 1 ? [] : [JSONMember("leading", .number(leading))])
      + (touches ? [JSONMember("touching", .bool(true))] : [])
      + (spacing != .metric ? [JSONMember("spacing", .string(spacing.rawValue))] : [])
      + (writingMode != .horizontal ? [JSONMember("writingMode", .string(writingMode.rawValue))] : [])
      + (capitalSharpS ? [JSONMember("capitalSharpS", .bool(true))] : [])
      + Self.members(axes: axes, features: features)
      + (capitalForms ? [JSONMember("capitalForms", .bool(true))] : [])
      + (opticalSizing ? [JSONMember("opticalSizing", .bool(true))] : [])
      + (keepsColors ? [JSONMember("colors", .bool(true))] : [])
      + (fontFile.map { [JSONMember("file", .string($0))] } ?? [])
  }

  /// Returns the members of axes and features; empty ones are not written.
  fileprivate static func members(axes: [String: Double], features: [String: Int]) -> [JSONMember] {
    member("axes", axes.mapValues { .number($0) })
      + member("features", features.mapValues { .number(Double($0)) })
  }

  /// Returns an object in alphabetical order; an empty one is not written.
  private static func member(_ name: String, _ values: [String: JSONValue]) -> [JSONMember] {
    let members = values.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }
    return members.isEmpty ? [] : [JSONMember(name, .object(members))]
  }
}

extension Poster.Line {
  /// The names of all members, including those that are not written with their default values.
  static let fieldNames = [
    "text", "rank", "size", "alignment", "fit", "space", "arc", "footer", "font", "weight", "tracking",
    "axes",
    "features", "ink", "capitals", "language", "spans",
  ]

  var members: [JSONMember] {
    [JSONMember("text", .string(text)), JSONMember("rank", .string(rank.rawValue))]
      + (size.map { [JSONMember("size", .number($0))] } ?? [])
      + (alignment == .center ? [] : [JSONMember("alignment", .string(alignment.rawValue))])
      + (fit.map { [JSONMember("fit", .string($0.rawValue))] } ?? [])
      + (spaceBefore == 0 ? [] : [JSONMember("space", .number(spaceBefore))])
      + (arc == 0 ? [] : [JSONMember("arc", .number(arc))])
      + (isFooter ? [JSONMember("footer", .bool(true))] : [])
      + (font.map { [JSONMember("font", .string($0))] } ?? [])
      + (weight.map { [JSONMember("weight", .number(Double($0)))] } ?? [])
      + (tracking.map { [JSONMember("tracking", .number($0))] } ?? [])
      + Lettering.members(axes: axes, features: features)
      + (ink.map { [JSONMember("ink", $0.value)] } ?? [])
      + (capitals.map { [JSONMember("capitals", .bool($0))] } ?? [])
      + (language.map { [JSONMember("language", .string($0))] } ?? [])
      + (spans.isEmpty ? [] : [JSONMember("spans", .array(spans.map { .object($0.members) }))])
  }
}

extension Poster.Line.Span {
  /// The names of all members.
  static let fieldNames = ["start", "end", "ink", "size", "font", "weight", "italic", "axes", "features"]

  fileprivate var members: [JSONMember] {
    [
      JSONMember("start", .number(Double(characters.lowerBound))),
      JSONMember("end", .number(Double(characters.upperBound))),
    ] + (style.ink.map { [JSONMember("ink", $0.value)] } ?? [])
      + (style.size.map { [JSONMember("size", .number($0))] } ?? [])
      + (style.font.map { [JSONMember("font", .string($0))] } ?? [])
      + (style.weight.map { [JSONMember("weight", .number(Double($0)))] } ?? [])
      + (style.italic ? [JSONMember("italic", .bool(true))] : [])
      + Lettering.members(axes: style.axes, features: style.features) + unknownFields
  }
}
