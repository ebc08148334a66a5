import Colors
import Foundation
import TestSupport
import Testing

/// Relative colours, mixes and the other functions of CSS Color 5.
@Suite struct RelativeColorTests {
  /// A text and what it comes to in XYZ relative to D65, computed by another program.
  private struct Case: Decodable {
    let text: String
    let xyz: [Double]
  }

  /// `css-color-5.json`, or the file that `REGALIA_CSS_COLOR_5` names.
  private static func cases() throws -> [Case] {
    let named = ProcessInfo.processInfo.environment["REGALIA_CSS_COLOR_5"]
    let data =
      try named.map { try Data(contentsOf: URL(filePath: $0)) } ?? Fixture.data("css-color-5.json")
    return try JSONDecoder().decode([Case].self, from: data)
  }

  @Test func `mixes and relative colours are what another program computes`() throws {
    let cases = try Self.cases()
    #expect(cases.count >= 300)
    for one in cases {
      let color = try Color(parsing: one.text)
      let found = color.converted(to: .xyzD65)
      let values = [found.components.x, found.components.y, found.components.z, found.alpha]
      let distance = zip(values, one.xyz).map { ($0 - $1).magnitude / max(1, $1.magnitude) }.max() ?? 1
      #expect(distance < 2e-5, "\(one.text): \(values) instead of \(one.xyz)")
    }
  }

  @Test(
    arguments: [
      ("oklch(from tomato calc(l - .1) c h)", "oklch(.59622 .19552 32.321)"),
      ("rgb(from #123456 b g r)", "#563412"),
      ("rgb(from rgb(from red b r g) r g b / 50%)", "rgb(0 255 0 / .5)"),
      ("hsl(from hsl(120deg 20% 50%) calc(h + 60) s l)", "hsl(180 20% 50%)"),
      ("hsl(from red 120 s l)", "lime"), ("hsb(from red 120 s b)", "lime"), ("hsv(from red 120 s v)", "lime"),
      ("cmyk(from red c m y calc(k + .2))", "cmyk(0% 100% 100% 20%)"),
      ("color(from red srgb g r b)", "lime"), ("color(from white xyz x y z)", "white"),
      ("rgb(from rgb(1 2 3 / .5) r g b / calc(alpha * 2))", "#010203"),
      ("rgb(from rgb(1 2 3 / .5) r g b)", "rgb(1 2 3 / .5)"), ("rgb(from white 100% 0% none)", "red"),
      ("oklch(from white l c none)", "white"), ("lab(from lab(50% none 20) l a b)", "lab(50% 0 20)"),
      ("color-mix(in srgb, red, blue)", "rgb(127.5 0 127.5)"),
      ("color-mix(in hsl, red, lime)", "hsl(60 100% 50%)"),
      ("color-mix(in hsl longer hue, red, lime)", "hsl(240 100% 50%)"),
      ("color-mix(in hsl increasing hue, lime, red)", "hsl(240 100% 50%)"),
      ("color-mix(in hsl decreasing hue, lime, red)", "hsl(60 100% 50%)"),
      ("color-mix(in srgb, red 25%, blue)", "rgb(63.75 0 191.25)"),
      ("color-mix(in srgb, 25% red, blue)", "rgb(63.75 0 191.25)"),
      ("color-mix(in srgb, red, blue 25%)", "rgb(191.25 0 63.75)"),
      ("color-mix(in srgb, red 10%, blue 30%)", "rgb(63.75 0 191.25 / .4)"),
      ("color-mix(in srgb, red calc(10% + 90%), blue 0%)", "red"),
      ("color-mix(white, black)", "oklab(.5 0 0)"), ("color-mix(in lab, red, red, red)", "red"),
      ("color-mix(in srgb, red, lime, blue)", "rgb(85 85 85)"),
      ("color-mix(in oklch, oklch(.5 .1 none), oklch(.7 .1 40))", "oklch(.6 .1 40)"),
      ("color-mix(in oklab, oklab(none .1 .1), oklab(.5 .1 .1))", "oklab(.5 .1 .1)"),
      (
        "color-mix(in srgb, color-mix(in srgb, red, blue), color-mix(in srgb, blue, red))",
        "rgb(127.5 0 127.5)"
      ),
      ("color-mix(in srgb, red, blue", "rgb(127.5 0 127.5)"), ("light-dark(red, blue)", "red"),
      ("light-dark(light-dark(lime, red), blue)", "lime"), ("contrast-color(navy)", "white"),
      ("contrast-color(yellow)", "black"),
      ("color-mix(in srgb, contrast-color(navy), light-dark(white, red))", "white"),
    ])
  func `these are the same colour`(text: String, same: String) throws {
    let (color, other) = (try Color(parsing: text), try Color(parsing: same))

    #expect(differenceOK(color, other) < 2e-5 && (color.alpha - other.alpha).magnitude < 1e-9)
  }

