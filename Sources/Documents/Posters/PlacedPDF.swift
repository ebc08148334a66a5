public import Geometry
public import Localization
import Text

/// A PDF whose pages are placed on sheets of paper: in parts (`Tiling`), or several to a sheet (`Imposition`). Its pages
/// are read first, then the sheets are written.
///
/// Each page becomes a form (PDF 1.7, 8.10), of which each sheet shows a clipped part. Vectors, fonts, pictures and
/// inks are kept unchanged and stored once. The document's metadata, layers and output intent are kept. Links,
/// bookmarks and the structure for screen readers are removed, since they refer to whole pages. The appearances of
/// annotations and form fields become part of their page.
public final class PlacedPDF {
  /// A page of the document.
  public struct Page: Hashable, Sendable {
    /// The visible size, in points.
    public let size: Size
    /// The area without bleed, in points from the page's upper left corner.
    public let trim: Rect

    /// Creates a page; `trim` is the area without bleed, all of it for nil.
    public init(size: Size, trim: Rect? = nil) {
      self.size = size
      self.trim = trim ?? Rect(origin: .zero, size: size)
    }
  }

  /// A reason why the pages of a file cannot be placed.
  public enum Fault: LocalizableError, Hashable {
    /// The file needs a password or is otherwise encrypted.
    case encrypted
    /// The file is damaged; the library's message.
    case damaged(Message)
    /// The file has no printable pages.
    case noPages

    /// The problem and its remedy, for a person.
    public var message: Message {
      switch self {
      case .encrypted:
        Message(
          "this PDF is encrypted; make a copy that is not (qpdf --decrypt --password=… FILE COPY) and take that"
        )
      case .damaged(let words):
        Message(
          "this is not a PDF, or a damaged one ({words}); try to repair it (qpdf FILE COPY) and take the copy",
          parts: ["words": words])
      case .noPages: Message("this PDF has no pages")
      }
    }
  }

  let pdf: QPDFDocument
  private(set) var sources: [Source] = []
  /// The documents of appended pages, whose contents are read when the sheets are written.
  private var others: [QPDFDocument] = []

  /// The pages in their order.
  public var pages: [Page] {
    sources.map { source in
      let trim = Self.box("/TrimBox", of: source.object, pdf).flatMap(source.shown)
      return Page(size: source.size, trim: trim)
    }
  }

  /// A page, and its boxes in its own units, from its lower left corner.
  struct Source {
    let object: QPDFDocument.Object
    /// The visible box.
    let box: Rect
    /// The number of clockwise quarter turns.
    let turns: Int
    /// The number of points per unit.
    let unit: Double

    var size: Size {
      let size = turns % 2 == 0 ? box.size : Size(box.height, box.width)
      return size * unit
    }

    /// The transform from the page's units to points from the upper left corner of the visible box.
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

    /// Returns the visible part of a box of the page, in points from the upper left corner of the visible box; nil if
    /// it is empty.
    func shown(_ box: Rect) -> Rect? {
      let corners = [
        upright.apply(to: Point(box.minX, box.minY)), upright.apply(to: Point(box.maxX, box.maxY)),
      ]
      return Rect(corners[0], corners[1]).intersection(Rect(origin: .zero, size: size))
    }
  }

  /// Reads a document.
  ///
  /// - Throws: `Fault`, or `PosterPDF.Failure` if the PDF library is missing.
  public init(_ bytes: [UInt8]) throws {
    pdf = try Self.document(bytes)
    sources = pdf.pages.compactMap { [pdf] in Self.source($0, pdf) }
    guard !sources.isEmpty else { throw Fault.noPages }
  }

  /// Appends the pages of another document, or the first ones of them. Metadata, layers and output intent are those of the
  /// first document.
  ///
  /// - Throws: `Fault`, or `PosterPDF.Failure` if the pages cannot be copied.
  public func append(_ bytes: [UInt8], atMost count: Int = .max) throws {
    let other = try Self.document(bytes)
    let added = other.pages.filter { Self.source($0, other) != nil }.prefix(count)
    guard !added.isEmpty else { throw Fault.noPages }
    others.append(other)
    for page in added { try pdf.add(page: page, of: other) }
    sources = pdf.pages.compactMap { Self.source($0, pdf) }
  }

