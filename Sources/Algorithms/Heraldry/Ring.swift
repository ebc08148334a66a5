import Geometry
import Glibc

/// The circle on which a crown stands, seen from slightly above: its front is lower than its back.
struct Ring {
  /// The ring's horizontal radius, in the drawing's units.
  var radius: Double

  /// How much lower the front is than the sides, in radii.
  var pitch: Double

  /// The outward lean of the wall per unit of height.
  var flare: Double

  /// The scale of the back relative to the front.
  var recession = 0.82

  /// Returns the place at an angle (0 in front, positive rightward) and a height above the foot.
  func point(_ angle: Double, _ height: Double) -> Point {
    let reach = radius + flare * height
    return Point(reach * sine(angle), pitch * reach * cosine(angle) - height)
  }

  /// Returns the display angle of a point: those at the sides move forward slightly, since they would otherwise
  /// be seen edge-on.
  static func shown(_ angle: Double) -> Double {
    let turn = atan2(sine(angle), cosine(angle))
    let isFront = turn.magnitude <= .pi / 2 + 1e-6
    let off = isFront ? turn : (turn < 0 ? turn + .pi : turn - .pi)
    let part = (off / (.pi / 2)).magnitude
    let moved = off * (1 - 0.09 * part * part - 0.1 * sine(.pi * part))
    return isFront ? moved : moved + .pi
  }

  /// Returns the display angle of a wall's peak.
  ///
  /// Peaks are placed between their true positions on the ring and equal spacing. Otherwise the outermost would be
  /// hairlines, seen edge-on, with overlapping finials.
  static func spread(_ angle: Double) -> Double {
    let turn = atan2(sine(angle), cosine(angle))
    let off = min(turn.magnitude, .pi - turn.magnitude)
    let shown = arcSine(min(1, 0.4 * sine(off) + 0.6 * off / (.pi / 2)))
    return (turn < 0 ? -1 : 1) * (turn.magnitude > .pi / 2 ? .pi - shown : shown)
  }

  /// Returns the minimum spacing of the peaks in front, for `count` peaks around the whole ring.
  func leastSpacing(ofPeaks count: Int, at height: Double) -> Double {
    let places = (0..<count).map { 2 * .pi * Double($0) / Double(count) }.filter { cosine($0) > -0.05 }
      .map { point(Ring.spread($0), height).x }.sorted()
    return zip(places, places.dropFirst()).map { $1 - $0 }.min() ?? .infinity
  }

  /// Returns the transform for a flat upright piece at a place of the ring.
  func standing(at angle: Double, height: Double, scale: Double, least: Double) -> AffineTransform {
    let place = point(angle, height)
    let facing = least + (1 - least) * cosine(angle).magnitude
    let size = cosine(angle) < -0.01 ? scale * recession : scale
    return AffineTransform(
      a: facing * size, b: -pitch * sine(angle) * size * 0.8,
      c: -flare * sine(angle) * size, d: (1 - flare * pitch * cosine(angle)) * size,
      tx: place.x, ty: place.y)
  }

  /// Returns the transform for a round piece, which looks the same from all sides, at a place of the ring.
  func resting(at angle: Double, height: Double, scale: Double) -> AffineTransform {
    let place = point(angle, height)
    let size = cosine(angle) < -0.01 ? scale * recession : scale
    return AffineTransform(a: size, b: 0, c: 0, d: size, tx: place.x, ty: place.y)
  }

  /// Returns a flat drawing wrapped onto the wall, with x along the ring in units of length.
  func wrapped(_ path: Path, at angle: Double, height: Double) -> Path {
    func place(_ p: Point) -> Point { point(angle + p.x / radius, height - p.y) }
    return path.mapped(place)
  }

  /// Returns the wall between two heights, over a range of angles.
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
    // 4/3 · tan(step / 4) is the handle length of a circular arc's cubic.
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
  /// Returns the path with each of its points, including controls, mapped by a function.
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
