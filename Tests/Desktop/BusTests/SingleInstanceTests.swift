import Testing

@testable import Bus

@Suite struct SingleInstanceTests {
  /// Returns the request in a call, and the fault of its answer.
  private func asked(_ method: String, _ arguments: BusValue...) -> (
    request: SingleInstance.Request?, fault: String?
  ) {
    var request: SingleInstance.Request?
    let answer = SingleInstance.answer(
      .init(path: "/", interface: "org.freedesktop.Application", method: method, arguments: arguments)
    ) { request = $0 }
    guard case .fault(let name, _) = answer.reply else { return (request, nil) }
    return (request, name)
  }

  private func files(_ count: Int) -> BusValue {
    .array(of: "s", (0..<count).map { .string("file:///\($0)") })
  }

  @Test func `files are opened, as many as there can sensibly be windows`() {
    #expect(asked("Open", files(2), .options([:])).request == .open(["file:///0", "file:///1"]))
    #expect(asked("Open", files(50), .options([:])).fault == nil)

    // A hundred thousand were handed to a program that opened a window for each.
    let many = asked("Open", files(51), .options([:]))
    #expect(many.request == nil)
    #expect(many.fault == "org.freedesktop.DBus.Error.LimitsExceeded")
  }

  @Test func `calls with arguments of other types are refused`() {
    // Each opened a window.
    for argument in [BusValue.int32(1), .array(of: "y", [.byte(1)]), .string("x"), .double(.nan)] {
      let open = asked("Open", argument)
      #expect(open.request == nil)
      #expect(open.fault == "org.freedesktop.DBus.Error.InvalidArgs")
    }
    #expect(asked("Open").fault != nil)
    #expect(asked("ActivateAction", .array(of: "s", [])).fault != nil)
    #expect(asked("ActivateAction", .string("crowns")).request == .action("crowns"))
    #expect(asked("Erase", .string("crowns")).fault == "org.freedesktop.DBus.Error.UnknownMethod")
  }
}
