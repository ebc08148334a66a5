import Controls
import Geometry
import Scene
import Testing
import WindowSupport

@testable import CrownBrowser

/// A crowns window that is laid out from right to left.
@Suite struct MirroredCrownsTests {
  @Test func `all extents are the mirror image, crowns in the order of reading, and are where they are hit`()
  {
    let (plain, mirrored) = (
      BrowserDriver(24, own: 1), BrowserDriver(24, own: 1, language: MirroredWindow.language)
    )
    let window = MirroredWindow(plain: plain.content.accessibility, mirrored: mirrored.content.accessibility)

    #expect(window.faults == [])
    #expect(window.targets.count > 20)
    #expect(window.strayTargets(plain.browser.host, mirrored.browser.host) == [])
  }

  @Test func `crowns are not turned over`() {
    let driver = BrowserDriver(24, own: 1, language: MirroredWindow.language)
    let paths = driver.displayList.items.filter { item in
      if case .path = item.shape { return true }
      return false
    }

    #expect(paths.count > 20 && paths.allSatisfy { $0.transform.m11 > 0 })
  }

  @Test func `the left arrow key goes to the crown at the left`() throws {
    let driver = BrowserDriver(24, own: 1, language: MirroredWindow.language)
    func cells() -> [AccessibilityNode] { driver.nodes.filter { $0.role == .cell } }
    driver.click(try #require(cells().first).frame.center)
    let before = try #require(cells().first { $0.states.contains(.selected) }).frame
    driver.key(.left)
    let after = try #require(cells().first { $0.states.contains(.selected) }).frame

    #expect(after.midX < before.midX && after.midY == before.midY)
  }
}
