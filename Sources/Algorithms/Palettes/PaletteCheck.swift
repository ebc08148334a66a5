import Colors
import Text

/// Compares the colours of a palette: the contrast of all pairs, and the pairs that look alike with each kind of
/// vision.
public struct PaletteCheck: Sendable {
  /// A kind of colour vision.
  public enum Vision: String, CaseIterable, Sendable {
    /// Normal colour vision.
    case normal
    /// Without the long-wave cones (protanopia).
    case protan
    /// Without the middle-wave cones (deuteranopia).
    case deutan
    /// Without the short-wave cones (tritanopia).
    case tritan
    /// Only lightness.
    case achromat

    /// Returns the appearance of a colour with this vision.
    public func seen(_ color: Color) -> Color {
      switch self {
      case .normal: return color
      case .protan: return ColorVisionDeficiency.protan.simulated(color)
      case .deutan: return ColorVisionDeficiency.deutan.simulated(color)
      case .tritan: return ColorVisionDeficiency.tritan.simulated(color)
      case .achromat:
        let light = color.luminance
        return Color(in: .srgbLinear, light, light, light, alpha: color.alpha).clipped
      }
    }
  }

  /// Two colours of the palette.
  public struct Pair: Hashable, Sendable {
    /// The index of the first colour, which is less than the second one's.
    public let first: Int
    /// The index of the second colour.
    public let second: Int

    /// The contrast of the first as text on the second.
    public let contrast: Contrast
    /// The contrast of the second as text on the first.
    public let reversed: Contrast

    /// The kinds of vision with which the two look alike: ΔE2000 below `PaletteCheck.leastDifference`.
    public let alike: [Vision]
  }

  /// The smallest difference (ΔE2000) between colours that are easy to tell apart.
  public static let leastDifference = 3.0

  /// The largest palette that is checked: the number of pairs grows quadratically.
  public static let mostColors = 500

  /// The palette that was checked.
  public let palette: Palette

  /// All pairs, ordered by their indices.
  public let pairs: [Pair]

  /// Compares all pairs of colours, in quadratic time.
  public init(_ palette: Palette) {
    self.palette = palette
    let colors = palette.colors
    let seen = Vision.allCases.map { vision in colors.map { vision.seen($0) } }
    var pairs: [Pair] = []
    for first in colors.indices {
      for second in colors.indices where second > first {
        let alike = Vision.allCases.enumerated().filter { index, _ in
          difference2000(seen[index][first], seen[index][second]) < Self.leastDifference
        }.map(\.element)
        pairs.append(
          Pair(
            first: first, second: second,
            contrast: Contrast(text: colors[first], background: colors[second]),
            reversed: Contrast(text: colors[second], background: colors[first]), alike: alike))
      }
    }
    self.pairs = pairs
  }

  /// Returns the pair of two indices in either order; nil for equal indices.
  public func pair(_ first: Int, _ second: Int) -> Pair? {
    let (low, high) = (min(first, second), max(first, second))
    guard low != high, high < palette.swatches.count, low >= 0 else { return nil }
    // The rows of all indices below `low` precede its own.
    let before = low * palette.swatches.count - low * (low + 1) / 2
    return pairs[before + high - low - 1]
  }
}

extension PaletteCheck {
  /// The check as a table in text: contrast ratios above the diagonal, Lc below it, then the pairs that look alike.
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
      // Untranslated: the output of a command.
      if !alike.isEmpty { lines.append("\(vision.rawValue): \(alike.joined(separator: ", ")) look alike") }
    }
    return lines.joined(separator: "\n")
  }

  /// The check as a JSON object: the colours, and each pair with its contrasts and the kinds of vision that confuse it.
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

  /// The check as an SVG drawing: each pair as text in the row's colour on the column's, with its ratio and Lc; rings
  /// mark the pairs that look alike with some vision.
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
        ("width", number(side)), ("height", number(height)),
        ("font-family", "Inter, sans-serif"),  // Untranslated: fonts.
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
          // Untranslated: the unit of APCA.
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
        // Untranslated: the output of a command.
        text: "\(pair.first + 1) and \(pair.second + 1) look alike: "
          + pair.alike.map(\.rawValue).joined(separator: ", "))
    }
    svg.close()
    return svg.text
  }
}