  /// Returns a document whose pages are printed in their place on the paper.
  ///
  /// CUPS takes the trim box for the whole page and prints it in the middle of the paper (pdftopdf of cups-filters), where
  /// labels would miss their sheet.
  ///
  /// - Throws: ``PosterPDF/Failure`` if the document is damaged, or the PDF library is missing.
  public static func forPrinter(_ bytes: [UInt8]) throws -> [UInt8] {
    let pdf = try QPDFDocument()
    try pdf.read(bytes)
    for page in pdf.pages {
      // Untranslated: names of PDF.
      for name in ["/TrimBox", "/BleedBox", "/ArtBox"] { pdf.remove(name, of: page) }
    }
    return try pdf.written(version: nil)
  }

  /// Returns a document that is whole and not encrypted.
  private static func document(_ bytes: [UInt8]) throws -> QPDFDocument {
    let pdf = try QPDFDocument()
    do throws(PosterPDF.Failure) {
      try pdf.read(bytes, repairs: false)
      try pdf.checkAll()
      try pdf.completePages()
    } catch {
      throw pdf.needsPassword ? Fault.encrypted : Fault.damaged(error.reason)
    }
    guard !pdf.isEncrypted else { throw Fault.encrypted }
    return pdf
  }

  private static func source(_ page: QPDFDocument.Object, _ pdf: QPDFDocument) -> Source? {
    // Untranslated: the words of PDF.
    guard let media = box("/MediaBox", of: page, pdf) else { return nil }
    let crop = box("/CropBox", of: page, pdf)?.intersection(media) ?? media
    let degrees = pdf.has("/Rotate", page) ? pdf.integer(pdf.key("/Rotate", of: page)) : 0
    let unit = pdf.has("/UserUnit", page) ? pdf.number(pdf.key("/UserUnit", of: page)) : 1
    return Source(
      object: page, box: crop, turns: (degrees / 90 % 4 + 4) % 4, unit: unit > 0 && unit < 1e6 ? unit : 1)
  }

  static func box(
    _ name: String, of page: QPDFDocument.Object, _ pdf: QPDFDocument
  ) -> Rect? {
    let numbers = pdf.has(name, page) ? pdf.numbers(name, of: page) : []
    guard numbers.count == 4, numbers.allSatisfy({ $0.isFinite && abs($0) < 1e7 }) else { return nil }
    let rect = Rect(Point(numbers[0], numbers[1]), Point(numbers[2], numbers[3]))
    return rect.isEmpty ? nil : rect
  }

  // MARK: Overprint

  /// A warning about the pages whose inks overprint others (PDF 1.7, 8.6.7), or nil.
  ///
  /// The sheets keep it, but viewers and most office printers ignore it and let the upper ink knock out the lower one.
  public var overprintWarning: Message? {
    let pages = sources.indices.filter { overprints(sources[$0].object, depth: 0) }.map { "\($0 + 1)" }
    guard !pages.isEmpty else { return nil }
    let shown = pages.prefix(8).joined(separator: ", ") + (pages.count > 8 ? ", …" : "")
    return Message(
      "page {pages} overprints inks, which most viewers and office printers do not show; look at it in a viewer that simulates overprint",
      plural:
        "pages {pages} overprint inks, which most viewers and office printers do not show; look at them in a viewer that simulates overprint",
      count: pages.count, ["pages": shown])
  }

  /// The nesting up to which forms are searched.
  private static let deepestForm = 30
  /// Whether forms overprint, by their numbers; each is searched once.
  private var overprinting: [Int32: Bool] = [:]

