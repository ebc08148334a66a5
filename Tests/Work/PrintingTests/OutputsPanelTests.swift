import Application
import Colors
import Controls
import Files
import Foundation
import Geometry
import Images
import Posters
import Publishing
import Scene
import TestSupport
import Testing
import Typography
import WindowSupport

@testable import Printing

/// A window that opens the panel of an export set.
private final class OutputsWindow: ControlWindow, OutputsPanelDelegate {
  let panel: OutputsPanel
  /// The folder that the person chooses when asked.
  var chosenFolder = ""
  private(set) var said: [String] = []

  init(_ posters: [Poster], _ environment: WindowEnvironment) {
    panel = OutputsPanel(posters, PrintServices(environment))
    super.init(root: Form(label: "Behind"), interface: environment.interface, work: environment.work)
    panel.delegate = self
  }

  override func receiveMail(at time: Double) { panel.receiveMail() }

  func chooseOutputFolder(from folder: String, _ take: @escaping (String) -> Void) { take(chosenFolder) }
  func say(_ words: String) { said.append(words) }
}

/// A control or word that is not shown.
private struct Missing: Error {
  let label: String
}

private final class OutputsDriver: WindowDriver<OutputsWindow> {
  let home: Home
  let folders: UserFolders
  private let height: Double

  init(_ posters: [Poster], size: Size = Size(1100, 800), home: Home? = nil) throws {
    let home = try home ?? Home()
    self.home = home
    height = size.height
    let folders = UserFolders { $0 == "HOME" ? home.path("") : nil }
    self.folders = folders
    // The usual folder is the person's own.
    let state = try #require(folders.state)
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    let file = state + "/export-set.json"
    if !FileManager.default.fileExists(atPath: file) {
      try #"{"folder":"\#(home.path("out"))"}"#.write(toFile: file, atomically: true, encoding: .utf8)
    }
    let environment = WindowEnvironment(
      offscreen: Typesetter(), appearance: .light, scale: 1, folders: folders, isScripted: true)
    environment.interface.reducesMotion = true
    super.init(OutputsWindow(posters, environment), size: size)
    wait(0.1)
    content.host.showDialog(content.panel) { [content] in content.panel.dismiss() }
    wait(0.1)
    wait(0.1)
  }

  var panel: OutputsPanel { content.panel }
  var sets: ExportSets { ExportSets(folders) }

  func place(_ label: String, _ role: AccessibilityNode.Role) throws -> Rect {
    guard let node = nodes.last(where: { $0.label == label && $0.role == role }) else {
      throw Missing(label: label)
    }
    return node.frame
  }

  /// Turns the wheel over the form until a control is within it.
  private func reveal(_ label: String, _ role: AccessibilityNode.Role) throws -> Rect {
    let fixed = [
      "Export all", "Close", "Cancel", "Show in folder", "Send…", "Next poster", "Previous poster",
    ]
    guard role != .radioButton, !fixed.contains(label) else { return try place(label, role) }
    let (top, bottom) = (max(height - 900, 0) / 2, try place("Export all", .button).minY - 140)
    var before: Rect?
    for _ in 0..<60 {
      let frame = try place(label, role)
      // At an end of the form nothing moves any more.
      if frame.minY >= top, frame.maxY <= bottom || frame == before { return frame }
      before = frame
      wheel(frame.minY < top ? 0.5 : -0.5, at: Point(frame.midX, (top + bottom) / 2))
      wait(0.3)
    }
    throw Missing(label: label)
  }

  /// Clicks in the middle of a control, by its name, as a person with a mouse does.
  func click(_ label: String, _ role: AccessibilityNode.Role = .button) throws {
    click(try reveal(label, role).center)
    wait(0.05)
  }

  /// Opens a choice and clicks on one of its words.
  func choose(_ word: String, of label: String) throws {
    try click(label)
    click(try place(word, .menuItem).center)
    wait(0.05)
  }

  /// The names of the outputs that are shown side by side.
  var outputs: [String] {
    nodes.filter { $0.role == .radioButton && $0.label.contains(", ") }.map(\.label)
  }

  func files() -> [String] {
    (FileManager.default.enumerator(atPath: home.path("out"))?.allObjects as? [String] ?? []).sorted()
  }

  func says(_ words: String) -> Bool { nodes.contains { $0.label.contains(words) } }
}

@Suite struct OutputsPanelTests {
  private func poster(_ title: String = "Keep calm") -> Poster {
    Poster(title: title, lines: [Poster.Line("KEEP"), Poster.Line("CALM")])
  }

  /// A set of small outputs, so that drawing them takes no time.
  private func home() throws -> Home {
    let home = try Home()
    let sets = ExportSets(UserFolders { $0 == "HOME" ? home.path("") : nil })
    try sets.put(
      ExportSet(
        "Small",
        [
          ExportOutput("story", .jpeg, .pixels(width: 54, height: 96)),
          ExportOutput("wide", .png, .pixels(width: 96, height: 54)), ExportOutput("page", .svg),
        ]))
    return home
  }

