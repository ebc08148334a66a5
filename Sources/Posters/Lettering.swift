/// The letters of a poster.
public struct Lettering: Hashable, Sendable {
  public var family: String
  /// The CSS weight, 100…900.
  public var weight: Int
  /// Room added after each letter, in em.
  public var tracking: Double
  /// The width of the stroke that thickens the outlines, in em.
  public var stroke: Double

  public init(
    family: String = "Gillius ADF No2", weight: Int = 700, tracking: Double = 0.09, stroke: Double = 0.03
  ) {
    self.family = family
    self.weight = weight
    self.tracking = tracking
    self.stroke = stroke
  }
}
