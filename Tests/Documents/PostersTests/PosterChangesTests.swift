import Colors
import Geometry
import Posters
import Testing

@Suite struct PosterChangesTests {
  private let poster = Poster(lines: [.init("KEEP"), .init("CALM")])
  private let sources = PosterChanges.Sources(
    emblem: { _ in .none }, background: { try Background(css: $0, page: $1) },
    ink: { _ in RGBA(hex: 0x123456) }, isTinted: { $0.isTintedByItself() })

  private func applied(_ pairs: String...) throws -> Poster {
    try PosterChanges(parsing: pairs).applied(to: poster, from: sources)
  }

  @Test func `each name changes its own part and nothing else`() throws {
    #expect(try applied("ink=#123456").ink == RGBA(hex: 0x123456))
    #expect(try applied("line2=DRINK = TEA").lines.map(\.text) == ["KEEP", "DRINK = TEA"])
    #expect(try applied("line3=ON").lines.count == 3)
    #expect(try applied("text=A/b/C").lines.map(\.rank) == [.large, .small, .large])
    #expect(try applied("page=A4").page == Page(width: 210, height: 297))
    #expect(try applied("weight=400", "tracking=0.2").lettering.weight == 400)
    #expect(try applied("spacing=optical").lettering.spacing == .optical)
    #expect(try applied("capital-sharp-s=true").lettering.capitalSharpS)
    #expect(
      try applied("line1=\"a\" 'b'", "language=de", "line2-language=fr", "line2=\"c\"", "quotes=typographic")
        .lines
        .map(\.text) == ["„a“ „b“", "«\u{202F}c\u{202F}»"])
    #expect(try applied("wrap=true").wraps && applied("tint=true").tintsEmblem)
    #expect(try applied("crown-scale=1.5").emblemScale == 1.5)
    #expect(try applied("crown-offset=0.02,-0.05").emblemOffset == Vector(0.02, -0.05))
    #expect(try applied("margins=0.2").margins == Margins(sides: 0.2, top: 0.2, bottom: 0.2))
    #expect(try applied("margins=0.1,0.05,0").margins == Margins(sides: 0.1, top: 0.05, bottom: 0))
    #expect(try applied("bleed=3").bleed == 3)
    var titled = poster
    titled.title = "New"
    #expect(try applied("title=New") == titled)
  }

  @Test func `a picture is dimmed and blurred, and nothing else is`() throws {
    let photo = Poster(background: .picture(.init(bytes: [1])))
    let changed = try PosterChanges(parsing: ["dim=0.4", "blur=0.05"]).applied(to: photo, from: sources)
    #expect(changed.background == .picture(.init(bytes: [1], dimming: 0.4, blur: 0.05)))
  }

  @Test(arguments: [
    ["ink"], ["=3"], ["colour=red"], ["line0=A"], ["line9=A"], ["weight=heavy"], ["page=huge"],
    ["ink=#123456", "background=nonsense("], ["tracking=99"], ["spacing=wide"], ["quotes=straight"],
    ["capital-sharp-s=SS"], ["wrap=yes"],
    ["crown-scale=9"],
    ["crown-offset=2,0"], ["crown-offset=1"], ["margins=0.5"], ["margins=1,2"], ["bleed=-1"], ["blur=0.05"],
  ])
  func `one change that is wrong refuses all`(pairs: [String]) {
    #expect(throws: PosterError.self) {
      try PosterChanges(parsing: pairs).applied(to: poster, from: sources)
    }
  }
}
