/// Cuts chords wherever they meet, so that the pieces touch at common vertices only.
enum Noding {
  /// Returns the pieces, and what they cost in crossings; comparing 256 boxes counts as one.
  static func edges(
    of chords: [Chord], limit: Int
  ) throws(PathComplexityError) -> (edges: [Edge], cost: Int) {
    var rounding = SnapRounding()
    for chord in chords { rounding.add(chord.start, chord.end) }
    guard rounding.run(limit: limit) else { throw PathComplexityError(crossings: limit) }
    var edges: [Edge] = []
    edges.reserveCapacity(chords.count + rounding.cost)
    for (index, chord) in chords.enumerated() {
      let direction = chord.end &- chord.start
      let whole = Double(dot(direction, direction))
      var (from, fromTime) = (chord.start, chord.startTime)
      rounding.forEachBend(of: index) { place in
        if place == from { return }
        let fraction = min(max(Double(dot(direction, place &- chord.start)) / whole, 0), 1)
        let time = chord.startTime + (chord.endTime - chord.startTime) * fraction
        edges.append(edge(chord, from, place, fromTime, time))
        (from, fromTime) = (place, time)
      }
      if from != chord.end { edges.append(edge(chord, from, chord.end, fromTime, chord.endTime)) }
    }
    return (edges, rounding.cost)
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
