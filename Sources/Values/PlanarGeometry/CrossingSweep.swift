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
