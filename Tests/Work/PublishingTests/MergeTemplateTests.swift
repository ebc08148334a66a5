import Colors
import Foundation
import Posters
import Publishing
import Testing

/// Documents with names in braces, filled with rows.
@Suite struct MergeTemplateTests {
  private func template(_ members: String) throws -> MergeTemplate {
    try MergeTemplate(json: Array("{\"schema\": \"regalia-poster\", \"version\": 1, \(members)}".utf8))
  }

  private func poster(_ members: String, _ values: [String: String]) throws -> Poster {
    try MergeFiller(template(members)).poster(with: values)
  }

  /// Returns what is said of a row that does not fit.
  private func fault(_ members: String, _ values: [String: String]) throws -> String {
    let filler = MergeFiller(try template(members))
    do throws(MergeFiller.Fault) {
      _ = try filler.poster(with: values)
      return "taken"
    } catch {
      return "\(error)"
    }
  }

  @Test func `any field takes a value: colours, grounds, crowns, pages, fonts and numbers`() throws {
    let poster = try poster(
      """
      "ink": "{ink}", "background": "{ground}", "crown": "{crown}", "page": "{page}", "wrap": "{wrap}",
      "lettering": {"family": "{font}", "weight": "{weight}", "tracking": "{tracking}"},
      "lines": [{"text": "{name}", "ink": "{own}", "font": "{other}", "weight": "{bold}", "rank": "{rank}"}]
      """,
      [
        "ink": "gold", "ground": "linear-gradient(to right, navy, black)", "crown": "none",
        "page": "A3 landscape",
        "wrap": "true", "font": "Inter", "weight": "300", "tracking": "0.25", "name": "ANN", "own": "#123456",
        "other": "Cabin", "bold": "700", "rank": "small",
      ])

    #expect(poster.ink.bytes8 == (255, 215, 0, 255))
    #expect(poster.page == Page(width: 420, height: 297) && poster.wraps && poster.emblem == .none)
    #expect(
      poster.lettering.family == "Inter" && poster.lettering.weight == 300
        && poster.lettering.tracking == 0.25)
    let line = try #require(poster.lines.first)
    #expect(line.text == "ANN" && line.font == "Cabin" && line.weight == 700 && line.rank == .small)
    #expect(line.ink == RGBA(hex: 0x123456))
    guard case .linear(let stops, _, _) = poster.background else { return #expect(Bool(false)) }
    #expect(stops.map(\.color) == [RGBA(hex: 0x000080), RGBA(hex: 0)])
  }

