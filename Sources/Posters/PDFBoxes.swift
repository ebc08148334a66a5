import CQPDF
import Geometry
import Text

/// Adds to a PDF what cairo cannot write: sizes of pages that are not whole, where they are trimmed and how far they
/// bleed (PDF 1.7, 14.11.2).
enum PDFBoxes {
  struct Page {
    /// In points, as is all here.
    let size: Size
    /// How far the page as it was drawn reaches below its lower edge.
    let excess: Double
    /// From the upper left of the paper, which has the same margin on every side; nil where nothing is trimmed.
    let trim: Rect?
    let bleed: Double
  }

  static func added(to document: [UInt8], pages: [Page]) throws(PosterPDF.Failure) -> [UInt8] {
    var data: qpdf_data? = qpdf_init()
    guard let handle = data else { throw PosterPDF.Failure(message: "out of memory") }
    defer { qpdf_cleanup(&data) }
    qpdf_silence_errors(handle)
    qpdf_set_suppress_warnings(handle, QPDF_TRUE)
    // qpdf reads from these bytes until it has written.
    var result: Result<[UInt8], PosterPDF.Failure>?
    document.withUnsafeBufferPointer { bytes in
      do throws(PosterPDF.Failure) {
        result = .success(try changed(handle, bytes, pages: pages))
      } catch {
        result = .failure(error)
      }
    }
    guard let result else { throw PosterPDF.Failure(message: "out of memory") }
    return try result.get()
  }

  private static func changed(
    _ handle: qpdf_data, _ bytes: UnsafeBufferPointer<UInt8>, pages: [Page]
  ) throws(PosterPDF.Failure) -> [UInt8] {
    try bytes.withMemoryRebound(to: CChar.self) { (text) throws(PosterPDF.Failure) in
      try check(handle, qpdf_read_memory(handle, "poster", text.baseAddress, UInt64(text.count), nil))
    }
    for (index, page) in pages.enumerated() where index < Int(qpdf_get_num_pages(handle)) {
      let object = qpdf_get_page_n(handle, index)
      qpdf_oh_replace_key(
        handle, object, "/MediaBox", box(Rect(origin: .zero, size: page.size), handle))
      shift(object, by: -page.excess, handle)
      guard let trim = page.trim else { continue }
      qpdf_oh_replace_key(handle, object, "/TrimBox", box(trim, handle))
      qpdf_oh_replace_key(handle, object, "/BleedBox", box(trim.outset(by: page.bleed), handle))
    }
    // A date would make every export different.
    for key in ["/CreationDate", "/ModDate"] { qpdf_set_info_key(handle, key, nil) }
    try check(handle, qpdf_init_write_memory(handle))
    qpdf_set_deterministic_ID(handle, QPDF_TRUE)
    try check(handle, qpdf_write(handle))
    let count = Int(qpdf_get_buffer_length(handle))
    guard let buffer = qpdf_get_buffer(handle), count > 0 else {
      throw PosterPDF.Failure(message: "out of memory")
    }
    return Array(UnsafeBufferPointer(start: buffer, count: count))
  }

  /// Moves all that is on a page upward, by a stream of instructions before its own.
  private static func shift(_ page: qpdf_oh, by distance: Double, _ handle: qpdf_data) {
    let stream = qpdf_oh_new_stream(handle)
    let instructions = Array("1 0 0 1 0 \(distance.text()) cm\n".utf8)
    qpdf_oh_replace_stream_data(
      handle, stream, instructions, instructions.count, qpdf_oh_new_null(handle), qpdf_oh_new_null(handle))
    let contents = qpdf_oh_new_array(handle)
    qpdf_oh_append_item(handle, contents, stream)
    qpdf_oh_append_item(handle, contents, qpdf_oh_get_key(handle, page, "/Contents"))
    qpdf_oh_replace_key(handle, page, "/Contents", contents)
  }

  /// Returns a box; its margins are alike, so that it does not matter that PDF counts from below.
  private static func box(_ rect: Rect, _ handle: qpdf_data) -> qpdf_oh {
    let array = qpdf_oh_new_array(handle)
    for value in [rect.minX, rect.minY, rect.maxX, rect.maxY] {
      qpdf_oh_append_item(handle, array, qpdf_oh_new_real_from_double(handle, value, 5))
    }
    return array
  }

  private static func check(_ handle: qpdf_data, _ code: QPDF_ERROR_CODE) throws(PosterPDF.Failure) {
    guard code & 2 != 0 else { return }
    let error = qpdf_get_error(handle)
    let message = qpdf_get_error_message_detail(handle, error).map { String(cString: $0) } ?? "unknown"
    throw PosterPDF.Failure(message: message)
  }
}
