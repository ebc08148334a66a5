/// Cuts chords wherever they meet, so that the pieces touch at common vertices only.
///
/// This is snap rounding (Hobby, "Practical segment intersection with finite precision output", 1999): every
/// end and every crossing makes its unit pixel hot, and each chord is led through the centre of all hot
/// pixels that it meets. All decisions are exact, so the result is planar for any input.
struct Noding {
  private let chords: [Chord]
  private let limit: Int
  private var cuts: [Cut] = []
  private var crossings: [GridPoint] = []
  private var comparisons = 0

  private struct Cut {
    var chord: Int32
    var point: GridPoint
  }

  /// A chord's box beside its number, small enough to be scanned quickly.
  private struct Active {
    var minX: Int32
    var maxX: Int32
    var maxY: Int32
    var chord: Int32
  }

  /// Returns the pieces, and what they cost in crossings; comparing a thousand boxes counts as one.
  static func edges(
    of chords: [Chord], limit: Int
  ) throws(PathComplexityError) -> (edges: [Edge], cost: Int) {
    var noding = Noding(chords: chords, limit: limit)
    let order = chords.indices.map { (chords[$0].minY, Int32($0)) }.sorted { $0 < $1 }.map(\.1)
    try noding.findMeetings(order)
    try noding.findChordsThroughCrossings(order)
    let cost = noding.cost
    return (noding.cutChords(), cost)
  }

  private var cost: Int { cuts.count + comparisons / 1000 }

  private init(chords: [Chord], limit: Int) {
    self.chords = chords
    self.limit = limit
  }

  private mutating func findMeetings(_ order: [Int32]) throws(PathComplexityError) {
    var active: [Active] = []
    for index in order {
      let chord = chords[Int(index)]
      let (minX, maxX, minY) = (chord.minX, chord.maxX, chord.minY)
      var kept = 0
      comparisons += active.count
      for position in active.indices {
        let other = active[position]
        if other.maxY < minY { continue }
        if kept != position { active[kept] = other }
        kept += 1
        if other.maxX >= minX && other.minX <= maxX { meet(index, other.chord) }
      }
      active.removeSubrange(kept...)
      active.append(Active(minX: minX, maxX: maxX, maxY: chord.maxY, chord: index))
      if cost > limit { throw PathComplexityError(crossings: limit) }
    }
  }

  private mutating func meet(_ i: Int32, _ j: Int32) {
    let (a, b) = (chords[Int(i)].start, chords[Int(i)].end)
    let (c, d) = (chords[Int(j)].start, chords[Int(j)].end)
    let ofC = GridPoint.orientation(a, b, c)
    let ofD = GridPoint.orientation(a, b, d)
    // A pixel's corner is at most (|dx| + |dy|) / 2 away in this measure.
    let reach = (Int64(b.x) - Int64(a.x)).magnitude + (Int64(b.y) - Int64(a.y)).magnitude
    if ofC.magnitude > reach && ofD.magnitude > reach && (ofC > 0) == (ofD > 0) { return }
    if c != a && c != b && c.isHit(from: a, to: b) { cuts.append(Cut(chord: i, point: c)) }
    if d != a && d != b && d.isHit(from: a, to: b) { cuts.append(Cut(chord: i, point: d)) }
    let ofA = GridPoint.orientation(c, d, a)
    let ofB = GridPoint.orientation(c, d, b)
    if a != c && a != d && a.isHit(from: c, to: d) { cuts.append(Cut(chord: j, point: a)) }
    if b != c && b != d && b.isHit(from: c, to: d) { cuts.append(Cut(chord: j, point: b)) }
    guard ofC.signum() * ofD.signum() < 0, ofA.signum() * ofB.signum() < 0 else { return }
    let point = GridPoint.crossing(a, b, c, d)
    cuts.append(Cut(chord: i, point: point))
    cuts.append(Cut(chord: j, point: point))
    crossings.append(point)
  }

  private mutating func findChordsThroughCrossings(_ order: [Int32]) throws(PathComplexityError) {
    guard !crossings.isEmpty else { return }
    let points = Set(crossings).sorted { $0.key < $1.key }
    var active: [Active] = []
    var next = 0
    for point in points {
      while next < order.count, chords[Int(order[next])].minY <= point.y {
        let chord = chords[Int(order[next])]
        active.append(Active(minX: chord.minX, maxX: chord.maxX, maxY: chord.maxY, chord: order[next]))
        next += 1
      }
      var kept = 0
      comparisons += active.count
      for position in active.indices {
        let other = active[position]
        if other.maxY < point.y { continue }
        if kept != position { active[kept] = other }
        kept += 1
        guard other.minX <= point.x && other.maxX >= point.x else { continue }
        let chord = chords[Int(other.chord)]
        if point.isHit(from: chord.start, to: chord.end) {
          cuts.append(Cut(chord: other.chord, point: point))
        }
      }
      active.removeSubrange(kept...)
      if cost > 2 * limit { throw PathComplexityError(crossings: limit) }
    }
  }

  private mutating func cutChords() -> [Edge] {
    var edges: [Edge] = []
    edges.reserveCapacity(chords.count + cuts.count)
    cuts.sort { $0.chord < $1.chord }
    var next = 0
    var along: [(Int64, GridPoint)] = []
    for (index, chord) in chords.enumerated() {
      let (dx, dy) = (Int64(chord.end.x) - Int64(chord.start.x), Int64(chord.end.y) - Int64(chord.start.y))
      along.removeAll(keepingCapacity: true)
      while next < cuts.count, cuts[next].chord == Int32(index) {
        let point = cuts[next].point
        let (px, py) = (Int64(point.x) - Int64(chord.start.x), Int64(point.y) - Int64(chord.start.y))
        along.append((dx * px + dy * py, point))
        next += 1
      }
      if along.count > 1 { along.sort { $0.0 < $1.0 } }
      var (from, fromTime) = (chord.start, chord.startTime)
      let whole = Double(dx * dx + dy * dy)
      for (distance, point) in along where point != from && point != chord.end {
        let fraction = min(max(Double(distance) / whole, 0), 1)
        let time = chord.startTime + (chord.endTime - chord.startTime) * fraction
        edges.append(Noding.edge(chord, from, point, fromTime, time))
        (from, fromTime) = (point, time)
      }
      if from != chord.end { edges.append(Noding.edge(chord, from, chord.end, fromTime, chord.endTime)) }
    }
    return edges
  }

  private static func edge(
    _ chord: Chord, _ from: GridPoint, _ to: GridPoint, _ fromTime: Double, _ toTime: Double
  ) -> Edge {
    if from.key < to.key {
      return Edge(
        upper: from, lower: to, curve: chord.curve, shape: chord.shape, upperTime: fromTime,
        lowerTime: toTime, winding: 1)
    }
    return Edge(
      upper: to, lower: from, curve: chord.curve, shape: chord.shape, upperTime: toTime,
      lowerTime: fromTime, winding: -1)
  }
}
