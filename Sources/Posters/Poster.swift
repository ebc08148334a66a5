public import Colors

/// A poster as a document: a page, what lies behind, a crown, lines of text, all lettering in one ink.
///
/// It says what is meant, not where it lies; the layout is a pure function of it.
public struct Poster: Hashable, Sendable {
  public var title: String
  public var page: Page
  public var background: Background
  public var emblem: Emblem
  public var lines: [Line]
  public var lettering: Lettering
  /// The colour of the crown and of the text, straight sRGB.
  public var ink: RGBA

  public init(
    title: String = "", page: Page = .poster, background: Background = .color(RGBA(hex: 0xd00000)),
    emblem: Emblem = .none, lines: [Line] = [], lettering: Lettering = Lettering(),
    ink: RGBA = RGBA(hex: 0xffffff)
  ) {
    self.title = title
    self.page = page
    self.background = background
    self.emblem = emblem
    self.lines = lines
    self.lettering = lettering
    self.ink = ink
  }

  /// A line of text, set in the large size that all large lines share or in the small one.
  public struct Line: Hashable, Sendable {
    public enum Rank: String, Hashable, Sendable {
      case large
      case small
    }

    public var text: String
    public var rank: Rank

    public init(_ text: String, rank: Rank = .large) {
      self.text = text
      self.rank = rank
    }
  }
}
