/// The trimmed page of a poster, in millimetres.
public struct Page: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The poster of 1939, 2:3.
  public static let poster = Page(width: 508, height: 762)
}
