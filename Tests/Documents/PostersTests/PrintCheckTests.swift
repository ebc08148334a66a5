import Colors
import Foundation
import Geometry
import Heraldry
import Images
import Testing
import Typography

@testable import Posters

/// Pictures with few pixels, and lines and gaps too thin for a press.
@Suite struct PrintCheckTests {
  /// Returns a bar around a point, turned by an angle in radians.
  private func bar(_ width: Double, _ length: Double, at center: Point = .zero, turned angle: Double = 0)
    -> Path
  {
    let (across, along) = (
      Vector(-sin(angle), cos(angle)) * (width / 2), Vector(cos(angle), sin(angle)) * (length / 2)
    )
    return Path(polygon: [
      center - along - across, center + along - across, center + along + across, center - along + across,
    ])
  }

  @Test(arguments: [0, 0.3, 0.785, 1.2, 2.9], [0.02, 0.06, 0.095])
  func `a bar under the limit is found with its width, however it is turned`(angle: Double, width: Double) {
    let bar = bar(width, 20, at: Point(31, 17), turned: angle)
    for path in [bar, Path(polygon: bar.segments.reversed().map(\.end))] {
      let found = HairlineSearch.findings(in: [path], thinnerThan: 0.1)
      #expect(found.count == 1 && found.first?.isGap == false)
      #expect(found.allSatisfy { abs($0.width - width) < 1e-3 })
      // Its place is on the axis of the bar.
      let axis = Vector(cos(angle), sin(angle))
      #expect(found.allSatisfy { abs(($0.place - Point(31, 17)).cross(axis)) < 1e-3 })
    }
  }

  @Test(arguments: [0, 0.3, 1.2])
  func `a bar over the limit is not, nor a short one, nor corners`(angle: Double) {
    #expect(HairlineSearch.findings(in: [bar(0.105, 20, turned: angle)], thinnerThan: 0.1).isEmpty)
    // A dot is small, but no line.
    #expect(HairlineSearch.findings(in: [bar(0.08, 0.2, turned: angle)], thinnerThan: 0.1).isEmpty)
    for apex in [0.3, 0.6, 1.2] {
      let half = sin(apex / 2) / cos(apex / 2) * 20
      let wedge = Path(polygon: [Point(0, 0), Point(20, -half), Point(20, half)])
      #expect(HairlineSearch.findings(in: [wedge], thinnerThan: 0.1).isEmpty, "\(apex)")
    }
    let needle = Path(polygon: [Point(0, 0), Point(20, -0.4), Point(20, 0.4)])
    #expect(HairlineSearch.findings(in: [needle], thinnerThan: 0.1).isEmpty)
  }

  @Test(arguments: [1.0, 8, 60, 400])
  func `arcs that touch are no gap, and a long line that ends in a point is a line`(radius: Double) {
    let plate = Path(rect: Rect(x: -2 * radius, y: radius, width: 4 * radius, height: 5))
    let disc = Path(circle: .zero, radius: radius)
    #expect(HairlineSearch.findings(in: [disc, plate], thinnerThan: 0.1).isEmpty)
    // A little apart the gap is real, and long where the arc is flat.
    let apart = Path(circle: Point(0, -0.05), radius: radius)
    let found = HairlineSearch.findings(in: [apart, plate], thinnerThan: 0.1)
    #expect(found.map(\.isGap) == (radius < 50 ? [] : [true, true]))
    #expect(found.allSatisfy { $0.width > 0.045 && $0.width < 0.055 })
    let pointed = Path(polygon: [
      Point(0, 0), Point(5, -0.03), Point(30, -0.03), Point(30, 0.03), Point(5, 0.03),
    ])
    let line = HairlineSearch.findings(in: [pointed], thinnerThan: 0.1)
    #expect(line.count == 1 && line.allSatisfy { abs($0.width - 0.06) < 0.025 })
  }

  @Test func `crowns whose parts touch print as they are on a large page`() throws {
    for entry in CrownCatalogue.all.prefix(12) {
      let poster = Poster(
        emblem: .drawing(try entry.drawing().outline(), source: entry.id), lines: [Poster.Line("KEEP")])
      // Where parts touch there would be a way of almost nothing.
      #expect(check(poster).hairlines.allSatisfy { $0.width > 0.05 }, "\(entry.id)")
    }
  }

  @Test func `gaps are found in an outline and between two`() {
    let (left, right) = (
      Path(rect: Rect(x: 0, y: 0, width: 5, height: 9)), Path(rect: Rect(x: 5.07, y: 0, width: 5, height: 9))
    )
    let two = HairlineSearch.findings(in: [left, right], thinnerThan: 0.1)
    #expect(two.map(\.outline) == [0, 1] && two.allSatisfy { $0.isGap && abs($0.width - 0.07) < 1e-9 })
    #expect(two.allSatisfy { abs($0.place.x - 5.035) < 1e-9 })
    let one = HairlineSearch.findings(
      in: [
        Path {
          $0.append(left); $0.append(right)
        }
      ], thinnerThan: 0.1)
    #expect(one.count == 1 && one.first?.isGap == true)
    // A slit in a plate is a gap; a frame of the same width is a line.
    let slit = Path { path in
      path.append(Path(rect: Rect(x: 0, y: 0, width: 20, height: 20)))
      path.append(Path(polygon: [Point(5, 5), Point(5, 15), Point(5.06, 15), Point(5.06, 5)]))
    }
    #expect(HairlineSearch.findings(in: [slit], thinnerThan: 0.1).map(\.isGap) == [true])
  }

