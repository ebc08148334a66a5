import CJPEG
import Geometry
import Localization

/// Reads JPEG through libjpeg, which downscales while it decodes.
final class JPEGRows: PictureRows {
  let size: PixelSize
  let layout: PixelLayout
  private let cursor: SourceCursor
  private let handle: JPEGHandle
  /// Whether 255 means no ink, as in CMYK files from Adobe's programs.
  private let isInverted: Bool

  /// The limit on scans. Encoders write about a dozen, and each scan takes time.
  private static let mostScans: Int32 = 100

  init(_ source: PictureSource, canvas: PixelSize, target: PixelSize) throws(ImageError) {
    cursor = SourceCursor(source)
    let handle = try JPEGHandle(cursor, mostScans: Self.mostScans)
    self.handle = handle
    try handle.check(regalia_jpeg_begin_reading(handle.jpeg))
    let head = handle.jpeg.pointee.jpeg
    guard PixelSize(width: Int(head.image_width), height: Int(head.image_height)) == canvas else {
      throw .damaged(Message("the picture has two different sizes"))
    }
    let kept = Double(regalia_jpeg_kept_bytes(handle.jpeg)) / Double(max(canvas.count ?? 1, 1))
    try ImageError.check(canvas, bytesPerPixel: kept)
    try handle.check(regalia_jpeg_begin_rows(handle.jpeg, Self.eighths(of: canvas, for: target)))
    let out = handle.jpeg.pointee.jpeg
    size = PixelSize(width: Int(out.output_width), height: Int(out.output_height))
    switch out.output_components {
    case 1: layout = .gray
    case 3: layout = .rgb
    case 4: layout = .cmyk
    default: throw .damaged(Message("the colour channels are invalid"))
    }
    isInverted = out.output_components == 4 && out.saw_Adobe_marker != 0
  }

  /// Returns the scale in eighths: the smallest fast scale of libjpeg that is not below the target. Decoding 108
  /// megapixels takes 0.4 s of processor time at eight eighths, and 0.8 s at seven.
  private static func eighths(of canvas: PixelSize, for target: PixelSize) -> UInt32 {
    for eighths in [1, 2, 4]
    where canvas.width * eighths >= 8 * target.width && canvas.height * eighths >= 8 * target.height {
      return UInt32(eighths)
    }
    return 8
  }

  func read(into row: inout [UInt8]) throws(ImageError) {
    let isWell = row.withUnsafeMutableBufferPointer { row in
      row.baseAddress.map { regalia_jpeg_read_row(handle.jpeg, $0) } ?? 0
    }
    try handle.check(isWell)
    if isInverted { for index in row.indices { row[index] = 255 - row[index] } }
  }

  func finish() throws(ImageError) { try handle.check(regalia_jpeg_end_reading(handle.jpeg)) }
}

/// Owns a libjpeg decompressor.
private final class JPEGHandle {
  let jpeg: UnsafeMutablePointer<RegaliaJPEG>

  init(_ cursor: SourceCursor, mostScans: Int32) throws(ImageError) {
    let jpeg = regalia_jpeg_create(
      { context, bytes, count in SourceCursor.at(context).read(into: bytes, count: count) }, cursor.context,
      mostScans)
    guard let jpeg else { throw .damaged(Message("there is not enough memory")) }
    self.jpeg = jpeg
  }

  deinit { regalia_jpeg_free(jpeg) }

  func check(_ result: Int32) throws(ImageError) {
    guard result == 0 else { return }
    // Those of the library itself have no translation.
    let known = [Message("the data ends too early"), Message("the scans repeat the pixels too often")]
    let text = words(jpeg.pointee.message)
    throw .damaged(known.first { $0.text == text } ?? Message(verbatim: text))
  }
}
