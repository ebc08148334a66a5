/// Finds where segments on the grid have to be bent so that they meet in common vertices only.
///
/// Every end and every crossing, rounded to the grid, makes its unit pixel "hot"; a segment that passes through a hot
/// pixel is led through its middle. The result has no crossings (Hobby, "Practical segment intersection with finite
/// precision output", 1999). All decisions are exact. Keep one instance to reuse its scratch storage.
public struct SnapRounding: ~Copyable, Sendable {
  /// A quick test that rejects segments too far away to be compared.
  struct ActiveBox: BitwiseCopyable {
    var left: Int32
    var right: Int32
    var bottom: Int32
    var segment: Int32
  }

  /// A place on a segment; `order` grows along it.
  struct Bend: BitwiseCopyable {
    var segment: Int32
    var place: GridPoint
    var order: Int64
  }

  private var segments = ScratchBuffer<GridSegment>(capacity: 256)
  /// Where each segment that was added stands among those that differ, or the complement of that where it runs the other
  /// way; empty where all are taken as they came.
  private var places = ScratchBuffer<Int32>()
  private var words = ScratchBuffer<UInt64>(capacity: 256)
  private var sorter = WordSorter()
  private var active = ScratchBuffer<ActiveBox>()
  /// The places at which segments may have to be bent.
  private var crossings = ScratchBuffer<UInt64>()
  private var found = ScratchBuffer<Bend>()
  /// The bends in the order of their segments, and for each segment where its own end.
  private var bends = ScratchBuffer<Bend>()
  private var ends = ScratchBuffer<Int32>(capacity: 256)
  private var strips = ScratchBuffer<Int>()
  private var comparisons = 0
  private var visits = 0
  /// The box around all segments.
  private var low = GridPoint.zero
  private var high = GridPoint.zero

  /// How many boxes are compared before a sweep takes over.
  private let mostComparisons: Int

  /// From how many segments on equal ones are looked for.
  private let leastForEqual: Int

  /// Creates an empty set of segments.
  public init() { self.init(mostComparisons: 1 << 24) }

  init(mostComparisons: Int, leastForEqual: Int = 2048) {
    (self.mostComparisons, self.leastForEqual) = (mostComparisons, leastForEqual)
  }

  /// Removes all segments and keeps the scratch storage.
  public mutating func removeAll() {
    segments.removeAll()
    places.removeAll()
    words.removeAll()
    crossings.removeAll()
    found.removeAll()
    active.removeAll()
    (comparisons, visits) = (0, 0)
  }

  /// Adds a segment; the first has the number 0.
  @inline(__always)
  public mutating func add(_ start: GridPoint, _ end: GridPoint) {
    segments.append(GridSegment(start: start, end: end))
  }

  /// The cost of the last run: the bends found, plus one for every 64 places or meetings examined.
  public var cost: Int { found.count + visits >> 6 }

  /// Finds the bends of all segments, in time near (n + k) log n for n segments with k crossings.
  ///
  /// - Parameter limit: The number of steps beyond which it stops.
  /// - Returns: Whether it finished; otherwise its results are of no use.
  public mutating func run(limit: Int) -> Bool {
    uniteEqual()
    sortByTop()
    // Few segments are compared all with all that share their rows, which takes the least as long as those are few.
    guard compareAll(limit) ?? sweepCrossings(limit), bendAtPlaces(limit) else { return false }
    sortBends()
    return true
  }

  /// Calls `body` with each place at which a segment is bent, from its start; a place may come twice.
  public func forEachBend(of segment: Int, _ body: (GridPoint) -> Void) {
    var (segment, isTurned) = (segment, false)
    if places.count > 0 {
      isTurned = places[segment] < 0
      segment = Int(isTurned ? ~places[segment] : places[segment])
    }
    let range = (segment > 0 ? ends[segment - 1] : 0)..<ends[segment]
    if isTurned {
      for index in range.reversed() { body(bends[index].place) }
    } else {
      for index in range { body(bends[index].place) }
    }
  }

  /// Lets one segment stand for all that lie on it from end to end: thousands of equal shapes cost as much as one.
  private mutating func uniteEqual() {
    places.removeAll()
    guard segments.count >= leastForEqual else { return }
    var known: [SIMD2<UInt64>: Int32] = [:]
    var kept = 0
    for index in 0..<segments.count {
      let (start, end) = (segments[index].start.key, segments[index].end.key)
      let number = Int32(truncatingIfNeeded: kept)
      let other = known.updateIfAbsent(SIMD2(min(start, end), max(start, end)), number)
      if other == number {
        segments[kept] = segments[index]
        kept += 1
        places.append(number)
      } else {
        places.append(segments[Int(other)].start.key == start ? other : ~other)
      }
    }
    segments.truncate(to: kept)
  }

