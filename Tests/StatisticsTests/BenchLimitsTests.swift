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

  private func exceeded(_ limits: String, build: String = "release") throws -> [String] {
    let text = #"{"schema":"regalia-limits/1","scenes":{\#(limits)}}"#
    let limits = try BenchLimits(json: Array(text.utf8), named: "limits.json")
    return limits.findings(in: report(build: build)).filter(\.isExceeded).map { "\($0.scene) \($0.what)" }
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

  @Test func `in a debug build counts alone are judged, and allocations are not`() throws {
    let beyond = #""clock":{"draws":30,"allocations":1,"cpu_to":{"fill":0.1},"cpu_to_calibration":0.1}"#

    #expect(try exceeded(beyond, build: "debug") == ["clock draws"])
  }

  @Test func `a scene that was not measured does not pass`() throws {
    #expect(try exceeded(#""gallery":{"draws":1}"#) == ["gallery was not measured"])
  }

  @Test(arguments: [
    ("", "not JSON"), (#"{"schema":"x","scenes":{}}"#, "schema"),
    (#"{"schema":"regalia-limits/1","scenes":{"a":{"draws":"1"}}}"#, "scenes.a.draws: a number belongs here"),
  ])
  func `limits that are wrong are refused with the place`(text: String, words: String) {
    let error = #expect(throws: BenchFileError.self) {
      try BenchLimits(json: Array(text.utf8), named: "limits.json")
    }

    #expect(error?.description.contains(words) == true)
  }
}
