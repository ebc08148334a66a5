import TestSupport
import Testing

@testable import Bus

/// The contents read from a portal's answers, valid or not.
@Suite struct PortalAnswerTests {
  private func uris(_ list: [String]) -> BusValue {
    .options(["uris": .array(of: "s", list.map { .string($0) })])
  }

  @Test func `files are read out of what the person has chosen, and nothing else is one`() {
    #expect(FileChooser.files(in: uris(["file:///a", "file:///b%20c"])) == ["/a", "/b c"])
    #expect(FileChooser.files(in: uris(["https://b/c", "file:///a", "file://elsewhere/d"])) == ["/a"])
    for results in [
      uris([]), uris(["https://b/c", ""]), .options([:]), .options(["uris": .string("file:///a")]),
      .options(["uris": .array(of: "x", [.int64(.min)])]), .array(of: "{sv}", []), .structure([]),
      .double(.nan),
    ] {
      #expect(FileChooser.files(in: results) == nil)
    }
  }

  @Test func `a hundred thousand files are read`() {
    let list = (0..<100_000).map { "file:///tmp/\($0)" }

    #expect(FileChooser.files(in: uris(list))?.count == 100_000)
  }

  @Test func `an answer that is not what the interface says is no answer`() {
    func end(_ response: [BusValue]) -> String {
      switch PortalRequest.outcome(of: response, { $0[key: "a"]?.text }) {
      case .answered(let text): text
      case .cancelled: "cancelled"
      case .refused: "refused"
      case .unreadable: "unreadable"
      case .unavailable, .vanished: "none"
      }
    }
    let results = BusValue.options(["a": .string("b")])

    #expect(end([.uint32(0), results]) == "b")
    #expect(end([.uint32(1), results]) == "cancelled")
    #expect(end([.uint32(.max), .options([:])]) == "refused")
    for response in [
      [], [.uint32(0)], [.uint32(0), results, .uint32(0)], [results, .uint32(0)], [.int32(0), results],
      [.double(.nan), results], [.uint32(0), .options([:])], [.uint32(0), .array(of: "{ss}", [])],
    ] {
      #expect(end(response) == "unreadable")
    }
  }
}
