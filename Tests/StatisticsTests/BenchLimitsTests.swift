import Statistics
import Testing

@Suite struct BenchLimitsTests {
  private func series(_ name: String, _ time: Double, draws: Double, allocations: Double) -> FrameSeries {
    let count = 60
    func column(_ value: Double) -> [Double] { [Double](repeating: value, count: count) }
    return FrameSeries(
      scene: name, width: 8, height: 8, blockLength: 10,
      figures: [.processCPU: column(time), .draws: column(draws), .allocations: column(allocations)])
  }

  private func report(build: String = "release") -> BenchReport {
    var context = BenchContext()
    context.build = build
    context.calibration = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    return BenchReport(
      context: context,
      scenes: [
        series("fill", 2, draws: 1, allocations: 0), series("clock", 6, draws: 31, allocations: 80),
      ])
  }

  private func exceeded(_ limits: String, build: String = "release", countsAlone: Bool = false) throws
    -> [String]
  {
    let text = #"{"schema":"regalia-limits/1","scenes":{\#(limits)}}"#
    let limits = try BenchLimits(json: Array(text.utf8), named: "limits.json")
    let findings = limits.findings(in: report(build: build), countsAlone: countsAlone)
    return findings.filter(\.isExceeded).map { "\($0.scene) \($0.what)" }
  }

  @Test func `what is at its limit passes, and what is beyond is named`() throws {
    let at = #""clock":{"draws":31,"allocations":80,"cpu_to":{"fill":3},"cpu_to_calibration":12}"#
    let beyond = #""clock":{"draws":30,"allocations":79,"cpu_to":{"fill":2.9},"cpu_to_calibration":11.9}"#

    #expect(try exceeded(at).isEmpty)
    #expect(
      try exceeded(beyond) == [
        "clock draws", "clock allocations", "clock CPU ÷ fill", "clock CPU ÷ calibration",
      ])
  }

  @Test
  func `in a debug build, and where that is asked for, counts alone are judged, and allocations are not`()
    throws
  {
    let beyond = #""clock":{"draws":30,"allocations":1,"cpu_to":{"fill":0.1},"cpu_to_calibration":0.1}"#

    #expect(try exceeded(beyond, build: "debug") == ["clock draws"])
    #expect(try exceeded(beyond, countsAlone: true) == ["clock draws"])
  }

  /// A minute of frames that take `usual` milliseconds, but for one.
  private func hitch(_ slowest: Double, among usual: Double) -> BenchReport {
    var context = BenchContext()
    context.build = "release"
    context.calibration = [0.3, 0.3]
    let frames = [slowest] + [Double](repeating: usual, count: 59)
    return BenchReport(
      context: context, scenes: [FrameSeries(scene: "clock", width: 8, height: 8, figures: [.cpu: frames])])
  }

  // Three passes of .3 ms are .9 ms, so frames of 3.6 ms are never too slow.
  @Test(arguments: [(8.0, 2.0, false), (8.1, 2.0, true), (3.6, 0.1, false), (3.7, 0.1, true)])
  func `one frame alone can be too slow, but not a short one`(slowest: Double, usual: Double, isTooSlow: Bool)
    throws
  {
    let text = #"{"schema":"regalia-limits/1","scenes":{"clock":{"slowest":4}}}"#
    let limits = try BenchLimits(json: Array(text.utf8), named: "limits.json")

    let findings = limits.findings(in: hitch(slowest, among: usual))

    #expect(findings.map(\.what) == ["slowest frame ÷ median"])
    #expect(findings.map(\.isExceeded) == [isTooSlow])
  }

  @Test func `a scene has the size that the file gives it, and else its own`() throws {
    let text = #"{"schema":"regalia-limits/1","scenes":{"clock":{"size":[1280,800]},"fill":{"draws":1}}}"#
    let limits = try BenchLimits(json: Array(text.utf8), named: "limits.json")

    let size = try #require(limits.size(of: "clock"))
    #expect([size.width, size.height] == [1280, 800])
    #expect(limits.size(of: "fill") == nil && limits.size(of: "gallery") == nil)
  }

  @Test func `a scene that was not measured does not pass`() throws {
    #expect(try exceeded(#""gallery":{"draws":1}"#) == ["gallery was not measured"])
  }

  @Test(arguments: [
    ("", "not JSON"), (#"{"schema":"x","scenes":{}}"#, "schema"),
    (#"{"schema":"regalia-limits/1","scenes":{"a":{"draws":"1"}}}"#, "scenes.a.draws: a number belongs here"),
    (
      #"{"schema":"regalia-limits/1","scenes":{"a":{"size":[1280]}}}"#,
      "scenes.a.size: a width and a height in points belong here"
    ),
  ])
  func `limits that are wrong are refused with the place`(text: String, words: String) {
    let error = #expect(throws: BenchFileError.self) {
      try BenchLimits(json: Array(text.utf8), named: "limits.json")
    }

    #expect(error?.description.contains(words) == true)
  }
}
