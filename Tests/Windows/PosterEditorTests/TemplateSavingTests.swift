import Controls
import Files
import Geometry
import Input
import Posters
import Publishing
import Testing

@testable import PosterEditor

/// Saving the edited poster as a template, by the mouse.
@Suite struct TemplateSavingTests {
  private func driver(_ scratch: ScratchFolder) -> EditorDriver {
    let path = scratch.path
    return EditorDriver(
      EditedDocument(Poster(title: "Tea", lines: [Poster.Line("TEA")]), home: .stream),
      folders: UserFolders { $0 == "XDG_DATA_HOME" ? path : nil })
  }

  private func click(_ label: String, _ driver: EditorDriver, _ role: AccessibilityNode.Role? = nil) throws {
    driver.click(try driver.node(label, role).frame.center)
    driver.wait(0.1)
  }

  @Test func `the poster becomes a template with a title, and Undo in the notice takes it away`() throws {
    let scratch = try ScratchFolder()
    let folder = TemplateFolder(path: scratch.path + "/regalia/templates")
    let driver = driver(scratch)
    try click("All commands", driver)
    try click("Poster", driver, .menuItem)
    try click("Save as template…", driver, .menuItem)
    driver.type("Tea time")
    try click("Save", driver, .button)

    let template = try #require(folder.templates.first)
    #expect(template.title == "Tea time" && folder.templates.count == 1)
    #expect(try template.poster().lines == driver.poster.lines)
    #expect(driver.poster.title == "Tea" && driver.steps.isEmpty)
    let undo = try #require(driver.session.host?.saidNotices.last?.action)
    undo.perform(driver.time)
    driver.wait(0.1)
    #expect(folder.templates.isEmpty)
  }

  @Test func `without a home folder the reason is said, and no title is asked for`() throws {
    let driver = EditorDriver()
    try #require(driver.editor.open.allCommands.first { $0.id == "file.template" }).action(driver.time)
    #expect(driver.session.host?.saidNotices.last?.words.contains("set HOME") == true)
    #expect(!driver.nodes.contains { $0.label == "Save" })
  }
}
