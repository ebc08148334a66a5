import Testing
import Text

@testable import VectorArt

@Suite struct SelectorTests {
  private static let document = """
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" id="s"><g id="g1" class="a b">\
    <rect id="r1" class="x"/><circle id="c1" data-k="one two"/><rect id="r2" class="x y" xml:lang="en-GB"/><g id="g2">\
    <path id="p1" class="y"/><rect id="r3"/></g></g><g id="g3" class="b"><circle id="c2" data-k="one-two"/>\
    <circle id="c3" data-k="One"/><rect id="r4" class="z x"/></g><path id="p2"/><use id="u" xlink:href="#r1"/></svg>
    """

  private func reader(_ text: String) -> SelectorReader { SelectorReader(CSSReader(text, keepsCase: true)) }

  private func matched(_ text: String) throws -> String {
    let elements = try MarkupReader.read(Array(Self.document.utf8), limits: .default).elements
    var reader = reader(text)
    let selectors = try reader.list()
    var matcher = SelectorMatcher(elements, steps: 100_000)
    return elements.indices.filter { index in selectors.contains { matcher.matches($0, index) } }
      .compactMap { elements[$0].attribute("id") }.joined(separator: " ")
  }

  /// The matches of another implementation, cssselect2, in the same document.
  private static let cases = [
    (":root", "s"),
    ("rect", "r1 r2 r3 r4"),
    ("RECT", ""),
    ("*", "s g1 r1 c1 r2 g2 p1 r3 g3 c2 c3 r4 p2 u"),
    ("g > rect", "r1 r2 r3 r4"),
    ("g rect", "r1 r2 r3 r4"),
    ("g + g", "g3"),
    ("g ~ path", "p2"),
    ("rect ~ g rect", "r3"),
    ("#g1 > .x", "r1 r2"),
    (".x.y", "r2"),
    (".x:not(.y)", "r1 r4"),
    (":not(g):not(svg)", "r1 c1 r2 p1 r3 c2 c3 r4 p2 u"),
    (":not(g, svg)", "r1 c1 r2 p1 r3 c2 c3 r4 p2 u"),
    (":is(rect, circle).x", "r1 r2 r4"),
    (":where(#g3, .a) > circle", "c1 c2 c3"),
    ("rect:first-child", "r1"),
    (":last-child", "s g2 r3 r4 u"),
    (":only-child", "s"),
    ("rect:first-of-type", "r1 r3 r4"),
    ("rect:last-of-type", "r2 r3 r4"),
    ("circle:only-of-type", "c1"),
    ("path:only-of-type", "p1 p2"),
    (":nth-child(2)", "c1 r3 g3 c3"),
    (":nth-child(odd)", "s g1 r1 r2 p1 c2 r4 p2"),
    (":nth-child(2n)", "c1 g2 r3 g3 c3 u"),
    (":nth-child(2n + 1)", "s g1 r1 r2 p1 c2 r4 p2"),
    (":nth-child(-n+2)", "s g1 r1 c1 p1 r3 g3 c2 c3"),
    (":nth-child(n+3)", "r2 g2 r4 p2 u"),
    (":nth-last-child(1)", "s g2 r3 r4 u"),
    (":nth-last-child(-n + 2)", "s r2 g2 p1 r3 c3 r4 p2 u"),
    ("rect:nth-of-type(2)", "r2"),
    (":nth-last-of-type(2)", "g1 r1 c2"),
    (":nth-child(2 of rect)", "r2"),
    (":nth-last-child(1 of .x)", "r2 r4"),
    ("[data-k]", "c1 c2 c3"),
    ("[data-k=one]", ""),
    ("[data-k=\"one\" i]", "c3"),
    ("[data-k~=one]", "c1"),
    ("[data-k|=one]", "c2"),
    ("[data-k^=one]", "c1 c2"),
    ("[data-k$=two]", "c1 c2"),
    ("[data-k*=\"e-t\"]", "c2"),
    ("[class~=\"x\"][class$=\"y\"]", "r2"),
    (":empty", "r1 c1 r2 p1 r3 c2 c3 r4 p2 u"),
    ("g:has(path)", "g1 g2"),
    ("g:has(> path)", "g2"),
    ("rect:has(+ g)", "r2"),
    ("circle:has(~ rect)", "c1 c2 c3"),
    ("g:not(:has(circle))", "g2"),
    ("g > :first-child + *", "c1 r3 c3"),
    ("g g > *", "p1 r3"),
    ("svg > g > g > rect", "r3"),
    ("g:nth-of-type(2) > circle:nth-of-type(2)", "c3"),
    (".b .x, .b > path", "r1 r2 r4"),
    (":is(g, :is(svg)) > path", "p1 p2"),
    ("* + * + *", "r2 g2 r4 p2 u"),
    (":not(:is(.x, .y, [data-k]))", "s g1 g2 r3 g3 p2 u"),
    ("\\72 ect", "r1 r2 r3 r4"),
    (".\\78", "r1 r2 r4"),
    ("#\\67 1", "g1"),
    (":hover", ""),
    ("a:link", ""),
    ("rect:not(:first-child):not(:last-child)", "r2"),
    ("[id^=\"r\"]:nth-child(3)", "r2 r4"),
    ("g rect ~ rect", "r2"),
    (":root > :nth-last-child(2)", "p2"),
  ]

