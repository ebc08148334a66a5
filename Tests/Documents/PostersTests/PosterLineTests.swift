import Colors
import Geometry
import Testing
import Typography

@testable import Posters

/// The size, the place and the width of lines.
@Suite(.enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"))
struct PosterLineTests {
  private let typesetter = Typesetter()

  private func layout(_ lines: [Poster.Line], _ change: (inout Poster) -> Void = { _ in }) -> PosterLayout {
    var poster = Poster(emblem: Samples.triangle, lines: lines)
    change(&poster)
    return PosterLayout(poster, typesetter: typesetter)
  }

  private func line(_ text: String, _ change: (inout Poster.Line) -> Void = { _ in }) -> Poster.Line {
    var line = Poster.Line(text)
    change(&line)
    return line
  }

  // MARK: Sizes

  @Test(arguments: [0.05, 0.2, 0.44, 0.6, 0.999, 1.5, 3])
  func `a line has its share of the large capitals, and lines of one share have one size`(share: Double) {
    let lines = layout([
      line("ON"), line("IT") { $0.size = share }, line("WE") { $0.size = share },
      line("AT", { $0.rank = .small }),
    ]).lines

    #expect(abs(lines[1].capHeight / lines[0].capHeight - share) < 1e-9)
    #expect(lines[1].capHeight == lines[2].capHeight)
    #expect(abs(lines[3].capHeight / lines[0].capHeight - 0.44) < 1e-9)
  }

  @Test func `a long line of a smaller share shrinks itself and its like, not the large ones`() {
    let long = String(repeating: "LONG ", count: 12)
    let plain = layout([line("KEEP"), line("IT") { $0.size = 0.7 }]).lines
    let lines = layout([
      line("KEEP"), line(long) { $0.size = 0.7 }, line("IT") { $0.size = 0.7 }, line("AT") { $0.size = 0.3 },
    ]).lines

    #expect(lines[1].capHeight < 0.3 * plain[1].capHeight)
    #expect(lines[1].capHeight == lines[2].capHeight)
    #expect(abs(lines[3].capHeight / lines[0].capHeight - 0.3) < 1e-9)
  }

  @Test(arguments: 0..<12)
  func `whatever sizes, spaces and fits lines have, nothing leaves the page or touches`(seed: Int) {
    var random = Seeded(seed)
    let words = ["KEEP", "CALM", "AND", "CARRY ON", "ÅÄÖ", "gypsy", "I", "A MUCH LONGER LINE OF WORDS"]
    let lines = (0..<random.number(2...7)).map { _ in
      line(words[random.number(0...7)]) { line in
        line.size = random.number(0...2) > 0 ? Double(random.number(1...30)) / 10 : nil
        line.fit = [nil, nil, .size, .tracking][random.number(0...3)]
        line.alignment = Poster.Line.Alignment.allCases[random.number(0...2)]
        line.spaceBefore = Double(random.number(0...10)) / 10
        line.isFooter = random.number(0...4) == 0
      }
    }
    for spacing in [Lettering.Spacing.metric, .optical] {
      let layout = layout(lines) { poster in
        (poster.lettering.spacing, poster.lettering.leading) = (spacing, Double(random.number(0...30)) / 10)
        if seed % 2 == 1 { poster.page = Page.poster.turned }
      }
      let page = layout.page

      // Descenders of the last line reach into the lower margin; capitals with their stroke do not.
      let bottom = (1 - Margins.usual.bottom) * page.height
      for line in layout.lines {
        let box = line.bounds
        #expect(box.minX >= 0.05 * page.width && box.maxX <= 0.95 * page.width, "\(lines)")
        #expect(box.minY >= 0.02 * page.height && box.maxY < page.height, "\(lines)")
        #expect(line.origin.y + line.stroke / 2 < bottom + 1, "\(lines)")
      }
      for (above, below) in zip(layout.lines, layout.lines.dropFirst()) {
        #expect(above.bounds.maxY < below.bounds.minY, "\(lines)")
      }
    }
  }

  // MARK: Widths

  @Test(arguments: ["KEEP", "CALM AND", "CARRY ON TO THE END", "AVAST", "日本語", "Iiy"])
  func `a line fitted by its size is as wide as the margins allow, with its own tracking`(text: String) {
    let fitted = layout([line(text) { $0.fit = .size }, line("ON")]) {
      $0.page = Page(width: 400, height: 800)
    }
    let width = 0.8 * fitted.page.width

    #expect(abs(fitted.lines[0].bounds.width / width - 1) < 1e-6)
    #expect(fitted.lines[0].setting.font.tracking == Lettering().tracking)
    #expect(abs(fitted.lines[0].bounds.midX - fitted.page.midX) < 1e-6)
  }

  @Test(arguments: ["KEEP", "CALM AND", "AVAST", "TAX", "THE"], [Lettering.Spacing.metric, .optical])
  func `a line fitted by its tracking is as wide as the margins allow, in its own size`(
    text: String, spacing: Lettering.Spacing
  ) {
    func shown(_ fit: Poster.Line.Fit?) -> PosterLayout {
      layout([line("KEEP"), line(text) { ($0.fit, $0.size) = (fit, 0.3) }]) { $0.lettering.spacing = spacing }
    }
    let (plain, fitted) = (shown(nil), shown(.tracking))
    let width = 0.8 * fitted.page.width

    // Optical ends hang a little over the margin.
    let tolerance = spacing == .optical ? 0.03 : 1e-4
    #expect(abs(fitted.lines[1].bounds.width / width - 1) < tolerance)
    #expect(fitted.lines[1].setting.font.tracking > plain.lines[1].setting.font.tracking)
    #expect(fitted.lines[1].capHeight == plain.lines[1].capHeight)
    #expect(fitted.lines[0] == plain.lines[0])
  }

  @Test func `letters that cannot be tracked keep their distances`() {
    for text in ["I", "مرحبا"] {
      let (plain, fitted) = (
        layout([line(text)]).lines, layout([line(text) { $0.fit = .tracking }]).lines
      )
      #expect(abs(fitted[0].bounds.width - plain[0].bounds.width) < 1e-6, "\(text)")
    }
  }

  @Test func `lines that fill the width shrink together where the page is too low for them`() {
    let texts = ["KEEP", "CALM", "AND", "CARRY", "ON"]
    let low = layout(texts.map { text in line(text) { $0.fit = .size } }) {
      $0.page = Page(width: 400, height: 400)
    }
    let widths = low.lines.map(\.bounds.width)

    for width in widths { #expect(abs(width / widths[0] - 1) < 1e-6) }
    #expect((low.lines.last?.bounds.maxY ?? 0) <= 0.98 * low.page.height)
    #expect(widths[0] < 0.8 * low.page.width)
  }

  // MARK: Places

  @Test func `a line starts at the left margin, is centred or ends at the right one`() {
    let lines = layout(Poster.Line.Alignment.allCases.map { place in line("ON") { $0.alignment = place } })
    let frame = Margins.usual.frame(on: lines.page)

    #expect(abs(lines.lines[0].bounds.minX - frame.minX) < 1e-6)
    #expect(abs(lines.lines[1].bounds.midX - frame.midX) < 1e-6)
    #expect(abs(lines.lines[2].bounds.maxX - frame.maxX) < 1e-6)
  }

  @Test func `space before a line is added to its distance, in heights of the large capitals`() {
    func distance(_ space: Double) -> (points: Double, cap: Double) {
      let lines = layout([line("KEEP"), line("CALM") { $0.spaceBefore = space }]).lines
      return (lines[1].origin.y - lines[0].origin.y, lines[0].capHeight)
    }
    let plain = distance(0)
    for space in [-0.2, 0.25, 1] {
      let spaced = distance(space)
      #expect(spaced.cap == plain.cap)
      #expect(abs(spaced.points - plain.points - space * plain.cap) < 1e-6)
    }
  }

  @Test func `leading is a factor of the usual gaps, and lines never touch`() {
    func gap(_ leading: Double) -> Double {
      let texts = ["KEEP", "CALM", "ON"].map { line($0) { $0.size = 0.3 } }
      let lines = layout(texts) { $0.lettering.leading = leading }.lines
      return lines[1].origin.y - lines[0].origin.y - lines[0].capHeight
    }
    #expect(abs(gap(1.5) / gap(1) - 1.5) < 1e-9)
    #expect(gap(0) > 0)
  }

  // MARK: Footers

  @Test func `footers stand at the bottom margin in their order, wherever they are in the document`() {
    let footers = [
      line("12 MAY") { $0.isFooter = true },
      line("example.org") { ($0.isFooter, $0.rank) = (true, .small) },
    ]
    for texts in [["ON"], ["KEEP", "CALM", "AND", "CARRY", "ON", "AND", "ON"]] {
      let body = texts.map { line($0) }
      let layout = layout([footers[0]] + body + [footers[1]])
      let bottom = layout.page.height * (1 - Margins.usual.bottom)

      #expect(layout.lines.map(\.index) == Array(1...texts.count) + [0, texts.count + 1])
      let last = layout.lines[layout.lines.count - 1]
      #expect(abs(last.caretBox.maxY - bottom) < 0.3 * layout.lines[0].capHeight)
      #expect(last.setting.text == "example.org")
      let shares = layout.lines.suffix(2).map { $0.capHeight / layout.lines[0].capHeight }
      #expect(abs(shares[0] - 0.3) < 1e-9 && abs(shares[1] - 0.2) < 1e-9)
      for (above, below) in zip(layout.lines, layout.lines.dropFirst()) {
        #expect(above.bounds.maxY < below.bounds.minY)
      }
    }
  }

  @Test func `a long footer does not make the lines above it smaller`() {
    let plain = layout([line("ON"), line("A") { ($0.isFooter, $0.size) = (true, 1) }])
    let long = layout([
      line("ON"), line(String(repeating: "LONG ", count: 20)) { ($0.isFooter, $0.size) = (true, 1) },
    ])

    #expect(long.lines[0].capHeight >= plain.lines[0].capHeight)
    #expect(long.lines[1].bounds.width <= 0.8 * long.page.width + 1e-6)
  }
}
