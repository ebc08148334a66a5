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
  package func text(in language: Language) -> String {
    let quoted = names.map { language.localized("“{name}”", ["name": $0]) }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return language.localized(
      "{names} and {last}", ["names": quoted.dropLast().joined(separator: ", "), "last": last])
  }
}
