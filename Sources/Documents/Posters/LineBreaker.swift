import Text
import Typography

/// Breaks a text into lines of widths that are as equal as its words allow.
struct LineBreaker {
  /// A line: its characters, without the spaces at its ends, and its width in em.
  struct Part {
    let range: Range<Int>
    let width: Double
  }

  /// Where a line may begin or end: from where it shows letters, and up to where.
  private struct Place {
    let start: Int
    let end: Int
    let startX: Double
    let endX: Double
  }

  /// The least cost of so many lines up to a place, and where the last of them begins.
  private typealias Cost = (widest: Double, squares: Double, start: Int)

  private let places: [Place]
  /// For each number of lines the costs up to each place.
  private var rows: [[Cost?]]

  /// Measures a text; widths are those of the letters as they stand on one line.
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

  /// How many lines there can be.
  var mostLines: Int { places.count - 1 }

  private func part(_ start: Int, _ end: Int) -> Part {
    let (first, last) = (places[start], places[end])
    return Part(range: first.start..<max(first.start, last.end), width: abs(last.endX - first.startX))
  }

  /// Returns so many lines of which the widest is as narrow as possible, and the others as equal as that allows; nil
  /// where there are not so many words.
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

  /// Returns the costs with one line more: the best of those of one less and a last line (dynamic programming, as Knuth
  /// and Plass break paragraphs).
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
