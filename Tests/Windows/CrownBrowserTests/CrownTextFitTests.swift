import Geometry
import Localization
import Testing
import WindowSupport

@testable import CrownBrowser

@Suite(.enabled(if: TestLanguages.all.count > 1, "no catalogue has been compiled"))
struct CrownTextFitTests {
  @Test func `each text of the crowns window fits its place in every language`() {
    let walk = TextFitWalk.all(
      sizes: [CrownBrowserContent.minimumSize, CrownBrowserContent.defaultSize],
      skipping: { $0 == "crown.poster" }
    ) {
      let driver = BrowserDriver(catalogue: $1, scale: $2, language: $0)
      driver.key(.right)
      return driver as WindowDriver<CrownBrowserContent>
    }

    print("Crowns: \(walk.summary)")
    #expect(walk.faults.isEmpty, "\(walk.report)")
  }
}
