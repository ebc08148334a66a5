// Untranslated file: names of AT-SPI's interfaces, and faults for programs that use them.

import Controls
import Geometry
import Bus

/// The program as assistive tools find it on their bus: answers every call from the tree that it has.
///
/// The objects are `/org/a11y/atspi/accessible/root`, which is the application, and below the same folder one for each
/// number of the tree. The interfaces are those of AT-SPI 2, as at-spi2-core 2.46 describes them in XML.
struct AccessibleApplication: Sendable {
  typealias Call = BusConnection.Call
  typealias Reply = BusConnection.Reply
  typealias Object = AccessibleTree.Object

  /// The name of the program.
  let name: String
  var tree = AccessibleTree()
  /// The name of the connection.
  var busName = ""
  /// The desktop, which is above the application.
  var desktop = BusValue.structure([.string(""), .objectPath(Self.nullPath)])
  /// The number by which the registry knows the application.
  private(set) var id: Int32 = 0

  init(name: String) { self.name = name }

  static let folder = "/org/a11y/atspi/accessible/"
  static let rootPath = folder + "root"
  static let nullPath = "/org/a11y/atspi/null"
  private static let space = "org.a11y.atspi."

  /// The reply, and the request to the program that follows from it.
  struct Answer: Equatable {
    var reply: Reply
    var request: AccessibilityRequest?

    init(_ values: BusValue..., request: AccessibilityRequest? = nil) {
      reply = .values(values)
      self.request = request
    }

    init(fault name: String, _ words: String) {
      reply = .fault(name: "org.freedesktop.DBus.Error." + name, words: words)
    }

    static func unknown(_ call: Call) -> Answer {
      Answer(fault: "UnknownMethod", "\(call.path) has no \(call.interface).\(call.method)")
    }
  }

  // MARK: References

  static func path(_ number: Int) -> String { folder + String(number) }

  func reference(_ number: Int?) -> BusValue {
    .structure([.string(number == nil ? "" : busName), .objectPath(number.map(Self.path) ?? Self.nullPath)])
  }

  var rootReference: BusValue { .structure([.string(busName), .objectPath(Self.rootPath)]) }

  private func references(_ objects: [Object]) -> BusValue {
    .array(of: "(so)", objects.map { reference($0.number) })
  }

  // MARK: Answers

  /// Answers a call; what it asks the program to do is done later.
  mutating func answer(_ call: Call) -> Answer {
    if call.interface == "org.freedesktop.DBus.Peer" { return Answer() }
    // Objects are asked for one at a time; Qt's programs have none to give in advance either.
    if call.method == "GetItems" { return Answer(.array(of: "((so)(so)(so)iiassusau)", [])) }
    if call.interface == "org.freedesktop.DBus.Properties" { return properties(call) }
    if call.path == Self.rootPath { return application(call) }
    guard let number = Int(call.path.dropFirst(Self.folder.count)), let object = tree.objects[number] else {
      return Answer(fault: "UnknownObject", "\(call.path) is gone")
    }
    switch call.interface {
    case Self.space + "Accessible", "": return accessible(call, object)
    case Self.space + "Component": return component(call, object)
    case Self.space + "Action": return action(call, object)
    case Self.space + "Text": return text(call, object)
    case Self.space + "EditableText": return editableText(call, object)
    case Self.space + "Selection": return selection(call, object)
    default: return .unknown(call)
    }
  }

  // MARK: Properties

  private mutating func properties(_ call: Call) -> Answer {
    guard let interface = call.arguments.first?.text else { return .unknown(call) }
    let number = Int(call.path.dropFirst(Self.folder.count))
    let object = number.flatMap { tree.objects[$0] }
    guard object != nil || call.path == Self.rootPath else {
      return Answer(fault: "UnknownObject", "\(call.path) is gone")
    }
    let all = values(of: interface, object)
    switch call.method {
    case "GetAll":
      return Answer(.array(of: "{sv}", all.map { .entry(.string($0.0), .variant($0.1)) }))
    case "Get":
      let name = call.arguments.dropFirst().first?.text ?? ""
      guard let value = all.first(where: { $0.0 == name })?.1 else {
        return Answer(fault: "UnknownProperty", "\(call.path) has no \(interface).\(name)")
      }
      return Answer(.variant(value))
    case "Set":
      guard call.arguments.count == 3, let name = call.arguments[1].text,
        let value = call.arguments[2].number
      else { return Answer(fault: "InvalidArgs", "a number is needed") }
      if object == nil, name == "Id" {
        id = Int32(clamping: call.arguments[2].integer ?? 0)
        return Answer()
      }
      guard let object, name == "CurrentValue", object.amount != nil, value.isFinite, isUsable(object) else {
        return Answer(fault: "PropertyReadOnly", "\(name) cannot be set")
      }
      return Answer(request: request(.setNumber(value), on: object))
    default: return .unknown(call)
    }
  }

