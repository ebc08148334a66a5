import Files
package import Localization

/// A list of file names within a sentence: “a.png”, “b.png” and “c.png”.
package struct QuotedNames: CustomStringConvertible {
  private let names: [String]

  /// Creates the list from paths; empty for no paths.
  package init(_ paths: [String]) {
    names = paths.map { FilePath($0).name }
  }

  package var description: String { text(in: .english) }

  /// Returns the list in a language.
  package func text(in language: Language) -> String { language.localized(message) }

  /// The list as a part of a message.
  package var message: Message {
    guard let last = names.last else { return Message(verbatim: "") }
    guard names.count > 1 else { return Self.quoted(last) }
    return Message(
      "{names} and {last}", parts: ["names": Self.list(names.dropLast()), "last": Self.quoted(last)])
  }

  private static func quoted(_ name: String) -> Message { Message("“{name}”", ["name": name]) }

  /// Returns names with commas between them.
  private static func list(_ names: ArraySlice<String>) -> Message {
    guard let first = names.first, names.count > 1 else { return quoted(names.first ?? "") }
    // In halves, so that the nesting of thousands of names stays flat.
    let middle = names.startIndex + names.count / 2
    return Message(
      "{first}, {second}",
      parts: [
        "first": middle == names.startIndex ? quoted(first) : list(names[..<middle]),
        "second": list(names[middle...]),
      ])
  }
}
