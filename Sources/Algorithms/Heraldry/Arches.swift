import Geometry

/// A piece in front of the arches.
struct Obstacle {
  private let edges: [Path.Segment]
  private let box: Rect
  private let clear: Double

  /// Creates an obstacle with a clearance of `clear` around its outline.
  init(_ outline: Path, clear: Double) {
    edges = outline.flattened(within: 1).closedSegments
    box = outline.bounds ?? .zero
    self.clear = clear
  }

  /// Returns whether a disc is outside the obstacle's outline and keeps the clearance.
  func isClear(of middle: Point, radius: Double) -> Bool {
    let reach = radius + clear
    guard box.outset(by: reach).contains(middle) else { return true }
    var winding = 0
    for edge in edges {
      let line = LineSegment(edge.start, edge.end)
      if line.nearest(to: middle).distance < reach { return false }
      if (line.start.y <= middle.y) != (line.end.y <= middle.y) {
        let side = (line.end - line.start).cross(middle - line.start)
        if (side > 0) == (line.end.y > line.start.y) { winding += side > 0 ? 1 : -1 }
      }
    }
    return winding == 0
  }
}

/// The arches over a crown, each of two halves that meet above the centre.
struct Arches {
  var ring: Ring

  /// The height of their start on the ring, and of their centre.
  var foot: Double
  var top: Double

  /// The angles of the visible halves, from the sides inward.
  var angles: [Double]
  var form: ArchForm
  var trim: ArchTrim
  var width: Double

  /// Places where beads would be only partly visible: behind the points, and near the orb's centre.
  var obstacles: [Obstacle] = []
  var keepClear = 0.0

  /// Returns the profile from the ring to the centre, as distance from the axis and height.
  private func profile(_ t: Double) -> Point {
    let radius = ring.radius + ring.flare * foot
    let rise = top - foot
    func cubic(_ a: Point, _ b: Point, _ c: Point, _ d: Point, _ t: Double) -> Point {
      CubicBezier(a, b, c, d).point(at: t)
    }
    func at(_ reach: Double, _ lift: Double) -> Point { Point(reach * radius, foot + lift * rise) }
    switch form {
    case .round:
      return cubic(at(0.97, 0), at(1.16, 0.66), at(0.62, 1), at(0, 1), t)
    case .dipped:
      return t < 0.6
        ? cubic(at(0.97, 0), at(1.2, 0.52), at(0.98, 1.14), at(0.5, 1.13), t / 0.6)
        : cubic(at(0.5, 1.13), at(0.26, 1.125), at(0.12, 1.0), at(0, 0.96), (t - 0.6) / 0.4)
    case .peaked:
      return cubic(at(0.97, 0), at(1.06, 0.5), at(0.44, 0.78), at(0, 1), t)
    case .ogee:
      return t < 0.6
        ? cubic(at(0.97, 0), at(1.18, 0.36), at(0.86, 0.62), at(0.46, 0.68), t / 0.6)
        : cubic(at(0.46, 0.68), at(0.2, 0.72), at(0.08, 0.8), at(0, 1), (t - 0.6) / 0.4)
    case .flat:
      return cubic(at(0.97, 0), at(1.06, 0.78), at(0.86, 0.96), at(0, 1), t)
    }
  }

  private func place(_ t: Double, at angle: Double) -> Point {
    let p = profile(t)
    return Point(p.x * sine(angle), ring.pitch * p.x * cosine(angle) - p.y)
  }

  /// Returns the visible fraction of a half before it dips behind its own crest.
  private func reach(at angle: Double) -> Double {
    guard cosine(angle) > 0.3 else { return 1 }
    let steps = (0...100).map { Double($0) / 100 }
    return 0.96 * (steps.min { place($0, at: angle).y < place($1, at: angle).y } ?? 1)
  }

  private func breadth(_ t: Double, at angle: Double) -> Double {
    width * (0.72 + 0.28 * cosine(angle).magnitude) * (1 - 0.34 * t)
  }

  /// Returns a point of a seam of the cap, on a line that follows the arches inside.
  func seam(_ t: Double, at angle: Double) -> Point {
    let p = profile(t * 0.94)
    return Point(p.x * sine(angle) * 0.92, -foot * 0.8 - (p.y - foot) * 0.96)
  }

  /// Returns the outline of a half arch, wider by `extra` on both sides.
  func strip(at angle: Double, extra: Double = 0) -> Path {
    let end = reach(at: angle)
    return Path.ribbon(
      steps: form == .dipped || form == .ogee ? 10 : 5, along: { place($0 * end, at: angle) },
      width: { breadth($0 * end, at: angle) + 2 * extra })
  }

