import Controls
import Files
import Foundation
import Posters
import Printing
import Publishing
import TestSupport
import Testing

@testable import PosterEditor

/// The effect of a page's bleed on the export panel.
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

  private func controls<Kind: Control>(_ kind: Kind.Type, in control: Control) -> [Kind] {
    (control as? Kind).map { [$0] } ?? control.children.flatMap { controls(kind, in: $0) }
  }

  @Test func `the panel says on how many sheets the poster is, for the size or the sheets that are chosen`()
    throws
  {
    var poster = Poster(lines: [Poster.Line("KEEP")])
    poster.page = Page(width: 594, height: 841)
    let driver = EditorDriver(poster)
    let form = ExportForm(driver.session, SheetPreview(driver.session), browse: Button("Choose folder…") {})
    func words() -> [String] { controls(Words.self, in: form.control).map(\.text) }
    func field(_ label: String) throws -> NumberField {
      try #require(controls(NumberField.self, in: form.control).first { $0.label == label })
    }
    func step(_ label: String, _ action: AccessibilityAction) throws {
      #expect(try #require(try field(label).children.first).perform(action, on: nil, at: 0))
    }
    func choice(_ label: String) throws -> ChoiceSwitch {
      try #require(controls(ChoiceSwitch.self, in: form.control).first { $0.label == label })
    }
    #expect(form.settings.options.tiling == nil && words().contains { $0.contains("mm of paper") })

    #expect(try choice("Sheets").perform(.increment, on: nil, at: 0))
    #expect(form.settings.sheets.layout == .tiles && form.settings.options.tiling?.paper.name == "A4")
    #expect(words().contains("59.4 × 84.1 cm on 3 × 5 A4 landscape"))
    #expect(try choice("Turned").perform(.increment, on: nil, at: 0))
    #expect(words().contains("59.4 × 84.1 cm on 4 × 4 A4"))
    #expect(try field("Sheets wide").value == 4 && abs(field("Width").value - 59.4) < 1e-9)
    #expect(try field("Margin").value == 5)
    try step("Margin", .increment)
    #expect(form.settings.options.tiling?.margin == 6)

    try step("Sheets wide", .decrement)
    #expect(form.settings.sheets.size == .columns(3) && words().contains { $0.contains("on 3 × ") })
    #expect(try field("Width").value < 59.4)
    try step("Width", .increment)
    #expect(words().contains { $0.contains("on 4 × ") })

    // Several to a sheet, in cells of a size.
    #expect(try choice("Sheets").perform(.increment, on: nil, at: 0))
    for _ in 0..<2 { #expect(try choice("Cells").perform(.increment, on: nil, at: 0)) }
    #expect(form.settings.options.imposition?.cells == .size(Page(width: 85, height: 55)))
    #expect(words().contains { $0.contains("on A4") && $0.contains("1 sheet") })
    // The poster's page is unchanged, so there is nothing to undo.
    #expect(driver.steps.isEmpty && driver.poster.page == poster.page)
  }

  @Test func `blank sheets are not counted, once they are found`() throws {
    var poster = Poster(lines: [Poster.Line("KEEP")])
    (poster.page, poster.background, poster.ink) = (
      Page(width: 200, height: 2000), .color(.white), .black
    )
    poster.emblem = .none
    let driver = EditorDriver(poster)
    let form = ExportForm(driver.session, SheetPreview(driver.session), browse: Button("Choose folder…") {})
    let choice = try #require(controls(ChoiceSwitch.self, in: form.control).first { $0.label == "Sheets" })
    #expect(choice.perform(.increment, on: nil, at: 0))
    driver.settle()
    driver.session.tasks.receiveMail()
    let words = controls(Words.self, in: form.control).map(\.text)
    #expect(words.contains { $0.contains("without blank ones") }, "\(words)")
  }

  @Test func `how a poster is divided is remembered, and goes with PDF alone`() {
    var settings = ExportSettings()
    var sheets = SheetSettings()
    (sheets.layout, sheets.orientation, sheets.overlap, sheets.size) = (.tiles, .landscape, 7, .columns(5))
    sheets.paper = Page(width: 215.9, height: 279.4)
    settings.sheets = sheets
    settings.remember(in: folders)
    #expect(ExportSettings(rememberedIn: folders).sheets == sheets)
    settings.sheets.size = .width(120)
    settings.remember(in: folders)
    #expect(ExportSettings(rememberedIn: folders).sheets == settings.sheets)
    #expect(settings.options.tiling?.scaling == .within(width: 1200, height: .infinity))
    settings.hasMarks = true
    #expect(!settings.options.sheet(for: [Poster()]).hasMarks)
    settings.format = .png
    #expect(settings.options.tiling == nil)
  }
}
