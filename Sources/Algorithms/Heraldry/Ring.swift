import Geometry
import Glibc

/// The circle a crown stands on, seen from a little above: its front lies lower than its back.
struct Ring {
  /// How far the ring reaches to either side, in the drawing's units.
  var radius: Double

  /// How much lower the front lies than the sides, in radii.
  var pitch: Double

  /// How far the wall leans outward for each unit of height.
  var flare: Double

  /// How small the back looks beside the front.
  var recession = 0.82

  /// Returns the place at an angle (0 in front, positive rightward) and a height above the foot.
  func point(_ angle: Double, _ height: Double) -> Point {
    let reach = radius + flare * height
    return Point(reach * sine(angle), pitch * reach * cosine(angle) - height)
  }

  /// Returns where a point at an angle is shown: those at the sides come forward a little, or they would
  /// be seen edge on.
  static func shown(_ angle: Double) -> Double {
    let turn = atan2(sine(angle), cosine(angle))
    let isFront = turn.magnitude <= .pi / 2 + 1e-6
    let off = isFront ? turn : (turn < 0 ? turn + .pi : turn - .pi)
    let part = (off / (.pi / 2)).magnitude
    let moved = off * (1 - 0.09 * part * part - 0.1 * sine(.pi * part))
    return isFront ? moved : moved + .pi
  }

  /// Returns the angle at which a peak of a wall is shown.
  ///
  /// Peaks stand at places between those of a ring and equal distances, or the outermost would be hairlines, seen edge
  /// on, with their finials one behind the other.
  static func spread(_ angle: Double) -> Double {
    let turn = atan2(sine(angle), cosine(angle))
    let off = min(turn.magnitude, .pi - turn.magnitude)
    let shown = arcSine(min(1, 0.4 * sine(off) + 0.6 * off / (.pi / 2)))
    return (turn < 0 ? -1 : 1) * (turn.magnitude > .pi / 2 ? .pi - shown : shown)
  }

  /// Returns how far the peaks in front stand from each other at least, of so many round the whole ring.
  func leastSpacing(ofPeaks count: Int, at height: Double) -> Double {
    let places = (0..<count).map { 2 * .pi * Double($0) / Double(count) }.filter { cosine($0) > -0.05 }
      .map { point(Ring.spread($0), height).x }.sorted()
    return zip(places, places.dropFirst()).map { $1 - $0 }.min() ?? .infinity
  }

  /// Returns how something upright that is drawn flat stands at a place of the ring.
  func standing(at angle: Double, height: Double, scale: Double, least: Double) -> AffineTransform {
    let place = point(angle, height)
    let facing = least + (1 - least) * cosine(angle).magnitude
    let size = cosine(angle) < -0.01 ? scale * recession : scale
    return AffineTransform(
      a: facing * size, b: -pitch * sine(angle) * size * 0.8,
      c: -flare * sine(angle) * size, d: (1 - flare * pitch * cosine(angle)) * size,
      tx: place.x, ty: place.y)
  }

  /// Returns how something round, which looks the same from all sides, stands at a place of the ring.
  func resting(at angle: Double, height: Double, scale: Double) -> AffineTransform {
    let place = point(angle, height)
    let size = cosine(angle) < -0.01 ? scale * recession : scale
    return AffineTransform(a: size, b: 0, c: 0, d: size, tx: place.x, ty: place.y)
  }

  /// Returns a flat drawing laid on the wall, x along the ring in units of length.
  func wrapped(_ path: Path, at angle: Double, height: Double) -> Path {
    func place(_ p: Point) -> Point { point(angle + p.x / radius, height - p.y) }
    return path.mapped(place)
  }

  /// Returns the wall between two heights, from one angle to another.
  func wall(from low: Double, to high: Double, angles: ClosedRange<Double> = -.pi / 2 ... .pi / 2) -> Path {
    var path = arc(at: low, from: angles.lowerBound, to: angles.upperBound)
    let upper = arc(at: high, from: angles.upperBound, to: angles.lowerBound)
    path.line(to: point(angles.upperBound, high))
    for element in upper.elements.dropFirst() { path.append(element) }
    path.close()
    return path
  }

  /// Returns the line along the wall at a height, as cubics of at most 45°.
  func arc(at height: Double, from start: Double, to end: Double) -> Path {
    let pieces = max(1, Int(((end - start).magnitude / (.pi / 4)).rounded(.up)))
    let step = (end - start) / Double(pieces)
    // A quarter of the step's tangent, 4/3 · tan(step / 4), puts the controls of a circle's cubic.
    let reach = 4 / 3 * sine(step / 4) / cosine(step / 4)
    let span = radius + flare * height
    var path = Path()
    path.move(to: point(start, height))
    for piece in 0..<pieces {
      let a = start + step * Double(piece)
      let b = a + step
      let leaving = Vector(dx: cosine(a), dy: -pitch * sine(a)) * (span * reach)
      let arriving = Vector(dx: cosine(b), dy: -pitch * sine(b)) * (span * reach)
      path.cubic(
        to: point(b, height), control1: point(a, height) + leaving, control2: point(b, height) - arriving)
    }
    return path
  }
}

extension Path {
  /// Returns the path with each of its points, controls too, moved by a function.
  func mapped(_ place: (Point) -> Point) -> Path {
    var result = Path()
    for element in elements {
      switch element {
      case .move(let p): result.move(to: place(p))
      case .line(let p): result.line(to: place(p))
      case .quad(let c, let p): result.quad(to: place(p), control: place(c))
      case .cubic(let c1, let c2, let p): result.cubic(to: place(p), control1: place(c1), control2: place(c2))
      case .close: result.close()
      }
    }
    return result
  }
}
