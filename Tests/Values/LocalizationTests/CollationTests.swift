import Glibc
import Testing

@testable import Localization

@Suite struct CollationTests {
  private static let hasLocales = ["de_DE", "sv_SE", "tr_TR", "fr_FR"].allSatisfy {
    LocaleName($0)?.withInstalled { _ in true } == true
  }

  private func sorted(_ words: [String], _ locale: String?) -> [String] {
    Collation(locale.flatMap { LocaleName($0) }).sorted(words) { $0 }
  }

  @Test(
    .enabled(if: hasLocales, "the package locales-all is not installed"),
    arguments: [
      ("de_DE", ["Obst", "Öl", "Zebra"]), ("sv_SE", ["Obst", "Zebra", "Öl"]),
      ("de_DE", ["apfel", "Äpfel", "Birne"]), ("tr_TR", ["cam", "çam", "ısı", "iz"]),
      ("fr_FR", ["cote", "coté", "côté", "Côté d’or"]), ("nl_NL", ["één", "eend", "twee"]),
    ])
  func `a locale orders words as its dictionaries do`(locale: String, words: [String]) {
    #expect(sorted(words.reversed(), locale) == words)
    #expect(sorted(words.shuffled(), locale) == words)
  }

  @Test(arguments: [nil, "xx_YY", "C", "../../etc"])
  func `without a locale capital and small letters are one, and equal texts keep their order`(locale: String?)
  {
    #expect(sorted(["b", "A", "c", "B", "a"], locale) == ["A", "a", "b", "B", "c"])
  }

  @Test func `a text with a null character, an empty and a very long one are ordered`() {
    let long = String(repeating: "x", count: 1_000_000)
    for locale in ["de_DE", nil] {
      #expect(sorted(["b", long, "", "a\0c"], locale) == ["", "a\0c", "b", long])
    }
  }

  @Test(
    .enabled(if: hasLocales, "the package locales-all is not installed"),
    arguments: [
      (["LANG": "de_DE.UTF-8"], "1,5"), (["LANG": "en_US.UTF-8", "LC_NUMERIC": "fr_FR"], "1,5"),
      (["LANG": "de_DE.UTF-8", "LC_NUMERIC": "en_GB.UTF-8"], "1.5"), (["LANG": "de_CH.UTF-8"], "1.5"),
      (["LANG": "de_DE", "LC_ALL": "C"], "1.5"), (["LANG": "xx_YY"], "1.5"), ([:], "1.5"),
    ])
  func `numbers have the separator of LC_NUMERIC`(variables: [String: String], text: String) {
    var language = Language.english
    language.adoptConventions { variables[$0] }

    #expect(language.shown(number: "1.5") == text)
  }

  @Test(.enabled(if: hasLocales, "the package locales-all is not installed"))
  func `the order is that of LC_COLLATE, whatever the language of the texts`() {
    var language = Language.english
    language.adoptConventions { ["LANG": "en_US.UTF-8", "LC_COLLATE": "sv_SE.UTF-8"][$0] }

    #expect(language.collation == Collation(LocaleName("sv_SE")))
  }

  @Test func `a number in a message has the decimal separator of the language`() {
    var language = Language.english
    language.decimalSeparator = ","
    let message = Message(
      "{width} mm in {file}", ["file": "a.json"], parts: ["width": Message(number: "0.25")])

    #expect(language.localized(message) == "0,25 mm in a.json")
    #expect(message.english == "0.25 mm in a.json")
  }
}
