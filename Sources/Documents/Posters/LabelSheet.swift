import Geometry

/// A sheet of labels or cards that are cut already, by its maker's measures.
public struct LabelSheet: Hashable, Sendable {
  /// The name on the command line, the maker and the number of the product.
  public let name: String
  /// The use that the sheet is sold for.
  public let purpose: Purpose
  /// The paper.
  public let paper: Page
  /// The number of columns.
  public let columns: Int
  /// The number of rows.
  public let rows: Int
  /// A label, in millimetres.
  public let label: Page
  /// The distance of the first label from the left edge of the paper, in millimetres.
  public let left: Double
  /// The distance of the first label from the upper edge of the paper, in millimetres.
  public let top: Double
  /// The distance from the left edge of a label to that of the next one, in millimetres.
  public let across: Double
  /// The distance from the upper edge of a label to that of the next one, in millimetres.
  public let down: Double

  /// The kinds of sheets.
  public enum Purpose: Hashable, Sendable {
    /// Labels for addresses and parcels.
    case labels
    /// Business cards.
    case cards
    /// Name badges.
    case badges
  }

  private init(
    _ name: String, _ paper: Page, _ columns: Int, _ rows: Int, _ width: Double, _ height: Double,
    at left: Double, _ top: Double, across: Double? = nil, down: Double? = nil, for purpose: Purpose = .labels
  ) {
    (self.name, self.purpose, self.paper) = (name, purpose, paper)
    (self.columns, self.rows, self.left, self.top) = (columns, rows, left, top)
    label = Page(width: width, height: height)
    (self.across, self.down) = (across ?? width, down ?? height)
  }

  /// Returns a sheet by its name, with or without the maker: `avery-l7160`, `L7160`.
  public static func named(_ name: String) -> LabelSheet? {
    let name = name.lowercased()
    return all.first { $0.name == name || $0.name == "avery-" + name }
  }

  /// Common sheets of Avery Zweckform, the European ones first.
  ///
  /// Sizes, columns and rows are those that the maker prints on the package. The distances from the edges follow from
  /// them where the labels fill the width, and are otherwise those of the maker's templates; each is centred on its
  /// paper.
  public static let all: [LabelSheet] = {
    let a4 = Page(width: 210, height: 297)
    let letter = Page(width: 215.9, height: 279.4)
    return [
      LabelSheet("avery-3422", a4, 3, 8, 70, 35, at: 0, 8.5),
      LabelSheet("avery-3424", a4, 2, 6, 105, 48, at: 0, 4.5),
      LabelSheet("avery-3425", a4, 2, 5, 105, 57, at: 0, 6),
      LabelSheet("avery-3426", a4, 2, 4, 105, 70, at: 0, 8.5),
      LabelSheet("avery-3427", a4, 2, 4, 105, 74, at: 0, 0.5),
      LabelSheet("avery-3474", a4, 3, 8, 70, 37, at: 0, 0.5),
      LabelSheet("avery-3475", a4, 3, 8, 70, 36, at: 0, 4.5),
      LabelSheet("avery-3490", a4, 3, 8, 70, 36, at: 0, 4.5),
      LabelSheet("avery-3659", a4, 2, 6, 97, 42.3, at: 8, 21.6),
      LabelSheet("avery-3660", a4, 2, 4, 97, 67.7, at: 8, 13.1),
      LabelSheet("avery-3661", a4, 3, 4, 70, 67.7, at: 0, 13.1),
      LabelSheet("avery-3664", a4, 3, 8, 70, 33.8, at: 0, 13.3),
      LabelSheet("avery-3665", a4, 2, 8, 105, 33.8, at: 0, 13.3),
      LabelSheet("avery-3667", a4, 4, 16, 48.5, 16.9, at: 8, 13.3),
      LabelSheet("avery-4780", a4, 4, 10, 48.5, 25.4, at: 8, 21.5),
      LabelSheet("avery-l7160", a4, 3, 7, 63.5, 38.1, at: 7.21, 15.15, across: 66.04),
      LabelSheet("avery-l7161", a4, 3, 6, 63.5, 46.6, at: 7.21, 8.7, across: 66.04),
      LabelSheet("avery-l7162", a4, 2, 8, 99.1, 33.9, at: 4.65, 12.9, across: 101.6),
      LabelSheet("avery-l7163", a4, 2, 7, 99.1, 38.1, at: 4.65, 15.15, across: 101.6),
      LabelSheet("avery-l7165", a4, 2, 4, 99.1, 67.7, at: 4.65, 13.1, across: 101.6),
      LabelSheet("avery-l7166", a4, 2, 3, 99.1, 93.1, at: 4.65, 8.85, across: 101.6),
      LabelSheet("avery-l7651", a4, 5, 13, 38.1, 21.2, at: 4.67, 10.7, across: 40.64),
      LabelSheet("avery-l7414", a4, 2, 5, 90, 52, at: 15, 18.5, for: .cards),
      LabelSheet("avery-l7415", a4, 2, 5, 90, 52, at: 15, 18.5, for: .cards),
      LabelSheet("avery-c32015", a4, 2, 4, 85, 54, at: 17, 31.5, across: 91, down: 60, for: .cards),
      LabelSheet("avery-l7418", a4, 2, 4, 86, 55, at: 19, 38.5, for: .badges),
      LabelSheet("avery-l4785", a4, 2, 5, 80, 50, at: 17.5, 13.5, across: 95, down: 55, for: .badges),
      LabelSheet("avery-5160", letter, 3, 10, 66.675, 25.4, at: 4.7625, 12.7, across: 69.85),
      LabelSheet("avery-5161", letter, 2, 10, 101.6, 25.4, at: 3.96875, 12.7, across: 106.3625),
      LabelSheet("avery-5163", letter, 2, 5, 101.6, 50.8, at: 3.96875, 12.7, across: 106.3625),
      LabelSheet("avery-5164", letter, 2, 3, 101.6, 254.0 / 3, at: 3.96875, 12.7, across: 106.3625),
      LabelSheet("avery-5371", letter, 2, 5, 88.9, 50.8, at: 19.05, 12.7, for: .cards),
      LabelSheet(
        "avery-5395", letter, 2, 4, 85.725, 59.267, at: 17.4625, 14.8165, across: 95.25, down: 63.5,
        for: .badges),
    ]
  }()
}

/// A common size of cards, tickets and badges.
public struct CardSize: Hashable, Sendable {
  /// The name on the command line.
  public let name: String
  /// Both sides, in millimetres.
  public let page: Page

  /// Business cards of Europe and of America, tickets, postcards, and badges in the sizes of their holders.
  public static let all = [
    CardSize(name: "card-85x55", page: Page(width: 85, height: 55)),
    CardSize(name: "card-us", page: Page(width: 88.9, height: 50.8)),
    CardSize(name: "ticket-a7", page: Page(width: 105, height: 74)),
    CardSize(name: "postcard-a6", page: Page(width: 148, height: 105)),
    CardSize(name: "badge-54x86", page: Page(width: 54, height: 86)),
    CardSize(name: "badge-90x60", page: Page(width: 90, height: 60)),
  ]
}
