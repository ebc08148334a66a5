import Geometry
import Input
import Scene

/// Simulates a hand that moves the pointer, presses and types, and records it as a script.
package struct ScriptedHand {
  private var steps: [InputScript.Step] = []
  private var place: Point

  /// The elapsed time, in seconds.
  package private(set) var time = 0.0

  /// The interval between positions of a moving pointer, in seconds.
  private static let interval = 1.0 / 120

  /// Creates a hand with the pointer at a position.
  package init(at place: Point) {
    self.place = place
  }

  package var script: InputScript { InputScript(steps) }

  /// Waits.
  package mutating func rest(_ seconds: Double) { time += seconds }

  /// Moves the pointer along a line with minimum jerk, as hands do (Flash and Hogan 1985).
  package mutating func move(to target: Point, over seconds: Double) {
    let (origin, start) = (place, time)
    let count = max(1, Int((seconds / Self.interval).rounded()))
    for index in 1...count {
      let s = Double(index) / Double(count)
      let way = s * s * s * (10 + s * (6 * s - 15))
      place = Point(
        origin.x + (target.x - origin.x) * way, origin.y + (target.y - origin.y) * way)
      time = start + seconds * s
      add(.pointerMoved(place, []))
    }
  }

  package mutating func press() { add(.pointerDown(place, .left, clicks: 1, [])) }

  package mutating func release() { add(.pointerUp(place, .left, [])) }

  /// Presses twice, at a person's speed.
  package mutating func doubleClick() {
    for clicks in 1...2 {
      add(.pointerDown(place, .left, clicks: clicks, []))
      rest(0.07)
      add(.pointerUp(place, .left, []))
      rest(0.06)
    }
  }

  /// Moves to a target over some seconds, presses and releases.
  package mutating func click(_ target: Point, after seconds: Double) {
    move(to: target, over: seconds)
    press()
    rest(0.08)
    release()
  }

  /// Turns the wheel by notches, positive away from the person.
  package mutating func wheel(_ notches: Double) { add(.wheel(place, Vector(0, notches), [])) }

  package mutating func key(_ key: Key, _ modifiers: Modifiers = []) {
    add(.key(key, modifiers, isRepeat: false))
  }

  package mutating func type(_ text: String, every seconds: Double) {
    for character in text {
      rest(seconds)
      add(.text(String(character)))
    }
  }

  private mutating func add(_ event: InputEvent) {
    steps.append(InputScript.Step(time: time, action: .input(event)))
  }
}
