import Colors
import TestSupport
import Testing

@Suite struct ColorParserTests {
  @Test(
    arguments: [
      ("", 0), ("   ", 0), ("reddish", 0), ("  reddish", 2), ("currentcolor", 0), ("Canvass", 0), ("rgb", 0),
      ("rgb (1 2 3)", 0), ("hwba(1 2% 3%)", 0), ("calc(1)", 0),
      ("#12g", 3), ("#12345", 6), ("#123456789", 9), ("#", 1), ("123", 0), ("rgb[1 2 3]", 0), ("red;", 3),
      ("red blue", 4), ("rgb(1 2 3) x", 11), ("rgb(1 2)", 7), ("rgb(1 2 3 4)", 10),
      ("rgb(1,2,3,4,5)", 11), ("rgb(,1,2,3)", 4), ("rgb(1,,2)", 6), ("rgb(1,2,3,)", 10), ("rgb(1, 2 3)", 9),
      ("rgb(1 2, 3)", 7), ("rgb(1 2 3, 4)", 9), ("rgb(1, 2, 3 / 4)", 12), ("rgb(1px 2 3)", 5),
      ("rgb(10%, 20, 30%)", 9), ("rgb(none, 1, 2)", 4), ("rgb(1, none, 2)", 7), ("rgb(1, 2, 3, none)", 13),
      ("rgb(a b c)", 4), ("rgb(kalc(1) 2 3)", 4), ("rgb(1 2 3 / 50px)", 14),
      ("rgb(1 2 3 / 1 2)", 14), ("rgb(1 2 3 /)", 11), ("rgb(1 2 3 // 1)", 11), ("rgb(1. 2 3)", 5),
      ("rgb(１ 2 3)", 4), ("hsl(120, 100%, 50)", 15), ("hsl(120, 50, 50%)", 9), ("hsl(50%, 1%, 1%)", 4),
      ("hsl(120foo 50% 50%)", 7), ("hwb(1, 2%, 3%)", 5), ("oklch(0.5 0.1 120%)", 14), ("lab(1deg 2 3)", 4),
      ("color(foo 1 0 0)", 6), ("color(1 0 0)", 6), ("color(srgb, 1, 0, 0)", 10), ("color(srgb 1 0)", 14),
      ("color(oklch 20% 0 10)", 6), ("rgb(1 2", 7), ("rgb(1 2 3 /", 11), ("/*", 0), ("é #12g", 0),
      ("/*é*/#12g", 8),
      ("cmyk(1 2 3)", 10), ("device-cmyk(0 1 1)", 17), ("device-cmyk(0, 1%, 1, 0)", 15),
      ("rgb(calc() 2 3)", 9), ("rgb(calc(1 2) 2 3)", 11), ("rgb(calc(1 + 2%) 3 4)", 11),
      ("rgb(calc(1 / 2%) 3 4)", 11), ("rgb(calc(1px) 2 3)", 10), ("rgb(min(1deg, 2) 2 3)", 4),
      ("rgb(calc(foo) 2 3)", 9), ("rgb(clamp(1, 2) 2 3)", 4), ("lab(calc(1deg) 2 3)", 4),
      ("rgb(" + String(repeating: "calc(", count: 40) + "1", 164), ("hsb(1deg 2deg 3%)", 9),
      ("hsba(1 2% 3%)", 0), ("blac\u{212A}", 0), ("KHA\u{212A}I", 0), ("rgb(round(up 1) 2 3)", 13),
      ("rgb(round(15%) 2 3)", 4), ("rgb(calc(1em) 2 3)", 10),
    ])
  func `a fault is found where it is`(text: String, offset: Int) {
    let error = #expect(throws: ColorSyntaxError.self) { _ = try Color(parsing: text) }

    #expect(error?.offset == offset)
    #expect(error?.message.text.isEmpty == false)
  }

