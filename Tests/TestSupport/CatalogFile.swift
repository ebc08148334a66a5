/// The bytes of a `.mo` file, written here so that each of them can be wrong.
public struct CatalogFile {
  /// The texts and their translations, as the file has them: contexts and plural forms with their separators.
  public var entries: [(original: String, translation: String)] = []
  /// Whether the most significant byte of a number comes first.
  public var isBigEndian = false

  /// Creates a file with a header that says UTF-8 and the plurals of English, or with another one.
  public init(_ entries: [(String, String)], header: String? = nil, isBigEndian: Bool = false) {
    let usual = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
    self.entries = [("", header ?? usual)] + entries.map { (original: $0.0, translation: $0.1) }
    self.isBigEndian = isBigEndian
  }

  /// The file, sorted as it has to be.
  public var bytes: [UInt8] {
    let sorted = entries.sorted { Array($0.original.utf8).lexicographicallyPrecedes(Array($1.original.utf8)) }
    func word(_ number: Int) -> [UInt8] {
      let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    let tables = 28
    let texts = tables + 16 * sorted.count
    var (descriptions, strings): ([UInt8], [UInt8]) = ([], [])
    for text in sorted.map(\.original) + sorted.map(\.translation) {
      descriptions += word(text.utf8.count) + word(texts + strings.count)
      strings += Array(text.utf8) + [0]
    }
    let head = [0x9504_12de, 0, sorted.count, tables, tables + 8 * sorted.count, 0, texts].flatMap(word)
    return head + descriptions + strings
  }
}
