import GPU
import Geometry
import Scene

/// Where an upright layer that is scaled alike along both axes lies among the pixels of a target.
///
/// Whole pixels and the rest are counted apart, and the rest is rounded to a millionth: layers whole pixels apart are drawn
/// alike to the last bit.
struct PixelGrid: Equatable {
  /// The pixel that the layer's origin lies in.
  let column: Int
  let row: Int
  /// The fraction of a pixel before the origin.
  let fraction: Vector
  /// Pixels a point.
  let scale: Double

  /// The places in a pixel.
  private static let places = 1048576.0
  /// Single precision holds all whole numbers up to it.
  private static let farthest = 4194304.0

  /// Creates the grid of a mapping to pixels; nil where that is not alike along both axes, or the origin lies too far away.
  init?(_ place: AffineTransform) {
    guard place.b == 0, place.c == 0, place.a == place.d, place.a > 0,
      abs(place.tx) <= Self.farthest, abs(place.ty) <= Self.farthest
    else { return nil }
    let (x, y) = (Self.rounded(place.tx), Self.rounded(place.ty))
    (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    fraction = Vector(x - x.rounded(.down), y - y.rounded(.down))
    scale = place.a
  }

  /// Returns a coordinate in pixels, rounded.
  static func rounded(_ coordinate: Double) -> Double { (coordinate * places).rounded() / places }

  /// Returns by how many whole pixels another grid lies elsewhere; nil where that is no whole number, or the other is another
  /// grid altogether.
  func way(to other: PixelGrid) -> PixelWay? {
    guard scale == other.scale, fraction == other.fraction else { return nil }
    return PixelWay(x: other.column - column, y: other.row - row)
  }
}

/// A way of whole pixels.
public struct PixelWay: Hashable, Sendable {
  /// To the right.
  public let x: Int
  /// Downward.
  public let y: Int
}

/// Where a line of text starts: at a whole pixel and, to the right of it, a quarter of one or several.
struct LetterPlace: Equatable {
  let column: Double
  let row: Double
  let phase: Int

  /// Creates the start of a line at a point of an upright layer; nil where that is nowhere.
  init?(_ point: Point, on place: AffineTransform) {
    let start = place.apply(to: point)
    guard start.isFinite else { return nil }
    let quarter = (start.x * Double(MaskStore.phases)).rounded() / Double(MaskStore.phases)
    column = quarter.rounded(.down)
    phase = Int((quarter - column) * Double(MaskStore.phases))
    row = start.y.rounded()
  }
}

extension Transform3D {
  /// The mapping to pixels of a target, when it turns and shears nothing.
  func upright(scale: Double) -> AffineTransform? {
    guard let affine = planeAffine, affine.b == 0, affine.c == 0, affine.a > 0, affine.d > 0 else {
      return nil
    }
    return affine.concatenating(.scale(scale))
  }
}

extension AffineTransform {
  /// The same with its shift rounded as in a `PixelGrid`.
  var onGrid: AffineTransform {
    AffineTransform(a: a, b: b, c: c, d: d, tx: PixelGrid.rounded(tx), ty: PixelGrid.rounded(ty))
  }
}

extension PixelRect {
  /// Creates the whole pixels that a rectangle of the view covers, kept within a target.
  init(covering rect: Rect, scale: Double, in size: PixelSize) {
    self.init(covering: rect, scale: scale, within: 0...size.width, 0...size.height)
  }

  /// Creates the whole pixels that a rectangle of the view covers, kept within limits.
  init(
    covering rect: Rect, scale: Double, within columns: ClosedRange<Int>, _ rows: ClosedRange<Int>
  ) {
    func pixel(_ value: Double, _ limits: ClosedRange<Int>) -> Int {
      Int(min(max((value * scale).rounded(), Double(limits.lowerBound)), Double(limits.upperBound)))
    }
    let (left, top) = (pixel(rect.minX, columns), pixel(rect.minY, rows))
    self.init(
      x: left, y: top, width: pixel(rect.maxX, columns) - left, height: pixel(rect.maxY, rows) - top)
  }
}
