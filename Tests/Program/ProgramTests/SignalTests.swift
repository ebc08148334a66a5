import Foundation
import TestSupport
import Testing

/// Windows that are asked by the system to end.
@Suite(.waiting, .enabled(if: Desktop.isPossible, Desktop.missing)) struct SignalTests {
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
    let editor = try ProgramWindow(on: desktop, "poster", "edit", path)
    try editor.press("F2")
    let before = editor.frames(because: "input")
    // Of one that is stopped nothing is lost, neither what it has nor what is done meanwhile.
    if signal == SIGHUP { kill(editor.process.processIdentifier, SIGSTOP) }
    try editor.type("z")
    if signal == SIGHUP { kill(editor.process.processIdentifier, SIGCONT) }
    try eventually("it is typed") { editor.frames(because: "input") > before }

    kill(editor.process.processIdentifier, signal)

    try eventually("it ends; it says: \(editor.said)") { !editor.isRunning }
    #expect(editor.process.terminationReason == .uncaughtSignal && editor.process.terminationStatus == signal)
    let saved = try String(contentsOfFile: path, encoding: .utf8).lowercased()
    #expect(saved.contains("z"), "\(saved)")
  }
}
