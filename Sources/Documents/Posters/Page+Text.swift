import Text

extension Page {
  /// Reads a size: a name, such as `A3`, also on its side (`A3 landscape`), or `210x297mm`, `8.5x11in`.
  ///
  /// Units are mm, cm, in and pt; without one the numbers are millimetres.
  ///
  /// Throws where the text is no size, or a side is not within `sides`.
  public init(parsing text: String) throws(PosterError) {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace)
    let direction = words.last.flatMap { ["landscape", "portrait"].contains($0) ? $0 : nil }
    if words.count > 1, direction != nil { words.removeLast() }
    let size = words.joined()
    let isWide = direction == "landscape"
    if let format = Self.formats.first(where: { $0.name.lowercased() == size }) {
      let page = format.page
      self = direction != nil && isWide != (page.width > page.height) ? page.turned : page
      return
    }
    guard let page = Self.measured(size) else {
      let names = Self.formats.map(\.name).joined(separator: ", ")
      throw PosterError(
        field: "page", message: "\(text.excerpt) is no page; write \(names), or a size such as 210x297mm")
    }
    guard Self.sides.contains(page.width), Self.sides.contains(page.height) else {
      throw PosterError(field: "page", message: Self.limits)
    }
    self = isWide ? page.turned : page
  }

  static let limits = "a page measures from \(Int(sides.lowerBound)) to \(Int(sides.upperBound)) mm each way"

  private static func measured(_ text: String) -> Page? {
    let units: [(name: String, millimetres: Double)] = [
      ("mm", 1), ("cm", 10), ("in", 25.4), ("pt", 25.4 / 72),
    ]
    let unit = units.first { text.hasSuffix($0.name) }
    let numbers = text.dropLast(unit?.name.count ?? 0)
    let sides = numbers.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "×" }
    guard sides.count == 2, let width = number(sides[0], units: units),
      let height = number(sides[1], units: units)
    else { return nil }
    let factor = unit?.millimetres ?? 1
    return Page(width: width * factor, height: height * factor)
  }

  /// Reads one side, after which its unit may stand too, as in `210mmx297mm`.
  private static func number(
    _ text: Substring, units: [(name: String, millimetres: Double)]
  ) -> Double? {
    guard let first = text.first, first.isASCII, first.isNumber || first == "." else { return nil }
    return Double(text)
  }
}
