import TestSupport
import Testing
import Text

@Suite struct CSSReaderTests {
  private func tokens(_ text: String, keepsCase: Bool = true) -> [CSSReader.Token] {
    var reader = CSSReader(text, keepsCase: keepsCase)
    var tokens: [CSSReader.Token] = []
    while reader.next != .end {
      tokens.append(reader.next)
      reader.advance()
    }
    return tokens
  }

  /// The rules of CSS Syntax 3 §4.3, each where it decides.
  private static let cases: [(String, [CSSReader.Token])] = [
    ("1 +1 -1 .5 -.5 1.5e2 1e-1 1E3", [1, 1, -1, 0.5, -0.5, 150, 0.1, 1000].map { .number($0) }),
    ("1.", [.number(1), .mark(".")]), ("1.e2", [.number(1), .mark("."), .word("e2")]),
    ("5-3 5+3", [5, -3, 5, 3].map { .number($0) }), (".5.5", [.number(0.5), .number(0.5)]),
    ("50% -1%", [.percentage(50), .percentage(-1)]), ("+", [.mark("+")]), ("+a", [.mark("+"), .word("a")]),
    (
      "1e 1em 1e3m 2--x",
      [
        .dimension(1, unit: "e"), .dimension(1, unit: "em"), .dimension(1000, unit: "m"),
        .dimension(2, unit: "--x"),
      ]
    ),
    ("5px-3px", [.dimension(5, unit: "px-3px")]), ("1/**/px", [.number(1), .word("px")]),
    ("-a --b -- _c é a1", [.word("-a"), .word("--b"), .word("--"), .word("_c"), .word("é"), .word("a1")]),
    ("-1a", [.dimension(-1, unit: "a")]), ("rgb(1)", [.function("rgb"), .number(1), .mark(")")]),
    ("rgb (", [.word("rgb"), .mark("(")]), ("@media@1", [.atWord("media"), .mark("@"), .number(1)]),
    (
      "#fff#1a #-#",
      [
        .hash("fff", isIdentifier: true), .hash("1a", isIdentifier: false), .hash("-", isIdentifier: false),
        .mark("#"),
      ]
    ),
    (#""a\"b" 'c"d' "e"#, [.string("a\"b"), .string("c\"d"), .string("e")]),
    ("'a\nb'", [.bad, .word("b"), .string("")]), ("'a\\\nb'", [.string("ab")]),
    ("url(a.svg) url( #b ) URL(c) url()", [.url("a.svg"), .url("#b"), .url("c"), .url("")]),
    ("url('a b')", [.function("url"), .string("a b"), .mark(")")]), ("url(a b)x", [.bad, .word("x")]),
    ("url(a\\)b)", [.url("a)b")]), ("url(a(b)", [.bad]), ("url(a", [.url("a")]),
    (#"\72 ed r\65 d \a"#, [.word("red"), .word("red"), .word("\n")]),
    (#"\0 \110000 \d800"#, [.word("\u{FFFD}\u{FFFD}\u{FFFD}")]),
    ("\\é\\#x", [.word("é#x")]), ("\\\nx", [.mark("\\"), .word("x")]), ("x\\", [.word("x\u{FFFD}")]),
    (#"#\31 23 @\6d edia"#, [.hash("123", isIdentifier: true), .atWord("media")]),
    ("<!-- a --> <!-", [.commentMark, .word("a"), .commentMark, .mark("<"), .mark("!"), .mark("-")]),
    ("a/* b */c /*", [.word("a"), .word("c")]), ("/", [.mark("/")]),
    (",:;(){}[]", ",:;(){}[]".unicodeScalars.map { .mark($0) }),
    ("", []), (" \t\n\u{c}\r", []), ("\u{b}", [.mark("\u{b}")]),
  ]

  @Test(arguments: cases)
  func `a text has these tokens`(text: String, expected: [CSSReader.Token]) {
    #expect(tokens(text) == expected)
  }

  @Test func `values fold the letters of ASCII and no others`() {
    let expected: [CSSReader.Token] = [
      .function("rgb"), .dimension(1, unit: "px"), .word("É\u{212A}"), .string("A"),
      .hash("A", isIdentifier: true),
    ]

    // U+212A, the sign of Kelvin, becomes a k where case is folded beyond ASCII.
    #expect(tokens("RGB(1PX É\u{212A} 'A' #A", keepsCase: false) == expected)
  }

  @Test func `tokens lie in order within the text, and every text ends`() {
    let pieces = [
      "a", "-", "1", ".", "%", "e", "\"", "'", "\\", "(", ")", "[", "]", "{", "}", "url(", "/*", "*/", "#",
      "@", "\n",
      " ", "é", "👩‍🚀", "\u{0}", "<!--", "-->", ",", ":", ";", "!", "$",
    ]
    var chance = SeededGenerator(seed: 3)
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0...12, using: &chance)).map { _ in
        pieces.randomElement(using: &chance) ?? ""
      }
      .joined()
      var reader = CSSReader(text)
      var end = 0
      while reader.next != .end {
        #expect(reader.start >= end && reader.end > reader.start && reader.end <= text.utf8.count, "\(text)")
        end = reader.end
        reader.advance()
      }
      var skipped = CSSReader(text)
      while skipped.next != .end { skipped.skipComponent() }
      var read = CSSReader(text)
      while read.next != .end {
        _ = read.value { $0 == .mark(";") }
        read.advance()
      }
    }
  }

  @Test(arguments: [
    ("a  b/* c */d ; e", "a b d"), ("f(1;2) ;", "f(1;2)"), ("{;} x; y", "{;} x"), ("a ) b", "a"), ("", ""),
    ("'/**/' ;", "'/**/'"),
  ])
  func `a value ends at a mark outside of brackets`(text: String, value: String) {
    var reader = CSSReader(text)

    #expect(reader.value { $0 == .mark(";") } == value)
  }

  @Test(arguments: [
    ("calc(1px + 50%)", 51.0), ("calc(2 * (3px + 1em))", 38), ("min(10px, 50%, 3em)", 10),
    ("calc(1in / 2)", 48),
    ("clamp(1px, 200%, 30px)", 30), ("round(up, 13px, 5px)", 15), ("calc(100% - 2.5px)", 97.5),
    ("abs(-3px)", 3), ("max(1px, calc(2px * 4))", 8), ("calc(1px)", 1),
  ])
  func `arithmetic comes to a length`(text: String, length: Double) throws {
    var reader = CSSReader(text)
    let math = CSSMath(lengths: ["px": 1, "em": 16, "in": 96], whole: 100)

    #expect(try math.value(&reader) == CSSMath.Quantity(length, .length))
    #expect(reader.next == .end)
  }

  /// The table of CSS Values 4 §10.3, and what it says of infinities.
  @Test(arguments: [
    ("round(2.5)", 3.0), ("round(-2.5)", -2), ("round(nearest, 13, 5)", 15), ("round(up, 1.1)", 2),
    ("round(up, -1.9)", -1), ("round(down, 1.9)", 1), ("round(down, -1.1)", -2), ("round(to-zero, -1.9)", -1),
    ("round(to-zero, 1.9)", 1), ("round(up, 11, 5)", 15), ("round(down, 11, -5)", 10), ("round(5, 0)", 0),
    ("round(up, 1, infinity)", 1e9), ("round(down, 1, infinity)", 0), ("round(infinity, infinity)", 0),
    ("round(down, -1, infinity)", -1e9),
  ])
  func `rounding has four directions`(text: String, value: Double) throws {
    var reader = CSSReader(text)

    #expect(try CSSMath().value(&reader) == CSSMath.Quantity(value, .number))
  }

  @Test(arguments: [
    "calc(1px + 1)", "calc(1px * 1px)", "calc(1)px", "calc(1 +2)", "round(up 1)", "round(1px)", "calc()",
  ])
  func `arithmetic that means nothing is refused`(text: String) {
    var reader = CSSReader(text)
    let math = CSSMath(lengths: ["px": 1])

    #expect((try? math.value(&reader)) == nil || reader.next != .end)
  }
}
