import Foundation
import TestSupport
import Testing

/// The program beside others that go, or say nothing, in the middle of what they have begun.
@Suite(.waiting, .enabled(if: Desktop.isPossible && Peer.isThere, Peer.missing)) struct HostilePeerTests {
  let desktop: Desktop

  init() throws { desktop = try Desktop() }

  /// Lets a peer do what it does to its end.
  private func meet(_ words: String...) throws {
    let peer = try Peer.start(words, on: desktop)
    peer.process.waitUntilExit()
  }

  /// Whether a window still does what its keys say.
  private func answers(_ window: ProgramWindow) throws -> Bool {
    let before = window.frames(because: "input")
    try window.key("Tab")
    return (try? eventually("a key is followed", within: 10) { window.frames(because: "input") > before })
      != nil
  }

  @Test func `a drag over a window may end at every step`() throws {
    let window = try ProgramWindow(on: desktop, "picker", "--color", "#123456")
    // Xlib ended the program with BadWindow after “status” of what is dragged over GLFW's own window.
    for step in Peer.dragSteps {
      try meet("drag", step, window.window)
      try meet("drag", step, window.window, "proxy")
      #expect(window.isRunning, "\(step): \(window.said)")
    }
    #expect(try answers(window), "\(window.said)")
  }

  @Test func `who asks for what was copied may go at every step`() throws {
    let path = desktop.home.path("p.json")
    let made = try BuiltProgram.run(["poster", "new", "--text", "HI", "-o", path], in: desktop.home)
    #expect(made.status == 0)
    let window = try ProgramWindow(on: desktop, "picker", "--color", "#123456")
    try window.press("ctrl+c")
    try eventually("a text can be pasted") { desktop.clipboard == "#123456" }
    // GLFW answered, and Xlib ended the program with BadWindow after any of these.
    for step in ["targets", "text", "multiple"] {
      try meet("ask", step)
      #expect(window.isRunning, "\(step): \(window.said)")
    }
    #expect(desktop.clipboard == "#123456")
    window.process.end()

    let editor = try ProgramWindow(on: desktop, "poster", "edit", path)
    try editor.key("ctrl+shift+g")
    try eventually("a picture can be pasted") { try desktop.clipboard(as: "image/png") != nil }
    for step in ["targets", "incr", "part"] {
      try meet("ask", step)
      #expect(editor.isRunning, "\(step): \(editor.said)")
    }
    #expect(try desktop.clipboard(as: "image/png") != nil)
  }

  @Test(arguments: ["silent", "die", "incr", "stall", "drip", "wrong", "twice"])
  func `what is done while an owner of the clipboard is waited for is done after it`(step: String) throws {
    let window = try ProgramWindow(on: desktop, "picker", "--color", "#123456")
    let owner = try Peer.start(["own", step], on: desktop)
    try eventually("the clipboard has an owner") { owner.printed.text.contains("ready") }
    let before = window.frames(because: "input")

    // With an owner that says nothing the second key was seen only at the next event.
    try window.key("ctrl+v", "Tab")

    try eventually("the second key is followed") { window.frames(because: "input") > before }
    try window.close(by: "ctrl+q")
    #expect(try window.end().status == 1, "\(window.said)")
    owner.process.end()
  }

  @Test(arguments: ["silent", "die", "half"])
  func `a clipboard manager that does not take what was copied keeps nobody from closing`(step: String) throws
  {
    let manager = try Peer.start(["manage", step], on: desktop)
    try eventually("there is a manager") { manager.printed.text.contains("ready") }
    let window = try ProgramWindow(on: desktop, "picker", "--color", "#123456")
    try window.press("ctrl+c")
    try eventually("the text can be pasted") { desktop.clipboard == "#123456" }

    // GLFW waited for it without end.
    try window.close(by: "ctrl+q")

    #expect(try window.end().status == 1)
    manager.process.end()
  }

  @Test func `a clipboard manager keeps what was copied`() throws {
    let manager = try Peer.start(["manage", "take"], on: desktop)
    try eventually("there is a manager") { manager.printed.text.contains("ready") }
    let window = try ProgramWindow(on: desktop, "picker", "--color", "#123456")
    try window.press("ctrl+c")
    try eventually("the text can be pasted") { desktop.clipboard == "#123456" }
    try window.close(by: "ctrl+q")
    #expect(try window.end().status == 1)
    #expect(manager.printed.text == "ready\n#123456\n")
    manager.process.end()
  }

  @Test(arguments: ["enter", "position", "drop", "request", "silent"])
  func `what a color is dropped on may go at every step`(step: String) throws {
    let target = try Peer.start(["target", step], on: desktop)
    try eventually("there is a window for drops") { try !desktop.windows(named: "^Peer$").isEmpty }
    let picker = try ProgramWindow(on: desktop, "picker", "--color", "#c8102e", "--size", "600x600")
    try desktop.xdotool("windowmove", picker.window, "10", "40")
    let (corner, color) = (try picker.place, try picker.frame("New colour"))
    let (x, y) = (corner[0] + Int(color.midX), corner[1] + Int(color.midY))
    var words = ["mousemove", "\(x)", "\(y)", "sleep", "0.1", "mousedown", "1"]
    for (x, y) in [(x + 6, y + 16), (x + 12, y + 90), (840, 450), (860, 470)] {
      words += ["sleep", "0.08", "mousemove", "\(x)", "\(y)"]
    }
    try desktop.xdotool(words + ["sleep", "0.3", "mouseup", "1"])
    try desktop.xdotool("windowactivate", "--sync", picker.window)
    #expect(try answers(picker), "\(picker.said)")
    target.process.end()
  }

  @Test func `a session bus that accepts and says nothing holds no window up`() throws {
    let path = desktop.home.path("bus")
    // Connections wait in the queue of a socket that never accepts them.
    let listener = try boundSocket(at: path)
    defer { close(listener) }
    try #require(listen(listener, 16) == 0)

    // It asked the bus for a gallery that runs already, and waited for the answer without end.
    let window = try ProgramWindow(
      on: desktop, "gallery", environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"])
    try window.close(by: "ctrl+q")
    #expect(try window.end().status == 0, "\(window.said)")
  }

  @Test func `a window that is wider than the driver can draw shows its middle in its middle`() throws {
    let profile = desktop.home.path("monitor.icc")
    try Data(DisplayProfileFile.bytes(primaries: DisplayProfileFile.small, gamma: 2.2))
      .write(to: URL(filePath: profile))
    // With a profile of the monitor the program ended, for want of a framebuffer of that size; without one it drew all that is
    // beyond the largest viewport into that.
    for peer in [nil, try Peer.start(["profile", profile], on: desktop)] {
      if let peer { try eventually("there is a profile") { peer.printed.text.contains("ready") } }
      let clock = try ProgramWindow(
        on: desktop, "clock", "--at", "08:08", "--no-seconds", "--card", "#ffffff", "--background", "#000000")
      try desktop.xdotool(
        "windowsize", clock.window, "24000", "600", "windowmove", clock.window, "-11400", "100")
      let place = { try clock.place }
      try eventually("the cards are in the middle; it says: \(clock.said)") {
        guard clock.isRunning else { return true }
        let (left, top) = (try place()[0], try place()[1])
        let screen = try desktop.screen
        // Two cards stand at each side of the middle, up to 600 pixels from it.
        return stride(from: 11500, to: 12500, by: 20).contains { x in
          screen[left + x, top + 200].map(Int.init).reduce(0, +) > 700
        }
      }
      #expect(clock.isRunning, "\(clock.said)")
      clock.process.end()
      peer?.process.end()
    }
  }
}

/// A client of the display that follows the protocol up to a step (Tests/Faults/peer.c).
struct Peer {
  let process: Process
  let printed: Gatherer
  /// It lives as long as this can be written to.
  private let lifeline: Pipe

  static let dragSteps = [
    "enter", "list", "position", "status", "drop", "request", "answer", "incr", "silent",
  ]

  static let missing: Comment =
    "peers need Xvfb, openbox, xdotool, xclip, the built program, clang and libxcb1-dev"

  /// Compiled once for all tests, beside what else is built.
  private static let program: String? = {
    func path(_ name: String) -> String {
      Fixture.checkout.appending(path: name).path(percentEncoded: false)
    }
    let compiler = try? Desktop.start(
      ["clang", "-O1", path("Tests/Faults/peer.c"), "-o", path(".build/peer"), "-lxcb"],
      ProcessInfo.processInfo.environment)
    compiler?.waitUntilExit()
    return compiler?.terminationStatus == 0 ? path(".build/peer") : nil
  }()

  static var isThere: Bool { program != nil }

  static func start(_ words: [String], on desktop: Desktop) throws -> Peer {
    let (printed, lifeline) = (Gatherer(), Pipe())
    let path = try #require(program)
    let process = try Desktop.start(
      [path] + words, desktop.environment, input: lifeline, output: printed.pipe)
    try? printed.pipe.fileHandleForWriting.close()
    return Peer(process: process, printed: printed, lifeline: lifeline)
  }
}
