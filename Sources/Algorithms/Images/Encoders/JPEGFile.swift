import CJPEG
import ColorManagement
import Files
import Localization
public import Geometry

/// A JPEG in sRGB that is written row by row, so that a picture of any size takes little memory.
///
/// Colours have the full resolution (4:4:4), because saturated letters would blur otherwise. Until `finish` the old file
/// stays as it was. Equal pictures give equal bytes.
public struct JPEGFile: ~Copyable, PictureOutput {
  private let path: String
  private let size: PixelSize
  private var file: AtomicFile
  private let encoder: JPEGEncoder
  private var rows = 0
  private var row: [UInt8]

  /// Opens a file for a picture.
  ///
  /// - Parameters:
  ///   - path: The file, which appears when ``finish(while:)`` is called.
  ///   - size: The size in pixels, up to 65,500 each way.
  ///   - pixelsPerInch: The resolution that readers use for its printed size, rounded; nil leaves it out.
  ///   - quality: The quality, 1 to 100.
  /// - Throws: ``ImageError`` for an impossible size, and if the file cannot be created.
  public init(
    path: String, size: PixelSize, pixelsPerInch: Double? = nil, quality: Int = PictureFormat.usualQuality
  ) throws(ImageError) {
    try PictureFormat.jpeg.check(size, path: path)
    guard let encoder = JPEGEncoder() else {
      throw ImageError(path: path, reason: .outOfMemory)
    }
    let dotsPerInch = pixelsPerInch.map { UInt32(min(max($0.rounded(), 1), 65_535)) } ?? 0
    // One part of one (ICC.1, annex B.4); the profile is much smaller than a marker can be.
    let marker = Array("ICC_PROFILE".utf8) + [0, 1, 1] + StandardProfile.sRGB
    let isWell = regalia_jpeg_begin_writing(
      encoder.jpeg, UInt32(size.width), UInt32(size.height), Int32(min(max(quality, 1), 100)), dotsPerInch,
      marker, UInt32(marker.count))
    guard isWell != 0 else { throw ImageError(path: path, reason: .encoderFailed(.jpeg, encoder.message)) }
    let file = try Self.begun(path)
    self.path = path
    self.size = size
    self.encoder = encoder
    self.file = file
    row = [UInt8](repeating: 0, count: 3 * size.width)
  }

  private static func begun(_ path: String) throws(ImageError) -> AtomicFile {
    do {
      return try AtomicFile(path: path)
    } catch {
      throw ImageError(path: path, reason: .unwritable(error.reason))
    }
  }

  public mutating func append(_ pixels: [UInt8]) throws(ImageError) {
    let stride = 4 * size.width
    precondition(pixels.count % stride == 0, "rows are added whole")
    precondition(rows + pixels.count / stride <= size.height, "a picture has no more rows than its height")
    for start in Swift.stride(from: 0, to: pixels.count, by: stride) {
      for x in 0..<size.width {
        row[3 * x] = pixels[start + 4 * x]
        row[3 * x + 1] = pixels[start + 4 * x + 1]
        row[3 * x + 2] = pixels[start + 4 * x + 2]
      }
      let isWell = row.withUnsafeMutableBufferPointer { row in
        row.baseAddress.map { regalia_jpeg_write_row(encoder.jpeg, $0) } ?? 0
      }
      guard isWell != 0 else { throw ImageError(path: path, reason: .encoderFailed(.jpeg, encoder.message)) }
      rows += 1
    }
    try flush()
  }

  public consuming func finish(while goesOn: () -> Bool) throws(ImageError) {
    precondition(rows == size.height, "a picture has as many rows as its height")
    guard regalia_jpeg_end_writing(encoder.jpeg) != 0 else {
      throw ImageError(path: path, reason: .encoderFailed(.jpeg, encoder.message))
    }
    try flush()
    let path = self.path
    do {
      try file.commit()
    } catch {
      throw ImageError(path: path, reason: .unwritable(error.reason))
    }
  }

  private mutating func flush() throws(ImageError) {
    do {
      try file.write(encoder.output.take())
    } catch {
      throw ImageError(path: path, reason: .unwritable(error.reason))
    }
  }
}

/// Bytes that a library has compressed and nobody has written yet.
final class EncodedBytes {
  private(set) var bytes: [UInt8] = []

  func append(_ start: UnsafeRawPointer, count: Int) {
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Returns the bytes and forgets them.
  func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}

/// Owns a libjpeg compressor.
private final class JPEGEncoder {
  let jpeg: UnsafeMutablePointer<RegaliaJPEGWriter>
  let output = EncodedBytes()

  init?() {
    let context = Unmanaged.passUnretained(output).toOpaque()
    let jpeg = regalia_jpeg_writer_create(
      { context, bytes, count in
        Unmanaged<EncodedBytes>.fromOpaque(context).takeUnretainedValue().append(bytes, count: count)
      }, context)
    guard let jpeg else { return nil }
    self.jpeg = jpeg
  }

  deinit { regalia_jpeg_writer_free(jpeg) }

  /// The library's message about a failure.
  var message: String { words(jpeg.pointee.message) }
}
