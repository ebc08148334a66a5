import Colors
public import Geometry
public import Posters
import Text

/// A poster to start from, with placeholder words to be replaced: one that ships, or a person's own.
public struct PosterTemplate: Sendable {
  /// Its name on the command line.
  public let name: String
  /// Its title for people.
  public let title: String
  /// Whether it is a file of a person's own.
  public let isOwn: Bool
  /// The reason why a person's own template cannot be used, or nil.
  public let fault: TemplateFolder.Refusal?
  /// The poster; of a template that ships, without its crown.
  private let design: Poster
  /// The id of a crown in the catalogue, or nil.
  private let crown: String?

  init(_ name: String, _ title: String, crown: String?, _ design: Poster) {
    self.name = name
    self.title = title
    self.crown = crown
    self.design = design
    (isOwn, fault) = (false, nil)
  }

  /// Creates a person's own template from a poster whose title is that of the template.
  init(own name: String, _ poster: Poster) {
    self.name = name
    title = poster.title.isEmpty ? name : poster.title
    (design, crown, isOwn, fault) = (poster, nil, true, nil)
  }

  /// Creates a person's own template that cannot be used.
  init(own name: String, title: String, fault: TemplateFolder.Refusal) {
    (self.name, self.title, self.fault) = (name, title, fault)
    (design, crown, isOwn) = (Poster(background: .plain(0xffffff), lines: []), nil, true)
  }

  /// Returns the template with a name, or nil.
  public static func named(_ name: String) -> PosterTemplate? { all.first { $0.name == name } }

  /// The page size and background, for a placeholder before anything is drawn.
  public var page: Size { Size(design.page.width, design.page.height) }
  public var background: Background { design.background }