  private mutating func sortByTop() {
    guard segments.count > 0 else { return }
    (low, high) = (segments[0].low, segments[0].high)
    for index in 1..<segments.count {
      let segment = segments[index]
      low.replace(with: segment.low, where: segment.low .< low)
      high.replace(with: segment.high, where: segment.high .> high)
    }
    words.reserve(segments.count)
    for index in 0..<segments.count {
      words.append(
        UInt64(UInt32(bitPattern: segments[index].low.y &- low.y)) << 32 | UInt64(truncatingIfNeeded: index))
    }
    sorter.sort(&words, heightShift: 32)
  }

  /// Bends segments at the ends of others, and notes where they cross; nil where that takes too many comparisons.
  private mutating func compareAll(_ limit: Int) -> Bool? {
    for position in 0..<words.count {
      let index = Int32(truncatingIfNeeded: words[position] & 0xffff_ffff)
      let (low, high) = (segments[index].low, segments[index].high)
      var kept = 0
      comparisons += active.count
      for slot in 0..<active.count {
        let other = active[slot]
        if other.bottom < low.y { continue }
        active[kept] = other
        kept += 1
        if other.left <= high.x && low.x <= other.right { meet(index, other.segment) }
      }
      active.truncate(to: kept)
      active.append(ActiveBox(left: low.x, right: high.x, bottom: high.y, segment: index))
      if cost > limit { return false }
      if comparisons > mostComparisons { return nil }
    }
    return true
  }

  /// Notes all ends and all places where segments cross.
  private mutating func sweepCrossings(_ limit: Int) -> Bool {
    found.removeAll()
    crossings.removeAll()
    var downward = ScratchBuffer<GridSegment>(capacity: segments.count)
    for index in 0..<segments.count {
      let (start, end) = (segments[index].start, segments[index].end)
      crossings.append(word(of: start))
      crossings.append(word(of: end))
      downward.append(start.key < end.key ? segments[index] : GridSegment(start: end, end: start))
    }
    let most = crossings.count + limit / 2
    let mostMeetings = limit << 5
    var meetings = 0
    var sweep = CrossingSweep()
    defer { visits += meetings }
    return sweep.run(downward.buffer) { i, j in
      meetings += 1
      let (first, second) = (segments[i], segments[j])
      let sides = (
        area(first.start, first.end, second.start).signum()
          * area(first.start, first.end, second.end).signum(),
        area(second.start, second.end, first.start).signum()
          * area(second.start, second.end, first.end).signum()
      )
      if sides.0 < 0 && sides.1 < 0 { crossings.append(word(of: second.crossing(first))) }
      return crossings.count <= most && meetings <= mostMeetings
    }
  }

  private mutating func meet(_ i: Int32, _ j: Int32) {
    let (first, second) = (segments[i], segments[j])
    let start = area(first.start, first.end, second.start)
    let end = area(first.start, first.end, second.end)
    // A pixel's corner is at most (|dx| + |dy|) / 2 away in this measure.
    let size = first.high &- first.low
    let reach = UInt64(truncatingIfNeeded: Int64(size.x) &+ Int64(size.y))
    if start.magnitude > reach && end.magnitude > reach && (start > 0) == (end > 0) { return }
    bend(i, first, at: second.start, side: start)
    bend(i, first, at: second.end, side: end)
    let otherStart = area(second.start, second.end, first.start)
    let otherEnd = area(second.start, second.end, first.end)
    bend(j, second, at: first.start, side: otherStart)
    bend(j, second, at: first.end, side: otherEnd)
    guard start.signum() * end.signum() < 0, otherStart.signum() * otherEnd.signum() < 0 else { return }
    let place = second.crossing(first)
    add(i, first, place)
    add(j, second, place)
    crossings.append(word(of: place))
  }

  @inline(__always)
  private mutating func bend(_ index: Int32, _ segment: GridSegment, at place: GridPoint, side: Int64) {
    if segment.hits(place, side: side) { add(index, segment, place) }
  }

  @inline(__always)
  private mutating func add(_ index: Int32, _ segment: GridSegment, _ place: GridPoint) {
    if place == segment.start || place == segment.end { return }
    found.append(Bend(segment: index, place: place, order: dot(segment.direction, place &- segment.start)))
  }

