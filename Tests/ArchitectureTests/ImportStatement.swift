import Foundation

/// One `import` of a Swift file.
struct ImportStatement: Hashable {
  let module: String

  /// The line on which the statement begins, counted from 1.
  let line: Int

  /// The attributes and the access level before `import`.
  let modifiers: [String]

  /// Returns the imports of a source text; those in comments and in string literals are none.
  static func all(in source: String) -> [ImportStatement] {
    let code = SourceCode(upToLastImport(source)).withoutCommentsAndStrings
    return code.matches(of: pattern).map { match in
      let modifiers = match.output.modifiers.split(whereSeparator: \.isWhitespace).map(String.init)
      let start = modifiers.isEmpty ? match.output.keyword.startIndex : match.output.modifiers.startIndex
      return ImportStatement(
        module: String(match.output.module), line: 1 + code[..<start].count(where: \.isNewline),
        modifiers: modifiers)
    }
  }

  /// Returns the lines up to the last one with the word; what follows need not be read.
  private static func upToLastImport(_ source: String) -> String {
    let bytes = Array(source.utf8)
    guard let last = Data(bytes).range(of: Data("import".utf8), options: .backwards) else { return "" }
    let end = bytes[last.upperBound...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  private static var pattern: Regex<(Substring, modifiers: Substring, keyword: Substring, module: Substring)>
  {
    #/
      (?: ^ | ; ) \s*
      (?<modifiers> (?: (?: @\w+ (?: \([^)]*\) )? | public | package | internal | fileprivate | private ) \s+ )* )
      (?<keyword> import ) \s+
      (?: (?: struct | class | enum | protocol | typealias | func | let | var | actor ) \s+ )?
      `? (?<module> [A-Za-z_]\w* )
    /#.anchorsMatchLineEndings()
  }
}
