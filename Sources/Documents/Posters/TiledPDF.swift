public import Geometry
public import Localization
import Text

/// A PDF whose pages are printed in parts on sheets of paper: what they are is read, then the sheets are written.
///
/// The pages become forms (PDF 1.7, 8.10), which each of their sheets shows through a window: their vectors, fonts, pictures
/// and inks stay as they are and are in the file once. What belongs to the document stays: its metadata, layers and output
/// intent. Links, bookmarks and the structure for those who hear it do not, since they lead to whole pages; what notes and
/// fields show becomes a part of their page.
public final class TiledPDF {
  /// A page of the document.
  public struct Page: Hashable, Sendable {
    /// The size that readers show, in points.
    public let size: Size
    /// What remains of it when its bleed has been cut off, in points from its upper left.
    public let trim: Rect
  }

  /// A file that is no PDF that can be tiled.
  public enum Fault: Error, Hashable, CustomStringConvertible {
    /// A password is needed, or what may be done with the file is restricted.
    case encrypted
    /// The library's words for what is broken.
    case damaged(String)
    /// There is nothing to print.
    case noPages

    public var description: String { message.english }

    /// What a person is told, with what to do.
    public var message: Message {
      switch self {
      case .encrypted:
        Message(
          "this PDF is encrypted; make a copy that is not (qpdf --decrypt --password=… FILE COPY) and take that"
        )
      case .damaged(let words):
        Message(
          "this is no PDF, or a damaged one ({words}); try to repair it (qpdf FILE COPY) and take the copy",
          ["words": words])
      case .noPages: Message("this PDF has no pages")
      }
    }
  }

  /// The pages in their order.
  public let pages: [Page]
  private let pdf: QPDFDocument
  private var sources: [Source] = []

  /// A page, and its boxes in its own units, from its lower left.
  private struct Source {
    let object: QPDFDocument.Object
    /// What readers show.
    let box: Rect
    /// Quarter turns clockwise.
    let turns: Int
    /// The points of one unit.
    let unit: Double

    var size: Size {
      let size = turns % 2 == 0 ? box.size : Size(box.height, box.width)
      return size * unit
    }

    /// Moves the page's units to points from the upper left of what readers show.
    var upright: AffineTransform {
      let corner = AffineTransform.translation(x: -box.minX, y: -box.minY)
      let (width, height) = (box.width, box.height)
      let turned =
        switch turns {
        case 1: AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
        case 2: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
        case 3: AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: height, ty: width)
        default: AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
        }
      return corner * turned * .scale(unit)
    }

