/// Settings as lines of `name = value`, which a person can also read and edit.
///
/// A name ends at the first blank or equals sign. A further equals sign belongs to the value. Lines without a name or a
/// value are skipped, so that damage affects only the damaged lines.
public struct SettingLines: Sequence, Sendable {
  private var lines: [(name: String, value: String)] = []

  /// Creates an empty list.
  public init() {}

  /// Parses the lines of `text`; a name may occur several times, and the order is kept.
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

  /// Appends a line unless the value is nil. The name must not contain blanks or equals signs; line breaks are removed
  /// from the value.
  public mutating func add(_ name: String, _ value: String?) {
    precondition(!name.isEmpty && !name.contains { $0.isWhitespace || $0 == "=" }, "a name is one word")
    if let value { lines.append((name, value.filter { !$0.isNewline })) }
  }

  /// The lines as file content.
  public var text: String {
    lines.map { "\($0.name) = \($0.value)\n" }.joined()
  }

  public func makeIterator() -> some IteratorProtocol<(name: String, value: String)> {
    lines.makeIterator()
  }
}