  @Test func `the stops of a gradient and parts of a text take values too`() throws {
    let poster = try poster(
      """
      "background": {"type": "linear-gradient", "stops": [{"color": "{a}", "at": 0}, {"color": "{b}", "at": "{at}"}]},
      "title": "For {name}", "lines": [{"text": "rgb {name}", "ink": "rgb({r} 0 0)"}]
      """, ["a": "red", "b": "blue", "at": "0.5", "name": "Ann", "r": "255"])

    #expect(poster.title == "For Ann" && poster.lines[0].text == "rgb Ann")
    #expect(poster.lines[0].ink == RGBA(hex: 0xff0000))
    guard case .linear(let stops, _, _) = poster.background else { return #expect(Bool(false)) }
    #expect(stops.map(\.location) == [0, 0.5])
  }

  @Test(
    arguments: [
      (#""ink": "{ink}""#, ["ink": "blurple"], "column ink: “blurple” is not a colour"),
      (#""crown": "{c}""#, ["c": "no-such-crown"], "column c: “no-such-crown” is neither a crown nor a file"),
      (#""background": "{g}""#, ["g": "conic-gradient(red, blue)"], "column g: conic-gradient is not known"),
      (#""background": {"type": "color", "color": "{g}"}"#, ["g": "x"], "column g: “x” is not a colour"),
      (#""page": "{p}""#, ["p": "B7"], "column p: “B7” is not a page size"),
      (#""lettering": {"weight": "{w}"}"#, ["w": "heavy"], "column w: “heavy” is not a number"),
      (#""lettering": {"weight": "{w}"}"#, ["w": "5000"], "column w: 5000 is not from 1 to 1000"),
      (#""wrap": "{w}""#, ["w": "yes"], "column w: “yes” is neither true nor false"),
      (
        ##""lines": [{"text": "{a}"}, {"text": "B", "ink": "#{c}{d}"}]"##, ["a": "", "c": "12", "d": "zz"],
        "columns c, d: “#12zz” is not a colour"
      ),
      (
        #""background": {"type": "linear-gradient", "stops": [{"color": "{a}", "at": 0.5}, {"color": "red", "at": "{b}"}]}"#,
        ["a": "red", "b": "0.2"], "column b: write the stops in the order"
      ),
    ] as [(String, [String: String], String)])
  func `a value that does not fit is told of with its column`(
    members: String, values: [String: String], words: String
  ) throws {
    #expect(try fault(members, values).hasPrefix(words))
  }

  @Test func `an empty value leaves its field out, and an empty line is left out`() throws {
    let poster = try poster(
      """
      "ink": "{ink}", "lettering": {"weight": "{w}"},
      "lines": [{"text": "{a}"}, {"text": "tea for {b}", "ink": "{ink}"}, {"text": ""}]
      """, ["ink": "", "w": " ", "a": "", "b": "ANN"])

    #expect(poster.ink == Poster().ink && poster.lettering == Lettering())
    #expect(poster.lines.map(\.text) == ["tea for ANN", ""])
    #expect(poster.lines[0].rank == .small && poster.lines[0].ink == nil)
  }

  /// “tea for Anna” stayed as it was typed, among lines in capitals.
  @Test func `a line that is set in capitals is so with any value, and others stay as they are`() throws {
    let poster = try poster(
      """
      "lines": [{"text": "tea for {name}"}, {"text": "{name}"}, {"text": "small {name}", "rank": "small"},
        {"text": "HELLO {name}"}, {"text": "by {name}", "capitals": false}, {"text": "of {name}", "rank": "large"}]
      """, ["name": "Anna McDonald"])

    #expect(poster.lines.map(\.isSetInCapitals) == [true, true, true, false, false, false])
    #expect(poster.lines[0].text == "tea for Anna McDonald")
  }

  @Test func `what is no name of a column stays, and so do notes of other programs`() throws {
    let template = try template(
      ##""title": "{name} {other} {}", "x-note": "{note}", "lines": [{"text": "A"}]"##)
    let poster = try MergeFiller(template).poster(with: ["name": "N", "note": "changed"])

    #expect(poster.title == "N {other} {}")
    #expect(poster.json.contains("\"x-note\": \"{note}\""))
  }

  @Test func `a crown and a picture that no row changes are as the document has them`() throws {
    var whole = Poster(
      background: .color(RGBA(hex: 0x102030)),
      emblem: .drawing(.init(circle: .zero, radius: 4), source: "disc"), lines: [.init("{name}")])
    (whole.emblemScale, whole.wraps) = (1.5, true)
    let filler = MergeFiller(try MergeTemplate(json: Array(whole.json.utf8)))

    let filled = try filler.poster(with: ["name": "ANN"])

    whole.lines[0].text = "ANN"
    #expect(filled == whole)
  }

  @Test func `what is wrong with the document itself is no row's fault`() throws {
    #expect(throws: PosterError.self) { try MergeTemplate(json: Array("[]".utf8)) }
    #expect(throws: PosterError.self) { try template(#""background": "nothing", "ink": "{ink}""#) }
    #expect(
      try fault(#""ink": "{ink}", "lettering": {"weight": 0}"#, ["ink": "red"]).hasPrefix("lettering.weight:")
    )
  }
}

/// Codes whose contents come from a row.
@Suite struct MergedCodeTests {
  private func poster(_ element: String, _ values: [String: String]) throws -> Poster {
    let text = "{\"schema\": \"regalia-poster\", \"version\": 1, \"elements\": [\(element)]}"
    return try MergeFiller(MergeTemplate(json: Array(text.utf8))).poster(with: values)
  }

  @Test func `contents are filled before they are written for phones, so that any value is safe`() throws {
    let network = try poster(
      #"{"type": "code", "level": "{level}", "width": "{width}", "content": {"type": "wifi", "name": "{net}", "password": "{secret}"}}"#,
      ["net": "Café;P:no", "secret": "a\\b", "level": "Q", "width": "0.25"])
    let code = try #require(network.elements.first)
    #expect(code.code?.content == .wifi(.init(name: "Café;P:no", password: "a\\b")))
    #expect(code.code?.level == .quartile && code.width == 0.25)
    let contact = try poster(
      #"{"type": "code", "content": {"type": "contact", "name": "{first} {last}", "phone": "{phone}"}}"#,
      ["first": "Ann", "last": "Doe; John", "phone": ""])
    #expect(contact.elements.first?.code?.content.encoded.contains("FN:Ann Doe\\; John\r\nEND") == true)
  }

  @Test func `a code of empty contents is left out, and a later fault still names its column`() throws {
    let codes =
      #"{"type": "code", "content": {"type": "link", "url": "{url}"}}, {"type": "code", "level": "{l}", "content": {"type": "text", "text": "A"}}"#
    #expect(try poster(codes, ["url": "", "l": "M"]).elements.map(\.code?.content) == [.text("A")])
    #expect(try poster(codes, ["url": "a.org", "l": "M"]).elements.count == 2)
    #expect {
      try poster(codes, ["url": " ", "l": "Z"])
    } throws: { "\($0)".hasPrefix("column l: “Z” is no level") }
    let secret = #"{"type": "code", "content": {"type": "wifi", "name": "{net}", "password": "fixed"}}"#
    #expect(try poster(secret, ["net": ""]).elements.isEmpty)
  }
}
