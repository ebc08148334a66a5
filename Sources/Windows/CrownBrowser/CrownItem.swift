import Catalog
public import Geometry
public import Heraldry
import Localization

/// A crown in the browser; its outline is decoded when it is first shown.
public struct CrownItem: Sendable {
  /// The identifier: a readable word, unique in the library.
  public var id: String
  /// The crown's display name.
  public var name: String
  /// Search words.
  public var tags: [String]
  /// The size of the outline in the library, in bytes.
  public var byteCount: Int
  /// Whether it is the person's own, and can be renamed and removed.
  public var isOwn: Bool
  /// Whether it is a favourite.
  public var isFavorite: Bool
  /// The design that it was drawn from; nil for a drawing from elsewhere.
  public var design: CrownDesign?
  /// The bounds of the ink, in the outline's coordinates.
  public var bounds: Rect
  /// Returns the outline, for the non-zero fill rule.
  public var outline: @Sendable () -> FoldedPath

  /// Creates a crown; its outline is requested on any thread, when it is first shown.
  public init(
    id: String, name: String, tags: [String], byteCount: Int, isOwn: Bool, isFavorite: Bool = false,
    design: CrownDesign? = nil, bounds: Rect, outline: @escaping @Sendable () -> FoldedPath
  ) {
    self.id = id
    self.name = name
    self.tags = tags
    self.byteCount = byteCount
    self.isOwn = isOwn
    self.isFavorite = isFavorite
    self.design = design
    self.bounds = bounds
    self.outline = outline
  }

  /// Returns the crown with the name of its design in another language, without English search words; one that a person
  /// named stays as it is.
  func named(in language: Language) -> CrownItem {
    guard language.tag != Language.english.tag, let design, name == design.name(in: .english) else {
      return self
    }
    var item = self
    (item.name, item.tags) = (design.name(in: language), [])
    return item
  }
}

/// The words of a crown's name in another language than English, by which it is found besides the library's own search.
struct CrownSearchText: Sendable {
  /// The crown's identifier.
  let id: String
  private let text: String

  /// Returns nil for English, and for a crown without a design.
  init?(_ crown: CrownItem, in language: Language) {
    guard language.tag != Language.english.tag, let design = crown.design else { return nil }
    id = crown.id
    let pieces = (design.ornaments + [design.summit].compactMap { $0 }).map(\.names.singular)
    let words = ([design.name(in: language)] + pieces.map(language.localized)).flatMap(\.foldedWords)
    text = " " + words.joined(separator: " ")
  }

  /// Returns whether all words of a search occur: short ones at the beginning of a word, others anywhere, as in the
  /// compounds of German.
  func matches(_ words: [String]) -> Bool {
    words.allSatisfy { text.contains($0.utf8.count < 3 ? " " + $0 : $0) }
  }
}
