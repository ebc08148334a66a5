import Localization
import Posters
import Testing

@testable import PosterEditor

@Suite struct PosterEditTests {
  /// The words by which steps were stored before they had identifiers, and their identifiers, which stay as they are.
  static let identifiers = [
    ("typing", "typing"),
    ("deleting", "deleting"),
    ("new line", "new-line"),
    ("deleting a line", "deleting-line"),
    ("line order", "line-order"),
    ("line size", "line-size"),
    ("line font", "line-font"),
    ("line weight", "line-weight"),
    ("line tracking", "line-tracking"),
    ("line ink", "line-ink"),
    ("capitals", "capitals"),
    ("letters as typed", "letters-as-typed"),
    ("letters of its own", "letters-of-its-own"),
    ("letters as the poster", "letters-as-the-poster"),
    ("title", "title"),
    ("font", "font"),
    ("weight", "weight"),
    ("tracking", "tracking"),
    ("stroke", "stroke"),
    ("spacing", "spacing"),
    ("line breaks", "line-breaks"),
    ("ink", "ink"),
    ("nearest ink that reads", "nearest-ink"),
    ("ground", "ground"),
    ("kind of ground", "ground-kind"),
    ("gradient", "gradient"), ("gradient colour", "gradient-color"),
    ("another colour", "another-color"),
    ("fewer colours", "fewer-colors"),
    ("swapped ends", "swapped-ends"),
    ("picture as ground", "picture-as-ground"),
    ("picture's part", "picture-part"),
    ("dimming", "dimming"),
    ("dimmed ground", "dimmed-ground"),
    ("blur", "blur"),
    ("new crown", "new-crown"),
    ("no crown", "no-crown"),
    ("crown design", "crown-design"),
    ("crown place", "crown-place"),
    ("crown size", "crown-size"),
    ("crown as it was in 1939", "crown-as-in-1939"),
    ("page", "page"),
    ("turned page", "turned-page"),
    ("margins", "margins"),
    ("bleed", "bleed"),
    ("changes from elsewhere", "changes-from-elsewhere"),
    ("Renaming", "renaming"),
    ("Changes from the command line", "changes-from-command-line"),
    ("crown in the ink", "crown-in-ink"),
    ("crown in its colours", "crown-in-its-colors"),
  ]

  @Test(arguments: identifiers)
  func `a step is called as before, whatever it is stored as`(words: String, identifier: String) {
    // The words of this step became plainer.
    let words = words == "nearest ink that reads" ? "nearest legible ink" : words
    #expect(PosterEdit(rawValue: identifier).title(in: .english) == words)
  }

  @Test func `a step of a newer version is called by its identifier`() {
    #expect(PosterEdit(rawValue: "new-thing").title(in: .english) == "new-thing")
  }

  /// As a history of an earlier version is read: each step has the words that it was stored by.
  @Test func `what was stored by words is shown by the same words`() throws {
    let steps = Self.identifiers.map { #"{"name":"\#($0.0)","members":{}}"# }.joined(separator: ",")
    let stored = #"{"schema":"regalia-history","version":1,"undone":[\#(steps)],"redone":[]}"#

    let history = try PosterHistory(bytes: Array(stored.utf8), present: Poster())

    #expect(history.undone.reversed().map(\.edit.rawValue) == Self.identifiers.map(\.1))
  }
}
