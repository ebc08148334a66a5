import Testing
import Text
import Typography

@testable import Posters

@Suite struct LineBreakerTests {
  private let font = Font(family: "Inter, sans-serif", size: 1, weight: 700)

  private func breaker(_ text: String) -> LineBreaker {
    LineBreaker(TextSetting(text, font: font), typesetter: Typesetter())
  }

  @Test(arguments: [2, 3, 4, 5])
  func `the widest line is as narrow as any other way of breaking makes it`(count: Int) throws {
    let text = "AND CARRY ON WHATEVER THE WEATHER MAY BE"
    let words = text.split(separator: " ").map(String.init)
    var breaker = breaker(text)
    let broken = breaker.lines(count)
    let parts = try #require(broken)

    // Every choice of so many breaks, slowly.
    var best = Double.infinity
    for choice in 0..<(1 << (words.count - 1)) where choice.nonzeroBitCount == count - 1 {
      var lines = [[words[0]]]
      for (index, word) in words.dropFirst().enumerated() {
        if choice >> index & 1 == 1 { lines.append([word]) } else { lines[lines.count - 1].append(word) }
      }
      let typesetter = Typesetter()
      var sized = font
      sized.size = 100
      let widths = lines.map { typesetter.line($0.joined(separator: " "), font: sized).width / 100 }
      best = min(best, widths.max() ?? 0)
    }
    // Widths are taken from the whole line, where kerning goes on over the spaces.
    #expect(abs((parts.map(\.width).max() ?? 0) - best) < 0.05)
    let characters = Array(text)
    #expect(parts.map { String(characters[$0.range]) }.joined(separator: " ") == text)
  }

  @Test func `there are as many lines as words and no more`() {
    var one = breaker("CONGRATULATIONS")
    let (whole, torn) = (one.lines(1), one.lines(2))
    #expect(one.mostLines == 1 && torn?.count == nil && whole?.count == 1)
    var three = breaker("A B C")
    let parts = three.lines(3)
    #expect(three.mostLines == 3 && parts?.map(\.range) == [0..<1, 2..<3, 4..<5])
  }

  /// Returns the lines of a text.
  private func lines(_ text: String, _ count: Int, language: String?, phrases: Bool = true) -> [String] {
    let setting = TextSetting(text, font: font, language: language)
    var breaker = LineBreaker(setting, keepsPhrases: phrases, typesetter: Typesetter())
    let characters = Array(text)
    return (breaker.lines(count) ?? []).map { String(characters[$0.range]) }
  }

  @Test(arguments: [
    ("THE SOUND OF THE SEA AT NIGHT", 3, "en"), ("DER KLANG DES MEERES IN DER NACHT", 3, "de"),
    ("MUZYKA I TANIEC W PARKU", 3, "pl"), ("LA NUIT DES MUSÉES À PARIS", 3, "fr"),
  ])
  func `no line ends with a word that belongs to the next`(text: String, count: Int, language: String) {
    let lines = lines(text, count, language: language)

    #expect(lines.count == count && lines.joined(separator: " ") == text)
    let bound = ["THE", "OF", "AT", "DER", "DES", "IN", "I", "W", "LA", "À"]
    for line in lines.dropLast() {
      #expect(!bound.contains(line.split(separator: " ").last.map(String.init) ?? ""), "\(lines)")
    }
  }

  @Test func `lines end with phrases where that costs little`() {
    #expect(lines("COME IN, WE ARE OPEN", 2, language: "en") == ["COME IN,", "WE ARE OPEN"])
    #expect(
      lines("落ち着いて日常を続けよう", 2, language: "ja").first.map {
        "落ち着いて日常を".hasPrefix($0) && $0.last.map { "てを".contains($0) } == true
      }
        == true)
    #expect(
      lines("A LATE FERRY – FLAWLESS WEATHER", 2, language: "en") == ["A LATE FERRY –", "FLAWLESS WEATHER"])
    // A large difference of widths counts more.
    #expect(lines("A, EXTRAORDINARILY LONG", 2, language: "en").first == "A, EXTRAORDINARILY")
  }

  @Test func `without phrases only widths count`() {
    let text = "AND CARRY ON WHATEVER THE WEATHER MAY BE"
    #expect(Phrases(Array(text), language: "en").penalty(from: 3, to: 4) > 0)
    var (plain, other) = (breaker(text), breaker(text))
    #expect(plain.lines(3)?.map(\.range) == other.lines(3)?.map(\.range))
  }
}
