import Geometry
import Input
import Scene
import Testing
import Typography

@testable import Controls

@Suite struct TextFieldTests {
  private final class Told { var texts: [String] = [] }
  private let told = Told()

  private func field(_ kind: TextField.Kind) -> TextField {
    let field = TextField(
      label: "Search", placeholder: "Search crowns", kind: kind, clipboard: .local(),
      delegate: .init(
        edited: { [told] text, _ in
          told.texts.append(text)
          return nil
        }))
    field.frame = Rect(x: 10, y: 10, width: 200, height: 32)
    return field
  }

  @Test func `a search keeps its words when the focus goes elsewhere`() {
    let field = field(.search)
    let other = Recorder("other", Rect(x: 10, y: 100, width: 50, height: 30))
    let driver = HostDriver([field, other])
    driver.host.setFocus(field)
    driver.send(.text("tea"))
    driver.key(.tab)

    #expect(driver.focus == "other")
    #expect(field.text == "tea")
    #expect(told.texts.last == "tea")
  }

  /// Returns a field for names that contain a letter; the log receives each committed one.
  private func nameField() -> TextField {
    let field = TextField(
      label: "Name", clipboard: .local(),
      delegate: .init(edited: { [told] text, phase in
        guard text.contains(where: \.isLetter) else { return FieldFault("A name has a letter") }
        if phase == .final { told.texts.append(text) }
        return nil
      }))
    field.frame = Rect(x: 10, y: 10, width: 200, height: 32)
    field.show("before")
    return field
  }

  @Test func `Return settles a value, which Escape does not bring back, and a command settles it, too`() {
    let field = nameField()
    let driver = HostDriver([field])
    var told: [[String]] = []
    driver.root.commandList = [
      Command("save", "Save", .control("s")) { [self] _ in told.append(self.told.texts) },
      Command("open", "Open", Shortcut(.enter)) { _ in told.append(["Return is no command here"]) },
    ]
    driver.host.setFocus(field, byKeyboard: true)
    driver.send(.text("tea"))
    driver.key(.enter)
    #expect(self.told.texts == ["tea"])
    driver.key(.escape)
    #expect(field.text == "tea" && driver.focus == "Name")

    driver.send(.text(" time"))
    driver.key(.character("s"), .control)

    #expect(told == [["tea", "tea time"]])
  }

  @Test func `what stands around a field hears of Return with a text that is taken, not with a refused one`()
  {
    let field = nameField()
    let around = Recorder("form", Rect(x: 0, y: 0, width: 300, height: 100), children: [field])
    around.keys = [.enter]
    let driver = HostDriver([around])
    driver.host.setFocus(field, byKeyboard: true)
    driver.send(.text("42"))
    driver.key(.enter)
    #expect(around.log.isEmpty && field.fault != nil && told.texts.isEmpty)

    driver.send(.text("b"))
    driver.key(.enter)

    #expect(told.texts == ["42b"])
    #expect(around.log.count == 1)
  }

  @Test func `a window that is closed takes what is being typed`() {
    let field = nameField()
    let window = ControlWindow(
      root: Recorder("root", .zero, children: [field]),
      interface: Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1))
    window.layOut(size: Size(400, 300), scale: 1)
    window.host.setFocus(field, byKeyboard: true)
    window.handle(.text("tea"), at: 1)
    window.close()

