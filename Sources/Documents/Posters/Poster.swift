public import Colors
import FoundationEssentials
public import Geometry
public import Text
import VectorArt

/// A poster as a document: a page, what lies behind, a crown, lines of text, all lettering in one ink.
///
/// It says what is meant, not where it lies; `PosterLayout` is a pure function of it.
public struct Poster: Hashable, Sendable {
  /// What people call the poster; it is not printed.
  public var title: String
  /// The trimmed page.
  public var page: Page
  /// What fills the page behind the ink.
  public var background: Background
  /// What stands above the text.
  public var emblem: Emblem
  /// The lines of text from top to bottom.
  public var lines: [Line]
  /// The letters of all lines that do not say otherwise.
  public var lettering: Lettering
  /// The colour of the crown and of the text, straight sRGB.
  public var ink: RGBA
  /// Whether a line that is much too long beside the others is broken into several.
  public var wraps: Bool
  /// How large the emblem is, as a multiple of its usual size.
  public var emblemScale = 1.0
  /// How far the emblem stands from its usual place, in fractions of the page.
  public var emblemOffset = Vector.zero
  /// Whether an emblem that is a picture is drawn in the ink, through its transparency.
  public var tintsEmblem = false
  /// What text and emblem leave free along the page's edges.
  public var margins = Margins.usual
  /// How far the background is to reach beyond the page in print, in millimetres, where nothing else is asked for.
  public var bleed = 0.0
  /// The language of the text as BCP 47 has it, such as `tr` or `zh-Hans`; nil is none in particular, whatever the machine.
  public var language: String?
  /// What the document had that this version does not know.
  public var unknownFields = UnknownFields()
  /// The newer version that the document is of: it can be looked at and not be changed, because what is not known of it
  /// would be lost. Nil for one of this version.
  public internal(set) var newerVersion: NewerVersion?

  /// Creates a poster; without arguments it is a red page with nothing on it.
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

  /// A line of text, set in the large size that all large lines share or in the small one.
  public struct Line: Hashable, Sendable {
    /// Which of the two sizes a line has.
    public enum Rank: String, Hashable, Sendable, CaseIterable {
      /// The size of the important words, which all large lines share.
      case large
      /// The size of the words between, such as “AND”.
      case small
    }

    /// What was typed; it may be shown in capitals.
    public var text: String
    /// Which of the two sizes the line has.
    public var rank: Rank
    /// The family of the letters; nil is the poster's, as it is for what follows.
    public var font: String?
    /// The CSS weight, 1…1000.
    public var weight: Int?
    /// Room added after each letter, in em.
    public var tracking: Double?
    /// The colour of the line.
    public var ink: RGBA?
    /// Whether the line is set in capitals, whatever was typed; nil is as its rank and text have it.
    public var capitals: Bool?
    /// The language of the line as BCP 47 has it; nil is the poster's.
    public var language: String?
    /// What the line's object had that this version does not know.
    public var unknownFields: [JSONMember] = []

    /// Creates a line in the poster's own letters and ink.
    public init(_ text: String, rank: Rank = .large) {
      self.text = text
      self.rank = rank
    }

    /// Whether the line is set in capitals: a small one in lower case is, unless the line says something else.
    public var isSetInCapitals: Bool { capitals ?? (rank == .small && text.isLowerCase) }

    /// The text as it is set where the poster has no language.
    public var shownText: String { ShownText(self).text }

    /// The most characters that a line takes.
    public static let longest = 400
  }

  /// A version of the documents that is newer than this program.
  public struct NewerVersion: Hashable, Sendable, CustomStringConvertible {
    /// The version that the document names.
    public let version: Int
    /// The fields that could not be read, and are as they would be if they were absent.
    public internal(set) var unread: [PosterError] = []

    init(version: Int) { self.version = version }

    public var description: String {
      "made by a newer Regalia, as version \(version); this one reads up to \(Poster.version)"
    }
  }

  /// Members of objects that this version does not know, kept for the one that does.
  public struct UnknownFields: Hashable, Sendable {
    /// Those of the document itself.
    public var document: [JSONMember] = []
    /// Those of the object `page`.
    public var page: [JSONMember] = []
    /// Those of the object `margins`.
    public var margins: [JSONMember] = []
    /// Those of the object `background`.
    public var background: [JSONMember] = []
    /// Those of the object `emblem`.
    public var emblem: [JSONMember] = []
    /// Those of the object `lettering`.
    public var lettering: [JSONMember] = []

    /// Creates an empty set of members.
    public init() {}
  }

  /// The most lines that a poster takes.
  public static let mostLines = 60
}

extension String {
  /// Whether there are letters with a case and all of them are small.
  package var isLowerCase: Bool {
    // Some letters have no single capital: compare with both sides.
    self == lowercased() && self != uppercased()
  }
}

extension Poster {
  /// Returns the lines of a text such as `KEEP/CALM/and/CARRY/ON`.
  ///
  /// A slash or a line break ends a line, two slashes are one slash. A line in lower case is a small one; empty
  /// lines are left out.
  ///
  /// Throws where there are more lines than `mostLines`, or a line is too long.
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

  /// The lines as one text that `lines(from:)` reads again, as far as it can say what they are.
  public var text: String {
    lines.map { $0.text.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "//") }
      .joined(separator: "/")
  }

  static func checkCount(of lines: [some Any]) throws(PosterError) {
    guard lines.count <= mostLines else {
      throw PosterError(
        field: "lines", message: "\(lines.count) lines are too many; a poster takes up to \(mostLines)")
    }
  }

  static func check(_ lines: [Line]) throws(PosterError) {
    try checkCount(of: lines)
    for (index, line) in lines.enumerated() where line.text.unicodeScalars.count > Line.longest {
      throw PosterError(
        field: "lines[\(index)].text",
        message:
          "\(line.text.unicodeScalars.count) characters are too many for a line; up to \(Line.longest) fit")
    }
  }
}

