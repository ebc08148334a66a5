import Colors
import GPU
import Geometry
import Renderer
import Scene
import Typography
import Windowing

/// A renderer with a target of its own that no window shows.
final class Drawing {
  private let offscreen: OffscreenContext
  let renderer: Renderer
  var context: GraphicsContext { offscreen.graphics }

  init(
    _ kind: DriverDescription.Kind = .embedded, cacheDirectory: String? = nil, maskBytes: Int = 32 << 20,
    makesMasksAside: Bool = false
  ) throws {
    offscreen = try OffscreenContext(kind: kind, debug: true)
    renderer = try Renderer(
      context: offscreen.graphics, typesetter: Typesetter(), cacheDirectory: cacheDirectory,
      maskBytes: maskBytes, makesMasksAside: makesMasksAside)
  }

  /// Draws a tree; what OpenGL finds wrong is thrown.
  func picture(
    of root: Layer, _ width: Int, _ height: Int, scale: Double = 1, background: RGBA = RGBA(hex: 0),
    technique: PathTechnique = .automatic
  ) throws -> Picture {
    var list = DisplayList()
    list.record(root)
    return try picture(of: list, width, height, scale: scale, background: background, technique: technique)
  }

  /// Draws a list into a target that is made of `format`.
  func picture(
    of list: DisplayList, _ width: Int, _ height: Int, scale: Double = 1, background: RGBA = RGBA(hex: 0),
    technique: PathTechnique = .automatic, format: Texture.Format = .rgba8
  ) throws -> Picture {
    let size = PixelSize(width: width, height: height)
    let framebuffer = try Framebuffer(size: size, format: format, in: offscreen.graphics)
    offscreen.graphics.setTarget(framebuffer)
    try renderer.draw(list, size: size, scale: scale, background: background, technique: technique)
    try offscreen.graphics.check()
    return Picture(width: width, height: height, bytes: framebuffer.readPixels())
  }

  /// Draws the square of one hue, as large as the picture.
  func plane(hue: Double, side: Int) throws -> Picture {
    let layer = Layer(frame: Rect(x: 0, y: 0, width: Double(side), height: Double(side)))
    layer.contents = .plane(.hsb(hue: hue))
    return try picture(of: layer, side, side)
  }
}

/// Pixels, the top row first, RGBA.
struct Picture: Equatable {
  let width: Int
  let height: Int
  let bytes: [UInt8]

  subscript(x: Int, y: Int) -> [UInt8] {
    let start = (y * width + x) * 4
    return [bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3]]
  }

  /// Whether a pixel is not the one in its place in another picture of that size.
  func differs(from other: Picture, x: Int, y: Int) -> Bool {
    let start = (y * width + x) * 4
    return (start..<start + 4).contains { bytes[$0] != other.bytes[$0] }
  }

  /// Returns a part of the picture.
  func cropped(x: Int, y: Int, _ width: Int, _ height: Int) -> Picture {
    var result: [UInt8] = []
    for row in y..<y + height {
      let start = (row * self.width + x) * 4
      result += bytes[start..<start + width * 4]
    }
    return Picture(width: width, height: height, bytes: result)
  }

  /// The number of pixels that differ from `color`.
  func count(unlike color: [UInt8]) -> Int {
    stride(from: 0, to: bytes.count, by: 4).count { Array(bytes[$0..<$0 + 4]) != color }
  }
}

extension Picture {
  /// The number of pixels that are not black, leaving out those that some rectangles touch.
  func rest(without rects: [Rect]) -> Int {
    var rest = bytes
    return rest.withUnsafeMutableBytes { rest in
      let pixels = rest.bindMemory(to: UInt32.self)
      let black = UInt32(littleEndian: 0xff00_0000)
      for rect in rects {
        let (left, right) = (max(0, Int(rect.minX.rounded(.down))), min(width, Int(rect.maxX.rounded(.up))))
        let (top, bottom) = (max(0, Int(rect.minY.rounded(.down))), min(height, Int(rect.maxY.rounded(.up))))
        guard left < right, top < bottom else { continue }
        for row in top..<bottom {
          pixels[row * width + left..<row * width + right].update(repeating: black)
        }
      }
      var (count, index) = (0, 0)
      while index < pixels.count {
        if pixels[index] != black { count += 1 }
        index += 1
      }
      return count
    }
  }
}

extension Rect {
  func scaled(by factor: Double) -> Rect {
    Rect(x: minX * factor, y: minY * factor, width: width * factor, height: height * factor)
  }
}
