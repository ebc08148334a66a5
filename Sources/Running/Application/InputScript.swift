import Files
import GPU
import Geometry
import Input
public import Localization
import Statistics
import Text

/// Recorded input of a window: one JSON object per line, in points and seconds.
///
/// The lines are `{"t":0.1,"type":"down","x":10,"y":20,"button":"left","modifiers":["shift"]}` and likewise `move` and
/// `up`; `wheel` with `dx` and `dy` in points (40 are one notch; positive is away from the person and rightward); `key`
/// with a `key` such as `"Escape"` or `"a"`; `text` with a `text`; `compose` with the `text` that an input method
/// composes, its `caret` and `selection`; `drag` over the window and `drop`, both with the `paths` of files or a `text`
/// (a `drag` without either leaves the window); `resize` with `width` and `height`. Times never decrease, and are at
/// most 10⁹.
public struct InputScript: Sendable {
  /// An action at a time.
  public struct Step: Hashable, Sendable {
    /// The time of the action, in seconds from the start of the script.
    public var time: Double
    /// The action.
    public var action: Action

    /// Creates a step at a time in seconds.
    public init(time: Double, action: Action) {
      self.time = time
      self.action = action
    }
  }

  /// An action on a window.
  public enum Action: Hashable, Sendable {
    /// Input from a person.
    case input(InputEvent)
    /// The window gets another size, in points.
    case resize(Size)
  }

  /// An invalid line, and the reason.
  public struct Fault: LocalizableError {
    package let file: String
    package let line: Int
    package let reason: Message

    /// The file, the line unless it is 0, and the reason.
    public var message: Message {
      let place = line == 0 ? file : "\(file):\(line)"
      return Message("{file}: {reason}", ["file": place], parts: ["reason": reason])
    }
  }

  /// The steps, in chronological order.
  public private(set) var steps: [Step]

  /// The latest possible time: 31 years, after which seconds still have six significant decimals.
  static let longestTime = 1e9

  /// Creates a script from steps in chronological order.
  public init(_ steps: [Step] = []) {
    self.steps = steps
  }

  /// Reads a script; `-` is standard input.
  ///
  /// Throws if the file cannot be read, or if a line is not a step.
  public init(file: String) throws {
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.readArgument(file, atMost: 256 << 20)
    } catch {
      throw Fault(file: FileBytes.name(of: file), line: 0, reason: error.fault)
    }
    try self.init(text: bytes, named: FileBytes.name(of: file))
  }

  /// Reads a script.
  ///
  /// - Parameters:
  ///   - text: The lines in UTF-8, each a JSON object.
  ///   - name: The script's name in errors.
  /// - Throws: ``Fault`` with the line that is not a step, or whose time is earlier than the one before.
  public init(text: [UInt8], named name: String) throws(Fault) {
    steps = []
    var clicks = ClickCounter()
    var last = -Double.infinity
    for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      func fault(_ reason: Message) -> Fault { Fault(file: name, line: index + 1, reason: reason) }
      let parsed: Line
      do {
        parsed = try Line(JSONValue(line))
      } catch {
        throw fault(Message("not a valid step: {reason}", parts: ["reason": Message(error)]))
      }
      guard (0...Self.longestTime).contains(parsed.t) else {
        throw fault(Message("“t” must be a time from 0 to 1000000000 seconds"))
      }
      guard parsed.t >= last else {
        throw fault(
          Message("“t” goes back from {last} to {next}", ["last": String(last), "next": String(parsed.t)]))
      }
      last = parsed.t
      do {
        steps.append(Step(time: parsed.t, action: try parsed.action(&clicks)))
      } catch {
        throw fault(error.reason)
      }
    }
  }

  /// Returns a step as a line of a script.
  public static func line(_ step: Step) -> String { Line(step).value.line }
}

/// The text form of one step.
private struct Line {
  struct Refusal: Error {
    let reason: Message
  }

  var t: Double
  var type: String
  var x: Double?
  var y: Double?
  var dx: Double?
  var dy: Double?
  var button: String?
  var key: String?
  var modifiers: [String]?
  var text: String?
  var paths: [String]?
  var caret: Int?
  var selection: [Int]?
  var width: Double?
  var height: Double?

  /// The points per notch of a wheel.
  private static let notch = 40.0

