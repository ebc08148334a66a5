import Geometry
import Heraldry

/// A crown as ink or none at the middles of 128 × 128 pixels, its viewBox centred and as large as fits.
public struct Silhouette: Sendable {
  public static let size = 128

  /// Two words a row.
  public private(set) var words = [UInt64](repeating: 0, count: 2 * size)
  public let inkCount: Int

  public init(_ drawing: CrownDrawing) {
    let scale = Double(Self.size) / max(drawing.size.width, drawing.size.height)
    let fit = AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: (Double(Self.size) - drawing.size.width * scale) / 2,
      ty: (Double(Self.size) - drawing.size.height * scale) / 2)
    let painter = Painter(parts: drawing.parts)
    for node in drawing.nodes { painter.paint(node, under: fit, into: &words) }
    inkCount = words.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// Returns the area where the two differ as a fraction of the area that either covers.
  public func difference(to other: Silhouette) -> Double {
    words.withUnsafeBufferPointer { a in
      other.words.withUnsafeBufferPointer { b in
        var (apart, either) = (0, 0)
        var index = 0
        while index < a.count {
          apart += (a[index] ^ b[index]).nonzeroBitCount
          either += (a[index] | b[index]).nonzeroBitCount
          index += 1
        }
        return Double(apart) / Double(max(either, 1))
      }
    }
  }

  /// The picture seen in an upright mirror.
  public var mirrored: Silhouette {
    var result = self
    for row in 0..<Self.size {
      result.words[2 * row] = words[2 * row + 1].bitsReversed
      result.words[2 * row + 1] = words[2 * row].bitsReversed
    }
    return result
  }

  public func covers(_ x: Int, _ y: Int) -> Bool { words[2 * y + x / 64] >> UInt64(x % 64) & 1 == 1 }
}

/// Paints nodes into rows of bits.
private struct Painter {
  var shapes: [String: [CrownDrawing.Shape]]

  init(parts: [CrownDrawing.Part]) {
    shapes = Dictionary(parts.map { ($0.id, $0.shapes) }) { first, _ in first }
  }

  func paint(_ node: CrownDrawing.Node, under transform: AffineTransform, into words: inout [UInt64]) {
    switch node {
    case .shape(let shape): paint(shape, under: transform, into: &words)
    case .use(let part, let inner):
      for shape in shapes[part] ?? [] { paint(shape, under: inner.concatenating(transform), into: &words) }
    case .group(let inner, let voids, let children):
      let whole = inner.concatenating(transform)
      guard let voids else {
        for child in children { paint(child, under: whole, into: &words) }
        return
      }
      var kept = [UInt64](repeating: 0, count: words.count)
      BitFill(voids.transformed(by: whole)).fill(&kept, rule: .evenOdd)
      var ink = [UInt64](repeating: 0, count: words.count)
      for child in children { paint(child, under: whole, into: &ink) }
      for index in words.indices { words[index] |= ink[index] & ~kept[index] }
    }
  }

  private func paint(
    _ shape: CrownDrawing.Shape, under transform: AffineTransform, into words: inout [UInt64]
  ) {
    switch shape.style {
    case .fill(let rule): BitFill(shape.path.transformed(by: transform)).fill(&words, rule: rule)
    case .stroke(let pen):
      let width = pen.width * transform.meanScale
      for area in StrokeArea.pieces(
        of: shape.path.transformed(by: transform).flattened(within: 0.25), width: width, cap: pen.cap,
        dashes: pen.dashes.map { $0 * transform.meanScale })
      { BitFill(area).fill(&words, rule: .nonZero) }
    }
  }
}

