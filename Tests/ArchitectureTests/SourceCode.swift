/// The text of a Swift file, read just far enough to tell code from comments and string literals.
struct SourceCode {
  private let bytes: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The text with each byte of a comment or string literal blanked; lines stay where they are.
  ///
  /// A quotation mark inside an interpolation ends a one-line literal too soon, which does no harm beyond
  /// its line.
  var withoutCommentsAndStrings: String {
    var result = bytes
    var index = 0
    while index < bytes.count {
      let end = endOfBlank(at: index)
      for blank in index..<end where !isNewline(blank) { result[blank] = UInt8(ascii: " ") }
      index = max(end, index + 1)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns where the comment or literal that begins at an index ends; the index itself when none begins.
  private func endOfBlank(at index: Int) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "/"):
      if starts("//", at: index) { return endOfLine(from: index) }
      return starts("/*", at: index) ? endOfBlockComment(at: index) : index
    case UInt8(ascii: "\""):
      if starts("\"\"\"", at: index) { return endOfText(from: index + 3) }
      return endOfString(from: index + 1)
    default: return index
    }
  }

  private func endOfLine(from start: Int) -> Int {
    bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  }

  private func endOfBlockComment(at start: Int) -> Int {
    var depth = 0
    var index = start
    repeat {
      if starts("/*", at: index) {
        depth += 1
        index += 2
      } else if starts("*/", at: index) {
        depth -= 1
        index += 2
      } else {
        index += 1
      }
    } while depth > 0 && index < bytes.count
    return min(index, bytes.count)
  }

  private func endOfText(from start: Int) -> Int {
    var index = start
    while index < bytes.count, !starts("\"\"\"", at: index) { index += isBackslash(index) ? 2 : 1 }
    return min(index + 3, bytes.count)
  }

  private func endOfString(from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), !isNewline(index) {
      index += isBackslash(index) ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  private func isNewline(_ index: Int) -> Bool { bytes[index] == UInt8(ascii: "\n") }

  private func isBackslash(_ index: Int) -> Bool { bytes[index] == UInt8(ascii: "\\") }

  private func starts(_ text: StaticString, at index: Int) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
  }
}
