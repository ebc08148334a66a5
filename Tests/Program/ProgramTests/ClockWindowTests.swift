import Foundation
import TestSupport
import Testing

/// The clock's window, started and driven from outside.
@Suite(.waiting, .enabled(if: Desktop.isPossible, Desktop.missing)) struct ClockWindowTests {
  let desktop: Desktop

  init() throws { desktop = try Desktop() }

  @Test func `between flips nothing is drawn and the process sleeps`() throws {
    let clock = try ProgramWindow(on: desktop, "clock", "--no-seconds", "--at", "10:10:01")

    // A clock that looks at the time again and again never comes to that.
    try clock.waitForSleep()
  }

  @Test func `a flip is drawn, and then no more`() throws {
    let clock = try ProgramWindow(on: desktop, "clock", "--no-seconds", "--at", "10:09:58")
    try eventually("cards fall") { clock.frames(because: "animation") > 0 }
    try eventually("they have landed, and the loop is left alone with the clock") {
      clock.said.split(separator: "\n").last?.contains("animation") == true
    }
    #expect(clock.isRunning)
  }

  @Test func `F covers the screen, Escape leaves it, and again closes with 0`() throws {
    let clock = try ProgramWindow(on: desktop, "clock", "--size", "400x200")
    let place = try clock.place
    try clock.key("f")
    try eventually("the screen is covered") { try clock.place == [0, 0, 1280, 1024] }
    try clock.key("Escape")
    try eventually("the window is back") { try clock.place == place }
    #expect(clock.isRunning)
    try clock.key("Escape")
    #expect(try clock.end() == (0, ""))
  }

  @Test func `the window goes with the pointer that drags it`() throws {
    let clock = try ProgramWindow(on: desktop, "clock", "--size", "400x200")
    let place = try clock.place
    try #require(
      try desktop.xdotool(["mousemove", "--window", clock.window, "30", "30", "mousedown", "1"]) != nil)
    for _ in 0..<8 {
      try #require(try desktop.xdotool(["mousemove_relative", "10", "5", "sleep", "0.02"]) != nil)
    }
    try desktop.xdotool("mouseup", "1")

    try eventually("the window stands where it was dragged; \(place) \(try clock.place)") {
      try clock.place == [place[0] + 80, place[1] + 40, 400, 200]
    }
  }

  @Test func `what the panel sets is remembered`() throws {
    let clock = try ProgramWindow(on: desktop, "clock", "--size", "720x320")
    let file = desktop.home.path("config/regalia/clock")
    try clock.key("s", "Down", "Down", "Return")
    try eventually("it is kept") { (try? String(contentsOfFile: file, encoding: .utf8)) == "hours = 12\n" }
    try clock.key("Escape", "Escape")
    #expect(try clock.end().status == 0)

    let pictures = ["new.png", "old.png"].map(desktop.home.path)
    for (path, more) in zip(pictures, [[], ["--hours", "24"]]) {
      let arguments = ["clock", "--at", "22:10", "--snapshot", path] + more
      #expect(try BuiltProgram.run(arguments, in: desktop.home).status == 0)
    }
    #expect(
      FileManager.default.contents(atPath: pictures[0]) != FileManager.default.contents(atPath: pictures[1]))
  }

  @Test func `a countdown says its end and exits with 0, or with 1 when it is closed before`() throws {
    let done = try ProgramWindow(on: desktop, "clock", "--countdown", "10m", "--at", "0:09:59")
    #expect(try done.end() == (0, "Time is up\n"))

    let closed = try ProgramWindow(on: desktop, "clock", "--countdown", "10m")
    try closed.key("Escape")
    #expect(try closed.end() == (1, ""))
  }

  @Test func `a stopwatch prints its laps and where it stopped`() throws {
    let clock = try ProgramWindow(on: desktop, "clock", "--stopwatch")
    try clock.key("space", "l", "space")
    try eventually("it says so; \(clock.printed)") { clock.printed.split(separator: "\n").count == 2 }
    try clock.key("Escape")

    let end = try clock.end()
    #expect(end.status == 0)
    #expect(end.output.contains(/^lap 1 00:0\d\.\d\d \+00:0\d\.\d\d\n00:0\d\.\d\d\n$/))
  }

  @Test func `a score follows standard input, and a line that is none is told`() throws {
    let clock = try ProgramWindow(on: desktop, "clock", "--score")
    let before = clock.frames(because: "animation")
    clock.say("7")
    try eventually("cards fall") { clock.frames(because: "animation") > before }
    clock.say("seven")
    try eventually("it complains") { clock.said.contains("“seven”") }
    try clock.key("Escape")
    #expect(try clock.end().status == 1)
  }
}
