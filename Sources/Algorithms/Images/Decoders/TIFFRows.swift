import CTIFF
import Files
import Geometry
import Localization

/// Reads the first picture of a TIFF through libtiff, by strips or by rows of tiles.
final class TIFFRows: PictureRows {
  let size: PixelSize
  let layout = PixelLayout.rgba
  private let cursor: SourceCursor
  private let handle: TIFFHandle
  /// The rows of the current strip or row of tiles, bottom row first, with premultiplied alpha.
  private var band: [UInt32]
  private let part: PixelSize
  private let tilesAcross: Int
  private var y = 0

  init(_ source: PictureSource) throws(ImageError) {
    cursor = SourceCursor(source)
    handle = try TIFFHandle(cursor)
    let head = handle.tiff.pointee
    size = PixelSize(width: Int(head.width), height: Int(head.height))
    part = PixelSize(width: Int(head.tileWidth), height: Int(head.tileHeight))
    guard !size.isEmpty, !part.isEmpty else { throw .damaged(Message("the picture has no pixels")) }
    tilesAcross = (size.width + part.width - 1) / part.width
    try Self.check(part, across: tilesAcross, of: size, bits: Int(head.bits))
    band = [UInt32](repeating: 0, count: part.width * part.height * tilesAcross)
  }

  /// Throws if a strip or a row of tiles needs too much memory.
  private static func check(
    _ part: PixelSize, across count: Int, of size: PixelSize, bits: Int
  ) throws(ImageError) {
    let (stored, shown) = (Double(part.count ?? .max) * Double(bits) / 8, 4.0 * Double(part.count ?? .max))
    let most = Double(DecodingRequest.mostKeptBytes)
    guard stored + shown * Double(count) > most else { return }
    guard count == 1, part.height > size.height / 2 else {
      throw .damaged(Message("the tiles are too large"))
    }
    throw ImageError(
      path: "picture", reason: .tooLarge(size, maximumPixels: Int(most / (4 + Double(bits) / 8))))
  }

  func read(into row: inout [UInt8]) throws(ImageError) {
    let inside = y % part.height
    if inside == 0 { try readBand() }
    // The last strip may have fewer rows; a tile always has all.
    let height = handle.tiff.pointee.isTiled != 0 ? part.height : min(part.height, size.height - y + inside)
    row.withUnsafeMutableBufferPointer { row in
      band.withUnsafeBufferPointer { band in
        for tile in 0..<tilesAcross {
          let start = tile * part.width * part.height + (height - 1 - inside) * part.width
          for x in tile * part.width..<min((tile + 1) * part.width, size.width) {
            let pixel = band[start + x - tile * part.width]
            let alpha = pixel >> 24
            for channel in 0..<3 {
              let value = pixel >> UInt32(8 * channel) & 255
              row[4 * x + channel] =
                alpha == 255 || alpha == 0 ? UInt8(value) : UInt8(min((value * 255 + alpha / 2) / alpha, 255))
            }
            row[4 * x + 3] = UInt8(alpha)
          }
        }
      }
    }
    y += 1
  }

  private func readBand() throws(ImageError) {
    var isWell: Int32 = 1
    band.withUnsafeMutableBufferPointer { band in
      guard let start = band.baseAddress else { return }
      for tile in 0..<tilesAcross where isWell != 0 {
        isWell = regalia_tiff_read_part(
          handle.tiff, UInt32(tile * part.width), UInt32(y), start + tile * part.width * part.height)
      }
    }
    if isWell == 0 { throw .damaged(Message("the pixels are invalid, or the data ends too early")) }
  }
}

/// Owns a libtiff reader.
final class TIFFHandle {
  let tiff = UnsafeMutablePointer<RegaliaTIFF>.allocate(capacity: 1)

  init(_ cursor: SourceCursor) throws(ImageError) {
    tiff.initialize(
      to: RegaliaTIFF(
        tiff: nil, functions: try Self.functions(),
        read: { context, bytes, count, offset in
          let target = UnsafeMutableRawBufferPointer(start: bytes, count: count)
          return SourceCursor.at(context).source.read(from: Int(clamping: offset), into: target)
        }, context: cursor.context, count: cursor.source.count, offset: 0, width: 0, height: 0, tileWidth: 0,
        tileHeight: 0, isTiled: 0, bits: 0))
    var message = [CChar](repeating: 0, count: 1024)
    guard regalia_tiff_open(tiff, &message) != 0 else {
      let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw .damaged(text.isEmpty ? Message("the header is invalid") : Message(verbatim: text))
    }
  }

  deinit {
    regalia_tiff_end(tiff)
    tiff.deallocate()
  }

  /// Loads the library and keeps it loaded.
  static func functions() throws(ImageError) -> TIFFFunctions {
    do {
      return try SharedLibrary("libtiff", files: ["libtiff.so.6", "libtiff.so.5", "libtiff.so"])
        .functions(regalia_find_tiff)
    } catch {
      throw ImageError(path: "picture", reason: .noDecoder(.tiff))
    }
  }
}
