import Colors
public import Geometry
public import Localization
public import Posters
import Text

/// A poster to start from, with placeholder words to be replaced: one that ships, or a person's own.
public struct PosterTemplate: Sendable {
  /// Its name on the command line.
  public let name: String
  /// Its title in English, or the one that a person gave it.
  public var title: String { heading.english }
  /// Whether it is a file of a person's own.
  public let isOwn: Bool
  /// The reason why a person's own template cannot be used, or nil.
  public let fault: TemplateFolder.Refusal?
  private let heading: Message
  /// The poster; of a template that ships, without its crown.
  private let design: Poster
  /// The text of a template that ships, as `Poster.lines(from:)` reads it; nil without lines.
  private let words: Message?
  /// The id of a crown in the catalogue, or nil.
  private let crown: String?

  /// Creates a template that ships. A line is small if it is in lower case in English, or its number is in `small`.
  init(
    _ name: String, _ title: Message, crown: String?, words: Message? = nil, small: Set<Int> = [],
    _ design: Poster
  ) {
    self.name = name
    heading = title
    self.crown = crown
    self.words = words
    var design = design
    design.lines = words.flatMap { try? Poster.lines(from: $0.english) } ?? []
    for index in small where design.lines.indices.contains(index) { design.lines[index].rank = .small }
    self.design = design
    (isOwn, fault) = (false, nil)
  }

  /// Creates a person's own template from a poster whose title is that of the template.
  init(own name: String, _ poster: Poster) {
    self.name = name
    heading = Message(verbatim: poster.title.isEmpty ? name : poster.title)
    (design, words, crown, isOwn, fault) = (poster, nil, nil, true, nil)
  }

  /// Creates a person's own template that cannot be used.
  init(own name: String, title: String, fault: TemplateFolder.Refusal) {
    (self.name, heading, self.fault) = (name, Message(verbatim: title), fault)
    (design, words, crown, isOwn) = (Poster(background: .plain(0xffffff), lines: []), nil, nil, true)
  }

  /// Returns the title in a language.
  public func title(in language: Language) -> String { language.localized(heading) }

  /// Returns the template with a name, or nil.
  public static func named(_ name: String) -> PosterTemplate? { all.first { $0.name == name } }

  /// The page size and background, for a placeholder before anything is drawn.
  public var page: Size { Size(design.page.width, design.page.height) }
  public var background: Background { design.background }

  /// Returns a new poster.
  ///
  /// - Parameters:
  ///   - lines: The lines that replace those of the template; nil keeps them.
  ///   - language: The language of the poster as a BCP 47 tag, or nil for none.
  ///   - texts: The language of the title and the lines of a template that ships.
  /// - Throws: ``TemplateFolder/Refusal`` if the template has a fault, or the error of
  ///   ``PosterSources/emblem(_:by:)`` if the crown cannot be drawn.
  public func poster(
    lines: [Poster.Line]? = nil, language: String? = nil, texts: Language = .english
  ) throws -> Poster {
    if let fault { throw fault }
    var poster = design
    poster.title = title(in: texts)
    if let words { poster.lines = try Self.lines(texts.localized(words), sizedAs: design.lines) }
    if !isOwn {
      poster.language = language
      poster.wraps = true
      (poster.lettering.capitalForms, poster.lettering.opticalSizing) = (true, true)
    }
    if let crown { poster.emblem = try PosterSources.emblem(crown) }
    if let lines {
      poster.lines = lines
      poster.title = lines.map(\.text).joined(separator: " ")
    }
    return poster
  }

  /// Returns translated lines; as many as in English have the same sizes, others those that follow from their letters.
  private static func lines(
    _ text: String, sizedAs english: [Poster.Line]
  ) throws(PosterError) -> [Poster.Line] {
    var lines = try Poster.lines(from: text)
    guard lines.count == english.count else { return lines }
    for index in lines.indices { lines[index].rank = english[index].rank }
    return lines
  }

  /// The most lines, and the most characters of a line, for which a copied text is offered as a poster.
  public static let mostLines = 12
  public static let longestLine = 40

  /// Returns the lines of a copied text, or nil if it is too long for a poster.
  public static func lines(inCopied text: String) -> [Poster.Line]? {
    guard text.utf8.count < 4096 else { return nil }
    let escaped = text.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "//")
    guard let lines = try? Poster.lines(from: escaped), (1...mostLines).contains(lines.count),
      lines.allSatisfy({ $0.text.count <= longestLine })
    else { return nil }
    return lines
  }
}