  /// A place's row and column within the box, which each take so many bits.
  private static let bits: UInt64 = 25

  private func word(of place: GridPoint) -> UInt64 {
    let offset = place &- low
    return UInt64(UInt32(bitPattern: offset.y)) << SnapRounding.bits | UInt64(UInt32(bitPattern: offset.x))
  }

  /// Bends segments at the places that were noted.
  private mutating func bendAtPlaces(_ limit: Int) -> Bool {
    if crossings.count == 0 { return true }
    // Crossings lie in strips of equal height, sorted by x within a strip.
    let strips = min(Int(Double(crossings.count).squareRoot()) + 1, 1024)
    let bits = SnapRounding.bits
    let mask: UInt64 = 1 << bits - 1
    let height = (Int(high.y &- low.y) + strips) / strips
    for index in 0..<crossings.count {
      let (x, y) = (crossings[index] & mask, crossings[index] >> bits)
      crossings[index] = (y / UInt64(height)) << (2 * bits) | x << bits | y
    }
    crossings.sort()
    var kept = 1
    for index in 1..<crossings.count where crossings[index] != crossings[kept - 1] {
      crossings[kept] = crossings[index]
      kept += 1
    }
    crossings.truncate(to: kept)
    noteStrips(strips)
    for index in 0..<segments.count {
      let segment = segments[index]
      for strip in Int(segment.low.y &- low.y) / height...Int(segment.high.y &- low.y) / height {
        let (left, right) = extent(of: segment, from: strip * height, to: (strip + 1) * height)
        let last = UInt64(strip) << (2 * bits) | (right + 1) << bits
        var position = firstCrossing(from: UInt64(strip) << (2 * bits) | left << bits, in: strip)
        while position < crossings.count && crossings[position] < last {
          let word = crossings[position]
          position += 1
          visits += 1
          let offset = GridPoint(
            Int32(truncatingIfNeeded: word >> bits & mask), Int32(truncatingIfNeeded: word & mask))
          let place = low &+ offset
          bend(
            Int32(truncatingIfNeeded: index), segment, at: place,
            side: area(segment.start, segment.end, place))
        }
      }
      if cost > 2 * limit { return false }
    }
    return true
  }

  /// Notes where the crossings of each strip begin.
  private mutating func noteStrips(_ count: Int) {
    strips.removeAll()
    var position = 0
    for strip in 0...count {
      while position < crossings.count, crossings[position] >> (2 * SnapRounding.bits) < strip {
        position += 1
      }
      strips.append(position)
    }
  }

