public import Catalog
import Colors

/// What the program says about crowns, as lines of text and as JSON.
public enum CrownReport {
  /// Returns a crown on a line, its id first.
  public static func line(_ crown: CrownSummary) -> String { "\(crown.id)\t\(oneLine(crown.name))" }

  public static func json(_ crown: CrownSummary) -> String {
    let box = crown.bounds
    let numbers = [box.minX, box.minY, box.width, box.height].map(JSONText.number).joined(separator: ",")
    let members = [
      ("id", JSONText.quoted(crown.id)), ("name", JSONText.quoted(crown.name)),
      ("tags", "[\(crown.tags.map(JSONText.quoted).joined(separator: ","))]"),
      ("source", JSONText.quoted(crown.source)), ("licence", JSONText.quoted(crown.licence)),
      ("bounds", "[\(numbers)]"), ("segments", "\(crown.segments)"), ("bytes", "\(crown.codeSize)"),
      ("shipped", "\(crown.isShipped)"),
    ]
    return object(members)
  }

  /// Returns all that is known of a crown, its id first.
  public static func text(_ crown: CrownSummary) -> String {
    let box = crown.bounds
    func number(_ value: Double) -> String { JSONText.number((value * 100).rounded() / 100) }
    let rows = [
      ("tags", crown.tags.joined(separator: ", ")), ("source", crown.source), ("licence", crown.licence),
      ("ink", "\(number(box.width)) × \(number(box.height)) at \(number(box.minX)), \(number(box.minY))"),
      ("path", "\(crown.segments) segments in \(crown.codeSize) bytes"),
      ("kept in", crown.isShipped ? "Regalia's own library" : "your library"),
    ]
    let details = rows.filter { !$0.1.isEmpty }.map { "  \(($0.0 + "         ").prefix(9))\(oneLine($0.1))" }
    return ([line(crown)] + details).joined(separator: "\n")
  }

  public static func text(_ statistics: CrownStatistics) -> String {
    """
    \(statistics.count) crowns, \(statistics.shippedCount) of them shipped
    \(statistics.bytes) bytes of paths, half of the crowns in at most \(statistics.medianBytes)
    \(statistics.segments) segments, \(JSONText.number(rounded(statistics.bytesPerSegment))) bytes each
    """
  }

  public static func json(_ statistics: CrownStatistics) -> String {
    object([
      ("count", "\(statistics.count)"), ("shipped", "\(statistics.shippedCount)"),
      ("bytes", "\(statistics.bytes)"), ("medianBytes", "\(statistics.medianBytes)"),
      ("segments", "\(statistics.segments)"),
      ("bytesPerSegment", JSONText.number(rounded(statistics.bytesPerSegment))),
    ])
  }

  public static func json(_ entry: CrownImport.Entry) -> String {
    var members = [("path", JSONText.quoted(entry.path))]
    switch entry.outcome {
    case .added(let id, let warnings):
      let words = warnings.map { JSONText.quoted("\($0)") }.joined(separator: ",")
      members += [("outcome", "\"added\""), ("id", JSONText.quoted(id)), ("warnings", "[\(words)]")]
    case .present(let id): members += [("outcome", "\"present\""), ("id", JSONText.quoted(id))]
    case .refused(let reason): members += [("outcome", "\"refused\""), ("reason", JSONText.quoted(reason))]
    }
    return object(members)
  }

  /// Returns what a person should know of an import: a row for each file refused or warned about, and the sums.
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
      return "\(kind)  \(path)\(padding)  \(oneLine(words))"
    }
    return lines + ["\(result.added.count) added, \(present) there already, \(result.refusals) refused"]
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(JSONText.quoted($0.0)):\($0.1)" }.joined(separator: ",") + "}"
  }

  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
