import Foundation
import Geometry
import Posters
import TestSupport
import Testing

/// Imposed documents, measured by MuPDF.
@Suite(
  .enabled(
    if: ["mutool", "qpdf"].allSatisfy { Installed.program($0) != nil }, "mupdf-tools or qpdf is not installed"
  ))
struct ImposedPDFTests {
  private static let unit = Page.pointsPerMillimetre

  /// Returns a PDF whose pages have a red area exactly within their trim box, with bleed around it, which tells the page by
  /// its green.
  private func document(
    _ count: Int, width: Double, height: Double, bleed: Double, resources: [String] = [], more: [String] = []
  ) -> [UInt8] {
    let (bleed, width, height) = (bleed * Self.unit, width * Self.unit, height * Self.unit)
    func page(_ number: Int) -> String {
      "\(0.25 + Double(number) / 1000) g 0 0 \(width + 2 * bleed) \(height + 2 * bleed) re f "
        + "1 \(Double(number) / 1000) 0 rg \(bleed) \(bleed) \(width) \(height) re f"
    }
    var objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    var kids: [String] = []
    for number in 0..<count {
      kids.append("\(objects.count + 1) 0 R")
      objects.append(
        "<< /Type /Page /Parent 2 0 R /Contents \(objects.count + 2) 0 R /Resources \(resources.isEmpty ? "<< >>" : resources[number]) /MediaBox [0 0 \(width + 2 * bleed) \(height + 2 * bleed)] /TrimBox [\(bleed) \(bleed) \(width + bleed) \(height + bleed)] >>"
      )
      let content = page(number)
      objects.append("<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
    }
    objects += more
    objects[1] = "<< /Type /Pages /Kids [\(kids.joined(separator: " "))] /Count \(count) >>"
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
    return Array(text.utf8)
  }

  @Test func `pages whose graphics states or forms overprint are named, and the sheets keep it`() throws {
    func form(_ resources: String) -> String {
      "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 0 /Resources \(resources) >>\nstream\n\nendstream"
    }
    // Objects 1 and 2 are the catalogue and the pages, two are of each page; the first form also draws itself.
    let forms = [
      form("<< /XObject << /Own 15 0 R /Other 16 0 R >> >>"),
      form("<< /ExtGState << /G << /OP true /op false >> >> >>"), form("<< /XObject << /Own 17 0 R >> >>"),
    ]
    let resources = [
      "<< >>", "<< /ExtGState << /G << /op true >> >> >>", "<< /ExtGState << /G << /OP false /op 1 >> >> >>",
      "<< /XObject << /F 15 0 R >> >>", "<< /XObject << /F 17 0 R >> >>", "<< /XObject << /F 15 0 R >> >>",
    ]
    let file = document(6, width: 50, height: 40, bleed: 3, resources: resources, more: forms)
    let pdf = try PlacedPDF(file)
    #expect(pdf.overprintWarning?.english.hasPrefix("pages 2, 4, 6 overprint inks") == true)
    #expect(try PlacedPDF(document(2, width: 50, height: 40, bleed: 3)).overprintWarning == nil)

    let sheets = try pdf.document(
      try Imposition(pdf.pages, options: .init(paper: Page(width: 210, height: 297))))
    #expect(try PlacedPDF(sheets).overprintWarning?.english.hasPrefix("page 1 overprints inks") == true)
  }

  /// A trimmed page that MuPDF finds on a sheet.
  private struct Found {
    let page: Int
    /// In points, from the upper left corner of the paper.
    let trim: Rect
  }

  /// Returns the trimmed pages on each sheet, by the red areas and the transforms that MuPDF reports.
  private func measured(_ bytes: [UInt8]) throws -> [[Found]] {
    try withScratch { folder in
      let path = folder.appending(path: "sheets.pdf")
      try Data(bytes).write(to: path)
      #expect(try Tool("qpdf").output(["--check", path.file]) != "failed")
      let trace = try Tool("mutool").output(["trace", path.file])
      return trace.components(separatedBy: "<page ").dropFirst().map { page in
        page.components(separatedBy: "<fill_path").dropFirst().compactMap { fill -> Found? in
          func values(_ name: String, in text: String) -> [Double] {
            text.components(separatedBy: " \(name)=\"").dropFirst().compactMap {
              $0.split(separator: "\"").first
            }
            .flatMap { $0.split(separator: " ").compactMap { Double($0) } }
          }
          let body = fill.components(separatedBy: "</fill_path>")[0]
          let color = values("color", in: body)
          guard color.count == 3, color[0] == 1 else { return nil }
          let m = values("transform", in: body)
          let corners = zip(values("x", in: body), values("y", in: body)).map { x, y in
            Point(m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5])
          }
          guard let first = corners.first, corners.count >= 3 else { return nil }
          return Found(page: Int((color[1] * 1000).rounded()), trim: Rect(first, corners[2]))
        }
      }
    }
  }

