import CPixbuf
import Colors
import Geometry

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
