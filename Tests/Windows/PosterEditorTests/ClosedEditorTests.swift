import Controls
import Geometry
import Input
import Testing
import WindowSupport

@testable import PosterEditor

@Suite struct ClosedEditorTests {
  /// Opens an editor, uses it, and notes what it consists of.
  private func use(_ live: inout LiveObjects, _ steps: (EditorDriver) -> Void) {
    let driver = EditorDriver(size: Size(width: 900, height: 640))
    steps(driver)
    live.note(window: driver.editor)
    let open = driver.editor.open
    for part in [open, open.session, open.crown, open.panel.canvas.place, open.panel.canvas.lines]
      as [AnyObject]
    {
      live.note(part)
    }
    if let panel = driver.panel { live.note(below: panel) }
  }

  @Test func `of an editor that was used and closed fifty times nothing lives on`() {
    let uses: [(EditorDriver) -> Void] = [
      { driver in
        driver.key(.enter)
        driver.type("Hi")
        driver.key(.character("z"), .control)
      },
      { $0.key(.character("c"), [.control, .shift]) },
      { $0.key(.character("e"), .control) },
      { driver in
        driver.key(.character("f"), [])
        driver.key(.character("i"), .control)
        driver.key(.function(10))
      },
      { driver in
        driver.key(.character(";"), .control)
        driver.move(to: Point(300, 300))
        driver.key(.character("p"), [.control, .shift])
      },
    ]
    var live = LiveObjects()
    for number in 0..<50 { use(&live, uses[number % uses.count]) }
    #expect(live.count > 50)
    #expect(live.names.isEmpty)
  }
}
