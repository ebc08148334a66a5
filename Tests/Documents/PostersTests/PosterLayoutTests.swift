import Colors
import Geometry
import Images
import PlanarGeometry
import Text
import Testing
import Typography

@testable import Posters

@Suite(.enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"))
struct PosterLayoutTests {
  private let typesetter = Typesetter()

  private func layout(_ text: String, _ change: (inout Poster) -> Void = { _ in }) throws -> PosterLayout {
    var poster = try Samples.poster(text)
    change(&poster)
    return PosterLayout(poster, typesetter: typesetter)
  }

  @Test func `the default has the proportions of 1939`() throws {
    let layout = try layout("KEEP/CALM/and/CARRY/ON")
    let (width, height) = (layout.page.width, layout.page.height)
    let crown = try #require(layout.emblem?.bounds)
    // Tops, bottoms and widths as measured on the poster, and the share of the width that may differ.
    let measured: [(top: Double, bottom: Double, width: Double, tolerance: Double)] = [
      (0.037, 0.203, 0.270, 0.01), (0.245, 0.356, 0.593, 0.01), (0.409, 0.520, 0.669, 0.01),
      (0.564, 0.613, 0.238, 0.01), (0.657, 0.770, 0.762, 0.04), (0.822, 0.941, 0.347, 0.01),
    ]

    for (box, wanted) in zip([crown] + layout.lines.map(\.bounds), measured) {
      #expect(abs(box.minY / height - wanted.top) < 0.01)
      #expect(abs(box.maxY / height - wanted.bottom) < 0.01)
      #expect(abs(box.width / width - wanted.width) < wanted.tolerance)
      #expect(abs(box.midX / width - 0.5) < 1e-6)
    }
    #expect(layout.lines.count == 5 && layout.warnings.isEmpty)
    #expect(layout.lines[2].setting.font.size / layout.lines[0].setting.font.size == 0.44)
  }

  @Test(arguments: [
    "A", "ON", "KEEP/CALM", "KEEP/CALM/and/PROGRAM/IN/SWIFT", "UNDERSTANDING/is/EVERYTHING", "one/two/three",
    "A/B/C/D/E/F/G/H/I/J/K/L/M/N/O/P", "a very long small line that goes on and on/HI", "ÅÄÖ/ÇĘŞ/Q̣J̌Ŷ",
    "ẤẤẤ/ẤẤẤ/ẤẤẤ/ẤẤẤ", "KEEP CALM AND CARRY ON WITH A LINE THAT IS MUCH TOO LONG FOR ANY POSTER OF THIS SIZE",
    "gypsy/GYPSY",
    "שלום/עולם", "مرحبا/بالعالم", "日本語/ポスター", "ไทย/हिन्दी", "",
  ])
  func `nothing leaves the margins or touches another line`(text: String) throws {
    let places: [(page: Page, emblem: Emblem)] = [
      (.poster, Samples.crown), (Page.poster.turned, Samples.triangle),
      (Page(width: 100, height: 1000), .none),
    ]
    for place in places {
      let layout = try layout(text) { ($0.page, $0.emblem) = (place.page, place.emblem) }
      let sheet = layout.page
      var boxes = layout.lines.map(\.bounds)
      if let crown = layout.emblem?.bounds { boxes.insert(crown, at: 0) }

      for box in boxes {
        #expect(box.minX >= 0.05 * sheet.width && box.maxX <= 0.95 * sheet.width, "\(text) \(place.page)")
        #expect(box.minY >= 0.02 * sheet.height && box.maxY <= 0.98 * sheet.height, "\(text) \(place.page)")
      }
      for (above, below) in zip(boxes, boxes.dropFirst()) {
        #expect(above.maxY < below.minY, "\(text) \(place.page)")
      }
    }
  }

  @Test(arguments: [
    "A", "LONG/LONGER/THE LONGEST OF ALL", "KEEP/CALM/and/CARRY/ON", "A/B/C/D/E/F/G/H", "日本/A/b",
  ])
  func `large lines share one size and small ones have 0,44 of it`(text: String) throws {
    let lines = try layout(text).lines
    let large = Set(lines.filter { $0.rank == .large }.map(\.setting.font.size))
    let small = Set(lines.filter { $0.rank == .small }.map(\.setting.font.size))

    #expect(large.count == 1)
    for size in small { #expect(abs(size / (large.first ?? 0) - 0.44) < 1e-9) }
  }

  @Test func `the layout grows with the page`() throws {
    let small = try layout("KEEP/CALM/and/CARRY/ON") { $0.page = Page(width: 254, height: 381) }
    let large = try layout("KEEP/CALM/and/CARRY/ON")

    for (a, b) in zip(small.lines, large.lines) {
      #expect(abs(a.bounds.minX * 2 - b.bounds.minX) < 0.05 && abs(a.bounds.maxY * 2 - b.bounds.maxY) < 0.05)
    }
  }

  @Test func `tracking tears no joined letters apart`() throws {
    func width(_ text: String, _ tracking: Double) throws -> Double {
      let line = try layout(text) { $0.lettering.tracking = tracking }.lines[0]
      return line.bounds.width / line.setting.font.size
    }

    #expect(try abs(width("مرحبا", 0.5) - width("مرحبا", 0)) < 1e-3)
    #expect(try width("AB", 0.5) - width("AB", 0) > 0.3)
  }

  @Test func `right-to-left lines say so and lie in the middle`() throws {
    let line = try layout("שלום").lines[0]

    #expect(line.isRightToLeft)
    #expect(abs(line.bounds.midX - 720) < 1e-6)
  }

  @Test func `combining marks stay with their letters`() throws {
    let composed = try layout("É").lines[0].bounds
    let combined = try layout("E\u{301}").lines[0].bounds

    #expect(abs(composed.width - combined.width) < 1 && abs(composed.height - combined.height) < 1)
  }

  @Test func `missing glyphs and fonts, control characters and empty lines are named`() throws {
    let warnings = try layout("A") {
      $0.lettering.family = "No Such Font"
      $0.lines = [Poster.Line("A\u{10FFFD}\u{1}"), Poster.Line("   "), Poster.Line("\u{200B}")]
    }.warnings

    #expect(
      warnings.contains {
        if case .missingFont(let font, nil) = $0 { font.family == "No Such Font" } else { false }
      })
    #expect(warnings.contains(.missingCharacters(["\u{10FFFD}"], line: 0)))
    #expect(warnings.contains(.controlCharacters(line: 0)))
    #expect(warnings.contains(.emptyLine(1)))
    #expect(warnings.contains { $0.description.contains("U+10FFFD") })
  }

  @Test func `absurd posters are laid out all the same`() throws {
    let layout = try layout("A") {
      $0.page = Page(width: .nan, height: -.infinity)
      $0.lettering = Lettering(family: "", weight: -4, tracking: .nan, stroke: .infinity)
      $0.lines = Array(repeating: Poster.Line(String(repeating: "W", count: 100_000)), count: 3)
      $0.emblem = .path(
        Path {
          $0.move(to: Point(.nan, 0)); $0.line(to: Point(.infinity, 3))
        }, source: "")
      $0.background = .linear(stops: [], start: Point(.nan, 0), end: .zero)
    }

    #expect(layout.page.width > 0 && layout.page.height > 0)
    for line in layout.lines { #expect(line.bounds.origin.isFinite && line.bounds.maxX <= layout.page.maxX) }
    #expect(layout.warnings.contains(.cutText(line: 0)))
  }

  @Test func `an emblem without overlaps covers what it covered`() throws {
    let squares = Path {
      $0.append(Path(rect: Rect(x: 0, y: 0, width: 20, height: 20)))
      $0.append(Path(rect: Rect(x: 10, y: 10, width: 20, height: 20)))
    }
    var layout = try layout("A") { $0.emblem = .path(squares, source: "") }
    let before = try #require(layout.emblem?.bounds)
    #expect(layout.emblemHasOverlaps)

    layout.removeEmblemOverlaps()

    guard case .path(let path) = layout.emblem else {
      Issue.record("the emblem is a path no longer")
      return
    }
    #expect(!layout.emblemHasOverlaps)
    let bounds = try #require(path.bounds)
    #expect(abs(bounds.minX - before.minX) < 1e-2 && abs(bounds.maxY - before.maxY) < 1e-2)
    // Two squares of 400, of which 100 lie under both, in a box of 900.
    let covered = path.signedArea / (bounds.width * bounds.height)
    #expect(abs(covered - 700.0 / 900) < 1e-3)
    let byOtherRule = try path.overlapsRemoved(fillRule: .evenOdd).signedArea
    #expect(abs(byOtherRule - path.signedArea) < 1e-3 * path.signedArea)
  }

  @Test func `letters and their stroke are one area without overlaps`() throws {
    for line in try layout("KEEP/CALM/and/CARRY/ON").lines {
      // An area without overlaps has the same extent by both rules.
      let again = try line.path.overlapsRemoved(fillRule: .evenOdd)
      #expect(abs(again.signedArea - line.path.signedArea) < 1e-3 * line.path.signedArea)
      let bare = try typesetter.outline(of: line.setting).overlapsRemoved()
      #expect(line.path.signedArea > bare.signedArea * 1.1)
      #expect(line.stroke == 0.03 * line.setting.font.size)
    }
  }

  @Test(arguments: [0, 0.09])
  func `no letters are joined that the text keeps apart`(tracking: Double) throws {
    // A letter of its own has as many contours in the middle of a word as alone.
    func contours(_ text: String) throws -> Int {
      try layout(text) { ($0.lettering.tracking, $0.lettering.stroke) = (tracking, 0) }.lines
        .reduce(0) { $0 + $1.path.elements.count { if case .move = $0 { true } else { false } } }
    }
    for word in ["GOES", "POEM", "HEROES", "AESOP"] {
      #expect(try contours(word) == word.reduce(0) { try $0 + contours(String($1)) }, "\(word)")
    }
  }

  // MARK: Wrapping

  private static let long = "KEEP/CALM/AND CARRY ON WHATEVER THE WEATHER MAY BE TOMORROW/ON"

  @Test func `a line that is much too long is broken into balanced lines where the document says so`() throws
  {
    let plain = try layout(Self.long)
    let wrapped = try layout(Self.long) { $0.wraps = true }

    #expect(plain.lines.count == 4)
    let parts = wrapped.lines.filter { $0.index == 2 }
    #expect(parts.count > 1)
    #expect(
      parts.map(\.setting.text).joined(separator: " ") == "AND CARRY ON WHATEVER THE WEATHER MAY BE TOMORROW")
    #expect(wrapped.lines[0].capHeight > 1.5 * plain.lines[0].capHeight)
    let widths = parts.map(\.bounds.width)
    #expect((widths.min() ?? 0) > 0.25 * (widths.max() ?? 0))
    // The parts hold all that is stored, each character once.
    #expect(parts.map(\.range).first?.lowerBound == 0)
    for (part, next) in zip(parts, parts.dropFirst()) {
      #expect(part.range.upperBound == next.range.lowerBound)
    }
    #expect(parts.last?.range.upperBound == 49)
    #expect(wrapped.refusal == nil)
    for line in wrapped.lines {
      #expect(line.bounds.minX >= 0.05 * wrapped.page.width && line.bounds.maxX <= 0.95 * wrapped.page.width)
    }
  }

  @Test(arguments: ["KEEP/CALM/and/CARRY/ON", "KEEP/CONGRATULATIONS", "MIND THE/gap", "日本語/ポスター"])
  func `lines that are not too long, or one word, stay whole`(text: String) throws {
    let plain = try layout(text)
    let wrapped = try layout(text) { $0.wraps = true }

    #expect(wrapped.lines == plain.lines)
  }

  @Test(arguments: [
    "long alone is a line of words that nobody could read in one piece", "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字/一/二",
  ])
  func `a line alone and one without spaces are broken too`(text: String) throws {
    let wrapped = try layout(text) { $0.wraps = true }

    #expect(wrapped.lines.count { $0.index == 0 } > 1)
  }

  @Test func `a line that fits is not broken, however short the others are`() throws {
    for text in [
      "HAPPY/birthday to/x/who is/7", "HAPPY/birthday to/x", "A/B/C/D/E/F/G/H I J/K/L",
    ] {
      let layout = try layout(text) { ($0.page, $0.wraps) = (Page(width: 210, height: 297), true) }
      #expect(layout.lines.count == text.split(separator: "/").count, "\(text)")
    }
  }

  /// Two thirds of the size of the others is what a line in one piece has at least; in parts it has more than in one.
  @Test(arguments: [
    "KEEP/CALM AND CARRY ON NOW", "ONE/TWO THREE/FOUR FIVE SIX SEVEN/EIGHT",
    "GO/and do what has to be done/now",
    "ABC/DEF GHI JKL MNO PQR/DEF GHI JKL MNO PQR", "a b c d e f g h i j k l m/x/HELLO",
  ])
  func `a line is broken only where that makes its rank larger`(text: String) throws {
    let whole = try layout(text)
    let wrapped = try layout(text) { $0.wraps = true }
    for rank in Poster.Line.Rank.allCases {
      func size(_ layout: PosterLayout) -> Double? { layout.lines.first { $0.rank == rank }?.capHeight }
      guard let before = size(whole), let after = size(wrapped) else { continue }
      let broken = Dictionary(grouping: wrapped.lines.filter { $0.rank == rank }, by: \.index)
        .contains { $0.value.count > 1 }
      #expect(broken ? after > before : after > 0.99 * before, "\(text) \(rank)")
    }
  }

  @Test(arguments: [
    "HAPPY BIRTHDAY TO YOU/HAPPY BIRTHDAY TO YOU/MILA",
    "MY/LONG AND LONGER LINE/SO/LONG AND LONGER LINE/LA/LA/LA",
    "we are as long as we are together/HI/we are as long as we are together/x",
  ])
  func `equal lines are broken alike`(text: String) throws {
    let layout = try layout(text) { $0.wraps = true }
    let texts = text.split(separator: "/").map(String.init)
    let parts = texts.indices.map { index in layout.lines.filter { $0.index == index }.map(\.setting.text) }
    for (index, other) in texts.enumerated() {
      let first = try #require(texts.firstIndex(of: other))
      #expect(parts[index] == parts[first], "\(other)")
    }
    #expect(parts.contains { $0.count > 1 })
  }

  @Test(arguments: [12, 60, 200])
  func `a crown never rests on letters, however small a long line makes them`(length: Int) throws {
    let layout = try layout(String(repeating: "KEEP CALM ", count: length / 10))
    let crown = try #require(layout.emblem?.bounds)
    let gap = layout.lines[0].bounds.minY - crown.maxY
    // On the poster of 1939 it is a quarter of the crown's height.
    #expect(gap > 0.2 * crown.height, "\(gap / crown.height)")
  }

  @Test func `letters below two millimetres are refused where lines wrap, and warned of elsewhere`() throws {
    let word = String(repeating: "W", count: 300)
    let wrapped = try layout("KEEP/\(word)") { $0.wraps = true }
    let plain = try layout("KEEP/\(word)")

    // All large lines share one size, so the first is as small.
    #expect(wrapped.refusal?.field == "lines[0].text")
    #expect(wrapped.refusal?.description.contains("mm high") == true)
    #expect(plain.refusal == nil)
    #expect(plain.warnings.contains { if case .smallCapitals = $0 { true } else { false } })
    let stamp = try layout("KEEP/CALM/and/CARRY/ON") {
      ($0.page, $0.wraps) = (Page(width: 20, height: 30), true)
    }
    #expect(stamp.refusal == nil)
  }

  @Test func `capital ß is SS or ẞ as chosen`() throws {
    for (choice, expected) in [(false, "GROSSE STRASSE"), (true, "GROẞE STRAẞE")] {
      let layout = try layout("große straße") { $0.lettering.capitalSharpS = choice }
      #expect(layout.lines[0].setting.text == expected)
    }
    // Letters as typed stay.
    let typed = try layout("Straße") { $0.lettering.capitalSharpS = true }
    #expect(typed.lines[0].setting.text == "Straße")
  }

  /// Unicode's SpecialCasing; without a language nothing differs from its usual capitals.
  @Test(
    arguments: [
      ("istanbul ısı", "tr", "İSTANBUL ISI"), ("istanbul ısı", "az-Latn", "İSTANBUL ISI"),
      ("istanbul ısı", nil, "ISTANBUL ISI"), ("istanbul ısı", "en", "ISTANBUL ISI"),
      ("i\u{307}\u{301}ra", "lt", "ÍRA"), ("straße", "tr", "STRASSE"), ("şıir", "TR", "ŞIİR"),
    ] as [(String, String?, String)])
  func `capitals are those of the language`(text: String, language: String?, capitals: String) throws {
    var line = Poster.Line(text, rank: .small)
    #expect(ShownText(line, in: language).text == capitals)
    // A line's own language goes before the poster's.
    line.language = language
    #expect(ShownText(line, in: "tr").text == (language == nil ? ShownText(line, in: "tr").text : capitals))
    let layout = try layout("istanbul") {
      $0.language = language
      $0.lines = [Poster.Line(text, rank: .small)]
    }
    #expect(layout.lines[0].setting.text == capitals && layout.lines[0].setting.language == language)
  }

  @Test(
    arguments: [
      ("συνεχίστε", "ΣΥΝΕΧΙΣΤΕ"), ("μάιος", "ΜΑΪΟΣ"), ("ναΐφ", "ΝΑΪΦ"), ("όνειρο ή ζωή", "ΟΝΕΙΡΟ Ή ΖΩΗ"),
      ("ᾠδή", "ΩΙΔΗ"), ("ἀρχή", "ΑΡΧΗ"), ("straße", "STRASSE"), ("café", "CAFÉ"), ("тише ёж", "ТИШЕ ЁЖ"),
    ])
  func `Greek capitals drop the tonos`(text: String, capitals: String) {
    #expect(Poster.Line(text, rank: .small).shownText == capitals)
    #expect(Poster.Line("Έλληνες", rank: .small).shownText == "Έλληνες")
  }

  @Test func `a cache changes nothing`() throws {
    let cache = LetterCache(capacity: 3)
    for text in ["KEEP/CALM", "KEEP/CALM/and", "KEEP/CALM/and/CARRY/ON", "A/KEEP", "KEEP/CALM"] {
      let poster = try Samples.poster(text)

      let layout = PosterLayout(poster, typesetter: typesetter, cache: cache)

      #expect(layout == PosterLayout(poster, typesetter: typesetter))
    }
  }

  @Test func `what a cache knows is known on another thread, with another typesetter`() async throws {
    let poster = try Samples.poster("KEEP/CALM/and/CARRY/ON")
    let (contents, clean) = await Task.detached {
      let cache = LetterCache()
      var layout = PosterLayout(poster, typesetter: Typesetter(), cache: cache)
      layout.removeEmblemOverlaps(cache)
      return (cache.contents, layout)
    }.value
    let cache = LetterCache(contents)

    let layout = PosterLayout(poster, typesetter: typesetter, cache: cache)

    #expect(layout == clean && !layout.emblemHasOverlaps)
    var made = 0
    for glyph in typesetter.glyphs(
      of: TextSetting(
        "KEEP",
        font: Font(
          family: poster.lettering.family, size: 1000, weight: poster.lettering.weight,
          tracking: poster.lettering.tracking)))
    {
      _ = cache.letter(glyph, stroke: poster.lettering.stroke) { _ in
        made += 1
        return nil
      }
    }
    #expect(made == 0)
  }

  @Test func `an emblem without overlaps is that of the same emblem alone`() throws {
    let cache = LetterCache()
    let poster = try Samples.poster("KEEP/CALM")
    var layout = PosterLayout(poster, typesetter: typesetter, cache: cache)
    layout.removeEmblemOverlaps(cache)
    var larger = poster
    larger.emblemScale = 1.5

    #expect(
      PosterLayout(larger, typesetter: typesetter, cache: cache)
        == PosterLayout(larger, typesetter: typesetter))
    #expect(PosterLayout(poster, typesetter: typesetter, cache: cache) == layout)
  }

  @Test func `a picture that stays is decoded once, and another one anew`() throws {
    func picture(_ width: Int) throws -> Background {
      let size = PixelSize(width: width, height: 20)
      let bytes = [UInt8](repeating: 200, count: 4 * width * 20)
      return .picture(.init(bytes: try PNG.encoded(Bitmap(size: size, bytes: bytes))))
    }
    let cache = LetterCache()
    var decoded = 0
    let wide = try picture(40)
    for background in [wide, wide, try picture(10), try picture(10), .picture(.init(bytes: [1, 2, 3]))] {
      var poster = try Samples.poster("KEEP/CALM")
      poster.background = background

      let layout = PosterLayout(poster, typesetter: typesetter, cache: cache)

      #expect(layout == PosterLayout(poster, typesetter: typesetter))
      guard case .picture(let picture) = background else { continue }
      _ = cache.shape(ofPicture: picture.bytes) {
        decoded += 1
        return (nil, nil)
      }
    }
    #expect(decoded == 0)
  }

  // MARK: Lines and crowns of their own kind

  @Test func `a line may have a font, weight, tracking and ink of its own`() throws {
    let usual = try layout("KEEP/CALM")
    let own = try layout("KEEP/CALM") {
      $0.lines[1].font = "Inter"
      $0.lines[1].tracking = 0.4
      $0.lines[1].weight = 400
      $0.lines[1].ink = RGBA(hex: 0x00ff00, alpha: 0.5)
    }

    #expect(own.lines[0].setting.font.family == usual.lines[0].setting.font.family)
    #expect(own.lines[1].setting.font.family == "Inter" && own.lines[1].setting.font.weight == 400)
    #expect(
      own.lines[1].parts[0].ink == RGBA(hex: 0x00ff00)
        && abs((own.lines[1].parts[0].inkOpacity ?? 0) - 0.5) < 0.01)
    #expect(abs(own.lines[0].capHeight - own.lines[1].capHeight) < 1e-9)
    #expect(own.markGroups.count == 2)
    let small = try layout("KEEP/CALM") { $0.emblemScale = 0.5 }
    let (half, whole) = (try #require(small.emblem?.bounds), try #require(usual.emblem?.bounds))
    #expect(abs(half.width / whole.width - 0.5) < 1e-6)
  }

  @Test(arguments: [
    Margins.usual, Margins(sides: 0, top: 0, bottom: 0), Margins(sides: 0.3, top: 0.1, bottom: 0.25),
    Margins(sides: 0.4, top: 0.4, bottom: 0.4),
  ])
  func `text and crown stay within the margins`(margins: Margins) throws {
    for scale in [0.3, 1, 3] {
      for text in [
        "KEEP/CALM/and/CARRY/ON", "A LONG LINE OF TEXT", "MANY/LINES/ON/ONE/PAGE/THAT/IS/FULL/NOW",
      ] {
        let layout = try layout(text) { ($0.margins, $0.emblemScale) = (margins, scale) }
        // Round letters and the last line's tails reach a little over, as on the poster of 1939.
        let frame = margins.frame(on: layout.page).outset(by: 0.02 * layout.page.height)
        for box in layout.lines.map(\.bounds) + [try #require(layout.emblem).bounds] {
          #expect(frame.contains(box), "\(text) \(scale) \(box)")
        }
      }
    }
  }

  @Test func `a crown that is moved moves alone, and stays on the page`() throws {
    let usual = try layout("KEEP/CALM")
    let moved = try layout("KEEP/CALM") { $0.emblemOffset = Vector(0.1, -0.02) }

    #expect(moved.lines == usual.lines)
    let (from, to) = (try #require(usual.emblem?.bounds), try #require(moved.emblem?.bounds))
    #expect(abs(to.minX - from.minX - 0.1 * usual.page.width) < 1e-6)
    #expect(abs(to.minY - from.minY + 0.02 * usual.page.height) < 1e-6)
    let far = try #require(try layout("KEEP/CALM") { $0.emblemOffset = Vector(1, -1) }.emblem?.bounds)
    #expect(abs(far.midX - usual.page.maxX) < 1e-6 && abs(far.midY) < 1e-6)
  }
}
