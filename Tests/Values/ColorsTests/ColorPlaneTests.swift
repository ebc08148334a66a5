import Colors
import TestSupport
import Testing

@Suite struct ColorPlaneTests {
  /// Returns the colour that another part of the module computes for the same coordinates, in encoded sRGB.
  private static func peer(_ plane: ColorPlane, _ across: Double, _ up: Double, _ fixed: Double) -> RGBA {
    switch plane.name {
    case "hsb": HSB(hue: fixed, saturation: across, brightness: up).rgba()
    case "hsl": HSL(hue: fixed, saturation: across, lightness: up).rgba()
    case "okhsv": OKHSV(hue: fixed, saturation: across, value: up).rgba()
    case "okhsl": OKHSL(hue: fixed, saturation: across, lightness: up).rgba()
    case "oklch": Oklab(OKLCH(lightness: up, chroma: across, hue: fixed)).rgba()
    case "oklch-hue": Oklab(OKLCH(lightness: fixed, chroma: up, hue: across)).rgba()
    case "oklab": Oklab(lightness: fixed, a: across, b: up).rgba()
    case "lab": Color(in: .lab, fixed, across, up).rgba
    case "rgb-red": RGBA(red: fixed / 255, green: across / 255, blue: up / 255)
    case "rgb-green": RGBA(red: across / 255, green: fixed / 255, blue: up / 255)
    default: RGBA(red: across / 255, green: up / 255, blue: fixed / 255)
    }
  }

  @Test(arguments: ColorPlane.all)
  func `a plane's formula is what the colour types compute`(plane: ColorPlane) {
    var wrong: [String] = []
    for step in Sweep.sample(0...16, 5) {
      let fixed = plane.fixed.value(atShare: Double(step) / 16)
      for x in 0...20 {
        for y in 0...20 {
          let across = plane.across.value(atShare: Double(x) / 20)
          let up = plane.up.value(atShare: Double(y) / 20)
          let (found, wanted) = (plane.color(across, up, fixed), Self.peer(plane, across, up, fixed))
          let differences = [found.red - wanted.red, found.green - wanted.green, found.blue - wanted.blue]
          if differences.allSatisfy({ $0.magnitude < 1e-7 }) { continue }
          wrong.append("\(across) \(up) \(fixed): \(found) \(wanted)")
        }
      }
    }
    #expect(wrong.isEmpty, "\(plane.name)")
  }

  @Test(arguments: ColorPlane.all)
  func `a colour is found at its coordinates`(plane: ColorPlane) {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let color = RGBA(hex: UInt32.random(in: 0...0xff_ffff, using: &random))
      let place = plane.coordinates(color)
      let back = plane.color(place.across ?? 0, place.up ?? 0, place.fixed ?? 0)
      #expect(
        (back.bytes8.r, back.bytes8.g, back.bytes8.b) == (color.bytes8.r, color.bytes8.g, color.bytes8.b),
        "\(plane.name) \(color) \(back)")
    }
  }

  @Test func `no two planes have a name, and those of a space differ in what is fixed`() {
    #expect(Set(ColorPlane.all.map(\.name)).count == ColorPlane.all.count)
    for plane in ColorPlane.all {
      #expect(ColorPlane.named(plane.space).count { $0.fixed == plane.fixed } == 1)
    }
    #expect(
      Set(ColorPlane.all.map(\.space)) == ["hsb", "hsl", "okhsv", "okhsl", "oklch", "oklab", "lab", "rgb"])
  }

  @Test(arguments: ["okhsl", "okhsv"])
  func `the cells of a plane cover it once, and are few at every hue`(name: String) throws {
    let plane = try #require(ColorPlane.all.first { $0.name == name })
    for hue in Sweep.sample(Array(stride(from: 0.0, through: 360, by: 7.5)), 16) {
      let cells = plane.shader(hue).cells
      let area = cells.reduce(0) {
        $0 + ($1.across.upperBound - $1.across.lowerBound) * ($1.up.upperBound - $1.up.lowerBound)
      }

      #expect((area - 1).magnitude < 1e-9 && cells.count <= 400, "\(hue): \(cells.count)")
    }
  }
}
