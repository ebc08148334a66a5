// Untranslated file: benchmarks for developers.

import Text

/// Frame times that MangoHud, or a program that writes as it does, has logged.
///
/// Such a file says what system it is from in a first table, which newer versions mark with a line of dashes, and
/// then has a table whose columns are named, `fps` and `frametime` among them.
public enum MangoHudLog {
  /// Reads a log as a report of one scene whose only figure is the time between shown frames.
  ///
  /// Throws where the file is no such log, with the line.
  public static func report(_ bytes: [UInt8], named name: String) throws(BenchFileError) -> BenchReport {
    func fault(_ line: Int, _ reason: String) -> BenchFileError {
      BenchFileError(file: name, place: line == 0 ? "" : "line \(line)", reason: reason)
    }
    let records = try records(bytes, named: name)
    guard let header = records.firstIndex(where: { $0.cells.contains("frametime") }),
      let timeColumn = records[header].cells.firstIndex(of: "frametime")
    else { throw fault(0, "it has no line that names a column “frametime”, as MangoHud's logs do") }
    let rateColumn = records[header].cells.firstIndex(of: "fps")
    var times: [Double] = []
    var unit: Double?
    for (line, cells) in records.dropFirst(header + 1) where !cells.allSatisfy(\.isEmpty) {
      guard timeColumn < cells.count, let time = Double(cells[timeColumn]), time.isFinite, time >= 0,
        time < 1e12
      else { throw fault(line, "the column “frametime” has no time in it") }
      // Old versions wrote microseconds; the rate beside it tells.
      if unit == nil, time > 0, let rateColumn, rateColumn < cells.count, let rate = Double(cells[rateColumn])
      {
        unit = rate * time > 30_000 ? 1e-3 : 1
      }
      times.append(time)
    }
    guard !times.isEmpty else { throw fault(0, "it names its columns, but no frame follows") }
    let milliseconds = times.map { ($0 * (unit ?? 1)).clockRounded }
    let series = FrameSeries(
      scene: sceneName(of: name), width: 1, height: 1, figures: [.present: milliseconds])
    return BenchReport(context: context(records.prefix(header).map(\.cells)), scenes: [series])
  }

  private static func records(
    _ bytes: [UInt8], named name: String
  ) throws(BenchFileError) -> [(line: Int, cells: [String])] {
    var reader = CSVReader(bytes)
    var records: [(line: Int, cells: [String])] = []
    do {
      while let record = try reader.record() { records.append(record) }
    } catch {
      throw BenchFileError(file: name, place: "line \(error.line)", reason: "\(error.message)")
    }
    return records
  }

  /// The file's name without its ending.
  private static func sceneName(of file: String) -> String {
    let last = file.split(separator: "/").last.map(String.init) ?? file
    return last.lowercased().hasSuffix(".csv") ? String(last.dropLast(4)) : last
  }

  private static func context(_ records: [[String]]) -> BenchContext {
    var context = BenchContext()
    guard let names = records.firstIndex(where: { $0.first == "os" }), names + 1 < records.count
    else { return context }
    let values = records[names + 1]
    for (index, column) in records[names].enumerated() where index < values.count {
      let value = values[index]
      if value.isEmpty { continue }
      switch column {
      case "os": context.system = value
      case "cpu": context.processor = value
      case "gpu": context.renderer = value
      case "driver": context.driver = value
      default: break
      }
    }
    return context
  }
}

/// A file of measurements that cannot be understood: where, and why.
public struct BenchFileError: Error, Hashable, CustomStringConvertible {
  /// The file's name in messages.
  public let file: String
  /// The line or the field, or nothing when it is the file as a whole.
  public let place: String
  /// The fault, in words for a person.
  public let reason: String

  public var description: String { place.isEmpty ? "\(file): \(reason)" : "\(file): \(place): \(reason)" }
}
