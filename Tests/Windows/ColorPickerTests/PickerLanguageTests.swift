import Controls
import Geometry
import Localization
import Testing
import WindowSupport

@testable import ColorPicker

@Suite struct PickerLanguageTests {
  @Test func `the controls of a picker speak the language that they were given`() throws {
    let driver = try PanelDriver(hasAlpha: true, recent: ["red"], language: .bracketed)

    let plain = driver.window.accessibility.words.filter { !$0.contains("⟦") }

    #expect(Set(plain).filter { !$0.hasPrefix("#") && !$0.hasPrefix("HSB") } == [])
  }

  @Test func `the commands of a picker speak the language that they were given`() throws {
    let driver = try PanelDriver(language: .bracketed)
    let panel = driver.panel

    let own = panel.commands + panel.allCommands.passing + panel.allCommands.severities
    let planes = Set(panel.allCommands.planes.map(\.id))
    let plain = own.filter { !planes.contains($0.id) && !$0.title.contains("⟦") }.map(\.title)

    #expect(plain == [])
  }

  @Test func `what is wrong with a number is said in the language`() {
    let color = PickerColor(.white)

    let fault = #expect(throws: FieldFault.self) {
      try Channel.red.applying("300", to: color, in: .bracketed)
    }

    #expect(fault?.message == "⟦⟦Red⟧ goes from 0 to 255⟧")
  }
}
