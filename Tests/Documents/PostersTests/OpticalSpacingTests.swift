import Colors
import Geometry
import TestSupport
import Testing
import Text
import Typography

@testable import Posters

/// The evenness of letter spacing, measured on the drawn outlines.
@Suite(.enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"))
struct OpticalSpacingTests {
  private let typesetter = Typesetter()
  private let cache = LetterCache()

  private func layout(
    _ lines: [String], _ spacing: Lettering.Spacing, family: String = "Gillius ADF No2",
    tracking: Double = 0.06, stroke: Double = 0.02, change: (inout Poster) -> Void = { _ in }
  ) -> PosterLayout {
    var poster = Poster(
      page: Page(width: 600, height: 900), background: .color(.white), lines: lines.map { Poster.Line($0) },
      lettering: Lettering(family: family, tracking: tracking, stroke: stroke, spacing: spacing), ink: .black)
    for index in poster.lines.indices { poster.lines[index].capitals = false }
    change(&poster)
    return PosterLayout(poster, typesetter: typesetter, cache: cache)
  }

  // MARK: Evenness

  /// Words without letters of two pieces; the measure was not tuned with any of them.
  private static let words = [
    "HFESTIVAL", "HTHEATRE", "HORCHESTRA", "HMOUNTAIN", "HVALLEY", "HVICTORY", "HAVENUE", "HTAVERN",
    "HVELVET", "HLIBERTY", "HTOMATO", "HPLAYFUL", "HOUTLAW",
  ]

  /// Returns the white between the letters of a word that begins with H, as a share of the height of H: the mean of the
  /// gaps in the rows of H, each limited to a third of the height.
  private func whites(of line: PosterLayout.PlacedLine) -> [Double] {
    var letters: [(box: Rect, points: [Point])] = []
    // The largest parts come first; the parts inside them are counters.
    let parts = line.path.flattened(within: 0.05).subpaths.sorted { a, b in
      let areas = [a, b].map { part in part.bounds.map { $0.width * $0.height } ?? 0 }
      return areas[0] > areas[1]
    }
    for part in parts {
      let points = part.elements.compactMap { element -> Point? in
        switch element {
        case .move(let point), .line(let point): point
        default: nil
        }
      }
      let dense = zip(points, points.dropFirst() + points.prefix(1)).flatMap { a, b in
        let count = max(1, Int(a.distance(to: b)))
        return (0..<count).map { a.interpolated(to: b, at: Double($0) / Double(count)) }
      }
      if let box = part.bounds, !letters.contains(where: { $0.box.contains(box) }) {
        letters.append((box, dense))
      }
    }
    letters.sort { $0.box.minX < $1.box.minX }
    #expect(letters.count == line.setting.text.count)
    guard let zone = letters.first?.box else { return [] }
    let rows = 40
    func row(_ point: Point) -> Int? {
      let row = Int(((point.y - zone.minY) / zone.height * Double(rows)).rounded(.down))
      return (0..<rows).contains(row) ? row : nil
    }
    return zip(letters, letters.dropFirst()).map { first, next in
      var gaps = [Double](repeating: .infinity, count: rows)
      var (right, left) = (gaps.map { -$0 }, gaps)
      for point in first.points { if let row = row(point) { right[row] = max(right[row], point.x) } }
      for point in next.points { if let row = row(point) { left[row] = min(left[row], point.x) } }
      for row in gaps.indices { gaps[row] = min((left[row] - right[row]) / zone.height, 1 / 3.0) }
      return gaps.reduce(0, +) / Double(rows)
    }
  }

  private func deviation(_ values: [Double]) -> (mean: Double, share: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    return (mean, variance.squareRoot() / mean)
  }

  @Test(arguments: ["Gillius ADF No2", "Cabin", "P052", "URW Gothic"])
  func `the white between capitals varies by a quarter less than in the font at least, and is as much`(
    family: String
  ) {
    func evenness(_ spacing: Lettering.Spacing) -> (mean: Double, share: Double) {
      deviation(layout(Self.words, spacing, family: family).lines.flatMap { whites(of: $0) })
    }
    let (metric, optical) = (evenness(.metric), evenness(.optical))

    #expect(optical.share < 0.75 * metric.share, "\(optical) \(metric)")
    #expect(abs(optical.mean / metric.mean - 1) < 0.06, "\(optical) \(metric)")
  }

  @Test func `stems beside each other stand nearly where the font has them, slanted letters nearer`() throws {
    func distance(_ pair: String, _ spacing: Lettering.Spacing) throws -> Double {
      let line = try #require(layout([pair], spacing).lines.first)
      let glyphs = typesetter.glyphs(of: line.setting)
      return (glyphs[1].origin.x - glyphs[0].origin.x) / line.setting.font.size
    }
    #expect(try abs(distance("HH", .optical) - distance("HH", .metric)) < 0.03)
    #expect(try distance("LY", .optical) < distance("LY", .off) - 0.05)
    #expect(try distance("AV", .metric) < distance("AV", .off) - 0.02)
  }

  // MARK: The measure

  /// Returns a random shape between x = 0 and about 700, from the baseline to about the capital height.
  private func shape(_ generator: inout SeededGenerator) -> Path {
    var path = Path()
    for _ in 0..<3 {
      path.move(to: Point(.random(in: 0...700, using: &generator), 0))
      for _ in 0..<4 {
        path.line(
          to: Point(.random(in: 0...700, using: &generator), .random(in: -720...0, using: &generator)))
      }
      path.close()
    }
    return path
  }

  @Test func `mirrored letters have mirrored distances, and more white stands farther apart`() {
    var generator = SeededGenerator(seed: 52)
    for overhang in [nil, 150.0] {
      let measure = WhiteMeasure(height: 700, depth: 280, overhang: overhang, capHeight: 700)
      for _ in 0..<50 {
        let (a, b) = (shape(&generator), shape(&generator))
        let amount = Double.random(in: 20...250, using: &generator)
        func distance(_ first: Path, _ next: Path, _ amount: Double) -> Double {
          measure.distance(from: LetterEdges(first), to: LetterEdges(next), for: amount)
        }
        let mirror = AffineTransform.scale(x: -1, y: 1)
        let there = distance(a, b, amount)
        let back = distance(b.transformed(by: mirror), a.transformed(by: mirror), amount)

        #expect(abs(there - back) < 0.01)
        #expect(distance(a, b, amount + 5) > there)
        let gaps = measure.gaps(from: LetterEdges(a), to: LetterEdges(b))
        #expect(abs(measure.white(of: gaps, at: there) - amount) < 0.1)
      }
    }
  }

  @Test func `words of mirrored letters have mirrored distances`() throws {
    // Letters with symmetrical outlines in this font.
    func places(_ word: String) throws -> [Double] {
      let line = try #require(layout([word], .optical, family: "DejaVu Sans").lines.first)
      let boxes = typesetter.glyphs(of: line.setting).compactMap { glyph in
        glyph.outline.bounds.map { $0.offset(by: glyph.origin - .zero) }
      }
      return zip(boxes, boxes.dropFirst()).map { ($1.minX - $0.maxX) / line.setting.font.size }
    }
    for word in ["HAVTO", "TOVIAH", "AHOYTV"] {
      let (there, back) = (try places(word), try places(String(word.reversed())))
      for (a, b) in zip(there, back.reversed()) { #expect(abs(a - b) < 0.006, "\(word) \(there) \(back)") }
    }
  }

  // MARK: Bounds

  @Test func `what is spaced once is spaced, and a cache changes nothing`() {
    let poster = Poster(lines: [], lettering: Lettering(tracking: 0.03, spacing: .optical))
    let setter = LineSetter(poster, typesetter: typesetter, cache: cache, keepsEmptyLines: false)
    for text in ["LAVATORY", "To Anna", "“Watt”, 1940.", "AVAST & TYPE", "fl-ffi T.V."] {
      let plain = TextSetting(text, font: Font(family: "Cabin", size: 70, weight: 700, tracking: 0.03))
      let once = setter.opened(plain, fullTracking: 0.03)

      #expect(setter.opened(once, fullTracking: 0.03) == once && !once.openings.isEmpty)
      let anew = LineSetter(poster, typesetter: Typesetter(), cache: LetterCache(), keepsEmptyLines: false)
      #expect(anew.opened(plain, fullTracking: 0.03) == once)
    }
  }

  @Test func `no pair of capitals moves nearer by more than .03 em, in any font`() throws {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for family in ["Gillius ADF No2", "C059", "Inter Display", "DejaVu Sans"] {
      for first in letters {
        let text = letters.map { "\(first)\($0)" }.joined()
        let line = try #require(layout([text], .optical, family: family) { $0.wraps = false }.lines.first)
        let least = line.setting.openings.map(\.width).min() ?? 0
        #expect(least >= -0.03 - 1e-9, "\(family) \(first)")
      }
    }
  }

  @Test(arguments: ["", " ", "A", "Ä", "—", "…", "مرحبا", "नमस्ते", "こんにちは", "สวัสดี"])
  func `no letters, one letter and scripts without capitals are left as the font has them`(text: String) {
    let (metric, optical) = (layout([text, "B"], .metric), layout([text, "B"], .optical))

    #expect(metric.lines.map(\.setting.text) == optical.lines.map(\.setting.text))
    for (a, b) in zip(metric.lines, optical.lines) {
      #expect(a.setting.openings == b.setting.openings)
      // A line alone is larger, and fallback fonts have other sizes.
      #expect(abs(a.bounds.midX - b.bounds.midX) < 0.05 * a.setting.font.size)
    }
  }

  @Test func `fonts of one width keep their distances`() {
    let family = "Nimbus Mono PS"
    let (metric, optical) = (
      layout(["LAVA Tony"], .metric, family: family), layout(["LAVA Tony"], .optical, family: family)
    )

    // Punctuation at the ends of a line hangs nevertheless, so the line's size may differ.
    #expect(metric.lines.map(\.setting.text) == optical.lines.map(\.setting.text))
    #expect(metric.lines.map(\.setting.openings) == optical.lines.map(\.setting.openings))
  }

  @Test func `without spacing the font's kerning is off`() throws {
    func width(_ spacing: Lettering.Spacing, _ text: String) throws -> Double {
      let line = try #require(layout([text], spacing, tracking: 0.1).lines.first)
      return line.advance / line.setting.font.size
    }
    #expect(try width(.off, "AVAVA") > width(.metric, "AVAVA") + 0.05)
    #expect(try abs(width(.off, "HIH") - width(.metric, "HIH")) < 0.001)
    // Text other than plain ASCII takes another code path.
    #expect(try width(.off, "ÄVAVA") > width(.metric, "ÄVAVA") + 0.05)
  }

  // MARK: Words, ends and carets

  @Test func `words are as far apart to the eye, whatever they end and begin with`() throws {
    /// Returns the gap between the boxes of two letters with a space between them, in em.
    func gap(_ text: String, _ spacing: Lettering.Spacing) throws -> Double {
      let line = try #require(layout([text], spacing).lines.first)
      let boxes = typesetter.glyphs(of: line.setting).compactMap { glyph in
        glyph.outline.bounds.map { $0.offset(by: glyph.origin - .zero) }
      }
      return (boxes[1].minX - boxes[0].maxX) / line.setting.font.size
    }
    // Boxes of slanted letters are closer than boxes of stems, since there is white above and below.
    #expect(try abs(gap("H H", .optical) - gap("H H", .metric)) < 0.001)
    #expect(try gap("A V", .optical) < gap("H H", .optical) - 0.05)
    #expect(try gap("A V", .optical) > 0.2)
    #expect(try abs(gap("A V", .optical) - gap("V A", .optical)) < 0.03)
    // Digits and small letters with open sides do not run together.
    for text in ["7 J", "r v", "L T"] {
      #expect(try gap(text, .optical) > 0.6 * gap("H H", .metric), "\(text)")
    }
  }

  @Test func `a full stop and quotation marks weigh little where a line is centred`() throws {
    /// Returns the offset of the letters' centre, without punctuation, to the right of the page's axis, in em.
    func offset(_ text: String, _ spacing: Lettering.Spacing) throws -> Double {
      let layout = layout([text], spacing)
      let line = try #require(layout.lines.first)
      let letters = typesetter.glyphs(of: line.setting).filter { glyph in
        Array(line.setting.text)[glyph.character].isLetter
      }.compactMap { glyph in glyph.outline.bounds.map { $0.offset(by: glyph.origin - .zero) } }
      let box = letters.dropFirst().reduce(letters[0]) { $0.union($1) }
      return (line.origin.x + box.midX - layout.page.midX) / line.setting.font.size
    }
    #expect(try offset("HIM.", .metric) < -0.05)
    // The lines are long, so that the edge of the page does not limit the hanging.
    for text in ["HIM.", "HIM,", "HIM’", "HIM-", "“HIM", "HIM.”"].map({
      $0.replacing("HIM", with: "HIMHIMHIM")
    }) {
      let (metric, optical) = (try offset(text, .metric), try offset(text, .optical))
      #expect(
        optical.magnitude < 0.55 * metric.magnitude && optical * metric > 0, "\(text) \(optical) \(metric)")
    }
    #expect(try abs(offset("“HIM”", .optical)) < 0.02)
    #expect(try abs(offset("HIMH", .optical)) < 1e-3)
  }

  @Test(arguments: [0, 0.02, 0.1, 0.3])
  func `round letters reach over the edge and signs hang, and half of the margin stays free`(sides: Double) {
    for texts in [["OTTO", "HIIH"], ["“OTTO”", "LAVA."], ["“‘HI", "--A..."]] {
      let layout = layout(texts, .optical) { $0.margins = Margins(sides: sides, top: 0.1, bottom: 0.1) }
      let page = layout.page
      for line in layout.lines {
        #expect(line.bounds.minX >= sides / 2 * page.width - 0.01)
        #expect(line.bounds.maxX <= (1 - sides / 2) * page.width + 0.01)
      }
    }
    let layout = layout(["OTTO"], .optical) {
      $0.margins = Margins(sides: 0.3, top: 0, bottom: 0)
    }
    #expect(layout.lines[0].bounds.width > 0.4 * layout.page.width * 1.001)
    #expect(layout.lines[0].bounds.width < 0.4 * layout.page.width * 1.05)
  }

  @Test func `carets stand between the letters that are seen, and a press finds them`() throws {
    let layout = layout(["LAVATORY TO YOU."], .optical, tracking: 0.04) { $0.wraps = false }
    let line = layout.lines[0]
    #expect(line.setting.openings.contains { $0.width < -0.02 })
    let half = line.setting.font.tracking * line.setting.font.size / 2
    var known: [Double] = []
    for glyph in typesetter.glyphs(of: line.setting) where glyph.character > 0 {
      let position = TextPosition(line: 0, offset: glyph.character)
      let caret = try #require(layout.caret(at: position)).minX
      known.append(caret)
      // Half of the tracking precedes each letter.
      #expect(abs(caret + half - line.origin.x - glyph.origin.x) < 0.002 * line.setting.font.size)
      #expect(layout.position(at: Point(caret + half + 0.5, line.origin.y)) == position)
    }
    #expect(known == known.sorted())
    let all = layout.selection(TextPosition(line: 0, offset: 0)..<TextPosition(line: 0, offset: 16))
    #expect(all.count == 1)
    #expect(abs((all.first?.width ?? 0) - line.advance) < 0.01)
  }

  @Test func `SVG places each letter that was moved where it is drawn`() {
    let line = layout(["LAVATORY"], .optical).lines[0]
    let places = typesetter.glyphs(of: line.setting).map { line.origin.x + $0.origin.x }

    let moved = line.pieces(of: line.parts[0]).compactMap(\.x)

    #expect(moved.count == line.setting.openings.count && moved.count >= 5)
    for x in moved { #expect(places.contains { abs($0 - x) < 0.05 }, "\(x) \(places)") }
  }

  // MARK: Corrections by typographers

  /// Returns the tracking of the lines of a poster.
  private func trackings(
    _ lines: [Poster.Line], _ spacing: Lettering.Spacing, tracking: Double
  ) -> [Double] {
    // On a wide page no line has to give up some of its tracking.
    let poster = Poster(
      page: Page(width: 2000, height: 900), lines: lines,
      lettering: Lettering(tracking: tracking, spacing: spacing))
    return PosterLayout(poster, typesetter: typesetter, cache: cache).lines.map(\.setting.font.tracking)
  }

  @Test(arguments: [-0.05, 0, 0.02])
  func `small lines do not take the tightness of large ones`(tracking: Double) {
    let lines = [Poster.Line("KEEP"), .init("and", rank: .small), .init("Sundays at ten", rank: .small)]
    let optical = trackings(lines, .optical, tracking: tracking)

    #expect(optical[0] == tracking && optical[1] >= 0.05 && optical[2] >= 0 && optical[2] < optical[1])
    #expect(trackings(lines, .metric, tracking: tracking) == [tracking, tracking, tracking])
  }

  @Test func `lower case is not tracked as capitals are, and a line's own tracking is kept`() {
    var own = Poster.Line("Calm")
    own.tracking = 0.2
    let lines = [Poster.Line("KEEP"), .init("Calm"), own, .init("日本"), .init("McKEEP")]

    let optical = trackings(lines, .optical, tracking: 0.1)

    #expect(optical[0] == 0.1 && optical[1] > 0.01 && optical[1] < 0.05)
    #expect(optical[2...] == [0.2, 0.1, 0.1])
  }

  @Test(arguments: ["A", "I", "&", "W", "ÅR"])
  func `a crown does not outweigh a letter that stands alone`(text: String) throws {
    func areas(_ spacing: Lettering.Spacing) throws -> (emblem: Double, letters: Double) {
      let layout = layout([text], spacing) { $0.emblem = Samples.crown }
      let (emblem, line) = (try #require(layout.emblem).bounds, layout.lines[0])
      return (emblem.width * emblem.height, line.bounds.width * line.capHeight)
    }
    let (optical, metric) = (try areas(.optical), try areas(.metric))

    #expect(optical.emblem <= 1.02 * optical.letters)
    #expect(optical.letters >= metric.letters)
  }

  @Test(arguments: ["ÉTÉ", "ÅNGSTRÖM", "ẾCH", "ÍÓÚ"])
  func `an accent stays nearer to its letter than to the line above`(text: String) throws {
    let layout = layout(["HIM", text, "HIM"], .optical)
    let accented = layout.lines[1]
    let above = accented.bounds.minY - (layout.lines[0].origin.y + layout.lines[0].stroke / 2)

    #expect(above >= 0.25 * accented.capHeight)
  }

  @Test func `what optical spacing corrects leaves other posters as they are`() throws {
    // A poster of before, in its own words: nothing in it is new.
    let poster = try Samples.poster("É/keep/straße/“HIM.”")
    #expect(!poster.json.contains("spacing") && !poster.json.contains("capitalSharpS"))
    let layout = PosterLayout(poster, typesetter: typesetter)
    #expect(layout.lines.allSatisfy { !$0.setting.isDisplay && $0.shaped.matchedFonts.isEmpty })
    #expect(layout.lines.map(\.setting.text) == ["É", "KEEP", "STRASSE", "“HIM.”"])
  }

  // MARK: Fallback fonts

  /// Returns the width of the leftmost stem of a letter at a height.
  private func stem(of path: Path, at y: Double) -> Double {
    var crossings: [Double] = []
    path.flattened(within: 0.5).forEachSegment(closingOpenSubpaths: true) { segment in
      guard case .line(let line) = segment, (line.start.y <= y) != (line.end.y <= y) else { return }
      crossings.append(
        line.start.x + (line.end.x - line.start.x) * (y - line.start.y) / (line.end.y - line.start.y))
    }
    crossings.sort()
    return crossings.count > 1 ? crossings[1] - crossings[0] : 0
  }

  @Test func `letters of a fallback font are as high and as heavy as those of the main font`() throws {
    // The font lacks ẞ.
    let lines = layout(["HIẞ"], .optical, stroke: 0).lines
    let matched = try #require(lines[0].shaped.matchedFonts.first)

    #expect(matched.characters == 2..<3 && matched.family != "Gillius ADF No2")
    // Compared with a letter of the fallback font that has a plain stem.
    var setting = TextSetting(
      "H", font: Font(family: matched.family, size: 1000 * matched.scale, weight: matched.weight))
    setting.isDisplay = true
    let own = try #require(typesetter.glyphs(of: setting).first?.outline)
    let main = try #require(
      typesetter.glyphs(of: TextSetting("H", font: Font(family: "Gillius ADF No2", size: 1000, weight: 700)))
        .first?
        .outline)
    let (height, mainHeight) = (-(own.bounds?.minY ?? 0), -(main.bounds?.minY ?? 0))
    #expect(abs(height / mainHeight - 1) < 0.02)
    let place = -height * 0.25
    let stem = self.stem(of: own, at: place) + matched.thickening * 1000
    let mainStem = self.stem(of: main, at: place)
    #expect(abs(stem / mainStem - 1) < 0.05, "\(stem) \(mainStem)")
    // The stroke is part of the letter that is drawn.
    let glyph = try #require(typesetter.glyphs(of: lines[0].setting).last)
    #expect(abs(glyph.thickening - matched.thickening * lines[0].setting.font.size) < 1e-9)
  }

  @Test func `text without fallback fonts is set as before`() {
    for text in ["Ärger ÉTÉ", "fl ffi", "KEEP"] {
      let plain = TextSetting(
        text, font: Font(family: "Gillius ADF No2", size: 90, weight: 700, tracking: 0.05))
      var display = plain
      display.isDisplay = true
      #expect(typesetter.glyphs(of: plain).map(\.id) == typesetter.glyphs(of: display).map(\.id))
      #expect(typesetter.glyphs(of: plain).map(\.origin) == typesetter.glyphs(of: display).map(\.origin))
    }
  }
}
