/// Which word was probably meant where another was written.
public enum Spelling {
  /// Returns the word that differs from `word` by the fewest slips, or nil when none is like it.
  ///
  /// A slip is a letter too much, too few, wrong, or in the other order with its neighbour; capitals count as small
  /// letters. Every three letters may have one.
  public static func nearest(to word: String, among words: [String]) -> String? {
    let limit = max(1, word.count / 3)
    guard word.count <= longest else { return nil }
    let near = words.map { (word: $0, slips: slips(from: word.lowercased(), to: $0.lowercased())) }
      .min { $0.slips < $1.slips }
    return near.flatMap { $0.slips <= limit ? $0.word : nil }
  }

  /// No longer word is looked at.
  private static let longest = 64

  /// Returns the least number of slips between two words, no letter being touched twice: the optimal string
  /// alignment distance. Case counts.
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
