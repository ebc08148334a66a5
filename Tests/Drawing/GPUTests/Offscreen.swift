import GPU
import Geometry
import Testing
import Windowing

/// Contexts without a window, for tests; each test has its own, on its own thread.
enum Offscreen {
  static func context(_ kind: DriverDescription.Kind = .embedded) throws -> OffscreenContext {
    try OffscreenContext(kind: kind, debug: true)
  }

  static let both: [DriverDescription.Kind] = [.embedded, .desktop]
}

/// Shaders that cover the target with one colour, and parts of it.
enum Sample {
  static let vertex = ShaderSource(
    file: "plain.vert",
    text: """
      layout(location = 0) in vec2 place;
      void main() {
        gl_Position = vec4(place, 0.0, 1.0);
      }
      """)

  static let fragment = ShaderSource(
    file: "plain.frag",
    text: """
      uniform vec4 color;
      out vec4 result;
      void main() {
        result = color;
      }
      """)

  /// The two triangles that cover a rectangle of clip space.
  static func rectangle(_ left: Float, _ bottom: Float, _ right: Float, _ top: Float) -> [Float] {
    [left, bottom, right, bottom, left, top, left, top, right, bottom, right, top]
  }

  static let wholeTarget = rectangle(-1, -1, 1, 1)
}

extension [UInt8] {
  /// The pixel at `x`, `y` of a picture `width` pixels wide.
  func pixel(_ x: Int, _ y: Int, width: Int) -> [UInt8] {
    let start = (y * width + x) * 4
    return Array(self[start..<start + 4])
  }
}
