import ColorPicker
import Foundation
import TestSupport
import Testing

/// The picker's window, started and driven from outside.
@Suite(.waiting, .enabled(if: Desktop.isPossible, Desktop.missing)) struct PickerWindowTests {
  let desktop: Desktop

  init() throws { desktop = try Desktop() }

  // MARK: The end

  @Test func `Return prints the colour in the format asked for and exits with 0`() throws {
    let picker = try ProgramWindow(on: desktop, "picker", "--color", "#c8102e", "--format", "oklch")
    try picker.key("Return")

    let end = try picker.end()
    let wanted = try BuiltProgram.run(["color", "#c8102e", "--to", "oklch"], in: desktop.home)
    #expect(end.status == 0)
    #expect(end.output == wanted.output)
    #expect(desktop.home.recentColors == ["#c8102e"])
  }

  @Test(arguments: ["Escape", "alt+F4", "ctrl+w"]) func `Escape and closing print nothing and exit with 1`(
    key: String
  ) throws {
    let picker = try ProgramWindow(on: desktop, "picker")
    try picker.key("Right")
    // Only the window manager's own key may be missed.
    if key == "alt+F4" { try picker.close(by: key) } else { try picker.key(key) }

    let end = try picker.end()
    #expect(end.status == 1)
    #expect(end.output.isEmpty)
    #expect(desktop.home.recentColors.isEmpty)
  }

  @Test func `a plane that was asked for is shown the next time, too, but not one of a picture`() throws {
    func plane() throws -> String { try BuiltProgram.run(["picker", "--describe"], in: desktop.home).output }
    _ = try BuiltProgram.run(["picker", "--plane", "lab", "--describe"], in: desktop.home)
    #expect(try plane().contains("\"Saturation and brightness\""))

    let picker = try ProgramWindow(on: desktop, "picker", "--plane", "okhsl")
    try picker.key("Escape")
    _ = try picker.end()
    #expect(try plane().contains("\"OKHSL: saturation and lightness\""))
  }

  @Test func `the buttons do the same`() throws {
    for (label, status) in [("Choose", 0), ("Cancel", 1)] as [(String, Int32)] {
      let picker = try ProgramWindow(on: desktop, "picker", "--color", "tomato")
      let frame = try picker.frame(label)
      try picker.pointer(.move(frame.midX, frame.midY), .press, .release)

      let end = try picker.end()
      #expect(end.status == status)
      #expect(end.output == (status == 0 ? "#ff6347\n" : ""))
    }
  }

  @Test func `an answer that cannot be written fails and is not lost`() throws {
    let picker = try ProgramWindow(on: desktop, "picker", "--color", "tomato", outputTo: "/dev/full")
    try picker.key("Return")

    let end = try picker.end()
    #expect(end.status == 3)
    #expect(picker.said.contains("#ff6347"))
  }

  // MARK: Fields

  @Test func `a colour is typed, refused while it is none, restored and accepted`() throws {
    let picker = try ProgramWindow(on: desktop, "picker", "--color", "#336699")
    let hex = try picker.frame("Hex", role: "text-field")
    try picker.pointer(.move(hex.midX, hex.midY), .press, .release)
    try picker.key("ctrl+a")
    try picker.type("#nonsense")
    try picker.key("Return")
    try picker.waitForRest()
    #expect(picker.isRunning)

    try picker.key("Escape")
    try picker.key("ctrl+c")
    try eventually("the colour is back") { desktop.clipboard == "#336699" }
    try picker.key("ctrl+a")
    try picker.type("rebeccapurple")
    try picker.key("Return")

    #expect(try picker.end().output == "#663399\n")
  }

  @Test func `grey keeps the hue`() throws {
    let picker = try ProgramWindow(on: desktop, "picker", "--color", "hsb(210 60% 80%)", "--format", "hsb")
    let saturation = try picker.frame("Saturation", role: "text-field")
    try picker.pointer(.move(saturation.midX, saturation.midY), .press, .release)
    for text in ["0", "100"] {
      try picker.key("ctrl+a")
      try picker.type(text)
      try picker.key("Tab", "shift+Tab")
    }
    try picker.key("Return")

    #expect(try picker.end().output == "hsb(210 100% 80%)\n")
  }

  // MARK: Keys and pointer

  @Test func `keys move the square, the hue and alpha, and undo takes them back`() throws {
    let picker = try ProgramWindow(
      on: desktop, "picker", "--color", "hsb(210 50% 50% / 0.5)", "--format", "hsb", "--alpha")
    try picker.key("Right", "shift+Up", "Next", "Prior")
    try picker.key("Tab", "Down", "shift+Down", "Home", "ctrl+z")
    try picker.key("Tab", "Up", "End", "ctrl+z", "ctrl+z", "ctrl+shift+z")
    try picker.key("Return")

    #expect(try picker.end().output == "hsb(221 51% 60% / 0.51)\n")
  }

  @Test func `a drag beyond the edge ends in the corner`() throws {
    let picker = try ProgramWindow(on: desktop, "picker", "--color", "hsb(210 50% 50%)")
    let square = try picker.frame("Saturation and brightness")
    try picker.pointer(
      .move(square.midX, square.midY), .press, .move(square.maxX, square.minY), .move(900, -150), .release)
    try picker.key("Return")

    #expect(try picker.end().output == "#0080ff\n")
  }

  @Test func `a press sets the colour under it, and the loupe grows over it`() throws {
    let picker = try ProgramWindow(on: desktop, "picker", "--color", "#ff0000")
    let square = try picker.frame("Saturation and brightness")
    let place = (square.midX + 20, square.midY - 9)
    try picker.waitForRest()
    let beside = try picker.pixel(place.0 + 14, place.1)
    try picker.pointer(.move(place.0, place.1), .press)
    try picker.waitForRest()
    let held = try picker.pixel(place.0 + 14, place.1)
    try picker.key("ctrl+c")
    var chosen: String?
    try eventually("the colour is copied") {
      chosen = desktop.clipboard
      return chosen != nil
    }

    // Inside the grown loupe is its own colour.
    #expect(held != beside)
    #expect("#" + held.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == chosen)
    try picker.pointer(.release)
    try picker.waitForRest()
    #expect(try picker.pixel(place.0 + 14, place.1) == beside)
  }

  @Test func `the wheel moves the tracks, and the previous colour comes back with a click`() throws {
    let picker = try ProgramWindow(on: desktop, "picker", "--color", "hsb(210 50% 50%)", "--format", "hsb")
    let hue = try picker.frame("Hue", role: "slider")
    let previous = try picker.frame("Previous colour")
    try picker.key("Tab")
    try picker.pointer(.move(hue.midX, hue.midY), .wheel(-7), .wheel(2))
    try picker.key("ctrl+c")
    try eventually("the hue has moved by five") { desktop.clipboard == "hsb(215 50% 50%)" }

    try picker.pointer(.move(previous.midX, previous.midY), .press, .release)
    try picker.key("Return")

    #expect(try picker.end().output == "hsb(210 50% 50%)\n")
  }

  @Test func `another program's colour is pasted`() throws {
    try desktop.setClipboard("oklch(0.7 0.1 150)")
    let picker = try ProgramWindow(on: desktop, "picker")
    try picker.key("ctrl+v", "Return")

    let wanted = try BuiltProgram.run(["color", "oklch(0.7 0.1 150)", "--to", "hex"], in: desktop.home)
    #expect(try picker.end().output == wanted.output)
  }

  @Test func `a program that has copied something and stopped does not hold the window up`() throws {
    try desktop.setClipboard("oklch(0.7 0.1 150)", thenStops: true)
    let picker = try ProgramWindow(on: desktop, "picker", "--color", "#336699")
    try picker.key("ctrl+v", "Return")

    // GLFW waited for an answer for ever.
    #expect(try picker.end().output == "#336699\n")
  }

  @Test func `the last twelve colours are kept and offered`() throws {
    desktop.home.recentColors = (1...12).map { "#0000\($0 < 10 ? "0" : "")\($0)" }
    let picker = try ProgramWindow(on: desktop, "picker")
    let second = try picker.frame("Recent colour 2")
    try picker.pointer(.move(second.midX, second.midY), .press, .release)
    try picker.key("Return")
    #expect(try picker.end().output == "#000002\n")
    #expect(desktop.home.recentColors.count == 12)
    #expect(desktop.home.recentColors.prefix(3) == ["#000002", "#000001", "#000003"])

    let other = try ProgramWindow(on: desktop, "picker", "--color", "tomato")
    try other.key("Return")
    #expect(try other.end().status == 0)

    #expect(desktop.home.recentColors.count == 12)
    #expect(desktop.home.recentColors.prefix(2) == ["#ff6347", "#000002"])
    #expect(desktop.home.recentColors.last == "#000011")
  }

  // MARK: Frames

  @Test func `an untouched window draws no frame and is never woken`() throws {
    let picker = try ProgramWindow(on: desktop, "picker")
    try picker.key("Right")
    try eventually("the key is seen") { picker.frames >= 2 }

    // A window that goes on drawing, or a loop that looks now and then, never comes to that.
    try picker.waitForSleep()
  }

  @Test func `a window of another size, or back from an icon, is whole`() throws {
    let picker = try ProgramWindow(on: desktop, "picker", "--color", "#c8102e", "--appearance", "light")
    func isWhole(_ size: String) throws -> Bool {
      let words = try picker.frame("New colour", size: size)
      return try picker.pixel(words.midX, words.minY + 8) == [0xc8, 0x10, 0x2e]
        && picker.pixel(3, 3) == [0xf2, 0xf2, 0xf2]
    }
    try eventually("it is whole") { try isWhole("440x560") }

    for size in ["330x370", "900x700"] {
      let sides = size.split(separator: "x").map(String.init)
      try desktop.xdotool("windowsize", picker.window, sides[0], sides[1])
      try eventually("it is whole at \(size)") { try isWhole(size) }
    }
    try desktop.xdotool("windowminimize", picker.window)
    try eventually("it is an icon") {
      try desktop.xdotool("search", "--onlyvisible", "--class", "regalia") == nil
    }
    try desktop.xdotool("windowmap", picker.window)
    try desktop.xdotool("windowactivate", picker.window)
    try eventually("it is whole again") { try isWhole("900x700") }
    try picker.waitForRest()
    try picker.key("Return")

    #expect(try picker.end().output == "#c8102e\n")
  }

  @Test func `desktop OpenGL draws the same picture`() throws {
    var screens: [[[UInt8]]] = []
    for context in ["es", "gl"] {
      let picker = try ProgramWindow(
        on: desktop, "picker", "--color", "#c8102e", "--appearance", "light",
        environment: ["REGALIA_CONTEXT": context])
      try picker.waitForRest()
      screens.append(
        try picker.pixels(
          stride(from: 5, to: 435, by: 7).flatMap { x in
            stride(from: 5, to: 555, by: 9).map { (Double(x), Double($0)) }
          }))
      // Return would add to the recent colours, which are in the picture.
      try picker.key("Escape")
      #expect(try picker.end().status == 1)
    }

    #expect(screens[0] == screens[1])
  }

  // MARK: Faults

  @Test(.enabled(if: BuiltProgram.debugPath != nil, "only debug builds can lose a context on purpose"))
  func `a lost context is reported and survived`() throws {
    let picker = try ProgramWindow(
      on: desktop, "picker", "--color", "#c8102e", "--appearance", "light",
      environment: ["REGALIA_LOSE_CONTEXT": "1"], program: BuiltProgram.debugPath)
    // Whatever makes a second frame; the key may reach the old window or the new one.
    try picker.key("Tab")
    try eventually("the loss is reported") { picker.said.contains("built anew") }
    try eventually("it is drawn again") { picker.frames >= 2 }
    try picker.waitForWindow()
    let new = try picker.frame("Previous colour")
    try eventually("its window is whole") { try picker.pixel(new.midX, new.minY + 8) == [0xc8, 0x10, 0x2e] }
    try picker.key("Return")

    let end = try picker.end()
    #expect(end.output == "#c8102e\n", "\(picker.said)")
  }

  @Test(.enabled(if: BuiltProgram.debugPath != nil, "only debug builds read shaders from a folder"))
  func `shaders are read anew with F5, and a broken one names its place`() throws {
    let shaders = desktop.home.folder.appending(path: "shaders")
    try FileManager.default.copyItem(at: BuiltProgram.shaders, to: shaders)
    let picker = try ProgramWindow(
      on: desktop, "picker", "--color", "#c8102e",
      environment: ["REGALIA_SHADERS": shaders.path(percentEncoded: false)], program: BuiltProgram.debugPath)
    try picker.waitForRest()
    let file = shaders.appending(path: "box.frag.glsl")
    let good = try String(contentsOf: file, encoding: .utf8)
    func reload(_ text: String?, until words: String) throws {
      if let text { try text.write(to: file, atomically: true, encoding: .utf8) }
      let before = picker.said.count
      try picker.key("F5")
      try eventually("it says: \(words)") { picker.said.dropFirst(before).contains(words) }
      try picker.waitForRest()
    }

    try reload(good.replacing("color = bordered", with: "color = borderd"), until: "box.frag.glsl:")
    let line = good.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
      $0.contains("color = bordered")
    }
    #expect(picker.said.contains("box.frag.glsl:\(try #require(line) + 1): "))
    let frames = picker.frames
    try picker.key("Right")
    try eventually("it goes on with the shaders from before") { picker.frames > frames }
    try FileManager.default.removeItem(at: file)
    try reload(nil, until: "box.frag.glsl: this shader does not exist")
    try reload(good, until: "shaders were read anew")
    try picker.key("Left", "Return")

    #expect(try picker.end().output == "#c8102e\n")
  }
}