/// The straight pieces and round joints that a stroke covers.
private enum StrokeArea {
  static func pieces(of path: Path, width: Double, cap: CrownDrawing.Pen.Cap, dashes: [Double]) -> [Path] {
    var result: [Path] = []
    var walked = 0.0
    let period = dashes.reduce(0, +)
    func isInk(_ distance: Double) -> Bool {
      guard period > 0 else { return true }
      let place = distance - (distance / period).rounded(.down) * period
      return place < dashes[0]
    }
    // Dashes begin anew in each sub-path.
    for subpath in path.subpaths {
      walked = 0
      subpath.forEachSegment { segment in
        let way = segment.end - segment.start
        let length = way.length
        guard length > 0 else { return }
        if period > 0 {
          var next = (walked / period).rounded(.up) * period
          while next < walked + length {
            if cap == .round {
              let place = segment.start + way * ((next - walked) / length)
              result.append(Path(circle: place, radius: width / 2))
            }
            next += period
          }
          if dashes[0] > 0 { dashed(segment.start, way, length, walked, width, isInk, &result) }
        } else {
          result.append(bar(segment.start, segment.end, width))
          if cap == .round || walked > 0 { result.append(Path(circle: segment.start, radius: width / 2)) }
          if cap == .round { result.append(Path(circle: segment.end, radius: width / 2)) }
        }
        walked += length
      }
    }
    return result
  }

  private static func dashed(
    _ start: Point, _ way: Vector, _ length: Double, _ walked: Double, _ width: Double,
    _ isInk: (Double) -> Bool, _ result: inout [Path]
  ) {
    let step = 0.4
    var at = 0.0
    while at < length {
      let end = min(length, at + step)
      if isInk(walked + at) {
        result.append(bar(start + way * (at / length), start + way * (end / length), width))
      }
      at = end
    }
  }

  private static func bar(_ start: Point, _ end: Point, _ width: Double) -> Path {
    let way = end - start
    let side = Vector(dx: way.dy, dy: -way.dx) * (width / 2 / max(way.length, 1e-9))
    return Path { path in
      path.move(to: start + side)
      path.line(to: end + side)
      path.line(to: end - side)
      path.line(to: start - side)
      path.close()
    }
  }
}

/// The crossings of a path with the middles of the pixel rows.
private struct BitFill {
  private var crossings = [[(x: Double, winding: Int)]](repeating: [], count: Silhouette.size)

  init(_ path: Path) {
    path.flattened(within: 0.25).forEachSegment(closingOpenSubpaths: true) { segment in
      let (a, b) = (segment.start, segment.end)
      let (low, high) = a.y < b.y ? (a, b) : (b, a)
      let first = max(0, Int((low.y - 0.5).rounded(.up).clamped))
      let last = min(Silhouette.size - 1, Int((high.y - 0.5).rounded(.up).clamped) - 1)
      guard first <= last else { return }
      let slope = (high.x - low.x) / (high.y - low.y)
      for row in first...last {
        let x = low.x + slope * (Double(row) + 0.5 - low.y)
        crossings[row].append((x, a.y < b.y ? 1 : -1))
      }
    }
  }

  func fill(_ words: inout [UInt64], rule: FillRule) {
    for row in 0..<Silhouette.size where !crossings[row].isEmpty {
      let sorted = crossings[row].sorted { $0.x < $1.x }
      var winding = 0
      for (index, crossing) in sorted.enumerated() {
        winding += crossing.winding
        let isInside = rule == .evenOdd ? index % 2 == 0 : winding != 0
        guard isInside, index + 1 < sorted.count else { continue }
        let start = max(0, Int((crossing.x - 0.5).rounded(.up).clamped))
        let end = min(Silhouette.size, Int((sorted[index + 1].x - 0.5).rounded(.up).clamped))
        if start < end { set(&words, row, start, end) }
      }
    }
  }

  private func set(_ words: inout [UInt64], _ row: Int, _ start: Int, _ end: Int) {
    for half in 0..<2 {
      let (low, high) = (max(0, start - 64 * half), min(64, end - 64 * half))
      guard low < high else { continue }
      let mask = (high == 64 ? UInt64.max : (1 << UInt64(high)) - 1) & ~((1 << UInt64(low)) - 1)
      words[2 * row + half] |= mask
    }
  }
}

extension Double {
  fileprivate var clamped: Double { Swift.min(Swift.max(self, -1e6), 1e6) }
}

extension UInt64 {
  fileprivate var bitsReversed: UInt64 {
    (0..<64).reduce(0) { $0 | (self >> UInt64($1) & 1) << UInt64(63 - $1) }
  }
}
