import Geometry

/// The tall stiff headdress of Russian dress: an embroidered plate over a fringe of pearls.
struct Kokoshnik {
  var form: CrownForm
  var points: Int
  var edge: Ornament
  var centre: Ornament
  var circlet: Circlet
  var height: Double
  var width: Double

  private var upper: String {
    let (w, h) = (width, height)
    return switch form {
    case .pointed:
      "0 \(h * 1.12) C \(w * 0.16) \(h * 0.94) \(w * 0.98) \(h * 0.94) \(w) \(h * 0.3) "
        + "C \(w) \(h * 0.16) \(w * 0.98) \(h * 0.06) \(w * 0.94) 0"
    case .spade:
      "0 \(h * 1.1) C \(w * 0.1) \(h * 0.86) \(w * 0.5) \(h * 0.84) \(w * 0.72) \(h * 0.66) "
        + "C \(w * 0.96) \(h * 0.48) \(w * 1.04) \(h * 0.2) \(w * 0.94) 0"
    case .stepped:
      "0 \(h) C \(w * 0.2) \(h * 1.02) \(w * 0.4) \(h * 0.94) \(w * 0.42) \(h * 0.78) "
        + "C \(w * 0.66) \(h * 0.84) \(w * 0.84) \(h * 0.66) \(w * 0.78) \(h * 0.44) "
        + "C \(w * 0.98) \(h * 0.42) \(w * 1.06) \(h * 0.18) \(w * 0.94) 0"
    default:
      "0 \(h) C \(w * 0.62) \(h) \(w * 1.04) \(h * 0.62) \(w * 1.02) \(h * 0.3) "
        + "C \(w * 1.02) \(h * 0.18) \(w) \(h * 0.08) \(w * 0.94) 0"
    }
  }

  func drawing() -> CrownDrawing {
    var stage = Stage()
    stage.gap = 13
    let outline = Outline.symmetric(
      upper + " L \(width * 0.74) 0 C \(width * 0.66) 130 \(width * 0.36) 190 0 190")
    let inner = outline.outset(by: -46)
    fringe(on: &stage)
    rim(outline, on: &stage)
    let heart = Point(0, -height * 0.56)
    let size = height * 0.0036
    stage.place(
      centre.centered, AffineTransform(a: size, b: 0, c: 0, d: size, tx: heart.x, ty: heart.y))
    let field = outline.outset(by: -60)
    let rays = holes(in: field, from: Point(0, heart.y + 20), clear: 62 * size)
    stage.add(.pierced(outline + inner))
    stage.add(.pierced(rays.reduce(field, +)))
    return stage.drawing()
  }

  /// Two strings of pearls on the forehead, as dotted strokes.
  private func fringe(on stage: inout Stage) {
    for (index, drop) in [0.0, 44].enumerated() {
      // From the centre to either side, so that both sides have pearls at the same places.
      let half = Outline.path(
        "M 0 \(150 - drop) "
          + "C \(width * 0.34) \(150 - drop) \(width * 0.6) \(96 - drop) \(width * 0.64) \(6 - drop * 0.9)")
      stage.add(
        .stroke(half + half.mirrored, width: index == 0 ? 30 : 22, dashes: [0, index == 0 ? 38 : 36]))
    }
  }

  /// The pieces around the upper edge.
  private func rim(_ outline: Path, on stage: inout Stage) {
    let dense = outline.flattened(within: 0.5)
    let samples = dense.segments.map(\.end)
      .filter { $0.y < -height * 0.2 && ($0.x.magnitude > width * 0.72 || $0.y < -height * 0.62) }.sorted {
        angle($0) < angle($1)
      }
    guard let first = samples.first, let last = samples.last else { return }
    let (low, high) = (angle(first), angle(last))
    let points = self.points * 2 - 1
    for index in 0..<points {
      let wanted = low + (high - low) * (Double(index) + 0.5) / Double(points)
      guard let place = samples.min(by: { (angle($0) - wanted).magnitude < (angle($1) - wanted).magnitude })
      else { continue }
      let scale =
        (edge.id == "pearl" ? 0.52 : 0.72) * (9 / Double(points)).squareRoot()
        * (index % 2 == points / 2 % 2 ? 1.1 : 0.8)
      let out = AffineTransform.scale(scale).concatenating(.rotation(wanted)).concatenating(
        .translation(x: place.x + 16 * sine(wanted), y: place.y - 16 * cosine(wanted)))
      stage.place(edge, out)
    }
  }

  private func angle(_ p: Point) -> Double { direction(of: p, from: Point(0, -height * 0.3)) }

  private func holes(in field: Path, from heart: Point, clear: Double) -> [Path] {
    let edge = field.flattened(within: 1).segments.map(\.end)
    return (0..<points * 2 + 1).compactMap { index in
      let turn = degrees(-108 + 216 * Double(index) / Double(points * 2))
      let far =
        edge.filter { (direction(of: $0, from: heart) - turn).magnitude < 0.06 }
        .map { $0.distance(to: heart) }.min() ?? 0
      let room = far - clear - 26
      guard room > 34 else { return nil }
      let long = room * (index % 2 == 0 ? 0.84 : 0.5)
      let piece =
        index % 2 == 0
        ? Outline.path(
          "0 0 C 9 \(long * 0.4) 20 \(long * 0.62) 13 \(long * 0.86) "
            + "C 8 \(long) -8 \(long) -13 \(long * 0.86) C -20 \(long * 0.62) -9 \(long * 0.4) 0 0 Z"
        )
        : Outline.lozenge(0, long * 0.5, 8, long * 0.5)
      return piece.moved(0, clear + 12 + (index % 2 == 0 ? 0 : room * 0.2)).transformed(
        by: AffineTransform.rotation(turn).concatenating(.translation(x: heart.x, y: heart.y)))
    }
  }
}
