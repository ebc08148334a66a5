import Colors
import FoundationEssentials
import Geometry
public import Text
import VectorArt

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
