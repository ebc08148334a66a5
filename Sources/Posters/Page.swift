/// The trimmed page of a poster, in millimetres.
public struct Page: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// What a side may measure: from a stamp to the wall of a house.
  public static let sides = 10.0...20_000.0

  /// The poster of 1939, 2:3.
  public static let poster = Page(width: 508, height: 762)

  /// The sizes that have a name, upright.
  public static let named: [(name: String, page: Page)] = [
    ("poster", .poster), ("A5", Page(width: 148, height: 210)), ("A4", Page(width: 210, height: 297)),
    ("A3", Page(width: 297, height: 420)), ("A2", Page(width: 420, height: 594)),
    ("Letter", Page(width: 215.9, height: 279.4)), ("square", Page(width: 508, height: 508)),
  ]

  /// The name of the page's size, or nil for one of its own.
  public var name: String? { Self.named.first { $0.page == self }?.name }

  /// The page on its side.
  public var turned: Page { Page(width: height, height: width) }

  /// Points, 72 to the inch, in a millimetre.
  public static let pointsPerMillimetre = 72 / 25.4
}