  /// Returns a new poster in a language, a BCP 47 tag or nil for none; `lines` replace the template's lines.
  ///
  /// - Throws: ``TemplateFolder/Refusal`` if the template has a fault, or the error of
  ///   ``PosterSources/emblem(_:by:)`` if the crown cannot be drawn.
  public func poster(lines: [Poster.Line]? = nil, language: String? = nil) throws -> Poster {
    if let fault { throw fault }
    var poster = design
    poster.title = title
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
    PosterTemplate(
      "blank", "Blank", crown: nil,
      Poster(
        background: .plain(0xfbfaf7), lines: [], lettering: Lettering(spacing: .optical),
        ink: RGBA(hex: 0x1d1d1f))),
    PosterTemplate(
      "calm", "Keep calm", crown: "default",
      Poster(
        background: .plain(0xd00000), lines: lines("KEEP", "CALM", "and", "CARRY", "ON"), ink: .white)),
    PosterTemplate(
      "coffee", "Coffee first", crown: "chess-queen-five-pearls",
      Poster(
        background: .falling(0x3b2417, 0x6d4128),
        lines: lines("FIRST", "COFFEE", "then", "THE WORLD"),
        lettering: letters("URW Bookman, C059", 700, tracking: 0.02), ink: RGBA(hex: 0xf6dfb6))),
    PosterTemplate(
      "wedding", "Wedding", crown: "floral-roses-laurel-sprigs-garland",
      Poster(
        page: Page(width: 210, height: 297), background: .glowing(0xfffaf1, 0xf1e4d2, at: glow, radius: 1.2),
        lines: [large("Anna"), small("&"), large("Tobias"), small("the twelfth of June")],
        lettering: letters("Z003, P052", 500, tracking: 0.01, stroke: 0.01), ink: RGBA(hex: 0x7a4a2a))),
    PosterTemplate(
      "exhibition", "Exhibition", crown: nil,
      Poster(
        page: Page(width: 297, height: 420), background: .plain(0xff5a36),
        lines: [large("LIGHT"), large("ON"), large("PAPER"), small("3 May to 27 June, free on Sundays")],
        lettering: letters("Inter Display, Inter", 900, tracking: -0.02), ink: RGBA(hex: 0x160a06))),
    PosterTemplate(
      "night-sky", "Night sky", crown: "celestial-eight-stars-starred-circlet",
      Poster(
        background: .glowing(0x3d4fa3, 0x0a0e2a, at: glow, radius: 1.2),
        lines: lines("LOOK", "UP", "once a night"),
        lettering: letters("URW Gothic, Inter", 600, tracking: 0.12, stroke: 0.01),
        ink: RGBA(hex: 0xfff1c4))),
    PosterTemplate(
      "market", "Farmers' market", crown: "harvest-ears-wheat-daisies-two-branches",
      Poster(
        background: .plain(0xffd23f),
        lines: [large("FRESH"), large("& NEAR"), small("Saturdays from eight"), small("on the square")],
        lettering: letters("Nimbus Sans Narrow, Inter", 700, tracking: 0.01, stroke: 0.02),
        ink: RGBA(hex: 0x12402b))),
    PosterTemplate(
      "birthday", "Birthday", crown: "cartoon-five-pearls",
      Poster(
        page: Page(width: 508, height: 508), background: .slanted(0xff8fb1, 0xffc371),
        lines: [large("MILA"), small("is"), large("SEVEN"), small("cake at three")],
        lettering: letters("Cabin", 700, tracking: 0.04, stroke: 0.05), ink: RGBA(hex: 0x4a1140))),
    PosterTemplate(
      "regatta", "Regatta", crown: "naval-four-sails-sterns",
      Poster(
        background: .falling(0x0a3d62, 0x0f6b8f), lines: lines("FAIR", "WIND", "to all of", "YOU"),
        lettering: letters("Cabin", 700, tracking: 0.1), ink: RGBA(hex: 0xf5efdf))),
    PosterTemplate(
      "library", "Reading room", crown: "laurel-laurel-sprigs-pearls-two-branches",
      Poster(
        page: Page(width: 210, height: 297), background: .plain(0xf2eadb),
        lines: lines("QUIET", "please", "SOMEONE", "IS IN", "A STORY"),
        lettering: letters("C059, P052", 700, tracking: 0.03), ink: RGBA(hex: 0x23402f))),
    PosterTemplate(
      "concert", "Concert", crown: "card-five-clubs-low-spreading",
      Poster(
        page: Page(width: 270, height: 480), background: .falling(0x10061f, 0x4b1170, 0x8a1157),
        lines: [
          large("ONE"), large("LOUD"), large("NIGHT"), small("doors at nine"), small("the old depot"),
        ],
        lettering: letters("Inter Display, Inter", 800, tracking: 0), ink: RGBA(hex: 0xffe45e))),
    PosterTemplate(
      "garden", "Garden", crown: "floral-large-daisies-oak-leaves-garland-low",
      Poster(
        background: .falling(0xeaf4d3, 0xb9dca0), lines: lines("WATER", "wait", "WONDER"),
        lettering: letters("P052, TeX Gyre Pagella", 700, tracking: 0.06), ink: RGBA(hex: 0x1c4a2c))),
    PosterTemplate(
      "chess", "Chess club", crown: "chess-king-cross-pattee",
      Poster(
        page: Page(width: 508, height: 508), background: .plain(0x2b2d31),
        lines: lines("THINK", "twice", "MOVE", "ONCE"),
        lettering: letters("P052, TeX Gyre Pagella", 700, tracking: 0.08), ink: RGBA(hex: 0xe7dfcc))),
    PosterTemplate(
      "terminal", "Works here", crown: "vallary-eight-pales",
      Poster(
        page: Page(width: 480, height: 270), background: .plain(0x07100d),
        lines: lines("IT WORKS", "on my", "MACHINE"),
        lettering: letters("Nimbus Mono PS, DejaVu Sans Mono", 700, tracking: 0, stroke: 0.02),
        ink: RGBA(hex: 0x3fe08f))),
    PosterTemplate(
      "railway", "Slow train", crown: "eastern-eight-rays",
      Poster(
        page: Page(width: 762, height: 508), background: .falling(0xffe3a1, 0xf7a072, 0xd4617c),
        lines: lines("TAKE", "the slow", "TRAIN HOME"),
        lettering: letters("Gillius ADF, Gillius ADF No2", 700, tracking: 0.12),
        ink: RGBA(hex: 0x331228))),
    PosterTemplate(
      "kitchen", "Kitchen", crown: "fairy-tale-eight-feathers",
      Poster(
        background: .plain(0xe9f1ee), lines: lines("SALT", "the", "WATER", "not the", "WORDS"),
        lettering: letters("Gillius ADF No2", 700, tracking: 0.05), ink: RGBA(hex: 0xb1301c))),
  ]

  // MARK: Shorthands

  private static let glow = Point(0.5, 0.3)

  /// Returns large lines, and small ones for texts in lower case.
  private static func lines(_ texts: String...) -> [Poster.Line] {
    texts.map { Poster.Line($0, rank: $0 == $0.lowercased() ? .small : .large) }
  }

  private static func large(_ text: String) -> Poster.Line { Poster.Line(text) }
  private static func small(_ text: String) -> Poster.Line { Poster.Line(text, rank: .small) }

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
