public import Localization
import Text

/// The trimmed page of a poster, in millimetres.
public struct Page: Hashable, Sendable {
  /// The width of the trimmed page, in millimetres.
  public var width: Double
  /// The height of the trimmed page, in millimetres.
  public var height: Double

  /// Creates a page from both sides in millimetres, each within `sides`.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The range of a side, in millimetres.
  public static let sides = 10.0...20_000.0

  /// The poster of 1939, 2:3.
  public static let poster = Page(width: 508, height: 762)

  /// A page size with a name.
  public struct Format: Hashable, Sendable {
    /// The name in documents and on the command line.
    public let name: String
    /// The title in windows.
    public let title: Message
    /// The size; for paper, in portrait orientation.
    public let page: Page
    /// Whether it is a size in pixels at 96 per inch, instead of paper.
    public let isForScreens: Bool

    init(_ name: String, _ title: Message, _ width: Double, _ height: Double) {
      (self.name, self.title, isForScreens) = (name, title, false)
      page = Page(width: width, height: height)
    }

    init(_ name: String, _ title: Message, pixels width: Double, _ height: Double) {
      (self.name, self.title, isForScreens) = (name, title, true)
      func millimetres(_ pixels: Double) -> Double { (pixels * 25.4 / 96 * 1000).rounded() / 1000 }
      page = Page(width: millimetres(width), height: millimetres(height))
    }
  }

  /// All named sizes.
  public static let formats: [Format] = [
    // Untranslated: the first texts are names in documents.
    Format("poster", Message("Poster 2:3"), 508, 762), paper("A5", 148, 210), paper("A4", 210, 297),
    paper("A3", 297, 420), paper("A2", 420, 594), paper("A1", 594, 841), paper("A0", 841, 1189),
    Format("Letter", Message("Letter", context: "paper"), 215.9, 279.4),
    Format("Tabloid", Message("Tabloid", context: "paper"), 279.4, 431.8),
    Format("50x70cm", Message(verbatim: "50 × 70 cm"), 500, 700),
    Format("square", Message("Square", context: "page"), 508, 508),
    Format("story", Message("Story 9:16"), pixels: 1080, 1920),
    Format("phone", Message("Phone wallpaper"), pixels: 1170, 2532),
    Format("desktop", Message("Desktop wallpaper"), pixels: 3840, 2160),
  ]

  /// Returns a paper of ISO 216, whose name is the same in every language.
  private static func paper(_ name: String, _ width: Double, _ height: Double) -> Format {
    Format(name, Message(verbatim: name), width, height)
  }

  /// Returns the names of paper sizes, or of screen sizes, separated by commas.
  public static func names(isForScreens: Bool) -> String {
    formats.filter { $0.isForScreens == isForScreens }.map(\.name).joined(separator: ", ")
  }

  /// The name of the page's size, or nil for a custom size.
  public var name: String? { Self.formats.first { $0.page == self }?.name }

  /// The page with width and height exchanged.
  public var turned: Page { Page(width: height, height: width) }

  /// The points, 72 per inch, in a millimetre.
  public static let pointsPerMillimetre = 72 / 25.4
}

extension Page {
  /// Reads a size: a name, such as `A3`, optionally with an orientation (`A3 landscape`), or `210x297mm`, `8.5x11in`.
  ///
  /// Units are mm, cm, in and pt; without a unit the numbers are millimetres.
  ///
  /// - Throws: ``PosterError`` if the text is not a size, or a side is not within ``sides``.
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
        field: "page",
        message: Message(
          "{text} is not a page size; write {names}, or a size such as 210x297mm",
          ["text": text.excerpt, "names": names]))
    }
    guard Self.sides.contains(page.width), Self.sides.contains(page.height) else {
      throw PosterError(field: "page", message: Self.limits)
    }
    self = isWide ? page.turned : page
  }

  static let limits = Message(
    "a page measures from {least} to {most} mm each way",
    ["least": String(Int(sides.lowerBound)), "most": String(Int(sides.upperBound))])

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

  /// Reads one side, which may have its own unit, as in `210mmx297mm`.
  private static func number(
    _ text: Substring, units: [(name: String, millimetres: Double)]
  ) -> Double? {
    guard let first = text.first, first.isASCII, first.isNumber || first == "." else { return nil }
    return Double(text)
  }
}