  @Test func `a ring is measured where it is thinnest`() {
    let ring = Path { path in
      path.append(Path(circle: Point(8, 8), radius: 5))
      path.append(
        Path(
          polygon: (0..<90).map { index in
            let angle = -Double(index) / 90 * 2 * .pi
            return Point(8.02 + 4.93 * cos(angle), 8 + 4.93 * sin(angle))
          }))
    }
    let found = HairlineSearch.findings(in: [ring], thinnerThan: 0.1)
    // The thinnest part of the ring is at the right, where it is 0.05 wide.
    #expect(found.map(\.isGap) == [false])
    #expect(found.allSatisfy { abs($0.width - 0.05) < 0.01 && $0.place.x > 11 })
    #expect(HairlineSearch.findings(in: [ring], thinnerThan: 0.04).isEmpty)
  }

  @Test func `damaged and huge outlines end at once`() {
    let damaged = [
      Path(), Path(polygon: [Point(1, 1)]), Path(polygon: [Point(0, 0), Point(1e300, 0), Point(0, 1e300)]),
      Path(polygon: [Point(0, 0), Point(1e9, 1), Point(-1e9, 3)]),
      Path(rect: Rect(x: 0, y: 0, width: 0, height: 5)),
      Path(polygon: [Point(.nan, 0), Point(1, 1), Point(2, .infinity)]),
    ]
    _ = HairlineSearch.findings(in: damaged, thinnerThan: 0.1)
    #expect(HairlineSearch.findings(in: damaged, thinnerThan: 0).isEmpty)
  }

  private func check(_ poster: Poster) -> PrintCheck {
    PrintCheck(PosterLayout(poster, typesetter: Typesetter()))
  }

  @Test func `a fine crown prints on a large page and not on a small one, at its place`() throws {
    // A bar of 1/400 of the drawing's width beside a block.
    let drawing = Path { path in
      path.append(Path(rect: Rect(x: 0, y: 0, width: 400, height: 100)))
      path.append(Path(rect: Rect(x: 0, y: -101, width: 400, height: 1)))
    }
    var poster = Poster(emblem: .drawing(drawing, source: "bar.svg"), lines: [Poster.Line("KEEP")])
    #expect(check(poster).hairlines.isEmpty)
    poster.page = Page(width: 40, height: 60)
    let layout = PosterLayout(poster, typesetter: Typesetter())
    let hairline = try #require(check(poster).hairlines.first)
    let bounds = try #require(layout.emblem?.bounds)
    let unit = Page.pointsPerMillimetre
    #expect(hairline.part == .emblem && !hairline.isGap)
    #expect(abs(hairline.width - bounds.width / 400 / unit) < 1e-3 && hairline.width < 0.1)
    #expect(abs(hairline.place.y - (bounds.minY + bounds.width / 800) / unit) < 0.02)
    #expect(bounds.minX / unit...bounds.maxX / unit ~= hairline.place.x)
  }

  @Test func `letters of the usual fonts print on a business card`() {
    let poster = Poster(page: Page(width: 55, height: 85), lines: [Poster.Line("KEEP"), Poster.Line("CALM")])
    #expect(check(poster).hairlines.isEmpty)
  }

  @Test func `a picture has the pixels of its file for each inch of the page, also a part of it`() throws {
    let size = PixelSize(width: 600, height: 900)
    let bytes = try PNG.encoded(Bitmap(size: size, bytes: Array(repeating: 200, count: 4 * 600 * 900)))
    var poster = Poster(page: Page(width: 101.6, height: 152.4), background: .picture(.init(bytes: bytes)))
    // 600 pixels over 4 inches.
    #expect(check(poster).resolutions.map(\.part) == [.background])
    #expect(abs(try #require(check(poster).resolutions.first).pixelsPerInch - 150) < 0.01)
    #expect(check(poster).resolutions.allSatisfy { !$0.isLow })
    poster.background = .picture(.init(bytes: bytes, crop: Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)))
    let half = try #require(check(poster).resolutions.first)
    #expect(abs(half.pixelsPerInch - 75) < 0.01 && half.isLow)

    poster.background = .color(.white)
    poster.emblem = .picture(bytes: bytes, source: "photo.png")
    let emblem = try #require(check(poster).resolutions.first)
    let box = try #require(PosterLayout(poster, typesetter: Typesetter()).emblem?.bounds)
    #expect(emblem.part == .emblem && abs(emblem.pixelsPerInch - 600 / (box.width / 72)) < 0.01)
    #expect(check(Poster()).resolutions.isEmpty)
  }
}
