import Foundation
import TestSupport
import Testing

/// The counts of stored properties that `Scripts/largest-classes` prints.
@Suite(.enabled(if: MessageTools.hasPython, "python3 is not installed"))
struct LargestClassesTests {
  private func lines(of arguments: [String]) throws -> [[String]] {
    let script = Fixture.checkout.appending(path: "Scripts/largest-classes").path(percentEncoded: false)
    let (code, output) = try MessageTools.run(script, arguments)
    #expect(code == 0)
    return output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }

  /// Returns the number of stored properties of a class with these members, without and with those of its structs.
  private func count(_ members: String) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "regalia-\(UUID()).swift")
    let body = members.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)\n" }.joined()
    try Data("public final class Counted: Control {\n\(body)}\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return Array(try lines(of: [file.path(percentEncoded: false)])[0].prefix(2))
  }

  @Test(arguments: [
    "let a = 1", "private(set) var a: Int", "weak var a: (any Delegate)?",
    "public private(set) lazy var a = B()",
    "@Atomic(order: .relaxed) var a = 1", "var a = 1 {\n  didSet { b() }\n}",
    "var a: Int {\n  willSet { b() }\n}",
    "private lazy var a: B = {\n  let b = B()\n  let c = 1\n  return b\n}()", "var a: () -> Void = {}",
    "let a = \"{ \\(b ? \"}\" : \"\") let c = 1\"",
  ])
  func `a stored property counts once`(member: String) throws {
    #expect(try count(member) == ["1", "1"])
    #expect(try count("let x = 1\n\(member)\nlet y = 1") == ["3", "3"])
  }

  @Test(arguments: [
    "var a: Int { 1 }", "var a: Int {\n  get { 1 }\n  set { b = newValue }\n}", "static let a = 1",
    "class var a: Int { 1 }",
    "func a() {\n  let b = 1\n}", "// let a = 1", "let text = \"\"\"\n  let a = 1\n  \"\"\"",
    "enum Kind {\n  case a\n}",
  ])
  func `what takes no room in the object does not count`(member: String) throws {
    let own = member.hasPrefix("let text") ? 2 : 1
    #expect(try count("\(member)\nlet x = 1") == ["\(own)", "\(own)"])
  }

  @Test
  func `a struct of the class counts with it where the class stores one, and not where it only returns one`()
    throws
  {
    let part = "struct State {\n  var a = 1\n  var b = 2\n  var c: Int { a }\n}"

    #expect(try count("\(part)\nvar state = State()") == ["1", "3"])
    #expect(try count("\(part)\nvar state: State { State() }\nlet x = 1") == ["1", "1"])
  }

  @Test func `the largest classes of the program come first`() throws {
    let counts = try lines(of: ["20"]).compactMap { Int($0[0]) }

    #expect(counts.count == 20 && counts == counts.sorted(by: >))
    #expect(counts.allSatisfy { $0 > 5 })
  }
}