extension PosterTemplate {
  /// All templates in order, the empty one first.
  public static let all: [PosterTemplate] = [
    // Untranslated: names of fonts and crowns. The titles and words are marked.
    PosterTemplate(
      "blank", Message("Blank", context: "template"), crown: nil,
      Poster(
        background: .plain(0xfbfaf7), lines: [], lettering: Lettering(spacing: .optical),
        ink: RGBA(hex: 0x1d1d1f))),
    PosterTemplate(
      "calm", Message("Keep calm", context: "template"), crown: "default",
      words: Message("KEEP/CALM/and/CARRY/ON", context: "template"),
      Poster(
        background: .plain(0xd00000), lines: [], ink: .white)),
    PosterTemplate(
      "coffee", Message("Coffee first", context: "template"), crown: "chess-queen-five-pearls",
      words: Message("FIRST/COFFEE/then/THE WORLD", context: "template"),
      Poster(
        background: .falling(0x3b2417, 0x6d4128),
        lines: [],
        lettering: letters("URW Bookman, C059", 700, tracking: 0.02), ink: RGBA(hex: 0xf6dfb6))),
    PosterTemplate(
      "wedding", Message("Wedding", context: "template"), crown: "floral-roses-laurel-sprigs-garland",
      words: Message("Anna/&/Tobias/the twelfth of June", context: "template"), small: [1],
      Poster(
        page: Page(width: 210, height: 297), background: .glowing(0xfffaf1, 0xf1e4d2, at: glow, radius: 1.2),
        lines: [],
        lettering: letters("Z003, P052", 500, tracking: 0.01, stroke: 0.01), ink: RGBA(hex: 0x7a4a2a))),
    PosterTemplate(
      "exhibition", Message("Exhibition", context: "template"), crown: nil,
      words: Message("LIGHT/ON/PAPER/3 May to 27 June, free on Sundays", context: "template"), small: [3],
      Poster(
        page: Page(width: 297, height: 420), background: .plain(0xff5a36),
        lines: [],
        lettering: letters("Inter Display, Inter", 900, tracking: -0.02), ink: RGBA(hex: 0x160a06))),
    PosterTemplate(
      "night-sky", Message("Night sky", context: "template"), crown: "celestial-eight-stars-starred-circlet",
      words: Message("LOOK/UP/once a night", context: "template"),
      Poster(
        background: .glowing(0x3d4fa3, 0x0a0e2a, at: glow, radius: 1.2),
        lines: [],
        lettering: letters("URW Gothic, Inter", 600, tracking: 0.12, stroke: 0.01),
        ink: RGBA(hex: 0xfff1c4))),
    PosterTemplate(
      "market", Message("Farmers' market", context: "template"),
      crown: "harvest-ears-wheat-daisies-two-branches",
      words: Message("FRESH/& NEAR/Saturdays from eight/on the square", context: "template"), small: [2],
      Poster(
        background: .plain(0xffd23f),
        lines: [],
        lettering: letters("Nimbus Sans Narrow, Inter", 700, tracking: 0.01, stroke: 0.02),
        ink: RGBA(hex: 0x12402b))),
    PosterTemplate(
      "birthday", Message("Birthday", context: "template"), crown: "cartoon-five-pearls",
      words: Message("MILA/is/SEVEN/cake at three", context: "template"),
      Poster(
        page: Page(width: 508, height: 508), background: .slanted(0xff8fb1, 0xffc371),
        lines: [],
        lettering: letters("Cabin", 700, tracking: 0.04, stroke: 0.05), ink: RGBA(hex: 0x4a1140))),
    PosterTemplate(
      "regatta", Message("Regatta", context: "template"), crown: "naval-four-sails-sterns",
      words: Message("FAIR/WIND/to all of/YOU", context: "template"),
      Poster(
        background: .falling(0x0a3d62, 0x0f6b8f), lines: [],
        lettering: letters("Cabin", 700, tracking: 0.1), ink: RGBA(hex: 0xf5efdf))),
    PosterTemplate(
      "library", Message("Reading room", context: "template"),
      crown: "laurel-laurel-sprigs-pearls-two-branches",
      words: Message("QUIET/please/SOMEONE/IS IN/A STORY", context: "template"),
      Poster(
        page: Page(width: 210, height: 297), background: .plain(0xf2eadb),
        lines: [],
        lettering: letters("C059, P052", 700, tracking: 0.03), ink: RGBA(hex: 0x23402f))),
    PosterTemplate(
      "concert", Message("Concert", context: "template"), crown: "card-five-clubs-low-spreading",
      words: Message("ONE/LOUD/NIGHT/doors at nine/the old depot", context: "template"),
      Poster(
        page: Page(width: 270, height: 480), background: .falling(0x10061f, 0x4b1170, 0x8a1157), lines: [],
        lettering: letters("Inter Display, Inter", 800, tracking: 0), ink: RGBA(hex: 0xffe45e))),
    PosterTemplate(
      "garden", Message("Garden", context: "template"), crown: "floral-large-daisies-oak-leaves-garland-low",
      words: Message("WATER/wait/WONDER", context: "template"),
      Poster(
        background: .falling(0xeaf4d3, 0xb9dca0), lines: [],
        lettering: letters("P052, TeX Gyre Pagella", 700, tracking: 0.06), ink: RGBA(hex: 0x1c4a2c))),
    PosterTemplate(
      "chess", Message("Chess club", context: "template"), crown: "chess-king-cross-pattee",
      words: Message("THINK/twice/MOVE/ONCE", context: "template"),
      Poster(
        page: Page(width: 508, height: 508), background: .plain(0x2b2d31),
        lines: [],
        lettering: letters("P052, TeX Gyre Pagella", 700, tracking: 0.08), ink: RGBA(hex: 0xe7dfcc))),
    PosterTemplate(
      "terminal", Message("Works here", context: "template"), crown: "vallary-eight-pales",
      words: Message("IT WORKS/on my/MACHINE", context: "template"),
      Poster(
        page: Page(width: 480, height: 270), background: .plain(0x07100d),
        lines: [],
        lettering: letters("Nimbus Mono PS, DejaVu Sans Mono", 700, tracking: 0, stroke: 0.02),
        ink: RGBA(hex: 0x3fe08f))),
    PosterTemplate(
      "railway", Message("Slow train", context: "template"), crown: "eastern-eight-rays",
      words: Message("TAKE/the slow/TRAIN HOME", context: "template"),
      Poster(
        page: Page(width: 762, height: 508), background: .falling(0xffe3a1, 0xf7a072, 0xd4617c),
        lines: [],
        lettering: letters("Gillius ADF, Gillius ADF No2", 700, tracking: 0.12),
        ink: RGBA(hex: 0x331228))),
    PosterTemplate(
      "kitchen", Message("Kitchen", context: "template"), crown: "fairy-tale-eight-feathers",
      words: Message("SALT/the/WATER/not the/WORDS", context: "template"),
      Poster(
        background: .plain(0xe9f1ee), lines: [],
        lettering: letters("Gillius ADF No2", 700, tracking: 0.05), ink: RGBA(hex: 0xb1301c))),
  ]

