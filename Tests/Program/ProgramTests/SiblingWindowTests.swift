import Foundation
import Geometry
import TestSupport
import Testing

@testable import Application
import Files
import Bus

/// Windows that lead to each other, in one process and between two.
@Suite(.waiting, .enabled(if: Desktop.isPossible, Desktop.missing)) struct SiblingWindowTests {
  let desktop: Desktop

  init() throws { desktop = try Desktop() }

  /// Opens the crowns from the menu of a wall that nobody has used yet.
  private func openCrowns(from wall: ProgramWindow) throws {
    // Hints are shown for a new person, until a key closes them.
    try eventually("the hints were shown") {
      (try? String(contentsOfFile: desktop.home.path("state/regalia/windows"), encoding: .utf8))?.contains(
        "hinted") == true
    }
    try wall.press("Escape")
    try wall.press("F10")
    try wall.press("C", "r")
    try wall.key("Return")
    try eventually("the menu leads to the crowns") { try !desktop.windows(named: "Crowns").isEmpty }
  }

  @Test func `the menu of the gallery opens crowns, which stay when the gallery is closed`() throws {
    let wall = try ProgramWindow(on: desktop)
    try openCrowns(from: wall)
    try desktop.activate("^Posters – Regalia$")
    try wall.key("ctrl+w")
    try eventually("the wall is closed") { try desktop.windows(named: "^Posters – Regalia$").isEmpty }
    #expect(wall.isRunning)
    try desktop.activate("Crowns")
    try wall.key("ctrl+q")
    #expect(try wall.end().status == 0)
    let kept = try String(contentsOfFile: desktop.home.path("state/regalia/windows"), encoding: .utf8)
    #expect(kept.contains("gallery\t1120x780\thinted\torder=own"))
  }

  @Test func `a window beside another one is whole when its size changes`() throws {
    var preferences = Preferences()
    preferences.appearance = .light
    #expect(preferences.save(UserFolders { desktop.environment[$0] }))
    let wall = try ProgramWindow(on: desktop)
    try openCrowns(from: wall)
    let window = try #require(try desktop.windows(named: "Crowns").last)

    // The search field is raised, the bar around it is not.
    func isAtTop() throws -> Bool {
      // The window position reported by xdotool may include its frame twice.
      let words = try #require(
        try desktop.xdotool("mousemove", "--window", window, "4", "4", "getmouselocation", "--shell"))
      let numbers = words.split(whereSeparator: { $0 == "=" || $0 == "\n" }).compactMap { Int($0) }
      let (left, top) = (numbers[0] - 4, numbers[1] - 4)
      let screen = try desktop.screen
      let (bar, field) = (screen[left + 24, top + 6], screen[left + 24, top + 18])
      return bar == [0xf2, 0xf2, 0xf2] && field == [0xff, 0xff, 0xff]
    }
    for sides in [("700", "400"), ("620", "480"), ("640", "600"), ("800", "420")] {
      try desktop.xdotool("windowsize", "--sync", window, sides.0, sides.1)
      try eventually("the bar is at the top at \(sides)", isAtTop)
      // Animations end in this time.
      Thread.sleep(forTimeInterval: 0.4)
    }
  }

  /// Makes documents of posters; returns their names.
  private func posters(_ count: Int) throws -> [String] {
    let first = desktop.home.path("0.json")
    #expect(
      try BuiltProgram.run(
        ["poster", "new", "--text", "HI", "--crown", "none", "-o", first], in: desktop.home
      )
      .status == 0)
    return try (0..<count).map { number in
      let path = desktop.home.path("\(number).json")
      if number > 0 { try FileManager.default.copyItem(atPath: first, toPath: path) }
      return path
    }
  }

  private func editors() throws -> Int { try desktop.windows(named: " – Regalia$").count }

  @Test func `many posters are windows of one process, twenty at once, and more where that is wanted`() throws
  {
    let files = try posters(23)
    // Each was a process with four connections to the display; fifty of them took 205.
    let run = try ProgramWindow(
      on: desktop, ["poster", "edit"] + files + [files[0], desktop.home.path("no.json")])
    try eventually("twenty are open, and the question is asked; it says: \(run.said)") { try editors() == 20 }
    try run.waitForRest()
    #expect(try editors() == 20)
    #expect(run.said.contains("no.json"), "\(run.said)")
    #expect(try children(of: run).isEmpty)

    try desktop.xdotool("key", "Return")
    try eventually("the rest is open") { try editors() == 23 }
    try run.waitForRest()
    #expect(try editors() == 23)
    try desktop.xdotool("key", "ctrl+q")
    // One of them could not be opened.
    #expect(try run.end().status == 1)
  }

  private func children(of run: ProgramWindow) throws -> [String] {
    let path = "/proc/\(run.process.processIdentifier)/task/\(run.process.processIdentifier)/children"
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: " ").map(String.init)
  }

  private static let hasBus =
    (try? Desktop.start(["sh", "-c", "command -v dbus-run-session"], ProcessInfo.processInfo.environment)).map
  {
    $0.waitUntilExit()
    return $0.terminationStatus == 0
  } ?? false

  @Test(.enabled(if: hasBus, "this needs dbus-run-session"))
  func `a second start calls the program that runs, and one with a library opens its own window`() throws {
    let script = """
      "$1" & first=$!
      for i in $(seq 100); do xdotool search --onlyvisible --name '^Posters' >/dev/null 2>&1 && break; sleep 0.1; done
      sleep 1
      timeout 20 "$1" crowns || exit 3
      for i in $(seq 100); do xdotool search --onlyvisible --name Crowns >/dev/null 2>&1 && break; sleep 0.1; done
      xdotool search --onlyvisible --name Crowns >/dev/null || exit 4
      timeout 20 "$1" gallery || exit 5
      timeout 3 "$1" gallery --library "$2"
      test $? = 124 || exit 6
      kill -0 $first || exit 7
      kill $first
      """
    let process = try Desktop.start(
      [
        "timeout", "80", "dbus-run-session", "--", "sh", "-c", script, "sh", BuiltProgram.path ?? "",
        desktop.home.path("other.regalia"),
      ], desktop.environment)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(.enabled(if: hasBus, "this needs dbus-run-session"))
  func `files open in the program that runs already, each once`() throws {
    for name in ["a.json", "b.json"] {
      let made = try BuiltProgram.run(["poster", "new", "--text", "HI", "-o", name], in: desktop.home)
      #expect(made.status == 0)
    }
    let script = """
      cd "$2" || exit 2
      windows() { xdotool search --onlyvisible --name ' – Regalia$' 2>/dev/null | wc -l; }
      wait_for() { for i in $(seq 200); do [ "$(windows)" = "$1" ] && return; sleep 0.1; done; return 1; }
      "$1" open a.json & first=$!
      wait_for 1 || exit 3
      sleep 1
      timeout 20 "$1" open b.json a.json || exit 4
      wait_for 2 || exit 5
      timeout 20 "$1" open b.json || exit 6
      sleep 1
      [ "$(windows)" = 2 ] || exit 7
      [ "$(pgrep -c -P $$ -x regalia)" = 1 ] || exit 8
      kill $first
      """
    let process = try Desktop.start(
      [
        "timeout", "100", "dbus-run-session", "--", "sh", "-c", script, "sh", BuiltProgram.path ?? "",
        desktop.home.path(""),
      ], desktop.environment)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}

@Suite struct WindowMemoryTests {
  let home: Home
  private var folders: UserFolders {
    let state = home.path("state")
    return UserFolders { ["XDG_STATE_HOME": state, "XDG_CONFIG_HOME": state][$0] }
  }

  init() throws { home = try Home() }

  @Test func `what a window looked like is there again, each kind by itself`() {
    var memory = WindowMemory(folders: folders)
    #expect(memory.size(of: .gallery) == nil && memory.state(of: .gallery) == nil)
    memory.keep(.gallery, size: Size(900, 640.4), state: "order=title\twall=168,\n20")
    memory.setHinted(.crowns)
    memory.keep(.gallery, size: nil, state: "order=own")

    let again = WindowMemory(folders: folders)
    #expect(again.size(of: .gallery) == Size(900, 640) && again.state(of: .gallery) == "order=own")
    #expect(again.hasHinted(.crowns) && !again.hasHinted(.gallery) && again.size(of: .crowns) == nil)
    memory.forgetHints()
    #expect(!WindowMemory(folders: folders).hasHinted(.crowns))
  }

  @Test(arguments: [
    "", "gallery", "gallery\tx\t\t\t\t", "gallery\t-5x9\thinted\t", "gallery\tNaNx900\t\tstate",
  ])
  func `lines that make no sense are passed over`(line: String) throws {
    let folder = home.path("state/regalia")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try (line + "\n").write(toFile: folder + "/windows", atomically: true, encoding: .utf8)
    #expect(WindowMemory(folders: folders).size(of: .gallery) == nil)
  }

  @Test func `preferences are kept, and go before what the desktop has`() {
    var preferences = Preferences()
    (preferences.appearance, preferences.hasHighContrast) = (.light, true)
    #expect(preferences.save(folders))
    #expect(Preferences(folders: folders) == preferences)
    let desktop = DesktopSettings.Preferences(isDark: true, reducesMotion: true)
    #expect(
      Preferences(folders: folders).over(desktop)
        == DesktopSettings.Preferences(isDark: false, reducesMotion: true, hasHighContrast: true))
  }
}

extension WindowKind {
  fileprivate static let gallery = WindowKind(id: "gallery", title: "Gallery")
  fileprivate static let crowns = WindowKind(id: "crowns", title: "Crowns")
}
