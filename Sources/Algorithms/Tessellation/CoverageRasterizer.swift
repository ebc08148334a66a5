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

  /// Returns the coverage of a path in a bitmap, one byte per pixel, with the top row first.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - fillRule: Which parts are inside.
  ///   - transform: The mapping from the path's points to pixels, with the origin at the top left and y downward.
  ///   - hasOverlaps: Whether contours may overlap or cross. Pass false only if they do not and holes run the other
  ///     way round; it is then faster.
  ///   - size: The size of the bitmap.
  public mutating func coverage(
    of path: Path, fillRule: FillRule = .nonZero, transform: AffineTransform = .identity,
    hasOverlaps: Bool = true, in size: PixelSize
  ) -> [UInt8] {
    coverage(
      of: FoldedPath(path), fillRule: fillRule, transform: transform, hasOverlaps: hasOverlaps, in: size)
  }

  /// Returns the coverage of a folded path in a bitmap, one byte per pixel, with the top row first.
  ///
  /// A path without overlaps whose axis lies in the middle of the bitmap takes about half the time.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - fillRule: Which parts are inside.
  ///   - transform: The mapping from the path's points to pixels, with the origin at the top left and y downward.
  ///   - hasOverlaps: Whether contours may overlap or cross. Pass false only if they do not and holes run the other
  ///     way round; it is then faster.
  ///   - bounds: The box around the whole path in points, if known; a path within the bitmap then need not be
  ///     clipped.
  ///   - size: The size of the bitmap.
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

  /// Writes the coverage of a path over the top left pixels of a bitmap.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - fillRule: Which parts are inside.
  ///   - transform: The mapping from the path's points to pixels.
  ///   - hasOverlaps: Whether the path may overlap itself; without overlaps it takes less time.
  ///   - pixels: The bitmap, one byte per pixel, with at least `bytesPerRow · (height − 1) + width` bytes.
  ///   - size: The number of pixels to write.
  ///   - bytesPerRow: The distance between the starts of two rows, in bytes; at least the width.
  public mutating func draw(
    _ path: Path, fillRule: FillRule = .nonZero, transform: AffineTransform = .identity,
    hasOverlaps: Bool = true, into pixels: UnsafeMutableBufferPointer<UInt8>, size: PixelSize,
    bytesPerRow: Int
  ) {
    draw(
      FoldedPath(path), fillRule: fillRule, transform: transform, hasOverlaps: hasOverlaps, into: pixels,
      size: size, bytesPerRow: bytesPerRow)
  }

  /// Writes the coverage of a folded path over the top left pixels of a bitmap, such as a cell of an atlas.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - fillRule: Which parts are inside.
  ///   - transform: The mapping from the path's points to pixels.
  ///   - hasOverlaps: Whether the path may overlap itself; without overlaps it takes less time.
  ///   - bounds: The path's bounds in points, if known; small paths without overlaps then take less time.
  ///   - pixels: The bitmap, one byte per pixel, with at least `bytesPerRow · (height − 1) + width` bytes.
  ///   - size: The number of pixels to write.
  ///   - bytesPerRow: The distance between the starts of two rows, in bytes; at least the width.
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

/// Where a folded path comes to lie on a bitmap in whose middle its axis stands.
struct FoldedPlace {
  /// From the path's points to pixels, the axis in the very middle.
  let centered: AffineTransform

  /// The same, turned over where the half lies on the right.
  let toLeft: AffineTransform
  let isTurned: Bool

  /// In pixels from the left.
  let axis: Double

  /// The columns that the left half touches.
  let columns: Int

  /// How far, in pixels, a half may reach over the axis and still count as on its side.
  static let slack = 1.0 / 256

  /// How far, in pixels, the axis may be from the middle; what is drawn is moved by no more than that.
  private static let shift = 1.0 / 2048

  /// Returns nil where nothing is folded, or the path's image is not that of the pixels.
  init?(_ path: FoldedPath, _ transform: AffineTransform, width: Int) {
    guard !path.half.isEmpty, transform.b == 0, transform.c == 0 else { return nil }
    axis = Double(width) / 2
    let shift = axis - (transform.a * path.axis + transform.tx)
    guard shift.magnitude < FoldedPlace.shift else { return nil }
    centered = transform.concatenating(.translation(x: shift, y: 0))
    isTurned = transform.a * path.side > 0
    let image = AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: Double(width), ty: 0)
    toLeft = isTurned ? centered.concatenating(image) : centered
    columns = (width + 1) / 2
  }
}

