// Untranslated file: benchmarks for developers.

import Text

extension BenchReport {
  /// The report as a file of JSON: its parts on lines of their own, each scene on one.
  public func json() -> String {
    let definitions = JSONValue.object(Self.definitions.map { JSONMember($0.0, .string($0.1)) })
    let doubts = JSONValue.array(validity.map { ["kind": .string($0.kind), "text": .string($0.text)] })
    return """
      {"schema":\(JSONValue.string(Self.schema).line),
      "context":\(context.value.line),
      "definitions":\(definitions.line),
      "validity":\(doubts.line),
      "scenes":[
      \(scenes.map { $0.value.line }.joined(separator: ",\n"))
      ]}

      """
  }

  /// Reads a report. Unknown fields are ignored.
  ///
  /// - Parameters:
  ///   - bytes: The file, in JSON.
  ///   - name: The name of the file in errors.
  /// - Throws: ``BenchFileError`` with the field that is wrong.
  public init(json bytes: [UInt8], named name: String) throws(BenchFileError) {
    do {
      try self.init(JSONValue(bytes))
    } catch {
      throw BenchFileError(file: name, error)
    }
  }

  private init(_ value: JSONValue) throws(JSONError) {
    var fields = try Fields(value.withoutNulls)
    let schema = try fields.required("schema", fields.text("schema"))
    guard schema == Self.schema else {
      throw fields.fault("schema", "“\(schema.prefix(40))” is not known; this version reads \(Self.schema)")
    }
    let context = try fields.take("context").map { (value) throws(JSONError) in
      try BenchContext(value, path: "context")
    }
    var doubts: [DoubtReason] = []
    for (index, value) in (try fields.array("validity") ?? []).enumerated() {
      var doubt = try Fields(value, path: "validity[\(index)]")
      doubts.append(
        DoubtReason(
          kind: try doubt.required("kind", doubt.text("kind")),
          text: try doubt.required("text", doubt.text("text"))))
    }
    var scenes: [FrameSeries] = []
    for (index, value) in try fields.required("scenes", fields.array("scenes")).enumerated() {
      scenes.append(try FrameSeries(value, path: "scenes[\(index)]"))
    }
    self.init(context: context ?? BenchContext(), scenes: scenes, validity: doubts)
  }

  /// The meaning of each name in the file.
  private static let definitions: [(String, String)] =
    FrameFigure.allCases.map { ($0.rawValue, $0.definition) } + [
      (
        "p50, p90, p95, p99", "quantiles, interpolated between measurements (definition 7 of Hyndman and Fan)"
      ),
      ("mean_of_slowest_1_percent", "the mean of the slowest 1 % of the frames, of one at least"),
      ("block_length", "frames that were drawn in a row before another scene's turn came"),
      ("calibration_ms", "processor time of a fixed piece of arithmetic, once for each turn of the scenes"),
    ]
}

typealias Fields = JSONFields<JSONError>

extension Fields {
  /// Returns a value that was taken, or throws where it is not there.
  func required<Value>(_ name: String, _ value: Value?) throws(JSONError) -> Value {
    guard let value else { throw fault(name, "it is missing") }
    return value
  }

  /// Takes a whole number.
  mutating func count(_ name: String) throws(JSONError) -> Int? {
    guard let number = try number(name) else { return nil }
    guard let count = Int(exactly: number) else { throw fault(name, "a whole number belongs here") }
    return count
  }

  mutating func numbers(_ name: String) throws(JSONError) -> [Double]? {
    guard let values = try array(name) else { return nil }
    var numbers: [Double] = []
    numbers.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      guard let number = value.double else {
        throw fault("\(name)[\(index)]", "a number belongs here, not \(value.kind)")
      }
      numbers.append(number)
    }
    return numbers
  }
}

extension JSONValue {
  /// The value without members of an object that are null, as what was not measured is.
  var withoutNulls: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.value != .null })
  }
}

extension BenchFileError {
  init(file: String, _ error: JSONError) {
    self.init(file: file, place: error.field, reason: error.reason.english)
  }
}

extension BenchContext {
  fileprivate init(_ value: JSONValue, path: String) throws(JSONError) {
    self.init()
    var fields = try Fields(value.withoutNulls, path: path)
    (program, build) = (try fields.text("program"), try fields.text("build"))
    (system, processor) = (try fields.text("system"), try fields.text("processor"))
    processorCount = try fields.count("processor_count")
    (renderer, driver) = (try fields.text("renderer"), try fields.text("driver"))
    isSoftwareRenderer = try fields.flag("software_renderer")
    surface = try fields.text("surface")
    (refreshRate, vsync) = (try fields.number("refresh_hz"), try fields.flag("vsync"))
    (loadBefore, loadAfter) = (try fields.number("load_before"), try fields.number("load_after"))
    foreignLoad = try fields.number("foreign_load")
    warmupFrames = try fields.count("warmup_frames")
    if case .number(let text)? = fields.take("seed") { seed = UInt64(text) }
    timeStep = try fields.number("time_step_s")
    gpuTimeMissing = try fields.text("gpu_time_missing")
    calibration = try fields.numbers("calibration_ms")
  }

