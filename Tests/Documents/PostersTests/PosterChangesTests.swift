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
    #expect(try applied("writing-mode=vertical-rl").lettering.writingMode == .vertical)
    #expect(try applied("capital-sharp-s=true").lettering.capitalSharpS)
    #expect(
      try applied("line1=\"a\" 'b'", "language=de", "line2-language=fr", "line2=\"c\"", "quotes=typographic")
        .lines
        .map(\.text) == ["„a“ „b“", "«\u{202F}c\u{202F}»"])
    #expect(try applied("axes=wdth=75,slnt=-5.5").lettering.axes == ["wdth": 75, "slnt": -5.5])
    #expect(try applied("axes=wdth=75", "axes=none").lettering.axes.isEmpty)
    #expect(
      try applied("features=smcp,liga=0, ss01=2").lettering.features == ["smcp": 1, "liga": 0, "ss01": 2])
    #expect(try applied("capital-forms=true").lettering.capitalForms)
    #expect(try applied("colors=true").lettering.keepsColors)
    #expect(try applied("optical-sizing=true").lettering.opticalSizing)
    #expect(try applied("wrap=true").wraps && applied("tint=true").tintsEmblem)
    #expect(try applied("crown-scale=1.5").emblemScale == 1.5)
    #expect(try applied("crown-offset=0.02,-0.05").emblemOffset == Vector(0.02, -0.05))
    #expect(try applied("margins=0.2").margins == Margins(sides: 0.2, top: 0.2, bottom: 0.2))
    #expect(try applied("margins=0.1,0.05,0").margins == Margins(sides: 0.1, top: 0.05, bottom: 0))
    #expect(try applied("bleed=3").bleed == 3)
    #expect(try applied("leading=1.2").lettering.leading == 1.2)
    #expect(try applied("guides=x20,y-3.5,x488").guides == Guides(vertical: [20, 488], horizontal: [-3.5]))
    #expect(try applied("guides=x20", "guides=none").guides.isEmpty)
    var titled = poster
    titled.title = "New"
    #expect(try applied("title=New") == titled)
  }

  @Test func `a line's property changes that line alone, and none is that of the poster`() throws {
    let pairs = [
      "line2-size=0.6", "line2-align=left", "line2-fit=tracking", "line2-space=-0.5", "line2-footer=true",
      "line2-arc=-90",
      "line2-font=Cabin", "line2-weight=300", "line2-tracking=0.2", "line2-ink=red", "line2-capitals=false",
      "line2-language=de",
    ]
    var wanted = poster
    (wanted.lines[1].size, wanted.lines[1].alignment, wanted.lines[1].fit) = (0.6, .left, .tracking)
    (wanted.lines[1].spaceBefore, wanted.lines[1].isFooter, wanted.lines[1].font) = (-0.5, true, "Cabin")
    (wanted.lines[1].weight, wanted.lines[1].tracking) = (300, 0.2)
    (wanted.lines[1].ink, wanted.lines[1].capitals) = (RGBA(hex: 0x123456), false)
    (wanted.lines[1].language, wanted.lines[1].arc) = ("de", -90)

    let changed = try PosterChanges(parsing: pairs).applied(to: poster, from: sources)
    #expect(changed == wanted)
    let names = pairs.map { $0.prefix { $0 != "=" } }.filter {
      !$0.hasSuffix("-align") && !$0.hasSuffix("-footer")
    }
    let undone = try PosterChanges(
      parsing: names.map { $0 + "=none" } + ["line2-align=center", "line2-footer=false"]
    )
    .applied(to: changed, from: sources)
    #expect(undone == poster)
  }

  @Test func `a word's property changes that word alone`() throws {
    let pairs = [
      "line2=DRINK more TEA", "line2-word3-ink=red", "line2-word3-size=1.5", "line2-word2-italic=true",
    ]
    let changed = try PosterChanges(parsing: pairs).applied(to: poster, from: sources)
    let spans = changed.lines[1].spans

    #expect(spans.map(\.characters) == [6..<10, 11..<14])
    #expect(spans.last?.style.ink == RGBA(hex: 0x123456) && spans.last?.style.size == 1.5)
    #expect(spans.first?.style.italic == true && changed.lines[0].spans.isEmpty)
    for pair in ["line2-spans=none", "line2=TEA"] {
      #expect(try PosterChanges(parsing: [pair]).applied(to: changed, from: sources).lines[1].spans.isEmpty)
    }
  }

  @Test func `axes and features are those of a line or of a word, and none takes them back`() throws {
    let pairs = [
      "line2=DRINK TEA", "line1-axes=wdth=75,slnt=-5", "line1-features=ss01,liga=0", "line2-fit=width",
      "line2-word2-axes=wdth=150", "line2-word2-features=smcp",
    ]

    let changed = try PosterChanges(parsing: pairs).applied(to: poster, from: sources)

    #expect(changed.lines[0].axes == ["wdth": 75, "slnt": -5])
    #expect(changed.lines[0].features == ["ss01": 1, "liga": 0] && changed.lines[1].fit == .width)
    let span = try #require(changed.lines[1].spans.first)
    #expect(
      span.characters == 6..<9 && span.style.axes == ["wdth": 150] && span.style.features == ["smcp": 1])
    #expect(changed.lines[1].axes.isEmpty && changed.lettering.axes.isEmpty)
    let undone = try PosterChanges(parsing: [
      "line1-axes=none", "line1-features=none", "line2-word2-axes=none", "line2-word2-features=none",
    ]).applied(to: changed, from: sources)
    #expect(undone.lines[0] == poster.lines[0] && undone.lines[1].spans.isEmpty)
  }

  @Test func `a footer is added, replaced and removed, and another text keeps it`() throws {
    let one = try applied("footer=12 May/example.org")
    #expect(one.lines.map(\.text) == ["KEEP", "CALM", "12 May", "example.org"])
    #expect(one.lines.map(\.isFooter) == [false, false, true, true])
    func changed(_ pair: String) throws -> [String] {
      try PosterChanges(parsing: [pair]).applied(to: one, from: sources).lines.map(\.text)
    }
    #expect(try changed("text=GO") == ["GO", "12 May", "example.org"])
    #expect(try changed("footer=NOW") == ["KEEP", "CALM", "NOW"])
    #expect(try changed("footer=none") == ["KEEP", "CALM"])
  }

  @Test func `a picture is dimmed and blurred, and nothing else is`() throws {
    let photo = Poster(background: .picture(.init(bytes: [1])))
    let changed = try PosterChanges(parsing: ["dim=0.4", "blur=0.05"]).applied(to: photo, from: sources)
    #expect(changed.background == .picture(.init(bytes: [1], dimming: 0.4, blur: 0.05)))
  }

  @Test(arguments: [
    ["ink"], ["=3"], ["colour=red"], ["line0=A"], ["line9=A"], ["weight=heavy"], ["page=huge"],
    ["ink=#123456", "background=nonsense("], ["tracking=99"], ["spacing=wide"], ["writing-mode=down"],
    ["quotes=straight"],
    ["capital-sharp-s=SS"], ["wrap=yes"],
    ["crown-scale=9"],
    ["line1-word2-ink=red"], ["line1-word1-size=9"],
    ["line1-word1-colour=red"], ["line1-spans=all"], ["line1-size=9"], ["line1-size=big"], ["line3-size=1"],
    ["line1-align=top"], ["line1-fit=height"],
    ["line1-axes=wdth"], ["line1-features=small"], ["line1-word1-axes=width=75"], ["line1-word1-features=,"],
    ["line1-space=5"], ["line1-colour=red"], ["line1-weight=0"], ["leading=-1"],
    ["crown-offset=2,0"], ["crown-offset=1"], ["margins=0.5"], ["margins=1,2"], ["bleed=-1"], ["blur=0.05"],
    ["axes=wdth"], ["axes=width=75"], ["axes=wdth=wide"], ["axes=wdth=1e9"], ["features=small"],
    ["features=smcp=-1"], ["features=smcp,,ss01"], ["features=smcp=yes"], ["capital-forms=1"],
    ["guides="], ["guides=20"], ["guides=x"], ["guides=x20,"], ["guides=z3"], ["guides=x99999"],
    ["guides=xnan"],
    ["guides=" + Array(repeating: "x1", count: 101).joined(separator: ",")],
  ])
  func `one change that is wrong refuses all`(pairs: [String]) {
    #expect(throws: PosterError.self) {
      try PosterChanges(parsing: pairs).applied(to: poster, from: sources)
    }
  }
}
