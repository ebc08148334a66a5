/// A crown in the catalogue: a design, with its name and search words.
public struct CrownEntry: Hashable, Sendable {
  /// A readable, unique id of lower-case letters, digits and hyphens.
  public let id: String
  /// A title, followed by what distinguishes the crown from others of its family.
  public let name: String

  /// Search words, without duplicates.
  public let tags: [String]
  /// The design of the crown.
  public let design: CrownDesign

  /// The family of the crown.
  public var family: CrownFamily { design.family }

  /// Creates an entry with words derived from the design.
  public init(_ design: CrownDesign) {
    self.design = design
    id = design.slug
    name = design.name
    tags = design.tags
  }

  /// Returns the drawing of the crown.
  public func drawing() -> CrownDrawing { design.drawing() }
}
