/// Lengths of dashes and gaps that repeat along a line.
struct DashPattern {
  private let lengths: [Double]
  private let period: Double
  private let offset: Double

  /// Returns nil for a pattern that means a solid line.
  init?(_ style: StrokeStyle) {
    guard !style.dashes.isEmpty, style.dashes.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
    let lengths = style.dashes.count % 2 == 0 ? style.dashes : style.dashes + style.dashes
    let period = lengths.reduce(0, +)
    guard period > 0, period.isFinite else { return nil }
    self.lengths = lengths
    self.period = period
    let rest = style.dashOffset.isFinite ? style.dashOffset.truncatingRemainder(dividingBy: period) : 0
    offset = rest < 0 ? rest + period : rest
  }

  /// Returns the dashes as lines of their own, or nil where there would be more than `limit` of them.
  func dashed(_ lines: [Contour], tolerance: Double, limit: Int) -> [Contour]? {
    var result: [Contour] = []
    for line in lines {
      let measured = line.segments.map { MeasuredCurve($0, tolerance: tolerance) }
      let length = measured.reduce(0) { $0 + $1.length }
      let count = length / period * Double(lengths.count)
      guard count.isFinite, Double(result.count) + count < Double(limit) else { return nil }
      if line.segments.isEmpty {
        if isDash(at: offset) { result.append(line) }
        continue
      }
      cut(line, measured, length, into: &result)
    }
    return result
  }

  private func isDash(at position: Double) -> Bool {
    var rest = position
    for (index, length) in lengths.enumerated() {
      if rest < length { return index % 2 == 0 }
      rest -= length
    }
    return true
  }

  private func cut(
    _ line: Contour, _ measured: [MeasuredCurve], _ length: Double, into result: inout [Contour]
  ) {
    var index = 0
    var rest = offset
    while rest > 0 && rest >= lengths[index] {
      rest -= lengths[index]
      index = (index + 1) % lengths.count
    }
    let first = result.count
    var position = 0.0
    var end = lengths[index] - rest
    let beginsInside = index % 2 == 0
    while position < length {
      let stop = min(end, length)
      if index % 2 == 0 {
        result.append(part(measured, from: position, to: stop))
      }
      position = end
      index = (index + 1) % lengths.count
      end = position + lengths[index]
    }
    // On a closed line a dash that reaches the end goes on into the one at the start.
    let endsInside = (index + lengths.count - 1) % lengths.count % 2 == 0
    guard line.isClosed, beginsInside, endsInside, result.count > first else { return }
    if result.count == first + 1 {
      result[first].isClosed = true
    } else {
      let opening = result.remove(at: first)
      result[result.count - 1].segments += opening.segments
    }
  }

  private func part(_ measured: [MeasuredCurve], from: Double, to: Double) -> Contour {
    var line = Contour()
    var begin = 0.0
    for piece in measured {
      let end = begin + piece.length
      if end > from && begin < to {
        line.append(piece.part(from: max(from - begin, 0), to: min(to - begin, piece.length)))
      }
      if end >= to && line.segments.isEmpty && line.dot == nil && from >= begin {
        line.dot = piece.dot(at: from - begin)
      }
      begin = end
      if begin >= to { break }
    }
    if !line.segments.isEmpty { line.dot = nil }
    return line
  }
}

extension Contour {
  fileprivate mutating func append(_ curve: (CubicBezier, Bool)) {
    if curve.1 {
      addLine(from: curve.0.start, to: curve.0.end)
    } else {
      addCurve(curve.0)
    }
  }
}

/// A piece of a line whose lengths are known.
private struct MeasuredCurve {
  let segment: Contour.Segment
  /// The length up to equal steps of the parameter; empty for a straight piece.
  private var table: [Double] = []
  let length: Double

  init(_ segment: Contour.Segment, tolerance: Double) {
    self.segment = segment
    if segment.isLine {
      length = (segment.curve.end - segment.curve.start).length
      return
    }
    let count = min(max(segment.curve.flatteningSteps(tolerance: tolerance) * 2, 8), 512)
    var sum = 0.0
    table.reserveCapacity(count + 1)
    table.append(0)
    for step in 0..<count {
      sum += segment.curve.gaussLength(Double(step) / Double(count), Double(step + 1) / Double(count))
      table.append(sum)
    }
    length = sum
  }

  private func time(at distance: Double) -> Double {
    if table.isEmpty { return length > 0 ? min(max(distance / length, 0), 1) : 0 }
    if distance <= 0 { return 0 }
    if distance >= length { return 1 }
    var (low, high) = (0, table.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if table[middle] <= distance { low = middle } else { high = middle }
    }
    let step = table[high] - table[low]
    let within = step > 0 ? (distance - table[low]) / step : 0
    var time = (Double(low) + within) / Double(table.count - 1)
    let speed = segment.curve.derivative(at: time).length
    if speed > 0 {
      let reached = table[low] + segment.curve.gaussLength(Double(low) / Double(table.count - 1), time)
      time = min(max(time + (distance - reached) / speed, 0), 1)
    }
    return time
  }

  func part(from: Double, to: Double) -> (CubicBezier, Bool) {
    (segment.curve.subsegment(from: time(at: from), to: time(at: to)), segment.isLine)
  }

  func dot(at distance: Double) -> (place: Point, tangent: Vector) {
    let time = time(at: distance)
    return (
      segment.curve.point(at: time), segment.curve.derivative(at: time).normalized ?? segment.startTangent
    )
  }
}