  /// The language of the program, which is that of its windows.
  private var language: String { tree.windows.first?.language ?? "en" }

  /// Returns the properties of an interface, of an object or of the application.
  private func values(of interface: String, _ object: Object?) -> [(String, BusValue)] {
    switch interface {
    case Self.space + "Accessible":
      let language = object.map { tree.window(of: $0).language } ?? self.language
      let parent = object.map { $0.parent.map { reference($0) } ?? rootReference } ?? desktop
      return [
        ("Name", .string(object?.name ?? name)), ("Description", .string(object?.description ?? "")),
        ("Parent", parent),
        ("ChildCount", .int32(Int32(object?.children.count ?? tree.windows.count))),
        ("Locale", .string(language)), ("AccessibleId", .string(object?.node.id ?? "")),
        ("HelpText", .string("")),
      ]
    case Self.space + "Application" where object == nil:
      return [
        ("ToolkitName", .string("Regalia")), ("Version", .string("1")), ("ToolkitVersion", .string("1")),
        ("AtspiVersion", .string("2.1")), ("InterfaceVersion", .uint32(1)), ("Id", .int32(id)),
      ]
    case Self.space + "Action":
      return [("NActions", .int32(Int32(object?.actions.count ?? 0)))]
    case Self.space + "Value":
      guard let object, let number = object.amount, let range = object.node.range else { return [] }
      return [
        ("MinimumValue", .double(range.minimum)), ("MaximumValue", .double(range.maximum)),
        ("MinimumIncrement", .double(object.node.step ?? 0)), ("CurrentValue", .double(number)),
        ("Text", .string(object.node.value ?? "")),
      ]
    case Self.space + "Text":
      guard let object, let text = object.text else { return [] }
      return [("CharacterCount", .int32(Int32(text.count))), ("CaretOffset", .int32(Int32(object.caret)))]
    case Self.space + "Selection":
      return [("NSelectedChildren", .int32(Int32(object.map(selected(in:))?.count ?? 0)))]
    default: return []
    }
  }

  // MARK: The application

  private func application(_ call: Call) -> Answer {
    let windows = tree.windows.compactMap { tree.objects[$0.number] }
    switch call.method {
    case "GetChildAtIndex":
      let index = call.arguments.first?.integer ?? -1
      return Answer(reference(windows.indices.contains(index) ? windows[index].number : nil))
    case "GetChildren": return Answer(references(windows))
    case "GetIndexInParent": return Answer(.int32(-1))
    case "GetRelationSet": return Answer(.array(of: "(ua(so))", []))
    case "GetRole": return Answer(.uint32(AccessibleRole.application.rawValue))
    case "GetRoleName", "GetLocalizedRoleName": return Answer(.string(AccessibleRole.application.name))
    case "GetState": return Answer(.array(of: "u", [.uint32(0), .uint32(0)]))
    case "GetAttributes": return Answer(.array(of: "{ss}", []))
    case "GetApplication": return Answer(rootReference)
    case "GetInterfaces": return Answer(Self.names(["Accessible", "Application"]))
    case "GetLocale": return Answer(.string(language))
    // There is no second way past the bus.
    case "GetApplicationBusAddress": return Answer(.string(""))
    default: return .unknown(call)
    }
  }

  private static func names(_ interfaces: [String]) -> BusValue {
    .array(of: "s", interfaces.map { .string(space + $0) })
  }

  // MARK: Accessible

  private func accessible(_ call: Call, _ object: Object) -> Answer {
    switch call.method {
    case "GetChildAtIndex":
      let index = call.arguments.first?.integer ?? -1
      return Answer(reference(object.children.indices.contains(index) ? object.children[index] : nil))
    case "GetChildren": return Answer(references(tree.children(of: object)))
    case "GetIndexInParent": return Answer(.int32(Int32(object.index)))
    case "GetRelationSet": return Answer(relations(of: object))
    case "GetRole": return Answer(.uint32(AccessibleRole(of: object.node).rawValue))
    case "GetRoleName", "GetLocalizedRoleName":
      return Answer(.string(AccessibleRole(of: object.node).name))
    case "GetState":
      return Answer(.array(of: "u", AccessibleTree.bits(tree.states(of: object)).map { .uint32($0) }))
    case "GetAttributes":
      return Answer(.array(of: "{ss}", attributes(of: object).map { .entry(.string($0), .string($1)) }))
    case "GetApplication": return Answer(rootReference)
    case "GetInterfaces": return Answer(Self.names(interfaces(of: object)))
    default: return .unknown(call)
    }
  }

