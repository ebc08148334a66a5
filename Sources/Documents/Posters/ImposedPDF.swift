import Geometry

/// Writing the pages of a PDF several to a sheet of paper.
extension PlacedPDF {
  /// Returns the pages of a file on sheets, several to a sheet.
  ///
  /// - Throws: `Fault` for a file that cannot be placed, `ImpositionError` for what does not fit, and
  ///   `PosterPDF.Failure` where the PDF library is missing or cannot write the document.
  public static func imposed(_ file: [UInt8], options: Imposition.Options) throws -> [UInt8] {
    let pdf = try PlacedPDF(file)
    return try pdf.document(Imposition(pdf.pages, options: options))
  }

  /// Returns the document with its pages on the sheets of an imposition of them. Call it only once.
  ///
  /// The trim box of a sheet contains all cells, its bleed box what is printed.
  ///
  /// - Throws: `PosterPDF.Failure` where the library cannot write the document.
  public func document(_ imposition: Imposition) throws -> [UInt8] {
    var forms: [Int: QPDFDocument.Object] = [:]
    let pages = self.pages
    for sheet in imposition.sheets {
      for cell in sheet.cells where forms[cell.page] == nil {
        forms[cell.page] = try form(of: sources[cell.page])
      }
      try pdf.add(page: page(sheet, of: pages, imposition, forms))
    }
    pdf.remove("/PageLabels", of: pdf.root)  // Untranslated: a name of PDF
    return try finished()
  }

  private func page(
    _ sheet: Imposition.Sheet, of pages: [Page], _ imposition: Imposition,
    _ forms: [Int: QPDFDocument.Object]
  ) -> QPDFDocument.Object {
    // Untranslated: the words of PDF.
    let unit = Posters.Page.pointsPerMillimetre
    let paper = Size(imposition.paper.width * unit, imposition.paper.height * unit)
    let upward = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: paper.height)
    let resources = pdf.parsed("<< /XObject << >> >>")
    let pictures = pdf.key("/XObject", of: resources)
    var content = ""
    for cell in sheet.cells {
      let trim = pages[cell.page].trim
      let onPaper =
        AffineTransform.scale(cell.scale)
        * .translation(
          x: cell.picture.minX - trim.minX * cell.scale, y: cell.picture.minY - trim.minY * cell.scale)
      let transform = sources[cell.page].upright * onPaper * upward
      content += """
        q
        \(rectangle(cell.printed, paper)) re W n
        \(Self.operands(transform)) cm
        /Page\(cell.page + 1) Do
        Q\n
        """
      if let form = forms[cell.page] { pdf.set("/Page\(cell.page + 1)", of: pictures, to: form) }
    }
    if !imposition.marks.isEmpty {
      // On every plate, so that the sheet is cut by the same lines in all inks.
      content += "/AllInks cs 1 scn\n\(imposition.marks.instructions(height: paper.height))f\n"
      pdf.set("/ColorSpace", of: resources, to: pdf.newDictionary())
      pdf.set(
        "/AllInks", of: pdf.key("/ColorSpace", of: resources), to: PDFPostprocessing.registrationInk(pdf))
    }
    let page = pdf.parsed("<< /Type /Page >>")
    let whole = Rect(origin: .zero, size: paper)
    func set(_ name: String, to rect: Rect) {
      pdf.set(
        name, of: page,
        to: numbers(rect.minX, paper.height - rect.maxY, rect.maxX, paper.height - rect.minY))
    }
    set("/MediaBox", to: whole)
    let trim = imposition.cells.reduce(imposition.cells.first ?? whole) { $0.union($1) }
    set("/TrimBox", to: trim)
    let bleed = sheet.cells.map(\.printed).reduce(trim) { $0.union($1) }
    set("/BleedBox", to: bleed.intersection(whole) ?? trim)
    pdf.set("/Resources", of: page, to: resources)
    pdf.set("/Contents", of: page, to: pdf.newStream(content))
    if let first = sheet.cells.first.map({ sources[$0.page].object }), pdf.has("/Group", first) {
      pdf.set("/Group", of: page, to: pdf.key("/Group", of: first))
    }
    return page
  }
}
