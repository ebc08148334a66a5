import Geometry
import Testing
import Text

@Suite struct XMLWriterTests {
  @Test func `elements stand in each other`() {
    var xml = XMLWriter(indentation: 2)
    xml.open("svg", [("id", "a\"<&>")])
    xml.element("text", text: "a < b\u{1} & \"c\"")
    xml.element("g")
    xml.close()

    #expect(
      xml.text == """
        <svg id="a&quot;&lt;&amp;&gt;">
          <text>a &lt; b &amp; &quot;c&quot;</text>
          <g/>
        </svg>

        """)
  }

  @Test func `path data has what a path has`() {
    var path = Path()
    path.move(to: Point(1, 2.345))
    path.line(to: Point(-0.001, 1e-9))
    path.quad(to: Point(5, 6), control: Point(3, 4))
    path.cubic(to: Point(11, 12), control1: Point(7, 8), control2: Point(9, 10))
    path.close()

    #expect(path.svgData(.rounded(to: 2)) == "M1 2.35L0 0Q3 4 5 6C7 8 9 10 11 12Z")
  }
}
