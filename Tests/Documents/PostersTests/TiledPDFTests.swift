import Colors
import Foundation
import Geometry
import Posters
import TestSupport
import Testing
import Typography

/// Tiled documents, drawn by poppler and reassembled like a person does it, using only the marks.
@Suite(
  .enabled(if: Tool.areInstalled, "poppler-utils or qpdf is not installed"),
  .enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"))
struct TiledPDFTests {
  private static let unit = Page.pointsPerMillimetre
  private let typesetter = Typesetter()

  private func document(_ poster: Poster) throws -> [UInt8] {
    try PosterPDF.document(
      of: [PosterLayout(poster, typesetter: typesetter)], title: "Keep calm",
      sheet: PrintSheet(bleed: poster.bleed), typesetter: typesetter)
  }

  private func tiled(_ bytes: [UInt8], _ options: Tiling.Options) throws -> (bytes: [UInt8], tiling: Tiling) {
    let pdf = try PlacedPDF(bytes)
    let page = try #require(pdf.pages.first)
    let tiling = try Tiling(page.size, trim: page.trim, options: options)
    let tilings = try pdf.pages.map { try Tiling($0.size, trim: $0.trim, options: options) }
    let label = typesetter.outline(of: typesetter.line("Row 1 of 2", font: .init(size: 6.5)))
    return (try pdf.document(tilings) { _, _, _ in label }, tiling)
  }

  /// Returns the pages of a document, drawn at 254 pixels per inch, which are ten per millimetre.
  private func drawn(_ bytes: [UInt8], _ arguments: [String] = [], resolution: Double = 254) throws
    -> [TilePicture]
  {
    try withScratch { folder in
      let path = folder.appending(path: "file.pdf")
      try Data(bytes).write(to: path)
      let said = try Tool("pdftoppm").output(
        arguments + ["-r", "\(resolution)", path.file, folder.appending(path: "page").file])
      #expect(said != "failed")
      return try FileManager.default.contentsOfDirectory(atPath: folder.file)
        .filter { $0.hasSuffix(".ppm") }.sorted()
        .map { try #require(TilePicture(try Data(contentsOf: folder.appending(path: $0)))) }
    }
  }

  /// Joins sheets that were cut at the solid lines and placed at the broken ones. A sheet that is cut at its right edge
  /// is the last of its row.
  private func assembled(_ sheets: [TilePicture], columns: Int) throws -> [[UInt8]] {
    var rows: [[UInt8]] = []
    for start in stride(from: 0, to: sheets.count, by: columns) {
      let parts = try sheets[start..<start + columns].map { sheet in
        let edges = try #require(sheet.edges)
        return (edges.minY..<edges.maxY).map { sheet.row($0, edges.minX..<edges.maxX) }
      }
      #expect(Set(parts.map(\.count)).count == 1, "the sheets of a row are equally tall")
      for y in parts[0].indices { rows.append(parts.flatMap { $0[y] }) }
    }
    return rows
  }

  private func poster(_ width: Double, _ height: Double, _ background: Background, bleed: Double = 0) throws
    -> Poster
  {
    var poster = try Samples.poster()
    (poster.page, poster.background, poster.bleed) = (Page(width: width, height: height), background, bleed)
    return poster
  }

  /// Returns the share of the pixels that differ by more than one level.
  private func difference(_ rows: [[UInt8]], _ whole: TilePicture, at corner: (x: Int, y: Int)) -> Double {
    var (differing, count) = (0, 0)
    for (y, row) in rows.enumerated() where corner.y + y < whole.height {
      let width = min(row.count / 3, whole.width - corner.x)
      let other = whole.row(corner.y + y, corner.x..<corner.x + width)
      count += width
      differing += row.farPixels(from: other)
    }
    return Double(differing) / Double(max(count, 1))
  }

  @Test(arguments: [
    ("A5", 10.0, 0.0), ("A5", 0, 3), ("Letter", 10, 0), ("A4 landscape", 7, 2), ("120x90mm", 0, 0),
  ])
  func `what is cut and glued by the marks is the poster`(
    paper: String, overlap: Double, bleed: Double
  ) throws {
    let stops = [
      Background.Stop(RGBA(hex: 0xd00000), at: 0),
      Background.Stop(RGBA(red: 0.1, green: 0.2, blue: 0.3), at: 1),
    ]
    let grounds: [Background] = [
      .color(RGBA(hex: 0x00705a)), .linear(stops: stops, start: Point(0, 0.25), end: Point(1, 1 / 3.0)),
    ]
    for ground in grounds {
      let poster = try poster(240, 330, ground, bleed: bleed)
      let bytes = try document(poster)
      var options = try Tiling.Options(paperNamed: paper)
      options.overlap = overlap
      let (sheets, tiling) = try tiled(bytes, options)

      let rows = try assembled(drawn(sheets), columns: tiling.columns)

      let whole = try #require(drawn(bytes).first)
      #expect(rows.count == 3300 && rows.allSatisfy { $0.count == 3 * 2400 })
      let corner = Int(10 * bleed)
      #expect(difference(rows, whole, at: (corner, corner)) <= 1e-4)
    }
  }

  @Test func `a larger poster is the same poster enlarged`() throws {
    let bytes = try document(poster(120, 165, .color(RGBA(hex: 0x00705a))))
    var options = try Tiling.Options(paperNamed: "A5")
    options.scaling = .within(width: 240, height: 330)
    let (sheets, tiling) = try tiled(bytes, options)
    let rows = try assembled(drawn(sheets), columns: tiling.columns)
    let large = try #require(drawn(bytes, ["-scale-to-x", "2400", "-scale-to-y", "3300"]).first)
    #expect(rows.count == 3300)
    #expect(difference(rows, large, at: (0, 0)) <= 1e-3)
  }

  @Test(arguments: [0, 90, 180, 270])
  func `pages that are turned, cropped and measured in units of their own are shown as readers show them`(
    turn: Int
  ) throws {
    let content =
      "1 0 0 rg 40 30 60 200 re f 0 0 1 rg 200 300 90 20 re f 0 0.5 0 rg 120 100 m 190 110 l 150 260 l f"
    let source = PlainPDF(
      page: "/MediaBox [0 0 400 500] /CropBox [20 10 335 408.5] /Rotate \(turn) /UserUnit 1.6",
      content: content)
    var options = try Tiling.Options(paperNamed: "A5")
    options.overlap = 6
    let (sheets, tiling) = try tiled(source.bytes, options)
    let rows = try assembled(drawn(sheets), columns: tiling.columns)
    // Poppler ignores user units.
    let whole = try #require(drawn(source.bytes, ["-cropbox"], resolution: 1.6 * 254).first)
    #expect(abs(rows.count - whole.height) <= 1 && abs(rows[0].count / 3 - whole.width) <= 1)
    #expect(difference(rows, whole, at: (0, 0)) <= 1e-3)
  }

  @Test func `each sheet has its share of the boxes and of the name`() throws {
    let bytes = try document(poster(240, 330, .color(.white), bleed: 3))
    let (sheets, tiling) = try tiled(bytes, try Tiling.Options(paperNamed: "A5"))
    try withScratch { folder in
      let path = folder.appending(path: "file.pdf")
      try Data(sheets).write(to: path)
      let said = try Tool("pdfinfo").output(["-box", "-f", "1", "-l", "99", path.file])
      let plain = try Tool("qpdf").output(["--qdf", "--object-streams=disable", path.file, "-"])
      #expect(try Tool("qpdf").output(["--check", path.file]) != "failed")
      for (index, sheet) in tiling.sheets.enumerated() {
        func box(_ name: String) -> [Double] {
          let lines = said.split(separator: "\n").map { $0.split(separator: " ") }
          return lines.first { $0.count > 6 && $0[1] == "\(index + 1)" && $0[2] == "\(name):" }?
            .compactMap { Double($0) }.suffix(4) ?? []
        }
        let height = tiling.paper.height * Self.unit
        let trim = try #require(
          tiling.trim.intersection(sheet.part)?.offset(by: sheet.displacement))
        let wanted = [trim.minX, height - trim.maxY, trim.maxX, height - trim.minY]
        #expect(zip(box("TrimBox"), wanted).allSatisfy { abs($0 - $1) < 0.006 } && box("TrimBox").count == 4)
        #expect(plain.contains("/P (\(sheet.name))"))
      }
      // The file contains the poster once, regardless of the number of sheets.
      #expect(plain.split(separator: "/Subtype /Form").count == 2)
      #expect(sheets.count < bytes.count + 2000 * tiling.sheets.count)
      #expect(plain.contains("<rdf:li xml:lang=\"x-default\">Keep calm</rdf:li>"))
    }
  }

  @Test func `what a stamp shows is printed, and what is hidden or only for screens is not`() throws {
    let look =
      "<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Length 21 >>\nstream\n0 0 1 rg 0 0 10 10 re f\nendstream"
      .replacing("/Length 21", with: "/Length 23")
    func picture(flags: Int) throws -> TilePicture {
      let source = PlainPDF(
        page: "/MediaBox [0 0 300 300] /Annots [5 0 R]", content: "",
        others: [
          "<< /Type /Annot /Subtype /Stamp /Rect [50 50 250 250] /F \(flags) /AP << /N 6 0 R >> >>", look,
        ])
      return try #require(drawn(tiled(source.bytes, try Tiling.Options(paperNamed: "A4")).bytes).first)
    }
    // The centre of the page: 150 points from the upper left corner of a picture that is 11 mm from the paper's corner.
    let place = Int((11 + 150 / Self.unit) * 10)
    #expect(try picture(flags: 4).pixel(place, place) == [0, 0, 255])
    for flags in [0, 6] { #expect(try picture(flags: flags).pixel(place, place) == [255, 255, 255]) }
  }

  @Test func `encrypted, damaged and other files are refused with what to do`() throws {
    func refusal(_ bytes: [UInt8]) -> String {
      do {
        _ = try PlacedPDF(bytes)
        return ""
      } catch { return "\(error)" }
    }
    let whole = try document(poster(240, 330, .color(.white)))
    #expect(refusal(whole).isEmpty)
    #expect(refusal([]).contains("damaged"))
    #expect(refusal(Array("%PDF-1.7\nno more".utf8)).contains("qpdf FILE COPY"))
    for share in [0.1, 0.5, 0.9, 0.99] {
      #expect(refusal(Array(whole.prefix(Int(share * Double(whole.count))))).contains("damaged"), "\(share)")
    }
    for passwords in [["", "owner"], ["user", "owner"]] {
      try withScratch { folder in
        let (plain, locked) = (folder.appending(path: "a.pdf"), folder.appending(path: "b.pdf"))
        try Data(whole).write(to: plain)
        let said = try Tool("qpdf").output(
          ["--encrypt"] + passwords + ["256", "--", plain.file, locked.file])
        #expect(said != "failed")
        #expect(refusal(Array(try Data(contentsOf: locked))).contains("encrypted"))
      }
    }
  }
}

/// A sheet drawn by pdftoppm, in which marks can be found.
struct TilePicture {
  let width: Int
  let height: Int
  private let bytes: [UInt8]

  init?(_ data: Data) {
    let words = data.prefix(32).split(separator: 10, maxSplits: 3)
    guard words.count == 4, words[0].elementsEqual("P6".utf8) else { return nil }
    let sides = String(decoding: words[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard sides.count == 2, data.count >= 3 * sides[0] * sides[1] else { return nil }
    (width, height) = (sides[0], sides[1])
    bytes = Array(data.suffix(3 * sides[0] * sides[1]))
  }

  func pixel(_ x: Int, _ y: Int) -> [UInt8] { row(y, x..<x + 1) }

  func row(_ y: Int, _ columns: Range<Int>) -> [UInt8] {
    Array(bytes[3 * (y * width + columns.lowerBound)..<3 * (y * width + columns.upperBound)])
  }

  private func darkness(_ x: Int, _ y: Int) -> Int { 255 - Int(bytes[3 * (y * width + x)]) }

  /// The lines at which the sheet is cut or the next one is placed, from the ends of the marks on the left and below.
  ///
  /// Each line is centred on its edge. Only lines extend this far toward the edge of the paper.
  var edges: (minX: Int, minY: Int, maxX: Int, maxY: Int)? {
    let left = (0..<width).first { x in (0..<height).contains { darkness(x, $0) > 0 } }
    let bottom = (0..<height).last { y in (0..<width).contains { darkness($0, y) > 0 } }
    guard let left, let bottom else { return nil }
    let ys = Self.middles((0..<height).map { darkness(left + 2, $0) })
    let xs = Self.middles((0..<width).map { darkness($0, bottom - 2) })
    guard xs.count == 2, ys.count == 2 else { return nil }
    return (xs[0], ys[0], xs[1], ys[1])
  }

  /// The centre of each group of dark pixels, rounded to the nearest pixel boundary.
  private static func middles(_ darkness: [Int]) -> [Int] {
    var middles: [Int] = []
    var (sum, weight) = (0, 0)
    for (index, value) in (darkness + [0]).enumerated() {
      if value > 0 {
        sum += (2 * index + 1) * value
        weight += 2 * value
      } else if weight > 0 {
        middles.append(Int((Double(sum) / Double(weight)).rounded()))
        (sum, weight) = (0, 0)
      }
    }
    return middles
  }
}

/// A PDF with one page, built from plain text.
private struct PlainPDF {
  let bytes: [UInt8]

  init(page: String, content: String, others: [String] = []) {
    let objects =
      [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << >> \(page) >>",
        "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
      ] + others
    var text = "%PDF-1.7\n"
    var places: [Int] = []
    for (index, object) in objects.enumerated() {
      places.append(text.utf8.count)
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for place in places {
      text += String(repeating: "0", count: 10 - "\(place)".count) + "\(place) 00000 n \n"
    }
    text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n"
    bytes = Array(text.utf8)
  }
}
