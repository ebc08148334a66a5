import GPU
import Geometry
import Input
import Statistics

extension InputScript {
  /// Whether this build lets monkeys in: only one for debugging does.
  public static var allowsMonkeys: Bool { GraphicsContext.isDebugBuild }

  /// The seconds of a monkey's rest: twice as many as what is needed only at work is kept for, such as what pictures of posters
  /// are painted with.
  private static let rest = 10.0

  /// Returns what a monkey does at a window for some seconds, with a rest about twice a minute, for which the window is as
  /// large as in the beginning; the same seed gives the same.
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

/// A monkey before a window, with one hand at the mouse and one at the keys.
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