  @Test(arguments: cases)
  func `selectors mean what another implementation finds`(selector: String, ids: String) throws {
    #expect(try matched(selector) == ids)
  }

  @Test(arguments: [
    (":lang(en)", "r2"), (":lang(EN-gb)", "r2"), (":lang(e)", ""), ("[*|href]", "u"), ("|rect", ""),
    ("*|rect.y", "r2"),
    ("rect/**/.y", "r2"), ("rect::before", ""), ("rect:before", ""), ("&", "s"), (":scope > path", "p2"),
    (":is(nope:nope, .y)", "r2 p1"), (":is()", ""), ("g:is(:nope)", ""),
    (":NTH-CHILD(EVEN)", "c1 g2 r3 g3 c3 u"),
    ("rect:not(:is(.x))", "r3"), (":nth-child(0)", ""), (":nth-child(+3)", "r2 r4 p2"),
    (":only-of-type:empty", "c1 p1 r3 r4 p2 u"),
  ])
  func `selectors beyond that one follow the specification`(selector: String, ids: String) throws {
    #expect(try matched(selector) == ids)
  }

  @Test(arguments: [
    "", ",", "a,", "a b >", "> a", "a > > b", "..a", "a..b", "#1", "[", "[a=]", "[a~ =b]", "a:nope",
    ":nope(x)", ":not()",
    ":not(:nope)", ":nth-child(n 1)", ":nth-child(2 n)", ":nth-child()", "a/**/b", "p|a", "[p|a]",
    ":has(:nope)", "a b{", "a)",
    String(repeating: ":not(", count: 40) + "a", String(repeating: "a ", count: 300),
  ])
  func `what is no selector is refused`(selector: String) {
    var reader = reader(selector)

    #expect(throws: SelectorReader.Fault.self) { try reader.list() }
  }

  @Test(arguments: [
    ("*", 0, 0, 0), ("a", 0, 0, 1), ("a.b#c[d]", 1, 2, 1), (":is(a, #b, .c)", 1, 0, 0),
    (":where(#a) b", 0, 0, 1),
    (":not(a.b)", 0, 1, 1), (":nth-child(2 of #a, b)", 1, 1, 0), ("a::before", 0, 0, 2),
    (":has(> .a)", 0, 1, 0),
    ("a:hover", 0, 1, 1),
  ])
  func `selectors weigh what the specification says`(text: String, ids: Int, classes: Int, types: Int) throws
  {
    var reader = reader(text)

    #expect(try reader.list().map(\.specificity) == [Specificity(ids: ids, classes: classes, types: types)])
  }

  @Test func `selectors that have many ways to fail end`() throws {
    let depth = 60
    let text = String(repeating: "<g>", count: depth) + String(repeating: "</g>", count: depth)
    let elements = try MarkupReader.read(Array("<svg>\(text)</svg>".utf8), limits: .default).elements
    var reader = reader(String(repeating: "g ", count: 20) + "path g")
    let selector = try reader.list()[0]
    var matcher = SelectorMatcher(elements, steps: 1_000_000)

    #expect(elements.indices.allSatisfy { !matcher.matches(selector, $0) })
    #expect(matcher.stepsLeft > 800_000)
  }
}
