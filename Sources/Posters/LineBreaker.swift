import Typography

/// Breaks a text into lines of widths that are as equal as its words allow.
struct LineBreaker {
  /// A line: its characters, without the spaces at its ends, and its width in em.
  struct Part {
    let range: Range<Int>
    let width: Double
  }

  private let characters: [Character]
  /// Where a line may begin, the start and the end of the text among them.
  private let places: [Int]
  /// Where in the unbroken line each boundary between characters is, in em.
  private let positions: [Double]

  init(_ text: String, font: Font, typesetter: Typesetter) {
    characters = Array(text)
    places = [0] + typesetter.breaks(in: text) + [characters.count]
    var sized = font
    sized.size = 100
    let line = typesetter.line(text, font: sized)
    positions = (0...characters.count).map { line.caret(at: $0).x / 100 }
  }

  /// How many lines there can be.
  var mostLines: Int { places.count - 1 }

  private func part(_ start: Int, _ end: Int) -> Part {
    var (low, high) = (places[start], places[end])
    while low < high, characters[low].isWhitespace { low += 1 }
    while high > low, characters[high - 1].isWhitespace { high -= 1 }
    return Part(range: low..<high, width: abs(positions[high] - positions[low]))
  }

  /// Returns so many lines of which the widest is as narrow as possible, and the others as wide as that allows; nil
  /// where there are not so many words.
  func lines(_ count: Int) -> [Part]? {
    guard count >= 1, count <= mostLines else { return nil }
    // The least cost of lines up to each place, and where the last of them begins (Knuth and Plass' method).
    typealias Cost = (widest: Double, squares: Double, start: Int)
    var rows: [[Cost?]] = [[(0, 0, 0)] + Array(repeating: nil, count: mostLines)]
    for number in 1...count {
      var row: [Cost?] = Array(repeating: nil, count: mostLines + 1)
      for end in number...mostLines {
        for start in (number - 1)..<end {
          guard let before = rows[number - 1][start] else { continue }
          let width = part(start, end).width
          let cost = (max(before.widest, width), before.squares + width * width)
          if let known = row[end], (known.widest, known.squares) <= cost { continue }
          row[end] = (cost.0, cost.1, start)
        }
      }
      rows.append(row)
    }
    var parts: [Part] = []
    var end = mostLines
    for number in stride(from: count, to: 0, by: -1) {
      guard let cost = rows[number][end] else { return nil }
      parts.insert(part(cost.start, end), at: 0)
      end = cost.start
    }
    return parts
  }
}
