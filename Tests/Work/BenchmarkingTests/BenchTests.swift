import Foundation
import TestSupport
import Testing

/// The benchmark from outside. Nothing here says how long anything may take.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct BenchTests {
  let home: Home

  init() throws { home = try Home() }

  private func bench(_ arguments: String...) throws -> BuiltProgram.Result { try bench(arguments) }

  private func bench(_ arguments: [String]) throws -> BuiltProgram.Result {
    try BuiltProgram.run(["bench"] + arguments, in: home)
  }

  /// The scenes of a report, each with what was measured of its frames.
  private func scenes(_ file: String) throws -> [(name: String, size: [Int], frames: [String: [Double]])] {
    let data = try Data(contentsOf: URL(filePath: home.path(file)))
    let root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(root["schema"] as? String == "regalia-bench/1")
    return try #require(root["scenes"] as? [[String: Any]]).map { scene in
      let frames = try #require(scene["frames"] as? [String: Any]).compactMapValues { $0 as? [Double] }
      return (
        try #require(scene["scene"] as? String), try #require(scene["size"] as? [Int]), frames
      )
    }
  }

  @Test func `a run leaves a table, a report, a plot and a line for each frame`() throws {
    let result = try bench(
      "square-six", "fill", "--offscreen", "--size", "32x16", "--size", "64x64", "--frames", "12",
      "--warmup", "2", "--json", "a.json", "--plot", "a.svg", "--csv", "a.csv")

    #expect(result.status == 0 && result.complaints.isEmpty)
    #expect(result.output.contains("square-six 64x64") && result.output.contains("÷ fill"))
    let scenes = try scenes("a.json")
    #expect(scenes.map(\.name) == ["square-six", "square-six", "fill", "fill"])
    #expect(scenes.map(\.size) == [[32, 16], [64, 64], [32, 16], [64, 64]])
    for scene in scenes {
      #expect(scene.frames.values.allSatisfy { $0.count == 12 })
      #expect(scene.frames["draws"] == [Double](repeating: 1, count: 12))
      #expect(scene.frames["present_ms"] == nil && scene.frames["missed_deadlines"] == nil)
    }
    let csv = try String(contentsOfFile: home.path("a.csv"), encoding: .utf8)
    #expect(csv.split(separator: "\n").count == 1 + 4 * 12)
    #expect(try String(contentsOfFile: home.path("a.svg"), encoding: .utf8).hasSuffix("</svg>\n"))
  }

  @Test func `what a scene draws follows from its frames alone`() throws {
    for name in ["a.json", "b.json"] {
      let result = try bench(
        "picker-drag", "clock", "--offscreen", "--frames", "24", "--warmup", "4", "--json", name)
      #expect(result.status == 0)
    }

    let (first, second) = (try scenes("a.json"), try scenes("b.json"))

    #expect(first.map(\.name) == ["picker-drag", "clock"])
    for (a, b) in zip(first, second) {
      for figure in ["draws", "vertices", "uploaded_bytes"] {
        #expect(a.frames[figure] == b.frames[figure], "\(a.name) \(figure)")
      }
    }
  }

  @Test func `allocations are counted where the counter is preloaded`() throws {
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    let source = Fixture.checkout.appending(path: "Benchmarks/AllocationCounter.c").path(
      percentEncoded: false)
    compiler.arguments = ["cc", "-O2", "-shared", "-fPIC", "-o", home.path("counter.so"), source]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)

    let arguments = ["bench", "fill", "picker-drag", "--offscreen", "--frames", "24", "--json", "a.json"]
    let counted = try BuiltProgram.run(
      arguments, in: home, environment: ["LD_PRELOAD": home.path("counter.so")])

    #expect(counted.status == 0 && counted.output.contains("allocations"))
    let allocations = try scenes("a.json").map { $0.frames["allocations"] ?? [] }
    #expect(allocations.map(\.count) == [24, 24])
    #expect(allocations[0].allSatisfy { $0 < 20 } && allocations[1].allSatisfy { $0 >= 20 })

    let plain = try BuiltProgram.run(arguments, in: home)
    #expect(plain.status == 0 && !plain.output.contains("allocations"))
    #expect(try scenes("a.json").allSatisfy { $0.frames["allocations"] == nil })
  }

  @Test func `a script is played, and begins again at its end`() throws {
    let line = #"{"t":0.05,"type":"down","x":100,"y":100}"#
    try Data(line.utf8).write(to: URL(filePath: home.path("visit.jsonl")))

    let result = try bench(
      "script", "visit.jsonl", "--in", "picker", "--offscreen", "--frames", "45", "--warmup", "0", "--json",
      "a.json")

    #expect(result.status == 0)
    let scene = try #require(try scenes("a.json").first)
    #expect(scene.name == "script")
    #expect(scene.frames["draws"]?.count == 45)
  }

  @Test func `a run beyond its limits is refused, and one within is not`() throws {
    for (draws, status) in [(1, 0), (0, 1)] as [(Int, Int32)] {
      let limits = #"{"schema":"regalia-limits/2","scenes":{"fill":{"draws":\#(draws)}}}"#
      try Data(limits.utf8).write(to: URL(filePath: home.path("limits.json")))
      let result = try bench("--offscreen", "--frames", "6", "--warmup", "1", "--limits", "limits.json")
      #expect(result.status == status)
      #expect(result.output.contains("exceeded") == (status == 1))
    }
  }

  @Test func `of several runs that are checked a frame counts by its median`() throws {
    func report(slow frame: Int) -> String {
      let times = (0..<24).map { (frame..<frame + 3).contains($0) ? "90" : "2" }.joined(separator: ",")
      return
        #"{"schema":"regalia-bench/1","context":{"build":"release","calibration_ms":[0.3,0.3]},"scenes":["#
        + #"{"scene":"fill","size":[8,8],"scale":1,"block_length":2,"frames":{"process_cpu_ms":[\#(times)]}}]}"#
    }
    let limits = #"{"schema":"regalia-limits/2","scenes":{"fill":{"p95":4}}}"#
    try Data(limits.utf8).write(to: URL(filePath: home.path("limits.json")))
    for (name, frame) in [("a.json", 3), ("b.json", 6), ("c.json", 3), ("d.json", 9)] {
      try Data(report(slow: frame).utf8).write(to: URL(filePath: home.path(name)))
    }
    func check(_ files: String...) throws -> BuiltProgram.Result {
      try bench(["check"] + files + ["--limits", "limits.json"])
    }

    #expect(try check("a.json").status == 1)
    #expect(try check("a.json", "b.json", "d.json").status == 0)
    #expect(try check("a.json", "b.json", "c.json").output.contains("exceeded"))
  }

  @Test func `two commands are judged by the reports that they leave, not by the clock`() throws {
    // Twelve turns of a scene whose frames took one or three milliseconds; nothing is measured here.
    func report(_ milliseconds: Double) -> String {
      let times = (0..<24).map { "\(milliseconds + Double($0 % 3) / 100)" }.joined(separator: ",")
      return
        #"{"schema":"regalia-bench/1","scenes":[{"scene":"fill","size":[8,8],"scale":1,"block_length":2,"#
        + #""frames":{"process_cpu_ms":[\#(times)],"draws":[\#(Array(repeating: "1", count: 24).joined(separator: ","))]}}]}"#
    }
    for (name, time) in [("light.json", 1.0), ("heavy.json", 3.0)] {
      try Data(report(time).utf8).write(to: URL(filePath: home.path(name)))
    }
    func command(_ name: String) -> String { "cp '\(home.path(name))' \"$REGALIA_BENCH_JSON\"" }
    let (light, heavy) = (command("light.json"), command("heavy.json"))

    #expect(try bench("ab", "--a", light, "--b", heavy, "--pairs", "5").status == 1)
    #expect(try bench("ab", "--a", heavy, "--b", light, "--pairs", "5").status == 0)
  }

  @Test func `two logs of MangoHud are compared without a word about figures, under their files' names`()
    throws
  {
    for (name, time) in [("before.csv", 10.0), ("after.csv", 20.0)] {
      let lines = (0..<240).map { "60,\(time + Double($0 % 5) / 10)" }
      try Data((["fps,frametime"] + lines).joined(separator: "\n").utf8)
        .write(to: URL(filePath: home.path(name)))
    }

    let slower = try bench("compare", "before.csv", "after.csv")
    let faster = try bench("compare", "after.csv", "before.csv")

    #expect(slower.status == 1 && slower.complaints.isEmpty, "\(slower.complaints)")
    #expect(faster.status == 0)
    #expect(slower.output.contains("before is compared with after"))
    #expect(slower.output.contains("before: slower"))
  }

  @Test func `commands that fail, and files that are none, end with 3 and one line`() throws {
    try Data("{}".utf8).write(to: URL(filePath: home.path("empty.json")))
    for arguments in [
      ["ab", "--a", "exit 7", "--b", "true", "--pairs", "5"], ["ab", "--a", "true", "--b", "kill -9 $$"],
      ["compare", "missing.json", "empty.json"], ["compare", "empty.json", "empty.json"],
      ["compare", ".", "."], ["check", "empty.json", "--limits", "empty.json"],
      ["fill", "--offscreen", "--frames", "3", "--json", "nowhere/a.json"],
    ] {
      let result = try BuiltProgram.run(["bench"] + arguments, in: home)
      #expect(result.status == 3 && result.complaintLines == 1, "\(arguments): \(result.complaints)")
    }
  }

  @Test(arguments: [
    ["nothing"], ["fill", "fill"], ["script"], ["fill", "--frames", "0"], ["fill", "--seconds", "nan"],
    ["fill", "--frames", "5", "--seconds", "1"], ["fill", "--size", "8x8", "--size", "9x9"],
    ["fill", "--offscreen", "--vsync", "on"], ["fill", "--scale", "0"],
    ["compare", "a", "b", "--limit", "1"],
    ["compare", "a", "b", "--figure", "luck"], ["ab", "--a", "true", "--b", "true", "--pairs", "2"],
    ["check", "a"], ["check", "--limits", "a"],
  ])
  func `wrong usage ends with 2 and one line`(arguments: [String]) throws {
    let result = try BuiltProgram.run(["bench"] + arguments, in: home)

    #expect(result.status == 2 && result.output.isEmpty && result.complaintLines == 1)
  }
}
