import Colors
import Geometry
import TestSupport
import Testing

@testable import ColorManagement

@Suite struct PrintableRegionTests {
  private func color(_ plane: ColorPlane, _ level: Double, _ place: Point) -> RGBA {
    plane.color(plane.across.value(atShare: place.x), plane.up.value(atShare: place.y), level)
  }

  @Test(arguments: ["oklch", "hsb", "lab"], [0.1, 0.55])
  func `the edge lies between what the press prints and what it does not`(name: String, share: Double) throws
  {
    let colors = try PrintableColors(Press.profile())
    let plane = try #require(ColorPlane.all.first { $0.name == name })
    let level = plane.fixed.value(atShare: share)
    let region = colors.region(of: plane, at: level)

    #expect(region.lines.flatMap { $0 }.count > 20)
    // In pixels of a plane of 400, beside which a side of a cell is 6.25.
    var (near, count) = (0.0, 0.0)
    for line in region.lines {
      for (start, end) in zip(line, line.dropFirst()) {
        let middle = start.interpolated(to: end, at: 0.5)
        #expect(start.distance(to: end) < 0.025)
        // The curve crosses the way across the piece within so many pixels.
        let way = end - start
        guard way.length > 1e-6 else { continue }
        let across = Vector(-way.dy, way.dx) / way.length
        let reach = (1...16).map { Double($0) * 0.125 / 400 }.first { distance in
          let sides = [distance, -distance].map {
            colors.excess(of: [color(plane, level, middle + across * $0)])[0] >= 0
          }
          return sides[0] != sides[1]
        }
        count += 1
        if let reach, reach * 400 <= 0.5 { near += 1 }
      }
    }
    // Tables of profiles make small steps, which pieces cut.
    #expect(near >= 0.75 * count, "\(near) of \(count) within half a pixel")
  }

  @Test func `white and greys are printed, and the primaries of a screen are not`() throws {
    let colors = try PrintableColors(Press.profile())

    let inside = colors.excess(of: [RGBA(hex: 0xffffff), RGBA(hex: 0x808080), RGBA(hex: 0xb0a090)])
    let beyond = colors.excess(of: [RGBA(hex: 0x00ff00), RGBA(hex: 0x0000ff), RGBA(hex: 0xff00ff)])

    #expect(inside.allSatisfy { $0 < 0 } && beyond.allSatisfy { $0 > 0 }, "\(inside) \(beyond)")
  }

  @Test func `lines of pieces are whole`() throws {
    let plane = try #require(ColorPlane.all.first { $0.name == "oklab" })
    let region = try PrintableColors(Press.profile()).region(of: plane, at: 0.6)

    // At a lightness in the middle the region is one island round grey.
    let line = try #require(region.lines.first)
    #expect(region.lines.count == 1 && line.first == line.last, "\(region.lines.map(\.count))")
  }
}
