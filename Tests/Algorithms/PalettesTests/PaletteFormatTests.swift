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
    let losses = format.losses(of: palette).map(\.english).joined(separator: "; ")
    for (found, given) in zip(file.palette.swatches, palette.swatches) {
      let (a, b) = (found.color.rgba.bytes8, given.color.rgba.bytes8)
      #expect((a.r, a.g, a.b) == (b.r, b.g, b.b))
      #expect(a.a == b.a || losses.contains("made opaque"))
      if !losses.contains(#/without (its name|their names)/#) {
        #expect(found.name == given.name || losses.contains("“\(given.name)” → “\(found.name)”"))
      }
    }
    #expect(file.palette.name == palette.name || losses.contains("name is lost"))
    // Writing twice produces the same bytes.
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
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test func `the names of variables are told of where they are not those of the colours`() throws {
    func losses(_ name: String) throws -> [String] {
      PaletteFormat.css.losses(
        of: Palette(name: "", swatches: [Swatch(try Self.color("#c8102e"), name: name)])
      ).map(\.english)
    }

    #expect(try losses("brand-red").isEmpty)
    #expect(try losses("Brand red") == ["1 colour under another name: “Brand red” → “brand-red”"])
  }

  /// Of 816 names 39 were changed without a word, such as these.
  private static let awkwardNames = [
    "a.b", "$type", "", "{x}", " lead", "Untitled", "Red", "Red", "Red-2", "red", "é", "e\u{301}", "500",
    "a/b",
    "👑 crown", "#c8102e", "\\", "\"q\" & <t>", "_", "color",
  ]

  @Test(arguments: PaletteFormat.allCases)
  func `names that a format changes are listed, and no others`(format: PaletteFormat) throws {
    let swatches = Self.awkwardNames.enumerated().map {
      Swatch(Color(RGBA(hex: 0x102030 + UInt32($0))), name: $1)
    }
    let palette = Palette(name: "N", swatches: swatches)
    let losses = format.losses(of: palette, listing: .max).map(\.english).joined(separator: "; ")

    let read = try PaletteFile(format.bytes(of: palette)).palette

    #expect(read.swatches.count == swatches.count)
    if losses.contains(#/without (its name|their names)/#) { return }
    for (found, given) in zip(read.swatches, swatches) {
      let isListed = losses.contains("“\(given.name)” → “\(found.name)”")
      #expect(isListed == (found.name != given.name), "\(given.name) is read as \(found.name): \(losses)")
    }
  }

  /// A colour without a name was written as “gray”, the nearest of CSS.
  @Test(arguments: PaletteFormat.allCases)
  func `a colour without a name is written without an invented one`(format: PaletteFormat) throws {
    let palette = Palette(swatches: [Swatch(try Self.color("#a27959")), Swatch(try Self.color("#012169"))])

    let file = try PaletteFile(format.bytes(of: palette))

    #expect(file.palette.swatches.map(\.name) == ["", ""])
    #expect(palette.swatches.map(\.title) == ["#a27959", "#012169"])
    #expect(!format.losses(of: palette).map(\.english).joined().contains("name:"))
  }

  /// 10,000 took 17 s, each name being tried with all numbers before its own.
  @Test(.timeLimit(.minutes(1)), arguments: [PaletteFormat.css, .designTokens, .swatchBook, .scribus])
  func `thousands of colours of one name are named as fast as others`(format: PaletteFormat) throws {
    let swatches = (0..<30_000).map { Swatch(Color(RGBA(hex: UInt32($0 * 523))), name: "Brand") }

    let read = try PaletteFile(format.bytes(of: Palette(name: "N", swatches: swatches))).palette

    #expect(Set(read.swatches.map { $0.name.lowercased() }).count == swatches.count)
    #expect(read.swatches.last?.name.lowercased() == "brand-30000")
  }

  /// Files of more than 16 MiB in the archive were written and could not be read.
  @Test(arguments: [PaletteFormat.procreate, .swatchBook])
  func `an archive that is written is read again`(format: PaletteFormat) throws {
    let swatches = (0..<130_000).map { Swatch(Color(RGBA(hex: UInt32($0 * 101))), name: "Colour \($0)") }

    let read = try PaletteFile(format.bytes(of: Palette(name: "N", swatches: swatches))).palette

    #expect(read.swatches.count == swatches.count)
  }

  @Test func `a file that would be too large to be read is not written`() throws {
    let name = String(repeating: "x", count: 1000)
    let swatches = (0..<70_000).map { Swatch(Color(RGBA(hex: UInt32($0))), name: name) }

    for format in [PaletteFormat.gimp, .swatchBook] {
      let error = #expect(throws: PaletteError.self) { try format.bytes(of: Palette(swatches: swatches)) }
      #expect(error?.description.contains("64 MiB") == true)
    }
  }

  @Test func `an archive that breaks off is damaged, and not one of another kind`() throws {
    let bytes = try PaletteFormat.swatchBook.bytes(of: Self.sample())

    let error = #expect(throws: PaletteError.self) { try PaletteFile(Array(bytes.prefix(20))) }

    #expect(error?.description == "the archive is damaged")
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
    ("$a: #f00 // red\n;", ["a"]),
    (".t { --a: red; &:hover { --b: blue } @media (min-width: 1px) { --d: lime } }", ["a", "b", "d"]),
  ])
  func `variables of style sheets are read as CSS cuts them`(text: String, names: [String]) throws {
    let palette = try PaletteFile(Array(text.utf8)).palette

    #expect(palette.swatches.map(\.name) == names)
    #expect(
      try palette.swatches.map(\.color.rgba)
        == ["red", "blue", "lime"].prefix(names.count).map { try Self.color($0).rgba })
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
    let losses = PaletteFormat.jasc.losses(of: palette).map(\.english)
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

  /// Lines of lists, and what they mean; nil is refused.
  private static let lines: [(text: String, swatches: [String]?)] = [
    ("#e6194b Red", ["#e6194b Red"]), ("Red #e6194b", ["#e6194b Red"]), ("navy = #222245", ["#222245 navy"]),
    ("Red\t#e6194b", ["#e6194b Red"]), ("Dark red: #800000;", ["#800000 Dark red"]),
    ("Baker's pink – #ffc0cb", ["#ffc0cb Baker's pink"]), ("'sky': '#5bc2e7',", ["#5bc2e7 sky"]),
    ("rgb(1 2 3) Ink", ["#010203 Ink"]), ("Ink rgb(1, 2, 3)", ["#010203 Ink"]),
    ("0xC8102E Flag", ["#c8102e Flag"]),
    ("tomato", ["#ff6347"]), ("c8102e", ["#c8102e"]), ("c8102e Flag red", ["#c8102e Flag red"]),
    ("Flag red c8102e", ["#c8102e Flag red"]), ("facade", ["#facade"]), ("#facade Front", ["#facade Front"]),
    ("#ff0000 #00ff00 #0000ff", ["#ff0000", "#00ff00", "#0000ff"]),
    ("[\"#ff0000\", \"#00ff00\"]", ["#ff0000", "#00ff00"]), ("ffffff 000000", ["#ffffff", "#000000"]),
    ("red, green; blue", ["#ff0000", "#008000", "#0000ff"]), ("color-mix(in oklab, red, red)", ["#ff0000"]),
    // Each of these may be meant in more than one way.
    ("Red\t230\t25\t75", nil), ("Red 230 25 75", nil), ("230 25 75", nil), ("0.9 0.1 0.3", nil),
    ("tomato sauce", nil), ("navy = x", nil), ("red green blue", nil), ("#ff0000 #00ff00 Christmas", nil),
    ("1. #ff0000 Red", nil), ("ff0000 facade", nil), ("facade of a house", nil),
  ]

  @Test(arguments: lines)
  func `a line of a list has its colours and its name, or is refused`(text: String, swatches: [String]?)
    throws
  {
    let list = Array("#123456 First\n\(text)\n".utf8)

    let file = try PaletteFile(list)

    let found = file.palette.swatches.dropFirst().map { swatch in
      swatch.color.text(as: .hex) + (swatch.name.isEmpty ? "" : " " + swatch.name)
    }
    #expect(found == swatches ?? [] && file.warnings.isEmpty == (swatches != nil), "\(file)")
    #expect(file.warnings.allSatisfy { $0.english.hasPrefix("line 2: ") })
    // As the first line it is what the file is known by.
    if swatches == nil {
      let error = #expect(throws: PaletteError.self) { try PaletteFile(Array(text.utf8)) }
      #expect(error?.description.hasPrefix("line 1: ") == true, "\(error?.description ?? "")")
    }
  }

  @Test func `a list may begin with a comment or the names of columns`() throws {
    let file = try PaletteFile(Array("# Sasha\nname,hex\nRed,#e6194b\n".utf8))

    #expect(file.palette.swatches == [Swatch(try Self.color("#e6194b"), name: "Red")])
    #expect(file.warnings.map(\.english) == ["line 2: not a colour: name,hex"])
  }

  /// The opacity went into the name.
  @Test func `the channels of Aseprite's palettes are read`() throws {
    let file = try PaletteFile(
      Array(
        "GIMP Palette\nChannels: RGBA\n#\n  0   0   0   0 Clear\n254  91  89 255\n247 165  71 128 Half\n1 2 3\n"
          .utf8))

    #expect(file.palette.colors.map { $0.rgba.bytes8.a } == [0, 255, 128])
    #expect(file.palette.swatches.map(\.name) == ["Clear", "", "Half"])
    #expect(
      file.warnings.map(\.english) == ["line 7: a line must have four numbers from 0 to 255 and a name"])
    #expect(throws: PaletteError.self) { try PaletteFile(Array("GIMP Palette\nChannels: HSV\n1 2 3\n".utf8)) }
  }

  @Test(arguments: [PaletteFormat.gimp, .jasc, .hex, .css, .regalia, .sketch, .scribus, .libreOffice])
  func `a byte order mark changes nothing`(format: PaletteFormat) throws {
    let bytes = try format.bytes(of: Self.sample())

    let marked = try PaletteFile([0xEF, 0xBB, 0xBF] + bytes)

    #expect(try marked == PaletteFile(bytes))
  }

  @Test(arguments: [PaletteFormat.gimp, .jasc, .hex, .css, .regalia])
  func `text in UTF-16 is read by its mark`(format: PaletteFormat) throws {
    let bytes = try format.bytes(of: Self.sample())
    let units = Array(("\u{FEFF}" + String(decoding: bytes, as: UTF8.self)).utf16)

    let wide = try PaletteFile(units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })

    #expect(try wide == PaletteFile(bytes))
  }

  /// Some programs write “GRAY” where Adobe's write “Gray”; such colours were left out.
  @Test func `Adobe's greys are read however the model is written`() throws {
    func ase(_ model: String) -> [UInt8] {
      let body: [UInt8] = [0, 1, 0, 0] + Array(model.utf8) + [0x3f, 0, 0, 0, 0, 2]
      return Array("ASEF".utf8) + [0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, UInt8(body.count)] + body
    }

    for model in ["Gray", "GRAY", "gray"] {
      let file = try PaletteFile(ase(model))
      #expect(file.warnings.isEmpty && file.palette.colors.map { $0.rgba.red } == [0.5], "\(model)")
    }
    #expect(try PaletteFile(PaletteFormat.ase.bytes(of: Self.sample())).warnings.isEmpty)
  }

  @Test func `a name is on one line, and that it was not is said`() throws {
    let file = try PaletteFile(
      Array(##"{"name": "A\nB", "colors": [{"hex": "#fff", "name": "one\r\ntwo\u2028three"}]}"##.utf8))

    #expect(file.palette.name == "A B" && file.palette.swatches.map(\.name) == ["one  two three"])
    #expect(file.warnings.count == 2)
  }

  @Test(
    arguments: [
      ("", "empty"), ("nothing here", "not a palette"), ("<svg/>", "not a palette"),
      ("{\"colors\":[{}]}", "hex"),
      ("{\"colors\":[\"blurple\"]}", "blurple"), ("{\"version\":9,\"colors\":[]}", "newer"), ("{", "line 1"),
      ("GIMP Palette\nName: x\n", "no colour"), ("ASEF\u{0}\u{1}", "ends too early"),
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
