import Foundation
import TestSupport
import Testing

/// Colours from the screen: with the magnifier under X11, and by the desktop's portal.
@Suite(.waiting, .enabled(if: Desktop.isPossible && EyedropperTools.areThere, EyedropperTools.missing))
struct EyedropperTests {
  private static let (ink, paper) = ("#c8102e", "#f0f0e0")

  /// Paints lines on the root window, every third pixel across and every fifth down, anew after sixteen.
  private func paint(_ desktop: Desktop) throws {
    let painter = try Desktop.start(
      ["xsetroot", "-mod", "3", "5", "-fg", Self.ink, "-bg", Self.paper], desktop.environment)
    painter.waitUntilExit()
  }

  /// Returns the colour painted at a pixel.
  private func color(_ x: Int, _ y: Int) -> String {
    (x % 16).isMultiple(of: 3) || (y % 16).isMultiple(of: 5) ? Self.ink : Self.paper
  }

  private func begin(_ desktop: Desktop, format: String = "hex") throws -> ProgramWindow {
    let run = try ProgramWindow(
      on: desktop, "picker", "--eyedropper", "--format", format,
      environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"], waits: false)
    // The magnifier is there when its window is.
    try eventually("the magnifier is shown") {
      try !run.isRunning
        || desktop.xdotool("search", "--onlyvisible", "--maxdepth", "1", "--name", "regalia magnifier") != nil
    }
    return run
  }

  @Test func `a colour is taken by single pixels with the keyboard`() throws {
    let desktop = try Desktop()
    try paint(desktop)
    for (keys, x, y) in [([], 300, 200), (["Right", "Down", "Down"], 301, 202), (["shift+Left"], 290, 200)] {
      try desktop.xdotool("mousemove", "300", "200")
      let run = try begin(desktop)
      for key in keys { try desktop.xdotool("key", key) }
      try desktop.xdotool("key", "space")
      let end = try run.end()

      #expect(end.status == 0, "\(run.said)")
      #expect(end.output == color(x, y) + "\n", "after \(keys)")
    }
    let state = try #require(desktop.home.environment["XDG_STATE_HOME"])
    #expect(
      try String(contentsOfFile: state + "/regalia/recent-colors", encoding: .utf8).hasPrefix(color(290, 200))
    )
  }

  @Test func `the magnifier is a disc, beside which the screen is seen`() throws {
    let desktop = try Desktop()
    try paint(desktop)
    try desktop.xdotool("mousemove", "300", "200")
    let run = try begin(desktop)
    // The magnifier is 24 pixels beside the pointer: fifteen pixels at ten times their size, and a ring of four on each
    // side.
    let (left, top, side) = (324, 224, 158)
    try eventually("the ring is drawn") {
      try desktop.screen[left + side / 2, top + 2] == [255, 255, 255]
    }
    let screen = try desktop.screen
    for (x, y) in [(2, 2), (side - 3, 2), (2, side - 3), (side - 3, side - 3), (side / 2, side + 3)] {
      let seen = screen[left + x, top + y].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      #expect("#" + seen == color(left + x, top + y), "\(x), \(y)")
    }
    try desktop.xdotool("key", "Escape")
    #expect(try run.end().status == 1)
  }

  @Test func `Escape leaves, and a click takes the mean light of what the wheel has framed`() throws {
    let desktop = try Desktop()
    try paint(desktop)
    try desktop.xdotool("mousemove", "1270", "1015")
    let left = try begin(desktop)
    try desktop.xdotool("key", "Escape")
    let end = try left.end()
    #expect(end.status == 1 && end.output.isEmpty && left.said.isEmpty)

    try desktop.xdotool("mousemove", "500", "300")
    let averaged = try begin(desktop, format: "rgb")
    try desktop.xdotool("click", "4")
    try desktop.xdotool("click", "1")
    let answer = try averaged.end()
    // Linear light of both colours, weighed by how often they are among the nine pixels (IEC 61966-2-1).
    let nine = (499...501).flatMap { x in (299...301).map { y in color(x, y) == Self.ink } }
    let share = Double(nine.count { $0 }) / 9
    func light(_ value: Double) -> Double {
      value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let wanted = [(0xc8, 0xf0), (0x10, 0xf0), (0x2e, 0xe0)].map { ink, paper -> String in
      let mean = share * light(Double(ink) / 255) + (1 - share) * light(Double(paper) / 255)
      let encoded = mean <= 0.0031308 ? 12.92 * mean : 1.055 * pow(mean, 1 / 2.4) - 0.055
      return String(Int((encoded * 255).rounded()))
    }
    #expect(share > 0 && share < 1)
    #expect(answer.output == "rgb(\(wanted.joined(separator: " ")))\n", "\(answer)")
  }

  @Test
  func `the magnifier stays on the monitor of the pointer, and a monitor that goes takes nothing along`()
    throws
  {
    let desktop = try Desktop(isShared: false)
    try paint(desktop)
    func xrandr(_ words: String...) throws {
      let process = try Desktop.start(["xrandr"] + words, desktop.environment)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    // The second monitor is only half as high as the first.
    try xrandr("--setmonitor", "left", "640/170x1024/270+0+0", "screen")
    try xrandr("--setmonitor", "right", "640/170x512/135+640+0", "none")
    try desktop.xdotool("mousemove", "1200", "500")
    let run = try begin(desktop)
    try eventually("the magnifier stands on the second monitor") {
      let found = try #require(
        try desktop.xdotool("search", "--onlyvisible", "--maxdepth", "1", "--name", "regalia magnifier"))
      let geometry = try #require(try desktop.xdotool("getwindowgeometry", "--shell", found))
      func number(_ name: String) -> Int? {
        let line = geometry.split(separator: "\n").first { $0.hasPrefix(name + "=") }
        return line.flatMap { Int($0.dropFirst(name.count + 1)) }
      }
      guard let x = number("X"), let y = number("Y"), let height = number("HEIGHT") else { return false }
      return x >= 640 && y >= 0 && y + height <= 512
    }
    try xrandr("--delmonitor", "right")
    try desktop.xdotool("key", "space")
    let end = try run.end()

    #expect(
      end.status == 0 && end.output == color(1200, 500) + "\n" && run.said.isEmpty, "\(end) \(run.said)")
  }

  @Test func `where no colour can be taken, one sentence says why`() throws {
    let home = try Home()
    let cases: [([String: String], String)] = [
      ([:], "no display"), (["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], "Wayland"),
    ]
    for (variables, words) in cases {
      let environment = variables.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]) { $1 }
      let end = try BuiltProgram.run(["picker", "--eyedropper"], in: home, environment: environment)

      #expect(end.status == 3 && end.output.isEmpty)
      #expect(end.complaints.contains(words) && end.complaints.split(separator: "\n").count == 1)
    }
  }
}

/// The tools that the tests need beside a desktop.
private enum EyedropperTools {
  static let areThere = ["/usr/bin/xsetroot", "/usr/bin/dbus-run-session"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  static let missing: Comment = "the eyedropper's tests need a desktop, xsetroot and dbus-run-session"
}
