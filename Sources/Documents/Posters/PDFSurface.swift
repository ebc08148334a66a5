import CPango
import ColorManagement
import Geometry

/// A PDF that cairo writes into memory, freed with its owner.
///
/// Cairo cuts a page off at its last whole point, and readers round the edges of what they fill. Each page is therefore
/// drawn on one that is larger on the right and below, and is given its own size when it is finished.
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
    guard let pointer else { throw PosterPDF.Failure(message: "out of memory") }
    surface = pointer
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Regalia")
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
    guard let cairo = cairo_create(surface) else { throw PosterPDF.Failure(message: "out of memory") }
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
    throw PosterPDF.Failure(message: cairo_status_to_string(status).map { String(cString: $0) } ?? "unknown")
  }
}
