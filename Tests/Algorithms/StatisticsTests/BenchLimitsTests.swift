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
    return BenchReport(
      context: context,
      scenes: [
        series("fill", 2, draws: 1, allocations: 0), series("clock", 6, draws: 31, allocations: 80),
      ])
  }

  private func exceeded(_ limits: String, build: String = "release", countsAlone: Bool = false) throws
    -> [String]
  {
    let text = #"{"schema":"regalia-limits/2","scenes":{\#(limits)}}"#
    let limits = try BenchLimits(json: Array(text.utf8), named: "limits.json")
    let findings = limits.findings(in: report(build: build), countsAlone: countsAlone)
    return findings.filter(\.isExceeded).map { "\($0.scene) \($0.what)" }
  }

  @Test func `what is at its limit passes, and what is beyond is named`() throws {
    let at = #""clock":{"draws":31,"allocations":80,"median":3,"p95":3}"#
    let beyond = #""clock":{"draws":30,"allocations":79,"median":2.9,"p95":2.9}"#

    #expect(try exceeded(at).isEmpty)
    #expect(
      try exceeded(beyond) == [
        "clock draws", "clock allocations", "clock median ÷ fill", "clock p95 ÷ fill",
      ])
  }

  @Test
  func `in a debug build, and where that is asked for, counts alone are judged, and allocations are not`()
    throws
  {
    let beyond = #""clock":{"draws":30,"allocations":1,"median":0.1,"p95":0.1}"#

    #expect(try exceeded(beyond, build: "debug") == ["clock draws"])
    #expect(try exceeded(beyond, countsAlone: true) == ["clock draws"])
  }

  @Test(arguments: [(2, 3.0), (4, 45.0)])
  func `slow frames count where they are one in twenty`(slow: Int, ratio: Double) throws {
    func frames(_ time: Double) -> [Double] {
      [Double](repeating: 90, count: slow) + [Double](repeating: time, count: 60 - slow)
    }
    let report = BenchReport(
      context: BenchContext(),
      scenes: [("fill", 2.0), ("clock", 6.0)].map { name, time in
        FrameSeries(scene: name, width: 8, height: 8, figures: [.processCPU: frames(time)])
      })
    let text = #"{"schema":"regalia-limits/2","scenes":{"clock":{"median":3,"p95":3}}}"#
    let limits = try BenchLimits(json: Array(text.utf8), named: "limits.json")

    let findings = limits.findings(in: report)

    #expect(findings.map(\.measured) == [3, ratio])
    #expect(findings.map(\.isExceeded) == [false, ratio > 3])
  }

  @Test func `without fill in the run no time passes`() throws {
    let text = #"{"schema":"regalia-limits/2","scenes":{"clock":{"median":3}}}"#
    let limits = try BenchLimits(json: Array(text.utf8), named: "limits.json")
    var report = report()
    report.scenes.removeFirst()

    #expect(limits.findings(in: report).map(\.isExceeded) == [true])
  }

  @Test func `a scene has the size that the file gives it, and else its own`() throws {
    let text = #"{"schema":"regalia-limits/2","scenes":{"clock":{"size":[1280,800]},"fill":{"draws":1}}}"#
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
    (#"{"schema":"regalia-limits/2","scenes":{"a":{"draws":"1"}}}"#, "scenes.a.draws: a number belongs here"),
    (
      #"{"schema":"regalia-limits/2","scenes":{"a":{"size":[1280]}}}"#,
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
