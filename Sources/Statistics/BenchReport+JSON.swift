import FoundationEssentials

extension BenchReport {
  /// The report as a file of JSON: its parts on lines of their own, each scene on one.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func text(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    let definitions = Dictionary(uniqueKeysWithValues: Self.definitions)
    let lines = try scenes.map { try text(SceneForm($0)) }
    return """
      {"schema":\(try text(Self.schema)),
      "context":\(try text(ContextForm(context))),
      "definitions":\(try text(definitions)),
      "validity":\(try text(validity)),
      "scenes":[
      \(lines.joined(separator: ",\n"))
      ]}

      """
  }

  /// Reads a report; fields that are not known are passed over, and `name` is what errors call the file.
  public init(json bytes: [UInt8], named name: String) throws(BenchFileError) {
    func fault(_ place: String, _ reason: String) -> BenchFileError {
      BenchFileError(file: name, place: place, reason: reason)
    }
    let form: FileForm
    do {
      form = try JSONDecoder().decode(FileForm.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw error.fault(in: name)
    } catch {
      throw fault("", "cannot be read: \(error)")
    }
    guard form.schema == Self.schema else {
      throw fault("schema", "\"\(form.schema.prefix(40))\" is not known; this version reads \(Self.schema)")
    }
    var scenes: [FrameSeries] = []
    for (index, scene) in form.scenes.enumerated() {
      let place = "scenes[\(index)]"
      if let (field, reason) = scene.fault { throw fault("\(place).\(field)", reason) }
      scenes.append(scene.series)
    }
    self.init(context: form.context ?? BenchContext(), scenes: scenes, validity: form.validity ?? [])
  }

  /// What each name in the file means.
  private static let definitions: [(String, String)] =
    Figure.allCases.map { ($0.rawValue, $0.definition) } + [
      (
        "p50, p90, p95, p99", "quantiles, interpolated between measurements (definition 7 of Hyndman and Fan)"
      ),
      ("mean_of_slowest_1_percent", "the mean of the slowest 1 % of the frames, of one at least"),
      ("block_length", "frames that were drawn in a row before another scene's turn came"),
      ("calibration_ms", "processor time of a fixed piece of arithmetic, once for each turn of the scenes"),
    ]
}

/// The file as it is read.
private struct FileForm: Decodable {
  var schema: String
  var context: BenchContext?
  var validity: [DoubtReason]?
  var scenes: [SceneForm]
}

/// The context as it is written: what is not known is null.
private struct ContextForm: Encodable {
  let context: BenchContext

  init(_ context: BenchContext) {
    self.context = context
  }

  func encode(to encoder: any Encoder) throws {
    try context.encode(to: encoder)
    var container = encoder.container(keyedBy: BenchContext.CodingKeys.self)
    if context.refreshRate == nil { try container.encodeNil(forKey: .refreshRate) }
    if context.vsync == nil { try container.encodeNil(forKey: .vsync) }
    if context.gpuTimeMissing == nil { try container.encodeNil(forKey: .gpuTimeMissing) }
  }
}

/// A scene as it stands in the file.
private struct SceneForm: Codable {
  var scene: String
  var size: [Double]
  var scale: Double?
  var blockLength: Int?
  var frames: [String: [Double]?]
  var warmup: [String: [Double]?]?
  var summary: [String: FigureSummary]?

  enum CodingKeys: String, CodingKey {
    case scene, size, scale, frames, warmup, summary
    case blockLength = "block_length"
  }

  init(_ series: FrameSeries) {
    scene = series.scene
    size = [series.width, series.height]
    scale = series.scale
    blockLength = series.blockLength
    func named(_ columns: [Figure: [Double]]) -> [String: [Double]?] {
      Dictionary(uniqueKeysWithValues: Figure.allCases.map { ($0.rawValue, columns[$0]) })
    }
    frames = named(series.figures)
    warmup = series.warmup.isEmpty ? nil : named(series.warmup)
    let summaries = Figure.allCases.compactMap { figure in
      series.distribution(of: figure).map { (figure.rawValue, FigureSummary($0)) }
    }
    summary = Dictionary(uniqueKeysWithValues: summaries)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    scene = try container.decode(String.self, forKey: .scene)
    size = try container.decode([Double].self, forKey: .size)
    scale = try container.decodeIfPresent(Double.self, forKey: .scale)
    blockLength = try container.decodeIfPresent(Int.self, forKey: .blockLength)
    frames = try Self.columns(container, .frames)
    warmup = container.contains(.warmup) ? try Self.columns(container, .warmup) : nil
    // Worked out anew from the frames, so that the two cannot disagree.
    summary = nil
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private static func columns(
    _ container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
  ) throws -> [String: [Double]?] {
    let columns = try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
    var result: [String: [Double]?] = [:]
    for figure in Figure.allCases {
      result[figure.rawValue] = try columns.decodeIfPresent(
        [Double].self, forKey: AnyKey(stringValue: figure.rawValue))
    }
    return result
  }

  /// The field that is wrong, and what is.
  var fault: (field: String, reason: String)? {
    guard size.count == 2, size.allSatisfy({ (1...65536).contains($0) }) else {
      return ("size", "it is a width and a height, each from 1 to 65536")
    }
    guard (0.01...100).contains(scale ?? 1) else { return ("scale", "it is from 0.01 to 100 pixels a point") }
    guard (1...1_000_000).contains(blockLength ?? 1) else {
      return ("block_length", "it is from 1 to 1000000")
    }
    if measured(frames).isEmpty { return ("frames", "there is no figure in it") }
    return Self.fault(in: measured(frames), "frames") ?? Self.fault(in: measured(warmup ?? [:]), "warmup")
  }

  private static func fault(in columns: [Figure: [Double]], _ name: String) -> (String, String)? {
    // In the order of the figures, so that the same file has the same fault each time.
    let ordered = Figure.allCases.compactMap { figure in columns[figure].map { (figure, $0) } }
    for (figure, values) in ordered {
      let expected = ordered[0].1.count
      guard values.count == expected else {
        let other = ordered[0].0.rawValue
        return ("\(name).\(figure.rawValue)", "it has \(values.count) frames where \(other) has \(expected)")
      }
      if let index = values.firstIndex(where: { !($0.isFinite && $0 >= 0 && $0 < 1e15) }) {
        return (
          "\(name).\(figure.rawValue)[\(index)]", "\(values[index]) is no measurement; it is from 0 to 1e15"
        )
      }
    }
    return nil
  }

  private func measured(_ columns: [String: [Double]?]) -> [Figure: [Double]] {
    var result: [Figure: [Double]] = [:]
    for figure in Figure.allCases {
      if let values = columns[figure.rawValue] ?? nil { result[figure] = values }
    }
    return result
  }

  var series: FrameSeries {
    FrameSeries(
      scene: scene, width: size[0], height: size[1], scale: scale ?? 1, blockLength: blockLength ?? 1,
      figures: measured(frames), warmup: measured(warmup ?? [:]))
  }
}