extension Poster {
  /// No longer tag of a language is read.
  static let longestLanguage = 100

  /// Whether a text has the form of a tag of BCP 47 (RFC 5646, 2.1): parts of up to eight letters and figures, the first
  /// one the language.
  public static func isLanguage(_ tag: String) -> Bool {
    let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xdf) }
    return parts[0].count >= 2 && parts[0].allSatisfy(isLetter) && tag.utf8.count <= longestLanguage
      && parts.allSatisfy {
        (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || (48...57).contains($0) }
      }
  }

  static func languageFault(_ text: String) -> String {
    "\(text.excerpt) is no language; write it as BCP 47 has it, such as tr or zh-Hans"
  }
}

extension String {
  /// The text without white space at either end.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

extension Poster {
  /// The name by which a document says that it is a poster.
  public static let schema = "regalia-poster"

  /// The version of the schema that is written; older ones are read too.
  public static let version = 1

  /// No longer document is read.
  public static let longestDocument = 128 << 20

  /// Reads a document of JSON; what is absent is as in `Poster()`, what is unknown is kept.
  ///
  /// One of a newer version is refused unless `allowsNewer` says that it is only looked at: then what is known of it is
  /// read.
  public init(json bytes: [UInt8], allowsNewer: Bool = false) throws(PosterError) {
    guard bytes.count <= Self.longestDocument else {
      throw PosterError(field: "", message: "the document has more than \(Self.longestDocument >> 20) MiB")
    }
    self = try PosterReader(try Self.value(of: bytes), allowsNewer: allowsNewer).poster
  }

  /// Reads a document that has been read as JSON.
  public init(document: JSONValue) throws(PosterError) { self = try PosterReader(document).poster }

  static func value(of bytes: [UInt8]) throws(PosterError) -> JSONValue {
    do {
      return try JSONValue(bytes)
    } catch {
      throw PosterError(error)
    }
  }

  /// The schema of the documents, in the JSON Schema language of 2020-12.
  public static var jsonSchema: String {
    String(decoding: PackageResources.poster_schema_json, as: UTF8.self)
  }

  /// The document as JSON, ended by a line break; `Poster(json:)` gives an equal poster back.
  public var json: String { JSONValue.object(allMembers).text + "\n" }

  /// What is known of the document.
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
      // What is usual is not written, so that older programs know every member of most documents.
      + (wraps ? [JSONMember("wrap", .bool(true))] : [])
      + [JSONMember("lines", .array(lines.map { .object($0.members + $0.unknownFields) }))]
  }

  /// What the document says of its page.
  var pageMembers: [JSONMember] {
    page.members
      + (margins == .usual && unknownFields.margins.isEmpty
        ? [] : [JSONMember("margins", .object(margins.members + unknownFields.margins))])
      + (bleed == 0 ? [] : [JSONMember("bleed", .number(bleed))])
  }

  /// What the document says of its emblem, whatever that is.
  var emblemMembers: [JSONMember] {
    (emblemScale == 1 ? [] : [JSONMember("scale", .number(emblemScale))])
      + (emblemOffset == .zero
        ? [] : [JSONMember("offset", .array([.number(emblemOffset.dx), .number(emblemOffset.dy)]))])
      + (tintsEmblem ? [JSONMember("tint", .bool(true))] : [])
  }

  /// The members of the document, those that this version does not know included.
  var allMembers: [JSONMember] { members + unknownFields.document }

  /// A warning for each field of the document that nothing reads: it is kept, but a misspelt one would otherwise
  /// pass for an absent one.
  ///
  /// Names that begin with a dollar or with `x-` are notes of other programs, and nobody's mistake.
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
    look(at: unknownFields.document, in: "", among: members.map(\.name))
    look(at: unknownFields.page, in: "page", among: page.members.map(\.name) + ["margins", "bleed"])
    look(at: unknownFields.margins, in: "page.margins", among: margins.members.map(\.name))
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
    look(at: unknownFields.lettering, in: "lettering", among: lettering.members.map(\.name))
    for (index, line) in lines.enumerated() {
      look(at: line.unknownFields, in: "lines[\(index)]", among: line.members.map(\.name))
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
  /// The shortest text that gives exactly this colour back.
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
  var members: [JSONMember] {
    [
      JSONMember("family", .string(family)), JSONMember("weight", .number(Double(weight))),
      JSONMember("tracking", .number(tracking)), JSONMember("stroke", .number(stroke)),
    ] + (touches ? [JSONMember("touching", .bool(true))] : [])
      + (spacing != .metric ? [JSONMember("spacing", .string(spacing.rawValue))] : [])
  }
}

extension Poster.Line {
  var members: [JSONMember] {
    [JSONMember("text", .string(text)), JSONMember("rank", .string(rank.rawValue))]
      + (font.map { [JSONMember("font", .string($0))] } ?? [])
      + (weight.map { [JSONMember("weight", .number(Double($0)))] } ?? [])
      + (tracking.map { [JSONMember("tracking", .number($0))] } ?? [])
      + (ink.map { [JSONMember("ink", $0.value)] } ?? [])
      + (capitals.map { [JSONMember("capitals", .bool($0))] } ?? [])
      + (language.map { [JSONMember("language", .string($0))] } ?? [])
  }
}
