import CZlib
import Files
public import Geometry
import Localization

/// A PNG that is written row by row, so that a picture of any size takes little memory.
///
/// Until `finish()` the old file stays as it was. Equal pictures give equal bytes (PNG, third edition).
public struct PNGFile: ~Copyable {
  private let path: String
  private let size: PixelSize
  private var file: AtomicFile
  private let deflater: Deflater
  /// Three without transparency, four with it.
  private let channels: Int
  private var rows = 0
  /// The row before, which the next one is told apart from.
  private var previous: [UInt8]
  private var pending: [UInt8] = []

  /// Opens a file for a picture in sRGB; `pixelsPerInch` tells readers how large it is.
  ///
  /// - Parameters:
  ///   - path: The file, which appears when ``finish()`` is called.
  ///   - size: The size in pixels.
  ///   - hasAlpha: Whether rows have four bytes per pixel instead of three.
  ///   - pixelsPerInch: The resolution that readers use for its printed size; nil leaves it out.
  ///   - compression: The effort, from 0 (quick) to 9 (small).
  /// - Throws: ``ImageError`` for an impossible size, and if the file cannot be created.
  public init(
    path: String, size: PixelSize, hasAlpha: Bool = false, pixelsPerInch: Double? = nil, compression: Int = 6
  ) throws(ImageError) {
    guard !size.isEmpty, size.width <= PNG.largestSide, size.height <= PNG.largestSide else {
      throw ImageError(path: path, reason: .impossibleSize(size))
    }
    guard let deflater = Deflater(level: Int32(min(max(compression, 0), 9))) else {
      throw ImageError(path: path, reason: .unwritable(Message("there is not enough memory")))
    }
    let channels = hasAlpha ? 4 : 3
    let file = try Self.begun(
      path, header: Self.header(size, channels: channels, pixelsPerInch: pixelsPerInch))
    self.path = path
    self.size = size
    self.deflater = deflater
    self.channels = channels
    self.file = file
    previous = [UInt8](repeating: 0, count: channels * size.width)
  }

  private static func begun(_ path: String, header: [UInt8]) throws(ImageError) -> AtomicFile {
    do {
      let file = try AtomicFile(path: path)
      try file.write(header)
      return file
    } catch {
      throw ImageError(path: path, reason: .unwritable(error.reason))
    }
  }

