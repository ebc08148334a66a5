import Colors
import TestSupport
import Testing

@Suite struct GamutTests {
  @Test(arguments: [ColorSpace.srgb, .srgbLinear, .displayP3, .a98RGB, .proPhotoRGB, .rec2020, .hsb, .okhsl])
  func `a mapped colour is inside, and mapping it again changes nothing`(space: ColorSpace) {
    var chance = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let color = Color(
        in: .oklch, chance.number(-0.1...1.1), chance.number(0...0.5), chance.number(0...360), alpha: 0.3)

      let mapped = color.mapped(to: space)

      #expect(mapped.space == space)
      #expect(mapped.isInGamut(space))
      #expect(mapped.alpha == 0.3)
      #expect(differenceOK(mapped.mapped(to: space), mapped) < 1e-6)
    }
  }

  @Test func `mapping keeps lightness and hue to within what is just noticeable`() {
    var chance = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let color = Color(
        in: .oklch, chance.number(0.02...0.98), chance.number(0...0.4), chance.number(0...360))

      let mapped = color.mapped(to: .srgb).converted(to: .oklch)

      let kept = Color(in: .oklch, color.components.x, mapped.components.y, color.components.z)
      #expect(differenceOK(mapped, kept) <= 0.0201)
    }
  }

  @Test func `a colour that is inside is left as it is`() {
    let color = Color(RGBA(hex: 0x663399))

    #expect(color.mapped(to: .srgb) == color)
    #expect(color.clipped == color)
  }

  @Test func `what is lighter than white is white, what is darker than black is black`() {
    #expect(Color(in: .oklch, 1.2, 0.3, 20).mapped(to: .srgb).rgba.bytes8 == (255, 255, 255, 255))
    #expect(Color(in: .oklch, -0.2, 0.3, 20).mapped(to: .srgb).rgba.bytes8 == (0, 0, 0, 255))
  }

  @Test func `gamuts are nested, and a millionth outside still counts as inside`() {
    #expect(Color(in: .displayP3, 0, 1, 0).isInGamut(.displayP3))
    #expect(!Color(in: .displayP3, 0, 1, 0).isInGamut(.srgb))
    #expect(Color(in: .displayP3, 0, 1, 0).isInGamut(.rec2020))
    #expect(Color(in: .srgb, 1 + 9e-7, -9e-7, 0.5).isInGamut(.srgb))
    #expect(!Color(in: .srgb, 1 + 2e-6, 0, 0.5).isInGamut(.srgb))
    #expect(Color(in: .xyzD65, 9, 9, 9).isInGamut(.oklab))
  }
}