  /// Returns the centre line of a half arch, moved outward by a fraction of its width.
  func line(at angle: Double, outward: Double = 0) -> Path {
    let end = reach(at: angle)
    return Path.curve(steps: 8) { t in
      let (low, high) = (place(max(0, t - 0.01) * end, at: angle), place(min(1, t + 0.01) * end, at: angle))
      let way = high - low
      let normal = Vector(dx: way.dy, dy: -way.dx) * (1 / max(way.length, 1e-9))
      let side = sine(angle) < 0 ? 1.0 : -1
      return place(t * end, at: angle) + normal * (side * outward)
    }
  }

  /// Returns the shapes of a half arch.
  func shapes(at angle: Double) -> [CrownDrawing.Shape] {
    let body = strip(at: angle)
    let frontal = cosine(angle) > 0.3
    switch trim {
    case .plain:
      return [.fill(body)]
    case .pierced:
      let end = reach(at: angle)
      let holes = beadPlaces(at: angle, spacing: width * 0.86).map { t in
        Path(circle: place(t * end, at: angle), radius: breadth(t * end, at: angle) * 0.25)
      }
      return [.pierced(holes.reduce(body, +))]
    case .lined:
      let end = reach(at: angle)
      let slit = Path.ribbon(
        steps: 8, along: { place((0.04 + 0.92 * $0) * end, at: angle) },
        width: { breadth($0 * end, at: angle) * 0.3 })
      return [.pierced(body + slit)]
    case .beaded:
      if frontal { return string(at: angle, scale: 0.82) }
      return [.fill(strip(at: angle, extra: -width * 0.04))]
        + beads(on: line(at: angle, outward: width * 0.56))
    case .strung:
      return string(at: angle, scale: 1)
    }
  }

  private func string(at angle: Double, scale: Double) -> [CrownDrawing.Shape] {
    let end = reach(at: angle)
    var beads: [CrownDrawing.Shape] = []
    var last: Point?
    for step in 0...194 {
      let t = Double(step) / 200 * end
      let here = place(t, at: angle)
      let wide = breadth(t, at: angle) * scale
      if let last, here.distance(to: last) < wide * 1.02 { continue }
      // Pieces in front hide beads of the string; the next bead follows as soon as it is clear of them.
      guard let bead = bead(at: here, radius: wide * 0.5) else { continue }
      beads.append(bead)
      last = here
    }
    return beads
  }

  private func bead(at middle: Point, radius: Double) -> CrownDrawing.Shape? {
    let orb = Point(0, summit.y - (keepClear - 15) * 0.45)
    let isClear =
      middle.distance(to: orb) > keepClear + radius
      && obstacles.allSatisfy { $0.isClear(of: middle, radius: radius) }
    return isClear ? .fill(Path(circle: middle, radius: radius)) : nil
  }

  /// Returns a row of beads on a line, close together without touching.
  private func beads(on line: Path) -> [CrownDrawing.Shape] {
    var shapes: [CrownDrawing.Shape] = []
    var last = Point(.infinity, 0)
    let dense = line.flattened(within: 0.02).segments
    for segment in dense {
      for step in 0..<8 {
        let here = segment.start.interpolated(to: segment.end, at: Double(step) / 8)
        guard !(here.distance(to: last) < width * 0.58) else { continue }
        last = here
        if let bead = bead(at: here, radius: width * 0.25) { shapes.append(bead) }
      }
    }
    return shapes
  }

  /// The outward extent of the arches' beads.
  var margin: Double { trim == .beaded ? width * 0.85 : 0 }

  private func beadPlaces(at angle: Double, spacing: Double) -> [Double] {
    let end = reach(at: angle)
    var places: [Double] = []
    var last = place(0, at: angle)
    for step in 8...194 {
      let t = Double(step) / 200
      let here = place(t * end, at: angle)
      let wanted = spacing * breadth(t * end, at: angle) / width
      if here.distance(to: last) >= wanted {
        places.append(t)
        last = here
      }
    }
    return places
  }

  /// Returns the outline of all arches together, shrunk inward by a fraction.
  func silhouette(shrunk: Double) -> Path {
    let lower = ring.point(-.pi / 2, foot)
    var path = Path.curve(steps: 10) { t in
      let p = place(t, at: -.pi / 2)
      return Point(p.x * shrunk, lower.y + (p.y - lower.y) * (shrunk + 0.02))
    }
    path.join(
      Path.curve(steps: 10) { t in
        let p = place(1 - t, at: .pi / 2)
        return Point(p.x * shrunk, lower.y + (p.y - lower.y) * (shrunk + 0.02))
      })
    return path
  }

  /// The place at the top centre for an orb.
  var summit: Point { place(1, at: 0) }
}
