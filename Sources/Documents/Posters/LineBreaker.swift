import Text
import Typography

/// Breaks a text into lines of widths as equal as its words allow.
struct LineBreaker {
  /// A line: its characters, without the spaces at its ends, and its width in em.
  struct Part {
    let range: Range<Int>
    let width: Double
  }

  /// A possible break: where a line after it starts, and where the one before it ends.
  private struct Place {
    let start: Int
    let end: Int
    let startX: Double
    let endX: Double
  }

  /// The minimum cost of a number of lines up to a place, and the start of the last one.
  private typealias Cost = (widest: Double, squares: Double, start: Int)

  private let places: [Place]
  /// The costs up to each place, for each number of lines.
  private var rows: [[Cost?]]

  /// Measures a text; widths are those of the letters set on one line.
  init(_ text: String, font: Font, language: String? = nil, typesetter: Typesetter) {
    let characters = Array(text)
    var sized = font
    sized.size = 100
    let line = typesetter.line(TextSetting(text, font: sized, language: language))
    let boundaries = [0] + typesetter.breaks(in: text, language: language) + [characters.count]
    places = boundaries.map { boundary in
      var (start, end) = (boundary, boundary)
      while start < characters.count, characters[start].isWhitespace { start += 1 }
      while end > 0, characters[end - 1].isWhitespace { end -= 1 }
      return Place(
        start: start, end: end, startX: line.caret(at: start).x / 100, endX: line.caret(at: end).x / 100)
    }
    rows = [[(0, 0, 0)] + Array(repeating: nil, count: boundaries.count - 1)]
  }

  /// The maximum number of lines.
  var mostLines: Int { places.count - 1 }

  private func part(_ start: Int, _ end: Int) -> Part {
    let (first, last) = (places[start], places[end])
    return Part(range: first.start..<max(first.start, last.end), width: abs(last.endX - first.startX))
  }

  /// Returns the text in `count` lines, the widest as narrow as possible, and the others as equal as that allows; nil
  /// with fewer words.
  mutating func lines(_ count: Int) -> [Part]? {
    guard count >= 1, count <= mostLines else { return nil }
    while rows.count <= count { rows.append(nextRow()) }
    var parts: [Part] = []
    var end = mostLines
    for number in stride(from: count, to: 0, by: -1) {
      guard let cost = rows[number][end] else { return nil }
      parts.insert(part(cost.start, end), at: 0)
      end = cost.start
    }
    return parts
  }

  /// Returns the costs for one more line: the best sum of the costs for one line less and a last line (dynamic
  /// programming, as in Knuth and Plass's line breaking).
  private func nextRow() -> [Cost?] {
    let number = rows.count
    var row: [Cost?] = Array(repeating: nil, count: mostLines + 1)
    for end in number...mostLines {
      for start in (number - 1)..<end {
        guard let before = rows[number - 1][start] else { continue }
        let width = part(start, end).width
        let (widest, squares) = (max(before.widest, width), before.squares + width * width)
        if let known = row[end], (known.widest, known.squares) <= (widest, squares) { continue }
        row[end] = (widest, squares, start)
      }
    }
    return row
  }
}