  private func interfaces(of object: Object) -> [String] {
    var result = ["Accessible", "Component"]
    if !object.actions.isEmpty { result.append("Action") }
    if object.amount != nil { result.append("Value") }
    if object.text != nil { result.append("Text") }
    if object.node.role == .textField { result.append("EditableText") }
    if isContainer(object) { result.append("Selection") }
    return result
  }

  private func attributes(of object: Object) -> [(String, String)] {
    var result = [("toolkit", "Regalia"), ("id", object.node.id)]
    if object.amount != nil, let value = object.node.value { result.append(("valuetext", value)) }
    if let words = object.node.placeholder, words != object.name {
      result.append(("placeholder-text", words))
    }
    if let place = object.node.place {
      result += [("posinset", "\(place.index + 1)"), ("setsize", "\(place.count)")]
    }
    return result
  }

  private func relations(of object: Object) -> BusValue {
    // As `AtspiRelationType` numbers them, from both sides.
    let all = [
      (UInt32(2), tree.related(.labelledBy, to: object)), (1, tree.relating(.labelledBy, to: object)),
      (18, tree.related(.describedBy, to: object)), (17, tree.relating(.describedBy, to: object)),
    ]
    return .array(
      of: "(ua(so))",
      all.filter { !$0.1.isEmpty }.map { .structure([.uint32($0.0), references($0.1)]) })
  }

  // MARK: Component

  /// Whose top left corner places are counted from; the raw values are those of `AtspiCoordType`.
  private enum Coordinates: Int {
    case screen = 0
    case window = 1
    case parent = 2
  }

  /// Returns where an object is, in pixels.
  private func extents(of object: Object, in coordinates: Coordinates) -> Rect {
    place(object.node.frame, of: object, in: coordinates)
  }

  /// Returns where a part of an object is, in pixels.
  private func place(_ frame: Rect, of object: Object, in coordinates: Coordinates) -> Rect {
    let window = tree.window(of: object)
    let place = { (point: Point) in Point(point.x * window.scale, point.y * window.scale) }
    var origin = place(frame.origin)
    switch coordinates {
    case .screen: origin = origin + (window.origin - .zero)
    case .window: break
    case .parent:
      let parent = object.parent.flatMap { tree.objects[$0]?.node.frame.origin } ?? .zero
      origin = origin - (place(parent) - .zero)
    }
    return Rect(
      x: origin.x, y: origin.y, width: frame.width * window.scale, height: frame.height * window.scale)
  }

  private func coordinates(_ value: BusValue?) -> Coordinates {
    value?.integer.flatMap(Coordinates.init) ?? .screen
  }

  static func box(_ rect: Rect) -> [BusValue] {
    [rect.minX, rect.minY, rect.width, rect.height].map { .int32(Int32(clamping: Int($0.rounded()))) }
  }

  private func component(_ call: Call, _ object: Object) -> Answer {
    let arguments = call.arguments
    switch call.method {
    case "Contains":
      guard arguments.count == 3, let x = arguments[0].number, let y = arguments[1].number else { break }
      return Answer(.boolean(extents(of: object, in: coordinates(arguments[2])).contains(Point(x, y))))
    case "GetAccessibleAtPoint":
      guard arguments.count == 3, let x = arguments[0].number, let y = arguments[1].number else { break }
      let corner = extents(of: object, in: coordinates(arguments[2])).origin
      let scale = tree.window(of: object).scale
      let point = object.node.frame.origin + Vector((x - corner.x) / scale, (y - corner.y) / scale)
      return Answer(reference(tree.object(at: point, from: object)?.number))
    case "GetExtents":
      return Answer(.structure(Self.box(extents(of: object, in: coordinates(arguments.first)))))
    case "GetPosition":
      let box = Self.box(extents(of: object, in: coordinates(arguments.first)))
      return Answer(box[0], box[1])
    case "GetSize":
      let box = Self.box(extents(of: object, in: .window))
      return Answer(box[2], box[3])
    // A window is on the layer of windows, all else on that of widgets.
    case "GetLayer": return Answer(.uint32(object.parent == nil ? 7 : 3))
    case "GetMDIZOrder": return Answer(.int16(-1))
    case "GetAlpha": return Answer(.double(1))
    case "GrabFocus":
      guard isUsable(object), tree.states(of: object).contains(.focusable) else {
        return Answer(.boolean(false))
      }
      return Answer(.boolean(true), request: request(.focus, on: object))
    case "SetExtents", "SetPosition", "SetSize", "ScrollTo", "ScrollToPoint": return Answer(.boolean(false))
    default: break
    }
    return .unknown(call)
  }

