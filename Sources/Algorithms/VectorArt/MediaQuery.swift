import Geometry
import Localization
import Text

/// Conditions in parentheses, combined by `and`, `or` and `not`, as in `@media` and `@supports`.
struct ConditionReader {
  var reader: CSSReader

  /// Returns whether the condition in parentheses, or in a function, holds; nil if unknown.
  let leaf: (_ function: String?, _ content: String) -> Bool?

  private static let deepest = 16

  /// Reads a condition; nil if its result is unknown.
  mutating func condition(depth: Int = 0) throws(CSSSyntaxError) -> Bool? {
    if word == "not" {
      reader.advance()
      return try operand(depth: depth).map { !$0 }
    }
    var result = try operand(depth: depth)
    // All operators must be the same.
    guard let word, word == "and" || word == "or" else { return result }
    while self.word == word {
      reader.advance()
      let next = try operand(depth: depth)
      // An unknown operand decides nothing unless the other operand does (Kleene).
      let deciding = word == "or"
      if result == deciding || next == deciding {
        result = deciding
      } else if result == nil || next == nil {
        result = nil
      } else {
        result = !deciding
      }
    }
    return result
  }

  private var word: String? {
    if case .word(let word) = reader.next { CSSReader.folded(word) } else { nil }
  }

  private mutating func operand(depth: Int) throws(CSSSyntaxError) -> Bool? {
    guard depth < Self.deepest else {
      throw reader.fault(Message("conditions are nested too deeply"), at: reader.start)
    }
    switch reader.next {
    case .function(let name):
      reader.advance()
      let content = reader.value { _ in false } ?? ""
      guard reader.next == .end || reader.skip(")") else { throw fault() }
      return leaf(name, content)
    case .mark("("):
      reader.advance()
      let start = reader
      let startsCondition =
        switch reader.next {
        case .mark("("), .function: true
        default: word == "not"
        }
      if startsCondition, let inner = try? condition(depth: depth + 1),
        reader.next == .end || reader.skip(")")
      {
        return inner
      }
      reader = start
      let content = reader.value { _ in false } ?? ""
      guard reader.next == .end || reader.skip(")") else { throw fault() }
      return leaf(nil, content)
    default: throw fault()
    }
  }

  private func fault() -> CSSSyntaxError { reader.fault(Message("a condition is missing"), at: reader.start) }
}

/// The answers to `@media` (Media Queries 4) for a drawing: a light screen as large as the drawing, without motion
/// and pointer.
struct MediaQuery {
  /// The size of the drawing, in pixels.
  let size: Size

  /// Returns whether one of a list of queries holds; an empty list does.
  func holds(_ text: String) -> Bool {
    var reader = CSSReader(text)
    if reader.next == .end { return true }
    var isAny = false
    repeat {
      let query = reader.value { $0 == .mark(",") }
      if let query, (try? holds(query: query)) == true { isAny = true }
      // An unmatched bracket invalidates the query, but not the list.
      while reader.next != .end, reader.next != .mark(",") { reader.advance() }
    } while reader.skip(",")
    return isAny
  }

  private func holds(query: String) throws(CSSSyntaxError) -> Bool {
    var conditions = ConditionReader(reader: CSSReader(query)) { function, content in
      function == nil ? feature(content) : nil
    }
    var isNegated = false
    var result: Bool?
    var begins = conditions.reader
    if case .word(let word) = begins.next, word == "not" || word == "only" {
      begins.advance()
      isNegated = word == "not"
    }
    if case .word(let type) = begins.next {
      begins.advance()
      conditions.reader = begins
      guard !["and", "or", "not", "only", "layer"].contains(type) else { return false }
      result = type == "all" || type == "screen"
      if conditions.reader.next == .word("and") {
        conditions.reader.advance()
        let rest = try conditions.condition()
        result = result == true ? rest : false
      }
      if isNegated { result = result.map { !$0 } }
    } else {
      result = try conditions.condition()
    }
    guard conditions.reader.next == .end else { return false }
    return result ?? false
  }

  // MARK: Features

