/// The kind of an editing step, with an identifier that is stored in files and never shown.
///
/// Identifiers of newer versions are preserved.
public struct PosterEdit: RawRepresentable, Hashable, Sendable {
  /// The identifier, such as `line-order`.
  public let rawValue: String

  /// Creates a kind of step from its identifier.
  public init(rawValue: String) { self.rawValue = rawValue }

  private init(_ rawValue: String) { self.rawValue = rawValue }

  /// Text was typed.
  public static let typing = PosterEdit("typing")
  /// Text was deleted.
  public static let deleting = PosterEdit("deleting")
  /// A line was added.
  public static let newLine = PosterEdit("new-line")
  /// A line was deleted.
  public static let deletingLine = PosterEdit("deleting-line")
  /// A line was moved.
  public static let lineOrder = PosterEdit("line-order")
  /// A line got another size.
  public static let lineSize = PosterEdit("line-size")
  /// A line got another position between the margins.
  public static let lineAlignment = PosterEdit("line-alignment")
  /// A line was fitted to the width, or no longer.
  public static let lineFit = PosterEdit("line-fit")
  /// The space above a line was changed.
  public static let lineSpace = PosterEdit("line-space")
  /// A line was curved, or no longer.
  public static let lineArc = PosterEdit("line-arc")
  /// A line became a footer, or no longer.
  public static let footer = PosterEdit("footer")
  /// A line got another font.
  public static let lineFont = PosterEdit("line-font")
  /// A line got another weight.
  public static let lineWeight = PosterEdit("line-weight")
  /// A line got another tracking.
  public static let lineTracking = PosterEdit("line-tracking")
  /// A line got another ink.
  public static let lineInk = PosterEdit("line-ink")
  /// Selected letters got another font, size or style.
  public static let letterStyle = PosterEdit("letter-style")
  /// A line was set in capitals.
  public static let capitals = PosterEdit("capitals")
  /// A line was no longer set in capitals.
  public static let lettersAsTyped = PosterEdit("letters-as-typed")
  /// A line got its own lettering.
  public static let lettersOfItsOwn = PosterEdit("letters-of-its-own")
  /// A line got the poster's lettering.
  public static let lettersAsThePoster = PosterEdit("letters-as-the-poster")
  /// The title was changed in the editor.
  public static let title = PosterEdit("title")
  /// The poster got another font.
  public static let font = PosterEdit("font")
  /// The poster got other fallback fonts.
  public static let fallbackFonts = PosterEdit("fallback-fonts")
  /// The letters got a named instance of their font.
  public static let fontStyle = PosterEdit("font-style")
  /// The value of a font's axis was changed.
  public static let fontAxis = PosterEdit("font-axis")
  /// Letters and emoji keep their colours, or no longer.
  public static let fontColors = PosterEdit("font-colors")
  /// A feature of the font was switched.
  public static let fontFeature = PosterEdit("font-feature")
  /// The letters got another weight.
  public static let weight = PosterEdit("weight")
  /// The letters got another tracking.
  public static let tracking = PosterEdit("tracking")
  /// The letters got another stroke.
  public static let stroke = PosterEdit("stroke")
  /// The language of the poster was changed.
  public static let language = PosterEdit("language")
  /// The language of a line was changed.
  public static let lineLanguage = PosterEdit("line-language")
  /// The space between lines was changed.
  public static let leading = PosterEdit("leading")
  /// A change of the letter spacing.
  public static let spacing = PosterEdit("spacing")
  /// A change of the direction of lines.
  public static let writingMode = PosterEdit("writing-mode")
  /// In capitals ß became ẞ, or SS again.
  public static let capitalSharpS = PosterEdit("capital-sharp-s")
  /// Straight quotation marks became those of the language.
  public static let quotationMarks = PosterEdit("quotation-marks")
  /// Letters may touch, or no longer.
  public static let touchingLetters = PosterEdit("touching-letters")
  /// Lines are broken, or no longer.
  public static let lineBreaks = PosterEdit("line-breaks")
  /// The ink was changed.
  public static let ink = PosterEdit("ink")
  /// All colours became those of a scheme.
  public static let colorScheme = PosterEdit("color-scheme")
  /// An earlier version became the present one.
  public static let earlierVersion = PosterEdit("earlier-version")
  /// The ink became the nearest one with enough contrast.
  public static let nearestInk = PosterEdit("nearest-ink")
  /// The colour of the background was changed.
  public static let ground = PosterEdit("ground")
  /// The kind of the background was changed.
  public static let groundKind = PosterEdit("ground-kind")
  /// An end of the gradient was moved.
  public static let gradient = PosterEdit("gradient")

