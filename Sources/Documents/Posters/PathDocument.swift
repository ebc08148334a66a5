import CPango
import ColorManagement
public import Colors
public import Geometry
public import Localization
import Text

/// A filled path as a document, in one colour on a transparent background.
public enum PathDocument {
  /// Returns `box` of a path as SVG, with the non-zero rule; the same path always returns the same text.
  public static func svg(_ path: Path, box: Rect, color: RGBA) -> String {
    // A hundred-thousandth of the picture is imperceptible.
    let decimals = min(max(5 - exponent(of: max(box.width, box.height)), 0), 12)
    let format = NumberFormat.rounded(to: decimals)
    let frame = [box.minX, box.minY, box.width, box.height].map { $0.text(format) }.joined(separator: " ")
    var svg = XMLWriter(indentation: 2)
    svg.open(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("width", box.width.text(format)),
        ("height", box.height.text(format)), ("viewBox", frame),
      ])
    var attributes: XMLWriter.Attributes = [("fill", hex(color))]
    if color.alpha < 1 { attributes.append(("fill-opacity", color.alpha.text(.rounded(to: 4)))) }
    svg.element("path", attributes + [("d", path.svgData(format))])
    svg.close()
    return svg.text
  }

  /// Returns the exponent of the largest power of ten that is at most `value`.
  private static func exponent(of value: Double) -> Int {
    var (power, exponent) = (1.0, 0)
    while power * 10 <= value, exponent < 30 { (power, exponent) = (power * 10, exponent + 1) }
    while power > value, exponent > -30 { (power, exponent) = (power / 10, exponent - 1) }
    return exponent
  }

  private static func hex(_ color: RGBA) -> String {
    Color(RGBA(red: color.red, green: color.green, blue: color.blue)).text(as: .hex, clipping: true)
  }
}

/// A page that cairo could not write, with its message.
public struct PathPDFError: LocalizableError {
  public let message: Message
}

extension PathDocument {
  /// Returns `box` of a path as a PDF page whose width and height are those of `box` in CSS pixels.
  ///
  /// The path is filled with the non-zero rule; the same path always returns the same bytes.
  ///
  /// - Parameters:
  ///   - path: The path, in CSS pixels.
  ///   - box: The part to draw, in CSS pixels; a page has at most 14,400 points along a side.
  ///   - color: The colour of the path.
  /// - Throws: ``PathPDFError`` if `box` is empty, or cairo cannot write the page.
  public static func pdf(_ path: Path, box: Rect, color: RGBA) throws(PathPDFError) -> [UInt8] {
    // A PDF page has at most 14400 points.
    let scale = min(0.75, 14400 / max(box.width, box.height))
    guard box.width > 0, box.height > 0, scale.isFinite, scale > 0 else {
      throw PathPDFError(message: Message("there is nothing to draw"))
    }
    do {
      let surface = try PDFSurface()
      try surface.page(Size(box.width * scale, box.height * scale)) { cairo in
        cairo_scale(cairo, scale, scale)
        cairo_translate(cairo, -box.minX, -box.minY)
        path.append(to: cairo)
        cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
        cairo_fill(cairo)
      }
      return try surface.finished()
    } catch let failure {
      throw PathPDFError(message: failure.reason)
    }
  }
}

/// A PDF that cairo writes into memory.
///
/// Cairo crops a page to whole points, and readers round the edges of fills. Each page is therefore drawn on one that
/// is larger on the right and below, and gets its own size at the end.
final class PDFSurface {
  private final class Output {
    var bytes: [UInt8] = []
  }

  private let output = Output()
  private let surface: OpaquePointer
  private var pages: [PDFPostprocessing.Page] = []
  private let description: PDFPostprocessing.Description

  init(
    title: String = "", language: String = "en", inks: InkConverter? = nil, created: Double = 0
  ) throws(PosterPDF.Failure) {
    description = PDFPostprocessing.Description(
      title: title, language: language, inks: inks, created: created)
    let write: cairo_write_func_t = { closure, data, length in
      guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
      let output = Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
      output.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
      return CAIRO_STATUS_SUCCESS
    }
    // Each page sets its own size.
    let pointer = cairo_pdf_surface_create_for_stream(
      write, Unmanaged.passUnretained(output).toOpaque(), 1, 1)
    guard let pointer else { throw .outOfMemory }
    surface = pointer
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Regalia")  // Untranslated: a name.
    if !title.isEmpty { cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title) }
    try check(cairo_surface_status(surface))
  }

  deinit {
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  /// Adds a page of a size in points and draws on it.
  func page(
    _ size: Size, trim: Rect? = nil, bleed: Double = 0, marks: Path = Path(), figures: [String] = [],
    headings: [String?] = [], _ draw: (OpaquePointer) -> Void
  ) throws(PosterPDF.Failure) {
    let (width, height) = (size.width.rounded(.down) + 5, size.height.rounded(.down) + 5)
    cairo_pdf_surface_set_size(surface, width, height)
    guard let cairo = cairo_create(surface) else { throw .outOfMemory }
    defer { cairo_destroy(cairo) }
    let excess = height - size.height
    pages.append(
      PDFPostprocessing.Page(
        size: size, excess: excess, trim: trim, bleed: bleed, marks: marks, figures: figures,
        headings: headings))
    draw(cairo)
    cairo_show_page(cairo)
    try check(cairo_status(cairo))
  }

  /// Returns the whole file.
  func finished() throws(PosterPDF.Failure) -> [UInt8] {
    cairo_surface_finish(surface)
    try check(cairo_surface_status(surface))
    return try PDFPostprocessing.added(to: output.bytes, pages: pages, description: description)
  }

  private func check(_ status: cairo_status_t) throws(PosterPDF.Failure) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw PosterPDF.Failure(verbatim: cairo_status_to_string(status).map { String(cString: $0) } ?? "unknown")
  }
}
