import Controls
import Files
import Geometry
import Input
import Posters
import Publishing
import Testing

@testable import PosterGallery

/// A person's own templates in the chooser of New poster, by the mouse.
@Suite struct OwnTemplateTests {
  private let scratch: ScratchFolder
  private let folder: TemplateFolder

  init() throws {
    scratch = try ScratchFolder()
    folder = TemplateFolder(path: scratch.path + "/regalia/templates")
    for title in ["Team", "Ferry"] {
      let poster = Poster(title: title, lines: [Poster.Line(title.uppercased()), Poster.Line("NEWS")])
      try folder.make(folder.saving(poster, titled: title))
    }
  }

  private func visit() -> Visit {
    let path = scratch.path
    let visit = Visit(3, folders: UserFolders { $0 == "XDG_DATA_HOME" ? path : nil })
    visit.key(.character("n"), .control, at: 1)
    for step in 1...3 { visit.advance(to: 1 + Double(step) / 10) }
    return visit
  }

  private func click(
    _ label: String, _ visit: Visit, at time: Double, _ button: PointerButton = .left, clicks: Int = 1
  ) throws {
    let place = try #require(visit.node(label), "\(label) is not there").frame.center
    for clicks in 1...clicks {
      visit.gallery.handle(.pointerDown(place, button, clicks: clicks, []), at: time)
      visit.gallery.handle(.pointerUp(place, button, []), at: time)
    }
    for step in 0..<3 { visit.advance(to: time + Double(step) / 100) }
  }

  private func created(_ visit: Visit) -> [Poster] {
    visit.source.performed.compactMap { if case .create(let poster, _) = $0 { poster } else { nil } }
  }

  private var titles: [String] {
    get throws { folder.templates.map(\.title) }
  }

  @Test func `own templates come after the empty one, and one makes a poster`() throws {
    let visit = visit()
    func labels(_ node: AccessibilityNode) -> [String] { [node.label] + node.children.flatMap(labels) }
    let names = labels(try #require(visit.node("Templates"))).dropFirst()
    let first = try #require(names.firstIndex(of: "Blank"))
    #expect(Array(names[first..<first + 4]) == ["Blank", "Ferry", "Team", "Keep calm"])

    try click("Team", visit, at: 2, clicks: 2)

    #expect(created(visit).map(\.title) == ["Team"])
    #expect(created(visit).first?.lines.map(\.text) == ["TEAM", "NEWS"])
  }

  @Test func `a template is renamed and removed by its menu, and both are undone`() throws {
    let visit = visit()
    try click("Team", visit, at: 2, .right)
    try click("Rename…", visit, at: 2.1)
    visit.gallery.handle(.text("Crew"), at: 2.2)
    try click("Rename", visit, at: 2.3)
    #expect(try titles == ["Crew", "Ferry"])
    #expect(visit.words.contains("Renamed the template to “Crew”"))

    try click("Ferry", visit, at: 3, .right)
    try click("Remove", visit, at: 3.1)
    #expect(try titles == ["Crew"])
    #expect(visit.words.contains("Removed the template “Ferry”") && visit.node("Ferry") == nil)

    try click("Undo", visit, at: 4)
    #expect(try titles == ["Crew", "Ferry"])
    try click("Undo", visit, at: 5)
    #expect(try titles == ["Ferry", "Team"])
    visit.key(.character("z"), [.control, .shift], at: 6)
    visit.advance(to: 6.1)
    #expect(try titles == ["Crew", "Ferry"])
    #expect(visit.source.performed.isEmpty)
  }

  @Test func `a poster of the wall becomes a template from its menu, and Undo takes it away`() throws {
    let path = scratch.path
    let visit = Visit(3, folders: UserFolders { $0 == "XDG_DATA_HOME" ? path : nil })
    try click("Poster 1", visit, at: 1, .right)
    try click("Save as template…", visit, at: 2)
    visit.gallery.handle(.text("Tea time"), at: 3)
    try click("Save", visit, at: 4)

    #expect(try titles == ["Ferry", "Tea time", "Team"])
    #expect(try folder.template(named: "Tea time")?.poster().lines.map(\.text) == ["KEEP"])
    #expect(visit.words.contains("Saved as the template “Tea time”") && visit.source.performed.isEmpty)
    let undo = try #require(visit.gallery.host.saidNotices.last?.action)
    undo.perform(5)
    for step in 0..<3 { visit.advance(to: 5 + Double(step) / 100) }
    #expect(try titles == ["Ferry", "Team"])
    #expect(visit.words.contains("The template “Tea time” is removed again"))
  }

  @Test func `without a home folder the wall says why no template can be saved`() throws {
    let visit = Visit(3)
    try click("Poster 1", visit, at: 1, .right)
    try click("Save as template…", visit, at: 2)
    #expect(visit.words.contains("set HOME") && visit.node("Save") == nil)
  }

  @Test func `several posters become no template, and the menu has the formats together`() throws {
    let visit = Visit(3)
    visit.click("Poster 0")
    visit.click("Poster 1", .control)
    try click("Poster 1", visit, at: 1, .right)
    let entry = try #require(visit.node("Save as template…"))
    #expect(entry.states.contains(.disabled))
    #expect(visit.node("Export as SVG") == nil)
    let export = try #require(
      visit.gallery.accessibility.first { $0.label == "Export" && $0.role == .menuItem }
    ).frame.center
    visit.gallery.handle(.pointerDown(export, .left, clicks: 1, []), at: 2)
    visit.gallery.handle(.pointerUp(export, .left, []), at: 2)
    for step in 0..<3 { visit.advance(to: 2 + Double(step) / 10) }
    try click("Export as SVG", visit, at: 3)
    #expect(visit.words.contains("2 SVG"))
  }

  @Test func `a template that came with Regalia has no menu`() throws {
    let visit = visit()
    try click("Keep calm", visit, at: 2, .right)
    #expect(visit.node("Remove") == nil && visit.node("Rename…") == nil)
  }

  @Test func `a template of a newer version is shown with what to do, and makes no poster`() throws {
    try AtomicFile.write(
      #"{"schema": "\#(Poster.schema)", "version": 99, "title": "Later"}"#, to: folder.path + "/later.json")
    let visit = visit()
    try click("Later", visit, at: 2)
    #expect(visit.words.contains("Update Regalia to use it"))
    try click("Later", visit, at: 3, clicks: 2)
    #expect(created(visit).isEmpty && visit.node("Later") != nil)
    try click("Team", visit, at: 4)
    #expect(!visit.words.contains("Update Regalia to use it"))
  }
}
