import Files

/// The names of some files within a sentence: “a.png”, “b.png” and “c.png”.
package struct QuotedNames: CustomStringConvertible {
  package let description: String

  /// Creates what paths are called in a sentence; nothing for none.
  package init(_ paths: [String]) {
    let names = paths.map { "“\(FilePath($0).name)”" }
    if let last = names.last, names.count > 1 {
      description = names.dropLast().joined(separator: ", ") + " and " + last
    } else {
      description = names.first ?? ""
    }
  }
}
