import Geometry
import Heraldry
import TestSupport
import Testing
import VectorArt

@Suite struct DrawnCrownTests {
  /// All of them where the tests are exhaustive, otherwise some: strokes, dashes, voids and parts that are used often.
  @Test func `the outline of a drawn crown is what reading its SVG gives`() throws {
    for entry in Sweep.sample(CrownCatalogue.all, 6) {
      let drawing = entry.drawing()

      #expect(try drawing.outline() == VectorImage(svg: svg(of: drawing)).path, "\(entry.id)")
    }
  }
}
