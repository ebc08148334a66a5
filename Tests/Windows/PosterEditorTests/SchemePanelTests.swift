import Application
import Catalog
import Colors
import Controls
import Files
import Foundation
import Geometry
import Input
import Palettes
import Posters
import Publishing
import Testing
import WindowSupport

@testable import PosterEditor

/// The chooser of colour schemes.
@Suite struct SchemePanelTests {
  private static let poster = Poster(
    title: "Calm", background: .color(RGBA(hex: 0xc40d1e)),
    lines: [Poster.Line("KEEP"), Poster.Line("CALM")],
    ink: .white)

  /// Opens the schemes by the button beside the poster.
  private func opened(_ driver: EditorDriver) throws {
    driver.click(try driver.node("Colour scheme…", .button).frame.center)
    driver.wait(0.2)
    driver.settle()
  }

  private func click(_ label: String, _ driver: EditorDriver) throws {
    driver.click(try driver.node(label).frame.center)
  }

  /// Returns a library with palettes of colours as 0xRRGGBB.
  private func library(_ palettes: [(String, [UInt32])], in folder: ScratchFolder) throws -> Library {
    let library = try Library(path: folder.path + "/library.regalia", access: .writing)
    for (name, colors) in palettes {
      let palette = Palette(name: name, swatches: colors.map { Swatch(Color(RGBA(hex: $0))) })
      try library.insert(PaletteRecord(name: name, document: Array(palette.document.line.utf8)))
    }
    return library
  }

  @Test func `a clicked scheme is on the page at once, and becomes one step when it is used`() throws {
    let driver = EditorDriver(Self.poster, size: Size(1120, 1100))
    try opened(driver)
    try click("Midnight", driver)
    #expect(driver.poster.background == .color(PosterScheme.all[1].grounds[0]))
    #expect(driver.poster.ink == PosterScheme.all[1].inks[0])
    try click("Forest", driver)
    #expect(driver.poster.background == .color(PosterScheme.all[3].grounds[0]))
    try click("Use", driver)

    #expect(driver.steps == ["color-scheme"])
    #expect(!driver.nodes.contains { $0.label == "Colour schemes" })
    try click("Undo colour scheme", driver)
    #expect(driver.poster == Self.poster)
    try click("Redo colour scheme", driver)
    #expect(driver.poster.background == .color(PosterScheme.all[3].grounds[0]))
  }

  @Test func `cancelling, and a press beside the panel, restore the poster and leave no step`() throws {
    let driver = EditorDriver(Self.poster, size: Size(1120, 1100))
    for _ in 0..<2 {
      try opened(driver)
      try click("Neon", driver)
      #expect(driver.poster != Self.poster)
      if driver.time < 2 { try click("Cancel", driver) } else { driver.click(Point(20, 400)) }
      #expect(driver.poster == Self.poster && driver.steps.isEmpty)
      driver.wait(1)
    }
  }

  @Test func `the schemes are walked with the arrows, used with Return and left with Escape`() throws {
    let driver = EditorDriver(Self.poster, size: Size(1120, 1100))
    try opened(driver)
    // The poster has the colours of the first scheme, which is the current one.
    driver.key(.right)
    #expect(driver.poster.background == .color(PosterScheme.all[1].grounds[0]))
    driver.key(.escape)
    #expect(driver.poster == Self.poster && driver.steps.isEmpty)
    try opened(driver)
    driver.key(.right)
    driver.key(.enter)
    #expect(driver.steps == ["color-scheme"])
  }

  @Test func `a palette of the library is a scheme, and one without contrast is refused with the reason`()
    throws
  {
    let folder = try ScratchFolder()
    let library = try library(
      [("Brand", [0x102030, 0xffeedd, 0x88ccff]), ("Greys", [0x808080, 0x8a8a8a])], in: folder)
    try AtomicFile.write(Self.poster.json, to: folder.path + "/calm.json")
    let driver = EditorDriver(
      EditedDocument(
        Self.poster, home: .file(folder.path + "/calm.json", ContentDigest([]), history: library)),
      size: Size(1120, 1100))
    try opened(driver)
    driver.key(.end)
    #expect(driver.poster == Self.poster)
    #expect(
      driver.nodes.contains { $0.label.hasPrefix("“Greys” has no contrast: with its first colour #808080") })
    try click("Use", driver)
    driver.key(.enter)
    #expect(driver.steps.isEmpty)
    driver.key(.left)
    #expect(
      driver.poster.background == .color(RGBA(hex: 0x102030)) && driver.poster.ink == RGBA(hex: 0xffeedd))
    try click("Use", driver)
    #expect(driver.steps == ["color-scheme"])
  }

  @Test(arguments: [Size(360, 640), Size(700, 560), Size(1120, 820), Size(1920, 1200)])
  func `the page stays visible beside the schemes at every size`(_ size: Size) throws {
    let driver = EditorDriver(Self.poster, size: size)
    try #require(driver.editor.open.allCommands.first { $0.id == "colors.scheme" }).action(driver.time)
    driver.wait(0.2)
    let panel = try driver.node("Colour schemes", .group).frame
    let page = driver.editor.open.panel.pageFrame
    #expect(panel.minX >= 0 && panel.maxX <= size.width && panel.maxY <= size.height)
    let hidden = page.intersection(panel)?.height ?? 0
    #expect(hidden < page.height * 0.6)
  }
}
