import Colors
import Text

extension PaletteCheck {
  /// The check as a table for people: ratios above the diagonal, Lc below it, then the pairs that look alike.
  public var table: String {
    let labels = palette.swatches.enumerated().map { "\($0.offset + 1)" }
    var rows: [[String]] = [[""] + labels]
    for row in labels.indices {
      rows.append(
        [labels[row]]
          + labels.indices.map { column in
            guard let pair = pair(row, column) else { return "–" }
            return column > row
              ? pair.contrast.wcagText
              : (row == pair.second ? pair.reversed : pair.contrast).apca.text(.rounded(to: 0))
          })
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }.joined(separator: "  ")
    }
    lines.append("")
    for (index, swatch) in palette.swatches.enumerated() {
      let name = swatch.name.isEmpty ? "" : "  " + ForeignText.printable(swatch.name)
      lines.append("\(index + 1)  \(swatch.color.text(as: .hex))\(name)")
    }
    for vision in Vision.allCases {
      let alike = pairs.filter { $0.alike.contains(vision) }.map { "\($0.first + 1) and \($0.second + 1)" }
      if !alike.isEmpty { lines.append("\(vision.rawValue): \(alike.joined(separator: ", ")) look alike") }
    }
    return lines.joined(separator: "\n")
  }

  /// The check as an object of JSON: the colours, and each pair with its contrasts and who takes it for one colour.
  public var json: JSONValue {
    let colors = palette.swatches.map { swatch in
      JSONValue.object([
        JSONMember("hex", .string(swatch.color.text(as: .hex))), JSONMember("name", .string(swatch.name)),
      ])
    }
    let pairs = self.pairs.map { pair in
      JSONValue.object([
        JSONMember("first", .number(pair.first)), JSONMember("second", .number(pair.second)),
        JSONMember("wcag", .number(pair.contrast.wcag, .significant(6))),
        JSONMember("apca", .number(pair.contrast.apca, .significant(6))),
        JSONMember("apcaReversed", .number(pair.reversed.apca, .significant(6))),
        JSONMember("alike", .array(pair.alike.map { .string($0.rawValue) })),
      ])
    }
    return ["name": .string(palette.name), "colors": .array(colors), "pairs": .array(pairs)]
  }

  /// The check as a drawing: each pair as text of the row's colour on the column's, with its ratio and Lc; a ring
  /// around the pairs that look alike to somebody.
  public var svg: String {
    let cell = 56.0
    let head = 24.0
    let side = head + cell * Double(palette.swatches.count)
    let alike = pairs.filter { !$0.alike.isEmpty }
    let height = side + 20 * Double(alike.count) + (alike.isEmpty ? 0 : 16)
    func number(_ value: Double) -> String { value.text(.rounded(to: 2)) }
    func hex(_ index: Int) -> String {
      var opaque = palette.colors[index]
      opaque.alpha = 1
      return opaque.text(as: .hex)
    }
    var svg = XMLWriter()
    svg.open(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", "0 0 \(number(side)) \(number(height))"),
        ("width", number(side)), ("height", number(height)), ("font-family", "Inter, sans-serif"),
        ("font-size", "13"), ("text-anchor", "middle"),
      ])
    svg.element("rect", [("width", "100%"), ("height", "100%"), ("fill", "#ffffff")])
    for row in palette.swatches.indices {
      for column in palette.swatches.indices {
        let (x, y) = (head + cell * Double(column), head + cell * Double(row))
        svg.element(
          "rect",
          [
            ("x", number(x)), ("y", number(y)), ("width", number(cell)), ("height", number(cell)),
            ("fill", hex(column)),
          ])
        guard let pair = pair(row, column) else { continue }
        let lc = (row == pair.first ? pair.contrast : pair.reversed).apca
        svg.element(
          "text",
          [("x", number(x + cell / 2)), ("y", number(y + 25)), ("font-weight", "600"), ("fill", hex(row))],
          text: pair.contrast.wcagText)
        svg.element(
          "text",
          [("x", number(x + cell / 2)), ("y", number(y + 42)), ("font-size", "11"), ("fill", hex(row))],
          text: "Lc " + lc.text(.rounded(to: 0)))
        guard !pair.alike.isEmpty else { continue }
        svg.element(
          "rect",
          [
            ("x", number(x + 3)), ("y", number(y + 3)), ("width", number(cell - 6)),
            ("height", number(cell - 6)),
            ("rx", "6"), ("fill", "none"), ("stroke", hex(row)), ("stroke-width", "2"),
            ("stroke-dasharray", "4 3"),
          ])
      }
      let middle = head + cell * (Double(row) + 0.5)
      svg.element("text", [("x", "12"), ("y", number(middle + 4)), ("fill", "#1b1b1b")], text: "\(row + 1)")
      svg.element("text", [("x", number(middle)), ("y", "16"), ("fill", "#1b1b1b")], text: "\(row + 1)")
    }
    for (line, pair) in alike.enumerated() {
      svg.element(
        "text",
        [
          ("x", "12"), ("y", number(side + 24 + 20 * Double(line))), ("text-anchor", "start"),
          ("fill", "#1b1b1b"),
        ],
        text: "\(pair.first + 1) and \(pair.second + 1) look alike: "
          + pair.alike.map(\.rawValue).joined(separator: ", "))
    }
    svg.close()
    return svg.text
  }
}
