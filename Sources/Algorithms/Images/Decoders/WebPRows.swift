import CWebP
import Files
import Geometry
import Localization

/// Reads a still WebP through libwebp, which downscales while it decodes.
final class WebPRows: PictureRows {
  let size: PixelSize
  let layout: PixelLayout
  /// Whether the picture covers the canvas.
  let isWhole: Bool
  private let pixels: [UInt8]
  private var y = 0

  /// - Parameter bytes: A file, or the chunks of one frame.
  init(_ bytes: [UInt8], canvas: PixelSize, target: PixelSize) throws(ImageError) {
    var functions = try Self.functions()
    var head = RegaliaWebPHead()
    guard regalia_webp_head(&functions, bytes, bytes.count, &head) != 0 else {
      throw .damaged(Message("the header is invalid, or the data ends too early"))
    }
    let stored = PixelSize(width: Int(head.width), height: Int(head.height))
    isWhole = stored == canvas
    guard stored.width <= canvas.width, stored.height <= canvas.height else {
      throw .damaged(Message("the frame is larger than the picture"))
    }
    // libwebp keeps all pixels of a lossless picture, and the alpha channel of others.
    let own = (stored.count ?? .max) * (head.isLossless != 0 ? 4 : head.hasAlpha != 0 ? 1 : 0)
    try ImageError.check(stored, bytesPerPixel: head.isLossless != 0 ? 4 : 1, more: bytes.count)
    let channels = head.hasAlpha != 0 ? 4 : 3
    let room = (DecodingRequest.mostKeptBytes - bytes.count - own) / channels
    let size = (isWhole ? target : stored).reduced(to: max(room, 1 << 20))
    guard isWhole || size == stored else {
      throw ImageError(path: "picture", reason: .tooLarge(stored, maximumPixels: room))
    }
    var isWell: Int32 = 0
    pixels = [UInt8](unsafeUninitializedCapacity: size.width * size.height * channels) { target, count in
      guard let start = target.baseAddress else { return }
      isWell = regalia_webp_decode(
        &functions, bytes, bytes.count, &head, Int32(size.width), Int32(size.height), start)
      if isWell != 0 { count = size.width * size.height * channels }
    }
    guard isWell != 0 else { throw .damaged(Message("the pixels are invalid, or the data ends too early")) }
    self.size = size
    layout = channels == 4 ? .rgba : .rgb
  }

  func read(into row: inout [UInt8]) throws(ImageError) {
    row.replaceSubrange(0..<row.count, with: pixels[y * row.count..<(y + 1) * row.count])
    y += 1
  }

  /// Loads the library and keeps it loaded.
  static func functions() throws(ImageError) -> WebPFunctions {
    do {
      return try SharedLibrary("libwebp", files: ["libwebp.so.7", "libwebp.so"]).functions(regalia_find_webp)
    } catch {
      throw ImageError(path: "picture", reason: .noDecoder(.webp))
    }
  }
}
