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
  var shape = SIMD4<Float>.zero
  var texels = SIMD4<Float>(0, 0, 1, 1)

  static let layout = VertexLayout(floats: 4, 4, 4, 4, 4, 4, 4, 4, 4, perInstance: true)

  init(_ transform: Transform3D, quad: Rect) {
    func column(_ row: SIMD4<Double>) -> SIMD4<Float> { SIMD4(Float(row.x), Float(row.y), Float(row.w), 0) }
    let rows = transform.rows
    (origin, right, down) = (column(rows.3), column(rows.0), column(rows.1))
    self.quad = SIMD4(quad)
    box = self.quad
  }
}

extension Instance {
  /// Creates the rectangle of those pixels whose centres lie in a cell of an area; nil where there are none. The ends of the
  /// axes fall on the centres of the outermost pixels.
  init?(_ cell: ColorPlane.Cell, in area: PixelRect, _ transform: Transform3D) {
    /// The first and last pixel of a stretch, and the places of their outer edges in the cell.
    func stretch(
      _ shares: ClosedRange<Double>, _ count: Int
    ) -> (first: Int, end: Int, low: Double, high: Double)? {
      let last = Double(max(1, count - 1))
      // A pixel whose centre lies on a border belongs to the cell before it.
      let first = shares.lowerBound <= 0 ? 0 : Int(shares.lowerBound * last) + 1
      let end = shares.upperBound >= 1 ? count : Int(shares.upperBound * last) + 1
      guard first < end else { return nil }
      let length = shares.upperBound - shares.lowerBound
      func place(_ edge: Int) -> Double { ((Double(edge) - 0.5) / last - shares.lowerBound) / length }
      return (first, end, place(first), place(end))
    }
    guard let across = stretch(cell.across, area.width), let up = stretch(cell.up, area.height) else {
      return nil
    }
    self.init(
      transform,
      quad: Rect(
        x: Double(area.x + across.first), y: Double(area.y + area.height - up.end),
        width: Double(across.end - across.first), height: Double(up.end - up.first)))
    texels = SIMD4(
      Float(across.low), Float(up.high), Float(across.high - across.low), Float(up.low - up.high))
    let powers = cell.coefficients.map(SIMD4<Float>.init)
    (box, fill, stroke, shape) = (powers[0], powers[1], powers[2], powers[3])
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
