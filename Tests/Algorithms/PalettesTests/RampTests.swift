import Colors
import Geometry
import Palettes
import TestSupport
import Testing

@Suite struct RampTests {
  @Test(arguments: ["#c8102e", "#0057b7", "#ffd700", "#777777", "#00ff00", "rebeccapurple"])
  func `eight bits hit the ratios that were asked for to a hundredth`(text: String) throws {
    let color = try Color(parsing: text)
    for ground in [RGBA.white, .black, RGBA(hex: 0x123456), RGBA(hex: 0xf0e0d0)] {
      let targets = Ramp.targets(count: 11, against: ground)
      let colors = try Ramp.contrast(of: color, against: ground, targets: targets)
      for (color, target) in zip(colors, targets) {
        let bytes = color.rgba.bytes8
        let ratio = wcagContrast(RGBA(bytes: bytes.r, bytes.g, bytes.b), ground)
        #expect((ratio - target).magnitude <= 0.01, "\(target) \(ratio)")
      }
    }
  }

  @Test func `the hue stays`() throws {
    let color = try Color(parsing: "#c8102e")
    let hue = try #require(color.converted(to: .oklch).hue)
    for step in try Ramp.contrast(of: color, against: .white, targets: [3, 4.5, 7]) {
      let found = try #require(step.converted(to: .oklch).hue)
      #expect((found - hue).magnitude < 4)
    }
  }

  @Test func `a ratio that nothing has is refused with the largest there is`() throws {
    let error = #expect(throws: Ramp.Unreachable.self) {
      _ = try Ramp.contrast(of: try Color(parsing: "red"), against: RGBA(hex: 0x777777), targets: [12])
    }
    #expect(error?.description.contains("4.6") == true)
  }

  @Test func `steps of lightness are even and fall`() throws {
    let steps = Ramp.lightness(of: try Color(parsing: "teal"), count: 9).map { $0.oklab.lightness }
    for (one, next) in zip(steps, steps.dropFirst()) { #expect((one - next - 0.1025).magnitude < 0.03) }
  }

  @Test func `between two colours the ends are those`() throws {
    let (red, blue) = (try Color(parsing: "red"), try Color(parsing: "blue"))
    let steps = Ramp.between(red, blue, count: 5, in: .oklch, hue: .longer)
    #expect(steps.count == 5 && steps[0] == red && steps[4] == blue)
    #expect(steps[2] == red.interpolated(to: blue, at: 0.5, in: .oklch, hue: .longer))
  }

  @Test(arguments: Harmony.allCases)
  func `what goes with a colour has its hue turned by the angles`(harmony: Harmony) throws {
    let color = try Color(parsing: "oklch(0.6 0.08 100)")
    let colors = harmony.colors(from: color)
    #expect(colors.count == harmony.angles.count && colors[0] == color)
    for (other, angle) in zip(colors, harmony.angles) {
      let oklch = other.converted(to: .oklch)
      let turned = (100 + angle + 360).truncatingRemainder(dividingBy: 360)
      #expect((oklch.components.z - turned).magnitude < 0.5)
      #expect((oklch.components.x - 0.6).magnitude < 0.01)
    }
  }
}

@Suite struct PaletteCheckTests {
  @Test func `red and green look alike to whom they do`() throws {
    let colors = ["#b0483a", "#7a6a2f", "#1f77b4"]
    let palette = Palette(swatches: try colors.map { Swatch(try Color(parsing: $0)) })
    let check = PaletteCheck(palette)
    #expect(check.pairs.count == 3)
    for pair in check.pairs {
      for vision in PaletteCheck.Vision.allCases {
        let (a, b) = (vision.seen(palette.colors[pair.first]), vision.seen(palette.colors[pair.second]))
        #expect(pair.alike.contains(vision) == (difference2000(a, b) < 3))
      }
      #expect(
        pair.contrast.wcag
          == Contrast(text: palette.colors[pair.first], background: palette.colors[pair.second]).wcag)
      #expect(check.pair(pair.second, pair.first) == pair)
    }
  }

  @Test
  func `two greys of one lightness are told apart by nobody, red and green of one luminance by no achromat`()
    throws
  {
    let palette = Palette(swatches: [
      Swatch(Color(in: .srgbLinear, 0.5, 0, 0)), Swatch(Color(in: .srgbLinear, 0, 0.5 * 0.2126 / 0.7152, 0)),
      Swatch(Color(in: .srgbLinear, 0.5, 0.001, 0)),
    ])
    let check = PaletteCheck(palette)
    #expect(check.pair(0, 1)?.alike.contains(.achromat) == true)
    #expect(check.pair(0, 1)?.alike.contains(.normal) == false)
    #expect(check.pair(0, 2)?.alike == PaletteCheck.Vision.allCases)
    #expect(check.table.contains("normal: 1 and 3 look alike"))
    #expect(check.svg.contains("look alike"))
  }
}

@Suite struct ColorExtractionTests {
  private func bitmap(_ pixels: [RGBA]) -> Bitmap {
    Bitmap(
      size: PixelSize(width: pixels.count, height: 1),
      bytes: pixels.flatMap { pixel in
        let bytes = pixel.bytes8
        return [bytes.r, bytes.g, bytes.b, bytes.a]
      })
  }

  @Test func `flat colours come back as they are, with their shares`() {
    let (red, blue, green) = (RGBA(hex: 0xc8102e), RGBA(hex: 0x012169), RGBA(hex: 0x1ea040))
    let picture = bitmap(
      Array(repeating: red, count: 50) + Array(repeating: blue, count: 30)
        + Array(repeating: green, count: 20))
    let parts = ColorExtraction(picture, count: 3).parts
    #expect(parts.map(\.color) == [red, blue, green])
    #expect(zip(parts.map(\.weight), [0.5, 0.3, 0.2]).allSatisfy { ($0 - $1).magnitude < 1e-9 })
    #expect(ColorExtraction(picture, count: 8).parts.count == 3)
  }

  @Test func `what cannot be seen does not count, and half of it counts half`() {
    let picture = bitmap([
      .clear, RGBA(hex: 0xff0000).withAlpha(0.5), RGBA(hex: 0xff), RGBA(hex: 0x00ff00).withAlpha(0),
    ])
    let parts = ColorExtraction(picture, count: 4).parts
    #expect(parts.count == 2 && parts[0].color == RGBA(hex: 0xff))
    #expect((parts[0].weight / parts[1].weight - 2).magnitude < 0.02)
    #expect(ColorExtraction(bitmap([.clear]), count: 4).parts.isEmpty)
  }

  @Test func `more colours stand for a picture better`() {
    var random = SeededGenerator(seed: 3)
    let picture = bitmap((0..<1000).map { _ in RGBA(hex: UInt32.random(in: 0...0xffffff, using: &random)) })
    var last = Double.infinity
    for count in [1, 2, 4, 8, 16, 64] {
      let colors = ColorExtraction(picture, count: count).parts.map { Color($0.color) }
      let error = stride(from: 0, to: picture.bytes.count, by: 4 * 9).reduce(0.0) { sum, index in
        let bytes = picture.bytes
        let color = Color(RGBA(bytes: bytes[index], bytes[index + 1], bytes[index + 2]))
        return sum + (colors.map { differenceOK($0, color) }.min() ?? 1)
      }
      #expect(error < last)
      last = error
    }
  }
}
