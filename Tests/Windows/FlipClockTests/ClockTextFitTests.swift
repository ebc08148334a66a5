import Geometry
import Localization
import Testing
import WindowSupport

@testable import FlipClock

@Suite(.enabled(if: TestLanguages.all.count > 1, "no catalogue has been compiled"))
struct ClockTextFitTests {
  @Test func `each text of the clock fits its place in every language`() {
    // The window keeps no hold of its clockwork's clocks.
    var benches: [ClockBench] = []
    let walk = TextFitWalk.all(sizes: [ClockProgram.minimumSize, ClockProgram.defaultSize]) {
      language, size, scale in
      let bench = ClockBench(
        ClockBench.evening, size: size, language: language,
        change: { ($0.hours, $0.showsDate) = (.twelve, true) })
      bench.resizes = true
      benches.append(bench)
      return WindowDriver(bench.face, size: size, scale: scale)
    }

    #expect(benches.count == walk.windows)
    print("Clock: \(walk.summary)")
    #expect(walk.faults.isEmpty, "\(walk.report)")
  }
}
