/// The prefix codes by which everything is written: `PathCodeFormat.md`, “Symbols”.
enum CodeTable {
  /// The places of the code, each with a prefix code of its own.
  enum Place: Int, CaseIterable {
    // Two numbers at a time, and the three of a curve's shape.
    case start, line, curve, smoothCurve
    case shape
    // One number at a time.
    case axis, height, turn, count
    case form
    case kindAtStart, kindAfterLine, kindAfterCurve, kindAfterSmoothCurve

    /// How many numbers a symbol tells the sizes of.
    @inline(__always) var numbers: Int {
      switch self {
      case .start, .line, .curve, .smoothCurve: 2
      case .shape: 3
      case .axis, .height, .turn, .count: 1
      default: 0
      }
    }

    /// How many bits the longest code has.
    @inline(__always) var width: Int {
      switch numbers {
      case 2, 3: 11
      case 1: 8
      default: self == .form ? 6 : 2
      }
    }

    /// Where the table begins among all slots, which lie close together to share what the processor keeps near.
    @inline(__always) var offset: Int {
      switch numbers {
      case 2, 3: rawValue << 11
      case 1: 5 << 11 + (rawValue - Place.axis.rawValue) << 8
      default:
        self == .form
          ? 5 << 11 + 4 << 8 : 5 << 11 + 4 << 8 + 1 << 6 + (rawValue - Place.kindAtStart.rawValue) << 2
      }
    }

    /// How many sizes a symbol may tell; larger ones take an escape.
    var sizeLimit: Int { self == .shape ? 10 : 16 }

    /// Whether the first number is positive, so that its first digit and its sign need not be said.
    @inline(__always) var isFirstPositive: Bool {
      self == .smoothCurve || self == .count
    }

    /// How many symbols tell sizes: one for every choice.
    private var choices: Int { (0..<numbers).reduce(1) { all, _ in all * sizeLimit } }

    /// The symbol after which each number is written with its size; the last of all.
    var escape: Int? { numbers == 0 ? nil : choices }

    var symbols: Int { numbers == 0 ? (self == .form ? 8 : 3) : choices + 1 }

    /// Returns the sizes that a symbol stands for; the first number's counts most.
    func sizes(_ symbol: Int) -> [Int] {
      var rest = symbol
      return (0..<numbers).map { _ in
        defer { rest /= sizeLimit }
        return rest % sizeLimit
      }.reversed()
    }

    /// Returns the symbol for numbers of these sizes, or nil where one is too large.
    func symbol(_ sizes: [Int]) -> Int? {
      sizes.allSatisfy { $0 < sizeLimit } ? sizes.reduce(0) { $0 * sizeLimit + $1 } : nil
    }
  }

  /// The longest number that can be coded, in bits.
  static let mostBits = 43

  /// The code of each symbol in each place.
  static let codes = Place.allCases.map { PrefixCode(lengths: lengths($0)) }

  /// What every possible row of bits begins with, in every place: the reader looks up as many bits as the longest code
  /// of the place has.
  static let slots: [CodeEntry] = {
    let last = Place.kindAfterSmoothCurve
    var slots = [CodeEntry](repeating: CodeEntry(escapeLength: 1), count: last.offset + 1 << last.width)
    for place in Place.allCases {
      let code = codes[place.rawValue]
      for symbol in 0..<place.symbols where code.lengths[symbol] > 0 {
        let free = place.width - code.lengths[symbol]
        let first = place.offset + code.words[symbol] << free
        for slot in first..<first + 1 << free { slots[slot] = CodeEntry(symbol, code.lengths[symbol], place) }
      }
    }
    return slots
  }()
}

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
