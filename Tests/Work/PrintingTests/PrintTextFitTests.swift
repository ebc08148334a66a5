import Colors
import Geometry
import Localization
import Posters
import Testing
import WindowSupport

@testable import Printing

@Suite(.enabled(if: TestLanguages.all.count > 1, "no catalogue has been compiled"))
struct PrintTextFitTests {
  @Test func `each text of the print panel fits its place in every language`() throws {
    var poster = Poster(title: "KEEP", lines: [Poster.Line("KEEP")])
    poster.background = .color(RGBA(hex: 0xd00000))
    var walk = TextFitWalk()
    for (name, language) in TestLanguages.all {
      for size in [Size(320, 320), Size(1000, 720)] {
        for ways in 0..<3 {
          let driver = PrintDriver([poster, poster], size: size, language: language)
          let choice = driver.nodes.first { $0.role == .button && $0.states.contains(.opensMenu) }
          if ways > 0, let choice {
            _ = driver.perform(.press, on: choice.id)
            let items = driver.nodes.filter { $0.role == .menuItem }
            if items.indices.contains(ways) { _ = driver.perform(.press, on: items[ways].id) }
            driver.wait(0.2)
          }
          walk.look(into: driver, "\(name) \(size.width), way \(ways)")
        }
      }
    }

    print("Print panel: \(walk.summary)")
    #expect(walk.faults.isEmpty, "\(walk.report)")
  }
}
