import Foundation
import TestSupport
import Testing

/// The repository says nothing about the machine that it was written on.
@Suite struct PlaceTests {
  @Test func `no file mentions a folder of somebody's machine`() {
    var faults: [String] = []
    for file in Checkout.files where Self.mayMentionPlace(file.url) {
      let lines = (file.text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() where Self.mentionsPlace(line) {
        faults.append("\(file.path):\(number + 1): \(line.prefix(120))")
      }
    }

    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test(arguments: ["home/anna/x", "root/.cache", "Users/anna/x", "work/main/x", "opt/swift/usr"])
  func `such a mention is found`(path: String) {
    #expect(Self.mentionsPlace("see (/\(path))"))
  }

  @Test(arguments: ["~/.cache", "a/home/b", "/usr/local/bin", "<svg>/root>", "and/or work/main", "/dev/null"])
  func `other paths are left alone`(text: String) {
    #expect(!Self.mentionsPlace(text))
  }

  /// Whether a file has one of the words at all, which few have: the expression takes long in a debug build.
  private static func mayMentionPlace(_ file: URL) -> Bool {
    guard let bytes = try? Data(contentsOf: file) else { return false }
    let top = Fixture.checkout.path(percentEncoded: false)
    return (["home", "root", "Users", "work", "opt"].map { "/\($0)/" } + [top]).contains { word in
      bytes.range(of: Data(word.utf8)) != nil
    }
  }

  private static func mentionsPlace(_ line: some StringProtocol) -> Bool {
    guard line.contains("/") else { return false }
    let top = Fixture.checkout.path(percentEncoded: false)
    if top.count > 3 && line.contains(top) { return true }
    return String(line).contains(#/(^|[^\w.)>~\/])\/(home\/\w|root\/|Users\/\w|work\/\w|opt\/swift)/#)
  }
}
