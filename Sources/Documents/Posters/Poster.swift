public import Colors
public import Geometry
public import Text

/// A poster as a document: a page, what lies behind, a crown, lines of text, all lettering in one ink.
///
/// It says what is meant, not where it lies; `PosterLayout` is a pure function of it.
public struct Poster: Hashable, Sendable {
  /// What people call the poster; it is not printed.
  public var title: String
  /// The trimmed page.
  public var page: Page
  /// What fills the page behind the ink.
  public var background: Background
  /// What stands above the text.
  public var emblem: Emblem
  /// The lines of text from top to bottom.
  public var lines: [Line]
  /// The letters of all lines that do not say otherwise.
  public var lettering: Lettering
  /// The colour of the crown and of the text, straight sRGB.
  public var ink: RGBA
  /// Whether a line that is much too long beside the others is broken into several.
  public var wraps: Bool
  /// How large the emblem is, as a multiple of its usual size.
  public var emblemScale = 1.0
  /// How far the emblem stands from its usual place, in fractions of the page.
  public var emblemOffset = Vector.zero
  /// Whether an emblem that is a picture is drawn in the ink, through its transparency.
  public var tintsEmblem = false
  /// What text and emblem leave free along the page's edges.
  public var margins = Margins.usual
  /// How far the background is to reach beyond the page in print, in millimetres, where nothing else is asked for.
  public var bleed = 0.0
  /// The language of the text as BCP 47 has it, such as `tr` or `zh-Hans`; nil is none in particular, whatever the machine.
  public var language: String?
  /// What the document had that this version does not know.
  public var unknownFields = UnknownFields()
  /// The newer version that the document is of: it can be looked at and not be changed, because what is not known of it
  /// would be lost. Nil for one of this version.
  public internal(set) var newerVersion: NewerVersion?

  /// Creates a poster; without arguments it is a red page with nothing on it.
  public init(
    title: String = "", page: Page = .poster, background: Background = .color(RGBA(hex: 0xd00000)),
    emblem: Emblem = .none, lines: [Line] = [], lettering: Lettering = Lettering(),
    ink: RGBA = RGBA(hex: 0xffffff), wraps: Bool = false
  ) {
    self.title = title
    self.page = page
    self.background = background
    self.emblem = emblem
    self.lines = lines
    self.lettering = lettering
    self.ink = ink
    self.wraps = wraps
  }

  static let emblemScales = 0.1...5.0

  /// A line of text, set in the large size that all large lines share or in the small one.
  public struct Line: Hashable, Sendable {
    /// Which of the two sizes a line has.
    public enum Rank: String, Hashable, Sendable, CaseIterable {
      /// The size of the important words, which all large lines share.
      case large
      /// The size of the words between, such as “AND”.
      case small
    }

    /// What was typed; it may be shown in capitals.
    public var text: String
    /// Which of the two sizes the line has.
    public var rank: Rank
    /// The family of the letters; nil is the poster's, as it is for what follows.
    public var font: String?
    /// The CSS weight, 1…1000.
    public var weight: Int?
    /// Room added after each letter, in em.
    public var tracking: Double?
    /// The colour of the line.
    public var ink: RGBA?
    /// Whether the line is set in capitals, whatever was typed; nil is as its rank and text have it.
    public var capitals: Bool?
    /// The language of the line as BCP 47 has it; nil is the poster's.
    public var language: String?
    /// What the line's object had that this version does not know.
    public var unknownFields: [JSONMember] = []

    /// Creates a line in the poster's own letters and ink.
    public init(_ text: String, rank: Rank = .large) {
      self.text = text
      self.rank = rank
    }

    /// Whether the line is set in capitals: a small one in lower case is, unless the line says something else.
    public var isSetInCapitals: Bool { capitals ?? (rank == .small && text.isLowerCase) }

    /// The text as it is set where the poster has no language.
    public var shownText: String { ShownText(self).text }

    /// The most characters that a line takes.
    public static let longest = 400
  }

  /// A version of the documents that is newer than this program.
  public struct NewerVersion: Hashable, Sendable, CustomStringConvertible {
    /// The version that the document names.
    public let version: Int
    /// The fields that could not be read, and are as they would be if they were absent.
    public internal(set) var unread: [PosterError] = []

    init(version: Int) { self.version = version }

    public var description: String {
      "made by a newer Regalia, as version \(version); this one reads up to \(Poster.version)"
    }
  }

  /// Members of objects that this version does not know, kept for the one that does.
  public struct UnknownFields: Hashable, Sendable {
    /// Those of the document itself.
    public var document: [JSONMember] = []
    /// Those of the object `page`.
    public var page: [JSONMember] = []
    /// Those of the object `margins`.
    public var margins: [JSONMember] = []
    /// Those of the object `background`.
    public var background: [JSONMember] = []
    /// Those of the object `emblem`.
    public var emblem: [JSONMember] = []
    /// Those of the object `lettering`.
    public var lettering: [JSONMember] = []

    /// Creates an empty set of members.
    public init() {}
  }

  /// The most lines that a poster takes.
  public static let mostLines = 60
}

extension String {
  /// Whether there are letters with a case and all of them are small.
  package var isLowerCase: Bool {
    // Some letters have no single capital: compare with both sides.
    self == lowercased() && self != uppercased()
  }
}
