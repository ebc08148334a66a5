import TestSupport
import Testing

@testable import Desktop

/// What is read out of a portal's answers, whatever they are.
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

  @Test func `a token is a number as the portal's interface has it`() {
    #expect(PrintPortal.token(in: .options(["token": .uint32(7)])) == 7)
    for token: BusValue in [.int64(-7), .double(7), .string("7"), .boolean(true), .uint64(.max)] {
      #expect(PrintPortal.token(in: .options(["token": token])) == nil)
    }
  }

  @Test func `a color has three numbers from 0 to 1`() {
    func color(_ parts: BusValue...) -> Bool {
      ScreenColor.color(in: .options(["color": .structure(parts)])) != nil
    }
    #expect(
      color(.double(0), .double(0.5), .double(1)) && color(.double(-1e-9), .double(0), .double(1.000_001)))
    #expect(!color(.double(.nan), .double(0), .double(0)) && !color(.double(0), .double(-2), .double(0)))
    #expect(!color(.double(0), .double(0)) && !color(.int32(0), .int32(0), .int32(1)))
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
