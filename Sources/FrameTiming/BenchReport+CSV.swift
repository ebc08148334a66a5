extension BenchReport {
  /// The frames as comma-separated values, one a line; a cell is empty where nothing was measured.
  public var csv: String {
    let header = ["scene", "width", "height", "scale", "frame"] + Figure.allCases.map(\.rawValue)
    var lines = [header.joined(separator: ",")]
    for series in scenes {
      let place = [
        CSV.quoted(series.scene), CSV.number(series.width), CSV.number(series.height),
        CSV.number(series.scale),
      ]
      for frame in 0..<series.count {
        let cells = Figure.allCases.map { figure in
          series.figures[figure].map { CSV.number($0[frame]) } ?? ""
        }
        lines.append((place + [String(frame)] + cells).joined(separator: ","))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Comma-separated values (RFC 4180).
enum CSV {
  static func quoted(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// Returns a number, whole ones without a point.
  static func number(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e15 ? String(Int(value)) : String(value)
  }

  /// Returns the cells of a line.
  static func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      case "\r", "\r\n": break
      default: cells[cells.count - 1].append(character)
      }
    }
    return cells
  }
}
