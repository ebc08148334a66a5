// Untranslated file: benchmarks for developers.

import Text
import Text

/// The most that frames of some scenes may take, in terms that do not depend on the machine.
///
/// The file is `{"schema":"regalia-limits/2","scenes":{"clock":{"size":[1280,800],"draws":40,"uploaded_bytes":20000,
/// "allocations":90,"median":3,"p95":3.5}}}`. A scene is measured at its own size unless the file gives another one, in
/// points. Counts are judged by the frame that 95 % of the others do not exceed. `median` and `p95` are processor times of
/// all threads in the median frame and in the one that 95 % of the others do not exceed, divided by that of the median
/// frame of the scene `fill` in the same run. A `note` is for people.
public struct BenchLimits: Hashable, Sendable {
  static let schema = "regalia-limits/2"

  /// The limits of one scene.
  struct Scene: Hashable, Sendable {
    var draws: Double?
    var vertices: Double?
    var uploadedBytes: Double?
    var allocations: Double?
    var median: Double?
    var p95: Double?
    var size: [Double]?

    init(_ value: JSONValue, path: String) throws(JSONError) {
      var fields = try Fields(value.withoutNulls, path: path)
      (draws, vertices) = (try fields.number("draws"), try fields.number("vertices"))
      (uploadedBytes, allocations) = (try fields.number("uploaded_bytes"), try fields.number("allocations"))
      (median, p95) = (try fields.number("median"), try fields.number("p95"))
      _ = try fields.text("note")
      size = try fields.numbers("size")
      if let size, size.count != 2 || !size.allSatisfy({ (1...16384).contains($0) }) {
        throw fields.fault("size", "a width and a height in points belong here")
      }
    }

    var counts: [(FrameFigure, Double)] {
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

  /// Reads limits.
  ///
  /// - Parameters:
  ///   - bytes: The file, in JSON.
  ///   - name: The name of the file in errors.
  /// - Throws: ``BenchFileError`` with the field that is wrong.
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

  /// One limit and what was measured.
  public struct Finding: Hashable, Sendable {
    /// The scene that has the limit.
    public var scene: String
    /// The figure that was judged, in words.
    public var what: String
    /// The measured value.
    public var measured: Double
    /// The most that it may be.
    public var limit: Double
    /// Whether it was more.
    public var isExceeded: Bool
  }

  /// Holds a run against the limits.
  ///
  /// - Parameters:
  ///   - report: The run.
  ///   - countsAlone: Whether only draw calls, vertices and uploaded bytes are judged, which a short run on a busy machine
  ///     gives as well as a long one. Debug builds are always judged in this way.
  /// - Returns: A finding for each limit of each scene of the run.
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

  private func counts(_ limits: [(FrameFigure, Double)], _ series: FrameSeries) -> [Finding] {
    limits.compactMap { figure, limit in
      guard let value = series.distribution(of: figure)?.quantile(0.95) else { return nil }
      return Finding(
        scene: series.scene, what: figure.rawValue, measured: value, limit: limit, isExceeded: value > limit)
    }
  }

  private func times(_ limits: Scene, _ series: FrameSeries, _ report: BenchReport) -> [Finding] {
    let wanted = [(limits.median, 0.5, "median"), (limits.p95, 0.95, "p95")].compactMap {
      limit, share, name in
      limit.map { (limit: $0, share: share, what: "\(name) ÷ fill") }
    }
    guard let frames = series.distribution(of: .processCPU),
      let fill = report.scenes.first(where: { $0.scene == "fill" })?.distribution(of: .processCPU)?.median,
      fill > 0
    else {
      return wanted.map {
        Finding(
          scene: series.scene, what: "\($0.what) was not measured", measured: 0, limit: $0.limit,
          isExceeded: true)
      }
    }
    return wanted.map { limit, share, what in
      let ratio = frames.quantile(share) / fill
      return Finding(
        scene: series.scene, what: what, measured: ratio, limit: limit, isExceeded: ratio > limit * (1 + 1e-9)
      )
    }
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