  // MARK: Action

  private func action(_ call: Call, _ object: Object) -> Answer {
    let actions = object.actions
    if call.method == "GetActions" {
      return Answer(
        .array(
          of: "(sss)", actions.map { .structure([.string($0.rawValue), .string(""), .string("")]) }))
    }
    guard let index = call.arguments.first?.integer, actions.indices.contains(index) else {
      return call.method == "DoAction" ? Answer(.boolean(false)) : Answer(.string(""))
    }
    switch call.method {
    case "GetName", "GetLocalizedName": return Answer(.string(actions[index].rawValue))
    case "GetDescription": return Answer(.string(""))
    // Menus say the shortcut of what they offer.
    case "GetKeyBinding":
      return Answer(.string(object.node.role == .menuItem ? object.node.value ?? "" : ""))
    case "DoAction":
      guard isUsable(object) else { return Answer(.boolean(false)) }
      let wanted: AccessibilityAction =
        switch actions[index] {
        case .increment: .increment
        case .decrement: .decrement
        case .showMenu: .showMenu
        default: .press
        }
      return Answer(.boolean(true), request: request(wanted, on: object))
    default: return .unknown(call)
    }
  }

  private func isUsable(_ object: Object) -> Bool { !object.node.states.contains(.disabled) }

  private func request(_ action: AccessibilityAction, on object: Object) -> AccessibilityRequest {
    AccessibilityRequest(window: tree.window(of: object).id, node: object.node.id, action: action)
  }

  // MARK: Text

  private func text(_ call: Call, _ object: Object) -> Answer {
    guard let text = object.text else { return .unknown(call) }
    let numbers = call.arguments.map { $0.integer ?? 0 }
    func part(_ range: Range<Int>) -> Answer {
      Answer(
        .string(text.part(range.lowerBound, range.upperBound)), .int32(Int32(range.lowerBound)),
        .int32(Int32(range.upperBound)))
    }
    switch (call.method, numbers.count) {
    case ("GetText", 2): return Answer(.string(text.part(numbers[0], numbers[1])))
    case ("GetStringAtOffset", 2):
      return part(text.range(of: .init(rawValue: UInt32(clamping: numbers[1])) ?? .line, at: numbers[0]))
    case ("GetTextAtOffset", 2):
      return part(text.range(of: .init(boundary: UInt32(clamping: numbers[1])) ?? .line, at: numbers[0]))
    case ("GetTextBeforeOffset", 2), ("GetTextAfterOffset", 2):
      let unit = AccessibleText.Unit(boundary: UInt32(clamping: numbers[1])) ?? .line
      return part(
        text.range(of: unit, beside: numbers[0], by: call.method == "GetTextBeforeOffset" ? -1 : 1))
    case ("GetCharacterAtOffset", 1): return Answer(.int32(Int32(text.scalar(at: numbers[0]))))
    case ("GetNSelections", _): return Answer(.int32(object.selection == nil ? 0 : 1))
    case ("GetSelection", _):
      let range = object.selection ?? 0..<0
      return Answer(.int32(Int32(range.lowerBound)), .int32(Int32(range.upperBound)))
    case ("SetCaretOffset", 1): return select(numbers[0]..<numbers[0], in: text, of: object)
    case ("AddSelection", 2), ("SetSelection", 3):
      let ends = numbers.suffix(2).map { $0 < 0 ? text.count : $0 }.sorted()
      return select(ends[0]..<ends[1], in: text, of: object)
    case ("RemoveSelection", _):
      let caret = max(object.caret, 0)
      return select(caret..<caret, in: text, of: object)
    case ("GetAttributes", _), ("GetAttributeRun", _):
      return Answer(.array(of: "{ss}", []), .int32(0), .int32(Int32(text.count)))
    case ("GetDefaultAttributes", _), ("GetDefaultAttributeSet", _): return Answer(.array(of: "{ss}", []))
    case ("GetAttributeValue", _): return Answer(.string(""))
    case ("GetCharacterExtents", 2), ("GetRangeExtents", 3):
      let end = numbers.count == 2 ? numbers[0] + 1 : numbers[1] < 0 ? text.count : numbers[1]
      let frame = object.frame(ofText: numbers[0]..<max(numbers[0], end))
      let box = Self.box(place(frame ?? object.node.frame, of: object, in: coordinates(call.arguments.last)))
      return Answer(box[0], box[1], box[2], box[3])
    case ("GetOffsetAtPoint", 3):
      let corner = extents(of: object, in: coordinates(call.arguments[2])).origin
      let scale = tree.window(of: object).scale
      let way = Vector((Double(numbers[0]) - corner.x) / scale, (Double(numbers[1]) - corner.y) / scale)
      return Answer(.int32(Int32(object.offset(at: object.node.frame.origin + way))))
    case ("GetBoundedRanges", _): return Answer(.array(of: "(iisv)", []))
    case ("ScrollSubstringTo", _), ("ScrollSubstringToPoint", _): return Answer(.boolean(false))
    default: return .unknown(call)
    }
  }

