import Colors
import Foundation
import Palettes
import TestSupport
import Testing

@Suite struct PaletteFormatTests {
  private static func color(_ text: String) throws -> Color { try Color(parsing: text) }

  private static func sample() throws -> Palette {
    Palette(
      name: "Grüße & Töne",
      swatches: [
        Swatch(try color("#c8102e"), name: "Red “one”"), Swatch(try color("#012169"), name: "藍"),
        Swatch(try color("#ffffff"), name: "White"), Swatch(try color("#00000080"), name: "Half"),
        Swatch(try color("#7f7f7f")),
      ])
  }

  @Test(arguments: PaletteFormat.allCases)
  func `what is written is found by its content and reads back with all that the format holds`(
    format: PaletteFormat
  ) throws {
    let palette = try Self.sample()

    let file = try PaletteFile(format.bytes(of: palette))

    #expect(file.format == format)
    #expect(file.warnings.isEmpty)
    #expect(file.palette.swatches.count == palette.swatches.count)
    let losses = format.losses(of: palette).joined(separator: "; ")
    for (found, given) in zip(file.palette.swatches, palette.swatches) {
      let (a, b) = (found.color.rgba.bytes8, given.color.rgba.bytes8)
      #expect((a.r, a.g, a.b) == (b.r, b.g, b.b))
      #expect(a.a == b.a || losses.contains("made opaque"))
      if !losses.contains("without the name"), !given.name.isEmpty {
        #expect(found.name == given.name || losses.contains("the name of a variable"))
      }
    }
    #expect(file.palette.name == palette.name || losses.contains("name is lost"))
    // Whoever writes twice writes the same.
    #expect(try format.bytes(of: palette) == format.bytes(of: palette))
  }

