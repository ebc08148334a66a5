import Colors
import GPU
import Geometry

/// One rectangle as the vertex shader reads it; the order is that of the attributes in `quad.vert.glsl`.
struct Instance: BitwiseCopyable {
  var origin = SIMD4<Float>.zero
  var right = SIMD4<Float>.zero
  var down = SIMD4<Float>.zero
  var quad = SIMD4<Float>.zero
  var box = SIMD4<Float>.zero
  var fill = SIMD4<Float>.zero
  var stroke = SIMD4<Float>.zero
  /// The radius, the border's width, the blur of a shadow and the opacity.
  var shape = SIMD4<Float>.zero
  var texels = SIMD4<Float>(0, 0, 1, 1)

  static let layout = VertexLayout(floats: 4, 4, 4, 4, 4, 4, 4, 4, 4, perInstance: true)

  /// One without any extent.
  static let nothing = Instance()

  private init() {}

  init(_ transform: Transform3D, quad: Rect) {
    func column(_ row: SIMD4<Double>) -> SIMD4<Float> { SIMD4(Float(row.x), Float(row.y), Float(row.w), 0) }
    let rows = transform.rows
    (origin, right, down) = (column(rows.3), column(rows.0), column(rows.1))
    self.quad = SIMD4(quad)
    box = self.quad
  }

  /// Says in which pixel of a target that holds the pixels of `box` the layer's origin lies, so that places are counted from
  /// there without rounding; the shape is shifted by as much as the origin lies farther in.
  mutating func put(_ shape: Rect, on grid: PixelGrid, in box: PixelRect) {
    origin.w = Float(grid.column - box.x)
    right.w = Float(box.y + box.height - grid.row)
    down.w = Float(1 / grid.scale)
    self.box = SIMD4(shape.offset(by: grid.fraction / grid.scale))
  }
}

extension SIMD4<Float> {
  init(_ rect: Rect) {
    self.init(Float(rect.minX), Float(rect.minY), Float(rect.width), Float(rect.height))
  }

  /// Creates a colour multiplied by its alpha.
  init(premultiplied color: RGBA) {
    let alpha = Float(color.alpha)
    self.init(Float(color.red) * alpha, Float(color.green) * alpha, Float(color.blue) * alpha, alpha)
  }
}