  private func select(_ range: Range<Int>, in text: AccessibleText, of object: Object) -> Answer {
    guard isUsable(object), object.node.role == .textField else { return Answer(.boolean(false)) }
    let characters = text.character(at: range.lowerBound)..<text.character(at: range.upperBound)
    return Answer(.boolean(true), request: request(.selectText(characters), on: object))
  }

  private func editableText(_ call: Call, _ object: Object) -> Answer {
    guard let text = object.text, object.node.role == .textField else { return .unknown(call) }
    let arguments = call.arguments
    func become(_ words: String) -> Answer {
      guard isUsable(object) else { return Answer(.boolean(false)) }
      return Answer(.boolean(true), request: request(.setText(words), on: object))
    }
    switch (call.method, arguments.count) {
    case ("SetTextContents", 1): return become(arguments[0].text ?? "")
    case ("InsertText", 3):
      let words = AccessibleText(arguments[1].text ?? "")
      let place = min(max(arguments[0].integer ?? 0, 0), text.count)
      return become(
        text.part(0, place) + words.part(0, arguments[2].integer ?? -1) + text.part(place, text.count))
    case ("DeleteText", 2):
      let (start, end) = (arguments[0].integer ?? 0, arguments[1].integer ?? 0)
      let last = end < 0 ? text.count : end
      return become(text.part(0, min(max(start, 0), text.count)) + text.part(max(last, start), text.count))
    case ("CopyText", 2):
      let words = text.part(arguments[0].integer ?? 0, arguments[1].integer ?? 0)
      return words.isEmpty ? Answer() : Answer(request: request(.copyText(words), on: object))
    case ("CutText", 2):
      let (start, end) = (max(arguments[0].integer ?? 0, 0), arguments[1].integer ?? 0)
      let words = text.part(start, end)
      guard isUsable(object), !words.isEmpty else { return Answer(.boolean(false)) }
      let rest = text.part(0, start) + text.part(end < 0 ? text.count : end, text.count)
      return Answer(.boolean(true), request: request(.cutText(words, rest: rest), on: object))
    case ("PasteText", 1):
      guard isUsable(object) else { return Answer(.boolean(false)) }
      let place = min(max(arguments[0].integer ?? 0, 0), text.count)
      let parts = (text.part(0, place), text.part(place, text.count))
      return Answer(
        .boolean(true), request: request(.pasteText(before: parts.0, after: parts.1), on: object))
    default: return .unknown(call)
    }
  }

  // MARK: Selection

  private func isContainer(_ object: Object) -> Bool {
    switch object.node.role {
    case .list, .grid, .menu: true
    default: tree.children(of: object).contains { $0.node.role == .radioButton }
    }
  }

  private func selected(in object: Object) -> [Object] {
    tree.children(of: object).filter { child in
      child.node.states.contains(.selected)
        || child.node.role == .radioButton && child.node.states.contains(.checked)
    }
  }

  private func selection(_ call: Call, _ object: Object) -> Answer {
    let index = call.arguments.first?.integer ?? -1
    let children = tree.children(of: object)
    let selected = selected(in: object)
    switch call.method {
    case "GetSelectedChild":
      return Answer(reference(selected.indices.contains(index) ? selected[index].number : nil))
    case "IsChildSelected":
      return Answer(
        .boolean(
          children.indices.contains(index) && selected.contains { $0.number == children[index].number }))
    case "SelectChild":
      guard children.indices.contains(index), isUsable(children[index]) else {
        return Answer(.boolean(false))
      }
      let child = children[index]
      // In a list the focus selects; what is pressed there is opened.
      let wanted: AccessibilityAction = child.node.actions.contains(.focus) ? .focus : .press
      return Answer(.boolean(true), request: request(wanted, on: child))
    case "DeselectSelectedChild", "DeselectChild", "SelectAll", "ClearSelection":
      return Answer(.boolean(false))
    default: return .unknown(call)
    }
  }
}
