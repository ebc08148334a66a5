import Geometry

/// Something that stands before the arches.
struct Obstacle {
  private let edges: [Path.Segment]
  private let box: Rect
  private let clear: Double

  /// Creates one that nothing may come nearer to than `clear`.
  init(_ outline: Path, clear: Double) {
    edges = outline.flattened(within: 1).closedSegments
    box = outline.bounds ?? .zero
    self.clear = clear
  }

  /// Returns whether a disc neither lies behind the obstacle nor comes too near to it.
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

/// The arches over a crown, each of two halves that meet above the middle.
struct Arches {
  var ring: Ring

  /// Where they start on the ring, and how high their middle comes.
  var foot: Double
  var top: Double

  /// The angles of the halves that are drawn in front, from the sides inward.
  var angles: [Double]
  var form: ArchForm
  var trim: ArchTrim
  var width: Double

  /// Where beads would only show in part: behind the points, and near the orb's middle.
  var obstacles: [Obstacle] = []
  var keepClear = 0.0

  /// Returns the profile from the ring to the middle, as reach from the axis and height.
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

  /// How far a half can be seen before it dips behind its own crest.
  private func reach(at angle: Double) -> Double {
    guard cosine(angle) > 0.3 else { return 1 }
    let steps = (0...100).map { Double($0) / 100 }
    return 0.96 * (steps.min { place($0, at: angle).y < place($1, at: angle).y } ?? 1)
  }

  private func breadth(_ t: Double, at angle: Double) -> Double {
    width * (0.72 + 0.28 * cosine(angle).magnitude) * (1 - 0.34 * t)
  }

  /// Returns a place on a line that runs up inside the arches, for a seam of the cap.
  func seam(_ t: Double, at angle: Double) -> Point {
    let p = profile(t * 0.94)
    return Point(p.x * sine(angle) * 0.92, -foot * 0.8 - (p.y - foot) * 0.96)
  }

  /// Returns the outline of a half arch, `extra` wider on both sides.
  func strip(at angle: Double, extra: Double = 0) -> Path {
    let end = reach(at: angle)
    return Path.ribbon(
      steps: form == .dipped || form == .ogee ? 10 : 5, along: { place($0 * end, at: angle) },
      width: { breadth($0 * end, at: angle) + 2 * extra })
  }

  /// Returns the line along the middle of a half arch, moved outward by part of its breadth.
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
      // What stands before the string hides beads; the next one follows as soon as it is clear of it.
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

  /// Returns beads in a row on a line, as near to each other as leaves them apart.
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

  /// Returns how far outward the arches reach, beads included.
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

  /// Returns the outline of the arches as a whole, drawn in toward the inside by a fraction.
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

  /// The place above the middle where an orb stands.
  var summit: Point { place(1, at: 0) }
}
