public import Catalog
import Colors
import Text

/// Reports on crowns as text and as JSON.
public enum CrownReport {
  /// Returns all data of a crown as a JSON object on one line.
  public static func json(_ crown: CrownSummary) -> String {
    let box = crown.bounds
    let report: JSONValue = [
      "id": .string(crown.id), "name": .string(crown.name), "tags": .array(crown.tags.map(JSONValue.string)),
      "source": .string(crown.source), "licence": .string(crown.licence),
      "bounds": .numbers([box.minX, box.minY, box.width, box.height]),
      "segments": .number(crown.segments), "bytes": .number(crown.codeSize),
      "shipped": .bool(crown.isShipped),
    ]
    return report.line
  }

  /// Returns all data of a crown, its id first.
  public static func text(_ crown: CrownSummary) -> String {
    let box = crown.bounds
    func number(_ value: Double) -> String { value.text(.rounded(to: 2)) }
    let rows = [
      ("tags", crown.tags.joined(separator: ", ")), ("source", crown.source), ("licence", crown.licence),
      ("ink", "\(number(box.width)) × \(number(box.height)) at \(number(box.minX)), \(number(box.minY))"),
      ("path", "\(crown.segments) segments in \(crown.codeSize) bytes"),
      ("kept in", crown.isShipped ? "Regalia's own library" : "your library"),
    ]
    let details = rows.filter { !$0.1.isEmpty }.map {
      "  \(($0.0 + "         ").prefix(9))\(ForeignText.printable($0.1))"
    }
    return ([ForeignText.row([crown.id, crown.name])] + details).joined(separator: "\n")
  }

  /// Returns the number of crowns and their size, on three lines.
  public static func text(_ statistics: CrownStatistics) -> String {
    """
    \(statistics.count) crowns, \(statistics.shippedCount) of them shipped
    \(statistics.bytes) bytes of paths, half of the crowns in at most \(statistics.medianBytes)
    \(statistics.segments) segments, \(statistics.bytesPerSegment.text(.rounded(to: 3))) bytes each
    """
  }

  /// Returns the number of crowns and their size, as a JSON object on one line.
  public static func json(_ statistics: CrownStatistics) -> String {
    let report: JSONValue = [
      "count": .number(statistics.count), "shipped": .number(statistics.shippedCount),
      "bytes": .number(statistics.bytes), "medianBytes": .number(statistics.medianBytes),
      "segments": .number(statistics.segments),
      "bytesPerSegment": .number(statistics.bytesPerSegment, .rounded(to: 3)),
    ]
    return report.line
  }

  /// Returns the result for a file of an import as a JSON object on one line.
  public static func json(_ entry: CrownImport.Entry) -> String {
    let path = JSONValue.string(entry.path)
    let report: JSONValue =
      switch entry.outcome {
      case .added(let id, let warnings):
        [
          "path": path, "outcome": "added", "id": .string(id),
          "warnings": .array(warnings.map { .string("\($0)") }),
        ]
      case .present(let id): ["path": path, "outcome": "present", "id": .string(id)]
      case .refused(let reason): ["path": path, "outcome": "refused", "reason": .string(reason)]
      }
    return report.line
  }

  /// Returns the summary of an import: a row for each file refused or with warnings, and the totals.
  public static func table(_ result: CrownImport) -> [String] {
    var rows: [(String, String, String)] = []
    var present = 0
    for entry in result.entries {
      switch entry.outcome {
      case .added(_, let warnings):
        for warning in warnings { rows.append(("warning", entry.path, "\(warning)")) }
      case .present: present += 1
      case .refused(let reason): rows.append(("refused", entry.path, reason))
      }
    }
    let width = min(rows.map(\.1.count).max() ?? 0, 60)
    let lines = rows.map { kind, path, words in
      let padding = String(repeating: " ", count: max(0, width - path.count))
      return "\(kind)  \(path)\(padding)  \(words)"
    }
    return lines + ["\(result.added.count) added, \(present) there already, \(result.refusals) refused"]
  }
}