    #expect(told.texts == ["tea"] && window.isFinished)
  }

  @Test func `Escape while text is being selected selects what was selected before`() {
    let field = field(.value)
    let driver = HostDriver([field])
    driver.host.setFocus(field)
    driver.send(.text("keep calm"))
    driver.send(.key(.character("a"), .control, isRepeat: false))
    driver.send(.pointerDown(Point(20, 26), .left, clicks: 1, []))
    driver.send(.pointerMoved(Point(50, 26), []))
    driver.send(.key(.escape, [], isRepeat: false))
    driver.send(.pointerUp(Point(50, 26), .left, []))
    driver.send(.text("carry on"))

    #expect(field.text == "carry on")
  }

  @Test(arguments: [false, true])
  func `text is cut and pasted with the mouse and with the menu key`(byKeyboard: Bool) throws {
    let field = field(.value)
    let driver = HostDriver([field])
    driver.host.setFocus(field, byKeyboard: byKeyboard)
    driver.send(.text("tea time"))
    driver.key(.left, [.control, .shift])
    func chooseFirst() {
      let tellings = told.texts.count
      if byKeyboard {
        driver.key(.menu)
      } else {
        driver.send(.pointerDown(Point(60, 26), .right, clicks: 1, []))
      }
      #expect(told.texts.count == tellings, "nothing is settled")
      driver.key(.down)
      driver.key(.enter)
    }

    chooseFirst()
    #expect(field.text == "tea ")
    #expect(driver.focus == "Search")
    driver.key(.home)
    // Nothing is selected: cut and copy are passed over.
    chooseFirst()
    #expect(field.text == "timetea ")
  }

  @Test func `assistive tools find the cross of a search, and press it`() throws {
    var found: [String] = []
    let field = TextField(searchFor: "Search", placeholder: "Search", clipboard: .local()) {
      found.append($0)
    }
    field.frame = Rect(x: 10, y: 10, width: 200, height: 32)
    let driver = HostDriver([field])
    func cross() -> AccessibilityNode? { driver.described.all.first { $0.label == "Clear" } }
    #expect(cross() == nil)
    driver.host.setFocus(field)
    driver.send(.text("tudor"))
    let node = try #require(cross())
    #expect(node.role == .button && field.frame.contains(node.frame) && node.frame.minX > 170)

    #expect(driver.host.perform(.press, on: node.id, at: 3))
    #expect(field.text.isEmpty && found.last == "" && cross() == nil)
  }

  @Test func `Escape and the cross take the words of a search away, once`() {
    let field = field(.search)
    let driver = HostDriver([field])
    driver.host.setFocus(field)
    driver.send(.text("tea"))
    driver.key(.escape)
    #expect(field.text.isEmpty)
    #expect(told.texts.last == "")
    #expect(field.key(KeyEvent(.escape, time: 9)) == false)

    driver.send(.text("cup"))
    driver.click(Point(200, 26))

    #expect(field.text.isEmpty)
    #expect(told.texts.last == "")
  }

  @Test func `signs that no font has are told of as they are typed, and others are not`() {
    let field = field(.search)
    let driver = HostDriver([field])
    driver.host.setFocus(field)
    driver.send(.text("tea – thé"))
    #expect(driver.host.saidNotices.isEmpty)

    // No font has a sign for private use of the last plane.
    driver.send(.text("\u{10fffd}"))

    #expect(driver.host.saidNotices.map(\.words) == ["No installed font has the character U+10FFFD"])
    #expect(field.text == "tea – thé\u{10fffd}")
  }

  @Test func `taking back what was typed searches for the words from before`() {
    let field = field(.search)
    let other = Recorder("other", Rect(x: 10, y: 100, width: 50, height: 30))
    let driver = HostDriver([field, other])
    driver.host.setFocus(field)
    driver.send(.text("tea"))
    driver.key(.tab)
    driver.host.setFocus(field)
    driver.send(.text("pot"))
    driver.key(.character("z"), .control)

    #expect(field.text == "tea")
    #expect(told.texts.suffix(2) == ["teapot", "tea"])
  }

  @Test func `what is composed is seen underlined at the caret and is no text yet`() {
    let field = field(.value)
    let driver = HostDriver([field])
    driver.host.setFocus(field)
    driver.send(.text("Vit"))
    driver.key(.left)
    let plain = driver.picture
    let before = driver.host.caretFrame
    driver.send(.composition(Composition("iê", caret: 1)))

    #expect(field.text == "Vit")
    #expect(told.texts == ["Vit"])
    #expect(driver.picture != plain)
    #expect((driver.host.caretFrame?.minX ?? 0) > (before?.minX ?? 0))
    driver.send(.composition(.none))
    #expect(driver.picture == plain)
    driver.send(.composition(Composition("iê")))
    driver.send(.text("iệ"))

    #expect(field.text == "Viiệt")
    #expect(told.texts.last == "Viiệt")
  }

  @Test func `assistive tools read and write the text and its selection`() throws {
    let field = field(.value)
    let driver = HostDriver([field])
    #expect(driver.host.perform(.setText("KEEP CALM"), on: "window/Search", at: 1))
    #expect(driver.host.perform(.selectText(5..<9), on: "window/Search", at: 1))

    let node = try #require(driver.described.all.first { $0.role == .textField })

    #expect(node.value == "KEEP CALM")
    #expect(node.text == .init(caret: 9, selection: 5..<9))
    #expect(node.states == [.editable])
    #expect(told.texts.last == "KEEP CALM")
  }

  @Test func `a number's field takes units and commas and refuses what is beyond its range`() {
    var values: [Double] = []
    let number = NumberField(
      label: "Bleed", range: 0...10, value: 3, decimals: 1, unit: "mm", clipboard: .local()
    ) { value, phase in if phase == .final { values.append(value) } }
    number.frame = Rect(x: 10, y: 10, width: 80, height: 32)
    let driver = HostDriver([number])
    func type(_ text: String) {
      driver.host.setFocus(number.field, byKeyboard: true)
      driver.key(.character("a"), .control)
      driver.send(.text(text))
      number.field.commit()
    }
    type("4,5 mm")
    #expect(number.value == 4.5)
    #expect(number.field.text == "4.5\u{202f}mm")
    type("11")
    #expect(number.fault?.message == "Bleed must be between 0 and 10\u{202f}mm")
    #expect(number.value == 4.5)
    type("x")
    #expect(number.fault != nil)
    type("2")
    driver.key(.up)

    #expect(number.fault == nil)
    #expect(values == [4.5, 2, 3])
  }
}

