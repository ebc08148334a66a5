import Colors
import Controls
import Geometry
import Input
import Localization
import Scene
import Testing

@testable import ColorPicker

/// Planes of the picker's square, those that the picker lists and others.
@Suite struct PlaneControlsTests {
  /// Red rightward and green upward at one blue, which no list of planes has.
  static let redGreen = ColorPlane(
    name: "red-green", title: Message("Red and green"), across: .init(Message("Red share")),
    up: .init(Message("Green share")), fixed: .init(Message("Blue share")),
    color: { RGBA(red: $0, green: $1, blue: $2) },
    coordinates: { ($0.red, $0.green, $0.blue) }, sample: { RGBA(red: 0, green: 0, blue: $0) },
    shader: { .init("vec3 plane(vec2 p) { return vec3(p, level); }\n", constants: [Float($0)]) })

  @Test(arguments: ColorPlane.all + [redGreen])
  func `the square and its track choose the coordinates of the plane`(plane: ColorPlane) throws {
    let driver = try PanelDriver("#336699")
    driver.panel.plane.change { $0.plane = plane }
    _ = driver.window.advance(to: 2)
    let (square, track) = (driver.panel.plane.square, driver.panel.plane.track)
    let before = driver.color.place(in: plane)
    driver.time = 2
    driver.click(Point(square.frame.minX + 0.25 * square.frame.width, square.frame.minY))

    let place = driver.color.place(in: plane)
    #expect(place.fixed == before.fixed)
    #expect((plane.across.share(of: place.across) - 0.25).magnitude < 1e-9)
    #expect(place.up == plane.up.range.upperBound)
    let wanted = Color(plane.color(place.across, place.up, place.fixed)).mapped(to: .srgb).rgba
    #expect((driver.color.red - wanted.red).magnitude < 1e-12)
    #expect((driver.color.blue - wanted.blue).magnitude < 1e-12)
    let shown = Plane(plane, at: place.fixed)
    let edges = PlaneGuides(edges: true).fitting(plane)
    #expect(
      square.layer.contents
        == (edges.isEmpty ? .plane(shown) : .shader(ShaderFill(shown, guides: edges, scale: 1))))

    driver.click(track.frame.center)
    #expect(driver.color.place(in: plane).across == place.across)
    #expect((plane.fixed.share(of: driver.color.place(in: plane).fixed) - 0.5).magnitude < 1e-9)
    #expect(try driver.node(plane.fixed.name).role == .slider)
    #expect(try driver.node(plane.title.english).role == .slider2D)
  }

  @Test func `another plane shows the same colour, follows it, and has the focus where the first had it`()
    throws
  {
    let driver = try PanelDriver("#336699")
    driver.panel.plane.change { $0.plane = Self.redGreen }
    _ = driver.window.advance(to: 2)
    driver.time = 2

    #expect(driver.hex == "#336699")
    #expect(driver.changes.isEmpty)
    #expect(driver.focused === driver.panel.plane.square)
    #expect(driver.panel.parts.loupes.sublayers.count { $0.name.hasSuffix("loupe") } == 2)
    try driver.fill("Hex", "#ff8000")
    driver.key(.enter)
    #expect(driver.color.place(in: Self.redGreen) == .init(across: 1, up: 128.0 / 255, fixed: 0))
  }

  @Test(arguments: ColorPlane.all)
  func `the coordinates of a colour lead back to it, within its axes`(plane: ColorPlane) {
    for value in stride(from: 0, through: 0xffffff, by: 0x10307) {
      let color = RGBA(hex: UInt32(value))
      let found = plane.coordinates(color)
      let values = [(found.across, plane.across), (found.up, plane.up), (found.fixed, plane.fixed)]
        .map { $0.0 ?? $0.1.range.lowerBound }
      let back = plane.color(values[0], values[1], values[2])
      #expect((back.red - color.red).magnitude < 1e-6, "\(plane.name) \(value)")
      #expect((back.green - color.green).magnitude < 1e-6, "\(plane.name) \(value)")
      #expect((back.blue - color.blue).magnitude < 1e-6, "\(plane.name) \(value)")
    }
  }
}
