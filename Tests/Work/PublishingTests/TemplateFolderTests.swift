import Colors
import Files
import Foundation
import Localization
import Posters
import Testing

@testable import Publishing

/// A person's own templates in their folder.
@Suite struct TemplateFolderTests {
  private let scratch: ScratchFolder
  private let folder: TemplateFolder

  init() throws {
    scratch = try ScratchFolder()
    folder = TemplateFolder(path: scratch.path + "/data/templates")
  }

  private func poster(_ title: String = "Tea") -> Poster {
    Poster(title: title, lines: [Poster.Line("DRINK"), Poster.Line("TEA")], ink: RGBA(hex: 0x123456))
  }

  private func save(_ title: String) throws -> String {
    let change = try folder.saving(poster(), titled: title)
    try folder.make(change)
    return change.name
  }

  private var files: [String] { (Folder.names(in: folder.path) ?? []).sorted() }

  @Test func `a saved poster is offered by its title, and makes the same poster`() throws {
    #expect(folder.templates.isEmpty)
    #expect(try save("Team poster") == "team-poster")
    let template = try #require(folder.template(named: "TEAM POSTER"))

    var expected = poster()
    expected.title = "Team poster"
    #expect(try template.poster() == expected && template.isOwn && template.fault == nil)
    #expect(try template.poster(lines: [Poster.Line("A")], language: "de").lines == [Poster.Line("A")])
    #expect(folder.template(named: "team-poster")?.title == "Team poster")
  }

  @Test
  func `equal titles, titles of shipped templates and titles that are no file's name get ids of their own`()
    throws
  {
    let titles = [
      "Tea", "Tea", "tea", "Calm", "Blank", "../../etc/passwd", "", "…", ".hidden", "CON",
      String(repeating: "long ", count: 80),
    ]
    let names = try titles.map(save)
    #expect(Set(names).count == titles.count)
    #expect(Set(names).isDisjoint(with: PosterTemplate.all.map(\.name)))
    #expect(files == names.map { $0 + ".json" }.sorted())
    #expect(folder.templates.count == titles.count)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["data"])
  }

  @Test func `every change is undone and redone by the content of one file`() throws {
    let first = try folder.saving(poster(), titled: "Tea")
    try folder.make(first)
    let second = try folder.renaming(first.name, to: "Coffee")
    try folder.make(second)
    let third = try folder.removing(first.name)
    try folder.make(third)
    #expect(files.isEmpty)

    try folder.make(third.inverse)
    #expect(folder.templates.map(\.title) == ["Coffee"])
    try folder.make(second.inverse)
    #expect(folder.templates.map(\.title) == ["Tea"])
    try folder.make(first.inverse)
    #expect(files.isEmpty)
    for change in [first, second, third] { try folder.make(change) }
    #expect(files.isEmpty)
  }

  @Test func `a template that another program has changed is not overwritten`() throws {
    let name = try save("Tea")
    let renaming = try folder.renaming(name, to: "Mine")
    try folder.make(folder.renaming(name, to: "Theirs"))
    let refusal = #expect(throws: TemplateFolder.Refusal.self) { try folder.make(renaming) }
    #expect(refusal?.description.contains("Another program has changed the template") == true)
    #expect(folder.templates.map(\.title) == ["Theirs"])
    #expect(throws: TemplateFolder.Refusal.self) { try folder.removing("no-such-template") }
  }

  @Test
  func `a template of a newer version and a damaged one are listed with what to do, and stay as they are`()
    throws
  {
    #expect(Folder.make(folder.path))
    let newer = #"{"schema": "\#(Poster.schema)", "version": 99, "title": "From later", "halo": true}"#
    try AtomicFile.write(newer, to: folder.path + "/later.json")
    try AtomicFile.write("{\"schema\": 7", to: folder.path + "/broken.json")
    try AtomicFile.write("no template", to: folder.path + "/notes.txt")

    let templates = folder.templates
    #expect(templates.map(\.title) == ["broken", "From later"])
    #expect(templates[1].fault?.description.hasSuffix("Update Regalia to use it") == true)
    #expect(templates[1].fault?.description.contains("version 99") == true)
    #expect(templates[0].fault?.description.contains("broken.json cannot be read") == true)
    for template in templates {
      #expect(throws: TemplateFolder.Refusal.self) { try template.poster() }
      #expect(throws: TemplateFolder.Refusal.self) { try folder.renaming(template.name, to: "B") }
    }
    #expect(SmallFile(path: folder.path + "/later.json").text == newer)
    try folder.make(folder.removing("later"))
    #expect(files == ["broken.json", "notes.txt"])
  }

  @Test func `a folder that cannot be written is said with what to do`() throws {
    try AtomicFile.write("", to: scratch.path + "/data")
    let refusal = #expect(throws: TemplateFolder.Refusal.self) { try save("Tea") }
    #expect(refusal?.description.contains("cannot be changed; allow writing there") == true)
  }
}
