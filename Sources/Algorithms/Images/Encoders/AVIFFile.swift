import CAVIF
import Files
import Localization
public import Geometry

/// An AVIF in sRGB, which is compressed as a whole when all rows are there.
///
/// Its colour space is stated by code points (ITU-T H.273) instead of a profile, as AVIF prescribes for sRGB. Equal
/// pictures give equal bytes. libavif is loaded on first use.
public struct AVIFFile: ~Copyable, PictureOutput {
  private let path: String
  private let size: PixelSize
  private let exif: [UInt8]
  private let quality: Int
  private var functions: AVIFFunctions
  private var pixels: [UInt8] = []

  /// Prepares a picture.
  ///
  /// - Parameters:
  ///   - path: The file, which appears when ``finish(while:)`` is called.
  ///   - size: The size in pixels, up to 16,384 each way and 36 megapixels.
  ///   - pixelsPerInch: The resolution, which becomes Exif; nil leaves it out.
  ///   - quality: The quality, 1 to 100; 100 is lossless.
  /// - Throws: ``ImageError`` for an impossible size, and without libavif or an encoder in it.
  public init(
    path: String, size: PixelSize, pixelsPerInch: Double? = nil, quality: Int = PictureFormat.usualQuality
  ) throws(ImageError) {
    try PictureFormat.avif.check(size, path: path)
    functions = try Self.functions()
    self.path = path
    self.size = size
    self.quality = min(max(quality, 1), 100)
    exif = pixelsPerInch.map { ExifResolution.bytes(pixelsPerInch: $0) } ?? []
    pixels.reserveCapacity(4 * size.width * size.height)
  }

  public mutating func append(_ pixels: [UInt8]) throws(ImageError) {
    precondition(pixels.count % (4 * size.width) == 0, "rows are added whole")
    self.pixels += pixels
    precondition(
      self.pixels.count <= 4 * size.width * size.height, "a picture has no more rows than its height")
  }

  /// Compresses the picture and writes the file; libavif cannot be interrupted, so `goesOn` is asked before and after.
  ///
  /// - Throws: ``ImageError`` with the reason.
  public consuming func finish(while goesOn: () -> Bool) throws(ImageError) {
    precondition(pixels.count == 4 * size.width * size.height, "a picture has as many rows as its height")
    guard goesOn() else { throw ImageError(path: path, reason: .stopped) }
    var functions = self.functions
    var output = avifRWData()
    defer { functions.RWDataFree(&output) }
    let (width, height) = (UInt32(size.width), UInt32(size.height))
    let fault = pixels.withUnsafeMutableBufferPointer { pixels -> String? in
      guard let start = pixels.baseAddress else { return "" }
      return regalia_avif_encode(
        &functions, start, width, height, Int32(quality), exif, exif.count, &output
      ).map { String(cString: $0) }
    }
    if let fault { throw ImageError(path: path, reason: .encoderFailed(.avif, fault)) }
    guard goesOn() else { throw ImageError(path: path, reason: .stopped) }
    do {
      let file = try AtomicFile(path: path)
      try file.write(UnsafeRawBufferPointer(start: output.data, count: output.size))
      try file.commit()
    } catch {
      throw ImageError(path: path, reason: .unwritable(error.reason))
    }
  }

  /// Loads the library and checks that it encodes; the error says what to install.
  static func functions() throws(ImageError) -> AVIFFunctions {
    let file = String(cString: regalia_avif_file())
    // Debian names a package after the file: libavif15, libavif16.
    let package = file.replacing(".so.", with: "")
    do {
      var functions = try SharedLibrary("libavif", files: [file]).functions(regalia_find_avif)
      if regalia_avif_encodes(&functions) != 0 { return functions }
    } catch {
      // The same is missing: an AVIF library that writes.
    }
    throw ImageError(path: "picture", reason: .noEncoder(.avif, library: package))
  }
}
