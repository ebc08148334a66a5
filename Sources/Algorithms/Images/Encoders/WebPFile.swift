import CWebP
import ColorManagement
import Files
import Localization
public import Geometry

/// A WebP in sRGB, which is compressed as a whole when all rows are there.
///
/// Equal pictures give equal bytes. libwebp is loaded on first use.
public struct WebPFile: ~Copyable, PictureOutput {
  private let path: String
  private let size: PixelSize
  private let pixelsPerInch: Double?
  private let quality: Int
  private let picture: WebPPictureOwner
  private var rows = 0

  /// Prepares a picture.
  ///
  /// - Parameters:
  ///   - path: The file, which appears when ``finish(while:)`` is called.
  ///   - size: The size in pixels, up to 16,383 each way and 100 megapixels.
  ///   - pixelsPerInch: The resolution, which becomes Exif; nil leaves it out.
  ///   - quality: The quality, 1 to 100; 100 is lossless.
  /// - Throws: ``ImageError`` for an impossible size, without libwebp, and without enough memory.
  public init(
    path: String, size: PixelSize, pixelsPerInch: Double? = nil, quality: Int = PictureFormat.usualQuality
  ) throws(ImageError) {
    try PictureFormat.webp.check(size, path: path)
    guard let picture = WebPPictureOwner(try Self.functions(), size) else {
      throw ImageError(path: path, reason: .outOfMemory)
    }
    self.path = path
    self.size = size
    self.pixelsPerInch = pixelsPerInch
    self.quality = min(max(quality, 1), 100)
    self.picture = picture
  }

  public mutating func append(_ pixels: [UInt8]) throws(ImageError) {
    let stride = 4 * size.width
    precondition(pixels.count % stride == 0, "rows are added whole")
    precondition(rows + pixels.count / stride <= size.height, "a picture has no more rows than its height")
    for start in Swift.stride(from: 0, to: pixels.count, by: stride) {
      picture.set(row: rows, from: pixels, at: start)
      rows += 1
    }
  }

  public consuming func finish(while goesOn: () -> Bool) throws(ImageError) {
    precondition(rows == size.height, "a picture has as many rows as its height")
    guard let encoded = picture.encoded(quality: quality, while: goesOn) else {
      throw ImageError(path: path, reason: picture.isStopped ? .stopped : picture.fault)
    }
    do {
      try AtomicFile.write(container(around: encoded), to: path)
    } catch {
      throw ImageError(path: path, reason: .unwritable(error.reason))
    }
  }

  /// Returns the extended format (WebP Container Specification) with the profile and the resolution.
  private func container(around simple: [UInt8]) -> [UInt8] {
    let exif = pixelsPerInch.map { ExifResolution.bytes(pixelsPerInch: $0) }
    func sides(_ value: Int) -> [UInt8] { Array(little(UInt32(value - 1)).prefix(3)) }
    // Bit 5: a profile; bit 3: Exif.
    let head = [exif == nil ? 0x20 : 0x28, 0, 0, 0] + sides(size.width) + sides(size.height)
    var body = Array("WEBP".utf8) + Self.chunk("VP8X", head) + Self.chunk("ICCP", StandardProfile.sRGB)
    // The chunk of pixels follows the twelve bytes of the file's head.
    body += simple.dropFirst(12)
    if let exif { body += Self.chunk("EXIF", exif) }
    return Array("RIFF".utf8) + little(UInt32(body.count)) + body
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(UInt32(data.count)) + data + (data.count % 2 == 0 ? [] : [0])
  }

  /// Loads the library; the error says what to install.
  static func functions() throws(ImageError) -> WebPFunctions {
    do {
      return try WebPRows.functions()
    } catch {
      throw ImageError(path: "picture", reason: .noEncoder(.webp, library: "libwebp7"))
    }
  }
}

/// Owns the pixels of a picture that libwebp compresses.
private final class WebPPictureOwner {
  private var functions: WebPFunctions
  // On the heap, because the library's picture points to it.
  private let writer = UnsafeMutablePointer<RegaliaWebPWriter>.allocate(capacity: 1)
  private(set) var isStopped = false

  init?(_ functions: WebPFunctions, _ size: PixelSize) {
    self.functions = functions
    writer.initialize(to: RegaliaWebPWriter())
    guard regalia_webp_begin(&self.functions, writer, Int32(size.width), Int32(size.height)) != 0 else {
      return nil
    }
  }

  deinit {
    functions.PictureFree(&writer.pointee.picture)
    writer.deallocate()
  }

  func set(row: Int, from pixels: [UInt8], at start: Int) {
    pixels.withUnsafeBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return }
      regalia_webp_set_row(writer, Int32(row), base + start)
    }
  }

  /// The state that the library's callbacks use.
  private final class Progress {
    let output = EncodedBytes()
    let goesOn: () -> Bool
    var isStopped = false

    init(_ goesOn: @escaping () -> Bool) { self.goesOn = goesOn }

    static func at(_ context: UnsafeMutableRawPointer) -> Progress {
      Unmanaged<Progress>.fromOpaque(context).takeUnretainedValue()
    }
  }

  /// Returns a file in the simple format, or nil if it failed or was stopped.
  func encoded(quality: Int, while goesOn: () -> Bool) -> [UInt8]? {
    withoutActuallyEscaping(goesOn) { goesOn in
      let progress = Progress(goesOn)
      let isWell = withExtendedLifetime(progress) {
        regalia_webp_encode(
          &functions, writer, Int32(quality),
          { context, bytes, count in
            Progress.at(context).output.append(bytes, count: count)
            return 1
          },
          { context in
            let progress = Progress.at(context)
            progress.isStopped = progress.isStopped || !progress.goesOn()
            return progress.isStopped ? 0 : 1
          }, Unmanaged.passUnretained(progress).toOpaque())
      }
      isStopped = progress.isStopped
      return isWell == 0 ? nil : progress.output.take()
    }
  }

  /// The library's reason for a failure.
  var fault: ImageError.Reason {
    let code = writer.pointee.picture.error_code
    return switch code {
    case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: .outOfMemory
    default: .encoderFailed(.webp, "libwebp: \(code.rawValue)")
    }
  }
}