  /// Expected values of web-platform-tests, css/css-color/parsing/color-computed-color-mix-function.html (BSD-3-Clause).
  @Test(
    arguments: [
      ("color-mix(in srgb, red)", [1, 0, 0, 1]), ("color-mix(in srgb, red 50%)", [1, 0, 0, 0.5]),
      ("color-mix(in srgb, red 0%)", [1, 0, 0, 0]),
      ("color-mix(in srgb, red 0%, blue 0%)", [0.5, 0, 0.5, 0]),
      ("color-mix(in hsl, hsl(120deg 10% 20%) 0%, hsl(30deg 30% 40%) 0%)", [0.33, 0.36, 0.24, 0]),
      (
        "color-mix(in hsl, hsl(120deg 10% 20% / .4) 0%, hsl(30deg 30% 40% / .8) 0%)",
        [0.37222222, 0.41111111, 0.25555556, 0]
      ),
      ("color-mix(in srgb, red 0%, green 0%, blue 0%)", [0.25, 0.1254902, 0.5, 0]),
      ("color-mix(in srgb, red 30%, green 60%, blue 90%)", [0.16666667, 0.16732026, 0.5, 1]),
      ("color-mix(in srgb, red, green, blue, white)", [0.5, 0.3754902, 0.5, 1]),
      ("color-mix(in hsl, hsl(30deg 40% 80% / 25%) 0%, hsl(none 50% none / none))", [0.9, 0.8, 0.7, 0.25]),
      ("color-mix(in srgb, color(srgb .1 .2 .3 / none), color(srgb .5 .6 .7 / 0.5))", [0.3, 0.4, 0.5, 0.5]),
    ] as [(String, [Double])])
  func `mixes of one colour and of nothing are what browsers compute`(text: String, expected: [Double]) throws
  {
    let color = try Color(parsing: text)
    let rgba = color.rgba

    for (a, b) in zip([rgba.red, rgba.green, rgba.blue, rgba.alpha], expected) {
      #expect((a - b).magnitude < 1e-6)
    }
  }

  /// CSS Color 4 §12.2: components without an analogue of their own stay missing together.
  @Test(
    arguments: [
      ("color-mix(in oklch, oklab(.5 none none), oklch(.7 .2 40))", "oklch(.6 .2 40)"),
      ("color-mix(in oklab, oklch(.5 none none), oklab(.7 .1 -.1))", "oklab(.6 .1 -.1)"),
      ("color-mix(in lch, oklab(none none none), lch(70 20 40))", "lch(70 20 40)"),
      ("color-mix(in hsl, hwb(30 none none), hsl(90 40% 60%))", "hsl(60 40% 60%)"),
      ("color-mix(in lab, hsl(none none 50%), lab(53.389 20 30))", "lab(53.389 20 30)"),
      ("color-mix(in srgb, lab(none none none), rgb(1 2 3))", "rgb(1 2 3)"),
      ("oklch(from oklab(.5 none none) l calc(c + .1) h)", "oklch(.5 .1 none)"),
    ])
  func `sets of analogous components are carried`(text: String, same: String) throws {
    #expect(differenceOK(try Color(parsing: text), try Color(parsing: same)) < 1e-4)
  }

  @Test(arguments: [
    "color-mix(in oklch, oklab(.5 none .1), oklch(.7 .2 40))",
    "color-mix(in oklch, oklab(.5 .1 none), oklch(.7 .2 40))",
  ])
  func `half of such a set is not carried`(text: String) throws {
    #expect(differenceOK(try Color(parsing: text), try Color(parsing: "oklch(.6 .2 40)")) > 0.01)
  }

  @Test func `a dark scheme takes the second colour of a pair`() throws {
    #expect(try Color(parsing: "light-dark(red, blue)", scheme: .dark) == Color(parsing: "blue"))
  }

  @Test func `a relative colour may leave sRGB`() throws {
    let wide = try Color(parsing: "rgb(from color(display-p3 0 1 0) r g b)")
    #expect(!wide.isInGamut(.srgb))
    #expect(differenceOK(wide, try Color(parsing: "color(display-p3 0 1 0)")) < 1e-9)
  }

  @Test(
    arguments: [
      ("color-mix(in srgb)", 17), ("color-mix(red blue)", 14), ("color-mix(in foo, red, blue)", 13),
      ("color-mix(in srgb longer hue, red, blue)", 18), ("color-mix(in hsl longer, red, blue)", 23),
      ("color-mix(in srgb, red -1%, blue)", 23), ("color-mix(in srgb, red 101%, blue)", 23),
      ("color-mix(in srgb, red .5, blue)", 23), ("color-mix()", 10),
      ("color-mix(in srgb red, blue)", 18), ("color-mix(in cmyk, red, blue)", 13), ("color-mix", 0),
      ("color-mix(in srgb, red, )", 24), ("rgb(from red)", 12), ("rgb(from r g b)", 9),
      ("rgb(from red l g b)", 13),
      ("rgb(from red r, g, b)", 14), ("rgb(from red r g b b)", 19), ("rgb(from red calc(l) g b)", 18),
      ("rgb(from rgb(from red r g b) l g b)", 29), ("hsl(from red calc(h + 10deg) s l)", 20),
      ("rgb(from currentcolor r g b)", 9), ("light-dark(red)", 14), ("light-dark(red, blue, lime)", 20),
      ("contrast-color(red, blue)", 18), ("rgb(r g b)", 4), ("rgb(from red r g b / x)", 21),
      (String(repeating: "color-mix(in srgb,red,", count: 40), 22 * 32 - 4),
    ])
  func `a fault is found where it is`(text: String, offset: Int) {
    let error = #expect(throws: ColorSyntaxError.self) { _ = try Color(parsing: text) }

    #expect(error?.offset == offset, "\(error.map { "\($0)" } ?? "")")
  }
}
