import Foundation
import TestSupport
import Testing

/// What is dragged from one program to another, with a window of GTK as the other one.
@Suite(
  .enabled(if: Desktop.canDrop, "dragging needs Xvfb, openbox, xdotool and GTK for Python"),
  .serialized)
struct DragOutTests {
  let desktop: Desktop

  init() throws { desktop = try Desktop() }

  private func window(_ name: String) throws -> String? {
    try desktop.xdotool("search", "--onlyvisible", "--name", name)?.split(separator: "\n").last.map(
      String.init)
  }

  /// Opens the window in which things are dropped; returns it and what it prints.
  private func target() throws -> (process: Process, printed: Gatherer) {
    let printed = Gatherer()
    let script = Fixture.checkout.appending(path: "Tests/Assistive/drops.py").path(percentEncoded: false)
    let process = try Desktop.start(
      ["/usr/bin/python3", script], desktop.environment, output: printed.pipe)
    try eventually("the window for drops is there") { try window("^Drops$") != nil }
    return (process, printed)
  }

  private func start(_ words: [String], named name: String) throws -> Process {
    let process = try Desktop.start([BuiltProgram.path ?? ""] + words, desktop.environment)
    try eventually("its window is there") { try window(name) != nil }
    let id = try #require(try window(name))
    try desktop.xdotool("windowsize", "--sync", id, "700", "600", "windowmove", id, "10", "40")
    try desktop.xdotool("windowactivate", "--sync", id)
    return process
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
    let gallery = try start(["gallery", "--library", desktop.home.path("l.regalia")], named: "^Posters")
    defer { gallery.end() }
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
    let picker = try start(["picker", "--color", "#c8102e", "--size", "700x600"], named: "^Pick a colour")
    defer { picker.end() }
    // In a window of another size the colours stand elsewhere.
    let place = try newColor()
    try drag(from: place.x, place.y)
    try eventually("the colour has come") { target.printed.text.contains("application/x-color") }
    #expect(target.printed.text.contains("application/x-color 16 c8c810102e2effff"))
    target.process.end()

    let library = desktop.home.path("p.regalia")
    let palettes = try Desktop.start(
      [BuiltProgram.path ?? "", "palettes", "--library", library], desktop.environment)
    defer { palettes.end() }
    try eventually("the palettes are there") { try window("^Palettes") != nil }
    let id = try #require(try window("^Palettes"))
    try desktop.xdotool("windowsize", "--sync", id, "400", "500", "windowmove", id, "830", "200")
    let pickerID = try #require(try window("^Pick a colour"))
    try desktop.xdotool("windowactivate", "--sync", pickerID)
    try eventually("a palette is made of the colour") {
      try drag(from: place.x, place.y)
      return arrives(within: 4) {
        try BuiltProgram.run(["palette", "list", "--library", library], in: desktop.home).output
          .contains("\t1\n")
      }
    }
    let shown = try BuiltProgram.run(
      ["palette", "show", "new-palette", "--library", library], in: desktop.home)
    #expect(shown.output.contains("#c8102e"))
  }

  /// Where on the screen the picker shows the new colour.
  private func newColor() throws -> (x: Int, y: Int) {
    let told = try BuiltProgram.run(
      ["picker", "--describe", "--color", "#c8102e", "--size", "700x600"], in: desktop.home)
    let root = try #require(try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any])
    func find(_ node: [String: Any]) -> [Double]? {
      if node["label"] as? String == "New colour" { return node["frame"] as? [Double] }
      return (node["children"] as? [[String: Any]] ?? []).lazy.compactMap(find).first
    }
    let frame = try #require(find(root))
    let id = try #require(try window("^Pick a colour"))
    let geometry = try #require(try desktop.xdotool("getwindowgeometry", "--shell", id))
    func value(_ name: String) throws -> Int {
      let line = try #require(geometry.split(separator: "\n").first { $0.hasPrefix(name + "=") })
      return try #require(Int(line.dropFirst(name.count + 1)))
    }
    return (
      try value("X") + Int(frame[0] + frame[2] / 2), try value("Y") + Int(frame[1] + frame[3] / 2)
    )
  }

  private func bytes(_ hex: Substring) -> [UInt8] {
    stride(from: 0, to: hex.count - 1, by: 2).compactMap { offset in
      let start = hex.index(hex.startIndex, offsetBy: offset)
      return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)
    }
  }
}