  private static func header(_ size: PixelSize, channels: Int, pixelsPerInch: Double?) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Eight bits a channel, red, green, blue and perhaps alpha, not interlaced.
    let form: [UInt8] = [8, channels == 4 ? 6 : 2, 0, 0, 0]
    bytes += chunk("IHDR", word(UInt32(size.width)) + word(UInt32(size.height)) + form)
    bytes += chunk("sRGB", [0])
    if let pixelsPerInch, pixelsPerInch.isFinite, pixelsPerInch > 0, pixelsPerInch < 1e7 {
      let perMetre = word(UInt32((pixelsPerInch / 0.0254).rounded()))
      bytes += chunk("pHYs", perMetre + perMetre + [1])
    }
    return bytes
  }

  /// Adds rows from the top to the bottom, four bytes a pixel; the fourth is left out of an opaque picture.
  ///
  /// - Parameter pixels: Whole rows, at most as many as are still missing.
  /// - Throws: ``ImageError`` with the system's reason, such as a full disk.
  public mutating func append(_ pixels: [UInt8]) throws(ImageError) {
    let stride = 4 * size.width
    precondition(pixels.count % stride == 0, "rows are added whole")
    let count = pixels.count / stride
    precondition(rows + count <= size.height, "a picture has no more rows than its height")
    rows += count
    var filtered = [UInt8](repeating: 0, count: count * (channels * size.width + 1))
    filter(pixels, into: &filtered)
    try writeData(deflater.deflated(filtered, isLast: rows == size.height))
  }

  /// Takes away from each row what is the same in the row before (filter type 2), which flat areas are full of.
  private mutating func filter(_ pixels: [UInt8], into filtered: inout [UInt8]) {
    let (width, channels) = (size.width, channels)
    filtered.withUnsafeMutableBufferPointer { target in
      previous.withUnsafeMutableBufferPointer { previous in
        pixels.withUnsafeBufferPointer { source in
          var (from, to) = (0, 0)
          while from < source.count {
            target[to] = 2
            to += 1
            for place in 0..<width {
              for channel in 0..<channels {
                let value = source[from + channel]
                target[to] = value &- previous[channels * place + channel]
                previous[channels * place + channel] = value
                to += 1
              }
              from += 4
            }
          }
        }
      }
    }
  }

  /// Moves the complete file to its path.
  ///
  /// - Throws: ``ImageError`` with the system's reason. The path then holds what it held before.
  public consuming func finish() throws(ImageError) {
    precondition(rows == size.height, "a picture has as many rows as its height")
    try writeRaw(Self.chunk("IEND", []))
    let path = self.path
    do {
      try file.commit()
    } catch {
      throw ImageError(path: path, reason: .unwritable(error.reason))
    }
  }

  // MARK: Chunks

  /// Keeps compressed bytes until there are enough for a chunk, so that the file does not depend on how the rows
  /// came.
  private mutating func writeData(_ compressed: [UInt8]) throws(ImageError) {
    pending += compressed
    let isLast = rows == size.height
    while pending.count >= Self.chunkSize || (isLast && !pending.isEmpty) {
      let part = Array(pending.prefix(Self.chunkSize))
      pending.removeFirst(part.count)
      try writeRaw(Self.chunk("IDAT", part))
    }
  }

  private static let chunkSize = 1 << 18

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    let check = body.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
    return word(UInt32(data.count)) + body + word(UInt32(truncatingIfNeeded: check))
  }

  private mutating func writeRaw(_ bytes: [UInt8]) throws(ImageError) {
    do {
      try file.write(bytes)
    } catch {
      throw ImageError(path: path, reason: .unwritable(error.reason))
    }
  }
}

/// Returns a number as PNG has it, the highest byte first.
private func word(_ value: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// zlib's compression under way, freed with its owner.
private final class Deflater {
  // On the heap, because zlib keeps the place of its state.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  init?(level: Int32) {
    stream.initialize(to: z_stream())
    let code = deflateInit_(stream, level, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Returns what there is of the compressed bytes so far, and at the end all of the rest.
  func deflated(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    var output: [UInt8] = []
    var portion = [UInt8](repeating: 0, count: 1 << 16)
    var input = bytes
    input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(input.count)
      var isDone = false
      while !isDone {
        let free: UInt32 = portion.withUnsafeMutableBufferPointer { portion in
          stream.pointee.next_out = portion.baseAddress
          stream.pointee.avail_out = UInt32(portion.count)
          deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          return stream.pointee.avail_out
        }
        output += portion[..<(portion.count - Int(free))]
        isDone = free > 0
      }
    }
    return output
  }
}

/// Returns bytes as zlib compresses them, from 1 (fast) to 9 (small), or nil where it has no memory.
func deflated(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
  var length = compressBound(uLong(bytes.count))
  var result = [UInt8](repeating: 0, count: Int(length))
  guard compress2(&result, &length, bytes, uLong(bytes.count), level) == Z_OK else { return nil }
  return Array(result.prefix(Int(length)))
}

/// Returns the bytes that zlib compressed, or nil if they are damaged or more than `most`.
func inflated(_ bytes: [UInt8], atMost most: Int) -> [UInt8]? {
  var length = uLong(most)
  var result = [UInt8](repeating: 0, count: most)
  guard uncompress(&result, &length, bytes, uLong(bytes.count)) == Z_OK else { return nil }
  return Array(result.prefix(Int(length)))
}