  /// Returns whether the graphics states of a page or of its forms turn overprint on.
  private func overprints(_ content: QPDFDocument.Object, depth: Int) -> Bool {
    // Untranslated: the words of PDF.
    let dictionary = pdf.dictionary(of: content)
    guard depth <= Self.deepestForm, pdf.isDictionary(dictionary), pdf.has("/Resources", dictionary) else {
      return false
    }
    let resources = pdf.key("/Resources", of: dictionary)
    func values(_ name: String) -> [QPDFDocument.Object] {
      guard pdf.isDictionary(resources), pdf.has(name, resources) else { return [] }
      return pdf.values(of: pdf.key(name, of: resources))
    }
    return values("/ExtGState").contains { state in
      pdf.isDictionary(state)
        && ["/OP", "/op"].contains { pdf.has($0, state) && pdf.flag(pdf.key($0, of: state)) }
    }
      || values("/XObject").contains { form in
        let number = pdf.identifier(of: form)
        if let known = overprinting[number] { return known }
        // A form that draws itself adds nothing.
        overprinting[number] = false
        let result = overprints(form, depth: depth + 1)
        overprinting[number] = result
        return result
      }
  }

  // MARK: Writing

  /// Returns the document once its sheets are added: without the pages themselves, and without what refers to them.
  func finished() throws -> [UInt8] {
    // Untranslated: the words of PDF.
    for source in sources { try pdf.remove(page: source.object) }
    let root = pdf.root
    for entry in [
      "/StructTreeRoot", "/MarkInfo", "/Outlines", "/Dests", "/OpenAction", "/AcroForm", "/Threads",
      "/AA",
    ] { pdf.remove(entry, of: root) }
    if pdf.has("/Names", root) {
      for entry in ["/Dests", "/JavaScript"] { pdf.remove(entry, of: pdf.key("/Names", of: root)) }
    }
    return try pdf.written(version: nil)
  }

  /// Returns a form of a page's visible box.
  func form(of source: Source) throws -> QPDFDocument.Object {
    // Untranslated: the words of PDF.
    let page = source.object
    let resources =
      pdf.has("/Resources", page) ? pdf.key("/Resources", of: page) : pdf.newDictionary()
    let notes = notes(of: page, resources)
    let content = try pdf.content(ofPage: page)
    // Changes of the graphics state by a page do not affect later content.
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

  // MARK: Annotations and form fields

  private var noteCount = 0

  /// Returns instructions that draw the printed appearances of a page's annotations and form fields (PDF 1.7, 12.5.5),
  /// and adds them to the resources.
  private func notes(of page: QPDFDocument.Object, _ resources: QPDFDocument.Object) -> String {
    // Untranslated: the words of PDF.
    guard pdf.has("/Annots", page) else { return "" }
    var instructions = ""
    for note in pdf.items(of: pdf.key("/Annots", of: page)) {
      let flags = pdf.has("/F", note) ? pdf.integer(pdf.key("/F", of: note)) : 0
      // Bit 2 hides an annotation, bit 3 prints it.
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
      pdf.set("/PlacedNote\(noteCount)", of: pdf.key("/XObject", of: resources), to: look)
      instructions += "q \(numbers) cm /PlacedNote\(noteCount) Do Q\n"
    }
    return instructions
  }

  /// Returns the appearance of an annotation in its current state.
  private func appearance(of note: QPDFDocument.Object) -> QPDFDocument.Object? {
    // Untranslated: the words of PDF.
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

  func numbers(_ values: Double...) -> QPDFDocument.Object {
    pdf.newArray(values.map { pdf.newReal($0, decimals: 5) })
  }

  /// Returns a rectangle as PDF operands, with y upward on the paper.
  func rectangle(_ rect: Rect, _ paper: Size) -> String {
    [rect.minX, paper.height - rect.maxY, rect.width, rect.height].map { $0.text(.rounded(to: 9)) }
      .joined(separator: " ")
  }

  /// Returns an affine transform as PDF operands.
  static func operands(_ transform: AffineTransform) -> String {
    [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
      .map { $0.text(.rounded(to: 9)) }.joined(separator: " ")
  }
}
