import Statistics
import Foundation
import Testing

@Suite struct BenchFileTests {
  private func report() -> BenchReport {
    let frames = (0..<120).map { index in
      FrameRecord(
        cpu: 0.5 + Double(index) / 1000, processCPU: 1.25, submit: 0.75, fence: 2.5, draws: 3, vertices: 12,
        uploadedBytes: 4096, allocations: index % 2)
    }
    var context = BenchContext()
    context.program = "regalia \"1\""
    context.renderer = "A renderer, said <so>"
    context.isSoftwareRenderer = true
    context.seed = 7
    context.calibration = [0.5, 0.625]
    let series = FrameSeries(
      scene: "fill", width: 512, height: 256, scale: 2, blockLength: 10, frames: frames,
      warmup: Array(frames.prefix(5)))
    return BenchReport(context: context, scenes: [series])
  }

  @Test func `what is written is read back as it was`() throws {
    let written = report()

    let read = try BenchReport(json: Array(written.json().utf8), named: "a.json")

    #expect(read == written)
  }

  @Test func `the shape is the one others rely on`() throws {
    let object = try JSONSerialization.jsonObject(with: Data(report().json().utf8))
    let root = try #require(object as? [String: Any])
    let scene = try #require((root["scenes"] as? [[String: Any]])?.first)
    let frames = try #require(scene["frames"] as? [String: Any])

    #expect(root["schema"] as? String == "regalia-bench/1")
    #expect(Set(root.keys) == ["schema", "context", "definitions", "validity", "scenes"])
    #expect(root["validity"] is [Any])
    #expect(scene["scene"] as? String == "fill")
    #expect(scene["size"] as? [Double] == [512, 256])
    #expect(scene["summary"] is [String: Any])
    #expect(frames["gpu_ms"] is NSNull)
    #expect(frames["present_ms"] is NSNull)
    let names = [
      "cpu_ms", "process_cpu_ms", "submit_ms", "fence_ms", "draws", "uploaded_bytes", "allocations",
    ]
    for name in names { #expect((frames[name] as? [Double])?.count == 120, "\(name)") }
    let definitions = try #require(root["definitions"] as? [String: String])
    for name in frames.keys { #expect(definitions[name] != nil, "\(name)") }
  }

  private func read(_ text: String) throws -> BenchReport {
    try BenchReport(json: Array(text.utf8), named: "x.json")
  }

  @Test func `the least that the format allows is read, and unknown fields are passed over`() throws {
    let report = try read(
      """
      {"schema":"regalia-bench/1","later":{"a":[1]},"scenes":[{"scene":"a","size":[8,8],"new":null,
      "summary":"whatever","frames":{"cpu_ms":[1,2],"gpu_ms":null,"dreams":[3]}}]}
      """)

    #expect(report.scenes.first?.figures == [.cpu: [1, 2]])
    #expect(report.validity.isEmpty)
  }

  @Test(arguments: [
    ("", "not JSON"), ("{", "not JSON"), ("[]", "an object in braces belongs here"),
    (#"{"scenes":[]}"#, "schema: it is missing"),
    (#"{"schema":"regalia-bench/2","scenes":[]}"#, "schema: “regalia-bench/2” is not known"),
    (#"{"schema":"regalia-bench/1"}"#, "scenes: it is missing"),
    (scene(#""size":[8,8]"#), "scenes[0].frames: it is missing"),
    (scene(#""size":[8],"frames":{"cpu_ms":[1]}"#), "scenes[0].size: "),
    (scene(#""size":[8,-8],"frames":{"cpu_ms":[1]}"#), "scenes[0].size: "),
    (scene(#""size":[8,8],"frames":{}"#), "scenes[0].frames: "),
    (
      scene(#""size":[8,8],"frames":{"cpu_ms":[1,"2"]}"#), "scenes[0].frames.cpu_ms[1]: a number belongs here"
    ),
    (
      scene(#""size":[8,8],"frames":{"cpu_ms":[1,null]}"#),
      "scenes[0].frames.cpu_ms[1]: a number belongs here"
    ),
    (scene(#""size":[8,8],"frames":{"cpu_ms":[1,-2]}"#), "scenes[0].frames.cpu_ms[1]: "),
    (
      scene(#""size":[8,8],"frames":{"cpu_ms":[1],"draws":[1,2]}"#), "scenes[0].frames.draws: it has 2 frames"
    ),
    (scene(#""size":[8,8],"block_length":0,"frames":{"cpu_ms":[1]}"#), "scenes[0].block_length: "),
  ])
  func `a file that is wrong is refused with the place`(text: String, words: String) {
    let error = #expect(throws: BenchFileError.self) { try read(text) }

    #expect(error?.description.hasPrefix("x.json: ") == true)
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  private static func scene(_ members: String) -> String {
    #"{"schema":"regalia-bench/1","scenes":[{"scene":"a",\#(members)}]}"#
  }

  @Test func `cutting a file anywhere never passes for a whole one`() throws {
    let bytes = Array(report().json().utf8)

    for length in stride(from: 0, to: bytes.count - 3, by: 97) {
      #expect(throws: BenchFileError.self) { try BenchReport(json: Array(bytes.prefix(length)), named: "x") }
    }
  }

  @Test func `comma-separated values have a line for each frame and a cell for each figure`() throws {
    let lines = report().csv.split(separator: "\n")

    #expect(lines.count == 121)
    #expect(
      lines[0] == "scene,width,height,scale,frame,"
        + FrameFigure.allCases.map(\.rawValue).joined(separator: ","))
    #expect(lines[2] == "fill,512,256,2,1,0.501,1.25,0.75,2.5,,,,3,12,4096,1,")
  }
}

@Suite struct MangoHudLogTests {
  @Test func `a log of either age is read`() throws {
    let old = """
      os,cpu,gpu,ram,kernel,driver,cpuscheduler
      Debian 12,"A CPU, 2 cores",llvmpipe,8000000,6.1,Mesa 22.3.6,
      fps,frametime,cpu_load,gpu_load,elapsed
      60.0,16.67,10,0,1000
      50.0,20.0,11,0,2000
      """
    let new =
      "v1\n0.7.0\n" + String(repeating: "-", count: 20) + "SYSTEM INFO" + "\r\n"
      + old.replacing("fps,frame", with: "-----FRAME METRICS-----\nfps,frame")

    for text in [old, new] {
      let report = try MangoHudLog.report(Array(text.utf8), named: "logs/vkcube_2026-11-21_10-00-00.csv")
      #expect(report.scenes.first?.figures == [.present: [16.67, 20]])
      #expect(report.scenes.first?.scene == "vkcube_2026-11-21_10-00-00")
      #expect(report.context.processor == "A CPU, 2 cores")
      #expect(report.context.driver == "Mesa 22.3.6")
    }
  }

  @Test func `microseconds of old versions become milliseconds`() throws {
    let report = try MangoHudLog.report(Array("fps,frametime\n60,16667\n50,20000\n".utf8), named: "a.csv")

    #expect(report.scenes.first?.figures == [.present: [16.667, 20]])
  }

  @Test(arguments: [
    ("", "no line that names a column"), ("fps,frametime\n", "no frame follows"),
    ("fps,frametime\n60,16\n60\n", "line 3"), ("fps,frametime\n60,quick\n", "line 2"),
    ("fps,frametime\n60,-1\n", "line 2"), ("fps,frametime\n60,nan\n", "line 2"),
  ])
  func `what is no log is refused with the line`(text: String, words: String) {
    let error = #expect(throws: BenchFileError.self) {
      try MangoHudLog.report(Array(text.utf8), named: "a.csv")
    }

    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}
