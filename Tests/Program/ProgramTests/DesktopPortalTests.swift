import Foundation
import TestSupport
import Testing

/// The program's requests to a desktop portal, which is simulated with python-dbusmock and may do anything.
@Suite(.waiting) struct DesktopPortalTests {
  private static let isPossible: Bool = {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-run-session"), BuiltProgram.path != nil,
      let python = try? Desktop.start(["/usr/bin/python3", "-c", "import dbusmock"], [:])
    else { return false }
    python.waitUntilExit()
    return python.terminationStatus == 0
  }()

  private static let missing: Comment = "tests of portals need dbus-daemon and python3-dbusmock"

  /// Runs the program on a session bus whose portal behaves in some way, without a display.
  private func run(_ words: String, beside behaviour: String) throws -> (
    status: Int32, output: String, said: [String]
  ) {
    try run(
      "timeout 30 '\(try #require(BuiltProgram.path))' \(words); status=$?",
      beside: "portals.py", behaviour)
  }

  /// Runs commands of the shell on a session bus whose portal is a program of its own.
  private func run(_ commands: String, beside program: String, _ behaviour: String) throws -> (
    status: Int32, output: String, said: [String]
  ) {
    let home = try Home()
    let portal = Fixture.checkout.appending(path: "Tests/Assistive/\(program)").path(percentEncoded: false)
    let script = """
      cd '\(home.path(""))'
      /usr/bin/python3 '\(portal)' \(behaviour) > ready & portal=$!
      while ! grep -q ready ready 2>/dev/null; do sleep 0.05; done
      \(commands)
      kill $portal 2>/dev/null; exit $status
      """
    let (output, complaints) = (Gatherer(), Gatherer())
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/dbus-run-session")
    process.arguments = ["--", "sh", "-c", script]
    process.environment = home.environment.filter { $0.key != "DISPLAY" && $0.key != "WAYLAND_DISPLAY" }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output.pipe
    process.standardError = complaints.pipe
    try process.start()
    let (printed, complained) = (output.rest(), complaints.rest())
    process.waitUntilExit()
    // The bus has complaints of its own.
    let said = complained.split(separator: "\n").filter { $0.hasPrefix("regalia:") }.map(String.init)
    return (process.terminationStatus, printed, said)
  }

  @Test(
    .enabled(if: isPossible, missing),
    arguments: [
      ("take 0.2 0.4 0.6", 0, "#336699\n", ""), ("cancel", 1, "", ""), ("end", 3, "", "refused"),
      ("vanish", 3, "", "stopped before"), ("refuse", 3, "", "no portal"), ("hang", 3, "", "no portal"),
    ])
  func `a colour is picked by the portal, whatever becomes of that`(
    behaviour: String, status: Int32, output: String, complaint: String
  ) throws {
    let end = try run("picker --eyedropper", beside: behaviour)

    #expect(end.status == status && end.output == output, "\(end)")
    #expect(
      complaint.isEmpty ? end.said.isEmpty : end.said.count == 1 && end.said[0].contains(complaint), "\(end)")
  }

  /// The answers of hostile.py, and the expected results.
  private static let answers: [(answer: String, end: String)] = [
    ("good", "#336699"), ("before", "#336699"), ("twice", "#336699"), ("another program", "#336699"),
    ("another request", "#336699"), ("unknown end", "refused"), ("nothing", "no colour"),
    ("words", "no colour"), ("swapped", "no colour"), ("signed", "no colour"), ("not a number", "no colour"),
    ("more", "no colour"), ("pairs of words", "no colour"), ("no color", "no colour"), ("text", "no colour"),
    ("array", "no colour"), ("two", "no colour"), ("four", "no colour"), ("whole", "no colour"),
    ("nan", "no colour"), ("infinite", "no colour"), ("negative", "no colour"), ("large", "no colour"),
    ("long key", "no colour"), ("long text", "no colour"), ("many numbers", "no colour"),
    ("many bytes", "no colour"), ("deep", "no colour"), ("no path", "no colour"),
    ("a path that is a text", "no colour"), ("a number for a path", "no colour"), ("two paths", "no colour"),
    ("the bus ends", "stopped before"),
  ]

  @Test(.enabled(if: isPossible, missing))
  func `a portal that answers what no portal should is told of, and nobody waits for more`() throws {
    let program = try #require(BuiltProgram.path)
    let words = Self.answers.map { "'\($0.answer)'" }.joined(separator: " ")
    let commands = """
      for answer in \(words); do
        said=$(timeout 60 '\(program)' picker --eyedropper 2>&1)
        echo "$answer: $said, $?"
      done
      status=0
      """

    let end = try run(commands, beside: "hostile.py", words)

    let lines = end.output.split(separator: "\n")
    #expect(lines.count == Self.answers.count, "\(end)")
    for (line, expected) in zip(lines, Self.answers) {
      let status = expected.end.hasPrefix("#") ? 0 : 3
      #expect(
        line.hasPrefix("\(expected.answer): ") && line.hasSuffix(", \(status)") && line.contains(expected.end)
      )
    }
  }

  @Test(.enabled(if: isPossible, missing))
  func `settings that are no settings are no preference`() throws {
    let program = try #require(BuiltProgram.path)
    let commands = "for turn in 1 2 3 4; do timeout 20 '\(program)' doctor || exit $?; done; status=0"

    let end = try run(commands, beside: "hostile.py", "settings")

    let lines = end.output.split(separator: "\n").filter { $0.contains("appearance") }
    #expect(
      end.status == 0 && lines.count == 4 && lines.allSatisfy { $0.hasSuffix("no preference") }, "\(end)")
  }

  @Test(
    .enabled(if: isPossible, missing),
    arguments: [
      ("take dark", "dark"), ("take light", "light"), ("refuse settings", "no preference"),
      ("hang settings", "no preference"), ("vanish settings", "no preference"),
    ])
  func `the desktop's colours are asked for, and nothing waits for them for ever`(
    behaviour: String, appearance: String
  ) throws {
    let end = try run("doctor", beside: behaviour)

    let line = end.output.split(separator: "\n").first { $0.contains("appearance") }
    #expect(line?.hasSuffix(appearance) == true, "\(end)")
  }

  @Test(
    .enabled(if: isPossible, missing),
    arguments: [
      ("take", "", 0, "ComposeEmail Keep calm keep-calm-a.svg keep-calm-b.svg", ""),
      // Where the portal does not take files, the program xdg-email does.
      ("refuse", "exit 0", 0, "--subject Keep calm --attach ", ""),
      ("refuse", "exit 1", 1, "keep-calm-a.svg", "attach"), ("hang", "exit 0", 0, "--attach", ""),
    ])
  func `outputs are attached to a new message, by the portal or by another program`(
    behaviour: String, mail: String, status: Int32, printed: String, complaint: String
  ) throws {
    let program = try #require(BuiltProgram.path)
    let commands = """
      mkdir bin; printf '#!/bin/sh\\necho "$@" > mail\\n\(mail)\\n' > bin/xdg-email; chmod +x bin/xdg-email
      export PATH="$PWD/bin:$PATH"
      '\(program)' poster new --text HI --title 'Keep calm' -o p.json
      '\(program)' poster sets add S a=svg b=svg
      timeout 60 '\(program)' poster export p.json --set S -o out --send > paths; status=$?
      cat ready mail 2>/dev/null
      """

    let end = try run(commands, beside: "portals.py", behaviour)

    #expect(end.status == status && end.output.contains(printed), "\(end)")
    #expect(complaint.isEmpty ? end.said.isEmpty : end.said.contains { $0.contains(complaint) }, "\(end)")
  }
}
