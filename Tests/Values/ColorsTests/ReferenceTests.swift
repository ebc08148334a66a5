import Colors
import TestSupport
import Testing

@Suite struct ReferenceTests {
  @Test func `every kind of case is looked at here`() {
    let known: Set = [
      "css_parse_valid", "css_parse_valid_float", "css_parse_invalid", "hsb_to_rgb", "hsl_to_rgb",
      "hwb_to_rgb",
      "rgb_to_hsb", "rgb_to_hsl", "rgb_to_hwb", "rgb_to_oklab", "rgb_to_oklch", "rgb_to_lab_d50",
      "rgb_to_lch_d50",
      "rgb_to_xyz_d65", "oklch_to_rgb", "rgb_to_okhsv", "rgb_to_okhsl", "okhsv_to_rgb", "okhsl_to_rgb",
      "rgb_to_cmyk_naive", "p3_to_srgb", "css_named", "contrast_wcag21", "alpha_over", "contrast_apca",
      "delta_e_2000_lab", "delta_e_srgb", "cvd_machado",
    ]

    #expect(Set(ReferenceCases.all.map(\.kind)) == known)
  }

  @Test(arguments: ReferenceCases.of("css_parse_valid") + ReferenceCases.of("css_named"))
  func `text of CSS gives the bytes of browsers`(example: ReferenceCases.Case) throws {
    let color = try Color(parsing: example.input.text)

    expectBytes(color.rgba, example.expected["rgb8"].numbers, within: 0, halves: false)
    if let alpha = example.expected["alpha"].number { expectClose(color.alpha, alpha, 0.001) }
    if example.kind == "css_named" { #expect(color.text(as: .hex) == example.expected["hex"].text) }
  }

  @Test(arguments: ReferenceCases.of("css_parse_valid_float"))
  func `text of CSS gives the numbers of its space`(example: ReferenceCases.Case) throws {
    let color = try Color(parsing: example.input.text)

    let expected = example.expected
    #expect(color.space.rawValue == expected["space"].text)
    for (index, value) in expected["coords"].numbers.enumerated() {
      expectClose(color.components[index], value, example.tolerance.tolerance("coords"))
    }
    expectClose(color.alpha, expected["alpha"].number, 1e-9)
    #expect(expected["in_srgb"] == .flag(color.isInGamut(.srgb)))
    if !expected["rgb8"].numbers.isEmpty {
      expectBytes(color.rgba, expected["rgb8"].numbers, within: 1, halves: false)
    }
    expectChannels(color.rgba, expected["srgb_unclamped"].numbers, 1e-4)
  }

  @Test(arguments: ReferenceCases.of("css_parse_invalid"))
  func `what CSS does not allow is refused with a place within the text`(example: ReferenceCases.Case) throws
  {
    let text = example.input.text

    let error = #expect(throws: ColorSyntaxError.self) { _ = try Color(parsing: text) }

    let offset = try #require(error?.offset)
    #expect((0...text.unicodeScalars.count).contains(offset))
  }

  @Test(arguments: ReferenceCases.of("hsb_to_rgb"))
  func `HSB becomes RGB`(example: ReferenceCases.Case) throws {
    let input = example.input
    let rgba = HSB(
      hue: input["h"].number, saturation: share(input["s"]), brightness: share(input["b"])
    ).rgba()

    expectExample(example, rgba, key: "rgb")
    let text = "hsb(\(input["h"].number ?? 0) \(input["s"].number ?? 0)% \(input["b"].number ?? 0)%)"
    expectExample(example, try Color(parsing: text).rgba, key: "rgb")
  }

  @Test(arguments: ReferenceCases.of("hsl_to_rgb"))
  func `HSL becomes RGB`(example: ReferenceCases.Case) {
    let input = example.input
    let rgba = HSL(hue: input["h"].number, saturation: share(input["s"]), lightness: share(input["l"])).rgba()

    expectExample(example, rgba, key: "rgb")
  }

  @Test(arguments: ReferenceCases.of("hwb_to_rgb"))
  func `HWB becomes RGB`(example: ReferenceCases.Case) {
    let input = example.input
    let rgba = HWB(hue: input["h"].number, whiteness: share(input["w"]), blackness: share(input["b"])).rgba()

    expectExample(example, rgba, key: "rgb")
  }

  private func expect(
    _ example: ReferenceCases.Case, hue: Double?, _ shares: (key: String, value: Double)...
  ) {
    expectHue(example, hue)
    for (key, value) in shares { expectClose(value * 100, example.expected[key].number, 1e-4) }
  }

  @Test(arguments: ReferenceCases.of("rgb_to_hsb"))
  func `RGB becomes HSB`(example: ReferenceCases.Case) throws {
    let hsb = HSB(try Color(parsing: example.input["hex"].text).rgba)

    expect(example, hue: hsb.hue, ("s", hsb.saturation), ("b", hsb.brightness))
  }

  @Test(arguments: ReferenceCases.of("rgb_to_hsl"))
  func `RGB becomes HSL`(example: ReferenceCases.Case) throws {
    let hsl = HSL(try Color(parsing: example.input["hex"].text).rgba)

    expect(example, hue: hsl.hue, ("s", hsl.saturation), ("l", hsl.lightness))
  }

  @Test(arguments: ReferenceCases.of("rgb_to_hwb"))
  func `RGB becomes HWB`(example: ReferenceCases.Case) throws {
    let hwb = HWB(try Color(parsing: example.input["hex"].text).rgba)

    expect(example, hue: hwb.hue, ("w", hwb.whiteness), ("b", hwb.blackness))
  }

  @Test(arguments: ReferenceCases.of("rgb_to_cmyk_naive"))
  func `RGB becomes inks`(example: ReferenceCases.Case) throws {
    let inks = CMYK(try Color(parsing: example.input["hex"].text).rgba)

    for (key, ink) in [("c", inks.cyan), ("m", inks.magenta), ("y", inks.yellow), ("k", inks.black)] {
      expectClose(ink * 100, example.expected[key].number, 1e-4)
    }
  }

  @Test(
    arguments: [
      ("rgb_to_oklab", ColorSpace.oklab, ["L", "a", "b"]), ("rgb_to_oklch", .oklch, ["L", "C", "h"]),
      ("rgb_to_lab_d50", .lab, ["L", "a", "b"]), ("rgb_to_lch_d50", .lch, ["L", "C", "h"]),
      ("rgb_to_xyz_d65", .xyzD65, ["X", "Y", "Z"]), ("rgb_to_okhsv", .okhsv, ["h", "s", "v"]),
      ("rgb_to_okhsl", .okhsl, ["h", "s", "l"]),
    ])
  func `RGB becomes the numbers of a space`(kind: String, space: ColorSpace, keys: [String]) throws {
    for example in ReferenceCases.of(kind) {
      let color = try Color(parsing: example.input["hex"].text).converted(to: space)

      for (index, key) in keys.enumerated() {
        if key == "h" {
          expectHue(example, color.hue)
        } else {
          expectClose(
            color.components[index], example.expected[key].number, example.tolerance.tolerance(key))
        }
      }
    }
  }

  @Test(arguments: ReferenceCases.of("oklch_to_rgb"))
  func `OKLCH becomes RGB, is judged against gamuts and mapped into sRGB`(example: ReferenceCases.Case) throws
  {
    let input = example.input
    let color = Color(
      in: .oklch, input["L"].number ?? 0, input["C"].number ?? 0, input["h"].number ?? 0)

    let expected = example.expected
    expectChannels(color.rgba, expected["srgb_unclamped"].numbers, example.tolerance.tolerance("srgb"))
    #expect(expected["in_srgb"] == .flag(color.isInGamut(.srgb)))
    #expect(expected["in_p3"] == .flag(color.isInGamut(.displayP3)))
    if expected["in_rec2020"] != .null {
      #expect(expected["in_rec2020"] == .flag(color.isInGamut(.rec2020)))
    }
    if expected["css_gamut_map_hex"] != .null {
      #expect(color.text(as: .hex, clipping: true) == expected["clip_hex"].text)
      let mapped = try Color(parsing: expected["css_gamut_map_hex"].text)
      #expect(differenceOK(color.mapped(to: .srgb), mapped) <= 0.02)
    }
  }

  @Test(arguments: ReferenceCases.of("okhsv_to_rgb") + ReferenceCases.of("okhsl_to_rgb"))
  func `OKHSV and OKHSL become RGB`(example: ReferenceCases.Case) {
    let input = example.input
    let space = example.kind == "okhsv_to_rgb" ? ColorSpace.okhsv : .okhsl
    let color = Color(
      in: space, input["h"].number ?? 0, input["s"].number ?? 0, (input["v"].number ?? input["l"].number) ?? 0
    )

    expectBytes(color.rgba, example.expected["rgb8"].numbers, within: 1, halves: false)
    expectChannels(color.rgba, example.expected["srgb"].numbers, 0.002)
  }

  @Test(arguments: ReferenceCases.of("p3_to_srgb"))
  func `Display P3 becomes extended sRGB`(example: ReferenceCases.Case) throws {
    let color = try Color(parsing: example.input["css"].text)

    expectChannels(color.rgba, example.expected["srgb_unclamped"].numbers, 1e-4)
    #expect(example.expected["in_srgb"] == .flag(color.isInGamut(.srgb)))
  }

  @Test(arguments: ReferenceCases.of("contrast_wcag21"))
  func `contrast is that of WCAG`(example: ReferenceCases.Case) throws {
    let contrast = try Contrast(
      text: Color(parsing: example.input["fg"].text), background: Color(parsing: example.input["bg"].text))

    expectClose(contrast.wcag, example.expected["ratio"].number, 1e-4)
    #expect(example.expected["aa_normal"] == .flag(contrast.passesAA))
    #expect(example.expected["aa_large"] == .flag(contrast.passesAALarge))
    #expect(example.expected["aaa_normal"] == .flag(contrast.passesAAA))
    #expect(example.expected["aaa_large"] == .flag(contrast.passesAAALarge))
  }

  @Test(arguments: ReferenceCases.of("alpha_over"))
  func `a translucent colour is judged as it is seen`(example: ReferenceCases.Case) throws {
    let background = try Color(parsing: example.input["bg"].text)
    var text = try Color(parsing: example.input["fg"].text)
    text.alpha = example.input["alpha"].number ?? 1

    let seen = text.rgba.composited(over: background.rgba)

    expectChannels(seen, example.expected["srgb"].numbers, 1e-6)
    expectBytes(seen, example.expected["rgb8"].numbers, within: 1, halves: false)
    expectClose(
      Contrast(text: text, background: background).wcag, example.expected["ratio_unquantised"].number, 1e-6)
  }

  @Test(arguments: ReferenceCases.of("contrast_apca"))
  func `contrast is that of APCA`(example: ReferenceCases.Case) throws {
    let text = try Color(parsing: example.input["text"].text)
    let background = try Color(parsing: example.input["bg"].text)

    expectClose(
      apcaContrast(text: text.rgba, background: background.rgba), example.expected["Lc"].number, 1e-6)
  }

  @Test(arguments: ReferenceCases.of("delta_e_2000_lab"))
  func `difference is that of Sharma's table, either way round`(example: ReferenceCases.Case) {
    let (one, two) = (example.input["lab1"].numbers, example.input["lab2"].numbers)
    let first = Lab(lightness: one[0], a: one[1], b: one[2])
    let second = Lab(lightness: two[0], a: two[1], b: two[2])

    expectClose(difference2000(first, second), example.expected["dE_full"].number, 1e-7)
    expectClose(difference2000(Color(second), Color(first)), example.expected["dE"].number, 1e-4)
  }

  @Test(arguments: ReferenceCases.of("delta_e_srgb"))
  func `difference of sRGB colours is measured against D65`(example: ReferenceCases.Case) throws {
    let first = try Color(parsing: example.input["a"].text)
    let second = try Color(parsing: example.input["b"].text)

    expectClose(difference2000(first, second), example.expected["dE2000_lab_d65"].number, 0.005)
    expectClose(differenceOK(first, second), example.expected["dE_ok"].number, 1e-5)
  }

  @Test(arguments: ReferenceCases.of("cvd_machado"))
  func `colour blindness is simulated`(example: ReferenceCases.Case) throws {
    let color = try Color(parsing: example.input["hex"].text)
    let deficiency = try #require(ColorVisionDeficiency(rawValue: example.input["type"].text))

    let seen = deficiency.simulated(color, severity: example.input["severity"].number ?? 1)

    expectBytes(seen.rgba, example.expected["rgb8"].numbers, within: 1, halves: false)
  }
}

private func share(_ value: JSON) -> Double { (value.number ?? 0) / 100 }

private func expectExample(
  _ example: ReferenceCases.Case, _ rgba: RGBA, key: String, at location: SourceLocation = #_sourceLocation
) {
  expectChannels(rgba, example.expected[key].numbers, 1e-6, at: location)
  expectBytes(
    rgba, example.expected["rgb8"].numbers, within: 0, halves: example.acceptsHalves, at: location)
}

private func expectHue(
  _ example: ReferenceCases.Case, _ hue: Double?, at location: SourceLocation = #_sourceLocation
) {
  let expected = example.expected["h"].number
  #expect((hue == nil) == (expected == nil), sourceLocation: location)
  guard let hue, let expected else { return }
  let turn = abs(hue - expected)
  #expect(min(turn, 360 - turn) <= example.tolerance.tolerance("h"), sourceLocation: location)
}
