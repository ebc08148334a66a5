import Geometry
import PlanarGeometry

/// Turns paths into coverage: for each pixel the exact share of its area that the fill covers, in eight bits.
///
/// Areas are exact for the chords that take the place of curves; these lie about the curves so that on average
/// they leave the area as it is. Overlapping and crossing contours count once; where very many of them lie over each
/// other, 256 places of each pixel are looked at instead, or fewer, so that any path is drawn in time proportional to
/// its edges' heights. Points that are not finite are passed over. Keep a rasterizer to keep its scratch storage.
public struct CoverageRasterizer: ~Copyable, Sendable {
  private var lines = Polylines()
  private var clipped = ClippedEdges()
  private var sweep = OverlapSweep()
  private var sampled = SampledFill()
  private var areas = AreaAccumulator()
  private var halfAreas = AreaAccumulator()
  private var sums = ScratchBuffer<Float>()
  private var narrow = NarrowFill()

  /// Bitmaps with more pixels than this are drawn in bands, to bound the scratch storage.
  private let bandPixels: Int

  /// Creates a rasterizer without scratch storage; it grows with what is drawn.
  public init() { self.init(bandPixels: 1 << 20) }

  init(bandPixels: Int) { self.bandPixels = bandPixels }

  /// In pixels; chosen so that no icon's pixel is off by more than a few of 255 levels.
  private static let fit = ChordFit(tolerance: 0.03, placement: .aboutCurve)

  /// Returns the coverage of `path` in a bitmap whose top left corner is the origin, row by row from the top.
  ///
  /// `transform` maps the path's points to pixels; y grows downward. Pass false for `hasOverlaps` when no contours
  /// overlap or cross and holes run the other way round, as in an imported crown: winding numbers are then 0 and
  /// one other, both fill rules are alike, and the path is drawn without looking for overlaps.
  public mutating func coverage(
    of path: Path, fillRule: FillRule = .nonZero, transform: AffineTransform = .identity,
    hasOverlaps: Bool = true, in size: PixelSize
  ) -> [UInt8] {
    coverage(
      of: FoldedPath(path), fillRule: fillRule, transform: transform, hasOverlaps: hasOverlaps, in: size)
  }

  /// Returns the coverage of a folded path, in about half the time where its axis comes to stand in the middle of
  /// the bitmap and it has no overlaps.
  ///
  /// `bounds` is the box around the whole path where that is known: what lies within the bitmap need not be clipped.
  public mutating func coverage(
    of path: FoldedPath, fillRule: FillRule = .nonZero, transform: AffineTransform = .identity,
    hasOverlaps: Bool = true, bounds: Rect? = nil, in size: PixelSize
  ) -> [UInt8] {
    guard !size.isEmpty, let count = size.count else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { pixels, initialized in
      draw(
        path, fillRule: fillRule, transform: transform, hasOverlaps: hasOverlaps, bounds: bounds,
        into: pixels, size: size, bytesPerRow: size.width)
      initialized = count
    }
  }

  /// Writes the coverage of `path` over the top left `size` pixels of a bitmap, as for a folded path.
  public mutating func draw(
    _ path: Path, fillRule: FillRule = .nonZero, transform: AffineTransform = .identity,
    hasOverlaps: Bool = true, into pixels: UnsafeMutableBufferPointer<UInt8>, size: PixelSize,
    bytesPerRow: Int
  ) {
    draw(
      FoldedPath(path), fillRule: fillRule, transform: transform, hasOverlaps: hasOverlaps, into: pixels,
      size: size, bytesPerRow: bytesPerRow)
  }

  /// Writes the coverage of a folded path over the top left `size` pixels of a bitmap, such as a cell of an atlas.
  ///
  /// `pixels` begins with the first of them and holds at least `bytesPerRow · (height − 1) + width` bytes.
  public mutating func draw(
    _ path: FoldedPath, fillRule: FillRule = .nonZero, transform: AffineTransform = .identity,
    hasOverlaps: Bool = true, bounds: Rect? = nil, into pixels: UnsafeMutableBufferPointer<UInt8>,
    size: PixelSize, bytesPerRow: Int
  ) {
    guard !size.isEmpty, let base = pixels.baseAddress else { return }
    precondition(bytesPerRow >= size.width, "a row of the bitmap holds the picture's width")
    precondition(
      pixels.count >= bytesPerRow * (size.height - 1) + size.width, "the bitmap holds the picture's rows")
    if !hasOverlaps, let bounds, isNarrow(bounds, transform, size) {
      return drawNarrow(path, transform, size, into: base, bytesPerRow: bytesPerRow)
    }
    // Low bands also keep coordinates small, whose fractions single precision then holds well.
    let bandHeight = min(max(bandPixels / size.width, 1), 4096)
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
    _ path: FoldedPath, _ fillRule: FillRule, _ transform: AffineTransform, _ hasOverlaps: Bool,
    _ size: PixelSize, into pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int
  ) {
    if !hasOverlaps, let place = FoldedPlace(path, transform, width: size.width),
      drawFolded(path, place, size, into: pixels, bytesPerRow: bytesPerRow)
    {
      return
    }
    lines.flatten(path.path, by: transform, CoverageRasterizer.fit)
    areas.resize(width: size.width, height: size.height)
    let (width, height) = (Double(size.width), Double(size.height))
    if hasOverlaps {
      clipped.clip(lines, width: width, height: height)
      if let samples = SampledFill.samples(for: clipped, height: size.height) {
        return sampled.draw(
          clipped, fillRule: fillRule, samples: samples, size, into: pixels, bytesPerRow: bytesPerRow)
      }
      sweep.sweep(clipped, fillRule: fillRule, pen: areas.pen)
    } else {
      clipped.draw(lines, width: width, height: height, pen: areas.pen)
    }
    areas.resolve(into: pixels, bytesPerRow: bytesPerRow)
  }

