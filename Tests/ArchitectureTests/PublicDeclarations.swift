/// The public declarations of a Swift file, read line by line, and whether they are documented.
struct PublicDeclarations {
  struct Declaration: Hashable {
    let name: String

    /// The line of the declaration, from 1.
    let line: Int

    /// Whether a documentation comment stands before it that says more than its name.
    let isDocumented: Bool
  }

  private(set) var all: [Declaration] = []

  /// The names that protocols require; whatever is declared for them inherits their comments.
  private(set) var requirements: Set<String> = []

  init(in source: String) {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    var scopes: [Scope] = []
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0 == " " }
      guard !text.isEmpty, !text.hasPrefix("//") else { continue }
      let indent = line.utf8.count - text.utf8.count
      while let scope = scopes.last, indent <= scope.indent { scopes.removeLast() }
      let scope = scopes.last { indent == $0.indent + 2 }
      if let name = Self.name(in: text, scope?.kind) {
        all.append(
          Declaration(
            name: name, line: index + 1, isDocumented: Self.isDocumented(name, before: index, lines)))
        if scope?.kind == .requirements, name != "init" { requirements.insert(name) }
      }
      if text.hasSuffix("{") { scopes.append(Scope(indent: indent, kind: Scope.Kind(text))) }
    }
  }

  /// A brace that is open.
  private struct Scope {
    enum Kind {
      case cases, requirements, other

      init(_ text: Substring) {
        let isPublic = text.hasPrefix("public ")
        self =
          isPublic && text.contains(" enum ")
          ? .cases : isPublic && text.contains(" protocol ") ? .requirements : .other
      }
    }

    let indent: Int
    let kind: Kind
  }

  private static let keywords: Set<Substring> = [
    "var", "let", "func", "init", "subscript", "struct", "enum", "class", "actor", "protocol", "typealias",
    "associatedtype",
  ]

  /// Declarations documented elsewhere: members of a superclass, and requirements of the standard library's protocols.
  private static let inherited: [String] = [
    "override ", "extension ", "import ", "var description", "let description", "func == ", "func < ",
    "func hash(into",
    "func encode(to", "init(from decoder", "rawValue", "Literal",
  ]

  /// Returns the name that a line declares for other modules, of several cases the first.
  private static func name(in text: Substring, _ scope: Scope.Kind?) -> String? {
    // Most lines begin with none of these, and need not be taken apart.
    let isMarked = ["public ", "open ", "@"].contains(where: text.hasPrefix)
    let isCase = scope == .cases && (text.hasPrefix("case ") || text.hasPrefix("indirect "))
    guard isMarked || isCase || scope == .requirements else { return nil }
    let words = text.split { " (:<?=,".contains($0) }
    if isCase { return words.first { $0 != "case" && $0 != "indirect" }.map(String.init) }
    guard scope == .requirements || words.contains("public") || words.contains("open"),
      !inherited.contains(where: text.contains)
    else { return nil }
    guard let keyword = words.firstIndex(where: keywords.contains) else { return nil }
    let isNameless = words[keyword] == "init" || words[keyword] == "subscript"
    return String(isNameless || keyword + 1 == words.count ? words[keyword] : words[keyword + 1])
  }

  private static func isDocumented(_ name: String, before index: Int, _ lines: [Substring]) -> Bool {
    var index = index - 1
    while index > 0, lines[index].drop(while: { $0 == " " }).hasPrefix("@"), !lines[index].contains("public ")
    {
      index -= 1
    }
    guard index >= 0 else { return false }
    let comment = lines[index].drop { $0 == " " }
    guard comment.hasPrefix("///") else { return false }
    return index > 0 && lines[index - 1].contains("///") || !saysOnly(name, comment)
  }

  /// Returns whether a comment has no word that the name does not have.
  private static func saysOnly(_ name: String, _ comment: Substring) -> Bool {
    let fillers: Set<String> = ["the", "a", "an", "of", "is", "whether", "returns", "creates"]
    let words = comment.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "`" }.map(String.init)
    return words.allSatisfy { fillers.contains($0) || name.lowercased().contains($0) }
  }
}
