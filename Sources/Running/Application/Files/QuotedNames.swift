import Files

/// A list of file names within a sentence: “a.png”, “b.png” and “c.png”.
package struct QuotedNames: CustomStringConvertible {
  package let description: String

  /// Creates the list from paths; empty for no paths.
  package init(_ paths: [String]) {
    let names = paths.map { "“\(FilePath($0).name)”" }
    if let last = names.last, names.count > 1 {
      description = names.dropLast().joined(separator: ", ") + " and " + last
    } else {
      description = names.first ?? ""
    }
  }
}
