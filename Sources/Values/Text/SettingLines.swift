/// Settings as lines of `name = value`, as a person may read and write them, too.
///
/// A name ends at the first blank or equals sign. What follows a second equals sign belongs to the value. Lines without
/// a name or a value are passed over, so that a damaged file costs only its damaged lines.
public struct SettingLines: Sequence, Sendable {
  private var lines: [(name: String, value: String)] = []

  /// Creates no lines.
  public init() {}

  /// Reads the lines of `text`; a name may come several times, in the order in which it stands there.
  public init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.drop(while: \.isWhitespace)
      let name = line.prefix { !$0.isWhitespace && $0 != "=" }
      var value = line.dropFirst(name.count).drop(while: \.isWhitespace)
      if value.first == "=" { value = value.dropFirst().drop(while: \.isWhitespace) }
      while value.last?.isWhitespace == true { value.removeLast() }
      if !name.isEmpty, !value.isEmpty { lines.append((String(name), String(value))) }
    }
  }

  /// Adds a line; nil adds none. The name has neither blanks nor equals signs, the value no ends of lines.
  public mutating func add(_ name: String, _ value: String?) {
    precondition(!name.isEmpty && !name.contains { $0.isWhitespace || $0 == "=" }, "a name is one word")
    if let value { lines.append((name, value.filter { !$0.isNewline })) }
  }

  /// The lines as they are kept in a file.
  public var text: String {
    lines.map { "\($0.name) = \($0.value)\n" }.joined()
  }

  public func makeIterator() -> some IteratorProtocol<(name: String, value: String)> {
    lines.makeIterator()
  }
}
