import CPixbuf
import Colors
import Files
import Geometry
import Glibc

extension Bitmap {
  /// What most callers can afford: 64 million pixels are 256 MB.
  public static let defaultMaximumPixels = 64_000_000

  /// The file extensions of pictures, for file dialogs that ask for a picture.
  public static let fileEndings = ["png", "jpg", "jpeg", "webp"]

  /// The size to fit in for what is shown in a window, however large it is.
  public static let largestShown = PixelSize(width: 4096, height: 4096)

  /// No longer file is read.
  public static let maximumFileBytes = 256 << 20

  /// Reads a picture, the first frame of a moving one, turned the way its camera says.
  ///
  /// The size is known and checked before anything is decoded. With `fitting`, what is larger is reduced, in
  /// proportion, to fit in there.
  public init(
    contentsOf path: String, maximumPixels: Int = defaultMaximumPixels, fitting: PixelSize? = nil
  ) throws(ImageError) {
    let bytes = try Self.readFile(path)
    do {
      try self.init(encoded: bytes, maximumPixels: maximumPixels, fitting: fitting)
    } catch {
      throw ImageError(path: path, reason: error.reason)
    }
  }

  /// Decodes the bytes of a picture's file.
  public init(
    encoded bytes: [UInt8], maximumPixels: Int = defaultMaximumPixels, fitting: PixelSize? = nil
  ) throws(ImageError) {
    self = try Self.decode(bytes, DecodingLimits(maximumPixels: maximumPixels, fitting: fitting)).bitmap
  }

  /// Returns the size of the picture in the bytes of a file, turned the way its camera says, which it has been decoded for:
  /// what tells its size may be damaged behind that.
  public static func size(
    ofEncoded bytes: [UInt8], maximumPixels: Int = defaultMaximumPixels
  ) throws(ImageError) -> PixelSize {
    let glance = PixelSize(width: 16, height: 16)
    return try decode(bytes, DecodingLimits(maximumPixels: maximumPixels, fitting: glance)).fullSize
  }

  private static func decode(
    _ bytes: [UInt8], _ limits: DecodingLimits
  ) throws(ImageError) -> (bitmap: Bitmap, fullSize: PixelSize) {
    guard let kind = PictureKind(firstBytes: bytes) else {
      throw ImageError(path: "picture", reason: .notAPicture)
    }
    let decoded = try PictureDecoder(kind, limits: limits).decode(bytes)
    guard kind.isComplete(bytes) else {
      throw ImageError(path: "picture", reason: .damaged("it breaks off"))
    }
    return decoded
  }
}

extension Bitmap {
  private static func readFile(_ path: String) throws(ImageError) -> [UInt8] {
    do {
      return try FileBytes.read(path, atMost: maximumFileBytes)
    } catch {
      if case .tooLong = error.reason {
        throw ImageError(path: path, reason: .tooManyBytes(maximum: maximumFileBytes))
      }
      throw ImageError(path: path, reason: .unreadable(error.cause))
    }
  }
}

/// One use of gdk-pixbuf's incremental loader, which tells the size before it takes memory for the pixels.
struct PictureDecoder: ~Copyable {
  private let loader: UnsafeMutablePointer<GdkPixbufLoader>
  private let limits: DecodingLimits

  init(_ kind: PictureKind, limits: DecodingLimits) throws(ImageError) {
    var error: UnsafeMutablePointer<GError>?
    guard let loader = gdk_pixbuf_loader_new_with_type(kind.rawValue, &error) else {
      let isUnknown = error.map { $0.pointee.code == GDK_PIXBUF_ERROR_UNKNOWN_TYPE.rawValue } ?? false
      let message = takeMessage(of: error)
      throw isUnknown ? ImageError(path: "picture", reason: .noDecoder(kind)) : Self.damaged(message)
    }
    self.loader = loader
    self.limits = limits
  }

  deinit {
    // Closing twice does nothing; a loader that is let go open complains.
    gdk_pixbuf_loader_close(loader, nil)
    g_object_unref(loader)
  }

