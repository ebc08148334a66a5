/// The prefix codes of the format: `PathCodeFormat.md`, “Symbols”.
enum CodeTable {
  /// The contexts of the code, each with its own prefix code.
  enum Place: Int, CaseIterable {
    // Two numbers at a time, and the three of a curve's shape.
    case start, line, curve, smoothCurve
    case shape
    // One number at a time.
    case axis, height, turn, count
    case form
    case kindAtStart, kindAfterLine, kindAfterCurve, kindAfterSmoothCurve

    /// The number of sizes that a symbol encodes.
    @inline(__always) var numbers: Int {
      switch self {
      case .start, .line, .curve, .smoothCurve: 2
      case .shape: 3
      case .axis, .height, .turn, .count: 1
      default: 0
      }
    }

    /// The length of the longest code in bits.
    @inline(__always) var width: Int {
      switch numbers {
      case 2, 3: 11
      case 1: 8
      default: self == .form ? 6 : 2
      }
    }

    /// The start of the table in `slots`, where all tables are adjacent to share the processor's cache.
    @inline(__always) var offset: Int {
      switch numbers {
      case 2, 3: rawValue << 11
      case 1: 5 << 11 + (rawValue - Place.axis.rawValue) << 8
      default:
        self == .form
          ? 5 << 11 + 4 << 8 : 5 << 11 + 4 << 8 + 1 << 6 + (rawValue - Place.kindAtStart.rawValue) << 2
      }
    }

    /// The number of encodable sizes; larger ones need an escape.
    var sizeLimit: Int { self == .shape ? 10 : 16 }

    /// Whether the first number is positive, so that its first digit and its sign are omitted.
    @inline(__always) var isFirstPositive: Bool {
      self == .smoothCurve || self == .count
    }

    /// The number of symbols for sizes: one for every combination.
    private var choices: Int { (0..<numbers).reduce(1) { all, _ in all * sizeLimit } }

    /// The last symbol, after which each number is written with its size.
    var escape: Int? { numbers == 0 ? nil : choices }

    var symbols: Int { numbers == 0 ? (self == .form ? 8 : 3) : choices + 1 }

    /// Returns the sizes that a symbol encodes; the first number's is the most significant.
    func sizes(_ symbol: Int) -> [Int] {
      var rest = symbol
      return (0..<numbers).map { _ in
        defer { rest /= sizeLimit }
        return rest % sizeLimit
      }.reversed()
    }

    /// Returns the symbol for numbers of these sizes, or nil if one is too large.
    func symbol(_ sizes: [Int]) -> Int? {
      sizes.allSatisfy { $0 < sizeLimit } ? sizes.reduce(0) { $0 * sizeLimit + $1 } : nil
    }
  }

  /// The maximum size of an encodable number, in bits.
  static let mostBits = 43

  /// The code of each symbol in each place.
  static let codes = Place.allCases.map { PrefixCode(lengths: lengths($0)) }

  /// The lookup tables of all places: they are indexed by as many bits as the longest code of a place has.
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

/// A prefix code, defined by its code lengths alone.
///
/// Words are numbered from 0, shorter ones first, and words of equal length in the order of the symbols.
struct PrefixCode {
  /// The length of each symbol's word in bits; 0 without a word.
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

  /// Whether every sequence of bits begins with a word.
  var isComplete: Bool {
    let longest = lengths.max() ?? 0
    return lengths.reduce(0) { $0 + ($1 > 0 ? 1 << (longest - $1) : 0) } == 1 << longest
  }
}