  @Test func `a set is chosen, looked at, changed and written by the mouse alone`() throws {
    let driver = try OutputsDriver([poster()], home: home())
    #expect(driver.outputs.count == 7 && driver.outputs[0] == "print, PDF/X", "\(driver.outputs)")

    try driver.choose("Small", of: "Set")
    #expect(driver.outputs == ["story, 54 × 96 JPEG", "wide, 96 × 54 PNG", "page, SVG"])
    // Each picture is there, in the shape of its output.
    func all(_ layer: Layer) -> [Layer] { [layer] + layer.sublayers.flatMap(all) }
    let pictures = all(driver.content.layer).filter { $0.name == "output" }
    #expect(pictures.count == 3)
    #expect(pictures[0].frame.height > 1.6 * pictures[0].frame.width)
    #expect(pictures[1].frame.width > 1.6 * pictures[1].frame.height)

    // A click on a picture shows its properties.
    try driver.click("wide, 96 × 54 PNG", .radioButton)
    try driver.choose("WebP", of: "Format")
    try driver.choose("The page in pixels", of: "Size")
    #expect(driver.outputs[1] == "wide, 96 px WebP")
    try driver.click("Add output")
    #expect(driver.outputs.count == 4)
    try driver.click("Remove output")
    #expect(driver.outputs.count == 3)
    #expect(try driver.sets.set(named: "Small").outputs.map(\.name) == ["story", "wide", "page"])

    try driver.click("Export all")
    driver.wait(0.1)
    #expect(driver.says("Wrote 3 files to"), "\(driver.nodes.map(\.label))")
    #expect(driver.files() == ["keep-calm-page.svg", "keep-calm-story.jpg", "keep-calm-wide.webp"])
    let story = try Bitmap(contentsOf: driver.home.path("out/keep-calm-story.jpg"))
    #expect(story.size == PixelSize(width: 54, height: 96))
    #expect(try driver.place("Show in folder", .button).width > 0)
    #expect(try driver.place("Send…", .button).width > 0)
    try driver.click("Close")
    #expect(!driver.content.host.isShowing(driver.panel))

    // The files are there now: nothing is replaced without being asked.
    let again = try OutputsDriver([poster()], home: driver.home)
    #expect(again.outputs.count == 3 && again.says("3 of the files are there already"))
    try again.click("Export all")
    #expect(!again.says("Wrote"))
    try again.click("Replace files that are there", .toggle)
    try again.click("Export all")
    again.wait(0.1)
    #expect(again.says("Wrote 3 files to"))
  }

  @Test func `a set of one's own begins as a copy, and goes again`() throws {
    let driver = try OutputsDriver([poster()])
    try driver.click("New set")
    #expect(try driver.sets.set(named: "My set").outputs == ExportSet.shipped[0].outputs)
    try driver.click("New set")
    #expect(try driver.sets.all().map(\.name).suffix(2) == ["My set", "My set 2"])
    try driver.click("Delete set")
    #expect(try driver.sets.all().map(\.name).last == "My set")
    // Shipped sets stay.
    try driver.choose(ExportSet.shipped[0].name, of: "Set")
    try driver.click("Delete set")
    #expect(driver.says("ships with Regalia and stays"))
  }

  @Test func `another folder is chosen and remembered`() throws {
    let driver = try OutputsDriver([poster()], home: home())
    try driver.choose("Small", of: "Set")
    driver.content.chosenFolder = driver.home.path("out/elsewhere")
    try driver.click("Choose folder…")
    #expect(driver.says("out/elsewhere"))
    let again = try OutputsDriver([poster()], home: driver.home)
    try again.click("Export all")
    again.wait(0.1)
    #expect(again.files().filter { $0.hasPrefix("elsewhere/") }.count == 3)
  }

  @Test func `posters are leafed through, and names that would be the same are refused`() throws {
    let driver = try OutputsDriver([poster(), poster("Carry on"), poster("Keep calm!")], home: home())
    try driver.choose("Small", of: "Set")
    #expect(driver.says("1 of 3, Keep calm"))
    try driver.click("Next poster")
    #expect(driver.says("2 of 3, Carry on"))
    try driver.click("Previous poster")
    #expect(driver.says("would both become") && driver.says("put {n} or {output}"))
    try driver.click("Export all")
    #expect(driver.files().isEmpty)
  }

  @Test func `a panel that has closed still says what was written`() throws {
    let driver = try OutputsDriver([poster()], home: home())
    try driver.choose("Small", of: "Set")
    driver.content.panel.dismiss()
    try driver.click("Export all")
    driver.wait(0.1)
    #expect(
      driver.content.said.count == 1 && driver.content.said[0].contains("file"), "\(driver.content.said)")
  }

  @Test(arguments: [Size(300, 320), Size(520, 700), Size(1500, 1000)])
  func `in every size the buttons are within the window and apart, also when files are there`(size: Size)
    throws
  {
    let driver = try OutputsDriver([poster(), poster("Carry on")], size: size, home: home())
    try driver.choose("Small", of: "Set")
    try driver.click("Export all")
    driver.wait(0.1)
    let frames = try ["Close", "Export all", "Show in folder", "Send…"].map { try driver.place($0, .button) }
    for (index, frame) in frames.enumerated() {
      #expect(Rect(origin: .zero, size: size).contains(frame), "\(frame)")
      for other in frames[..<index] {
        #expect(frame.intersection(other).map { $0.width * $0.height < 1 } ?? true)
      }
    }
  }
}
