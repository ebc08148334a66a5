import Text

/// How often which time occurred, as bars of text.
struct TextHistogram {
  let text: String

  private static let eighths = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// Draws classes of equal width, without far outliers; the last one has all that is longer.
  init(_ distribution: Distribution, columns: Int) {
    let (low, high) = (distribution.bulk.lowerBound, distribution.bulk.upperBound)
    let classes = high > low ? min(12, max(4, Int(Double(distribution.count).squareRoot()))) : 1
    let counts = distribution.histogram(classes: classes, over: distribution.bulk)
    let most = counts.max() ?? 1
    let step = (high - low) / Double(classes)
    let labels = (0..<classes).map { (low + step * Double($0)).milliseconds }
    let labelWidth = labels.map(\.count).max() ?? 0
    let countWidth = String(most).count
    let room = max(10, columns - labelWidth - countWidth - 4)
    text = zip(labels, counts).enumerated().map { index, row in
      let (label, count) = row
      let units = Int((Double(count) / Double(most) * Double(room * 8)).rounded())
      // Every value that occurred is visible.
      let shown = count > 0 ? max(1, units) : 0
      let bar = String(repeating: "█", count: shown / 8) + (shown % 8 > 0 ? Self.eighths[shown % 8] : "")
      let space = String(repeating: " ", count: labelWidth - label.count)
      let number = String(repeating: " ", count: countWidth - String(count).count) + String(count)
      let isOpen = index == classes - 1 && distribution.maximum > high
      return "\(space)\(label)\(isOpen ? "+" : " ") \(number) \(bar)"
    }.joined(separator: "\n")
  }
}
