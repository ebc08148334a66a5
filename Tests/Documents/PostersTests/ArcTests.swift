import Colors
import Geometry
import Testing
import Typography

@testable import Posters

/// Lines that follow a circle.
@Suite(.enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"))
struct ArcTests {
  private let typesetter = Typesetter()

  private func layout(
    _ text: String, _ degrees: Double, _ change: (inout Poster.Line) -> Void = { _ in }
  ) -> PosterLayout {
    var line = Poster.Line(text)
    line.arc = degrees
    change(&line)
    return PosterLayout(
      Poster(emblem: Samples.triangle, lines: [line, Poster.Line("ON")]), typesetter: typesetter)
  }

  @Test(arguments: [20.0, 90, 180, 300, -45, -180, -340])
  func `a point goes to the arc and back, and the apex stays`(degrees: Double) throws {
    let apex = Point(300, 200)
    let arc = try #require(Arc(degrees: degrees, width: 500, ascent: 60, descent: 10, apex: apex))

    for x in stride(from: -220.0, through: 220, by: 40) {
      for y in [-60.0, -10, 0, 15] {
        let point = Point(apex.x + x, apex.y + y)
        let back = arc.straight(arc.bent(point))
        #expect(back.distance(to: point) < 1e-6)
      }
    }
    #expect(arc.bent(apex).distance(to: apex) < 1e-9)
    // Along the inner edge of its ink, a line extends over the whole angle.
    let turn = arc.angle(atX: apex.x + 250) - arc.angle(atX: apex.x - 250)
    #expect(abs(turn * 180 / .pi - degrees) < 1e-6)
    let end = arc.bent(Point(apex.x + 250, apex.y))
    #expect((end.y > apex.y) == (degrees > 0))
  }

  @Test func `an angle that would turn letters over each other becomes smaller`() throws {
    let arc = try #require(Arc(degrees: 350, width: 100, ascent: 90, descent: 0, apex: .zero))
    #expect(arc.radius > 0 && arc.angle(atX: 50) < .pi / 2)
    #expect(Arc(degrees: 0, width: 100, ascent: 90, descent: 0, apex: .zero) == nil)
    #expect(Arc(degrees: .nan, width: 100, ascent: 90, descent: 0, apex: .zero) == nil)
  }

  @Test(arguments: ["KEEP CALM", "AVAST", "(Qy)", "ÅÄÖ"], [40.0, 180, -60, -200])
  func `letters keep their shape and do not touch`(text: String, degrees: Double) {
    let (straight, bent) = (layout(text, 0).lines[0], layout(text, degrees).lines[0])
    let scale = bent.capHeight / straight.capHeight

    #expect(abs(bent.path.signedArea / straight.path.signedArea / scale / scale - 1) < 1e-3)
    let count = { (line: PosterLayout.PlacedLine) in line.path.subpaths.count }
    #expect(count(bent) == count(straight))
    #expect(bent.course != nil && straight.course == nil)
  }

  @Test(arguments: [40.0, 180, 340, -60, -200, -340], ["KEEP CALM", "A", "CARRY ON AND ON AND ON AND ON"])
  func `a curved line stays within the margins, off its neighbours, and centred`(
    degrees: Double, text: String
  ) {
    let layout = layout(text, degrees)
    let page = layout.page
    let boxes = [layout.emblem?.bounds].compactMap(\.self) + layout.lines.map(\.bounds)

    for box in boxes {
      #expect(box.minX >= 0.095 * page.width && box.maxX <= 0.905 * page.width)
      #expect(box.minY >= 0.02 * page.height && box.maxY <= 0.98 * page.height)
    }
    for (above, below) in zip(boxes, boxes.dropFirst()) { #expect(above.maxY < below.minY) }
    #expect(abs((layout.lines[0].course?.arc?.apex.x ?? 0) - page.midX) < 1e-6)
  }

  @Test func `lines fitted to the width over half a circle each have one radius, as on a badge`() {
    let radii = [("THE LONGER ONE", 180.0), ("SHORT", -180)].compactMap { text, degrees in
      layout(text, degrees) { ($0.fit, $0.size) = (.tracking, 0.4) }.lines[0].bounds.width
    }
    #expect(radii.count == 2 && abs(radii[0] / radii[1] - 1) < 1e-3)
  }

  @Test(arguments: [60.0, -150], ["KEEP CALM", "שלום עולם"])
  func `a press on a letter finds it, and carets stand between letters`(degrees: Double, text: String) throws
  {
    let layout = layout(text, degrees)
    for offset in 0...text.count {
      let position = TextPosition(line: 0, offset: offset)
      let area = try #require(layout.caretArea(at: position))
      let arc = try #require(area.course?.arc)
      #expect(layout.position(at: arc.bent(area.rect.center)) == position)
      #expect(area.bounds.outset(by: 0.01).contains(arc.bent(area.rect.center)))
    }
    let whole = layout.selectionAreas(
      TextPosition(line: 0, offset: 0)..<TextPosition(line: 0, offset: text.count))
    let box = try #require(whole.first?.bounds)
    #expect(whole.count == 1 && box.intersection(layout.lines[0].bounds) != nil)
    // The outline of the selection contains the middle of each letter.
    #expect(box.width > 0.9 * layout.lines[0].bounds.width)
    let below = layout.position(
      from: TextPosition(line: 1, offset: 1), towardNext: false, place: layout.page.midX)
    #expect(below.line == 0 && abs(below.offset - text.count / 2) <= 1)
  }

  @Test func `an emoji stands upright at its place`() throws {
    let line = layout("A👍B", 90).lines[0]
    guard let picture = line.pictures.first else { return }
    #expect(line.bounds.contains(picture.frame.center))
  }
}

extension Course {
  /// The arc of a curved line.
  fileprivate var arc: Arc? {
    if case .arc(let arc) = self { arc } else { nil }
  }
}
