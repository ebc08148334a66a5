import Colors
import Foundation
import Geometry
import VectorArt
import Text

extension Poster {
  /// The document as JSON, ended by a line break; `Poster(json:)` gives an equal poster back.
  public var json: String { JSONValue.object(members + unknownFields.document).text + "\n" }

  /// What is known of the document.
  var members: [JSONMember] {
    [
      JSONMember("schema", .string(Self.schema)), JSONMember("version", .number(Double(Self.version))),
      JSONMember("title", .string(title)),
      JSONMember("page", .object(page.members + unknownFields.page)),
      JSONMember("background", .object(background.members + unknownFields.background)),
      JSONMember("ink", ink.value),
      JSONMember("emblem", .object(emblem.members + emblemMembers + unknownFields.emblem)),
      JSONMember("lettering", .object(lettering.members + unknownFields.lettering)),
    ]
      // What is usual is not written, so that older programs know every member of most documents.
      + (wraps ? [JSONMember("wrap", .bool(true))] : [])
      + [JSONMember("lines", .array(lines.map { .object($0.members + $0.unknownFields) }))]
  }

  /// What the document says of its emblem, whatever that is.
  var emblemMembers: [JSONMember] {
    (emblemScale == 1 ? [] : [JSONMember("scale", .number(emblemScale))])
      + (tintsEmblem ? [JSONMember("tint", .bool(true))] : [])
  }
}

extension Page {
  var members: [JSONMember] {
    [JSONMember("width", .number(width)), JSONMember("height", .number(height))]
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
    ]
  }
}

extension Poster.Line {
  var members: [JSONMember] {
    [JSONMember("text", .string(text)), JSONMember("rank", .string(rank.rawValue))]
      + (font.map { [JSONMember("font", .string($0))] } ?? [])
      + (weight.map { [JSONMember("weight", .number(Double($0)))] } ?? [])
      + (tracking.map { [JSONMember("tracking", .number($0))] } ?? [])
      + (ink.map { [JSONMember("ink", $0.value)] } ?? [])
  }
}
