import Text

/// The guides of a page: straight lines for arranging, which are not printed.
public struct Guides: Hashable, Sendable {
  /// The places of vertical guides, in millimetres from the left edge of the page.
  public var vertical: [Double]
  /// The places of horizontal guides, in millimetres from the upper edge of the page.
  public var horizontal: [Double]

  /// Creates guides from their places in millimetres.
  public init(vertical: [Double] = [], horizontal: [Double] = []) {
    (self.vertical, self.horizontal) = (vertical, horizontal)
  }

  /// Whether there is no guide.
  public var isEmpty: Bool { vertical.isEmpty && horizontal.isEmpty }

  /// The range of a place, in millimetres: every page with its bleed.
  public static let places = -PrintSheet.largestBleed...(Page.sides.upperBound + PrintSheet.largestBleed)

  /// The maximum number of guides in each direction.
  public static let most = 100

  /// The members of their object in a document.
  var members: [JSONMember] {
    [("vertical", vertical), ("horizontal", horizontal)].filter { !$0.1.isEmpty }.map { name, places in
      JSONMember(name, .array(places.map { .number($0) }))
    }
  }
}
