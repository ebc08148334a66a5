import Testing

@testable import Posters

@Suite struct QuotationMarksTests {
  @Test(arguments: [
    ("say \"hello\" to him", "en", "say “hello” to him"), ("\"hallo\"", "de", "„hallo“"),
    ("\"salut\"", "fr-FR", "«\u{202F}salut\u{202F}»"), ("\"hej\"", "sv", "”hej”"),
    ("\"cześć\"", "pl", "„cześć”"), ("\"你好\"", "zh-Hant-HK", "「你好」"), ("\"hallo\"", "de-CH", "«hallo»"),
    ("don't", "en", "don’t"), ("ROCK 'N' ROLL", "en", "ROCK ’N’ ROLL"),
    ("'tis the season", "en", "’tis the season"), ("'tis what it isn't", "en", "’tis what it isn’t"),
    ("\"he said 'no' twice\"", "en", "“he said ‘no’ twice”"), ("(\"a\")", "en", "(“a”)"),
    ("12\" × 18'", "en", "12\" × 18'"), ("\"", "en", "”"), ("", "en", ""),
    ("Kids' \"day\"", "en", "Kids’ “day”"),
  ])
  func `straight marks become those of the language`(text: String, language: String, expected: String) {
    #expect(QuotationMarks(language: language).replacingStraight(in: text) == expected)
  }

  @Test(arguments: ["en", "de", "fr", "ja", "xx", "he", "zh-Hans"])
  func `a text without straight marks stays, and no mark is replaced twice`(language: String) {
    let marks = QuotationMarks(language: language)
    for text in ["“already” ‘set’", "„so“", "«ici»", "plain", "\"a 'b' c\" d'e", "\"\"\"''"] {
      let once = marks.replacingStraight(in: text)
      #expect(marks.replacingStraight(in: once) == once)
      if !text.contains("\"") && !text.contains("'") { #expect(once == text) }
    }
  }
}
