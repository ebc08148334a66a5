import Colors
import Geometry
import Input
import Testing

@testable import Controls

@Suite struct PressableControlTests {
  private final class Told { var count = 0 }

  /// Returns a control of each kind that is pressed, and what it does to tell of a press.
  private static func make(_ kind: String, _ told: Told) -> Control {
    let control: Control =
      switch kind {
      case "button": Button("It") { told.count += 1 }
      case "swatch": ColorButton("It", color: .white) { _ in told.count += 1 }
      case "toggle": Toggle("It") { _, _ in told.count += 1 }
      default: SegmentedChoice(label: "It", choices: ["a", "b"]) { _, _ in told.count += 1 }
      }
    control.frame = Rect(x: 100, y: 100, width: 80, height: 32)
    return control
  }

  @Test(arguments: ["button", "swatch", "toggle", "choice"])
  func `a press counts where the pointer lets go inside, wherever it was between`(kind: String) {
    let told = Told()
    let driver = HostDriver([Self.make(kind, told)])
    let (inside, outside) = (Point(170, 116), Point(170, 20))
    func press(_ path: Point...) -> Int {
      let before = told.count
      driver.send(.pointerDown(path[0], .left, clicks: 1, []))
      for point in path { driver.send(.pointerMoved(point, [])) }
      driver.send(.pointerUp(path[path.count - 1], .left, []))
      return told.count - before
    }

    #expect(press(inside, outside) == 0)
    #expect(press(outside, inside) == 0)
    #expect(press(inside, outside, inside) == 1)
  }

  @Test(arguments: ["button", "swatch", "toggle"])
  func `a key that is held presses once`(kind: String) {
    let told = Told()
    let control = Self.make(kind, told)
    let driver = HostDriver([control])
    driver.host.setFocus(control)
    for isRepeat in [false, true, true] { driver.send(.key(.space, [], isRepeat: isRepeat)) }

    #expect(told.count == 1)
    #expect(control.perform(.press, on: nil, at: 2))
    #expect(told.count == 2)
  }

  @Test func `Space held on a choice opens its list and chooses nothing there`() {
    var chosen: [Int] = []
    let choice = ChoiceSwitch(label: "Form", choices: ["a", "b"]) { chosen.append($0) }
    choice.frame = Rect(x: 100, y: 100, width: 80, height: 32)
    let driver = HostDriver([choice])
    driver.host.setFocus(choice)
    driver.send(.key(.space, [], isRepeat: false))
    for _ in 0..<3 { driver.send(.key(.space, [], isRepeat: true)) }
    #expect(driver.focus == "Menu" && chosen.isEmpty)
    driver.key(.down)
    driver.key(.space)

    #expect(chosen == [1])
  }
}
