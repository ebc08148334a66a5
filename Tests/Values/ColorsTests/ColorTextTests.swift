import Colors
import Foundation
import TestSupport
import Testing

@Suite struct ColorTextTests {
  @Test(arguments: ColorFormat.allCases.filter { $0 != .name && $0 != .json })
  func `what is printed is read again as the same colour, alpha and all`(format: ColorFormat) throws {
    var chance = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let hex = UInt32.random(in: 0...0xff_ffff, using: &chance)
      let alpha = UInt8.random(in: 0...255, using: &chance)
      let color = Color(RGBA(hex: hex, alpha: Double(alpha) / 255))

      let text = color.text(as: format)

      #expect(try Color(parsing: text).rgba.bytes8 == color.rgba.bytes8)
    }
  }

  @Test(arguments: ColorSpace.allCases)
  func `text of CSS loses nothing of a colour outside sRGB`(space: ColorSpace) throws {
    var chance = SeededGenerator(seed: 12)
    for _ in 0..<200 {
      let color = Color(
        in: .rec2020, chance.number(0...1), chance.number(0...1), chance.number(0...1)
      ).mapped(to: space.bounds == nil ? .rec2020 : space).converted(to: space)

      let read = try Color(parsing: color.text(as: .css))

      expectChannels(read.rgba, [color.rgba.red, color.rgba.green, color.rgba.blue], 1e-7)
    }
  }

  @Test func `texts look like this`() throws {
    let purple = try Color(parsing: "#663399")
    let texts = ColorFormat.allCases.filter { $0 != .json }.map { purple.text(as: $0) }

    #expect(
      texts == [
        "#663399", "rgb(102 51 153)", "hsb(270 66.7% 60%)", "hsl(270 50% 40%)", "hwb(270 20% 40%)",
        "cmyk(33.3% 66.7% 0% 40%)", "lab(32.4 38.4 -47.7)", "lch(32.393 61.244 308.86)",
        "oklab(0.4403 0.08818 -0.1339)", "oklch(0.4403 0.1603 303.4)", "okhsv(303.37 0.80524 0.60825)",
        "okhsl(303.4 0.7292 0.3533)", "color(xyz-d65 0.1241 0.07493 0.3093)",
        "rgb(102, 51, 153)", "rebeccapurple",
      ])
    #expect(try Color(parsing: "rgb(102 51 153 / 50%)").text(as: .hex) == "#66339980")
    #expect(try Color(parsing: "#66339980").text(as: .hsl) == "hsl(270 50% 40% / 0.5)")
    #expect(try Color(parsing: "lch(50 20 30 / .237)").text(as: .css) == "lch(50 20 30 / 0.237)")
    #expect(try Color(parsing: "transparent").text(as: .name) == "transparent")
  }

  /// A copy of red was “okhsv(29.233885 1.0000002 1)”.
  @Test(arguments: [ColorFormat.lab, .lch, .oklab, .oklch, .okhsv, .okhsl, .xyz])
  func `a colour of eight bits is written with the digits that it needs`(format: ColorFormat) throws {
    var chance = SeededGenerator(seed: 17)
    let colors =
      (0..<300).map { _ in UInt32.random(in: 0...0xff_ffff, using: &chance) } + [0xff0000, 0xffffff]
    for color in colors.map({ Color(RGBA(hex: $0)) }) {
      let text = color.text(as: format)

      let read = try Color(parsing: text).rgba
      expectChannels(read, [color.rgba.red, color.rgba.green, color.rgba.blue], 0.05 / 255)
      let digits = text.split { !$0.isNumber && $0 != "." }.map {
        $0.filter(\.isNumber).drop { $0 == "0" }.count
      }
      // Near blue, where polynomials meet, more are needed.
      #expect(
        (digits.max() ?? 0) <= 6 || OKLCH(color.oklab).hue.map { (255...275).contains($0) } == true, "\(text)"
      )
    }
    #expect(try Color(parsing: "#ff0000").text(as: .okhsv) == "okhsv(29.234 1 1)")
  }

  /// `#a27959` was called “gray”.
  @Test func `only a colour that CSS has a word for has a name`() throws {
    for named in NamedColor.all {
      let name = try #require(Color(named.rgba).name)
      #expect(NamedColor.named(name)?.rgba == named.rgba)
    }
    #expect(try Color(parsing: "transparent").name == "transparent")
    #expect(try Color(parsing: "hsb(270 66.7% 60%)").name == "rebeccapurple")
    for text in ["#a27959", "#ff000080", "#ff0001", "color(display-p3 1 0 0)"] {
      let color = try Color(parsing: text)
      #expect(color.name == nil && color.text(as: .name) == color.text(as: .hex), "\(text)")
    }
  }

  @Test(
    arguments: [
      "okhsv(from #762 5 1 2)", "okhsv(from #767 260 8 1)", "okhsl(from #022 120 3 1.5)",
      "okhsl(from #022 120 1 -0.5)", "color-mix(#22e, hwb(2 0 -88884))",
      "color-mix(in lab, color(srgb 9 8 7), white)", "color-mix(in lch, color(srgb -2 -3 -1), black)",
    ])
  func `what lies beyond white and black is written so that it is read again`(text: String) throws {
    let color = try Color(parsing: text)
    let again = try Color(parsing: color.text(as: .css))
    for (a, b) in [
      (color.rgba.red, again.rgba.red), (color.rgba.green, again.rgba.green),
      (color.rgba.blue, again.rgba.blue),
    ] {
      #expect(abs(a - b) < 1e-6)
    }
  }

  @Test func `a colour outside sRGB is mapped into it, or clamped when asked`() throws {
    let color = try Color(parsing: "oklch(0.8 0.3 150)")

    #expect(color.text(as: .hex, clipping: true) == "#00ed38")
    #expect(color.text(as: .hex) != "#00ed38")
    #expect(color.text(as: .rgb, clipping: true) == "rgb(0 237 56)")
    // The mapped colour is one, in whatever notation.
    #expect(try Color(parsing: color.text(as: .rgb)).text(as: .hex) == color.text(as: .hex))
    let bytes = try Color(parsing: color.text(as: .hex)).rgba.bytes8
    #expect(ColorReport(color, input: "").json.contains("\"rgb\":[\(bytes.r),\(bytes.g),\(bytes.b)]"))
  }

  @Test(arguments: [ColorFormat.okhsv, .okhsl])
  func `what is printed is read again at the blue corner, where polynomials meet`(format: ColorFormat) throws
  {
    var colors = (0...255).map { UInt32($0) } + [0x1780, 0x34e0, 0x02_3cff, 0x1aff, 0x0f_00ff]
    // A prime distance, so that no channel repeats.
    colors += stride(from: 0, to: 1 << 24, by: 5003).map { UInt32($0) }
    for hex in colors {
      let color = Color(RGBA(hex: hex))

      #expect(try Color(parsing: color.text(as: format)).rgba.bytes8 == color.rgba.bytes8)
    }
    #expect(try Color(parsing: Color(parsing: "blue").text(as: format)).text(as: .hex) == "#0000ff")
  }

  @Test func `a hue that is powerless is none in the functions of CSS`() throws {
    let grey = try Color(parsing: "#808080")

    #expect(grey.text(as: .hsl) == "hsl(none 0% 50.2%)")
    #expect(grey.text(as: .hwb) == "hwb(none 50.2% 49.8%)")
    #expect(grey.text(as: .lch).hasSuffix(" none)") && grey.text(as: .oklch).hasSuffix(" none)"))
    #expect(try Color(parsing: "#80808080").text(as: .hsl) == "hsl(none 0% 50.2% / 0.5)")
    #expect(try Color(parsing: "lch(50 0 0)").text(as: .css) == "lch(50 0 0)")
  }

  @Test func `a report is an object with these members in this order`() throws {
    let report = ColorReport(try Color(parsing: "#663399"), input: "\"\\\u{1}\n✓").json
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any])

    let keys = [
      "input", "hex", "alpha", "rgb", "srgb", "hsb", "hsl", "hwb", "cmyk", "xyz", "lab", "lch", "oklab",
      "oklch", "okhsv", "okhsl", "inSRGB", "inP3", "inRec2020", "luminance", "name",
      "nearestName",
    ]
    let places = try keys.map { try #require(report.range(of: "\"\($0)\":")?.lowerBound) }
    #expect(places == places.sorted())
    #expect(Set(object.keys) == Set(keys))
    #expect(object["input"] as? String == "\"\\\u{1}\n✓")
    #expect(!report.contains("\n"))
    #expect(report.contains("\"rgb\":[102,51,153],\"srgb\":[0.4,0.2,0.6],\"hsb\":{\"h\":270,"))
  }

  @Test func `a hue that is powerless is null in every member`() throws {
    let report = ColorReport(try Color(parsing: "hsl(200 0% 50%)"), input: "").json

    #expect(report.components(separatedBy: "\"h\":null").count == 8)
  }

  @Test func `numbers in a report are right to eight digits, or to fifteen places`() throws {
    var chance = SeededGenerator(seed: 13)
    for _ in 0..<200 {
      let color = Color(in: .xyzD65, chance.number(-2...2), chance.number(0...1e-6), chance.number(0...1e8))

      let report = try JSONDecoder().decode(JSON.self, from: Data(ColorReport(color, input: "").json.utf8))

      for (key, value) in zip(["X", "Y", "Z"], [color.components.x, color.components.y, color.components.z]) {
        expectClose(report["xyz"][key].number ?? .nan, value, max(abs(value) * 1e-8, 1e-15))
      }
    }
  }

  @Test(arguments: [
    "#ff8800", "ff8800", "FF8800", "f80", "ff8800ff", "#ff8800;", "'#ff8800',", "\"#ff8800\"", "“#ff8800”",
    "«f80»",
    "`#ff8800`", "\u{a0}#ff8800\u{a0}", "\u{feff}#ff8800\u{200b}", "\t#ff8800\r\n",
    "rgb(255\u{a0}136\u{202f}0);",
    "color: #ff8800;", "--brand-1:#ff8800", "$brand: '#ff8800';", "\"brand\": \"#ff8800\",",
    " background-color : f80 ; ",
  ])
  func `what is typed or pasted is read with what copying brings along`(text: String) throws {
    #expect(try Color(typed: text).rgba == RGBA(hex: 0xff8800))
  }

  @Test(arguments: ColorFormat.allCases.filter { $0 != .name && $0 != .json })
  func `what is typed as CSS writes it is what CSS reads`(format: ColorFormat) throws {
    var chance = SeededGenerator(seed: 13)
    for _ in 0..<100 {
      let hex = UInt32.random(in: 0...0xff_ffff, using: &chance)
      let text = Color(RGBA(hex: hex, alpha: chance.number(0...1))).text(as: format)
      #expect(try Color(typed: text) == Color(parsing: text))
    }
    for color in NamedColor.all { #expect(try Color(typed: color.name) == Color(parsing: color.name)) }
  }

  @Test(arguments: [
    "", "  ;", "\"\"", "ff88001", "ff880", "#ff8800 #00ff00", "#ff8800;#00ff00;", "color:", "no such thing",
    "a b: red",
    "url(a:red)", "ｆ80",
  ])
  func `what is typed and no colour is refused at its place`(text: String) {
    let fault = #expect(throws: ColorSyntaxError.self) { try Color(typed: text) }
    #expect((0...text.unicodeScalars.count).contains(fault?.offset ?? -1))
  }

  @Test func `the place of a fault is that in the whole text`() {
    let plain = #expect(throws: ColorSyntaxError.self) { try Color(typed: "#ff880") }
    let quoted = #expect(throws: ColorSyntaxError.self) { try Color(typed: "color: “#ff880”;") }
    #expect(quoted?.message == plain?.message)
    #expect(quoted?.offset == plain.map { $0.offset + "color: “".count })
  }
}