  init(_ step: InputScript.Step) {
    t = step.time
    switch step.action {
    case .resize(let size): (type, width, height) = ("resize", size.width, size.height)
    case .input(let event):
      switch event {
      case .pointerDown(let point, let which, _, let held):
        (type, x, y, button, modifiers) = ("down", point.x, point.y, which.rawValue, held.names)
      case .pointerUp(let point, let which, let held):
        (type, x, y, button, modifiers) = ("up", point.x, point.y, which.rawValue, held.names)
      case .pointerMoved(let point, let held):
        (type, x, y, modifiers) = ("move", point.x, point.y, held.names)
      case .pointerLeft: (type, x, y) = ("move", -1, -1)
      case .wheel(let point, let notches, let held):
        (type, x, y, modifiers) = ("wheel", point.x, point.y, held.names)
        (dx, dy) = (notches.dx * Self.notch, notches.dy * Self.notch)
      case .key(let name, let held, _): (type, key, modifiers) = ("key", name.name, held.names)
      case .text(let typed): (type, text) = ("text", typed)
      case .composition(let composed):
        (type, text, caret) = ("compose", composed.text, composed.caret)
        if !composed.selection.isEmpty {
          selection = [composed.selection.lowerBound, composed.selection.upperBound]
        }
      case .dragMoved(let content, let point):
        (type, paths, text, x, y) = ("drag", content.paths, content.text, point.x, point.y)
      case .dragLeft: type = "drag"
      case .dropped(let content, let point):
        (type, paths, text, x, y) = ("drop", content.paths, content.text, point.x, point.y)
      }
    }
  }

  init(_ value: JSONValue) throws(JSONError) {
    var fields = try JSONFields<JSONError>(value)
    guard let time = try fields.number("t") else {
      throw fields.fault("t", Message("the time is missing"))
    }
    guard let kind = try fields.text("type") else {
      throw fields.fault("type", Message("the type of the step is missing"))
    }
    (t, type) = (time, kind)
    (x, y) = (try fields.number("x"), try fields.number("y"))
    (dx, dy) = (try fields.number("dx"), try fields.number("dy"))
    (button, key) = (try fields.text("button"), try fields.text("key"))
    (text, paths) = (try fields.text("text"), try fields.texts("paths"))
    modifiers = try fields.texts("modifiers")
    caret = try Self.offset(fields.number("caret"))
    selection = try fields.array("selection")?.compactMap { Self.offset($0.double) }
    (width, height) = (try fields.number("width"), try fields.number("height"))
  }

  /// Returns an offset in a text if the number is an integer.
  private static func offset(_ number: Double?) -> Int? { number.flatMap { Int(exactly: $0) } }

  /// The line as an object, without absent members.
  var value: JSONValue {
    var members = [JSONMember("t", .number(t)), JSONMember("type", .string(type))]
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(JSONMember(name, value)) }
    }
    func add(_ name: String, _ number: Double?) { add(name, number.map { JSONValue.number($0) }) }
    func add(_ name: String, _ text: String?) { add(name, text.map { JSONValue.string($0) }) }
    func add(_ name: String, _ texts: [String]?) {
      add(name, texts.map { JSONValue.array($0.map(JSONValue.string)) })
    }
    add("x", x)
    add("y", y)
    add("dx", dx)
    add("dy", dy)
    add("button", button)
    add("key", key)
    add("modifiers", modifiers)
    add("text", text)
    add("paths", paths)
    add("caret", caret.map(Double.init))
    add("selection", selection.map { JSONValue.numbers($0.map(Double.init)) })
    add("width", width)
    add("height", height)
    return .object(members)
  }

  func action(_ clicks: inout ClickCounter) throws(Refusal) -> InputScript.Action {
    switch type {
    case "down":
      let (place, which) = (try point(), try pointerButton())
      let count = clicks.press(which, at: place, time: t)
      return .input(.pointerDown(place, which, clicks: count, try held()))
    case "up": return .input(.pointerUp(try point(), try pointerButton(), try held()))
    case "move": return .input(.pointerMoved(try point(), try held()))
    case "wheel":
      let notches = Vector((dx ?? 0) / Self.notch, (dy ?? 0) / Self.notch)
      return .input(.wheel(try point(), notches, try held()))
    case "key":
      guard let key, let name = Key(name: key) else {
        throw Refusal(
          reason: Message(
            "“key” must be a name such as “Escape” or one character, not “{key}”", ["key": key ?? ""]))
      }
      return .input(.key(name, try held(), isRepeat: false))
    case "text":
      guard let text else { throw Refusal(reason: Message("“text” is missing")) }
      return .input(.text(text))
    case "compose":
      let range = selection.flatMap { $0.count == 2 && $0[0] <= $0[1] ? $0[0]..<$0[1] : nil }
      return .input(.composition(Composition(text ?? "", caret: caret, selection: range ?? 0..<0)))
    case "drag":
      guard paths != nil || text != nil else { return .input(.dragLeft) }
      return .input(.dragMoved(try dragged(), try point()))
    case "drop": return .input(.dropped(try dragged(), Point(x ?? 0, y ?? 0)))
    case "resize":
      guard let width, let height, (1...16384).contains(width), (1...16384).contains(height) else {
        throw Refusal(reason: Message("“width” and “height” must be from 1 to 16384 points"))
      }
      return .resize(Size(width, height))
    default:
      throw Refusal(
        reason: Message(
          "“type” must be down, move, up, wheel, key, text, compose, drag, drop or resize, not “{type}”",
          ["type": type])
      )
    }
  }

  private func dragged() throws(Refusal) -> DraggedContent {
    if let paths { return .files(paths) }
    guard let text else { throw Refusal(reason: Message("“paths” are missing")) }
    return .text(text)
  }

  private func point() throws(Refusal) -> Point {
    guard let x, let y, x.isFinite, y.isFinite else {
      throw Refusal(reason: Message("“x” and “y” are missing"))
    }
    return Point(x, y)
  }

  private func pointerButton() throws(Refusal) -> PointerButton {
    guard let button else { return .left }
    guard let which = PointerButton(rawValue: button) else {
      throw Refusal(
        reason: Message(
          "“button” must be left, right, middle, back or forward, not “{button}”", ["button": button]))
    }
    return which
  }

  private func held() throws(Refusal) -> Modifiers {
    var result: Modifiers = []
    for name in modifiers ?? [] {
      guard let modifier = Modifiers.named[name.lowercased()] else {
        throw Refusal(
          reason: Message("“modifiers” must be shift, control, alt and command, not “{name}”", ["name": name])
        )
      }
      result.insert(modifier)
    }
    return result
  }
}

