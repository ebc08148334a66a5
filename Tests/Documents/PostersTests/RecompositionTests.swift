import Colors
import Geometry
import Testing
import Typography

@testable import Posters

/// Posters on pages of other shapes.
@Suite(.enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"))
struct RecompositionTests {
  /// A story, a phone, two desktops, a square, a link, a banner and its opposite.
  private static let shapes = [
    (1080.0, 1920.0), (1170, 2532), (3840, 2160), (3440, 1440), (1080, 1080), (1200, 628), (1500, 500),
    (500, 1500),
  ]
  private let typesetter = Typesetter()

  @Test(arguments: shapes)
  func `the page has exactly the shape and the same area`(shape: (width: Double, height: Double)) throws {
    for page in [Page.poster, Page(width: 85, height: 55), Page(width: 5000, height: 5000)] {
      var poster = try Samples.poster()
      poster.page = page
      let made = poster.recomposed(width: shape.width, height: shape.height).page
      #expect(abs(made.width * shape.height - made.height * shape.width) < 1e-6 * made.width * shape.height)
      #expect(abs(made.width * made.height - page.width * page.height) < 1e-6 * page.width * page.height)
    }
  }

  @Test func `a page stays within what a document can have, and nonsense leaves the poster alone`() throws {
    var poster = try Samples.poster()
    for (page, width, height) in [
      (Page(width: 10, height: 10), 1.0, 100.0), (Page(width: 20_000, height: 20_000), 30, 1),
    ] {
      poster.page = page
      let made = poster.recomposed(width: width, height: height)
      #expect(Page.sides.contains(made.page.width) && Page.sides.contains(made.page.height), "\(made.page)")
      #expect(abs(made.page.width / made.page.height - width / height) < 1e-9 * width / height)
      #expect(try Poster(json: Array(made.json.utf8)) == made)
    }
    for (width, height) in [(0.0, 1.0), (1, -1), (.nan, 1), (1, .infinity)] {
      #expect(poster.recomposed(width: width, height: height) == poster)
    }
  }

  @Test(arguments: shapes)
  func `crown and lines are all on the page, apart and within its margins`(
    shape: (width: Double, height: Double)
  ) throws {
    for text in ["KEEP/CALM/and/CARRY/ON", "ON", "A/B/C/D/E/F/G/H", "UNDERSTANDING/is/EVERYTHING"] {
      let poster = try Samples.poster(text)
      let layout = PosterLayout(
        poster.recomposed(width: shape.width, height: shape.height), typesetter: typesetter)
      let boxes = [try #require(layout.emblem?.bounds)] + layout.lines.map(\.bounds)
      #expect(boxes.count == poster.lines.count + 1)
      for box in boxes { #expect(layout.page.contains(box), "\(text) \(shape): \(box)") }
      for (upper, lower) in zip(boxes, boxes.dropFirst()) {
        #expect(upper.maxY <= lower.minY + 1e-6, "\(text) \(shape)")
      }
    }
  }

  @Test(arguments: shapes)
  func `a code stays square, whole and as large beside the shorter side`(
    shape: (width: Double, height: Double)
  ) throws {
    var poster = try Samples.poster()
    let code = Barcode(.link("https://example.org"))
    poster.elements = [Point(0.15, 0.1), Point(0.85, 0.9), Point(0.5, 0.93), Point(0.9, 0.45)].map {
      Poster.Element(.code(code), center: $0, width: 0.16)
    }
    poster.guides = Guides(vertical: [10], horizontal: [20])
    let made = poster.recomposed(width: shape.width, height: shape.height)
    let layout = PosterLayout(made, typesetter: typesetter)

    #expect(made.guides == Guides() && layout.elements.count == 4)
    for (index, element) in layout.elements.enumerated() {
      #expect(abs(element.frame.width - element.frame.height) < 1e-6)
      #expect(layout.page.contains(element.frame), "\(element.frame) of \(layout.page)")
      let share = element.frame.width / min(layout.page.width, layout.page.height)
      #expect(abs(share - 0.16) < 1e-9)
      // No element has changed sides.
      let (before, now) = (poster.elements[index].center, made.elements[index].center)
      #expect((before.x - 0.5) * (now.x - 0.5) >= 0 && (before.y - 0.5) * (now.y - 0.5) >= 0)
    }
  }

  @Test(arguments: shapes)
  func `pictures and codes that are free on their own page are free on every other one`(
    shape: (width: Double, height: Double)
  ) throws {
    var poster = try Samples.poster("GRAND/OPENING")
    poster.elements = [
      .init(.figure(Samples.triangle, isTinted: true), center: Point(0.5, 0.84), width: 0.3),
      .init(.code(Barcode(.link("https://example.org"))), center: Point(0.15, 0.1), width: 0.2),
      .init(.code(Barcode(.link("https://example.org/b"))), center: Point(0.85, 0.9), width: 0.2),
    ]
    func covers(_ layout: PosterLayout) -> [Int] {
      let fixed = layout.lines.map(\.bounds) + (layout.emblem.map { [$0.bounds] } ?? [])
      return layout.elements.indices.filter { index in
        let others = layout.elements.filter { $0.index != index }.map(\.frame)
        return (fixed + others).contains { $0.intersects(layout.elements[index].frame.inset(by: 0.01)) }
      }
    }
    try #require(covers(PosterLayout(poster, typesetter: typesetter)).isEmpty)

    let made = poster.recomposed(width: shape.width, height: shape.height, typesetter: typesetter)
    let layout = PosterLayout(made, typesetter: typesetter)

    #expect(covers(layout).isEmpty, "\(shape): \(layout.elements.map(\.frame))")
    #expect(layout.refusal == nil && layout.elements.allSatisfy { layout.page.contains($0.frame) })
    #expect(
      made.lines == poster.lines
        && made.page == poster.recomposed(width: shape.width, height: shape.height).page)
  }

  @Test func `a picture that covers letters on its own page is not moved for that`() throws {
    var poster = try Samples.poster("GRAND/OPENING")
    poster.elements = [.init(.figure(Samples.triangle, isTinted: true), center: Point(0.5, 0.5), width: 0.6)]
    let (width, height) = (poster.page.width * 1.001, poster.page.height)
    let made = poster.recomposed(width: width, height: height, typesetter: typesetter)
    #expect(made == poster.recomposed(width: width, height: height))
  }

  @Test(arguments: shapes)
  func `lines that are fitted by tracking are as wide as those that are fitted by size`(
    shape: (width: Double, height: Double)
  ) throws {
    var poster = try Samples.poster("FIT/to the width/OF THE PAGE")
    poster.emblem = .none
    for (index, fit) in [Poster.Line.Fit.size, .tracking, .size].enumerated() {
      poster.lines[index].fit = fit
    }
    let layout = PosterLayout(
      poster.recomposed(width: shape.width, height: shape.height), typesetter: typesetter)
    let widths = layout.lines.map(\.bounds.width)
    let widest = try #require([widths[0], widths[2]].max())
    // Side bearings and the stroke's corners differ a little from line to line.
    #expect(abs(widths[1] - widest) < 0.02 * widest, "\(shape): \(widths)")
    #expect(layout.lines.allSatisfy { layout.page.contains($0.bounds) })
  }

  @Test(arguments: shapes)
  func `a footer beside a line that fills the page stays readable`(
    shape: (width: Double, height: Double)
  ) throws {
    var poster = try Samples.poster("FIT/12 MAY/TOWN HALL")
    poster.emblem = .none
    poster.lines[0].fit = .size
    (poster.lines[1].isFooter, poster.lines[2].isFooter) = (true, true)
    let layout = PosterLayout(
      poster.recomposed(width: shape.width, height: shape.height), typesetter: typesetter)
    // A sixtieth of a story's height is 32 pixels.
    #expect(layout.lines[1].capHeight > layout.page.height / 70, "\(shape): \(layout.lines[1].capHeight)")
    #expect(layout.lines[0].bounds.maxY < layout.lines[1].bounds.minY)
  }

  @Test func `the same shape changes nothing but guides`() throws {
    var poster = try Samples.poster()
    poster.elements = [.init(.code(Barcode(.text("A"))), center: Point(0.2, 0.8), width: 0.3)]
    let made = poster.recomposed(width: poster.page.width, height: poster.page.height)
    #expect(abs(made.page.width - poster.page.width) < 1e-9)
    let (old, new) = (poster.elements[0], made.elements[0])
    #expect(abs(old.width - new.width) < 1e-9 && abs(old.center.x - new.center.x) < 1e-9)
    #expect(abs(old.center.y - new.center.y) < 1e-9 && made.lines == poster.lines)
  }
}