  private func expectEqual(_ found: Rect, _ wanted: Rect, _ words: String) {
    let hundredth = 0.01 * Self.unit
    let distances = [
      found.minX - wanted.minX, found.minY - wanted.minY, found.maxX - wanted.maxX, found.maxY - wanted.maxY,
    ]
    #expect(distances.allSatisfy { abs($0) < hundredth }, "\(words): \(found) instead of \(wanted)")
  }

  @Test(arguments: ["avery-l7160", "avery-3474", "avery-c32015", "avery-l7651", "avery-5160", "avery-5395"])
  func `labels are where their maker cuts them, to a hundredth of a millimetre`(name: String) throws {
    let sheet = try #require(LabelSheet.named(name))
    var options = Imposition.Options(paper: Page(width: 100, height: 100))
    options.cells = .labels(sheet)
    let file = document(2, width: sheet.label.width, height: sheet.label.height, bleed: 2)
    options.copies = sheet.columns * sheet.rows
    let sheets = try measured(try PlacedPDF.imposed(file, options: options))

    #expect(sheets.count == 2)
    for (number, found) in sheets.enumerated() {
      #expect(found.count == sheet.columns * sheet.rows && found.allSatisfy { $0.page == number })
      for (index, cell) in found.enumerated() {
        let x = sheet.left + sheet.across * Double(index % sheet.columns)
        let y = sheet.top + sheet.down * Double(index / sheet.columns)
        expectEqual(
          cell.trim,
          Rect(
            x: x * Self.unit, y: y * Self.unit, width: sheet.label.width * Self.unit,
            height: sheet.label.height * Self.unit), "\(name) \(index)")
      }
    }
  }

  @Test func `cards with a common back lie on it when the sheet is turned, to a hundredth of a millimetre`()
    throws
  {
    var options = Imposition.Options(paper: Page(width: 210, height: 297))
    (options.sides, options.hasCommonBack, options.hasMarks) = (.both, true, true)
    options.orientation = .portrait
    let sheets = try measured(
      try PlacedPDF.imposed(document(4, width: 85, height: 55, bleed: 3), options: options))

    #expect(sheets.count == 2)
    let (front, back) = (sheets[0], sheets[1])
    #expect(front.map(\.page) == [0, 1, 2] && back.allSatisfy { $0.page == 3 } && back.count == 3)
    let width = 210 * Self.unit
    for (front, back) in zip(front, back) {
      let turned = Rect(
        x: width - back.trim.maxX, y: back.trim.minY, width: back.trim.width, height: back.trim.height)
      expectEqual(turned, front.trim, "page \(front.page)")
    }
  }

  @Test func `the boxes of a sheet contain its cells and their bleed, and marks are in all inks`() throws {
    var options = Imposition.Options(paper: Page(width: 210, height: 297))
    options.hasMarks = true
    let file = document(1, width: 85, height: 55, bleed: 3)
    let pdf = try PlacedPDF(file)
    let imposition = try Imposition(pdf.pages, options: options)
    let bytes = try PlacedPDF.imposed(file, options: options)
    let found = try measured(bytes)[0].map(\.trim)
    let union = try #require(found.first.map { found.reduce($0) { $0.union($1) } })
    let page = try #require(try PlacedPDF(bytes).pages.first)
    expectEqual(page.trim, union, "trim box")
    #expect(found.count == imposition.cells.count)

    try withScratch { folder in
      let path = folder.appending(path: "sheets.pdf")
      try Data(bytes).write(to: path)
      let plain = try Tool("qpdf").output(["--qdf", "--object-streams=disable", path.file, "-"])
      #expect(plain.contains("/Separation") && plain.contains("/All"))
      // The page is in the file once, however often it is repeated.
      #expect(plain.components(separatedBy: "/Subtype /Form").count == 2)
    }
  }
}
