/// Suggests words for misspelled ones.
public enum Spelling {
  /// Returns the word with the fewest differences from `word`, or nil if none is similar.
  ///
  /// A difference is an added, missing or wrong letter, or two swapped neighbours; case is ignored. One difference is
  /// allowed for every three letters.
  public static func nearest(to word: String, among words: [String]) -> String? {
    let limit = max(1, word.count / 3)
    guard word.count <= longest else { return nil }
    let near = words.map { (word: $0, slips: slips(from: word.lowercased(), to: $0.lowercased())) }
      .min { $0.slips < $1.slips }
    return near.flatMap { $0.slips <= limit ? $0.word : nil }
  }

  /// The longest word that is checked.
  private static let longest = 64

  /// Returns the optimal string alignment distance: the fewest differences between two words, with no letter edited
  /// twice. It is case-sensitive.
  public static func slips(from a: String, to b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var least = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
