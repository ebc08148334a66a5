import Geometry
import Localization
import Testing
import WindowSupport

@testable import ColorPicker

@Suite(.enabled(if: TestLanguages.all.count > 1, "no catalogue has been compiled"))
struct PickerTextFitTests {
  @Test func `each text of the picker fits its place in every language`() throws {
    let walk = try TextFitWalk.all(sizes: [PickerWindow.minimumSize, PickerWindow.defaultSize]) {
      try PanelDriver(
        hasAlpha: true, recent: ["red", "blue", "#123456"], size: $1, scale: $2, language: $0)
        as WindowDriver<PickerWindow>
    }

    print("Colour picker: \(walk.summary)")
    #expect(walk.faults.isEmpty, "\(walk.report)")
  }
}
