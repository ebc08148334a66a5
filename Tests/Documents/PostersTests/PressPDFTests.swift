import ColorManagement
import Colors
import Foundation
import Geometry
import Images
@testable import Posters
import TestSupport
import Testing
import Typography

/// Posters for a press, looked at by qpdf and poppler; the press of the fixtures is one that there is not.
@Suite(
  .enabled(if: Tool.areInstalled, "poppler-utils or qpdf is not installed"),
  .enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"))
struct PressPDFTests {
  private let typesetter = Typesetter()
  private let press: PrintProfile

  init() throws { press = try PrintProfile(bytes: [UInt8](Fixture.data("press.icc"))) }

  private func document(
    _ posters: [Poster], sheet: PrintSheet = PrintSheet(), created: Double = 0
  ) throws -> [UInt8] {
    try PosterPDF.document(
      of: posters.map { PosterLayout($0, typesetter: typesetter) }, title: "Keep <calm>", sheet: sheet,
      press: press, created: created, typesetter: typesetter)
  }

  private func ask(_ tool: String, about bytes: [UInt8], _ arguments: [String] = ["@"]) throws -> String {
    try withScratch { folder in
      let path = folder.appending(path: "poster.pdf")
      try Data(bytes).write(to: path)
      return try Tool(tool).output(arguments.map { $0 == "@" ? path.file : $0 })
    }
  }

  /// Returns a document with nothing compressed but its pictures.
  private func plain(_ bytes: [UInt8]) throws -> String {
    let text = try ask(
      "qpdf", about: bytes, ["--qdf", "--object-streams=disable", "@", "-"])
    return text
  }

  private func picture(_ color: (Int, Int) -> [UInt8]) throws -> [UInt8] {
    let bytes = (0..<16 * 24).flatMap { color($0 % 16, $0 / 16) }
    return try PNG.encoded(Bitmap(size: PixelSize(width: 16, height: 24), bytes: bytes))
  }

  /// A poster of each kind of ground, crown and ink.
  private func varied() throws -> [Poster] {
    let stops = [
      Background.Stop(RGBA(hex: 0xd00000), at: 0), Background.Stop(RGBA(hex: 0x000080), at: 0.4),
      Background.Stop(RGBA(hex: 0x00ff80), at: 1),
    ]
    let photo = try picture { x, y in [UInt8(x * 16), UInt8(y * 10), 128, 255] }
    let grey = try picture { x, _ in [UInt8(x * 16), UInt8(x * 16), UInt8(x * 16), 255] }
    let bits = try picture { x, _ in x < 8 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
    let hole = try picture { x, y in [255, UInt8(y * 10), 0, x > 8 ? 255 : 90] }
    var thin = Poster(emblem: Samples.triangle, lines: [.init("THIN")])
    thin.ink = RGBA(hex: 0x102030, alpha: 0.5)
    var tinted = try Samples.tinted()
    tinted.background = .radial(stops: Array(stops.prefix(2)), center: Point(0.3, 0.3), radius: 0.7)
    return [
      try Samples.poster(), thin, tinted,
      Poster(background: .linear(stops: stops, start: .zero, end: Point(1, 1)), lines: [.init("LINE")]),
      Poster(
        background: .picture(.init(bytes: photo, dimming: 0.3)),
        emblem: .picture(bytes: hole, source: "hole.png"), lines: [.init("PHOTO")]),
      Poster(background: .picture(.init(bytes: grey)), lines: [.init("GREY")]),
      Poster(background: .picture(.init(bytes: bits)), lines: [.init("BITS")]),
    ]
  }

  @Test func `no colour is left that is not ink`() throws {
    for poster in try varied() {
      let text = try plain(document([poster], sheet: PrintSheet(bleed: 3, hasMarks: true)))

      #expect(!text.contains("/DeviceRGB"), "\(poster.lines)")
      for line in text.split(whereSeparator: \.isNewline) {
        let words = line.split(separator: " ")
        #expect(!words.contains { ["rg", "RG", "g", "G"].contains($0) }, "\(line)")
      }
    }
  }

  @Test func `pictures are of four inks, and only what makes them clear is grey`() throws {
    let list = try ask("pdfimages", about: document(varied()), ["-list", "@"])
    let kinds = list.split(separator: "\n").dropFirst(2).map { line in
      line.split(separator: " ").dropFirst(2).map(String.init)
    }

    #expect(kinds.count { $0[0] == "image" } >= 5)
    for kind in kinds {
      switch kind[0] {
      case "image": #expect(kind[3] == "cmyk" && kind[5] == "8")
      case "smask": #expect(kind[3] == "gray")
      default: #expect(kind[0] == "stencil")
      }
    }
  }

  /// Every document said that it was made in 1970.
  @Test func `a document for a press says when it was made, as other programs read it`() throws {
    let created = 1_774_778_400.0
    let bytes = try document([try Samples.poster()], created: created)

    let info = try ask("pdfinfo", about: bytes, ["-isodates", "@"])
    let metadata = try ask("pdfinfo", about: bytes, ["-meta", "@"])

    for field in ["CreationDate", "ModDate"] {
      let line = info.split(separator: "\n").first { $0.hasPrefix(field + ":") } ?? ""
      #expect(line.contains("2026-03-29T10:00:00"), "\(info)")
    }
    for field in ["CreateDate", "ModifyDate", "MetadataDate"] {
      #expect(metadata.contains("<xmp:\(field)>2026-03-29T10:00:00Z</xmp:\(field)>"))
    }
  }

  @Test func `the press and the standard are named, and the profile is embedded whole`() throws {
    let bytes = try document([try Samples.poster()], sheet: PrintSheet(bleed: 3))
    let text = try plain(bytes)
    let metadata = try ask("pdfinfo", about: bytes, ["-meta", "@"])
    let info = try ask("pdfinfo", about: bytes, ["-box", "@"])

    #expect(bytes.starts(with: Array("%PDF-1.6".utf8)))
    #expect(text.contains("/S /GTS_PDFX") && text.contains("/OutputConditionIdentifier (Regalia test press)"))
    #expect(text.contains("/Trapped /False"))
    #expect(metadata.contains("<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>"))
    #expect(metadata.contains("Keep &lt;calm&gt;") && metadata.contains("<pdf:Trapped>False</pdf:Trapped>"))
    #expect(!metadata.contains("pdfaid"))
    for box in ["TrimBox", "BleedBox", "MediaBox"] { #expect(info.contains(box)) }
    let place = try #require(text.firstMatch(of: /\/DestOutputProfile ([0-9]+) 0 R/))
    let profile = try withScratch { folder in
      let path = folder.appending(path: "poster.pdf")
      // The numbers are those of the document without compression.
      _ = try Data(bytes).write(to: path)
      let open = folder.appending(path: "open.pdf")
      _ = try Tool("qpdf").output(["--qdf", "--object-streams=disable", path.file, open.file])
      let out = folder.appending(path: "profile")
      _ = try Tool("bash").output([
        "-c", "qpdf --show-object=\(place.1) --filtered-stream-data \(open.file) > \(out.file)",
      ])
      return [UInt8](try Data(contentsOf: out))
    }
    #expect(profile == press.bytes)
  }

  @Test func `documents are sound and the same each time, and tell each other apart`() throws {
    var identifiers: Set<String> = []
    for poster in try varied() {
      let once = try document([poster], sheet: PrintSheet(bleed: 3, hasMarks: true))

      #expect(try document([poster], sheet: PrintSheet(bleed: 3, hasMarks: true)) == once)
      #expect(try ask("qpdf", about: once, ["--check", "@"]).contains("No syntax or stream encoding errors"))
      let metadata = try ask("pdfinfo", about: once, ["-meta", "@"])
      let match = try #require(metadata.firstMatch(of: /DocumentID>uuid:([-0-9a-f]{36})</))
      identifiers.insert(String(match.1))
    }
    #expect(try identifiers.count == varied().count)
  }

  @Test func `flat colours have the inks that the profile has for them`() throws {
    let converter = try InkConverter(press)
    for (ink, ground) in [(0xf6e8cb, 0x1e3a2b), (0xffffff, 0xd00000), (0x123456, 0xffffff)]
      as [(UInt32, UInt32)]
    {
      let poster = Poster(
        background: .color(RGBA(hex: ground)), emblem: Samples.triangle, lines: [.init("IT")],
        ink: RGBA(hex: ink))
      let colors = try plain(document([poster])).matches(
        of: /([0-9.]+) ([0-9.]+) ([0-9.]+) ([0-9.]+) k\b/
      ).map { match in [match.1, match.2, match.3, match.4].map { Double($0) ?? -1 } }
      for color in [ink, ground] {
        let wanted = converter.inks(of: RGBA(hex: color))
        let shares = [wanted.cyan, wanted.magenta, wanted.yellow, wanted.black]
        #expect(colors.contains { zip($0, shares).allSatisfy { abs($0 - $1) < 1e-3 } }, "\(color)")
      }
    }
  }

  @Test func `black letters are black ink alone, a black ground and a thin black are not`() throws {
    func inks(ground: UInt32, ink: RGBA) throws -> [Substring] {
      let poster = Poster(
        background: .color(RGBA(hex: ground)), emblem: Samples.triangle, lines: [.init("IT")], ink: ink)
      return try plain(document([poster])).matches(of: /[0-9.]+ [0-9.]+ [0-9.]+ [0-9.]+ k\b/).map(\.0)
    }

    #expect(try inks(ground: 0xffffff, ink: RGBA(hex: 0)) == ["0 0 0 0 k", "0 0 0 1 k"])
    #expect(try inks(ground: 0, ink: RGBA(hex: 0)).contains("0 0 0 1 k"))
    #expect(try !inks(ground: 0, ink: .white).contains("0 0 0 1 k"))
    #expect(try !inks(ground: 0xffffff, ink: RGBA(hex: 0, alpha: 0.5)).contains("0 0 0 1 k"))
  }
}

@Suite struct PDFContentTests {
  private func converted(_ text: String) -> String? {
    PDFContent.converted(Array(text.utf8)) { color in
      CMYK(cyan: color.red, magenta: color.green, yellow: color.blue, black: 0)
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("1 0.5 0 rg 0 0 m", "1 0.5 0 0 k 0 0 m"), ("0.25 G\n", "0.25 0.25 0.25 0 K\n"),
    (".5 g", "0.5 0.5 0.5 0 k"),
    ("/P << /MCID 0 >> BDC 1 1 1 RG EMC 1 0 0 rg", "/P << /MCID 0 >> BDC 1 1 1 0 K EMC 1 0 0 0 k"),
    ("/F 12 Tf 1 0 0 rg[(a)-20(b)]TJ", "/F 12 Tf 1 0 0 0 k[(a)-20(b)]TJ"),
  ])
  func `colours of light become inks, and all else stays`(text: String, wanted: String) {
    #expect(converted(text) == wanted)
  }

  @Test(arguments: [
    "(1 0 0 rg) Tj", "(a \\) 1 0 0 rg (b) ) Tj", "<31203020> Tj", "% 1 0 0 rg\n0 0 m", "/rg gs", "/1 0 0 l",
    "1 0 0 1 5 5 cm", "BI /W 8 /H 1 /IM true ID \u{1} 1 0 0 rg \u{2} EI Q", "[1 0 0] 0 d", "", "(", "<", "BT",
  ])
  func `what only looks like a colour is left alone, byte for byte`(text: String) {
    #expect(converted(text) == text)
  }

  @Test func `a coloured picture within a stream is refused, and one that never ends`() {
    #expect(converted("BI /W 1 /H 1 /CS /RGB /BPC 8 ID abc EI Q") == nil)
    #expect(converted("BI /IM true ID abc") == nil)
  }
}