  /// A colour of the gradient was changed.
  public static let gradientColor = PosterEdit("gradient-color")
  /// The gradient got another colour.
  public static let anotherColor = PosterEdit("another-color")
  /// The gradient lost a colour.
  public static let fewerColors = PosterEdit("fewer-colors")
  /// The ends of the gradient were exchanged.
  public static let swappedEnds = PosterEdit("swapped-ends")
  /// A picture became the background.
  public static let pictureAsGround = PosterEdit("picture-as-ground")
  /// Another part of the picture became visible.
  public static let picturePart = PosterEdit("picture-part")
  /// The dimming of the background was changed.
  public static let dimming = PosterEdit("dimming")
  /// The background was dimmed until the ink has enough contrast.
  public static let dimmedGround = PosterEdit("dimmed-ground")
  /// The blur of the background was changed.
  public static let blur = PosterEdit("blur")
  /// The crown was replaced.
  public static let newCrown = PosterEdit("new-crown")
  /// The crown was removed.
  public static let noCrown = PosterEdit("no-crown")
  /// The crown was designed.
  public static let crownDesign = PosterEdit("crown-design")
  /// The crown was moved.
  public static let crownPlace = PosterEdit("crown-place")
  /// The crown was scaled.
  public static let crownSize = PosterEdit("crown-size")
  /// The crown was drawn in the ink.
  public static let crownInInk = PosterEdit("crown-in-ink")
  /// The crown was drawn in its own colours.
  public static let crownInItsColors = PosterEdit("crown-in-its-colors")
  /// The crown's usual place and size were restored.
  public static let crownAsIn1939 = PosterEdit("crown-as-in-1939")
  /// A code was added.
  public static let newCode = PosterEdit("new-code")
  /// A picture or drawing was added.
  public static let newPicture = PosterEdit("new-picture")
  /// A code, picture or drawing was removed.
  public static let noElement = PosterEdit("no-element")
  /// A code, picture or drawing was moved.
  public static let elementPlace = PosterEdit("element-place")
  /// A code, picture or drawing was resized.
  public static let elementSize = PosterEdit("element-size")
  /// A picture was drawn in the ink, or in its own colours.
  public static let elementTint = PosterEdit("element-tint")
  /// A picture or drawing was replaced by another one.
  public static let elementPicture = PosterEdit("element-picture")
  /// A code, picture or drawing was moved in front of others or behind them.
  public static let elementOrder = PosterEdit("element-order")
  /// The contents of a code were changed.
  public static let codeContents = PosterEdit("code-contents")
  /// The symbology of a code was changed.
  public static let codeKind = PosterEdit("code-kind")
  /// The error correction of a code was changed.
  public static let codeLevel = PosterEdit("code-level")
  /// A code got a plate, or lost it.
  public static let codePlate = PosterEdit("code-plate")
  /// The page got another size.
  public static let page = PosterEdit("page")
  /// The page was turned.
  public static let turnedPage = PosterEdit("turned-page")
  /// The margins were changed.
  public static let margins = PosterEdit("margins")
  /// The bleed was changed.
  public static let bleed = PosterEdit("bleed")
  /// A guide was added, moved or removed.
  public static let guides = PosterEdit("guides")
  /// The animation was changed.
  public static let animation = PosterEdit("animation")
  /// Another window or program changed the poster.
  public static let changesFromElsewhere = PosterEdit("changes-from-elsewhere")
  /// The title was changed in the gallery.
  public static let renaming = PosterEdit("renaming")
  /// A command changed the poster.
  public static let changesFromCommandLine = PosterEdit("changes-from-command-line")
}

extension PosterEdit {
  /// Creates a kind of step from the English name under which earlier versions stored it; unknown names are preserved.
  init(formerName name: String) { self = Self.formerNames[name] ?? PosterEdit(rawValue: name) }

  // Untranslated: stored in files of earlier versions.
  private static let formerNames: [String: PosterEdit] = [
    "new line": .newLine,
    "deleting a line": .deletingLine,
    "line order": .lineOrder,
    "line size": .lineSize,
    "line font": .lineFont,
    "line weight": .lineWeight,
    "line tracking": .lineTracking,
    "line ink": .lineInk,
    "letters as typed": .lettersAsTyped,
    "letters of its own": .lettersOfItsOwn,
    "letters as the poster": .lettersAsThePoster,
    "line breaks": .lineBreaks,
    "nearest ink that reads": .nearestInk,
    "kind of ground": .groundKind,
    "gradient colour": .gradientColor,
    "another colour": .anotherColor,
    "fewer colours": .fewerColors,
    "swapped ends": .swappedEnds,
    "picture as ground": .pictureAsGround,
    "picture's part": .picturePart,
    "dimmed ground": .dimmedGround,
    "new crown": .newCrown,
    "no crown": .noCrown,
    "crown design": .crownDesign,
    "crown place": .crownPlace,
    "crown size": .crownSize,
    "crown in the ink": .crownInInk,
    "crown in its colours": .crownInItsColors,
    "crown as it was in 1939": .crownAsIn1939,
    "turned page": .turnedPage,
    "changes from elsewhere": .changesFromElsewhere,
    "Renaming": .renaming,
    "Changes from the command line": .changesFromCommandLine,
  ]
}
