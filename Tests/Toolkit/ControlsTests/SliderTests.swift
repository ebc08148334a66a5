import Geometry
import Input
import TestSupport
import Testing

@testable import Controls

@Suite struct SliderTests {
  private final class Told { var values: [(value: Double, phase: ChangePhase, time: Double)] = [] }
  private let told = Told()

  private func slider(
    _ range: ClosedRange<Double> = 0...10, _ direction: Slider.Direction = .rightward,
    _ scale: Slider.Scale? = nil
  ) -> Slider {
    let slider = Slider(label: "Size", range: range, direction: direction, scale: scale) { [told] in
      told.values.append(($0, $1, $2))
    }
    slider.frame =
      direction == .rightward
      ? Rect(x: 20, y: 20, width: 214, height: 20) : Rect(x: 20, y: 20, width: 20, height: 200)
    return slider
  }

  @Test func `a drag is told as it goes with its times, and once at its end`() {
    let slider = slider()
    let driver = HostDriver([slider])
    driver.send(.pointerDown(Point(127, 30), .left, clicks: 1, []), at: 2)
    driver.send(.pointerMoved(Point(900, 30), []), at: 3)
    driver.send(.pointerUp(Point(27, 30), .left, []), at: 4)

    #expect(told.values.map(\.value) == [5, 10, 0])
    #expect(told.values.map(\.phase) == [.continuous, .continuous, .final])
    #expect(told.values.map(\.time) == [2, 3, 4])
    #expect(slider.value == 0)
  }

  @Test func `Escape in a drag brings the value back, and what the pointer does then is no drag`() {
    let slider = slider()
    slider.value = 7
    let driver = HostDriver([slider])
    driver.send(.pointerDown(Point(127, 30), .left, clicks: 1, []), at: 2)
    driver.send(.pointerMoved(Point(900, 30), []), at: 3)
    driver.send(.key(.escape, [], isRepeat: false), at: 4)
    driver.send(.pointerMoved(Point(60, 30), []), at: 5)
    driver.send(.pointerUp(Point(60, 30), .left, []), at: 6)

    #expect(told.values.map(\.value) == [5, 10, 7])
    #expect(told.values.last?.phase == .final)
    #expect(slider.value == 7)
  }

  @Test(
    arguments: [
      (Slider.Direction.rightward, Key.right, Key.left, Key.home), (.upward, .up, .down, .end),
      (.downward, .down, .up, .home),
    ] as [(Slider.Direction, Key, Key, Key)])
  func `keys move the way they point`(direction: Slider.Direction, more: Key, less: Key, toMinimum: Key) {
    let slider = slider(0...10, direction, .linear(step: 0.5))
    slider.value = 5
    let driver = HostDriver([slider])
    driver.host.setFocus(slider)
    let before = slider.place
    driver.key(more)
    #expect(slider.value == 5.5)
    let moved = slider.place - before
    #expect(direction == .rightward ? moved.dx > 0 : direction == .downward ? moved.dy > 0 : moved.dy < 0)
    driver.key(less, .shift)
    #expect(slider.value == 0.5)
    driver.key(toMinimum)

    #expect(slider.value == 0)
  }

  @Test func `steps of a value on its way go on from where it is going`() {
    let slider = slider(16...1024, .rightward, .logarithmic(factor: 2))
    var goal = 128.0
    slider.stepOrigin = { goal }
    let driver = HostDriver([slider])
    driver.host.setFocus(slider)
    slider.value = 70
    driver.key(.right)
    #expect((slider.value - 256).magnitude < 1e-9)
    goal = slider.value
    slider.value = 150
    driver.key(.right)
    #expect((slider.value - 512).magnitude < 1e-9)
  }

  @Test func `equal ways are equal factors on a logarithmic slider`() {
    let slider = slider(16...1024, .rightward, .logarithmic(factor: 2))
    slider.value = 128

    #expect((slider.share(of: 128) - 0.5).magnitude < 1e-12)
    #expect((slider.share(of: 32) - 1.0 / 6).magnitude < 1e-12)
    #expect(slider.key(KeyEvent(.right, time: 0)))
    #expect((slider.value - 256).magnitude < 1e-9)
  }

  @Test func `a circular slider goes around its ends`() {
    let slider = slider(0...360, .downward, .circular(step: 1))
    slider.value = 359.5
    _ = slider.key(KeyEvent(.down, time: 0))
    #expect(slider.value == 0.5)
    _ = slider.key(KeyEvent(.up, .shift, time: 0))

    #expect(slider.value == 350.5)
  }

  @Test func `whatever is done to it the value stays in its range`() {
    var random = SeededGenerator(seed: 11)
    let scales: [Slider.Scale] = [.linear(step: 3), .logarithmic(factor: 1.7), .circular(step: 7)]
    for scale in scales {
      let slider = slider(
        2...50, [.rightward, .upward, .downward].randomElement(using: &random) ?? .upward, scale)
      let driver = HostDriver([slider])
      for _ in 0..<300 {
        let point = Point(
          Double.random(in: -50...400, using: &random), Double.random(in: -50...300, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: driver.send(.pointerDown(point, .left, clicks: 1, []))
        case 1: driver.send(.pointerMoved(point, []))
        case 2: driver.send(.pointerUp(point, .left, []))
        case 3:
          driver.send(.wheel(slider.frame.center, Vector(0, Double.random(in: -20...20, using: &random)), []))
        case 4:
          driver.host.perform(
            .setNumber(Double.random(in: -100...100, using: &random)), on: "window/Size", at: 1)
        default:
          driver.key(
            [Key.up, .down, .left, .right, .home, .end, .pageUp].randomElement(using: &random) ?? .up)
        }
        #expect(slider.range.contains(slider.value))
      }
    }
  }
}
