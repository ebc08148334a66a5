import Foundation
import TestSupport
import Testing

/// Windows that are asked by the system to end.
@Suite(.serialized, .enabled(if: Desktop.isPossible, Desktop.missing))
struct SignalTests {
  @Test(arguments: [SIGTERM, SIGHUP])
  func `a window that is sent a signal saves what was typed, also while it stood still, and ends by it`(
    signal: Int32
  )
    throws
  {
    let desktop = try Desktop()
    let document = try BuiltProgram.run(["poster", "new", "--text", "KEEP/CALM"], in: desktop.home).output
    let path = desktop.home.path("calm.json")
    try document.write(toFile: path, atomically: true, encoding: .utf8)
    let complaints = Gatherer()
    let process = Process()
    process.executableURL = URL(filePath: BuiltProgram.path ?? "")
    process.arguments = ["poster", "edit", path]
    process.environment = desktop.environment.merging(["REGALIA_TRACE": "frames"]) { $1 }
    process.standardError = complaints.pipe
    process.standardOutput = FileHandle.nullDevice
    try process.start()
    defer { process.end() }
    try eventually("the editor is drawn; it says: \(complaints.text)") { complaints.text.contains("frame ") }
    try eventually("it has the keyboard") {
      let window = try desktop.xdotool("search", "--onlyvisible", "--class", "regalia")
      return try window != nil
        && desktop.xdotool("getwindowfocus") == window?.split(separator: "\n").last.map(String.init)
    }
    func frames() -> Int { complaints.text.components(separatedBy: ": input, ").count }
    var before = frames()
    try desktop.xdotool("key", "--delay", "2", "F2")
    try eventually("there is a caret") { frames() > before }
    before = frames()
    // Of one that is stopped nothing is lost, neither what it has nor what is done meanwhile.
    if signal == SIGHUP { kill(process.processIdentifier, SIGSTOP) }
    try desktop.xdotool("type", "--delay", "2", "z")
    if signal == SIGHUP { kill(process.processIdentifier, SIGCONT) }
    try eventually("it is typed") { frames() > before }

    kill(process.processIdentifier, signal)

    try eventually("it ends; it says: \(complaints.text)") { !process.isRunning }
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    let saved = try String(contentsOfFile: path, encoding: .utf8).lowercased()
    #expect(saved.contains("z"), "\(saved)")
  }
}
