import Geometry
import Heraldry
import Testing
import VectorArt

@Suite struct DrawnCrownTests {
  /// One of each family: strokes, dashes, voids and parts that are used often.
  @Test(arguments: CrownFamily.allCases)
  func `the outline of a drawn crown is what reading its SVG gives`(family: CrownFamily) throws {
    let entry = try #require(CrownCatalogue.all.last { $0.family == family })
    let drawing = entry.drawing()

    #expect(try drawing.outline() == VectorImage(svg: svg(of: drawing)).path)
  }
}
