/// Numbers in an order in which they are found by halves, added and taken away in about the square root of their count.
///
/// A sorted array that is cut into chunks: as long as one chunk holds all it is just that array. Each number stands in it
/// at most once, and tells its neighbours.
struct ChunkedList: ~Copyable {
  /// Where a number stands: the chunk's position in the order, and the place within.
  struct Place: Equatable {
    var chunk: Int
    var index: Int
  }

  private static let room = 128

  private var slots = ScratchBuffer<Int32>()
  private var counts = ScratchBuffer<Int32>()
  /// The chunks from first to last, and where each of them stands among these.
  private var order = ScratchBuffer<Int32>()
  private var positions = ScratchBuffer<Int32>()
  private var spare = ScratchBuffer<Int32>()
  /// The chunk in which each number stands, or −1.
  private var homes = ScratchBuffer<Int32>()

  /// Empties the list and makes it ready for numbers from 0 up to `count`.
  mutating func removeAll(numbers count: Int) {
    slots.removeAll()
    counts.removeAll()
    order.removeAll()
    positions.removeAll()
    spare.removeAll()
    homes.resizeUninitialized(to: count)
    homes.base.update(repeating: -1, count: count)
    addChunk(at: 0)
  }

  @inline(__always)
  func contains(_ number: Int32) -> Bool { homes[number] >= 0 }

  /// Returns the number at a place, or −1 past the end.
  @inline(__always)
  func number(at place: Place) -> Int32 {
    if place.index < Int(counts[order[place.chunk]]) {
      return slots[Int(order[place.chunk]) * ChunkedList.room + place.index]
    }
    return place.chunk + 1 < order.count ? slots[Int(order[place.chunk + 1]) * ChunkedList.room] : -1
  }

  /// Returns the number before a place, or −1 at the beginning.
  @inline(__always)
  func number(before place: Place) -> Int32 {
    if place.index > 0 { return slots[Int(order[place.chunk]) * ChunkedList.room + place.index - 1] }
    if place.chunk == 0 { return -1 }
    let chunk = order[place.chunk - 1]
    return slots[Int(chunk) * ChunkedList.room + Int(counts[chunk]) - 1]
  }

  /// Returns the place of a number, which the list must contain.
  func place(of number: Int32) -> Place {
    let chunk = homes[number]
    let base = slots.base + Int(chunk) * ChunkedList.room
    var index = 0
    while base[index] != number { index += 1 }
    return Place(chunk: Int(positions[chunk]), index: index)
  }

  /// Returns the place behind a number.
  func place(after number: Int32) -> Place {
    var place = place(of: number)
    place.index += 1
    return place
  }

  /// Returns the number after another, or −1 at the end.
  func next(_ number: Int32) -> Int32 { self.number(at: place(after: number)) }

  /// Returns the number before another, or −1 at the beginning.
  func previous(_ number: Int32) -> Int32 { self.number(before: place(of: number)) }

  /// Returns the first place whose number is not before what is looked for.
  @inline(__always)
  func partition(_ isBefore: (Int32) -> Bool) -> Place {
    var (low, high) = (0, order.count - 1)
    // The last chunk whose first number is before.
    while low < high {
      let middle = (low + high + 1) >> 1
      if isBefore(slots[Int(order[middle]) * ChunkedList.room]) { low = middle } else { high = middle - 1 }
    }
    let base = slots.base + Int(order[low]) * ChunkedList.room
    var (first, end) = (0, Int(counts[order[low]]))
    while first < end {
      let middle = (first + end) >> 1
      if isBefore(base[middle]) { first = middle + 1 } else { end = middle }
    }
    return Place(chunk: low, index: first)
  }

  /// Adds a number before the one at a place; returns the place after it.
  @discardableResult
  mutating func insert(_ number: Int32, at place: Place) -> Place {
    var place = place
    if Int(counts[order[place.chunk]]) == ChunkedList.room { place = halve(place) }
    let chunk = order[place.chunk]
    let base = slots.base + Int(chunk) * ChunkedList.room
    let tail = Int(counts[chunk]) - place.index
    if tail > 0 { (base + place.index + 1).update(from: base + place.index, count: tail) }
    base[place.index] = number
    counts[chunk] += 1
    homes[number] = chunk
    return Place(chunk: place.chunk, index: place.index + 1)
  }

  mutating func remove(_ number: Int32) {
    let place = place(of: number)
    let chunk = homes[number]
    let base = slots.base + Int(chunk) * ChunkedList.room
    counts[chunk] -= 1
    homes[number] = -1
    let tail = Int(counts[chunk]) - place.index
    if tail > 0 { (base + place.index).update(from: base + place.index + 1, count: tail) }
    if counts[chunk] == 0 && order.count > 1 {
      order.moveTail(at: place.chunk, removed: 1, inserted: 0)
      renumber(from: place.chunk)
      spare.append(chunk)
    }
  }

  /// Puts a number in the place of the one that stands there; returns the place after it.
  @inline(__always)
  mutating func replace(at place: Place, by number: Int32) -> Place {
    var place = place
    if place.index == Int(counts[order[place.chunk]]) { place = Place(chunk: place.chunk + 1, index: 0) }
    let chunk = order[place.chunk]
    let slot = Int(chunk) * ChunkedList.room + place.index
    homes[slots[slot]] = -1
    slots[slot] = number
    homes[number] = chunk
    return Place(chunk: place.chunk, index: place.index + 1)
  }

  /// Lets a number and the one after it change places.
  mutating func swap(_ first: Int32, _ second: Int32) {
    let (a, b) = (place(of: first), place(of: second))
    let (chunkA, chunkB) = (homes[first], homes[second])
    slots[Int(chunkA) * ChunkedList.room + a.index] = second
    slots[Int(chunkB) * ChunkedList.room + b.index] = first
    (homes[first], homes[second]) = (chunkB, chunkA)
  }

  private mutating func addChunk(at position: Int) {
    let chunk: Int32
    if spare.count > 0 {
      chunk = spare.removeLast()
    } else {
      chunk = Int32(truncatingIfNeeded: counts.count)
      counts.append(0)
      positions.append(0)
      slots.resizeUninitialized(to: slots.count + ChunkedList.room)
    }
    counts[chunk] = 0
    order.moveTail(at: position, removed: 0, inserted: 1)
    order[position] = chunk
    renumber(from: position)
  }

  private mutating func renumber(from first: Int) {
    for position in first..<order.count { positions[order[position]] = Int32(truncatingIfNeeded: position) }
  }

  /// Moves the second half of a full chunk to a new one; returns where a place in it has come to.
  private mutating func halve(_ place: Place) -> Place {
    addChunk(at: place.chunk + 1)
    let (full, fresh) = (order[place.chunk], order[place.chunk + 1])
    let half = ChunkedList.room / 2
    let source = slots.base + Int(full) * ChunkedList.room + half
    let target = slots.base + Int(fresh) * ChunkedList.room
    target.update(from: source, count: half)
    for index in 0..<half { homes[target[index]] = fresh }
    (counts[full], counts[fresh]) = (Int32(half), Int32(half))
    return place.index <= half ? place : Place(chunk: place.chunk + 1, index: place.index - half)
  }
}