/// The visible line of an edited text.
@Suite struct EditedLineViewTests {
  private let interface = Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1)
  private let room = Rect(x: 8, y: 0, width: 100, height: 32)

  private func show(
    _ text: EditableText, in view: EditedLineView, composing composition: Composition = .none,
    isFocused: Bool = true
  ) {
    view.show(
      text, composing: composition, isFocused: isFocused, frame: Rect(x: 3, y: 0, width: 110, height: 32),
      room: room, isMirrored: false, interface)
  }

  @Test(
    arguments: [HorizontalAlignment.leading, .trailing],
    ["short", String(repeating: "far too long ", count: 6)])
  func `the caret is in the room wherever it goes, and is found there again`(
    alignment: HorizontalAlignment, words: String
  ) {
    let view = EditedLineView(alignment: alignment)
    var text = EditableText(words)
    let way = Array(0...text.count)
    for offset in way + way.reversed() + [text.count, 0] {
      text.move(to: .offset(offset))
      show(text, in: view)

      let x = view.x(after: offset)
      #expect(x >= room.minX - 0.001 && x <= room.maxX + 0.001)
      #expect(view.offset(at: x) == offset)
    }
  }

  @Test
  func `a short text stands at its side of the room, and a long one at its beginning without the focus`() {
    let text = EditableText("12.5")
    for (alignment, end) in [(HorizontalAlignment.leading, 0), (.trailing, text.count)] {
      let view = EditedLineView(alignment: alignment)
      show(text, in: view)
      #expect(abs(view.x(after: end) - (alignment == .leading ? room.minX : room.maxX)) < 0.001)
    }
    let view = EditedLineView(alignment: .trailing)
    show(EditableText(String(repeating: "long ", count: 20)), in: view, isFocused: false)
    #expect(view.x(after: 0) == room.minX)
  }

  @Test func `what is being composed stands at the caret, with the caret where the input method has it`() {
    var text = EditableText("ab")
    text.move(to: .offset(1))
    let composition = Composition("xyz", caret: 2)
    let composed = EditedLineView(alignment: .leading)
    show(text, in: composed, composing: composition)
    let plain = EditedLineView(alignment: .leading)
    show(EditableText("axyzb"), in: plain)

    #expect(text.text(composing: composition) == "axyzb" && text.caret(composing: composition) == 3)
    for offset in 0...5 { #expect(composed.x(after: offset) == plain.x(after: offset)) }
    #expect(text.text(composing: .none) == "ab" && text.caret(composing: .none) == 1)
  }
}
