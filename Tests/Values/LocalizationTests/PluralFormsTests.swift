import TestSupport
import Testing

@testable import Localization

@Suite struct PluralFormsTests {
  @Test(arguments: [
    ("n != 1", 2, [1, 0, 1, 1]), ("n > 1", 2, [0, 0, 1, 1]), ("0", 1, [0, 0, 0, 0]),
    ("n==0?2:n==1?0:1", 3, [2, 0, 1, 1]), ("!n", 2, [1, 0, 0, 0]), ("!!n", 2, [0, 1, 1, 1]),
    ("!(n % 2) && n || n == 3", 2, [0, 0, 1, 1]), ("n - 3 > 100", 2, [1, 1, 1, 0]),
    ("1 + 2 * n == 5", 2, [0, 0, 1, 0]), ("8 / 4 / 2 - 1 + n % 2", 2, [0, 1, 0, 1]),
    ("n < 2 == 1", 2, [1, 1, 0, 0]), ("\tn>=2\n", 2, [0, 0, 1, 1]), ("n", 3, [0, 1, 2, 0]),
  ])
  func `expressions are those of C`(rule: String, count: Int, forms: [Int]) throws {
    let plurals = try PluralForms("nplurals=\(count); plural=\(rule);")

    #expect((0..<4).map { plurals.form(for: $0) } == forms)
  }

  @Test(arguments: ["n / 0", "n % (n - n)", "1 / 0 ? 1 : 1", "5", "0 - 1", "99999999999999999999999"])
  func `what has no form is the first one`(rule: String) throws {
    let plurals = try PluralForms("nplurals=2; plural=\(rule)")

    for number in [0, 1, -1, Int.min, .max] { #expect(plurals.form(for: number) == 0) }
  }

  @Test func `numbers below zero are as those above`() throws {
    #expect(PluralForms.germanic.form(for: -1) == 0)
    #expect(PluralForms.germanic.form(for: Int.min) == 1)
  }

  @Test(
    arguments: [
      "", "plural=0", "nplurals=2", "nplurals=17; plural=0", "nplurals=-1; plural=0", "nplurals=2; plural=",
      "nplurals=2; plural=n=1", "nplurals=2; plural=m", "nplurals=2; plural=(n", "nplurals=2; plural=n)",
      "nplurals=2; plural=n ? 1", "nplurals=2; plural=-1", "nplurals=2; plural=n & 1",
      "nplurals=2; plural=f(n)",
      "nplurals=2; plural=1 +", "nplurals=2; plural=\0n",
    ])
  func `what is no rule is refused`(text: String) {
    #expect(throws: MessageCatalogError.self) { try PluralForms(text) }
  }

  @Test func `what is too long or too deep is refused`() {
    let deep = [String(repeating: "(", count: 400) + "n" + String(repeating: ")", count: 400)]
    for rule in deep + [String(repeating: "n?", count: 400), String(repeating: "n+", count: 5000) + "n"] {
      #expect(throws: MessageCatalogError.self) { try PluralForms("nplurals=2; plural=" + rule) }
    }
  }

  @Test func `the longest chains are evaluated`() throws {
    for chain in ["n+", "!", "n&&", "1?n:"] {
      let count = min(900 / chain.utf8.count, chain == "1?n:" ? 40 : 900)
      let plurals = try PluralForms("nplurals=2;plural=" + String(repeating: chain, count: count) + "n")
      #expect((0...1).contains(plurals.form(for: 1)))
    }
  }

  @Test func `random rules give a form that exists, or are refused`() {
    var generator = SeededGenerator(seed: 7)
    let words = ["n", "1", "10", "(", ")", "?", ":", "!", "&&", "||", "==", "<", "%", "/", "-", "+", " "]
    var read = 0
    for _ in 0..<20_000 {
      let rule = (0..<Int.random(in: 1...9, using: &generator))
        .map { _ in words.randomElement(using: &generator) ?? "" }.joined()
      guard let plurals = try? PluralForms("nplurals=3; plural=\(rule);") else { continue }
      read += 1
      let number = Int.random(in: Int.min...Int.max, using: &generator)
      if !(0..<3).contains(plurals.form(for: number)) { Issue.record("\(rule) for \(number)") }
    }
    #expect(read > 100)
  }
}
