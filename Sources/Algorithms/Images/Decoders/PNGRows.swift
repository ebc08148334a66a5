import CPNG
import Geometry
import Localization

/// Reads PNG through libpng. Interlaced files are decoded as a whole, since no row is complete before the last pass.
final class PNGRows: PictureRows {
  let size: PixelSize
  let layout: PixelLayout
  private let cursor: SourceCursor
  private let handle: PNGHandle
  /// The rows of an interlaced file.
  private var kept: [UInt8] = []
  private var y = 0

  init(_ source: PictureSource) throws(ImageError) {
    cursor = SourceCursor(source)
    handle = try PNGHandle(context: cursor.context) { context, bytes, count in
      SourceCursor.at(context).read(into: bytes, count: count)
    }
    try handle.check(regalia_png_begin_reading(handle.png))
    let head = handle.png.pointee
    size = PixelSize(width: Int(head.width), height: Int(head.height))
    guard let layout = PixelLayout(channels: Int(head.channels)) else {
      throw .damaged(Message("the colour channels are invalid"))
    }
    self.layout = layout
    if head.passes > 1 { try keepAll(passes: Int(head.passes)) }
  }

  private func keepAll(passes: Int) throws(ImageError) {
    try ImageError.check(size, bytesPerPixel: Double(layout.channels))
    let stride = size.width * layout.channels
    kept = [UInt8](repeating: 0, count: stride * size.height)
    var isWell: Int32 = 1
    kept.withUnsafeMutableBufferPointer { kept in
      guard let start = kept.baseAddress else { return }
      for _ in 0..<passes {
        for y in 0..<size.height where isWell != 0 {
          isWell = regalia_png_read_row(handle.png, start + y * stride)
        }
      }
    }
    try handle.check(isWell)
  }

  func read(into row: inout [UInt8]) throws(ImageError) {
    defer { y += 1 }
    guard kept.isEmpty else {
      row.replaceSubrange(0..<row.count, with: kept[y * row.count..<(y + 1) * row.count])
      return
    }
    let isWell = row.withUnsafeMutableBufferPointer { row in
      row.baseAddress.map { regalia_png_read_row(handle.png, $0) } ?? 0
    }
    try handle.check(isWell)
  }

  func finish() throws(ImageError) { try handle.check(regalia_png_end_reading(handle.png)) }
}

/// Owns a libpng reader or writer.
final class PNGHandle {
  let png: UnsafeMutablePointer<RegaliaPNG>

  /// Creates a reader or a writer; `transfer` is called with `context`.
  init(isWriter: Bool = false, context: UnsafeMutableRawPointer, _ transfer: RegaliaPNGTransfer)
    throws(ImageError)
  {
    guard let png = regalia_png_create(isWriter ? 1 : 0, transfer, context) else {
      throw .damaged(Message("there is not enough memory"))
    }
    self.png = png
  }

  deinit { regalia_png_free(png) }

  /// The library's error message.
  var message: String { words(png.pointee.message) }

  func check(_ result: Int32) throws(ImageError) {
    guard result == 0 else { return }
    // Those of the library itself have no translation.
    let early = Message("the data ends too early")
    throw .damaged(message == early.text ? early : Message(verbatim: message))
  }
}

/// Returns the text of a C array, which Swift imports as a tuple.
func words<Characters>(_ characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