  @Test(
    arguments: [
      ("/* a */ RED /**/", "red"), ("\t\n\r\u{c}red ", "red"), ("rgb(1/**/2/**/3)", "#010203"),
      ("RGB(1 2 3/1)", "#010203"), ("rgb(10%20%30%)", "rgb(10% 20% 30%)"), ("rgb(1+2+3)", "#010203"),
      ("rgb(.5e1 +1E+1 150e-1)", "rgb(5 10 15)"), ("hsl(.5turn 100% 50%)", "aqua"),
      ("hsl(3.14159265358979RAD 100% 50%)", "aqua"), ("hsl(200grad 100 50)", "aqua"),
      ("hsl(-180DEG, 100%, 50%)", "aqua"), ("hsv(180 100% 100%)", "aqua"), ("hsb(180, 100, 100)", "aqua"),
      ("hsb(0.5turn 100 100% / 1)", "aqua"), ("cmyk(100% 0% 0% 0%)", "aqua"), ("cmyk(100, 0, 0, 0)", "aqua"),
      ("cmyk(100 0 0 0 / 0.5)", "#00ffff80"), ("cmyk(0 1 1 0)", "red"),
      ("cmyk(0 92 78 22)", "cmyk(0% 92% 78% 22%)"),
      ("cmyk(0 1 1 1.5)", "cmyk(0% 1% 1% 1.5%)"), ("cmyk(50% 1 1 0)", "cmyk(50% 100% 100% 0%)"),
      ("device-cmyk(0 1 1 0)", "red"), ("device-cmyk(0% 100% 100% 0%)", "red"),
      ("device-cmyk(0, 0.5, 1, 0)", "cmyk(0% 50% 100% 0%)"), ("device-cmyk(0 92 92 0 / .5)", "#ff000080"),
      ("rgb(1 2 3", "#010203"), ("rgb(1 2 3 / 50%", "#01020380"), ("color(srgb 1 0 0", "red"),
      ("red /* x", "red"), ("rgb(7 8 calc(1 + 2*(3 - 1", "rgb(7 8 5)"),
      ("rgb(calc(50% * 2) calc(pi * 0%) 0%)", "red"), ("rgb(calc(100 + 1 - 2 * 3 / 4) 0 0)", "rgb(99.5 0 0)"),
      ("hsl(calc(0.25turn + 90deg) 100% 50%)", "aqua"), ("hsl(calc(180) 100% 50%)", "aqua"),
      ("rgb(min(300, 255) max(0, -1, -2) clamp(0, 99, 5))", "rgb(255 0 5)"),
      ("rgb(calc(infinity) calc(-infinity) calc(0 / 0))", "red"), ("rgb(255 0 0 / calc(1 / 2))", "#ff000080"),
      ("rgb(255, calc(1 - 1), max(0, 0))", "red"),
      ("rgb(calc(255 * sin(90deg)) 0 hypot(3, 4))", "rgb(255 0 5)"),
      ("hsl(atan2(1, 0) 100% 50%)", "hsl(90 100% 50%)"),
      ("rgb(pow(2, 7) sqrt(4) mod(-1, 3))", "rgb(128 2 2)"),
      ("Canvas", "white"), ("canvasText", "black"), ("LINKTEXT", "#0000ee"), ("ThreeDFace", "ButtonFace"),
      ("hsb(180, 100%, 100%, 50%)", "#00ffff80"),
      (#"r\65 d"#, "red"), (#"\52GB(1 2 3)"#, "#010203"), (#"#\66 00"#, "red"),
      (#"rgb(0 0 0 / c\61lc(1))"#, "black"),
      ("rgb(round(up, 1.1) round(down, 2.9) round(to-zero, 3.9))", "#020203"),
      ("rgb(round(13, 5) round(nearest, 2.5) 0)", "rgb(15 3 0)"),
      ("okhsv(0 0 1)", "white"), ("okhsl(0 0% 100%)", "white"), ("rgba(1,2,3)", "#010203"),
      ("hsla(0 0% 0%)", "black"), ("lab(100% 0 0)", "white"), ("oklab(150% none none)", "white"),
      ("color(SRGB 1 1 1)", "white"), ("color(xyz 0 0 0)", "black"), ("color(srgb-linear 1 100% 1)", "white"),
      ("rgb(1e999 -1e999 0)", "red"), ("hsl(120 100% 50% / 1e999)", "lime"), ("TRANSPARENT", "#0000"),
      ("hsl(none none none / none)", "transparent"), ("color(display-p3-linear 1 1 1)", "white"),
    ])
  func `these are the same colour`(text: String, same: String) throws {
    let color = try Color(parsing: text)

    #expect(try color.rgba.bytes8 == Color(parsing: same).rgba.bytes8)
  }

  @Test func `percentages stand for the ranges of CSS`() throws {
    #expect(try Color(parsing: "lab(50% 100% -100%)") == Color(in: .lab, 50, 125, -125))
    #expect(try Color(parsing: "lch(50% 100% 0)") == Color(in: .lch, 50, 150, 0))
    #expect(try Color(parsing: "oklab(50% 100% -100%)") == Color(in: .oklab, 0.5, 0.4, -0.4))
    #expect(try Color(parsing: "oklch(50% 100% 0)") == Color(in: .oklch, 0.5, 0.4, 0))
  }

  @Test func `no text whatever is trouble`() throws {
    let seeds = [
      "rgb(10% 20% 30% / .5)", "hsl(120deg, 30%, 50%, 0.5)", "color(display-p3 1 0 0)", "#66339980",
      "oklch(50% 0.1 1.5turn / none)", "rebeccapurple", "hsb(270.5 66.7% 60%)", "cmyk(1 2 3 4)", "/* x */red",
      "rgb(calc(1 + 2 * min(3, 4)) 5 6)",
    ]
    let pieces = Array("0123456789.,/%()#-+e* \u{0}é\u{301}👩‍🚀nonedgrturnhslab\n\"\\")
    var chance = SeededGenerator(seed: 14)
    for round in 0..<6000 {
      var text = Array(seeds[round % seeds.count])
      for _ in 0..<Int.random(in: 1...4, using: &chance) {
        let place = Int.random(in: 0...text.count, using: &chance)
        switch Int.random(in: 0...2, using: &chance) {
        case 0: text.insert(pieces[Int.random(in: 0..<pieces.count, using: &chance)], at: place)
        case 1: if place < text.count { text.remove(at: place) }
        default: text.removeSubrange(place...)
        }
      }
      let input = String(text)

      do {
        let color = try Color(parsing: input)
        let again = try Color(parsing: color.text(as: .hex))
        #expect(again.rgba.bytes8 == color.mapped(to: .srgb).rgba.bytes8, "\(input)")
      } catch {
        #expect((0...input.unicodeScalars.count).contains(error.offset), "\(input)")
      }
    }
  }
}