  /// The context as it is written: of what is not known only some is null, the rest is left out.
  fileprivate var value: JSONValue {
    let nulls: Set = ["refresh_hz", "vsync", "gpu_time_missing"]
    let members: [JSONMember] = [
      JSONMember("program", .text(program)), JSONMember("build", .text(build)),
      JSONMember("system", .text(system)), JSONMember("processor", .text(processor)),
      JSONMember("processor_count", .number(processorCount.map(Double.init))),
      JSONMember("renderer", .text(renderer)), JSONMember("driver", .text(driver)),
      JSONMember("software_renderer", .flag(isSoftwareRenderer)), JSONMember("surface", .text(surface)),
      JSONMember("refresh_hz", .number(refreshRate)), JSONMember("vsync", .flag(vsync)),
      JSONMember("load_before", .number(loadBefore)), JSONMember("load_after", .number(loadAfter)),
      JSONMember("foreign_load", .number(foreignLoad)),
      JSONMember("warmup_frames", .number(warmupFrames.map(Double.init))),
      JSONMember("seed", seed.map { .number(String($0)) } ?? .null),
      JSONMember("time_step_s", .number(timeStep)), JSONMember("gpu_time_missing", .text(gpuTimeMissing)),
      JSONMember("calibration_ms", calibration.map { .numbers($0) } ?? .null),
    ]
    return .object(members.filter { $0.value != .null || nulls.contains($0.name) })
  }
}

extension FrameSeries {
  fileprivate init(_ value: JSONValue, path: String) throws(JSONError) {
    var fields = try Fields(value.withoutNulls, path: path)
    let scene = try fields.required("scene", fields.text("scene"))
    let size = try fields.required("size", fields.numbers("size"))
    guard size.count == 2, size.allSatisfy({ (1...65536).contains($0) }) else {
      throw fields.fault("size", "it is a width and a height, each from 1 to 65536")
    }
    let scale = try fields.number("scale") ?? 1
    guard (0.01...100).contains(scale) else {
      throw fields.fault("scale", "it is from 0.01 to 100 pixels a point")
    }
    let blockLength = try fields.count("block_length") ?? 1
    guard (1...1_000_000).contains(blockLength) else {
      throw fields.fault("block_length", "it is from 1 to 1000000")
    }
    let frames = try Self.columns(
      try fields.required("frames", fields.take("frames")), fields.path(of: "frames"))
    if frames.isEmpty { throw fields.fault("frames", "there is no figure in it") }
    let warmup = try fields.take("warmup").map { (value) throws(JSONError) in
      try Self.columns(value, fields.path(of: "warmup"))
    }
    // The summary in the file is ignored and computed again from the frames, so that the two cannot disagree.
    self.init(
      scene: scene, width: size[0], height: size[1], scale: scale, blockLength: blockLength, figures: frames,
      warmup: warmup ?? [:])
  }

  private static func columns(_ value: JSONValue, _ path: String) throws(JSONError) -> [FrameFigure: [Double]]
  {
    var fields = try Fields(value.withoutNulls, path: path)
    var columns: [FrameFigure: [Double]] = [:]
    for figure in FrameFigure.allCases { columns[figure] = try fields.numbers(figure.rawValue) }
    // In the order of the figures, so that the same file has the same fault each time.
    let ordered = FrameFigure.allCases.compactMap { figure in columns[figure].map { (figure, $0) } }
    for (figure, values) in ordered {
      guard values.count == ordered[0].1.count else {
        throw fields.fault(
          figure.rawValue,
          "it has \(values.count) frames where \(ordered[0].0.rawValue) has \(ordered[0].1.count)")
      }
      if let index = values.firstIndex(where: { !($0 >= 0 && $0 < 1e15) }) {
        throw fields.fault(
          "\(figure.rawValue)[\(index)]", "\(values[index]) is no measurement; it is from 0 to 1e15")
      }
    }
    return columns
  }

  /// The scene as it stands in the file.
  fileprivate var value: JSONValue {
    func named(_ columns: [FrameFigure: [Double]]) -> JSONValue {
      .object(
        FrameFigure.allCases.map { JSONMember($0.rawValue, columns[$0].map { .numbers($0) } ?? .null) })
    }
    let summaries = FrameFigure.allCases.compactMap { figure in
      distribution(of: figure).map { JSONMember(figure.rawValue, FigureSummary($0).value) }
    }
    var members = [
      JSONMember("scene", .string(scene)), JSONMember("size", .numbers([width, height])),
      JSONMember("scale", .number(scale)), JSONMember("block_length", .number(blockLength)),
      JSONMember("frames", named(figures)),
    ]
    if !warmup.isEmpty { members.append(JSONMember("warmup", named(warmup))) }
    return .object(members + [JSONMember("summary", .object(summaries))])
  }
}

extension FigureSummary {
  fileprivate var value: JSONValue {
    [
      "count": .number(count), "mean": .number(mean), "p50": .number(p50), "p90": .number(p90),
      "p95": .number(p95), "p99": .number(p99), "max": .number(maximum),
      "mean_of_slowest_1_percent": .number(slowestPercentMean),
    ]
  }
}