extension FoldedPath {
  /// How far the farthest of the first few points of the half is right of the axis; negative on its left.
  fileprivate var side: Double {
    half.elements.prefix(4).reduce(0) { farthest, element in
      let x: Double
      switch element {
      case .move(let point), .line(let point): x = point.x
      case .quad(_, let end), .cubic(_, _, let end): x = end.x
      case .close: x = axis
      }
      return (x - axis).magnitude > farthest.magnitude ? x - axis : farthest
    }
  }
}

/// Draws the fill of very many edges that overlap by looking at places in a raster within each pixel.
///
/// It takes time in proportion to the heights of all edges together, however often they cross: every row of places keeps
/// by how much the winding number changes from each place to the next.
struct SampledFill: ~Copyable {
  private var changes = ScratchBuffer<Int32>()
  private var counts = ScratchBuffer<Int32>()

  /// By which part of a step each of sixteen rows of places is shifted (van der Corput's sequence).
  private var shifts = ScratchBuffer<Double>(capacity: 16)

  init() {
    for row: UInt8 in 0..<16 { shifts.append((Double(row.bitReversed >> 4) + 0.5) / 16) }
  }

  /// How many edges one height may cross on average before a sweep, which keeps all of them in order, takes longer.
  private static let mostActive = 192.0

  /// About how many changes are written at most for one bitmap, if that leaves four rows a pixel.
  private static let mostChanges = 3e8

  /// The rows of pixels that are worked on at once.
  private static let stripHeight = 16

  /// Returns how many rows and columns of places a pixel should have, or nil where a sweep does better.
  static func samples(for clipped: borrowing ClippedEdges, height: Int) -> Int? {
    var total = 0.0
    for index in 0..<clipped.edges.count { total += clipped.edges[index].y1 - clipped.edges[index].y0 }
    guard total > mostActive * Double(height) else { return nil }
    return total * 16 <= mostChanges ? 16 : total * 8 <= mostChanges ? 8 : 4
  }

  /// Writes the coverage of the edges over the bitmap.
  mutating func draw(
    _ clipped: borrowing ClippedEdges, fillRule: FillRule, samples: Int, _ size: PixelSize,
    into pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int
  ) {
    let stride = size.width * samples + 1
    let mask: Int32 = fillRule == .evenOdd ? 1 : -1
    changes.resizeUninitialized(to: stride * samples * SampledFill.stripHeight)
    counts.resizeUninitialized(to: size.width)
    var top = 0
    while top < size.height {
      let rows = min(SampledFill.stripHeight, size.height - top)
      changes.base.update(repeating: 0, count: stride * samples * rows)
      for index in 0..<clipped.edges.count {
        mark(clipped.edges[index], samples, rows: top * samples..<(top + rows) * samples, stride)
      }
      for row in 0..<rows {
        counts.base.update(repeating: 0, count: size.width)
        for sample in row * samples..<(row + 1) * samples {
          count(changes.base + sample * stride, samples, mask, size.width)
        }
        let line = pixels + (top + row) * bytesPerRow
        let all = Int32(samples * samples)
        for x in 0..<size.width { line[x] = UInt8((counts[x] * 255 + all / 2) / all) }
      }
      top += rows
    }
  }

  /// Notes where an edge changes the winding number in each row of places that it passes.
  @inline(__always)
  private mutating func mark(_ edge: ClippedEdge, _ samples: Int, rows: Range<Int>, _ stride: Int) {
    let scale = Double(samples)
    let first = max(Int((edge.y0 * scale - 0.5).rounded(.up)), rows.lowerBound)
    let end = min(Int((edge.y1 * scale - 0.5).rounded(.up)), rows.upperBound)
    guard first < end else { return }
    let slope = (edge.x1 - edge.x0) / (edge.y1 - edge.y0)
    var x = (edge.x0 + ((Double(first) + 0.5) / scale - edge.y0) * slope) * scale
    var place = changes.base + (first - rows.lowerBound) * stride
    for row in first..<end {
      // Each row of places is shifted by another part of a step, so that stripes as fine as the steps are met evenly.
      let shifted = x + shifts[row & 15]
      place[min(max(Int(shifted), 0), stride - 1)] &+= edge.winding
      x += slope
      place += stride
    }
  }

  /// Counts for each pixel the places of a row that are inside.
  @inline(__always)
  private func count(_ changes: UnsafeMutablePointer<Int32>, _ samples: Int, _ mask: Int32, _ width: Int) {
    var winding: Int32 = 0
    var place = 0
    for x in 0..<width {
      var inside: Int32 = 0
      for _ in 0..<samples {
        winding &+= changes[place]
        inside &+= winding & mask != 0 ? 1 : 0
        place &+= 1
      }
      counts.base[x] &+= inside
    }
  }
}

extension UInt8 {
  fileprivate var bitReversed: UInt8 { (0..<8).reduce(0) { $0 | (self >> $1 & 1) << (7 - $1) } }
}
