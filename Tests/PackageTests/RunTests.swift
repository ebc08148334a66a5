import Foundation
import TestSupport
import Testing

@Suite struct RunTests {
  @Test func `only the colour goes to standard output`() throws {
    try Desk.with { desk in
      let outcome = try desk.run("--alpha")

      #expect(outcome.status == 0)
      #expect(outcome.output == "#c8102e\n")
      #expect(desk.calls == ["picker --alpha"])
    }
  }

  @Test func `cancelling is said and is no fault`() throws {
    try Desk.with { desk in
      let outcome = try desk.run(window: 1)

      #expect(outcome.status == 0)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("Cancelled"))
    }
  }

  @Test func `wrong usage stays wrong usage`() throws {
    try Desk.with { desk in
      let outcome = try desk.run("--nonsense", window: 2)

      #expect(outcome.status == 2)
      #expect(desk.calls.count == 1)
    }
  }

  @Test func `without a display the window is drawn into a picture, and it says where and why`() throws {
    try Desk.with { desk in
      let outcome = try desk.run("--alpha", display: nil)

      #expect(outcome.status == 0)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("no display"))
      #expect(outcome.errors.contains("/out/picker.png"))
      #expect(desk.calls == ["picker --alpha --snapshot out/picker.png"])
    }
  }

  @Test func `so it is with a display that does not answer`() throws {
    try Desk.with { desk in
      let outcome = try desk.run(window: 3)

      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("display :7"))
      #expect(desk.calls == ["picker", "picker --snapshot out/picker.png"])
    }
  }

  @Test func `when nothing can be drawn at all it fails`() throws {
    try Desk.with { desk in
      let outcome = try desk.run(display: nil, picture: 3)

      #expect(outcome.status == 3)
    }
  }

  @Test(arguments: ["--snapshot", "--describe", "--help"])
  func `what needs no window is passed on as it is`(option: String) throws {
    try Desk.with { desk in
      _ = try desk.run(option, display: nil)

      #expect(desk.calls == ["picker \(option)"])
    }
  }
}

/// A stand-in for the program that writes down how it is called.
private struct Desk {
  private let folder: URL

  static func with(_ body: (Desk) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      try folder.appending(path: "regalia").writeProgram(
        """
        echo "$*" >> calls
        case $* in
          *--snapshot*) exit "$PICTURE_STATUS" ;;
        esac
        [ "$WINDOW_STATUS" -ne 0 ] || echo '#c8102e'
        exit "$WINDOW_STATUS"
        """)
      try body(Desk(folder: folder))
    }
  }

  var calls: [String] {
    let text = try? String(contentsOf: folder.appending(path: "calls"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  func run(
    _ arguments: String..., display: String? = ":7", window: Int = 0, picture: Int = 0
  ) throws -> Command.Outcome {
    try Command(
      program: "/bin/sh",
      arguments: [Fixture.checkout.appending(path: "Scripts/run").file, "./regalia"] + arguments,
      environment: [
        "DISPLAY": display, "WAYLAND_DISPLAY": nil,
        "WINDOW_STATUS": "\(window)", "PICTURE_STATUS": "\(picture)",
      ],
      folder: folder
    ).run()
  }
}
