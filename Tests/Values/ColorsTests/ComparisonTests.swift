import Colors
import TestSupport
import Testing

@Suite struct ComparisonTests {
  @Test func `contrast is that of the colour as it is shown`() throws {
    for text in ["color(display-p3 0 0 1)", "oklch(0.6 0.4 30)", "color(rec2020 0 1 0)", "lab(50 200 -200)"] {
      let color = try Color(parsing: text)
      let shown = try Color(parsing: color.text(as: .hex))
      for ground in [Color(.white), Color(.black)] {
        let contrast = Contrast(text: color, background: ground)
        // Eight bits are what the hex has been rounded to.
        #expect(abs(contrast.wcag - Contrast(text: shown, background: ground).wcag) < 0.1, "\(text)")
        #expect(abs(Contrast(text: ground, background: color).wcag - contrast.wcag) < 1e-9)
        #expect(abs(contrast.apca - Contrast(text: shown, background: ground).apca) < 0.5, "\(text)")
      }
    }
  }

  @Test func `contrast of WCAG is the same either way round and lies from 1 to 21`() {
    var chance = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let (one, other) = (chance.rgba(), chance.rgba())

      let ratio = wcagContrast(one, other)

      #expect(ratio == wcagContrast(other, one))
      #expect((1...21).contains(ratio))
      #expect(wcagContrast(one, one) == 1)
    }
    expectClose(wcagContrast(.black, .white), 21, 1e-12)
  }

  @Test func `APCA is positive for dark on light, negative for light on dark, and none on itself`() {
    var chance = SeededGenerator(seed: 6)
    for _ in 0..<500 {
      let (ink, ground) = (chance.rgba(), chance.rgba())

      let contrast = apcaContrast(text: ink, background: ground)

      let isDarker = Color(ink).luminance < Color(ground).luminance
      if abs(contrast) > 15 { #expect((contrast > 0) == isDarker) }
      #expect(apcaContrast(text: ink, background: ink) == 0)
    }
  }

  @Test func `differences are the same either way round, none of a colour to itself, and positive else`() {
    var chance = SeededGenerator(seed: 8)
    for _ in 0..<500 {
      let (one, other, third) = (Color(chance.rgba()), Color(chance.rgba()), Color(chance.rgba()))

      expectClose(difference2000(one, other), difference2000(other, one), 1e-9)
      #expect(differenceOK(one, other) == differenceOK(other, one))
      #expect(difference2000(one, one) == 0)
      #expect(differenceOK(one, one) == 0)
      #expect(difference2000(one, other) > 0)
      #expect(differenceOK(one, other) <= differenceOK(one, third) + differenceOK(third, other) + 1e-12)
    }
  }

  @Test func `colours of lab() are compared as given, others against the white they are meant for`() throws {
    let first = try Color(parsing: "lab(50 2.6772 -79.7751)")
    let second = try Color(parsing: "lab(50 0 -82.7485)")

    expectClose(ColorDifference(first, second).deltaE2000, 2.0425, 1e-4)
    let through = difference2000(first.converted(to: .xyzD65), second.converted(to: .xyzD65))
    #expect(abs(through - 2.0425) > 1e-3)
  }

  @Test func `each name is nearest to its own colour, in the preferred spelling`() {
    let preferred = ["cyan": "aqua", "magenta": "fuchsia"]
    for color in NamedColor.all {
      let expected = preferred[color.name] ?? color.name.replacing("grey", with: "gray")

      #expect(NamedColor.nearest(to: color.rgba).name == expected)
    }
    #expect(NamedColor.all.count == 148)
  }

  @Test func `the nearest name is one that no other beats`() {
    var chance = SeededGenerator(seed: 9)
    for _ in 0..<100 {
      let color = Color(chance.rgba())

      let nearest = differenceOK(color, Color(NamedColor.nearest(to: color).rgba))

      #expect(NamedColor.all.allSatisfy { differenceOK(color, Color($0.rgba)) >= nearest - 1e-12 })
    }
  }

  @Test(arguments: ColorVisionDeficiency.allCases)
  func `a deficiency of no severity changes nothing, and none changes grey`(deficiency: ColorVisionDeficiency)
  {
    var chance = SeededGenerator(seed: 10)
    for _ in 0..<50 {
      let rgba = chance.rgba()
      let same = deficiency.simulated(Color(rgba), severity: 0).rgba
      expectChannels(same, [rgba.red, rgba.green, rgba.blue], 1e-9)

      let grey = RGBA(red: rgba.red, green: rgba.red, blue: rgba.red)
      let severity = chance.number(0...1)
      expectChannels(
        deficiency.simulated(Color(grey), severity: severity).rgba, [grey.red, grey.red, grey.red], 1e-5)
    }
  }

  @Test(arguments: ColorVisionDeficiency.allCases)
  func `severity moves a colour without jumps`(deficiency: ColorVisionDeficiency) {
    let color = Color(RGBA(hex: 0xc8102e))
    var before = color
    for step in 1...1000 {
      let now = deficiency.simulated(color, severity: Double(step) / 1000)
      #expect(differenceOK(before, now) < 0.002)
      before = now
    }
    #expect(deficiency.simulated(color, severity: .nan) == deficiency.simulated(color, severity: 0))
    #expect(deficiency.simulated(color, severity: 9) == deficiency.simulated(color, severity: 1))
  }
}