  // MARK: Shorthands

  private static let glow = Point(0.5, 0.3)

  private static func letters(
    _ family: String, _ weight: Int, tracking: Double, stroke: Double = 0
  ) -> Lettering {
    Lettering(family: family, weight: weight, tracking: tracking, stroke: stroke, spacing: .optical)
  }
}

/// Shorthands for the backgrounds of templates and samples, from colours as 0xRRGGBB.
extension Background {
  public static func plain(_ hex: UInt32) -> Background { .color(RGBA(hex: hex)) }

  /// A gradient from top to bottom.
  public static func falling(_ colors: UInt32...) -> Background {
    .linear(stops: stops(colors), start: Point(0.5, 0), end: Point(0.5, 1))
  }

  /// A gradient from the upper left to the lower right.
  public static func slanted(_ colors: UInt32...) -> Background {
    .linear(stops: stops(colors), start: Point(0, 0), end: Point(1, 1))
  }

  /// A radial gradient; the centre is in fractions of the page, the radius in fractions of half its diagonal.
  public static func glowing(_ colors: UInt32..., at center: Point, radius: Double) -> Background {
    .radial(stops: stops(colors), center: center, radius: radius)
  }

  private static func stops(_ colors: [UInt32]) -> [Stop] {
    colors.enumerated().map { index, color in
      Stop(RGBA(hex: color), at: Double(index) / Double(max(colors.count - 1, 1)))
    }
  }
}

extension Background {
  /// Returns the background darkened by black with an opacity of `share`, 0…1; for a picture this sets its dimming.
  public func dimmed(by share: Double) -> Background {
    func dark(_ color: RGBA) -> RGBA {
      RGBA(red: 0, green: 0, blue: 0, alpha: share).composited(over: color)
    }
    func dark(_ stops: [Stop]) -> [Stop] {
      stops.map { stop in
        var stop = stop
        stop.color = dark(stop.color)
        return stop
      }
    }
    switch self {
    case .color(let color): return .color(dark(color))
    case .linear(let stops, let start, let end): return .linear(stops: dark(stops), start: start, end: end)
    case .radial(let stops, let center, let radius):
      return .radial(stops: dark(stops), center: center, radius: radius)
    case .picture(var picture):
      picture.dimming = max(picture.dimming, share)
      return .picture(picture)
    }
  }
}
