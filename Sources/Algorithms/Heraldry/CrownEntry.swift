/// A crown of the catalogue: a design, and the words by which it is found.
public struct CrownEntry: Hashable, Sendable {
  /// A readable word of lower-case letters, digits and hyphens that no other entry has.
  public let id: String
  /// A title, and what sets the crown apart from others of its family.
  public let name: String

  /// Words that a person would search for, each once.
  public let tags: [String]
  /// What the crown is made of.
  public let design: CrownDesign

  /// The kind of crown.
  public var family: CrownFamily { design.family }

  /// Creates an entry whose words follow from the design.
  public init(_ design: CrownDesign) {
    self.design = design
    id = design.slug
    name = design.name
    tags = design.tags
  }

  /// Returns the crown drawn.
  public func drawing() -> CrownDrawing { design.drawing() }
}
