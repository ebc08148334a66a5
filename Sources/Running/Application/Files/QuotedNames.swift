import Files
package import Localization

/// A list of file names within a sentence: “a.png”, “b.png” and “c.png”.
package struct QuotedNames {
  private let names: [String]

  /// Creates the list from paths; empty for no paths.
  package init(_ paths: [String]) {
    names = paths.map { FilePath($0).name }
  }

  /// The list as a part of a message.
  package var message: Message {
    guard let last = names.last else { return Message(verbatim: "") }
    let others = Message.joined(names.dropLast().map(Self.quoted)) {
      Message("{first}, {second}", parts: ["first": $0, "second": $1])
    }
    guard let others else { return Self.quoted(last) }
    return Message("{names} and {last}", parts: ["names": others, "last": Self.quoted(last)])
  }

  private static func quoted(_ name: String) -> Message { Message("“{name}”", ["name": name]) }
}
