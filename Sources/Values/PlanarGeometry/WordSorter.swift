/// Sorts words whose upper bits are a height on the grid, which are spread over many heights as a rule.
///
/// Words go into buckets by height and are then sorted by insertion, which has little left to do; when it has
/// more, the library's sort ends the work.
package struct WordSorter: ~Copyable, Sendable {
  private var counts = ScratchBuffer<Int32>(capacity: 256)
  private var scattered = ScratchBuffer<UInt64>(capacity: 256)

  /// Creates a sorter without scratch storage; it grows with what is sorted.
  package init() {}

  /// Sorts `words`, whose height begins at the bit `heightShift`.
  package mutating func sort(_ words: inout ScratchBuffer<UInt64>, heightShift: UInt64) {
    let count = words.count
    if count < 2 { return }
    if count > 24 { scatter(&words, heightShift) }
    var moves = 16 * count
    for position in 1..<count {
      let word = words[position]
      var place = position
      while place > 0 && words[place - 1] > word {
        words[place] = words[place - 1]
        place -= 1
      }
      words[place] = word
      moves -= position - place
      if moves < 0 { return words.sort() }
    }
  }

  private mutating func scatter(_ words: inout ScratchBuffer<UInt64>, _ heightShift: UInt64) {
    let count = words.count
    var all: UInt64 = 0
    for position in 0..<count { all |= words[position] }
    // As many buckets as words, roughly: the uppermost bits of the greatest height.
    let heightBits = 64 - (all >> heightShift).leadingZeroBitCount
    let bucketBits = min(64 - UInt64(count).leadingZeroBitCount, heightBits, 16)
    let shift = heightShift + UInt64(heightBits - bucketBits)
    let buckets = 1 << bucketBits
    counts.resizeUninitialized(to: buckets)
    for bucket in 0..<buckets { counts[bucket] = 0 }
    for position in 0..<count { counts[Int(truncatingIfNeeded: words[position] >> shift)] &+= 1 }
    var start: Int32 = 0
    for bucket in 0..<buckets {
      let size = counts[bucket]
      counts[bucket] = start
      start &+= size
    }
    scattered.resizeUninitialized(to: count)
    for position in 0..<count {
      let word = words[position]
      let bucket = Int(truncatingIfNeeded: word >> shift)
      scattered[counts[bucket]] = word
      counts[bucket] &+= 1
    }
    swap(&words, &scattered)
  }
}