  private func feature(_ text: String) -> Bool? {
    var reader = CSSReader(text)
    guard case .word(let word) = reader.next else { return range(&reader) }
    var rest = reader
    rest.advance()
    if rest.next == .end { return isTrue(word) }
    guard rest.skip(":") else { return range(&reader) }
    if case .word(let value) = rest.next {
      rest.advance()
      guard rest.next == .end, let own = words[word] else { return nil }
      return own == value
    }
    guard let value = value(&rest), rest.next == .end else { return nil }
    for (prefix, compares) in [("min-", { $0 >= $1 }), ("max-", { $0 <= $1 })]
      as [(String, (Double, Double) -> Bool)]
    where word.hasPrefix(prefix) {
      return numbers[String(word.dropFirst(4))].map { compares($0, value) }
    }
    return numbers[word].map { $0 == value }
  }

  /// The answer to a feature without a value: whether it is present at all.
  private func isTrue(_ word: String) -> Bool? {
    if let number = numbers[word] { return number != 0 }
    return words[word].map { $0 != "none" && $0 != "no-preference" }
  }

  /// Reads `width >= 600px`, `600px <= width` or `400px < width < 800px`.
  private func range(_ reader: inout CSSReader) -> Bool? {
    guard let first = operand(&reader), let comparison = comparison(&reader), let second = operand(&reader)
    else { return nil }
    let result = comparison(first, second)
    if reader.next == .end { return result }
    guard let next = self.comparison(&reader), let third = operand(&reader), reader.next == .end else {
      return nil
    }
    return result && next(second, third)
  }

  private func operand(_ reader: inout CSSReader) -> Double? {
    guard case .word(let word) = reader.next else { return value(&reader) }
    reader.advance()
    return numbers[word]
  }

  private func comparison(_ reader: inout CSSReader) -> ((Double, Double) -> Bool)? {
    if reader.skip("=") { return { $0 == $1 } }
    let isLess = reader.next == .mark("<")
    guard isLess || reader.next == .mark(">") else { return nil }
    reader.advance()
    let isClosed = !reader.followsSpace && reader.skip("=")
    return switch (isLess, isClosed) {
    case (true, true): { $0 <= $1 }
    case (true, false): { $0 < $1 }
    case (false, true): { $0 >= $1 }
    case (false, false): { $0 > $1 }
    }
  }

  /// Reads a number, a length, a resolution or a ratio.
  private func value(_ reader: inout CSSReader) -> Double? {
    var lengths = Length.absoluteUnits
    for unit in ["em", "rem"] { lengths[unit] = 16 }
    let dots: [String: Double] = ["dppx": 1, "x": 1, "dpi": 1 / 96, "dpcm": 2.54 / 96]
    if case .dimension(let number, let unit) = reader.next, let density = dots[unit] {
      reader.advance()
      return number * density
    }
    guard let first = try? CSSMath(lengths: lengths).value(&reader) else { return nil }
    guard first.unit == .number, reader.skip("/") else { return first.value }
    guard let second = try? CSSMath().value(&reader), second.unit == .number else { return nil }
    return first.value / second.value
  }

  private var numbers: [String: Double] {
    [
      "width": size.width, "height": size.height, "device-width": size.width, "device-height": size.height,
      "aspect-ratio": size.width / size.height, "device-aspect-ratio": size.width / size.height,
      "resolution": 1, "-webkit-device-pixel-ratio": 1, "color": 8, "color-index": 0, "monochrome": 0,
      "grid": 0, "horizontal-viewport-segments": 1, "vertical-viewport-segments": 1,
    ]
  }

  private var words: [String: String] {
    [
      "orientation": size.width > size.height ? "landscape" : "portrait", "prefers-color-scheme": "light",
      "prefers-reduced-motion": "no-preference", "prefers-reduced-transparency": "no-preference",
      "prefers-reduced-data": "no-preference", "prefers-contrast": "no-preference", "forced-colors": "none",
      "inverted-colors": "none", "hover": "none", "any-hover": "none", "pointer": "none",
      "any-pointer": "none", "update": "none", "overflow-block": "none", "overflow-inline": "none",
      "scripting": "none", "scan": "progressive", "color-gamut": "srgb", "dynamic-range": "standard",
      "video-color-gamut": "srgb", "video-dynamic-range": "standard", "display-mode": "browser",
      "environment-blending": "opaque",
    ]
  }
}