  /// Draws the left half of a picture and its image; false where a half does not keep to its side of the axis.
  private mutating func drawFolded(
    _ path: FoldedPath, _ place: FoldedPlace, _ size: PixelSize,
    into pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int
  ) -> Bool {
    lines.flatten(path.half, by: place.toLeft, CoverageRasterizer.fit, closingAt: place.axis)
    guard let bounds = lines.bounds, bounds.high.x <= place.axis + FoldedPlace.slack else { return false }
    let height = Double(size.height)
    halfAreas.resize(width: place.columns, height: size.height)
    clipped.draw(
      lines, width: Double(place.columns), height: height, sign: place.isTurned ? -1 : 1, pen: halfAreas.pen)
    areas.resize(width: size.width, height: size.height)
    if !path.whole.isEmpty {
      lines.flatten(path.whole, by: place.centered, CoverageRasterizer.fit)
      clipped.draw(lines, width: Double(size.width), height: height, pen: areas.pen)
    }
    resolveFolded(path, size, into: pixels, bytesPerRow: bytesPerRow)
    return true
  }

  private mutating func resolveFolded(
    _ path: FoldedPath, _ size: PixelSize, into pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int
  ) {
    if path.whole.isEmpty && size.width & 1 == 0 {
      halfAreas.resolve(mirroredTo: size.width, into: pixels, bytesPerRow: bytesPerRow)
    } else {
      halfAreas.resolve(unfoldedWith: &areas, into: pixels, bytesPerRow: bytesPerRow, &sums)
    }
  }

  /// Whether a path lies within a bitmap that is drawn into many pieces at a time.
  private func isNarrow(_ bounds: Rect, _ transform: AffineTransform, _ size: PixelSize) -> Bool {
    guard size.width <= AreaAccumulator.narrow, size.height <= AreaAccumulator.narrow else { return false }
    let (a, b) = (transform.apply(to: bounds.origin), transform.apply(to: Point(bounds.maxX, bounds.maxY)))
    let slack = NarrowFill.slack
    return transform.b == 0 && transform.c == 0 && min(a.x, b.x) >= -slack && min(a.y, b.y) >= -slack
      && max(a.x, b.x) <= Double(size.width) + slack && max(a.y, b.y) <= Double(size.height) + slack
  }

  private mutating func drawNarrow(
    _ path: FoldedPath, _ transform: AffineTransform, _ size: PixelSize,
    into pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int
  ) {
    areas.resize(width: size.width, height: size.height)
    if let fold = FoldedPlace(path, transform, width: size.width), fillFolded(path, fold, size) {
      resolveFolded(path, size, into: pixels, bytesPerRow: bytesPerRow)
    } else {
      narrow.fill(path.path, transform, CoverageRasterizer.fit, areas.pen)
      areas.resolve(into: pixels, bytesPerRow: bytesPerRow)
    }
  }

  /// Draws what lies left of the axis and what is not folded; false where a half does not keep to its side.
  private mutating func fillFolded(_ path: FoldedPath, _ fold: FoldedPlace, _ size: PixelSize) -> Bool {
    let fit = CoverageRasterizer.fit
    halfAreas.resize(width: fold.columns, height: size.height)
    let farthest = narrow.fill(
      path.half, fold.toLeft, fit, closingAt: fold.axis, halfAreas.pen, sign: fold.isTurned ? -1 : 1)
    guard Double(farthest) <= fold.axis + FoldedPlace.slack else {
      halfAreas.clear()
      return false
    }
    if !path.whole.isEmpty { narrow.fill(path.whole, fold.centered, fit, areas.pen) }
    return true
  }
}
