/// A crown of the catalogue: a design, and the words by which it is found.
public struct CrownEntry: Hashable, Sendable {
  /// A readable word of lower-case letters, digits and hyphens that no other entry has.
  public let id: String
  public let name: String

  /// Words that a person would search for, each once.
  public let tags: [String]
  public let design: CrownDesign

  public var family: CrownFamily { design.family }

  public init(_ design: CrownDesign) {
    self.design = design
    id = design.slug
    name = design.name
    tags = design.tags
  }

  /// Returns the crown drawn.
  public func drawing() -> CrownDrawing { design.drawing() }
}