    /// Returns a box of the page in points from the upper left of what readers show, as far as that reaches.
    func shown(_ box: Rect) -> Rect? {
      let corners = [
        upright.apply(to: Point(box.minX, box.minY)), upright.apply(to: Point(box.maxX, box.maxY)),
      ]
      return Rect(corners[0], corners[1]).intersection(Rect(origin: .zero, size: size))
    }
  }

  /// Reads a document.
  ///
  /// - Throws: `Fault`, or `PosterPDF.Failure` where the library that reads it is missing.
  public init(_ bytes: [UInt8]) throws {
    let pdf = try QPDFDocument()
    do throws(PosterPDF.Failure) {
      try pdf.read(bytes, repairs: false)
      try pdf.checkAll()
      try pdf.completePages()
    } catch {
      throw pdf.needsPassword ? Fault.encrypted : Fault.damaged(error.message)
    }
    guard !pdf.isEncrypted else { throw Fault.encrypted }
    let sources = pdf.pages.compactMap { Self.source($0, pdf) }
    guard !sources.isEmpty else { throw Fault.noPages }
    (self.pdf, self.sources) = (pdf, sources)
    pages = sources.map { source in
      let trim = Self.box("/TrimBox", of: source.object, pdf).flatMap(source.shown)
      return Page(size: source.size, trim: trim ?? Rect(origin: .zero, size: source.size))
    }
  }

  private static func source(_ page: QPDFDocument.Object, _ pdf: QPDFDocument) -> Source? {
    guard let media = box("/MediaBox", of: page, pdf) else { return nil }
    let crop = box("/CropBox", of: page, pdf)?.intersection(media) ?? media
    let degrees = pdf.has("/Rotate", page) ? pdf.integer(pdf.key("/Rotate", of: page)) : 0
    let unit = pdf.has("/UserUnit", page) ? pdf.number(pdf.key("/UserUnit", of: page)) : 1
    return Source(
      object: page, box: crop, turns: (degrees / 90 % 4 + 4) % 4, unit: unit > 0 && unit < 1e6 ? unit : 1)
  }

  private static func box(
    _ name: String, of page: QPDFDocument.Object, _ pdf: QPDFDocument
  ) -> Rect? {
    let numbers = pdf.has(name, page) ? pdf.numbers(name, of: page) : []
    guard numbers.count == 4, numbers.allSatisfy({ $0.isFinite && abs($0) < 1e7 }) else { return nil }
    let rect = Rect(Point(numbers[0], numbers[1]), Point(numbers[2], numbers[3]))
    return rect.isEmpty ? nil : rect
  }

  // MARK: Writing

  /// Returns the document with the sheets of each page in the place of its pages; it is called once.
  ///
  /// - Parameters:
  ///   - tilings: The sheets of each of `pages`, made from its size and trim.
  ///   - label: Returns the outline of the words above the picture of a sheet, with a baseline that begins at the origin.
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
    for source in sources { try pdf.remove(page: source.object) }
    let root = pdf.root
    // Readers show the sheets by their names.
    let names = zip(1..., tilings).flatMap { page, tiling in
      tiling.sheets.map { tilings.count > 1 ? "\(page)-\($0.name)" : $0.name }
    }
    let labels = names.enumerated().map { "\($0) << /P (\($1)) >>" }.joined(separator: " ")
    pdf.set("/PageLabels", of: root, to: pdf.parsed("<< /Nums [\(labels)] >>"))
    for entry in [
      "/StructTreeRoot", "/MarkInfo", "/Outlines", "/Dests", "/OpenAction", "/AcroForm", "/Threads",
      "/AA",
    ] { pdf.remove(entry, of: root) }
    if pdf.has("/Names", root) {
      for entry in ["/Dests", "/JavaScript"] { pdf.remove(entry, of: pdf.key("/Names", of: root)) }
    }
    return try pdf.written(version: nil)
  }

  /// Returns a page as a form of what readers show of it.
  private func form(of source: Source) throws -> QPDFDocument.Object {
    let page = source.object
    let resources =
      pdf.has("/Resources", page) ? pdf.key("/Resources", of: page) : pdf.newDictionary()
    let notes = notes(of: page, resources)
    let content = try pdf.content(ofPage: page)
    // What a page leaves changed does not change what follows.
    let form = pdf.newStream(Array("q\n".utf8) + content + Array("\nQ\n\(notes)".utf8))
    let dictionary = pdf.dictionary(of: form)
    pdf.set("/Type", of: dictionary, toName: "/XObject")
    pdf.set("/Subtype", of: dictionary, toName: "/Form")
    let box = source.box
    pdf.set("/BBox", of: dictionary, to: numbers(box.minX, box.minY, box.maxX, box.maxY))
    pdf.set("/Resources", of: dictionary, to: resources)
    if pdf.has("/Group", page) { pdf.set("/Group", of: dictionary, to: pdf.key("/Group", of: page)) }
    return form
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
    let cm = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
      .map { $0.text(.rounded(to: 9)) }.joined(separator: " ")
    let marks = tiling.marks(of: sheet)
    let (words, this, sheets) = heading(of: sheet, tiling, label)
    let content = """
      q
      \(rectangle(window, paper)) re W n
      \(cm) cm
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

  /// Returns the words above the picture and the map before them, made smaller where there is too little room.
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

  // MARK: Notes and fields

  private var noteCount = 0

  /// Returns instructions that draw what the notes, stamps and fields of a page show when it is printed, as 12.5.5 says, and
  /// adds what they need to the resources.
  private func notes(of page: QPDFDocument.Object, _ resources: QPDFDocument.Object) -> String {
    guard pdf.has("/Annots", page) else { return "" }
    var instructions = ""
    for note in pdf.items(of: pdf.key("/Annots", of: page)) {
      let flags = pdf.has("/F", note) ? pdf.integer(pdf.key("/F", of: note)) : 0
      // Hidden ones have the second bit, those that are printed the third.
      guard flags & 2 == 0, flags & 4 != 0, let frame = Self.box("/Rect", of: note, pdf),
        let look = appearance(of: note)
      else { continue }
      let dictionary = pdf.dictionary(of: look)
      guard let box = Self.box("/BBox", of: dictionary, pdf) else { continue }
      let values = pdf.has("/Matrix", dictionary) ? pdf.numbers("/Matrix", of: dictionary) : []
      let matrix =
        values.count == 6
        ? AffineTransform(
          a: values[0], b: values[1], c: values[2], d: values[3], tx: values[4], ty: values[5])
        : .identity
      let corners = box.corners.map { matrix.apply(to: $0) }
      let (xs, ys) = (corners.map(\.x), corners.map(\.y))
      guard let left = xs.min(), let right = xs.max(), let low = ys.min(), let high = ys.max(), right > left,
        high > low
      else { continue }
      let (across, up) = (frame.width / (right - left), frame.height / (high - low))
      let numbers = [across, 0, 0, up, frame.minX - left * across, frame.minY - low * up]
        .map { $0.text(.rounded(to: 9)) }.joined(separator: " ")
      noteCount += 1
      if !pdf.has("/XObject", resources) { pdf.set("/XObject", of: resources, to: pdf.newDictionary()) }
      pdf.set("/Subtype", of: dictionary, toName: "/Form")
      pdf.set("/TiledNote\(noteCount)", of: pdf.key("/XObject", of: resources), to: look)
      instructions += "q \(numbers) cm /TiledNote\(noteCount) Do Q\n"
    }
    return instructions
  }

  /// Returns what a note looks like, in the state that it is in.
  private func appearance(of note: QPDFDocument.Object) -> QPDFDocument.Object? {
    guard pdf.isDictionary(note), pdf.has("/AP", note) else { return nil }
    let looks = pdf.key("/AP", of: note)
    guard pdf.isDictionary(looks), pdf.has("/N", looks) else { return nil }
    let look = pdf.key("/N", of: looks)
    if pdf.isStream(look) { return look }
    guard let state = pdf.name("/AS", of: note), pdf.has(state, look) else { return nil }
    let stated = pdf.key(state, of: look)
    return pdf.isStream(stated) ? stated : nil
  }

  // MARK: Numbers

  private func numbers(_ values: Double...) -> QPDFDocument.Object {
    pdf.newArray(values.map { pdf.newReal($0, decimals: 5) })
  }

  /// Returns a rectangle as instructions have it, on a paper whose y goes up.
  private func rectangle(_ rect: Rect, _ paper: Size) -> String {
    [rect.minX, paper.height - rect.maxY, rect.width, rect.height].map { $0.text(.rounded(to: 9)) }
      .joined(separator: " ")
  }
}
