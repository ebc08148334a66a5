import Colors
import Geometry
import Posters
import TestSupport
import Testing
import Text

@Suite struct PosterDocumentTests {
  @Test(arguments: Samples.varied.indices)
  func `a poster comes back from its document`(index: Int) throws {
    let poster = Samples.varied[index]

    let back = try Poster(json: Array(poster.json.utf8))

    #expect(back == poster)
    #expect(back.json == poster.json)
  }

  @Test func `random posters come back from their documents`() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
      func color() -> RGBA {
        RGBA(
          red: number(0...1), green: number(0...1), blue: number(0...1),
          alpha: Bool.random(using: &generator) ? 1 : number(0...1))
      }
      var poster = Samples.varied.randomElement(using: &generator) ?? Poster()
      poster.page = Page(width: number(10...20000), height: number(10...20000))
      poster.ink = color()
      poster.lettering.tracking = number(-0.2...2)
      poster.lettering.stroke = number(0...0.3)
      poster.lettering.spacing = Lettering.Spacing.allCases.randomElement(using: &generator) ?? .metric
      poster.lettering.axes = ["wdth": number(-30_000...30_000), "opsz": number(0...100)]
      poster.lettering.features = ["smcp": 1, "ss01": .random(in: 0...1000, using: &generator)]
      poster.lettering.capitalForms = .random(using: &generator)
      poster.lettering.opticalSizing = .random(using: &generator)
      let scalars = (0..<20).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0..<0x11000, using: &generator))
      }
      poster.lines.append(Poster.Line(String(String.UnicodeScalarView(scalars)), rank: .small))

      #expect(try Poster(json: Array(poster.json.utf8)) == poster)
    }
  }

  @Test func `letters of a document that names no spacing have the font's, and do not name it later`() throws
  {
    let old = #"""
      {"schema": "regalia-poster", "version": 1, "lettering": {"tracking": 0.1}, "lines": [{"text": "A"}]}
      """#
    let poster = try Poster(json: Array(old.utf8))

    #expect(poster.lettering.spacing == .metric && !poster.json.contains("spacing"))
    var optical = poster
    optical.lettering.spacing = .optical
    #expect(optical.json.contains(#""spacing": "optical""#))
  }

  @Test func `axes and features are written in order, and not at all while there are none`() throws {
    var poster = Poster(lines: [Poster.Line("A")])
    let names = ["axes", "features", "capitalForms", "opticalSizing", "colors", "\"file\""]
    for name in names { #expect(!poster.json.contains(name)) }
    poster.lettering.axes = ["wdth": 75, "QUIR": -0.5]
    poster.lettering.features = ["ss01": 2, "liga": 0]
    (poster.lettering.capitalForms, poster.lettering.opticalSizing) = (true, true)

    let lettering = try JSONValue(Array(poster.json.utf8))["lettering"]

    #expect(lettering?["axes"]?.members.map(\.name) == ["QUIR", "wdth"])
    #expect(
      lettering?["features"]?["ss01"] == .number("2") && lettering?["features"]?["liga"] == .number("0"))
    #expect(try Poster(json: Array(poster.json.utf8)) == poster)
    #expect(poster.unknownFieldWarnings.isEmpty)
  }

  @Test func `what is unknown survives, in every object and in its order`() throws {
    let text = """
      {"schema": "regalia-poster", "version": 1, "x-first": [1.50, {"a": null}],
       "page": {"width": 100, "height": 200, "grid": 1e-3},
       "background": {"type": "linear-gradient", "space": "oklab", "stops": [
         {"color": "red", "at": 0, "hint": true}, {"color": "blue", "at": 1}]},
       "emblem": {"type": "path", "path": "M0 0L1 0L1 1Z", "artist": "me"},
       "lettering": {"shadows": ["ss01"]},
       "lines": [{"text": "A", "colour": "#123"}, {"text": "b", "rank": "large", "n": 12345678901234567890}],
       "elements": [{"type": "code", "turn": 90, "content": {"type": "text", "text": "A", "lang": "en"}}],
       "x-last": {"deep": [[[]]]}}
      """
    let original = try JSONValue(Array(text.utf8))
    let poster = try Poster(json: Array(text.utf8))

    let back = try JSONValue(Array(poster.json.utf8))

    func expect(_ path: [String], line: Int? = nil) {
      var (a, b): (JSONValue?, JSONValue?) = (original, back)
      for name in path {
        if let index = Int(name) {
          (a, b) = (a?.elements[index], b?.elements[index])
        } else {
          (a, b) = (a?[name], b?[name])
        }
      }
      #expect(a != nil && a == b, "\(path)")
    }
    expect(["x-first"])
    expect(["x-last"])
    expect(["page", "grid"])
    expect(["background", "space"])
    expect(["background", "stops", "0", "hint"])
    expect(["emblem", "artist"])
    expect(["lettering", "shadows"])
    expect(["lines", "0", "colour"])
    expect(["lines", "1", "n"])
    expect(["elements", "0", "turn"])
    expect(["elements", "0", "content", "lang"])
  }

  @Test func `what is unknown of a crop survives, too`() throws {
    let text = """
      {"schema": "regalia-poster", "version": 1, "background": {"type": "picture", "data": "AAAA",
       "crop": {"x": 0.25, "width": 0.5, "turn": 90}}}
      """

    let back = try JSONValue(Array(try Poster(json: Array(text.utf8)).json.utf8))

    #expect(back["background"]?["crop"]?["turn"] == .number("90"))
  }

  @Test(
    arguments: [
      (#""inc": "red""#, "inc", "ink"), (#""Title": "A""#, "Title", "title"),
      (#""letering": {}"#, "letering", "lettering"),
      (
        #""page": {"width": 90, "height": 90, "hieght": 9}"#,
        "page.hieght", "height"
      ),
      (#""lettering": {"famliy": "Cabin"}"#, "lettering.famliy", "family"),
      (#""lines": [{"text": "A"}, {"text": "B", "rnak": "small"}]"#, "lines[1].rnak", "rank"),
      (#""lines": [{"text": "A", "colour": "red"}]"#, "lines[0].colour", nil),
      (#""lines": [{"text": "A", "aligment": "left"}]"#, "lines[0].aligment", "alignment"),
      (#""lettering": {"laeding": 1.2}"#, "lettering.laeding", "leading"),
      (#""background": {"type": "picture", "data": "AAAA", "corp": {}}"#, "background.corp", "crop"),
      (
        #""background": {"type": "picture", "data": "AAAA", "crop": {"widht": 1}}"#, "background.crop.widht",
        "width"
      ),
      (
        #""background": {"type": "linear-gradient", "stops": [{"color": "red", "at": 0, "colour": 1}, {"color": "red", "at": 1}]}"#,
        "background.stops[0].colour", "color"
      ),
      (#""emblem": {"type": "path", "path": "M0 0L1 0L1 1Z", "sorce": "x"}"#, "emblem.sorce", "source"),
      (#""emblem": {"type": "none", "glitter": 1}"#, "emblem.glitter", nil),
      (
        #""elements": [{"type": "drawing", "path": "M0 0L1 0L1 1Z", "cnter": 1}]"#, "elements[0].cnter",
        "center"
      ),
      (
        #""elements": [{"type": "code", "content": {"type": "wifi", "pasword": ""}}]"#,
        "elements[0].content.pasword", "password"
      ),
      (
        #""page": {"width": 90, "height": 90, "guides": {"horizonal": [1]}}"#, "page.guides.horizonal",
        "horizontal"
      ),
    ] as [(String, String, String?)])
  func `an unknown field is named, with the known one that is like it`(
    member: String, field: String, meant: String?
  ) throws {
    let text = #"{"schema": "regalia-poster", "version": 1, \#(member)}"#

    let warnings = try Poster(json: Array(text.utf8)).unknownFieldWarnings

    #expect(warnings == [.unknownField(field, meant: meant)])
  }

  @Test func `what is known and what other programs note is no unknown field`() throws {
    for poster in Samples.varied {
      #expect(try Poster(json: Array(poster.json.utf8)).unknownFieldWarnings == [])
    }
    let noted = #"{"schema": "regalia-poster", "version": 1, "$schema": "a.json", "x-note": "b"}"#
    #expect(try Poster(json: Array(noted.utf8)).unknownFieldWarnings == [])
  }

  @Test(arguments: [
    (#""lines": [{"text": "A"}, {"text": "B"}, {"text": "C", "rank": "huge"}]"#, "lines[2].rank"),
    (#""lines": [{"text": "A", "size": 9}]"#, "lines[0].size"),
    (#""lines": [{"text": "A", "alignment": "middle"}]"#, "lines[0].alignment"),
    (#""lines": [{"text": "A", "fit": "height"}]"#, "lines[0].fit"),
    (#""lines": [{"text": "A", "axes": {"width": 1}}]"#, "lines[0].axes"),
    (#""lines": [{"text": "A", "axes": {"wdth": "1"}}]"#, "lines[0].axes.wdth"),
    (#""lines": [{"text": "A", "features": {"ss01": 1001}}]"#, "lines[0].features.ss01"),
    (
      #""lines": [{"text": "A", "spans": [{"start": 0, "end": 1, "features": []}]}]"#,
      "lines[0].spans[0].features"
    ),
    (#""lines": [{"text": "A", "space": -5}]"#, "lines[0].space"),
    (#""lines": [{"text": "A", "footer": 1}]"#, "lines[0].footer"),
    (#""lettering": {"leading": 5}"#, "lettering.leading"),
    (#""lines": [{"text": "A", "arc": 400}]"#, "lines[0].arc"),
    (#""lines": [{"text": "A", "spans": [{"end": 1}]}]"#, "lines[0].spans[0].start"),
    (#""lines": [{"text": "A", "spans": [{"start": 1, "end": 1}]}]"#, "lines[0].spans[0].end"),
    (
      #""lines": [{"text": "AB", "spans": [{"start": 1, "end": 2}, {"start": 0, "end": 1}]}]"#,
      "lines[0].spans[1].start"
    ),
    (#""lines": [{"text": "A", "spans": [{"start": 0, "end": 1, "size": 9}]}]"#, "lines[0].spans[0].size"),
    (#""lines": [{"text": "A", "spans": {}}]"#, "lines[0].spans"),
    (#""lines": [{"rank": "small"}]"#, "lines[0].text"), (#""lines": {}"#, "lines"),
    (#""lines": ["KEEP"]"#, "lines[0]"), (#""page": {"width": 100}"#, "page.height"),
    (#""page": {"width": 5, "height": 100}"#, "page.width"), (#""page": "A9""#, "page"),
    (#""ink": "reddish""#, "ink"), (#""ink": 7"#, "ink"),
    (#""background": "linear-gradient(red)""#, "background"),
    (#""background": {"type": "plaid"}"#, "background.type"), (#""background": {}"#, "background.type"),
    (
      #""background": {"type": "radial-gradient", "stops": [{"color": "red", "at": 0}, {"color": "red", "at": 2}]}"#,
      "background.stops[1].at"
    ),
    (#""background": {"type": "picture", "data": "§"}"#, "background.data"),
    (
      #""background": {"type": "picture", "data": "AAAA", "crop": {"x": 0.5, "width": 0.6}}"#,
      "background.crop"
    ),
    (#""emblem": {"type": "path", "path": "M0 0 L"}"#, "emblem.path"),
    (#""emblem": {"type": "path"}"#, "emblem.path"),
    (#""lettering": {"weight": 0}"#, "lettering.weight"),
    (#""lettering": {"tracking": "wide"}"#, "lettering.tracking"),
    (#""lettering": {"spacing": "wide"}"#, "lettering.spacing"),
    (#""lettering": {"writingMode": "vertical"}"#, "lettering.writingMode"),
    (#""lettering": {"spacing": true}"#, "lettering.spacing"),
    (#""lettering": {"axes": ["wdth"]}"#, "lettering.axes"),
    (#""lettering": {"axes": {"wdth": "75"}}"#, "lettering.axes.wdth"),
    (#""lettering": {"axes": {"wdth": 1e9}}"#, "lettering.axes.wdth"),
    (#""lettering": {"axes": {"width": 75}}"#, "lettering.axes"),
    (#""lettering": {"features": {"ss,1": 1}}"#, "lettering.features"),
    (#""lettering": {"features": {"ss01": -1}}"#, "lettering.features.ss01"),
    (#""lettering": {"features": {"ss01": 1001}}"#, "lettering.features.ss01"),
    (#""lettering": {"features": {"ss01": true}}"#, "lettering.features.ss01"),
    (#""lettering": {"capitalForms": 1}"#, "lettering.capitalForms"),
    (#""title": null"#, "title"), (#""elements": {}"#, "elements"),
    (#""elements": [{}]"#, "elements[0].type"),
    (#""elements": [{"type": "code"}]"#, "elements[0].content"),
    (#""elements": [{"type": "code", "content": {"type": "sms"}}]"#, "elements[0].content.type"),
    (#""elements": [{"type": "code", "kind": "ean", "content": {"type": "text"}}]"#, "elements[0].kind"),
    (#""elements": [{"type": "code", "level": "X", "content": {"type": "text"}}]"#, "elements[0].level"),
    (
      #""elements": [{"type": "code", "content": {"type": "wifi", "security": "x"}}]"#,
      "elements[0].content.security"
    ),
    (#""elements": [{"type": "picture"}]"#, "elements[0].data"),
    (#""elements": [{"type": "drawing", "path": "M0 0L1 1", "center": [2, 0]}]"#, "elements[0].center"),
    (#""elements": [{"type": "drawing", "path": "M0 0L1 1", "width": 3}]"#, "elements[0].width"),
    (#""page": {"width": 90, "height": 90, "guides": [20]}"#, "page.guides"),
    (#""page": {"width": 90, "height": 90, "guides": {"vertical": 20}}"#, "page.guides.vertical"),
    (
      #""page": {"width": 90, "height": 90, "guides": {"horizontal": [1, 1e9]}}"#, "page.guides.horizontal[1]"
    ),
  ])
  func `a fault names its field`(member: String, field: String) {
    let text = #"{"schema": "regalia-poster", "version": 1, \#(member)}"#

    #expect { try Poster(json: Array(text.utf8)) } throws: { error in
      (error as? PosterError)?.field == field
    }
  }

  /// Painting such a path takes half a minute.
  @Test
  func `a path that crosses itself very often is refused with the limit, a long one that does not is read`() {
    var chance = SeededGenerator(seed: 9)
    func document(_ places: [(x: Double, y: Double)]) -> [UInt8] {
      let path = places.map { "L\($0.x) \($0.y)" }.joined()
      return Array(
        #"{"schema": "regalia-poster", "version": 1, "emblem": {"type": "path", "path": "M0 0\#(path)Z"}}"#
          .utf8)
    }
    let tangle = (0..<6000).map { _ in
      (x: Double.random(in: 0...100, using: &chance), y: Double.random(in: 0...100, using: &chance))
    }
    let comb = (0..<6000).map { (x: Double($0), y: $0.isMultiple(of: 2) ? 0.0 : 100.0) }

    #expect { try Poster(json: document(tangle)) } throws: { error in
      (error as? PosterError)?.description.contains("more than 2000000 times") == true
    }
    #expect(throws: Never.self) { try Poster(json: document(comb)) }
    // Equal curves cross nowhere, and take as long to be painted.
    let circle = "M0 50a50 50 0 1 0 100 0a50 50 0 1 0 -100 0z"
    let circles = String(repeating: circle, count: 20_000)
    #expect {
      try Poster(
        json: Array(
          #"{"schema": "regalia-poster", "version": 1, "emblem": {"type": "path", "path": "\#(circles)"}}"#
            .utf8))
    } throws: { error in
      (error as? PosterError)?.description.contains("more than 500000 lines") == true
    }
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"schema": "regalia-poster"}"#, #"{"schema": "other", "version": 1}"#,
    #"{"schema": "regalia-poster", "version": 2}"#, #"{"schema": "regalia-poster", "version": 1"#,
    #"{"schema": "regalia-poster", "version": 1, "version": 1}"#,
    #"{"schema": "regalia-poster", "version": 01}"#,
    #"{"schema": "regalia-poster", "version": 1,}"#, "{\"schema\": \"regalia-poster\", \"version\": 1}x",
    "{\"schema\": \"regalia-poster\", \"version\": 1, \"title\": \"\\ud800\"}",
    "{\"schema\": \"regalia-poster\", \"version\": 1, \"title\": \"\n\"}",
    String(repeating: "[", count: 100_000), "\u{FEFF}nul",
  ])
  func `what is no poster is refused with a sentence`(text: String) {
    #expect { try Poster(json: Array(text.utf8)) } throws: { error in
      (error as? PosterError).map { !$0.reason.english.isEmpty } ?? false
    }
  }

  @Test func `escapes are read as RFC 8259 says`() throws {
    let text = #"{"schema": "regalia-poster", "version": 1, "title": "\"\\\/\b\f\n\r\tAé\ud83d\udc51"}"#

    #expect(try Poster(json: Array(text.utf8)).title == "\"\\/\u{8}\u{C}\n\r\tAé\u{1F451}")
  }

  @Test func `damaged documents are refused or read, and what is read comes back`() throws {
    var generator = SeededGenerator(seed: 11)
    let documents = Samples.varied.map { Array($0.json.utf8) }
    var readings = 0
    for _ in 0..<3000 {
      var bytes = documents.randomElement(using: &generator) ?? []
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[place] = Array("0123456789-.eE{}[],:\"\\ ".utf8).randomElement(using: &generator) ?? 0
        case 2: bytes.remove(at: place)
        default: bytes.replaceSubrange(place..<min(place + 9, bytes.count), with: bytes.prefix(9))
        }
        if bytes.isEmpty { bytes = [0] }
      }
      guard let poster = try? Poster(json: bytes) else { continue }
      readings += 1
      #expect(try Poster(json: Array(poster.json.utf8)) == poster)
    }
    #expect(readings > 100)
  }

  @Test func `the schema takes every poster that is written`() throws {
    let validator = try SchemaValidator(Poster.jsonSchema)
    for poster in Samples.varied {
      let value = try JSONValue(Array(poster.json.utf8))
      #expect(validator.faults(of: value) == [])
    }
  }

  @Test func `the schema takes whatever the reader takes`() throws {
    let validator = try SchemaValidator(Poster.jsonSchema)
    var generator = SeededGenerator(seed: 12)
    let documents = try Samples.varied.map { try JSONValue(Array($0.json.utf8)) }
    let spares: [JSONValue] = [
      .null, .bool(true), .number(-3), .number(0.5), .number(1e9), .string(""), .string("A3"), .string("red"),
      .array([]), .object([]), .string("none"), .string("linear-gradient(red, blue)"),
    ]
    var taken = 0
    for _ in 0..<4000 {
      let document = documents.randomElement(using: &generator) ?? .null
      let changed = document.withOneChange(from: spares, using: &generator)
      guard (try? Poster(json: Array(changed.text.utf8))) != nil else { continue }
      taken += 1
      #expect(validator.faults(of: changed) == [], "\(changed.text.prefix(2000))")
    }
    #expect(taken > 300)
  }

  @Test(arguments: [
    #"{"schema": "regalia-poster", "version": 1, "lines": [{"rank": "large"}]}"#,
    #"{"schema": "regalia-poster", "version": 1, "lines": [{"text": 3}]}"#,
    #"{"schema": "regalia-poster", "version": 1, "page": {"width": 1, "height": 1}}"#,
    #"{"schema": "regalia-poster", "version": 1, "background": {"type": "plaid"}}"#,
    #"{"schema": "regalia-poster", "version": 2}"#, #"{"version": 1}"#, "[]",
  ])
  func `the schema refuses what is no poster`(text: String) throws {
    let validator = try SchemaValidator(Poster.jsonSchema)

    #expect(validator.faults(of: try JSONValue(Array(text.utf8))) != [])
  }
}

extension JSONValue {
  /// Returns the value with one of its parts, however deep, replaced or removed.
  func withOneChange(from spares: [JSONValue], using generator: inout SeededGenerator) -> JSONValue {
    switch self {
    case .object(var members) where !members.isEmpty && Int.random(in: 0..<8, using: &generator) > 0:
      let index = Int.random(in: 0..<members.count, using: &generator)
      if Int.random(in: 0..<6, using: &generator) == 0 {
        members.remove(at: index)
      } else {
        members[index].value = members[index].value.withOneChange(from: spares, using: &generator)
      }
      return .object(members)
    case .array(var values) where !values.isEmpty && Int.random(in: 0..<8, using: &generator) > 0:
      let index = Int.random(in: 0..<values.count, using: &generator)
      values[index] = values[index].withOneChange(from: spares, using: &generator)
      return .array(values)
    default: return spares.randomElement(using: &generator) ?? .null
    }
  }
}
