import Colors
import Geometry
import Input
import Scene
import Testing

@testable import Controls

/// Controls of every kind in a form that is scrolled.
@Suite struct WheelTests {
  private final class Told { var changes = 0 }
  private let told = Told()

  /// Returns one control of each kind that holds a value or does something.
  private func makeControls() -> [Control] {
    let told = told
    func tell() { told.changes += 1 }
    return [
      SegmentedChoice(label: "Ground", choices: ["Flat", "Linear", "Radial"], index: 1) { _, _ in tell() },
      ChoiceSwitch(label: "Page", choices: ["Square", "Phone", "Desktop"]) { _ in tell() },
      ChoiceButton("Font") { [.init("Inter", action: tell)] },
      Slider(label: "Weight", range: 0...10, value: 5) { _, _, _ in tell() },
      NumberField(label: "Bleed", range: 0...10, value: 5, decimals: 1, unit: "mm", clipboard: .local()) {
        _, _ in tell()
      },
      TextField(
        label: "Title", clipboard: .local(),
        delegate: .init(edited: { _, _ in
          tell()
          return nil
        })),
      Toggle("Guides") { _, _ in tell() },
      Button("Turn", action: tell),
      ColorButton("Ink", color: .white) { _ in tell() },
    ]
  }

  /// Shows a control among others that are too many to be seen at once.
  private func shown(_ control: Control) -> (driver: HostDriver, scroll: ScrollView) {
    let form = Form(label: "Properties")
    let rest = (0..<30).map { Form.Row(controls: [Toggle("Row \($0)") { _, _ in }]) }
    form.show([Form.Section(title: "All", rows: [Form.Row(controls: [control])] + rest)])
    let scroll = ScrollView(form)
    scroll.frame = Rect(x: 0, y: 0, width: 400, height: 300)
    let driver = HostDriver([scroll])
    driver.wait(0.1)
    return (driver, scroll)
  }

  @Test func `the wheel over a control without the focus scrolls what it stands in and changes nothing`() {
    for notches in [-1.0, -0.1] {
      for control in makeControls() {
        let (driver, scroll) = shown(control)
        driver.send(.wheel(control.frameInWindow.center, Vector(0, notches), []))
        driver.wait(2)

        #expect(told.changes == 0, "\(control.label)")
        #expect(scroll.scroll.offset(at: driver.time) > 0, "\(control.label)")
      }
    }
  }

  @Test func `with the focus only sliders and numbers follow the wheel, a step a notch`() throws {
    for control in makeControls() {
      let (driver, scroll) = shown(control)
      let stop = (control as? NumberField)?.field ?? control
      driver.host.setFocus(stop)
      driver.wait(2)
      let start = scroll.scroll.offset(at: driver.time)
      told.changes = 0
      driver.send(.wheel(control.frameInWindow.center, Vector(0, -1), []))
      driver.wait(2)

      switch control {
      case let slider as Slider: #expect(abs(slider.value - 4.9) < 1e-9)
      case let number as NumberField: #expect(number.value == 4)
      default:
        #expect(told.changes == 0, "\(control.label)")
        #expect(scroll.scroll.offset(at: driver.time) > start, "\(control.label)")
        continue
      }
      #expect(told.changes == 1 && scroll.scroll.offset(at: driver.time) == start, "\(control.label)")
    }
  }

  @Test func `parts of a notch add up to steps of a number`() {
    var values: [Double] = []
    let number = NumberField(label: "Width", range: 0...10, value: 5, clipboard: .local()) { value, _ in
      values.append(value)
    }
    let (driver, _) = shown(number)
    driver.host.setFocus(number.field)
    for _ in 0..<10 { driver.send(.wheel(number.frameInWindow.center, Vector(0, 0.25), [])) }

    #expect(values == [6, 7])
  }
}
