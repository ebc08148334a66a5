import Localization
import Posters

extension PosterEdit {
  /// Returns the name of the edit, as in a menu after “Undo”.
  func title(in language: Language) -> String {
    Self.titles[self].map { language.localized($0) } ?? rawValue
  }

  /// The names of known edits.
  private static let titles: [PosterEdit: Message] = [
    .typing: Message("typing", context: "step"),
    .deleting: Message("deleting", context: "step"),
    .newLine: Message("new line", context: "step"),
    .deletingLine: Message("deleting a line", context: "step"),
    .lineOrder: Message("line order", context: "step"),
    .lineSize: Message("line size", context: "step"),
    .lineFont: Message("line font", context: "step"),
    .lineWeight: Message("line weight", context: "step"),
    .lineTracking: Message("line tracking", context: "step"),
    .lineInk: Message("line ink", context: "step"),
    .capitals: Message("capitals", context: "step"),
    .lettersAsTyped: Message("letters as typed", context: "step"),
    .lettersOfItsOwn: Message("letters of its own", context: "step"),
    .lettersAsThePoster: Message("letters as the poster", context: "step"),
    .title: Message("title", context: "step"),
    .font: Message("font", context: "step"),
    .weight: Message("weight", context: "step"),
    .tracking: Message("tracking", context: "step"),
    .stroke: Message("stroke", context: "step"),
    .language: Message("language", context: "step"),
    .lineLanguage: Message("line language", context: "step"),
    .spacing: Message("spacing", context: "step"),
    .capitalSharpS: Message("capital ẞ", context: "step"),
    .quotationMarks: Message("quotation marks", context: "step"),
    .touchingLetters: Message("touching letters", context: "step"),
    .lineBreaks: Message("line breaks", context: "step"),
    .ink: Message("ink", context: "step"),
    .nearestInk: Message("nearest ink that reads", context: "step"),
    .ground: Message("ground", context: "step"),
    .groundKind: Message("kind of ground", context: "step"),
    .gradient: Message("gradient", context: "step"),
    .gradientColor: Message("gradient colour", context: "step"),
    .anotherColor: Message("another colour", context: "step"),
    .fewerColors: Message("fewer colours", context: "step"),
    .swappedEnds: Message("swapped ends", context: "step"),
    .pictureAsGround: Message("picture as ground", context: "step"),
    .picturePart: Message("picture's part", context: "step"),
    .dimming: Message("dimming", context: "step"),
    .dimmedGround: Message("dimmed ground", context: "step"),
    .blur: Message("blur", context: "step"),
    .newCrown: Message("new crown", context: "step"),
    .noCrown: Message("no crown", context: "step"),
    .crownDesign: Message("crown design", context: "step"),
    .crownPlace: Message("crown place", context: "step"),
    .crownSize: Message("crown size", context: "step"),
    .crownInInk: Message("crown in the ink", context: "step"),
    .crownInItsColors: Message("crown in its colours", context: "step"),
    .crownAsIn1939: Message("crown as it was in 1939", context: "step"),
    .page: Message("page", context: "step"),
    .turnedPage: Message("turned page", context: "step"),
    .margins: Message("margins", context: "step"),
    .bleed: Message("bleed", context: "step"),
    .changesFromElsewhere: Message("changes from elsewhere", context: "step"),
    .renaming: Message("Renaming", context: "step"),
    .changesFromCommandLine: Message("Changes from the command line", context: "step"),
  ]
}
