import Geometry

import Tessellation

/// Draws a mesh as a GPU would: corners on a grid of 1/256 pixel, pixels taken at their middles by the top-left
/// rule, contributions added up.
struct MeshPicture {
  let width: Int
  let height: Int

  /// How many triangles cover the middle of each pixel.
  private(set) var counts: [Int]

  /// The corrections of the counts by the strips along the edges.
  private(set) var corrections: [Double]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    counts = Array(repeating: 0, count: width * height)
    corrections = Array(repeating: 0, count: width * height)
  }

  /// The coverage of each pixel, between 0 and 1.
  var coverage: [Double] { zip(counts, corrections).map { min(max(Double($0) + $1, 0), 1) } }

  /// Draws a mesh whose places, without its origin, are mapped to pixels by `place`.
  mutating func draw(_ mesh: Mesh, _ place: (SIMD2<Float>) -> SIMD2<Double>) {
    let corners = mesh.vertices.map(place)
    for first in stride(from: 0, to: mesh.triangles.count, by: 3) {
      let triangle = (0..<3).map { corners[Int(mesh.triangles[first + $0])] }
      forEachPixel(in: triangle) { pixel, _ in counts[pixel] += 1 }
    }
    for edge in mesh.edges {
      drawStrips(place(edge.before), place(edge.start), place(edge.end), place(edge.after))
    }
  }

  /// Draws the two strips of an edge: from the edge to where it no longer touches a pixel.
  private mutating func drawStrips(
    _ before: SIMD2<Double>, _ start: SIMD2<Double>, _ end: SIMD2<Double>, _ after: SIMD2<Double>
  ) {
    guard let own = direction(start, end) else { return }
    let normal = SIMD2(own.y, -own.x)
    let reach = EdgeCoverage.reach(normal)
    let atStart = offset(own, direction(before, start) ?? own) * reach
    let atEnd = offset(own, direction(end, after) ?? own) * reach
    for side in [1.0, -1.0] {
      let quad = [start, end, end + side * atEnd, start + side * atStart]
      for triangle in [[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]] {
        forEachPixel(in: triangle) { pixel, middle in
          let distance = ((middle - start) * normal).sum()
          corrections[pixel] += EdgeCoverage.correction(distance: distance, normal: normal, side: side)
        }
      }
    }
  }

  /// Returns where a strip's end is pushed to, for a strip one pixel wide.
  private func offset(_ own: SIMD2<Double>, _ neighbour: SIMD2<Double>) -> SIMD2<Double> {
    let normal = SIMD2(own.y, -own.x)
    let cosine = (own * neighbour).sum()
    if cosine < 0.5 { return normal }
    return (normal + SIMD2(neighbour.y, -neighbour.x)) / (1 + cosine)
  }

  private func direction(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double>? {
    let length = ((b - a) * (b - a)).sum().squareRoot()
    return length > 0 ? (b - a) / length : nil
  }

  private func forEachPixel(in triangle: [SIMD2<Double>], _ body: (Int, SIMD2<Double>) -> Void) {
    func snapped(_ place: SIMD2<Double>) -> SIMD2<Int> {
      SIMD2(Int((place.x * 256).rounded()), Int((place.y * 256).rounded()))
    }
    var (a, b, c) = (snapped(triangle[0]), snapped(triangle[1]), snapped(triangle[2]))
    let area = cross(b &- a, c &- a)
    if area == 0 { return }
    if area < 0 { swap(&b, &c) }
    let left = max(min(a.x, b.x, c.x) / 256 - 1, 0)
    let right = min(max(a.x, b.x, c.x) / 256 + 1, width - 1)
    let top = max(min(a.y, b.y, c.y) / 256 - 1, 0)
    let bottom = min(max(a.y, b.y, c.y) / 256 + 1, height - 1)
    if left > right || top > bottom { return }
    for y in top...bottom {
      for x in left...right {
        let middle = SIMD2(x * 256 + 128, y * 256 + 128)
        if isInside(a, b, middle) && isInside(b, c, middle) && isInside(c, a, middle) {
          body(y * width + x, SIMD2(Double(x) + 0.5, Double(y) + 0.5))
        }
      }
    }
  }

  /// Returns whether a place lies right of a side, or on it where it is a left or a level upper side.
  private func isInside(_ a: SIMD2<Int>, _ b: SIMD2<Int>, _ place: SIMD2<Int>) -> Bool {
    let side = cross(b &- a, place &- a)
    return side > 0 || (side == 0 && (b.y < a.y || (a.y == b.y && b.x > a.x)))
  }

  private func cross(_ a: SIMD2<Int>, _ b: SIMD2<Int>) -> Int { a.x * b.y - a.y * b.x }
}

/// The coverage of a pixel by a straight edge.
enum EdgeCoverage {
  /// Returns how far from an edge it still touches a pixel whose middle lies there.
  static func reach(_ normal: SIMD2<Double>) -> Double { (abs(normal.x) + abs(normal.y)) / 2 }

  /// Returns the covered share of a pixel less what its middle says, for a middle `distance` outside the edge.
  static func correction(distance: Double, normal: SIMD2<Double>, side: Double) -> Double {
    let covered = share(distance, abs(normal.x), abs(normal.y))
    return side > 0 ? covered : covered - 1
  }

  /// Returns the share of the unit square around a place that lies behind a line `distance` away.
  private static func share(_ distance: Double, _ a: Double, _ b: Double) -> Double {
    let (long, short) = (max(a, b), min(a, b))
    let far = abs(distance)
    let rest = (long + short) / 2 - far
    let small = rest <= 0 ? 0 : far > (long - short) / 2 ? rest * rest / (2 * long * short) : 0.5 - far / long
    return distance > 0 ? small : 1 - small
  }
}
