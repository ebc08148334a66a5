/// Words of bits of which none begins another one, given by their lengths alone.
///
/// Words are numbered from 0 on, shorter ones first and those of one length in the order of the symbols.
struct PrefixCode {
  /// How many bits each symbol takes; 0 where it has no word.
  let lengths: [Int]
  let words: [Int]

  init(lengths: [Int]) {
    self.lengths = lengths
    var words = [Int](repeating: 0, count: lengths.count)
    var (next, last) = (0, 0)
    for symbol in lengths.indices.filter({ lengths[$0] > 0 }).sorted(by: { lengths[$0] < lengths[$1] }) {
      next <<= lengths[symbol] - last
      last = lengths[symbol]
      words[symbol] = next
      next += 1
    }
    self.words = words
  }

  /// Whether every row of bits begins with one of the words.
  var isComplete: Bool {
    let longest = lengths.max() ?? 0
    return lengths.reduce(0) { $0 + ($1 > 0 ? 1 << (longest - $1) : 0) } == 1 << longest
  }
}
