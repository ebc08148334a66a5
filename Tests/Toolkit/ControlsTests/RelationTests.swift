import Geometry
import Scene
import Testing

@testable import Controls

@Suite struct RelationTests {
  private func form(_ rows: [Form.Row]) -> Form {
    let form = Form(label: "Properties")
    form.show([Form.Section(title: "Page", rows: rows)])
    form.frame = Rect(x: 0, y: 0, width: 300, height: 200)
    return form
  }

  private func number(_ label: String) -> NumberField {
    NumberField(label: label, range: 0...100, value: 7, unit: "mm", clipboard: .local()) { _, _ in }
  }

  @Test func `a caption names the control that is alone beside it, and a heading stands before both`() throws
  {
    let driver = HostDriver([form([Form.Row(caption: "Bleed", controls: [number("Bleed")])])])

    let all = driver.described.all
    let field = try #require(all.first { $0.role == .textField })
    let caption = try #require(all.first { $0.role == .text })
    #expect(field.relations[.labelledBy] == [caption.id])
    #expect(caption.label == "Bleed")
    let section = try #require(all.first { $0.role == .group && $0.label == "Page" })
    #expect(section.children.map(\.label) == ["Page", "Bleed", ""])
    #expect(section.children.first?.role == .heading)
    // The field's group would say its name once more.
    #expect(all.filter { $0.label == "Bleed" && $0.role == .group }.isEmpty)
  }

  @Test func `of two controls beside a caption none is called like the other`() {
    let driver = HostDriver([
      form([Form.Row(caption: "Size", controls: [number("Width"), number("Height")])])
    ])

    let fields = driver.described.all.filter { $0.role == .textField }
    #expect(fields.map(\.label) == ["Width", "Height"])
    #expect(fields.allSatisfy { $0.relations.isEmpty })
  }

  @Test func `why a text is refused stands in a node of its own that describes the field`() throws {
    let number = number("Bleed")
    let driver = HostDriver([form([Form.Row(caption: "Bleed", controls: [number])])])
    driver.host.setFocus(number.field, byKeyboard: true)
    driver.send(.text("lots"))
    number.field.commit()

    let all = driver.described.all
    let field = try #require(all.first { $0.role == .textField })
    let note = try #require(all.first { field.relations[.describedBy] == [$0.id] })
    #expect(note.label == "“lots” is not a number")
    #expect(field.states.contains(.invalid))
  }

  @Test func `a control that shows what is wrong describes the field, and nothing else does`() throws {
    let note = Recorder("Note", Rect(x: 10, y: 100, width: 90, height: 20))
    let number = number("Bleed")
    number.field.describedBy = note
    let driver = HostDriver([form([Form.Row(controls: [number])]), note])
    driver.host.setFocus(number.field, byKeyboard: true)
    driver.send(.text("lots"))
    number.field.commit()

    let all = driver.described.all
    let field = try #require(all.first { $0.role == .textField })
    #expect(field.relations[.describedBy] == all.filter { $0.label == "Note" }.map(\.id))
    #expect(all.allSatisfy { $0.label != "“lots” is not a number" })
  }

  @Test func `a popover is said once, by the name of what it shows`() {
    let driver = HostDriver([])
    let content = form([Form.Row(caption: "Bleed", controls: [number("Bleed")])])
    driver.host.showPopover(content, at: Rect(x: 10, y: 10, width: 20, height: 20))

    #expect(driver.described.all.filter { $0.label == "Properties" }.map(\.role) == [.group])
  }

  @Test func `the characters of a field stand beside each other inside it`() throws {
    let field = TextField(
      label: "Title", clipboard: .local(), delegate: .init(edited: { _, _ in nil }))
    field.begin(with: "Keep calm")
    field.frame = Rect(x: 40, y: 20, width: 200, height: 32)
    let driver = HostDriver([field])

    let node = try #require(driver.described.all.first { $0.role == .textField })
    #expect(node.characterFrames.count == 9)
    for (left, right) in zip(node.characterFrames, node.characterFrames.dropFirst()) {
      #expect(abs(left.maxX - right.minX) < 0.01 && left.width > 0)
    }
    #expect(node.characterFrames.allSatisfy { node.frame.contains($0) })
  }

  @Test func `each character of a notice has a place, also where its lines are broken`() throws {
    let driver = HostDriver(size: Size(200, 200), [])
    let words = "The poster was exported to a folder with a long name"
    driver.host.say(words)

    let node = try #require(driver.described.all.first { $0.role == .notification })
    #expect(node.characterFrames.count == words.count)
    #expect(Set(node.characterFrames.map(\.minY)).count > 1)
    #expect(node.characterFrames.allSatisfy { node.frame.contains($0) })
  }

  @Test func `what is cut is in the clipboard, and comes back where it is pasted`() {
    let field = TextField(
      label: "Title", clipboard: .local(), delegate: .init(edited: { _, _ in nil }))
    field.begin(with: "Keep calm")
    field.frame = Rect(x: 40, y: 20, width: 200, height: 32)
    let driver = HostDriver([field])
    func perform(_ action: AccessibilityAction) -> Bool {
      driver.host.perform(action, on: "window/Title", at: 2)
    }

    #expect(perform(.cutText("Keep ", rest: "calm")))
    #expect(field.text == "calm" && driver.host.clipboard.read() == "Keep ")
    #expect(perform(.pasteText(before: "calm. ", after: "!")))
    #expect(field.text == "calm. Keep !")
  }
}