extension Modifiers {
  fileprivate static let named: [String: Modifiers] = [
    "shift": .shift, "control": .control, "ctrl": .control, "alt": .alt, "command": .superKey,
    "super": .superKey,
  ]

  fileprivate var names: [String]? {
    let all: [(Modifiers, String)] = [
      (.shift, "shift"), (.control, "control"), (.alt, "alt"), (.superKey, "command"),
    ]
    let held = all.filter { contains($0.0) }.map(\.1)
    return held.isEmpty ? nil : held
  }
}

extension DraggedContent {
  fileprivate var paths: [String]? {
    if case .files(let paths) = self { return paths }
    return nil
  }

  fileprivate var text: String? {
    if case .text(let text) = self { return text }
    return nil
  }
}

extension InputScript {
  /// Whether this build allows monkey tests; only debug builds do.
  public static var allowsMonkeys: Bool { GraphicsContext.isDebugBuild }

  /// The length of a monkey's rest, in seconds: twice the time after which idle resources are released, such as those
  /// for painting poster images.
  private static let rest = 10.0

  /// Returns a script of random input; the same arguments return the same script.
  ///
  /// About twice a minute it pauses, with the window at its initial size.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random numbers.
  ///   - size: The initial size of the window, in points.
  ///   - seconds: The duration in seconds.
  public static func monkey(seed: UInt64, in size: Size, seconds: Double) -> InputScript {
    var monkey = Monkey(chance: SeededGenerator(seed: seed), size: size)
    var steps: [Step] = []
    var time = 1.0
    while time < seconds {
      steps.append(Step(time: time, action: monkey.act(at: time)))
      let rests = Int.random(in: 0..<400, using: &monkey.chance) == 0
      time += .random(in: 0.01...0.12, using: &monkey.chance)
      guard rests else { continue }
      monkey.size = size
      steps.append(Step(time: time, action: .resize(size)))
      time += rest
    }
    return InputScript(steps)
  }
}

/// A source of random pointer and keyboard input.
private struct Monkey {
  var chance: SeededGenerator
  var size: Size
  private var place = Point.zero
  private var held: PointerButton?
  private var clicks = ClickCounter()

  init(chance: SeededGenerator, size: Size) {
    self.chance = chance
    self.size = size
  }

  private static let keys: [Key] = [
    .escape, .enter, .tab, .space, .backspace, .delete, .left, .right, .up, .down, .home, .end, .pageUp,
    .pageDown, .menu, .function(1), .function(2), .function(3), .function(10), .function(11),
  ]

  private static let words = [
    "a", "KEEP", "7", "12:30", "é", "👑", "سلام", "#c8102e", " ", "-", "oklch(", "zz",
  ]

  mutating func act(at time: Double) -> InputScript.Action {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &chance) }
    func oneOf<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &chance)] }
    let modifiers: Modifiers = oneOf([[], [], [], .shift, .control, [.control, .shift], .alt])
    switch Int.random(in: 0..<20, using: &chance) {
    case 0..<6:
      place = Point(number(-10...size.width + 10), number(-10...size.height + 10))
      return .input(.pointerMoved(place, modifiers))
    case 6..<11:
      if let button = held {
        held = nil
        return .input(.pointerUp(place, button, modifiers))
      }
      let button: PointerButton = oneOf([.left, .left, .left, .left, .right, .middle, .back])
      held = button
      let count = clicks.press(button, at: place, time: time)
      return .input(.pointerDown(place, button, clicks: count, modifiers))
    case 11..<13:
      return .input(.wheel(place, Vector(0, number(-5...5).rounded()), modifiers))
    case 13..<16: return .input(.key(oneOf(Self.keys), modifiers, isRepeat: false))
    case 16:
      let letter = Character(UnicodeScalar(UInt8.random(in: 97...122, using: &chance)))
      return .input(.key(.character(letter), modifiers, isRepeat: false))
    case 17, 18: return .input(.text(oneOf(Self.words)))
    default:
      guard number(0...1) < 0.2 else { return .input(.composition(Composition(oneOf(Self.words)))) }
      size = Size(number(320...1600).rounded(), number(320...1100).rounded())
      return .resize(size)
    }
  }
}
