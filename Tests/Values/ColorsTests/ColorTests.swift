import Colors
import TestSupport
import Testing

@Suite struct ColorTests {
  @Test(arguments: ColorSpace.allCases)
  func `a colour of sRGB comes back from a space, by way of any other`(space: ColorSpace) {
    var chance = SeededGenerator(seed: 1)
    for _ in 0..<100 {
      let rgba = chance.rgba()
      let there = Color(rgba).converted(to: space)

      expectChannels(there.rgba, [rgba.red, rgba.green, rgba.blue], 1e-9)
      for other in ColorSpace.allCases {
        let back = there.converted(to: other).converted(to: space)
        expectChannels(back.rgba, [rgba.red, rgba.green, rgba.blue], 1e-9)
      }
    }
  }

  @Test(
    arguments: [
      ColorSpace.srgb, .srgbLinear, .displayP3, .rec2020, .xyzD50, .lab, .lch, .oklab, .oklch, .hsl,
    ])
  func `a colour outside sRGB comes back too`(space: ColorSpace) {
    var chance = SeededGenerator(seed: 2)
    for _ in 0..<200 {
      let color = Color(
        in: .rec2020, chance.number(0...1), chance.number(0...1), chance.number(0...1), alpha: 0.5)

      let back = color.converted(to: space).converted(to: .rec2020)

      for index in 0..<3 { expectClose(back.components[index], color.components[index], 1e-7) }
      #expect(back.alpha == 0.5)
    }
  }

  @Test(arguments: ColorSpace.allCases.filter { $0.hueIndex != nil })
  func `no grey has a hue`(space: ColorSpace) {
    for level in 0...255 {
      let grey = Color(RGBA(bytes: UInt8(level), UInt8(level), UInt8(level)))

      #expect(grey.converted(to: space).hue == nil)
      #expect(grey.converted(to: .lab).converted(to: space).hue == nil)
    }
  }

  @Test(arguments: ColorSpace.allCases.filter { $0.hueIndex != nil })
  func `every colour has a hue that is a step of eight bits away from grey`(space: ColorSpace) {
    for level in UInt8(1)...254 {
      let color = Color(RGBA(bytes: level, level, level + 1))

      #expect(color.converted(to: space).hue != nil)
    }
  }

  @Test(arguments: ColorSpace.allCases)
  func `whatever a colour is made of, its numbers are finite and its hue is within a turn`(space: ColorSpace)
  {
    let odd: [Double] = [
      0, -0.0, 1, -1, 0.5, 360, -720.5, 1e300, -1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
    ]
    for first in odd {
      for second in odd {
        let color = Color(in: space, first, second, first, second, alpha: second)

        #expect((0...1).contains(color.alpha))
        for other in ColorSpace.allCases {
          let there = color.converted(to: other)
          for index in 0..<4 { #expect(there.components[index].isFinite) }
          if let hue = there.hue { #expect((0..<360).contains(hue)) }
        }
      }
    }
  }

  @Test func `white has a luminance of 1 and black none`() {
    expectClose(Color(.white).luminance, 1, 1e-12)
    expectClose(Color(.black).luminance, 0, 1e-12)
    expectClose(Color(in: .lab, 100, 0, 0).luminance, 1, 1e-12)
  }

  @Test func `bytes round a half up, even one that arithmetic has worn`() {
    #expect(RGBA(red: 0.5, green: 0.6 - 0.1, blue: 127.499 / 255).bytes8 == (128, 128, 127, 255))
    #expect(RGBA(red: -1, green: 2, blue: .nan, alpha: .infinity).bytes8 == (0, 255, 0, 255))
  }

  @Test func `laying a colour over another keeps what is opaque and shows what is behind the rest`() {
    let red = RGBA(hex: 0xff0000, alpha: 0.25)

    #expect(RGBA(hex: 0x123456).composited(over: .white) == RGBA(hex: 0x123456))
    #expect(RGBA.clear.composited(over: red) == red)
    #expect(RGBA.clear.composited(over: .clear) == .clear)
    #expect(red.composited(over: .white) == RGBA(red: 1, green: 0.75, blue: 0.75))
  }
}