  /// Returns the picture as far as it may be large, and the size it has in the file; both as they are shown.
  func decode(_ bytes: [UInt8]) throws(ImageError) -> (bitmap: Bitmap, fullSize: PixelSize) {
    watchSize()
    try feed(bytes)
    var error: UnsafeMutablePointer<GError>?
    let isComplete = gdk_pixbuf_loader_close(loader, &error) != 0
    try check(isComplete, error)
    guard let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
      throw Self.damaged("it holds no picture")
    }
    guard let upright = gdk_pixbuf_apply_embedded_orientation(pixbuf) else {
      throw Self.damaged("there is not enough memory for it")
    }
    let bitmap = Bitmap(PixbufReference(adopting: upright))
    var size = limits.found ?? bitmap.size
    if Self.liesOnItsSide(pixbuf) { size = PixelSize(width: size.height, height: size.width) }
    return (bitmap, size)
  }

  /// Whether the camera was held upright: of the eight orientations of Exif the last four exchange rows and columns.
  private static func liesOnItsSide(_ pixbuf: OpaquePointer) -> Bool {
    guard let word = gdk_pixbuf_get_option(pixbuf, "orientation") else { return false }
    return (5...8).contains(Int(String(cString: word)) ?? 1)
  }

  /// Has the size checked as soon as it is known.
  private func watchSize() {
    let handler: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, gint, gint, gpointer?) -> Void = {
      loader, width, height, context in
      guard let loader, let context else { return }
      let limits = Unmanaged<DecodingLimits>.fromOpaque(context).takeUnretainedValue()
      let size = PixelSize(width: Int(width), height: Int(height))
      // A size of nothing makes a decoder stop before it takes memory.
      let wanted = limits.accept(size) ?? PixelSize(width: 0, height: 0)
      if wanted != size { gdk_pixbuf_loader_set_size(loader, gint(wanted.width), gint(wanted.height)) }
    }
    g_signal_connect_data(
      loader, "size-prepared", unsafeBitCast(handler, to: GCallback.self),
      Unmanaged.passUnretained(limits).toOpaque(), nil, GConnectFlags(rawValue: 0))
  }

  /// Hands over the bytes in small portions, so that a refused picture is left early.
  private func feed(_ bytes: [UInt8]) throws(ImageError) {
    var position = 0
    while position < bytes.count {
      let count = min(16384, bytes.count - position)
      var error: UnsafeMutablePointer<GError>?
      let taken = bytes.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map { gdk_pixbuf_loader_write(loader, $0 + position, gsize(count), &error) } ?? 0
      }
      try check(taken != 0, error)
      position += count
    }
  }

  private func check(_ succeeded: Bool, _ error: UnsafeMutablePointer<GError>?) throws(ImageError) {
    let message = succeeded ? "" : takeMessage(of: error)
    if let size = limits.refused {
      throw ImageError(path: "picture", reason: .tooLarge(size, maximumPixels: limits.maximumPixels))
    }
    guard succeeded else { throw Self.damaged(message) }
  }

  private static func damaged(_ message: String) -> ImageError {
    ImageError(path: "picture", reason: .damaged(message))
  }
}

extension Bitmap {
  /// Copies the pixels of gdk-pixbuf's picture, whose rows may have gaps and whose pixels may lack alpha.
  fileprivate init(_ pixbuf: borrowing PixbufReference) {
    let size = PixelSize(
      width: Int(gdk_pixbuf_get_width(pixbuf.pointer)), height: Int(gdk_pixbuf_get_height(pixbuf.pointer)))
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf.pointer))
    let channels = Int(gdk_pixbuf_get_n_channels(pixbuf.pointer))
    let source = gdk_pixbuf_read_pixels(pixbuf.pointer)
    let count = 4 * size.width * size.height
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      target.initialize(repeating: 255)
      initialized = count
      guard let source else { return }
      for y in 0..<size.height {
        var from = source + y * stride
        for pixel in y * size.width..<(y + 1) * size.width {
          for channel in 0..<channels { target[4 * pixel + channel] = from[channel] }
          from += channels
        }
      }
    }
    self.init(size: size, bytes: bytes)
  }
}

/// What a decoder may not exceed, and what it met.
final class DecodingLimits {
  let maximumPixels: Int
  let fitting: PixelSize?

  /// The size of the picture as it is kept, before it is turned.
  private(set) var found: PixelSize?

  /// The size of a picture that was refused.
  private(set) var refused: PixelSize?

  init(maximumPixels: Int, fitting: PixelSize?) {
    self.maximumPixels = maximumPixels
    self.fitting = fitting
  }

  /// Returns the size to decode to, or nil to refuse.
  func accept(_ size: PixelSize) -> PixelSize? {
    found = size
    guard let count = size.count, count <= maximumPixels else {
      refused = size
      return nil
    }
    guard let fitting, !fitting.isEmpty, size.width > fitting.width || size.height > fitting.height else {
      return size
    }
    let factor = min(
      Double(fitting.width) / Double(size.width), Double(fitting.height) / Double(size.height))
    return PixelSize(
      width: max(1, Int((Double(size.width) * factor).rounded())),
      height: max(1, Int((Double(size.height) * factor).rounded())))
  }
}

/// A counted reference to one of gdk-pixbuf's objects, given up when its owner lets go of it.
struct PixbufReference: ~Copyable {
  let pointer: OpaquePointer

  init(adopting pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(pointer))
  }
}

/// Returns the words of an error that GLib handed over, and frees it.
func takeMessage(of error: UnsafeMutablePointer<GError>?) -> String {
  guard let error else { return "unknown error" }
  defer { g_error_free(error) }
  return String(cString: error.pointee.message)
}
