import Controls
import Geometry
import Input
import Scene
import Testing
import WindowSupport

@testable import FlipClock

/// A clock whose window is laid out from right to left.
@Suite struct MirroredClockTests {
  private func bench(isMirrored: Bool, withSettings: Bool) -> ClockBench {
    let bench = ClockBench(
      45_296, size: Size(width: 900, height: 500), language: isMirrored ? MirroredWindow.language : .english)
    if withSettings {
      bench.face.handle(.key(.character("s"), [], isRepeat: false), at: 1)
      bench.frame(at: 1)
    }
    return bench
  }

  @Test func `the settings are the mirror image of those from left to right`() {
    let (plain, mirrored) = (
      bench(isMirrored: false, withSettings: true), bench(isMirrored: true, withSettings: true)
    )
    let window = MirroredWindow(plain: plain.face.accessibility, mirrored: mirrored.face.accessibility)

    #expect(window.faults == [])
    #expect(window.targets.count > 5)
    #expect(window.strayTargets(plain.face.host, mirrored.face.host) == [])
  }

  @Test func `a window is moved from where it was pressed`() {
    let bench = bench(isMirrored: true, withSettings: false)
    bench.face.handle(.pointerDown(Point(120, 30), .left, clicks: 1, []), at: 1)

    let starts = bench.requests.compactMap { request -> Point? in
      if case .beginMoving(let point) = request { return point }
      return nil
    }
    #expect(starts == [Point(120, 30)])
  }

  @Test(arguments: [false, true])
  func `the cards stand in their order, beside the settings`(withSettings: Bool) throws {
    let lists = [false, true].map { isMirrored in
      let bench = bench(isMirrored: isMirrored, withSettings: withSettings)
      return bench.face.dial.stage.digits.compactMap { $0.layer.projectedCorners(at: 1)?.first }
    }
    let shift = lists[1][0].x - lists[0][0].x

    #expect(lists[0].count > 3 && lists[0].count == lists[1].count)
    for (plain, mirrored) in zip(lists[0], lists[1]) {
      #expect((mirrored.x - plain.x - shift).magnitude < 1e-6 && mirrored.y == plain.y)
    }
    #expect(lists[1].map(\.x) == lists[1].map(\.x).sorted())
    #expect(withSettings ? shift > 100 : shift == 0)
  }
}
