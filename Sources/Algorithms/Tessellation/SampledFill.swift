import Geometry
import PlanarGeometry

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
