import Colors
import Testing

@Suite struct ColorInterpolationTests {
  private func isClose(_ a: Color, _ b: Color, _ tolerance: Double = 1e-9) -> Bool {
    let (x, y) = (a.rgba, b.rgba)
    return [x.red - y.red, x.green - y.green, x.blue - y.blue, x.alpha - y.alpha].allSatisfy {
      $0.magnitude <= tolerance
    }
  }

  @Test(arguments: ColorSpace.allCases)
  func `begins and ends with its ends, and comes back the same way`(space: ColorSpace) throws {
    let (a, b) = (try Color(parsing: "#c8102e"), try Color(parsing: "rgb(20 90 250 / 40%)"))

    #expect(a.interpolated(to: b, at: 0, in: space) == a && a.interpolated(to: b, at: 1, in: space) == b)
    for t in [0.1, 0.4, 0.75] {
      #expect(isClose(a.interpolated(to: b, at: t, in: space), b.interpolated(to: a, at: 1 - t, in: space)))
    }
    #expect(isClose(a.interpolated(to: a, at: 0.3, in: space), a, 1e-7))
  }

  @Test func `is the mean of Oklab by default`() throws {
    let (a, b) = (try Color(parsing: "oklab(0.2 0.1 -0.1)"), try Color(parsing: "oklab(0.8 -0.1 0.3)"))
    let middle = a.interpolated(to: b, at: 0.5)
    #expect(isClose(middle, try Color(parsing: "oklab(0.5 0 0.1)")))
  }

  @Test func `what cannot be seen does not tint`() throws {
    let red = try Color(parsing: "red")
    let middle = red.interpolated(to: try Color(parsing: "transparent"), at: 0.5)
    #expect(isClose(middle, try Color(parsing: "rgb(255 0 0 / 50%)"), 1e-6))
    // The example of CSS Color 4, 12.3.
    let first = try Color(parsing: "rgb(24% 12% 98% / 0.4)")
    let second = try Color(parsing: "rgb(62% 26% 64% / 0.6)")
    #expect(
      isClose(
        first.interpolated(to: second, at: 0.5, in: .srgb), try Color(parsing: "rgb(46.8% 20.4% 77.6% / 0.5)")
      ))
  }

  @Test func `hues go the shorter way round`() throws {
    let (a, b) = (try Color(parsing: "hsl(350 100% 50%)"), try Color(parsing: "hsl(30 100% 50%)"))
    #expect(a.interpolated(to: b, at: 0.5, in: .hsl).hue.map { ($0 - 10).magnitude < 1e-9 } == true)
    #expect(b.interpolated(to: a, at: 0.25, in: .hsl).hue.map { ($0 - 20).magnitude < 1e-9 } == true)
  }

  @Test func `a colour without a hue takes the other's`() throws {
    let (white, blue) = (try Color(parsing: "white"), try Color(parsing: "oklch(0.5 0.2 260)"))
    #expect(white.interpolated(to: blue, at: 0.5, in: .oklch).hue.map { ($0 - 260).magnitude < 1e-9 } == true)
    let gray = white.interpolated(to: try Color(parsing: "black"), at: 0.5, in: .oklch)
    #expect(gray.hue == nil)
  }

  @Test func `overshooting stays a colour`() throws {
    let (a, b) = (try Color(parsing: "#102030"), try Color(parsing: "rgb(200 10 10 / 0.2)"))
    for space in ColorSpace.allCases {
      for t in [-3, -0.2, 1.3, 40] {
        let rgba = a.interpolated(to: b, at: t, in: space).rgba
        #expect(
          rgba.red.isFinite && rgba.green.isFinite && rgba.blue.isFinite && (0...1).contains(rgba.alpha))
      }
    }
  }
}
