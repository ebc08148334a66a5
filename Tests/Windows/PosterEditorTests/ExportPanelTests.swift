import Controls
import Files
import Foundation
import Posters
import Publishing
import TestSupport
import Testing

@testable import PosterEditor

/// What the export panel makes of a page's bleed.
@Suite struct ExportPanelTests {
  private let home: Home

  init() throws { home = try Home() }

  private var folders: UserFolders { UserFolders { [home] in $0 == "HOME" ? home.path("") : nil } }

  @Test func `the page's bleed is in every file, and pictures for screens may leave it out`() {
    var poster = Poster(lines: [Poster.Line("KEEP")])
    poster.bleed = 3
    for format in PosterExport.Format.allCases {
      var settings = ExportSettings()
      settings.format = format
      #expect(settings.options.sheet(for: [poster]).bleed == 3, "\(format)")
      settings.leavesOutBleed = true
      #expect(settings.options.sheet(for: [poster]).bleed == (format == .pdf ? 3 : 0), "\(format)")
    }
  }

  @Test func `a bleed that an earlier version remembered is forgotten`() throws {
    let state = try #require(folders.state)
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try Data(#"{"format":"png","bleed":5,"pixels":800}"#.utf8).write(
      to: URL(filePath: state + "/export.json"))

    let settings = ExportSettings(rememberedIn: folders)

    #expect(settings.format == .png && settings.pixels == 800)
    #expect(settings.options.sheet(for: [Poster()]).bleed == 0)
    settings.remember(in: folders)
    let written = try String(contentsOfFile: state + "/export.json", encoding: .utf8)
    #expect(!written.contains("\"bleed\""))
  }

  @Test func `the panel shows the page's bleed and changes it, as a step that can be taken back`() throws {
    var poster = Poster(lines: [Poster.Line("KEEP")])
    poster.bleed = 3
    let driver = EditorDriver(poster)
    let preview = SheetPreview(driver.session)
    let form = ExportForm(driver.session, preview, browse: Button("Choose folder…") {})
    func field() throws -> NumberField {
      func find(_ control: Control) -> NumberField? {
        if let field = control as? NumberField, field.label == "Bleed" { return field }
        return control.children.lazy.compactMap(find).first
      }
      return try #require(find(form.control))
    }
    #expect(try field().value == 3)

    let typed = try #require(field().children.first)
    #expect(typed.perform(.increment, on: nil, at: 0))

    #expect(try field().value == 4)
    #expect(driver.poster.bleed == 4 && driver.steps == ["bleed"])
    driver.session.undo()
    form.show()
    #expect(try field().value == 3 && driver.poster.bleed == 3)
  }
}
