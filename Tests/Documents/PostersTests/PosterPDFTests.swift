import Colors
import Foundation
import Geometry
import Images
import Posters
import TestSupport
import Testing
import Typography

@Suite(
  .enabled(if: Tool.areInstalled, "poppler-utils or qpdf is not installed"),
  .enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"))
struct PosterPDFTests {
  private let typesetter = Typesetter()

  private func document(
    _ posters: [Poster], sheet: PrintSheet = PrintSheet(), outlines: Bool = false
  ) throws -> [UInt8] {
    try PosterPDF.document(
      of: posters.map { PosterLayout($0, typesetter: typesetter) }, title: "Keep calm", sheet: sheet,
      outlines: outlines, typesetter: typesetter)
  }

  /// Returns what a tool says of a document; `@` among the arguments stands for its file.
  private func ask(_ tool: String, about bytes: [UInt8], _ arguments: [String] = ["@"]) throws -> String {
    try withScratch { folder in
      let path = folder.appending(path: "poster.pdf")
      try Data(bytes).write(to: path)
      return try Tool(tool).output(arguments.map { $0 == "@" ? path.file : $0 })
    }
  }

  @Test(arguments: [0, 0.09, 0.12, 0.5], Lettering.Spacing.allCases)
  func `words are found whole, whatever tracking and spacing`(
    tracking: Double, spacing: Lettering.Spacing
  ) throws {
    var poster = try Samples.poster("KEEP CALM/and/CARRY ON/AVAST/שלום עולם")
    poster.lettering.tracking = tracking
    poster.lettering.spacing = spacing

    let words = try ask("pdftotext", about: document([poster]), ["@", "-"]).split(
      whereSeparator: \.isWhitespace
    )
    .map { String($0.unicodeScalars.filter { !$0.properties.isBidiControl }) }

    #expect(words.filter { !$0.isEmpty }.prefix(6) == ["KEEP", "CALM", "AND", "CARRY", "ON", "AVAST"])
    if tracking <= 0.09 { #expect(words.contains("שלום") && words.contains("עולם")) }
  }

  @Test(arguments: Lettering.Spacing.allCases)
  func `a word in another ink, size or font is found where it was typed`(spacing: Lettering.Spacing) throws {
    var poster = try Samples.poster("KEEP CALM NOW/SLOW/שלום עולם")
    poster.lettering.spacing = spacing
    poster.lines[0].changeStyle(of: 5..<9) { ($0.ink, $0.size) = (RGBA(hex: 0xffcc00), 1.2) }
    poster.lines[1].changeStyle(of: 1..<3) { $0.ink = RGBA(hex: 0x00ccff) }
    poster.lines[2].changeStyle(of: 5..<9) { ($0.ink, $0.weight) = (.black, 400) }

    let words = try ask("pdftotext", about: document([poster]), ["@", "-"]).split(
      whereSeparator: \.isWhitespace
    )
    .map { String($0.unicodeScalars.filter { !$0.properties.isBidiControl }) }.filter { !$0.isEmpty }
    #expect(words.prefix(4) == ["KEEP", "CALM", "NOW", "SLOW"])
    #expect(words.contains("שלום") && words.contains("עולם"))
    let structure = try ask("pdfinfo", about: document([poster]), ["-struct-text", "@"])
    #expect(structure.split(separator: "\n").count { $0.contains("H1") } == 3)
  }

  @Test(arguments: [30.0, 120, 200, -60, -180])
  func `a curved line is found as it was typed`(degrees: Double) throws {
    var poster = try Samples.poster("KEEP CALM NOW/CARRY ON/שלום עולם")
    (poster.lines[0].arc, poster.lines[2].arc) = (degrees, degrees)
    poster.lines[0].changeStyle(of: 10..<13) { $0.size = 0.8 }

    let text = try ask("pdftotext", about: document([poster]), ["@", "-"])
    let lines = text.split(separator: "\n")
      .map { String($0.unicodeScalars.filter { !$0.properties.isBidiControl }) }
    for typed in ["KEEP CALM NOW", "CARRY ON", "שלום עולם"] { #expect(lines.contains(typed), "\(lines)") }
  }

  @Test func `fonts are embedded as subsets, or not there at all as outlines`() throws {
    let poster = try Samples.poster()
    let path = try ask("pdffonts", about: document([poster]))
    let bare = try ask("pdffonts", about: document([poster], outlines: true))

    #expect(path.contains("GilliusADFNo2-Bold"))
    for line in path.split(separator: "\n").dropFirst(2) { #expect(line.contains("yes yes yes")) }
    #expect(bare.split(separator: "\n").count <= 2)
  }

  @Test func `each poster has a page of its own size`() throws {
    var second = try Samples.poster("A")
    second.page = Page(width: 210, height: 297)
    let info = try ask(
      "pdfinfo", about: document([try Samples.poster(), second]), ["-f", "1", "-l", "2", "-box", "@"])

    let words = info.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(words.contains("Pages: 2"))
    #expect(words.contains("Page 1 MediaBox: 0.00 0.00 1440.00 2160.00"))
    #expect(words.contains("Page 2 MediaBox: 0.00 0.00 595.28 841.89"))
    #expect(words.contains("Page 2 TrimBox: 0.00 0.00 595.28 841.89"))
    #expect(!info.contains("CreationDate"))
  }

  @Test func `bleed and marks lie outside of the trimmed page`() throws {
    let sheet = PrintSheet(bleed: 3, hasMarks: true)
    let bytes = try document([try Samples.poster()], sheet: sheet)
    let info = try ask("pdfinfo", about: bytes, ["-box", "@"]).split(separator: "\n")
    func box(_ name: String) -> [Double] {
      info.first { $0.hasPrefix(name) }?.split(separator: " ").compactMap { Double($0) } ?? []
    }
    let (media, bleed, trim) = (box("MediaBox"), box("BleedBox"), box("TrimBox"))
    let (reach, room) = (3 * Page.pointsPerMillimetre, 12 * Page.pointsPerMillimetre)

    #expect(zip(trim, [room, room, room + 1440, room + 2160]).allSatisfy { abs($0 - $1) < 0.01 })
    #expect(
      zip(bleed, [room - reach, room - reach, room + 1440 + reach, room + 2160 + reach])
        .allSatisfy { abs($0 - $1) < 0.01 })
    #expect(zip(media, [0, 0, 1440 + 2 * room, 2160 + 2 * room]).allSatisfy { abs($0 - $1) < 0.01 })
    #expect(media.count == 4 && bleed.count == 4 && trim.count == 4)
  }

  @Test func `those who hear the page are told its language, a heading a line, and what the crown is`() throws
  {
    let poster = Poster(
      title: "Tea & cake", emblem: .drawing(Path(circle: .zero, radius: 10), source: "crown:tudor-plain"),
      lines: [.init("DRINK"), .init("tea", rank: .small)])
    let layout = PosterLayout(poster, typesetter: typesetter)
    let bytes = try PosterPDF.document(of: [layout], title: poster.title, typesetter: typesetter)

    let structure = try ask("pdfinfo", about: bytes, ["-struct-text", "@"])
    #expect(structure.split(separator: "\n").count { $0.contains("H1") } == 2)
    #expect(structure.contains("Figure"))
    #expect(structure.contains("DRINK") && structure.contains("TEA"))
    let plain = try ask("qpdf", about: bytes, ["--qdf", "--object-streams=disable", "@", "-"])
    #expect(plain.contains("/Alt (Crown: tudor plain)"))
    #expect(plain.contains("/Lang (en)"))
    let metadata = try ask("pdfinfo", about: bytes, ["-meta", "@"])
    #expect(metadata.contains("<rdf:li xml:lang=\"x-default\">Tea &amp; cake</rdf:li>"))
    #expect(metadata.contains("<?xpacket begin=") && metadata.contains("</x:xmpmeta>"))
  }

  @Test func `a document is in the language of the poster, and its headings in their own`() throws {
    var poster = Poster(lines: [.init("KAHVE"), .init("TEA"), .init("ÇAY")])
    poster.language = "tr"
    poster.lines[1].language = "en-GB"
    func plain(_ poster: Poster) throws -> String {
      try ask("qpdf", about: document([poster]), ["--qdf", "--object-streams=disable", "@", "-"])
    }
    let stated = try plain(poster)
    #expect(stated.split(separator: "\n").count { $0.contains("/Lang (tr)") } == 1)
    #expect(stated.split(separator: "\n").count { $0.contains("/Lang (en-GB)") } == 1)
    let metadata = try ask("pdfinfo", about: document([poster]), ["-meta", "@"])
    #expect(metadata.contains("<rdf:li>tr</rdf:li>"))
    // Without a stated language, the letters suggest one.
    #expect(try plain(Poster(lines: [.init("ЧАЙ")])).contains("/Lang (ru)"))
  }

  @Test func `a page larger than 14,400 units is counted in larger ones`() throws {
    let poster = Poster(page: Page(width: 6000, height: 9000), lines: [.init("BIG")])
    let info = try ask("pdfinfo", about: document([poster]), ["-box", "@"])
    let box =
      info.split(separator: "\n").first { $0.hasPrefix("MediaBox") }?
      .split(separator: " ").compactMap { Double($0) } ?? []
    let plain = try ask("qpdf", about: document([poster]), ["--qdf", "@", "-"])

    #expect(plain.contains("/UserUnit 2"))
    #expect(box.count == 4 && abs(box[3] - 9000 * Page.pointsPerMillimetre / 2) < 0.01)
    #expect(box.allSatisfy { $0 <= 14_400 })
  }

  @Test func `marks are in the ink that is on every plate`() throws {
    let bytes = try document([try Samples.poster()], sheet: PrintSheet(bleed: 3, hasMarks: true))
    let plain = try ask("qpdf", about: bytes, ["--qdf", "--object-streams=disable", "@", "-"])
    #expect(plain.contains("/Separation") && plain.contains("/All"))
    #expect(plain.contains("/RegistrationInk CS 1 SCN"))
  }

  @Test func `documents are sound and the same each time`() throws {
    for poster in Samples.varied + [try Samples.poster()] {
      let once = try document([poster], sheet: PrintSheet(bleed: 3, hasMarks: true))

      #expect(try document([poster], sheet: PrintSheet(bleed: 3, hasMarks: true)) == once)
      #expect(try ask("qpdf", about: once, ["--check", "@"]).contains("No syntax or stream encoding errors"))
    }
  }

  @Test func `crown and letters have exactly the ink, for a thousand inks`() throws {
    var generator = SeededGenerator(seed: 21)
    let layout = PosterLayout(
      Poster(
        page: Page(width: 40, height: 60), emblem: Samples.triangle,
        lines: [.init("IT"), .init("is", rank: .small)]),
      typesetter: typesetter)
    func color() -> RGBA { RGBA(hex: UInt32.random(in: 0...0xFFFFFF, using: &generator)) }
    for round in 0..<2 {
      let colors = (0..<500).map { _ in (ink: color(), ground: color()) }
      let layouts = colors.map { layout.colored(ink: $0.ink, background: .color($0.ground)) }
      let bytes = try PosterPDF.document(of: layouts, outlines: round % 2 == 1, typesetter: typesetter)
      let scale = 60 / 72.0
      let places =
        [layout.emblem?.bounds.center ?? .zero]
        + layout.lines.map { line in
          // The middle of the letter I, the first of each line.
          Point(line.bounds.minX + line.setting.font.size * 0.1, line.bounds.midY)
        }
      let pictures = try rendered(bytes, pixelsPerInch: 60)
      #expect(pictures.count == colors.count)
      for (color, picture) in zip(colors, pictures) {
        let (ink, ground) = (color.ink.bytes8, color.ground.bytes8)
        for place in places {
          #expect(picture.pixel(Int(place.x * scale), Int(place.y * scale)) == [ink.r, ink.g, ink.b])
        }
        #expect(picture.pixel(1, 1) == [ground.r, ground.g, ground.b])
      }
    }
  }

  private func rendered(_ bytes: [UInt8], pixelsPerInch: Int) throws -> [PixMap] {
    try withScratch { folder in
      let path = folder.appending(path: "p.pdf")
      try Data(bytes).write(to: path)
      _ = try Tool("pdftoppm").output([
        "-r", String(pixelsPerInch), path.file, folder.appending(path: "page").file,
      ])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.file).filter {
        $0.hasSuffix(".ppm")
      }
      return try names.sorted().compactMap { PixMap(try Data(contentsOf: folder.appending(path: $0))) }
    }
  }

  @Test func `what is not opaque lets paper through, once, and what nobody sees is not mixed in`() throws {
    // The upper half is half-opaque red. The lower half alternates white pixels and transparent black ones, finer than
    // the rendering.
    let (width, height) = (400, 400)
    let pixels = (0..<width * height).flatMap { index -> [UInt8] in
      if index / width < height / 2 { return [200, 40, 20, 128] }
      return (index + index / width) % 2 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 0]
    }
    let picture = try PNG.encoded(Bitmap(size: PixelSize(width: width, height: height), bytes: pixels))
    // 200 · 128/255 + 255 · 127/255, and so on.
    let half = [200.0, 40, 20].map { $0 * 128 / 255 + 255 * 127 / 255 }
    var grounded = try Samples.poster("", emblem: .none)
    grounded.page = Page(width: 100, height: 100)
    grounded.background = .picture(.init(bytes: picture))
    var crowned = grounded
    crowned.background = .color(.white)
    crowned.emblem = .picture(bytes: picture, source: "p.png")

    for poster in [grounded, crowned] {
      let layout = PosterLayout(poster, typesetter: typesetter)
      let box = layout.emblem?.bounds ?? layout.page
      let bytes = try PosterPDF.document(of: [layout], typesetter: typesetter)
      let page = try #require(try rendered(bytes, pixelsPerInch: 30).first)
      let scale = Double(page.width) / layout.page.width
      func seen(_ x: Double, _ y: Double) -> [UInt8] {
        page.pixel(Int((box.minX + x * box.width) * scale), Int((box.minY + y * box.height) * scale))
      }
      for x in [0.1, 0.3, 0.5, 0.7, 0.9] {
        #expect(zip(seen(x, 0.25), half).allSatisfy { abs(Double($0) - $1) <= 2 }, "\(seen(x, 0.25))")
        #expect(seen(x, 0.75).allSatisfy { $0 >= 253 }, "\(seen(x, 0.75))")
      }
      let bitmap = try #require(layout.bitmap(size: PixelSize(width: 300, height: 300)))
      let place =
        4
        * (Int((box.minY + box.height / 4) / layout.page.height * 300) * 300
          + Int(box.midX / layout.page.width * 300))
      #expect(zip(bitmap.bytes[place..<place + 3], half).allSatisfy { abs(Double($0) - $1) <= 2 })
    }
  }

  @Test func `a ground that cannot be decoded has its mean colour, and is told of`() throws {
    var file = try PNG.encoded(
      Bitmap(
        size: PixelSize(width: 40, height: 40), bytes: (0..<6400).map { UInt8(truncatingIfNeeded: $0 * 37) }))
    file.removeLast(60)
    var poster = try Samples.poster("", emblem: .none)
    poster.background = .picture(.init(bytes: file))
    let layout = PosterLayout(poster, typesetter: typesetter)

    let page = try #require(
      try rendered(PosterPDF.document(of: [layout], typesetter: typesetter), pixelsPerInch: 10).first)

    let mean = poster.background.meanColor.bytes8
    #expect(page.pixel(page.width / 2, page.height / 2) == [mean.r, mean.g, mean.b])
    #expect(layout.warnings.isEmpty)
    #expect(layout.unreadablePictures(by: WatchedDecoder(DirectDecoder())).count == 1)
  }

  @Test(
    arguments: [
      Page(width: 210, height: 297), Page(width: 148, height: 210), Page(width: 297, height: 420),
      Page(width: 100.1, height: 77.7),
    ])
  func `the ground covers every page to its last pixel, whatever it is`(page: Page) throws {
    let photo = try PNG.encoded(
      Bitmap(
        size: PixelSize(width: 2, height: 2),
        bytes: Array(repeating: [9, 99, 9, 255], count: 4).flatMap { $0 }))
    let stops = [Background.Stop(RGBA(hex: 0x095009), at: 0), Background.Stop(RGBA(hex: 0x096309), at: 1)]
    // To blur takes code that is not optimised seconds.
    let blur = Sweep.isExhaustive || page.width < 120 ? 0.05 : 0
    let grounds: [Background] = [
      .color(RGBA(hex: 0x096309)), .linear(stops: stops, start: .zero, end: Point(1, 1)),
      .radial(stops: stops, center: Point(0.5, 0.5), radius: 0.3), .picture(.init(bytes: photo)),
      .picture(.init(bytes: photo, dimming: 0.2)), .picture(.init(bytes: photo, blur: blur)),
    ]
    for bleed in [0, 3.1] {
      let bytes = try document(
        grounds.map { Poster(page: page, background: $0) }, sheet: PrintSheet(bleed: bleed))
      let pictures = try rendered(bytes, pixelsPerInch: 50)
      #expect(pictures.count == grounds.count)
      for (ground, picture) in zip(grounds, pictures) {
        let gaps = edges(of: picture).filter { x, y in
          let pixel = picture.pixel(x, y)
          return pixel.count != 3 || pixel[0] > 12 || pixel[1] > 104 || pixel[2] > 12
        }
        #expect(gaps.isEmpty, "\(bleed) \(ground)")
      }
    }
  }

  private func edges(of picture: PixMap) -> [(Int, Int)] {
    let (right, bottom) = (picture.width - 1, picture.height - 1)
    return (0...right).flatMap { [($0, 0), ($0, bottom)] } + (0...bottom).flatMap { [(0, $0), (right, $0)] }
  }

  @Test func `a drawing of a path reaches the edges of its page`() throws {
    let box = Rect(x: 3.3, y: 4.4, width: 100.7, height: 50.9)
    let bytes = try PathDocument.pdf(Path(rect: box.outset(by: 5)), box: box, color: RGBA(hex: 0x102030))
    let picture = try #require(try rendered(bytes, pixelsPerInch: 96).first)

    #expect(edges(of: picture).allSatisfy { picture.pixel($0, $1) == [0x10, 0x20, 0x30] })
  }

  @Test func `a tinted picture has exactly the ink wherever it is opaque, and the ground where it is clear`()
    throws
  {
    let poster = try Samples.tinted()
    let layout = PosterLayout(poster, typesetter: typesetter)
    let rect = try #require(layout.emblem?.bounds)
    for ink in [0xffffff, 0x123456, 0xc8102e, 0x010203] as [UInt32] {
      let layout = layout.colored(ink: RGBA(hex: ink), background: .color(RGBA(hex: 0x40a060)))
      let bytes = try PosterPDF.document(of: [layout], typesetter: typesetter)
      let picture = try #require(try rendered(bytes, pixelsPerInch: 72).first)
      let wanted = RGBA(hex: ink).bytes8
      var (inked, wrong) = (0, 0)
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let place = Point(
            (Double(x) + 0.5 - rect.midX) / rect.width * 2, (Double(y) + 0.5 - rect.midY) / rect.height * 2)
          let radius = Point.zero.distance(to: place)
          // The edge of the disc is where it is neither; beyond the crown come the letters.
          guard abs(radius - 0.8) > 0.1, Double(y) < rect.maxY else { continue }
          inked += radius < 0.8 ? 1 : 0
          let expected: [UInt8] = radius < 0.8 ? [wanted.r, wanted.g, wanted.b] : [0x40, 0xa0, 0x60]
          if picture.pixel(x, y) != expected { wrong += 1 }
        }
      }
      #expect(inked > 100 && wrong == 0)
    }
  }
}