  private func firstCrossing(from word: UInt64, in strip: Int) -> Int {
    var (low, high) = (strips[strip], strips[strip + 1])
    while low < high {
      let middle = (low + high) >> 1
      if crossings[middle] < word { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns where a segment is, from left to right within the box, while it passes a strip, with a step to spare.
  private func extent(of segment: GridSegment, from top: Int, to bottom: Int) -> (left: UInt64, right: UInt64)
  {
    let direction = segment.direction
    let (start, box) = (segment.start &- low, (segment.low &- low, segment.high &- low))
    var (left, right) = (Double(box.0.x), Double(box.1.x))
    if direction.y != 0 {
      let slope = Double(direction.x) / Double(direction.y)
      let a = Double(start.x) + (Double(top) - 1 - Double(start.y)) * slope
      let b = Double(start.x) + (Double(bottom) + 1 - Double(start.y)) * slope
      left = min(max(left, min(a, b)), right)
      right = max(min(right, max(a, b)), left)
    }
    return (UInt64(max(left - 1, 0)), UInt64(right + 1))
  }

  /// Puts the bends in the order of their segments, and those of each in their order along it.
  private mutating func sortBends() {
    ends.resizeUninitialized(to: segments.count)
    for index in 0..<segments.count { ends[index] = 0 }
    for index in 0..<found.count { ends[found[index].segment] &+= 1 }
    var start: Int32 = 0
    for index in 0..<segments.count {
      let count = ends[index]
      ends[index] = start
      start &+= count
    }
    bends.resizeUninitialized(to: found.count)
    for index in 0..<found.count {
      let bend = found[index]
      bends[ends[bend.segment]] = bend
      ends[bend.segment] &+= 1
    }
    var first = 0
    for index in 0..<segments.count {
      let end = Int(ends[index])
      if end - first > 1 {
        var own = UnsafeMutableBufferPointer(rebasing: bends.buffer[first..<end])
        own.sort { $0.order < $1.order }
      }
      first = end
    }
  }
}

extension Dictionary {
  /// Returns the value of a key, which is `value` from now on where there was none.
  fileprivate mutating func updateIfAbsent(_ key: Key, _ value: Value) -> Value {
    func take(_ place: inout Value?) -> Value {
      if let place { return place }
      place = value
      return value
    }
    return take(&self[key])
  }
}

/// Finds the pairs of segments that cross, in time near (n + k) log n for n segments and k crossings.
///
/// A line moves down over the grid and keeps the segments that it meets in their order from left to right (Bentley and
/// Ottmann, "Algorithms for reporting and counting geometric intersections", 1979). It stops at rows of the grid only:
/// neighbours say in which row they will first stand the wrong way round, and there they change places. So all that is
/// ever compared are places in rows of the grid, which is done exactly.
struct CrossingSweep: ~Copyable {
  typealias Segments = UnsafeMutableBufferPointer<GridSegment>

  private var active = ChunkedList()
  /// Rows in which a segment may have passed its right neighbour, as a heap: the row above the segment's number.
  private var stops = ScratchBuffer<UInt64>()
  private var starts = ScratchBuffer<UInt64>()
  private var ends = ScratchBuffer<UInt64>()
  private var pending = ScratchBuffer<Int32>()
  private var sorter = WordSorter()
  private var row: Int32 = 0
  private var top: Int32 = 0

  /// Calls `meet` with each two segments that cross, and some that touch, until it returns false.
  ///
  /// Every segment's start is its upper end. Returns whether it came to the end.
  mutating func run(
    _ segments: Segments, meet: (Int32, Int32) -> Bool
  ) -> Bool {
    prepare(segments)
    var (nextStart, nextEnd) = (0, 0)
    while nextStart < starts.count || nextEnd < ends.count {
      // Whatever ends began before, so that there is an end as long as there is anything.
      row = Int32(truncatingIfNeeded: ends[nextEnd] >> 32)
      if nextStart < starts.count { row = min(row, Int32(truncatingIfNeeded: starts[nextStart] >> 32)) }
      if stops.count > 0 { row = min(row, Int32(truncatingIfNeeded: stops[0] >> 32)) }
      guard order(segments, meet) else { return false }
      let firstStart = nextStart
      while nextStart < starts.count, Int32(truncatingIfNeeded: starts[nextStart] >> 32) == row {
        enter(Int32(truncatingIfNeeded: starts[nextStart]), segments)
        nextStart += 1
      }
      for position in firstStart..<nextStart {
        guard crossLevel(Int32(truncatingIfNeeded: starts[position]), segments, meet) else { return false }
      }
      while nextEnd < ends.count, Int32(truncatingIfNeeded: ends[nextEnd] >> 32) == row {
        leave(Int32(truncatingIfNeeded: ends[nextEnd]), segments)
        nextEnd += 1
      }
    }
    return true
  }

  private mutating func prepare(_ segments: Segments) {
    active.removeAll(numbers: segments.count)
    stops.removeAll()
    starts.removeAll()
    ends.removeAll()
    top = segments.count > 0 ? segments[0].start.y : 0
    for index in 0..<segments.count { top = min(top, segments[index].start.y) }
    for index in 0..<segments.count {
      let number = UInt64(truncatingIfNeeded: index)
      starts.append(UInt64(UInt32(bitPattern: segments[index].start.y &- top)) << 32 | number)
      ends.append(UInt64(UInt32(bitPattern: segments[index].end.y &- top)) << 32 | number)
    }
    sorter.sort(&starts, heightShift: 32)
    sorter.sort(&ends, heightShift: 32)
  }

  /// Swaps neighbours in this row that are in the wrong order until all are in order.
  private mutating func order(
    _ segments: Segments, _ meet: (Int32, Int32) -> Bool
  ) -> Bool {
    while stops.count > 0, Int32(truncatingIfNeeded: stops[0] >> 32) <= row {
      let stop = removeStop()
      pending.append(Int32(truncatingIfNeeded: stop))
      while pending.count > 0 {
        let left = pending.removeLast()
        guard active.contains(left) else { continue }
        let right = active.next(left)
        guard right >= 0, isRight(left, of: right, at: row, segments) else { continue }
        active.swap(left, right)
        guard meet(left, right) else { return false }
        watch(left, active.next(left), segments)
        let before = active.previous(right)
        if before >= 0 {
          watch(before, right, segments)
          pending.append(before)
        }
        pending.append(left)
      }
    }
    return true
  }

  private mutating func enter(_ index: Int32, _ segments: Segments) {
    let segment = segments[Int(index)]
    if segment.start.y == segment.end.y { return }
    let place = active.partition { number in
      let other = segments[Int(number)]
      let side = cross(other.direction, segment.start &- other.start)
      return side != 0 ? side < 0 : cross(other.direction, segment.direction) < 0
    }
    let (before, after) = (active.number(before: place), active.number(at: place))
    active.insert(index, at: place)
    if before >= 0 { watch(before, index, segments) }
    watch(index, after, segments)
  }

  private mutating func leave(_ index: Int32, _ segments: Segments) {
    guard active.contains(index) else { return }
    let (before, after) = (active.previous(index), active.next(index))
    active.remove(index)
    if before >= 0 { watch(before, after, segments) }
  }

  /// Tells a level segment of all that stand in its row between its ends.
  private mutating func crossLevel(
    _ index: Int32, _ segments: Segments, _ meet: (Int32, Int32) -> Bool
  ) -> Bool {
    let segment = segments[Int(index)]
    guard segment.start.y == segment.end.y else { return true }
    let place = active.partition { area(segments[Int($0)].start, segments[Int($0)].end, segment.start) < 0 }
    var number = active.number(at: place)
    while number >= 0, area(segments[Int(number)].start, segments[Int(number)].end, segment.end) <= 0 {
      guard meet(index, number) else { return false }
      number = active.next(number)
    }
    return true
  }

  /// Notes the first row below this one in which two neighbours stand the wrong way round, if there is one.
  private mutating func watch(
    _ left: Int32, _ right: Int32, _ segments: Segments
  ) {
    guard right >= 0 else { return }
    let last = min(segments[Int(left)].end.y, segments[Int(right)].end.y) &- top
    guard last > row, isRight(left, of: right, at: last, segments) else { return }
    let gap = x(of: right, at: row, segments) - x(of: left, at: row, segments)
    let lapse = x(of: left, at: last, segments) - x(of: right, at: last, segments)
    let part = gap + lapse > 0 ? min(max(gap / (gap + lapse), 0), 1) : 0
    var first = min(row + 1 + Int32(part * Double(last - row)), last)
    while first > row + 1, isRight(left, of: right, at: first - 1, segments) { first -= 1 }
    while first < last, !isRight(left, of: right, at: first, segments) { first += 1 }
    addStop(UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: left)))
  }

  @inline(__always)
  private func x(of index: Int32, at row: Int32, _ segments: Segments) -> Double {
    let (start, direction) = (segments[Int(index)].start, segments[Int(index)].direction)
    let way = Double(row &+ top &- start.y)
    return Double(start.x) + Double(direction.x) * way / Double(direction.y)
  }

  /// Returns whether a segment stands right of another in a row that both reach, exactly.
  private func isRight(
    _ a: Int32, of b: Int32, at row: Int32, _ segments: Segments
  ) -> Bool {
    let difference = x(of: a, at: row, segments) - x(of: b, at: row, segments)
    if difference.magnitude > 1e-6 { return difference > 0 }
    let (first, second) = (segments[Int(a)], segments[Int(b)])
    func numerator(_ segment: GridSegment) -> Int128 {
      let (direction, way) = (segment.direction, row &+ top &- segment.start.y)
      return Int128(Int64(segment.start.x) * Int64(direction.y) + Int64(direction.x) * Int64(way))
    }
    return numerator(first) * Int128(second.direction.y) > numerator(second) * Int128(first.direction.y)
  }

  private mutating func addStop(_ stop: UInt64) {
    stops.append(stop)
    var child = stops.count - 1
    while child > 0, stops[(child - 1) / 2] > stop {
      stops[child] = stops[(child - 1) / 2]
      child = (child - 1) / 2
    }
    stops[child] = stop
  }

  private mutating func removeStop() -> UInt64 {
    let least = stops[0]
    let last = stops.removeLast()
    guard stops.count > 0 else { return least }
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < stops.count else { break }
      if child + 1 < stops.count, stops[child + 1] < stops[child] { child += 1 }
      if stops[child] >= last { break }
      stops[parent] = stops[child]
      parent = child
    }
    stops[parent] = last
    return least
  }
}
