import Controls
import Geometry
import Testing

@testable import Accessibility
import Bus

@Suite struct AccessibleApplicationTests {
  private var application: AccessibleApplication

  init() {
    application = AccessibleApplication(name: "Notes")
    application.busName = ":1.7"
  }

  private mutating func show(_ nodes: [AccessibilityNode], scale: Double = 1) {
    application.tree = AccessibleTree([sampleWindow(nodes, scale: scale)], after: application.tree)
  }

  private mutating func ask(_ label: String?, _ interface: String, _ method: String, _ arguments: BusValue...)
    -> AccessibleApplication.Answer
  {
    let path =
      label.flatMap(application.tree.number).map(AccessibleApplication.path) ?? AccessibleApplication.rootPath
    let space = interface.contains(".") ? interface : "org.a11y.atspi." + interface
    return application.answer(.init(path: path, interface: space, method: method, arguments: arguments))
  }

  private mutating func property(_ label: String?, _ interface: String, _ name: String) -> BusValue? {
    let answer = ask(
      label, "org.freedesktop.DBus.Properties", "Get", .string("org.a11y.atspi." + interface), .string(name))
    guard case .values(let values) = answer.reply else { return nil }
    return values.first?.unwrapped
  }

  @Test mutating func `the application has its windows, and they have it`() {
    show([])

    #expect(property(nil, "Accessible", "ChildCount") == .int32(1))
    #expect(property(nil, "Accessible", "Name") == .string("Notes"))
    #expect(
      ask(nil, "Accessible", "GetChildAtIndex", .int32(0)).reply
        == ask(nil, "Accessible", "GetChildAtIndex", .int32(0)).reply)
    #expect(property("Sample", "Accessible", "Parent") == application.rootReference)
    #expect(
      ask(nil, "Accessible", "GetChildAtIndex", .int32(4)).reply
        == .values([.structure([.string(""), .objectPath(AccessibleApplication.nullPath)])]))
  }

  @Test(arguments: [.nan, .infinity, -1e300, 1e300, 0.5])
  mutating func `a number that is none of a registry's is not the application's`(number: Double) {
    let set = ask(
      nil, "org.freedesktop.DBus.Properties", "Set", .string("org.a11y.atspi.Application"), .string("Id"),
      .variant(.double(number)))

    // The program trapped.
    #expect(set.reply == .values([]))
    #expect(property(nil, "Application", "Id") == .int32(0))
  }

  @Test mutating func `what is gone says so`() {
    show([node(.button, "Open")])
    let path = application.tree.number("Open").map(AccessibleApplication.path) ?? ""
    show([])

    let answer = application.answer(
      .init(path: path, interface: "org.a11y.atspi.Accessible", method: "GetRole"))
    guard case .fault(let name, _) = answer.reply else {
      Issue.record("it answers \(answer)")
      return
    }
    #expect(name == "org.freedesktop.DBus.Error.UnknownObject")
  }

  @Test mutating func `places are pixels of the screen, of the window, or of what is around`() {
    show([node(.group, "Bar", at: 20, [node(.button, "Open", at: 25)])], scale: 2)

    func box(_ x: Int32, _ y: Int32) -> BusConnection.Reply {
      .values([.structure([.int32(x), .int32(y), .int32(200), .int32(40)])])
    }
    #expect(ask("Open", "Component", "GetExtents", .uint32(0)).reply == box(320, 90))
    #expect(ask("Open", "Component", "GetExtents", .uint32(1)).reply == box(20, 50))
    #expect(ask("Open", "Component", "GetExtents", .uint32(2)).reply == box(0, 10))
    let hit = ask("Sample", "Component", "GetAccessibleAtPoint", .int32(330), .int32(100), .uint32(0))
    #expect(hit.reply == .values([application.reference(application.tree.number("Open"))]))
  }

  @Test mutating func `pressing asks the program to press, unless the button cannot be used`() {
    var disabled = node(.button, "Save", actions: [.press])
    disabled.states = [.disabled]
    show([node(.button, "Open", actions: [.press]), disabled])

    let done = ask("Open", "Action", "DoAction", .int32(0))
    #expect(done.reply == .values([.boolean(true)]))
    #expect(done.request == AccessibilityRequest(window: 1, node: "window/Open", action: .press))
    let refused = ask("Save", "Action", "DoAction", .int32(0))
    #expect(refused.reply == .values([.boolean(false)]))
    #expect(refused.request == nil)
  }

  @Test mutating func `a slider has a number with its range and step, and takes another`() {
    var slider = node(.slider, "Hue", value: "210°, Blue", actions: [.increment, .decrement, .setValue])
    (slider.range, slider.step, slider.number) = (.init(0, 360), 15, 210)
    show([slider])

    #expect(property("Hue", "Value", "CurrentValue") == .double(210))
    #expect(property("Hue", "Value", "MaximumValue") == .double(360))
    #expect(property("Hue", "Value", "MinimumIncrement") == .double(15))
    let set = ask(
      "Hue", "org.freedesktop.DBus.Properties", "Set", .string("org.a11y.atspi.Value"),
      .string("CurrentValue"), .variant(.double(120)))
    #expect(set.request?.action == .setNumber(120))
    let wrong = ask(
      "Hue", "org.freedesktop.DBus.Properties", "Set", .string("org.a11y.atspi.Value"),
      .string("CurrentValue"), .variant(.double(.nan)))
    #expect(wrong.request == nil)
  }

  @Test mutating func `text goes in and out of a field in the middle of what it has`() {
    show([field("keep lm", caret: 2, selection: 0..<2)])

    #expect(ask("Field", "Text", "GetText", .int32(0), .int32(-1)).reply == .values([.string("keep lm")]))
    #expect(property("Field", "Text", "CaretOffset") == .int32(2))
    #expect(ask("Field", "Text", "GetSelection", .int32(0)).reply == .values([.int32(0), .int32(2)]))
    let insert = ask("Field", "EditableText", "InsertText", .int32(5), .string("caxx"), .int32(2))
    #expect(insert.request?.action == .setText("keep calm"))
    let delete = ask("Field", "EditableText", "DeleteText", .int32(4), .int32(-1))
    #expect(delete.request?.action == .setText("keep"))
    let move = ask("Field", "Text", "SetCaretOffset", .int32(4))
    #expect(move.request?.action == .selectText(4..<4))
  }

  @Test mutating func `what is cut, copied and pasted goes through the clipboard of the program`() {
    show([field("keep e\u{301}lm")])

    let copy = ask("Field", "EditableText", "CopyText", .int32(5), .int32(7))
    #expect(copy.request?.action == .copyText("e\u{301}"))
    let cut = ask("Field", "EditableText", "CutText", .int32(4), .int32(-1))
    #expect(cut.reply == .values([.boolean(true)]))
    #expect(cut.request?.action == .cutText(" e\u{301}lm", rest: "keep"))
    let paste = ask("Field", "EditableText", "PasteText", .int32(99))
    #expect(paste.request?.action == .pasteText(before: "keep e\u{301}lm", after: ""))
    #expect(ask("Field", "EditableText", "CutText", .int32(3), .int32(3)).request == nil)
  }

  @Test mutating func `characters have places on the screen, and points have characters`() {
    var own = field("e\u{301}ab")
    own.characterFrames = (0..<3).map { Rect(x: 10 + 8 * Double($0), y: 1, width: 8, height: 18) }
    show([own], scale: 2)

    func box(_ x: Int32, _ width: Int32) -> BusConnection.Reply {
      .values([.int32(x), .int32(42), .int32(width), .int32(36)])
    }
    // Both scalars of the first character stand where that does.
    #expect(ask("Field", "Text", "GetCharacterExtents", .int32(0), .uint32(0)).reply == box(320, 16))
    #expect(ask("Field", "Text", "GetCharacterExtents", .int32(1), .uint32(0)).reply == box(320, 16))
    #expect(ask("Field", "Text", "GetRangeExtents", .int32(2), .int32(4), .uint32(0)).reply == box(336, 32))
    #expect(ask("Field", "Text", "GetCharacterExtents", .int32(4), .uint32(0)).reply == box(368, 0))
    let point = ask("Field", "Text", "GetOffsetAtPoint", .int32(340), .int32(50), .uint32(0))
    #expect(point.reply == .values([.int32(2)]))
    let beside = ask("Field", "Text", "GetOffsetAtPoint", .int32(340), .int32(200), .uint32(0))
    #expect(beside.reply == .values([.int32(-1)]))
  }

  @Test mutating func `a field whose text is refused says why`() {
    var refused = field("4o0")
    (refused.states, refused.description) = ([.editable, .invalid], "“4o0” is not a number")
    show([refused])

    #expect(property("Field", "Accessible", "Description") == .string("“4o0” is not a number"))
  }

  @Test mutating func `a note beside a field describes it, seen from both`() {
    var (own, note) = (field("x"), node(.text, "Note", value: "“x” is no number"))
    own.relations = [.describedBy: ["window/Note"]]
    note.id = "window/Note"
    show([own, note])

    func relation(_ kind: UInt32, _ label: String) -> BusConnection.Reply {
      .values([
        .array(
          of: "(ua(so))",
          [
            .structure([
              .uint32(kind), .array(of: "(so)", [application.reference(application.tree.number(label))]),
            ])
          ])
      ])
    }
    #expect(ask("Field", "Accessible", "GetRelationSet").reply == relation(18, "Note"))
    #expect(ask("Note", "Accessible", "GetRelationSet").reply == relation(17, "Field"))
  }

  @Test mutating func `in a list one thing is selected, and another can be`() {
    var (first, second) = (
      node(.listItem, "A", actions: [.press, .focus]), node(.listItem, "B", actions: [.press, .focus])
    )
    first.states = [.selected]
    first.place = .init(0, of: 2)
    second.place = .init(1, of: 2)
    show([node(.list, "List", [first, second])])

    #expect(property("List", "Selection", "NSelectedChildren") == .int32(1))
    #expect(ask("List", "Selection", "IsChildSelected", .int32(0)).reply == .values([.boolean(true)]))
    #expect(ask("List", "Selection", "SelectChild", .int32(1)).request?.action == .focus)
    guard case .values(let values) = ask("B", "Accessible", "GetAttributes").reply else {
      Issue.record("there are no attributes")
      return
    }
    #expect(values.first?.elements.contains(.entry(.string("posinset"), .string("2"))) == true)
  }

  @Test mutating func `calls that nobody knows, and arguments that do not fit, are refused`() {
    show([field("x")])
    for (interface, method) in [("Text", "GetText"), ("Component", "Contains"), ("Nothing", "Do")] {
      guard case .fault = ask("Field", interface, method).reply else {
        Issue.record("\(interface).\(method) is answered")
        continue
      }
    }
  }
}
