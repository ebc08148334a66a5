import Text
import Text

/// What frames of some scenes may take at most, in terms that do not depend on the machine.
///
/// The file is `{"schema":"regalia-limits/1","scenes":{"clock":{"size":[1280,800],"draws":40,"uploaded_bytes":20000,
/// "allocations":90,"cpu_to":{"fill":9.5},"cpu_to_calibration":12,"p95":3,"slowest":4}}}`. A scene is measured at its own size
/// unless the file gives another one, in points. Counts are judged by the frame that 95 % of the others do not exceed;
/// `cpu_to` by processor time against another scene of the same run, and only where that is certainly more;
/// `cpu_to_calibration` by processor time against a fixed piece of arithmetic; `slowest` by the drawing thread's processor
/// time in the slowest frame against that in the median one, or against three such pieces where those take longer:
/// nobody sees a short frame that took many times as long as a very short one; `p95` by the same of the frame that 95 %
/// of the others do not exceed. A `note` is for people.
public struct BenchLimits: Hashable, Sendable {
  static let schema = "regalia-limits/1"

  /// What one scene may take.
  struct Scene: Hashable, Sendable {
    var draws: Double?
    var vertices: Double?
    var uploadedBytes: Double?
    var allocations: Double?
    var toScenes: [String: Double]?
    var toCalibration: Double?
    var slowest: Double?
    var p95: Double?
    var size: [Double]?

    init(_ value: JSONValue, path: String) throws(JSONError) {
      var fields = try Fields(value.withoutNulls, path: path)
      (draws, vertices) = (try fields.number("draws"), try fields.number("vertices"))
      (uploadedBytes, allocations) = (try fields.number("uploaded_bytes"), try fields.number("allocations"))
      toCalibration = try fields.number("cpu_to_calibration")
      (slowest, p95) = (try fields.number("slowest"), try fields.number("p95"))
      _ = try fields.text("note")
      size = try fields.numbers("size")
      if let size, size.count != 2 || !size.allSatisfy({ (1...16384).contains($0) }) {
        throw fields.fault("size", "a width and a height in points belong here")
      }
      guard let ratios = try fields.object("cpu_to") else { return }
      toScenes = [:]
      for member in ratios.rest {
        guard let ratio = member.value.double else {
          throw ratios.fault(member.name, "a number belongs here")
        }
        toScenes?[member.name] = ratio
      }
    }

    var counts: [(Figure, Double)] {
      [(.draws, draws), (.vertices, vertices), (.uploadedBytes, uploadedBytes), (.allocations, allocations)]
        .compactMap { figure, limit in limit.map { (figure, $0) } }
    }
  }

  private let scenes: [String: Scene]

  /// The scenes that have limits, in the order of their names.
  public var names: [String] { scenes.keys.sorted() }

  /// Returns the width and height in points at which a scene is measured, or nil for its own.
  public func size(of scene: String) -> (width: Double, height: Double)? {
    scenes[scene]?.size.map { ($0[0], $0[1]) }
  }

  /// Reads limits; `name` is what errors call the file.
  public init(json bytes: [UInt8], named name: String) throws(BenchFileError) {
    do {
      scenes = try Self.scenes(JSONValue(bytes))
    } catch {
      throw BenchFileError(file: name, error)
    }
  }

  private static func scenes(_ value: JSONValue) throws(JSONError) -> [String: Scene] {
    var fields = try Fields(value)
    guard try fields.required("schema", fields.text("schema")) == schema else {
      throw fields.fault("schema", "\(schema) is expected")
    }
    var scenes: [String: Scene] = [:]
    let named = try fields.required("scenes", fields.object("scenes"))
    for member in named.rest {
      scenes[member.name] = try Scene(member.value, path: named.path(of: member.name))
    }
    return scenes
  }

  /// The passes of the fixed piece of arithmetic below which frames are equally short: about a millisecond.
  private static let shortFrame = 3.0

  /// One limit and what was measured.
  public struct Finding: Hashable, Sendable {
    /// The scene that has the limit.
    public var scene: String
    /// What was judged, in words.
    public var what: String
    /// What was measured.
    public var measured: Double
    /// The most that it may be.
    public var limit: Double
    /// Whether it was more; of times, whether it certainly was.
    public var isExceeded: Bool
  }

  /// Holds a run against the limits.
  ///
  /// - Parameter countsAlone: judges draw calls, vertices and uploaded bytes alone, which a short run on a busy machine gives
  ///   as well as a long one. Nothing else is judged in a debug build either: its allocations and times say nothing.
  public func findings(in report: BenchReport, countsAlone: Bool = false) -> [Finding] {
    names.flatMap { name -> [Finding] in
      guard let limits = scenes[name], let series = report.scenes.first(where: { $0.scene == name }) else {
        return [Finding(scene: name, what: "was not measured", measured: 0, limit: 0, isExceeded: true)]
      }
      if countsAlone || report.context.build == "debug" {
        return counts(limits.counts.filter { $0.0 != .allocations }, series)
      }
      return counts(limits.counts, series) + times(limits, series, report)
    }
  }

  private func counts(_ limits: [(Figure, Double)], _ series: FrameSeries) -> [Finding] {
    limits.compactMap { figure, limit in
      guard let value = series.distribution(of: figure)?.quantile(0.95) else { return nil }
      return Finding(
        scene: series.scene, what: figure.rawValue, measured: value, limit: limit, isExceeded: value > limit)
    }
  }

  private func times(_ limits: Scene, _ series: FrameSeries, _ report: BenchReport) -> [Finding] {
    var findings: [Finding] = []
    for (other, limit) in (limits.toScenes ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let first = report.scenes.first(where: { $0.scene == other }),
        let estimate = RatioEstimate.paired(
          first.blockMeans(of: .processCPU), series.blockMeans(of: .processCPU))
      else { continue }
      findings.append(
        Finding(
          scene: series.scene, what: "CPU ÷ \(other)", measured: estimate.ratio, limit: limit,
          isExceeded: estimate.interval.lowerBound > limit * (1 + 1e-9)))
    }
    // The quieter quarter: other work of the machine only ever adds.
    guard let pass = report.context.calibration.flatMap(Distribution.init)?.quantile(0.25), pass > 0 else {
      return findings
    }
    func judge(_ what: String, _ value: Double, _ limit: Double) {
      findings.append(
        Finding(
          scene: series.scene, what: what, measured: value, limit: limit,
          isExceeded: value > limit * (1 + 1e-9)))
    }
    if let limit = limits.toCalibration, let blocks = Distribution(series.blockMeans(of: .processCPU)) {
      judge("CPU ÷ calibration", blocks.quantile(0.25) / pass, limit)
    }
    if let frames = series.distribution(of: .cpu) {
      let median = max(frames.quantile(0.5), Self.shortFrame * pass)
      if let limit = limits.p95 { judge("p95 ÷ median", frames.quantile(0.95) / median, limit) }
      if let limit = limits.slowest { judge("slowest frame ÷ median", frames.quantile(1) / median, limit) }
    }
    return findings
  }

  /// The table that a person reads.
  public static func table(_ findings: [Finding]) -> String {
    var table = TextTable(["limits", "measured", "at most", ""])
    func words(_ value: Double) -> String { value.text(.fixed(value == value.rounded() ? 0 : 2)) }
    for finding in findings {
      table.add([
        finding.scene + "  " + finding.what, words(finding.measured), words(finding.limit),
        finding.isExceeded ? "← exceeded" : "",
      ])
    }
    return table.text
  }
}
