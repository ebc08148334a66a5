import Application
import Colors
import Controls
import Files
import Foundation
import Geometry
import Images
import Input
import Posters
import Publishing
import Scene
import TestSupport
import Testing
import Typography
import WindowSupport

@testable import PosterGallery

/// The way from the wall to the files of an export set, by the mouse alone.
@Suite struct ExportSetWayTests {
  private final class Driver: WindowDriver<Gallery> {
    let home: Home

    init() throws {
      let home = try Home()
      self.home = home
      let folders = UserFolders { $0 == "HOME" ? home.path("") : nil }
      try ExportSets(folders).put(
        ExportSet(
          "Small",
          [
            ExportOutput("story", .jpeg, .pixels(width: 54, height: 96)),
            ExportOutput("wide", .png, .pixels(width: 96, height: 54)),
          ]))
      let state = try #require(folders.state)
      try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
      try #"{"folder":"\#(home.path("out"))"}"#.write(
        toFile: state + "/export-set.json", atomically: true, encoding: .utf8)
      let environment = WindowEnvironment(
        offscreen: Typesetter(), appearance: .dark, scale: 1, folders: folders, isScripted: true)
      environment.interface.reducesMotion = true
      super.init(
        Gallery(dataSource: FakeDataSource(12), environment, editors: .withCrowns), size: Size(1200, 800))
      wait(0.1)
      wait(0.5)
    }

    /// Clicks on what has a name, as a person with a mouse does.
    func choose(_ label: String, _ role: AccessibilityNode.Role, _ modifiers: Modifiers = []) throws {
      let point = try #require(nodes.last { $0.label == label && $0.role == role }, "\(label)").frame.center
      move(to: point, modifiers)
      press(point, modifiers)
      release(point, modifiers)
      wait(0.3)
    }
  }

  @Test func `two posters are selected and written in all outputs of a chosen set`() throws {
    let driver = try Driver()
    try driver.choose("Poster 2", .cell, .control)
    try driver.choose("Poster 5", .cell, .control)
    try driver.choose("Export", .button)
    try driver.choose("Export set…", .menuItem)
    #expect(driver.content.outputsPanel.map(driver.content.host.isShowing) == true)
    try driver.choose("Set", .button)
    try driver.choose("Small", .menuItem)
    try driver.choose("Next poster", .button)
    try driver.choose("Export all", .button)
    #expect(driver.nodes.contains { $0.label.contains("Wrote 4 files to") }, "\(driver.nodes.map(\.label))")
    try driver.choose("Close", .button)
    let files = try FileManager.default.contentsOfDirectory(atPath: driver.home.path("out")).sorted()
    #expect(files == ["2-story.jpg", "2-wide.png", "5-story.jpg", "5-wide.png"])
    let story = try Bitmap(contentsOf: driver.home.path("out/5-story.jpg"))
    #expect(story.size == PixelSize(width: 54, height: 96))
  }

  @Test func `a poster is copied and sent from the menu of exports`() throws {
    let driver = try Driver()
    try driver.choose("Poster 2", .cell)
    try driver.choose("Export", .button)
    try driver.choose("Copy as picture", .menuItem)
    #expect(driver.content.layer.texts.contains { $0.contains("2 copied") })
    try driver.choose("Export", .button)
    try driver.choose("Send…", .menuItem)
    #expect(driver.content.layer.texts.contains { $0.contains("1 sent") })
  }
}
