import Catalog
import Controls
import Files
import Geometry
import Input
import Posters
import Publishing
import Scene
import Testing

@testable import PosterEditor

/// The named versions of a poster of the wall, by the mouse.
@Suite struct VersionPanelTests {
  private let folder: ScratchFolder
  private let library: Library
  private let entry: GalleryPosters.Entry

  init() throws {
    folder = try ScratchFolder()
    library = try Library(path: folder.path + "/library.regalia", access: .writing)
    let wall = GalleryPosters(library)
    _ = try wall.add([Poster(title: "Tea", lines: [Poster.Line("DRINK"), Poster.Line("TEA")])])
    entry = try wall.entry(named: "tea")
  }

  private func driver(size: Size = PosterEditor.defaultSize) throws -> EditorDriver {
    EditorDriver(try EditedDocument(entry, of: library), size: size)
  }

  private func click(_ label: String, _ driver: EditorDriver, _ role: AccessibilityNode.Role? = nil) throws {
    // The bar above has a button called Undo too.
    let node = driver.nodes.last { $0.label == label && (role == nil || $0.role == role) }
    driver.click(try #require(node, "\(label) is missing").frame.center)
    settle(driver)
  }

  private func settle(_ driver: EditorDriver) {
    for _ in 0..<4 {
      driver.wait(0.05)
      driver.settle()
    }
  }

  private func open(_ driver: EditorDriver) throws {
    try click("All commands", driver)
    for label in ["Poster", "Versions…"] { try click(label, driver, .menuItem) }
  }

  private func save(_ name: String, _ driver: EditorDriver) throws {
    try click("Save version…", driver, .button)
    driver.type(name)
    try click("Save", driver, .button)
  }

  private var names: [String] {
    get throws { try library.versions(of: entry.key).map(\.name) }
  }

  private func says(_ words: String, _ driver: EditorDriver) -> Bool {
    driver.nodes.contains { $0.label.contains(words) }
  }

  @Test func `a version is saved as the poster is now, and restored as one step`() throws {
    let driver = try driver()
    let first = driver.poster
    try open(driver)
    #expect(says("Versions", driver))
    try save("First", driver)
    #expect(try names == ["First"] && says("Saved the version “First”", driver))
    try click("Close", driver, .button)
    driver.session.change(.ink) { $0.ink = .black }
    let second = driver.poster

    try open(driver)
    try save("Black", driver)
    try click("First", driver)
    try click("Restore", driver, .button)

    #expect(driver.poster == first && driver.steps == ["earlier-version", "ink"])
    #expect(driver.session.host?.saidNotices.last?.words == "Restored the version “First”")
    try click("Undo restoring a version", driver, .button)
    #expect(try driver.poster == second && names == ["Black", "First"])
  }

  @Test func `versions are renamed and removed, and that is undone and redone`() throws {
    let driver = try driver()
    try open(driver)
    for name in ["One", "Two", "Three"] { try save(name, driver) }
    let before = try library.versions(of: entry.key)
    let document = try library.document(of: #require(before[1].key))

    try click("Two", driver)
    try click("Rename…", driver, .button)
    driver.type("One")
    try click("Rename", driver, .button)
    #expect(try names == ["Three", "One 2", "One"])
    try click("Three", driver)
    try click("Remove", driver, .button)
    #expect(try names == ["One 2", "One"] && says("Removed the version “Three”", driver))

    try click("Undo", driver, .button)
    #expect(try names == ["Three", "One 2", "One"])
    for _ in 0..<2 { try click("Undo", driver, .button) }
    #expect(try names == ["Two", "One"])
    for _ in 0..<3 {
      driver.key(.character("z"), [.control, .shift])
      settle(driver)
    }
    #expect(try names == ["One 2", "One"])
    for _ in 0..<2 { try click("Undo", driver, .button) }
    #expect(try library.versions(of: entry.key) == before)
    #expect(try library.document(of: #require(before[1].key)) == document)
  }

  @Test func `each version has its picture`() throws {
    let driver = try driver()
    try open(driver)
    for name in ["One", "Two"] { try save(name, driver) }
    func pictures(in layer: Layer) -> Int {
      let isPicture = if case .image = layer.contents { true } else { false }
      return layer.sublayers.map(pictures).reduce(isPicture ? 1 : 0, +)
    }
    #expect(pictures(in: driver.editor.layer) == 2)
  }

  @Test func `a version of a newer Regalia and a damaged one are said with what to do`() throws {
    func insert(_ name: String, _ document: String) throws {
      try library.insert(
        PosterVersion(of: entry.key, name: name, created: 5, cover: 0), document: Array(document.utf8))
    }
    try insert("Later", #"{"schema": "\#(Poster.schema)", "version": 99}"#)
    try insert("Broken", "{")
    let driver = try driver()
    let before = driver.poster
    try open(driver)
    try click("Later", driver)
    try click("Restore", driver, .button)
    #expect(says("The version “Later” was made by a newer Regalia", driver))
    try click("Broken", driver)
    try click("Restore", driver, .button)
    #expect(says("The version “Broken” cannot be restored", driver))
    #expect(driver.poster == before && driver.steps.isEmpty)
  }

  @Test func `a poster that is not on a wall says where versions are kept`() throws {
    let driver = EditorDriver()
    try #require(driver.editor.open.allCommands.first { $0.id == "file.versions" }).action(driver.time)
    #expect(driver.session.host?.saidNotices.last?.words.contains("posters in the gallery") == true)
  }

  @Test(arguments: [Size(320, 400), Size(700, 560), Size(1600, 1000)])
  func `everything fits into the window`(_ size: Size) throws {
    let driver = try driver(size: size)
    try #require(driver.editor.open.allCommands.first { $0.id == "file.versions" }).action(driver.time)
    settle(driver)
    for label in ["Save version…", "Close", "Restore", "Rename…", "Remove"] {
      let frame = try driver.node(label, .button).frame
      #expect(frame.minX >= 0 && frame.maxX <= size.width && frame.maxY <= size.height, "\(label) \(frame)")
    }
  }
}
