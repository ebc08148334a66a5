import Testing

@testable import Localization

@Suite struct PseudoLanguageTests {
  private static let messages = [
    Message("Delete {name}?", ["name": "Sea and sky"]), Message("Save"), Message("Page Up", context: "key"),
    Message("{count} crown", plural: "{count} crowns", count: 3), Message("a"), Message("{{ literal }}"),
    Message("“{name}” cannot be read: {reason}", ["name": "x.png"], parts: ["reason": Message("no pixels")]),
  ]

  /// Returns the numbers of letters in the words of a text.
  private func words(_ text: String) -> [Int] {
    text.split { !$0.isLetter }.map(\.count)
  }

  @Test(arguments: messages)
  func `each word is at least 40 percent longer, and values stay as they are`(message: Message) {
    // Letters without values, so that only words of the message count.
    let bare = Message(text: message.text, plural: message.plural, count: message.count)
    let english = words(bare.english.replacing(#/\{[a-z]+\}/#, with: ""))
    let text = Language.lengthened.localized(bare).replacing(#/\{[a-z]+\}/#, with: "")

    let longer = words(text)

    #expect(longer.count == english.count)
    for (new, old) in zip(longer, english) { #expect(Double(new) >= 1.4 * Double(old)) }
    #expect(text.hasPrefix("[") && text.hasSuffix("]"))
    #expect(!text.contains { "aeiouAEIOU".contains($0) })
    for value in message.values.values where value.count > 1 {
      #expect(Language.lengthened.localized(message).contains(value))
    }
  }

  @Test func `words of the mirrored language run from right to left, in their places`() {
    let text = Language.mirrored.localized("Delete {name}", ["name": "Sea"])

    #expect(text == "\u{200f}\u{202e}Delete\u{202c}\u{200f} Sea")
    #expect(text.unicodeScalars.count { $0 == "\u{202e}" } == text.unicodeScalars.count { $0 == "\u{202c}" })
  }

  @Test(arguments: [("en_XA", "en-XA"), ("ar_XB.UTF-8", "ar-XB"), ("en_GB", "en"), ("ar", "en")])
  func `pseudo-locales need no catalogue`(name: String, tag: String) {
    let locales = LocaleName.preferred { $0 == "LANGUAGE" ? name : nil }

    #expect(Language.preferred(locales) { _ in nil }.tag == tag)
  }

  @Test func `a reason inside a sentence is in the language of the sentence`() {
    let german = Language(tag: "de") { message in
      ["not read: {reason}": "nicht gelesen: {reason}", "no pixels": "keine Pixel"][message.text]
    }
    let message = Message("not read: {reason}", parts: ["reason": Message("no pixels")])

    #expect(german.localized(message) == "nicht gelesen: keine Pixel")
    #expect(message.english == "not read: no pixels")
  }

  @Test func `an error speaks every language if it has a message, and else its own words`() {
    struct Known: LocalizableError { let message = Message("no pixels") }
    struct Unknown: Error, CustomStringConvertible { let description = "{odd} words" }
    let german = Language(tag: "de") { $0.text == "no pixels" ? "keine Pixel" : nil }

    #expect(german.localized(Known() as any Error) == "keine Pixel")
    #expect("\(Known())" == "no pixels")
    #expect(german.localized(Unknown()) == "{odd} words")
  }
}
