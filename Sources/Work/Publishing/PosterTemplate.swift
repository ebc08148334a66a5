public import Geometry
public import Posters
import Text

/// A poster to begin with: what a new one is a copy of, with words that are meant to be typed over.
public struct PosterTemplate: Sendable {
  /// The word by which the command line knows it.
  public let name: String
  /// What a person reads.
  public let title: String
  /// The poster without its crown.
  private let design: Poster
  /// The id of a crown of the catalogue, or nil.
  private let crown: String?

  init(_ name: String, _ title: String, crown: String?, _ design: Poster) {
    self.name = name
    self.title = title
    self.crown = crown
    self.design = design
  }

  /// The template of a name, or nil.
  public static func named(_ name: String) -> PosterTemplate? { all.first { $0.name == name } }

  /// What is known of it before anything is drawn: the shape of its page, and the colour that stands for its ground.
  public var page: Size { Size(design.page.width, design.page.height) }
  public var background: Background { design.background }

  /// Returns a new poster in a language, a tag of BCP 47 or nil for none in particular; with lines these take the place of
  /// the template's.
  ///
  /// Throws where the crown cannot be drawn.
  public func poster(lines: [Poster.Line]? = nil, language: String? = nil) throws -> Poster {
    var poster = design
    poster.title = title
    poster.language = language
    poster.wraps = true
    if let crown { poster.emblem = try PosterSources.emblem(crown) }
    if let lines {
      poster.lines = lines
      poster.title = lines.map(\.text).joined(separator: " ")
    }
    return poster
  }

  /// The most lines, and the most characters of one, that a text may have to be offered as the lines of a poster.
  public static let mostLines = 12
  public static let longestLine = 40

  /// Returns the lines that a copied text would make, or nil where it is too long to be those of a poster.
  public static func lines(inCopied text: String) -> [Poster.Line]? {
    guard text.utf8.count < 4096 else { return nil }
    let escaped = text.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "//")
    guard let lines = try? Poster.lines(from: escaped), (1...mostLines).contains(lines.count),
      lines.allSatisfy({ $0.text.count <= longestLine })
    else { return nil }
    return lines
  }
}
