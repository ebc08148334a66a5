import Statistics
import Testing

@Suite struct TrendTests {
  @Test func `noise without a trend is hardly ever taken for one`() {
    let drifts = (0..<200).filter { trial in
      var noise = Noise(seed: UInt64(trial))
      return Trend(noise.frames(60, around: 5))?.isDrift == true
    }

    #expect(drifts.count <= 1)
  }

  @Test(arguments: [1.3, 0.7])
  func `a steady change is found, with its direction and size`(end: Double) throws {
    var noise = Noise(seed: 4)
    let values = noise.frames(60, around: 5).enumerated().map { $1 * (1 + (end - 1) * Double($0) / 59) }

    let trend = try #require(Trend(values))

    #expect(trend.isDrift)
    #expect(trend.relativeChange / (end - 1) > 0.4 && trend.relativeChange / (end - 1) < 1.2)
  }

  @Test func `nothing becomes more than wholly faster`() throws {
    let trend = try #require(Trend((0..<60).map { 100 / Double($0 + 1) }))

    #expect((-1...0).contains(trend.relativeChange))
  }

  @Test func `steady but tiny change is no drift, and what never changes is none`() throws {
    #expect(try #require(Trend((0..<60).map { 5 + Double($0) / 10000 })).isDrift == false)
    #expect(try #require(Trend([Double](repeating: 2, count: 60))).significance == 0)
    #expect(Trend([1, 2, 3]) == nil)
    #expect(Trend([Double](repeating: 0, count: 60)) == nil)
  }
}

@Suite struct DoubtReasonTests {
  private func kinds(_ context: BenchContext, _ series: [FrameSeries] = []) -> [String] {
    BenchReport(context: context, scenes: series).validity.map(\.kind)
  }

  private func series(_ count: Int, rising: Double = 0) -> FrameSeries {
    let times = (0..<count).map { 4 + rising * Double($0) + ($0.isMultiple(of: 2) ? 0.1 : 0) }
    return FrameSeries(scene: "a", width: 8, height: 8, blockLength: 10, figures: [.fence: times])
  }

  @Test func `a quiet release run on a graphics card raises no doubt`() {
    var context = BenchContext()
    (context.build, context.isSoftwareRenderer, context.foreignLoad) = ("release", false, 0.02)

    #expect(kinds(context, [series(600)]).isEmpty)
  }

  @Test func `each reason to doubt is named`() {
    var context = BenchContext()
    #expect(kinds(context, [series(99)]) == ["too-few-frames"])
    #expect(kinds(context, [series(600, rising: 0.01)]) == ["drift"])
    context.build = "debug"
    #expect(kinds(context) == ["debug-build"])
    context.build = "release"
    context.isSoftwareRenderer = true
    #expect(kinds(context) == ["software-renderer"])
    context.isSoftwareRenderer = false
    context.foreignLoad = 0.4
    #expect(kinds(context) == ["load"])
    context.foreignLoad = nil
    (context.loadBefore, context.processorCount) = (3, 4)
    #expect(kinds(context) == ["load"])
  }
}
