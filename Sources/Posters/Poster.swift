public import Colors

/// A poster as a document: a page, what lies behind, a crown, lines of text, all lettering in one ink.
///
/// It says what is meant, not where it lies; `PosterLayout` is a pure function of it.
public struct Poster: Hashable, Sendable {
  public var title: String
  public var page: Page
  public var background: Background
  public var emblem: Emblem
  public var lines: [Line]
  public var lettering: Lettering
  /// The colour of the crown and of the text, straight sRGB.
  public var ink: RGBA
  /// What the document had that this version does not know.
  public var unknownFields = UnknownFields()

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
    public enum Rank: String, Hashable, Sendable, CaseIterable {
      case large
      case small
    }

    public var text: String
    public var rank: Rank
    /// What the line's object had that this version does not know.
    public var unknownFields: [JSONMember] = []

    public init(_ text: String, rank: Rank = .large) {
      self.text = text
      self.rank = rank
    }

    /// The text as it is set: a small line in lower case stands in capitals.
    public var shownText: String { rank == .small && text.isLowerCase ? text.uppercased() : text }

    /// The most characters that a line takes.
    public static let longest = 400
  }

  /// Members of objects that this version does not know, kept for the one that does.
  public struct UnknownFields: Hashable, Sendable {
    public var document: [JSONMember] = []
    public var page: [JSONMember] = []
    public var background: [JSONMember] = []
    public var emblem: [JSONMember] = []
    public var lettering: [JSONMember] = []

    public init() {}
  }

  /// The most lines that a poster takes.
  public static let mostLines = 60
}

extension String {
  /// Whether there are letters with a case and all of them are small.
  var isLowerCase: Bool {
    // Some letters have no single capital: compare with both sides.
    self == lowercased() && self != uppercased()
  }
}