  @Test(arguments: PaletteFormat.allCases)
  func `a file that is cut anywhere is refused with its place or read in part, and never traps`(
    format: PaletteFormat
  ) throws {
    let bytes = try format.bytes(of: Self.sample())
    for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 97)) {
      do throws(PaletteError) {
        _ = try PaletteFile(Array(bytes[..<end]))
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
  }

  @Test func `the names of variables are told of where they are not those of the colours`() throws {
    func losses(_ name: String) throws -> [String] {
      PaletteFormat.css.losses(
        of: Palette(name: "", swatches: [Swatch(try Self.color("#c8102e"), name: name)]))
    }

    #expect(try losses("brand-red").isEmpty)
    #expect(try losses("Brand red") == ["1 colour under the name of a variable"])
  }

  @Test func `an archive that breaks off is damaged, and not one of another kind`() throws {
    let bytes = try PaletteFormat.swatchBook.bytes(of: Self.sample())

    let error = #expect(throws: PaletteError.self) { try PaletteFile(Array(bytes.prefix(20))) }

    #expect(error?.message == "the archive is damaged")
  }

  @Test(arguments: PaletteFormat.allCases)
  func `a file with other bytes in it is no trouble`(format: PaletteFormat) throws {
    let bytes = try format.bytes(of: Self.sample())
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      var changed = bytes
      for _ in 0..<3 {
        changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? PaletteFile(changed)
    }
  }

  @Test(arguments: [
    (
      ":root{--a: #f00; /* --x: red; */ --b\\-c:/**/rgb(0 0 255);--s: \";--x: red\"; --u: url(//cdn/;--x:red); --d: lime}",
      ["a", "b-c", "d"]
    ),
    ("$a: red; // $x: red; don't\n$b: #00f !default; // blue\n$m: (x: red);\n$d: lime", ["a", "b", "d"]),
    (".t { --a: red; &:hover { --b: blue } @media (min-width: 1px) { --d: lime } }", ["a", "b", "d"]),
  ])
  func `variables of style sheets are read as CSS cuts them`(text: String, names: [String]) throws {
    let palette = try PaletteFile(Array(text.utf8)).palette

    #expect(palette.swatches.map(\.name) == names)
    #expect(
      try palette.swatches.map(\.color.rgba) == ["red", "blue", "lime"].map { try Self.color($0).rgba })
  }

  @Test func `numbers survive where a format keeps them all`() throws {
    let swatches = try [
      "oklch(0.7 0.2 150)", "color(display-p3 0.1 0.9 0.2 / 0.25)", "lab(50 20 -30)", "hsl(20 30% 40%)",
    ]
    .map { Swatch(try Self.color($0), name: $0, groups: ["a", "b"]) }
    let palette = Palette(name: "Wide", swatches: swatches)
    for format in [PaletteFormat.regalia, .designTokens, .css, .scss, .tailwind] {
      let read = try PaletteFile(format.bytes(of: palette)).palette
      for (found, given) in zip(read.swatches, swatches) {
        #expect(differenceOK(found.color, given.color) < 1e-6, "\(format) \(given.name)")
        #expect((found.color.alpha - given.color.alpha).magnitude < 1e-6)
        if format == .regalia { #expect(found.groups == ["a", "b"]) }
      }
    }
  }

  @Test func `inks, Lab and groups survive Adobe's swatches`() throws {
    let palette = Palette(swatches: [
      Swatch(try Self.color("cmyk(10% 20% 30% 40%)"), name: "Ink", groups: ["Print"]),
      Swatch(try Self.color("lab(60 40 -20)"), name: "Lab", groups: ["Print", "Spot"]),
      Swatch(try Self.color("red"), name: "Red"),
    ])
    let read = try PaletteFile(PaletteFormat.ase.bytes(of: palette)).palette
    #expect(read.swatches.map(\.groups) == palette.swatches.map(\.groups))
    #expect(read.swatches[0].color.space == .cmyk && read.swatches[1].color.space == .lab)
    for (found, given) in zip(read.swatches, palette.swatches) {
      #expect(differenceOK(found.color, given.color) < 1e-6)
    }
    let photoshop = try PaletteFile(PaletteFormat.aco.bytes(of: palette)).palette
    #expect(photoshop.swatches.map(\.name) == ["Ink", "Lab", "Red"])
    for (found, given) in zip(photoshop.swatches, palette.swatches) {
      #expect(differenceOK(found.color, given.color) < 1e-3)
    }
  }

  @Test func `what is lost is said`() throws {
    let palette = Palette(
      name: "N", swatches: [Swatch(try Self.color("color(display-p3 0 1 0)"), name: "wide", groups: ["g"])])
    let losses = PaletteFormat.jasc.losses(of: palette)
    #expect(losses.contains { $0.contains("outside sRGB") } && losses.contains { $0.contains("name") })
    #expect(losses.contains { $0.contains("group") })
    #expect(PaletteFormat.regalia.losses(of: palette).isEmpty)
  }

  @Test(
    arguments: [
      ("GIMP Palette\n1 2 3 A\n300 1 1 B\n", 1, 1), ("JASC-PAL\n0100\n2\n1 2 3\n", 1, 1),
      ("{\"colors\":[\"red\",\"#00f\"]}", 2, 0), ("[\"red\",\"oklch(.5 .1 20)\"]", 2, 0),
      ("ff0000\n00ff00\n", 2, 0),
      ("; paint.net\nFF112233\n80112233\n", 2, 0), ("#fff white\nrgb(1 2 3)\n", 2, 0),
      (":root{--a:red;--b:calc(1px + 2px);--c:#12}", 1, 1),
      ("$a: #fff !default;\n// $b: red;\n$c: hsl(1 2% 3%);", 2, 0),
      ("@theme { --color-red-500: oklch(.6 .2 20); --spacing: 4px; }", 1, 0),
      ("/* x */ :root { --a: color-mix(in oklab, red, blue); }", 1, 0),
      (
        "{\"a\":{\"$type\":\"color\",\"$value\":\"#fff\"},\"b\":{\"$type\":\"color\",\"$value\":\"{a}\"}}", 2,
        0
      ),
      (
        "{\"g\":{\"$type\":\"color\",\"x\":{\"$value\":{\"colorSpace\":\"hsl\",\"components\":[330,100,\"none\"],\"alpha\":0.5}}},"
          + "\"bad\":{\"$type\":\"color\",\"$value\":\"{bad}\"}}", 1, 1
      ),
      (
        "<SCRIBUSCOLORS Name=\"x\"><COLOR NAME=\"a\" SPACE=\"CMYK\" C=\"10\" M=\"0\" Y=\"0\" K=\"5.5\"/>"
          + "<COLOR NAME=\"b\" RGB=\"#12\"/></SCRIBUSCOLORS>", 1, 1
      ),
    ])
  func `these are read`(text: String, colors: Int, warnings: Int) throws {
    let file = try PaletteFile(Array(text.utf8))
    #expect(file.palette.swatches.count == colors && file.warnings.count == warnings, "\(file)")
  }

  @Test(
    arguments: [
      ("", "empty"), ("nothing here", "no palette"), ("<svg/>", "no palette"), ("{\"colors\":[{}]}", "hex"),
      ("{\"colors\":[\"blurple\"]}", "blurple"), ("{\"version\":9,\"colors\":[]}", "newer"), ("{", "line 1"),
      ("GIMP Palette\nName: x\n", "no colour"), ("ASEF\u{0}\u{1}", "breaks off"),
      ("<SCRIBUSCOLORS><COLOR NAME=\"a\" RGB=\"#fff\">", "line 1"),
    ])
  func `these are refused in words`(text: String, words: String) {
    let error = #expect(throws: PaletteError.self) { _ = try PaletteFile(Array(text.utf8)) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  /// The palettes that GIMP, Inkscape, LibreOffice and Scribus bring, below `REGALIA_PALETTE_ROOT` or the root.
  private static let others: [String] = {
    let root = ProcessInfo.processInfo.environment["REGALIA_PALETTE_ROOT"] ?? ""
    return [
      "/usr/share/gimp/2.0/palettes", "/usr/share/inkscape/palettes", "/usr/lib/libreoffice/share/palette",
      "/usr/share/scribus/swatches",
    ].flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
      return names.filter { $0.hasSuffix(".gpl") || $0.hasSuffix(".soc") || $0.hasSuffix(".xml") }.sorted()
        .map { root + folder + "/" + $0 }
    }
  }()

  @Test(.enabled(if: !others.isEmpty, "no palettes of other programs are installed"), arguments: others)
  func `palettes of other programs are read, and written by us read the same`(path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let file = try PaletteFile(bytes)
    // Every line or element that has a colour is one.
    let text = String(decoding: bytes, as: UTF8.self)
    let marks = ["<COLOR ", "<draw:color "].map { text.components(separatedBy: $0).count - 1 }.reduce(0, +)
    if marks > 0 { #expect(file.palette.swatches.count == marks) }
    #expect(file.warnings.isEmpty, "\(file.warnings)")
    let again = try PaletteFile(file.format.bytes(of: file.palette)).palette
    #expect(again.swatches.map(\.color) == file.palette.swatches.map(\.color))
  }

  @Test func `a hundred thousand colours are read and written`() throws {
    let swatches = (0..<100_000).map { Swatch(Color(RGBA(hex: UInt32($0 * 167 & 0xff_ffff)))) }
    let file = try PaletteFile(PaletteFormat.hex.bytes(of: Palette(swatches: swatches)))
    #expect(file.palette.colors == swatches.map(\.color))
  }

  @Test(
    arguments: [
      ("a.gpl", PaletteFormat.gimp), ("A.ASE", .ase), ("x.tailwind.css", .tailwind), ("x.css", .css),
      ("x.tokens.json", .designTokens), ("x.json", .regalia), ("p.pal", .jasc), ("p.txt", .hex),
    ])
  func `an ending asks for a format`(name: String, format: PaletteFormat) {
    #expect(PaletteFormat(fileName: name) == format)
    #expect(PaletteFormat(fileName: "name") == nil)
  }
}
