import Foundation
import TestSupport
import Testing

/// Drags between programs, with a GTK window as the other one.
@Suite(.waiting, .enabled(if: Desktop.canDrop, "dragging needs Xvfb, openbox, xdotool and GTK for Python"))
struct DragOutTests {
  let desktop: Desktop

  init() throws { desktop = try Desktop() }

  /// Opens the window in which things are dropped; returns it and what it prints.
  private func target() throws -> (process: Process, printed: Gatherer) {
    let printed = Gatherer()
    let script = Fixture.checkout.appending(path: "Tests/Assistive/drops.py").path(percentEncoded: false)
    let process = try Desktop.start(["/usr/bin/python3", script], desktop.environment, output: printed.pipe)
    try eventually("the window for drops is there") { try !desktop.windows(named: "^Drops$").isEmpty }
    return (process, printed)
  }

  /// Makes a window 700 by 600 points large at the left, in front of the others.
  private func place(_ window: ProgramWindow) throws {
    let id = window.window
    try desktop.xdotool("windowsize", "--sync", id, "700", "600", "windowmove", id, "10", "40")
    try desktop.xdotool("windowactivate", "--sync", id)
  }

  /// Drags from a place of the screen to the window for drops and lets go there; `before` is done first.
  private func drag(from x: Int, _ y: Int, before: [String] = []) throws {
    var words = ["mousemove", "\(x)", "\(y)", "sleep", "0.1", "mousedown", "1"]
    for (x, y) in [(x + 6, y + 16), (x + 12, y + 90), (740, 420), (1040, 440), (1044, 444)] {
      words += ["sleep", "0.08", "mousemove", "\(x)", "\(y)"]
    }
    try desktop.xdotool(words + ["sleep", "0.5"] + before + ["mouseup", "1"])
  }

  /// Returns whether something comes about in time; what is slow must not be dragged twice.
  private func arrives(within seconds: Double, _ condition: () throws -> Bool) -> Bool {
    (try? eventually("it arrives", within: seconds, condition)) != nil
  }

  @Test func `a poster arrives as a PDF under its title, unless Escape gives it up`() throws {
    let target = try target()
    defer { target.process.end() }
    let gallery = try ProgramWindow(on: desktop, "gallery", "--library", desktop.home.path("l.regalia"))
    try place(gallery)
    try eventually("the hints are read, and the drag arrives") {
      try desktop.xdotool("key", "Escape")
      try drag(from: 120, 250)
      return arrives(within: 4) { target.printed.text.contains("text/uri-list") }
    }

    let line = try #require(target.printed.text.split(separator: "\n").first).split(separator: " ")
    #expect(line[1] == "8")
    let list = String(decoding: bytes(line[2]), as: UTF8.self)
    #expect(list.hasPrefix("file:///") && list.hasSuffix("/Keep%20calm.pdf\r\n"))
    let path = try #require(URL(string: list.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(try Data(contentsOf: path).starts(with: Data("%PDF".utf8)))

    let before = target.printed.text
    try drag(from: 120, 250, before: ["key", "Escape", "sleep", "0.2"])
    try desktop.xdotool("sleep", "0.5")
    #expect(target.printed.text == before)

    // Files that were made are gone with the program.
    try desktop.xdotool("key", "ctrl+q")
    try eventually("the program has ended") { !gallery.isRunning }
    #expect(!FileManager.default.fileExists(atPath: path.path(percentEncoded: false)))
  }

  @Test func `a colour arrives as four numbers, and in a window of palettes`() throws {
    let target = try target()
    defer { target.process.end() }
    // In a window of another size the colours stand elsewhere.
    let picker = try ProgramWindow(on: desktop, "picker", "--color", "#c8102e", "--size", "700x600")
    try place(picker)
    let (corner, color) = (try picker.place, try picker.frame("New colour"))
    let (x, y) = (corner[0] + Int(color.midX), corner[1] + Int(color.midY))
    try drag(from: x, y)
    try eventually("the colour has come") { target.printed.text.contains("application/x-color") }
    #expect(target.printed.text.contains("application/x-color 16 c8c810102e2effff"))
    target.process.end()

    let library = desktop.home.path("p.regalia")
    let palettes = try ProgramWindow(on: desktop, "palettes", "--library", library)
    let id = palettes.window
    try desktop.xdotool("windowsize", "--sync", id, "400", "500", "windowmove", id, "830", "200")
    try desktop.xdotool("windowactivate", "--sync", picker.window)
    try eventually("a palette is made of the colour") {
      try drag(from: x, y)
      return arrives(within: 4) {
        try BuiltProgram.run(["palette", "list", "--library", library], in: desktop.home).output
          .contains("\t1\n")
      }
    }
    let shown = try BuiltProgram.run(
      ["palette", "show", "new-palette", "--library", library], in: desktop.home)
    #expect(shown.output.contains("#c8102e"))
  }

  private func bytes(_ hex: Substring) -> [UInt8] {
    stride(from: 0, to: hex.count - 1, by: 2).compactMap { offset in
      let start = hex.index(hex.startIndex, offsetBy: offset)
      return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)
    }
  }
}
