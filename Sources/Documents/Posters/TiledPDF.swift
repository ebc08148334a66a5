// Untranslated file: names of PDF.

import Geometry

/// Writing the pages of a PDF in parts on sheets of paper.
extension PlacedPDF {
  /// Returns the document with each page replaced by its sheets. Call it only once.
  ///
  /// - Parameters:
  ///   - tilings: The tiling of each of `pages`, made from the page's size and trim.
  ///   - label: Returns the outline of the text above a sheet's picture, with its baseline starting at the origin.
  /// - Throws: `PosterPDF.Failure` where the library cannot write the document.
  public func document(
    _ tilings: [Tiling], label: (_ page: Int, Tiling, Tiling.Sheet) -> Path
  ) throws -> [UInt8] {
    for (index, (source, tiling)) in zip(sources, tilings).enumerated() {
      let form = try form(of: source)
      for sheet in tiling.sheets {
        try pdf.add(
          page: self.page(
            sheet, tiling, source, form, label: label(index, tiling, sheet)))
      }
    }
    // Readers show the sheet names as page labels.
    let names = zip(1..., tilings).flatMap { page, tiling in
      tiling.sheets.map { tilings.count > 1 ? "\(page)-\($0.name)" : $0.name }
    }
    let labels = names.enumerated().map { "\($0) << /P (\($1)) >>" }.joined(separator: " ")
    pdf.set("/PageLabels", of: pdf.root, to: pdf.parsed("<< /Nums [\(labels)] >>"))
    return try finished()
  }

  private func page(
    _ sheet: Tiling.Sheet, _ tiling: Tiling, _ source: Source, _ form: QPDFDocument.Object, label: Path
  ) -> QPDFDocument.Object {
    let unit = Posters.Page.pointsPerMillimetre
    let paper = Size(tiling.paper.width * unit, tiling.paper.height * unit)
    let move = sheet.displacement
    let upward = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: paper.height)
    let onPaper = AffineTransform.scale(tiling.scale) * .translation(x: move.dx, y: move.dy)
    let transform = source.upright * onPaper * upward
    let window = sheet.printed.offset(by: move)
    let marks = tiling.marks(of: sheet)
    let (words, this, sheets) = heading(of: sheet, tiling, label)
    let content = """
      q
      \(rectangle(window, paper)) re W n
      \(Self.operands(transform)) cm
      /Picture Do
      Q
      0 G 0 g 0.1 w
      \(marks.instructions(height: paper.height))f
      \(sheets.instructions(height: paper.height))S
      \(this.instructions(height: paper.height))f
      \(words.instructions(height: paper.height))f
      """
    let page = pdf.parsed("<< /Type /Page >>")
    pdf.set("/MediaBox", of: page, to: numbers(0, 0, paper.width, paper.height))
    for name in ["/TrimBox", "/BleedBox", "/ArtBox"] {
      guard let box = Self.box(name, of: source.object, pdf), let shown = source.shown(box) else { continue }
      let scale = tiling.scale
      let scaled = Rect(
        x: shown.minX * scale, y: shown.minY * scale, width: shown.width * scale,
        height: shown.height * scale)
      let part = (scaled.intersection(sheet.part) ?? sheet.part).offset(by: move)
      pdf.set(
        name, of: page,
        to: numbers(part.minX, paper.height - part.maxY, part.maxX, paper.height - part.minY))
    }
    let resources = pdf.parsed("<< /XObject << >> >>")
    pdf.set("/Picture", of: pdf.key("/XObject", of: resources), to: form)
    pdf.set("/Resources", of: page, to: resources)
    pdf.set("/Contents", of: page, to: pdf.newStream(content))
    if pdf.has("/Group", source.object) {
      pdf.set("/Group", of: page, to: pdf.key("/Group", of: source.object))
    }
    return page
  }

  /// Returns the text above the picture and the map before it, reduced if space is short.
  private func heading(
    of sheet: Tiling.Sheet, _ tiling: Tiling, _ label: Path
  ) -> (words: Path, this: Path, sheets: Path) {
    let room = sheet.headroom
    let map = tiling.map(
      of: sheet, in: Rect(x: room.minX, y: room.minY, width: room.width / 4, height: room.height))
    let start = (map.sheets.bounds?.maxX ?? room.minX) + 4
    guard let bounds = label.bounds, bounds.width > 0, room.maxX > start else {
      return (Path(), map.this, map.sheets)
    }
    let scale = min(1, (room.maxX - start) / bounds.maxX)
    let baseline = room.midY + bounds.height * scale / 2
    let words = label.transformed(
      by: .scale(scale) * .translation(x: start, y: baseline))
    return (words, map.this, map.sheets)
  }
}
