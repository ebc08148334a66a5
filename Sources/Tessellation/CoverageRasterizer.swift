import Geometry

/// Turns paths into coverage: for each pixel the exact share of its area that the fill covers, in eight bits.
///
/// Areas are exact for the path's chords, which stay within 1/100 of a pixel of its curves; overlapping and
/// crossing contours count once. Keep a rasterizer to keep its scratch storage; a copy is independent.
public struct CoverageRasterizer: Sendable {
  private var lines = Polylines()
  private var clipped = ClippedEdges()
  private var sweep = OverlapSweep()
  private var areas = AreaAccumulator()

  /// Bitmaps with more pixels than this are drawn in bands, to bound the scratch storage.
  private let bandPixels: Int

  public init() { self.init(bandPixels: 1 << 20) }

  init(bandPixels: Int) { self.bandPixels = bandPixels }

  /// The largest distance between a chord and its curve, in pixels.
  static let flatness = 0.01

  /// Returns the coverage of `path` in a bitmap whose top left corner is the origin, row by row from the top.
  ///
  /// `transform` maps the path's points to pixels; y grows downward. Pass false for `hasOverlaps` when no contours
  /// overlap or cross, as in an imported crown: the path is then drawn without looking for overlaps.
  public mutating func coverage(
    of path: Path, fillRule: FillRule = .nonZero, transform: AffineTransform = .identity,
    hasOverlaps: Bool = true, in size: PixelSize
  ) -> [UInt8] {
    guard !size.isEmpty, let count = size.count else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { pixels, initialized in
      draw(
        path, fillRule: fillRule, transform: transform, hasOverlaps: hasOverlaps, into: pixels,
        size: size, bytesPerRow: size.width)
      initialized = count
    }
  }

  /// Writes the coverage of `path` over the top left `size` pixels of a bitmap, such as a cell of an atlas.
  ///
  /// `pixels` begins with the first of them and holds at least `bytesPerRow · (height − 1) + width` bytes.
  public mutating func draw(
    _ path: Path, fillRule: FillRule = .nonZero, transform: AffineTransform = .identity,
    hasOverlaps: Bool = true, into pixels: UnsafeMutableBufferPointer<UInt8>, size: PixelSize,
    bytesPerRow: Int
  ) {
    guard !size.isEmpty, let base = pixels.baseAddress else { return }
    precondition(bytesPerRow >= size.width, "a row of the bitmap holds the picture's width")
    precondition(
      pixels.count >= bytesPerRow * (size.height - 1) + size.width, "the bitmap holds the picture's rows")
    let bandHeight = max(bandPixels / size.width, 1)
    var y = 0
    while y < size.height {
      let height = min(bandHeight, size.height - y)
      let placed = transform.concatenating(.translation(x: 0, y: Double(-y)))
      drawBand(
        path, fillRule, placed, hasOverlaps, PixelSize(width: size.width, height: height),
        into: base + y * bytesPerRow, bytesPerRow: bytesPerRow)
      y += height
    }
  }

  private mutating func drawBand(
    _ path: Path, _ fillRule: FillRule, _ transform: AffineTransform, _ hasOverlaps: Bool,
    _ size: PixelSize, into pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int
  ) {
    lines.flatten(path, by: transform, within: CoverageRasterizer.flatness)
    clipped.clip(lines, width: Double(size.width), height: Double(size.height))
    areas.resize(width: size.width, height: size.height)
    areas.withPen { pen in
      if hasOverlaps {
        sweep.sweep(&clipped, fillRule: fillRule) { x0, y0, x1, y1, sign in
          pen.add(Float(x0), Float(y0), Float(x1), Float(y1), Float(sign))
        }
      } else {
        for edge in clipped.edges {
          pen.add(Float(edge.x0), Float(edge.y0), Float(edge.x1), Float(edge.y1), Float(edge.winding))
        }
      }
    }
    areas.resolve(into: pixels, bytesPerRow: bytesPerRow)
  }
}
