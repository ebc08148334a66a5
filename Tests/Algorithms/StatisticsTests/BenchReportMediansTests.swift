import Statistics
import Testing

@Suite struct BenchReportMediansTests {
  private func run(
    _ frames: [Double], scene: String = "clock", build: String = "release", draws: [Double]? = nil
  ) -> BenchReport {
    var context = BenchContext()
    context.build = build
    context.calibration = [0.3, 0.3]
    var figures: [FrameFigure: [Double]] = [.cpu: frames]
    figures[.draws] = draws
    return BenchReport(
      context: context, scenes: [FrameSeries(scene: scene, width: 8, height: 8, figures: figures)])
  }

  private func joined(_ runs: BenchReport...) throws -> BenchReport {
    try BenchReport(mediansOf: runs.enumerated().map { (name: "\($0.offset).json", report: $0.element) })
  }

  @Test func `a frame that was slow in one of three runs is not, and one that was slow in all of them is`()
    throws
  {
    let report = try joined(run([1, 9, 8, 2]), run([9, 1, 8, 2]), run([1, 1, 8, 9]))

    #expect(report.scenes[0].figures[.cpu] == [1, 1, 8, 2])
    #expect(report.context.calibration?.count == 6)
  }

  @Test func `one run alone stays as it is`() throws {
    let alone = run([1, 9, 8, 2], draws: [3, 3, 4, 3])

    #expect(try joined(alone) == alone)
  }

  @Test func `a figure that one run lacks counts as not measured`() throws {
    let report = try joined(run([1, 2], draws: [3, 3]), run([1, 2]))

    #expect(Array(report.scenes[0].figures.keys) == [.cpu])
  }

  @Test(arguments: [
    (
      "clock", "release", 3,
      "1.json is not a run like 0.json: clock 8x8 was measured for another number of frames"
    ),
    ("fill", "release", 2, "1.json is not a run like 0.json: it has fill 8x8 instead of clock 8x8"),
    ("clock", "debug", 2, "1.json is not a run like 0.json: one is a debug build"),
  ])
  func `runs that were not made alike are refused by name`(
    scene: String, build: String, count: Int, words: String
  ) {
    let other = run([Double](repeating: 1, count: count), scene: scene, build: build)

    let error = #expect(throws: BenchReport.Mismatch.self) { try joined(run([1, 2]), other) }

    #expect(error?.description == words)
  }
}
