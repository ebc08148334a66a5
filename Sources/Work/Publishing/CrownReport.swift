public import Catalog
import Colors
public import Localization
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

  /// Returns all data of a crown in a language, its id first.
  public static func text(_ crown: CrownSummary, in language: Language = .english) -> String {
    let box = crown.bounds
    func number(_ value: Double) -> String { value.text(.rounded(to: 2)) }
    let rows = [
      (language.localized("tags", context: "crown"), crown.tags.joined(separator: ", ")),
      (language.localized("source", context: "crown"), crown.source),
      (language.localized("licence", context: "crown"), crown.licence),
      (
        language.localized("ink", context: "crown"),
        language.localized(
          "{width} × {height} at {x}, {y}",
          [
            "width": number(box.width), "height": number(box.height), "x": number(box.minX),
            "y": number(box.minY),
          ])
      ),
      (
        language.localized("path", context: "crown"),
        language.localized(
          "{segments} segments in {bytes} bytes",
          ["segments": String(crown.segments), "bytes": String(crown.codeSize)])
      ),
      (
        language.localized("kept in", context: "crown"),
        crown.isShipped
          ? language.localized("Regalia's own library") : language.localized("your library")
      ),
    ]
    let width = rows.map(\.0.count).max() ?? 0
    let details = rows.filter { !$0.1.isEmpty }.map { title, words in
      "  \(title)\(String(repeating: " ", count: width + 2 - title.count))\(ForeignText.printable(words))"
    }
    return ([ForeignText.row([crown.id, crown.name])] + details).joined(separator: "\n")
  }

  /// Returns the number of crowns and their size in a language, on three lines.
  public static func text(_ statistics: CrownStatistics, in language: Language = .english) -> String {
    [
      language.localized(
        "{count} crowns, {shipped} of them shipped",
        ["count": String(statistics.count), "shipped": String(statistics.shippedCount)]),
      language.localized(
        "{bytes} bytes of paths, half of the crowns in at most {median}",
        ["bytes": String(statistics.bytes), "median": String(statistics.medianBytes)]),
      language.localized(
        "{segments} segments, {bytes} bytes each",
        [
          "segments": String(statistics.segments),
          "bytes": statistics.bytesPerSegment.text(.rounded(to: 3)),
        ]),
    ].joined(separator: "\n")
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
      case .refused(let reason): ["path": path, "outcome": "refused", "reason": .string(reason.english)]
      }
    return report.line
  }

  /// Returns the summary of an import in a language: a row for each file refused or with warnings, and the totals.
  public static func table(_ result: CrownImport, in language: Language = .english) -> [String] {
    var rows: [(String, String, String)] = []
    var present = 0
    for entry in result.entries {
      switch entry.outcome {
      case .added(_, let warnings):
        for warning in warnings {
          rows.append((language.localized("warning"), entry.path, language.localized(warning)))
        }
      case .present: present += 1
      case .refused(let reason):
        rows.append((language.localized("refused"), entry.path, language.localized(reason)))
      }
    }
    let width = min(rows.map(\.1.count).max() ?? 0, 60)
    let lines = rows.map { kind, path, words in
      let padding = String(repeating: " ", count: max(0, width - path.count))
      return "\(kind)  \(path)\(padding)  \(words)"
    }
    let totals = language.localized(
      "{added} added, {present} there already, {refused} refused",
      [
        "added": String(result.added.count), "present": String(present), "refused": String(result.refusals),
      ])
    return lines + [totals]
  }
}
