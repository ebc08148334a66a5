import Colors
import Files
import Foundation
import Geometry
import Posters
import TestSupport
import Testing
import Text
import Typography

/// Posters in fonts with axes and features.
@Suite struct FontSettingTests {
  /// Adds a font to those of this process; each test has a family of its own.
  private func add(_ font: MadeFont) throws {
    FontLibrary.add([try font.write(to: FileManager.default.temporaryDirectory)])
  }

  private func poster(_ family: String, _ lines: [String] = ["A"]) -> Poster {
    Poster(
      page: Page(width: 200, height: 300), lines: lines.map { Poster.Line($0, rank: .large) },
      lettering: Lettering(family: family, weight: 400, tracking: 0, stroke: 0), ink: RGBA(hex: 0))
  }

  private func layout(_ poster: Poster) -> PosterLayout { PosterLayout(poster, typesetter: Typesetter()) }

  @Test func `the letters of a poster follow axes and features`() throws {
    var font = MadeFont("Poster Wide")
    font.axes = [.init("wdth", "Width", 50, 100, 200)]
    font.features = [.init("ss01", "Grand A", 2, 5)]
    try add(font)
    func aspect(_ change: (inout Lettering) -> Void) throws -> Double {
      var poster = poster("Poster Wide")
      change(&poster.lettering)
      let layout = layout(poster)
      #expect(layout.warnings.isEmpty, "\(layout.warnings)")
      let box = try #require(layout.lines.first?.bounds)
      return box.width / box.height
    }

    // The letter is 500 by 700 units.
    #expect(abs(try aspect { _ in } - 500 / 700) < 1e-3)
    #expect(abs(try aspect { $0.axes = ["wdth": 200] } - 600 / 700) < 2e-3)
    #expect(abs(try aspect { $0.features = ["ss01": 1] } - 600 / 700) < 1e-3)
  }

  @Test func `what a font lacks is named, with the value used instead`() throws {
    var font = MadeFont("Poster Narrow")
    font.axes = [.init("wdth", "Width", 50, 100, 200)]
    try add(font)
    var poster = poster("Poster Narrow")
    poster.lettering.axes = ["wdth": 900, "slnt": -5]
    poster.lettering.features = ["swsh": 1, "smcp": 1, "liga": 0]

    let words = layout(poster).warnings.map(\.description)

    #expect(
      words.contains {
        $0.hasPrefix("lettering.axes.wdth: ") && $0.hasSuffix("from 50 to 200, not 900; 200 is used")
      })
    #expect(words.contains("lettering.axes.slnt: “Poster Narrow” has no such axis; the value has no effect"))
    #expect(
      words.contains("lettering.features.swsh: “Poster Narrow” has no such feature; the value has no effect"))
    #expect(words.contains { $0.contains("no small capitals; they are made from smaller capitals") })
    #expect(!words.contains { $0.contains("liga") })
  }

  @Test func `a line and a word have axes and features of their own, over those of the poster`() throws {
    var font = MadeFont("Poster Lines")
    font.axes = [.init("wdth", "Width", 50, 100, 200)]
    font.features = [.init("ss01", "Grand A", 2, 5), .init("ss02", "Narrow A", 2, 8)]
    try add(font)
    var poster = poster("Poster Lines", ["A", "A", "A A"])
    poster.lettering.features = ["ss01": 1]
    (poster.lines[1].axes, poster.lines[1].features) = (["wdth": 200], ["ss01": 0])
    poster.lines[2].features = ["ss01": 0]
    poster.lines[2].changeStyle(of: 2..<3) { $0.features = ["ss02": 1] }
    let layout = layout(poster)
    #expect(layout.warnings.isEmpty, "\(layout.warnings)")
    /// The widths of the letters of a line, in units of its capitals' 700.
    func widths(_ line: Int) -> [Double] {
      let setting = layout.lines[line].setting
      // A space has no outline.
      return Typesetter().glyphs(of: setting).compactMap { $0.outline.bounds }
        .map { $0.width / setting.font.size * 1000 }
    }

    let all = [widths(0), widths(1), widths(2)]

    // The plain letter is 500 wide, 600 in the widest width; the grand one 600; the narrow one 100.
    for (measured, expected) in zip(all.joined(), [600, 600, 500, 100.0]) {
      #expect(abs(measured - expected) < 2, "\(all)")
    }
    // A word's own axis leaves the other word as it is.
    poster.lines[2].changeStyle(of: 2..<3) { ($0.features, $0.axes) = ([:], ["wdth": 200]) }
    let line = try #require(self.layout(poster).lines.last)
    let letters = Typesetter().glyphs(of: line.setting).compactMap { $0.outline.bounds?.width }
    #expect(abs(letters[1] / letters[0] - 600 / 500) < 5e-3)
  }

  @Test func `settings that the font of a line or a span lacks are named at their places`() throws {
    try add(MadeFont("Poster Lacking"))
    var poster = poster("Poster Lacking", ["A", "A A"])
    (poster.lines[0].axes, poster.lines[0].features) = (["wdth": 75], ["ss07": 1])
    poster.lines[1].changeStyle(of: 0..<1) { $0.axes = ["slnt": -5] }
    poster.lines[1].fit = .width

    let words = layout(poster).warnings.map(\.description)

    for start in [
      "lines[0].axes.wdth: ", "lines[0].features.ss07: ", "lines[1].spans[0].axes.slnt: ", "lines[1].fit: ",
    ] {
      #expect(words.contains { $0.hasPrefix(start) && $0.contains("Poster Lacking") }, "\(start) \(words)")
    }
  }

  @Test(arguments: Lettering.Spacing.allCases)
  func `a line is fitted to the page by the width of its letters, as far as that goes`(
    spacing: Lettering.Spacing
  ) throws {
    var font = MadeFont("Poster Fitted \(spacing)")
    font.axes = [.init("wdth", "Width", 50, 100, 200)]
    try add(font)
    var poster = poster(font.family, ["AAAAAAAA", "AAAAAAAAA"])
    poster.lettering.spacing = spacing
    let plain = layout(poster)
    let margins = poster.page.width * (1 - 2 * poster.margins.sides) * Page.pointsPerMillimetre
    for index in poster.lines.indices { poster.lines[index].fit = .width }

    let fitted = layout(poster)

    // The widths differ by an eighth; the axis covers a fifth.
    #expect(fitted.warnings.isEmpty && !fitted.lines.isEmpty)
    let heights = Set(fitted.lines.map { ($0.bounds.height * 100).rounded() })
    #expect(heights.count == 1, "\(heights)")
    for line in fitted.lines {
      #expect(abs(line.bounds.width / margins - 1) < 0.002, "\(line.bounds.width) of \(margins)")
    }
    let values = fitted.lines.map { $0.setting.font.axes["wdth"] ?? 0 }
    #expect(values[0] > values[1] && values.allSatisfy { (50...200).contains($0) })
    // A line that is too short even so has the widest letters, and a size like the others.
    poster.lines = [Poster.Line("AAAAAAAA"), Poster.Line("A")]
    poster.lines[1].fit = .width
    let short = layout(poster)
    #expect(short.lines[1].setting.font.axes["wdth"] == 200 && short.lines[1].bounds.width < margins / 2)
    #expect(abs(short.lines[0].bounds.height - plain.lines[0].bounds.height) < 30)
  }

  @Test func `a line in a font without widths is fitted by its size, with a warning`() throws {
    try add(MadeFont("Poster Rigid"))
    var (byWidth, bySize) = (poster("Poster Rigid", ["AAA", "AA"]), poster("Poster Rigid", ["AAA", "AA"]))
    (byWidth.lines[1].fit, bySize.lines[1].fit) = (.width, .size)

    let (layout, expected) = (layout(byWidth), layout(bySize))

    #expect(layout.lines.map(\.bounds) == expected.lines.map(\.bounds))
    #expect(
      layout.warnings.map(\.description) == [
        "lines[1].fit: “Poster Rigid” has no axis wdth, so that the line is fitted by its size"
      ])
  }

  @Test func `optical sizes follow the page and the size of a line, unless they are stated`() throws {
    var font = MadeFont("Poster Optical")
    // A wider letter shows a larger optical size: 500 units at 5 points to 600 at 1000.
    font.axes = [.init("opsz", "Optical size", 5, 5, 1000)]
    try add(font)
    func width(_ page: Page, _ change: (inout Lettering) -> Void = { $0.opticalSizing = true }) throws
      -> Double
    {
      var poster = poster("Poster Optical")
      poster.page = page
      change(&poster.lettering)
      let box = try #require(layout(poster).lines.first?.bounds)
      return 700 * box.width / box.height
    }
    /// The units that an optical size in points adds.
    func units(_ size: Double) -> Double { 500 + 100 * (size - 5) / 995 }

    // The capitals of the poster of 1939 are 1 / 9.02 of its height, and 0.7 of an em.
    let size = 300 * Page.pointsPerMillimetre / 9.02 / 0.7
    #expect(abs(try width(Page(width: 200, height: 300)) - units(size)) < 1)
    #expect(abs(try width(Page(width: 400, height: 600)) - units(2 * size)) < 1)
    #expect(abs(try width(Page(width: 200, height: 300)) { $0.axes = ["opsz": 500] } - units(500)) < 1)
    #expect(
      abs(
        try width(Page(width: 200, height: 300)) {
          $0.opticalSizing = true
          $0.axes = ["opsz": 900]
        } - units(900)) < 1)
  }

  @Test func `a poster is laid out anew for a page of another size, whatever was cached`() throws {
    var font = MadeFont("Poster Cached")
    font.axes = [.init("opsz", "Optical size", 5, 5, 1000)]
    try add(font)
    let (cache, typesetter) = (LetterCache(), Typesetter())
    var poster = poster("Poster Cached", ["A", "bA"])
    poster.lettering.opticalSizing = true

    for height in [300, 600, 300.0] {
      poster.page = Page(width: height / 1.5, height: height)
      #expect(
        PosterLayout(poster, typesetter: typesetter, cache: cache).lines.map(\.bounds)
          == PosterLayout(poster, typesetter: Typesetter()).lines.map(\.bounds))
    }
  }

  @Test func `a font that was brought and is missing is named with its file`() throws {
    var poster = poster("Poster Gone")
    poster.lettering.fontFile = "/media/disk/Gone.ttf"

    let words = layout(poster).warnings.map(\.description)

    #expect(words.contains { $0.hasPrefix("lettering.file: ") && $0.contains("/media/disk/Gone.ttf") })
    #expect(poster.lettering.inFamily("Inter").fontFile == nil)
  }

  /// A folder of fonts in a new folder of data.
  private func folder() -> FontFolder {
    var folders = UserFolders()
    folders.data = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).file
    return FontFolder(folders)
  }

  @Test func `a font file is copied once, and another one of the same name beside it`() throws {
    let (folder, made) = (folder(), MadeFont("Kept"))
    let path = try made.write(to: FileManager.default.temporaryDirectory)

    let (first, again) = (try folder.keep(path), try folder.keep(path))

    #expect(first == again && first.file.family == "Kept" && !first.isLinked && first.path != path)
    #expect(try Data(contentsOf: URL(filePath: first.path)) == Data(made.bytes))
    var other = made
    other.features = [.init("ss01", 2, 5)]
    _ = try other.write(to: FileManager.default.temporaryDirectory)
    #expect(try folder.keep(path).path != first.path && folder.files.count == 2)
  }

  @Test func `a font that must not be copied is linked`() throws {
    let folder = folder()
    var made = MadeFont("Linked")
    made.licence = 2
    let path = try made.write(to: FileManager.default.temporaryDirectory)

    let font = try folder.keep(path)

    #expect(font.isLinked && folder.files == [font.path])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: font.path) == path)
    try FileManager.default.removeItem(atPath: path)
    // Bringing it again from elsewhere repairs the link.
    let moved = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: moved, withIntermediateDirectories: true)
    let place = try made.write(to: moved)
    #expect(try folder.keep(place).path == font.path)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: font.path) == place)
  }

  @Test func `files that are no fonts are refused with the reason, and nothing is kept`() throws {
    let folder = folder()
    func reason(_ bytes: [UInt8]) -> String? {
      let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ttf")
      try? Data(bytes).write(to: path)
      do {
        _ = try folder.keep(path.file)
        return nil
      } catch {
        return error.reason.english
      }
    }
    let made = MadeFont("Refused")
    func without(_ table: String) -> [UInt8] {
      var font = made
      font.missing = [table]
      return font.bytes
    }

    #expect(
      reason([])?.contains("no font") == true && reason(Array("hello".utf8))?.contains("no font") == true)
    #expect(reason(Array("wOF2".utf8))?.contains("web pages") == true)
    for table in ["head", "hhea", "maxp", "hmtx", "cmap", "glyf", "loca"] {
      #expect(reason(without(table))?.contains(table) == true, "\(table)")
    }
    #expect(reason(without("name"))?.contains("no name") == true)
    #expect(throws: FontFolder.Failure.self) { try folder.keep("/nowhere/x.ttf") }
    #expect(folder.files.isEmpty)
  }

  @Test(arguments: 0..<6) func `damaged fonts are refused or drawn, never a trap`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var made = MadeFont("Damaged \(seed)")
    made.axes = [.init("wdth", "Width", 50, 100, 200)]
    made.instances = [("Broad", [200])]
    made.features = [.init("ss01", "Grand A", 2, 5), .init("smcp", 3, 6)]
    made.layers = [(5, [255, 0, 0, 255]), (8, [0, 0, 255, 128])]
    let whole = made.bytes
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) { bytes.removeLast(.random(in: 0..<bytes.count, using: &generator)) }
      _ = try? FontFile(bytes)
    }
    // Drawing takes a configuration of fonts each time, so that fewer are drawn.
    var bytes = whole
    for _ in 0..<12 {
      bytes[Int.random(in: 300..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ttf")
    try Data(bytes).write(to: path)
    FontLibrary.add([path.file])
    var poster = poster(made.family, ["AbA", "A-A"])
    (poster.lettering.axes, poster.lettering.features) = (["wdth": 150], ["ss01": 1, "smcp": 1])

    let layout = layout(poster)

    #expect(layout.lines.allSatisfy { $0.bounds.width.isFinite && $0.bounds.height.isFinite })
    #expect(try !PosterPDF.document(of: [layout], typesetter: Typesetter()).isEmpty)
  }

  /// A font whose `A` is a wide red box under a narrow half-transparent blue one.
  private func coloured(_ family: String) -> MadeFont {
    var font = MadeFont(family)
    font.layers = [(5, [255, 0, 0, 255]), (8, [0, 0, 255, 128])]
    return font
  }

  @Test func `a letter in layers has their colours if the poster keeps colours, and the ink otherwise`()
    throws
  {
    try add(coloured("Poster Colours"))
    var poster = poster("Poster Colours", ["bAb"])
    poster.background = .color(RGBA(hex: 0xffffff))
    let inked = layout(poster)
    #expect(inked.lines[0].layers.isEmpty && inked.markGroups.count == 1)
    poster.lettering.keepsColors = true
    let colored = layout(poster)

    let line = colored.lines[0]
    #expect(line.layers.map(\.color) == [RGBA(hex: 0xff0000), RGBA(hex: 0x0000ff)])
    #expect(line.layers.map(\.opacity) == [1, 128 / 255] && colored.warnings.isEmpty)
    // The layers are 600 by 700 and 100 by 500 units, where the letter is.
    let (red, blue) = (try #require(line.layers[0].path.bounds), try #require(line.layers[1].path.bounds))
    #expect(abs(red.width / red.height - 600 / 700) < 1e-2 && abs(blue.width / red.width - 100 / 600) < 1e-2)
    #expect(line.bounds.contains(red.center) && line.bounds.maxX >= red.maxX - 1e-6)
    let bitmap = try #require(colored.bitmap(size: PixelSize(width: 400, height: 600)))
    func color(_ point: Point) -> [UInt8] {
      let scale = 400 / colored.page.width
      let start = 4 * (Int(point.y * scale) * 400 + Int(point.x * scale))
      return Array(bitmap.bytes[start..<start + 3])
    }
    #expect(color(Point(red.maxX - 3, red.midY)) == [255, 0, 0])
    let mixed = color(blue.center)
    #expect(abs(Int(mixed[0]) - 127) <= 2 && mixed[1] == 0 && abs(Int(mixed[2]) - 128) <= 2)
    // Files show the same layers, and a letter that has them is no text beside them.
    #expect(PosterSVG.document(of: colored).contains(##"fill="#ff0000""##))
    if Tool.areInstalled {
      let pdf = try PosterPDF.document(of: [colored], typesetter: Typesetter())
      #expect(try text(of: pdf).contains("b"))
    }
  }

  @Test(
    arguments: [
      // Layers of a letter that are the letter itself, colours that no palette has, more layers than there are.
      [0, 0, 0, 1, 0, 0, 0, 14, 0, 0, 0, 20, 0, 2, 0, 2, 0, 0, 0, 2, 0, 2, 0, 0, 0, 2, 0, 1],
      [0, 0, 0, 1, 0, 0, 0, 14, 0, 0, 0, 20, 0, 1, 0, 2, 0, 0, 0, 1, 0, 5, 0, 99],
      [0, 0, 0, 1, 0, 0, 0, 14, 0, 0, 0, 20, 255, 255, 0, 2, 0, 0, 255, 255, 255, 255, 255, 255],
      // Version 1 with a list of paints that is its own only paint.
      [
        0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 34, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 1, 0, 2, 0, 0, 0, 10, 11, 0, 2,
      ],
      [0, 1], [], Array(repeating: 255, count: 64),
    ] as [[UInt8]])
  func `damaged colours are left out, never a trap`(table: [UInt8]) throws {
    var made = coloured("Poster Spoilt \(table.count) \(table.dropFirst(15).first ?? 0)")
    made.replaced = ["COLR": table]
    try add(made)
    var poster = poster(made.family, ["bAb"])
    poster.lettering.keepsColors = true

    let layout = layout(poster)

    #expect(layout.lines.first?.bounds.width.isFinite == true)
    #expect(try !PosterPDF.document(of: [layout], typesetter: Typesetter()).isEmpty)
  }

  @Test(.enabled(if: Installed.family("Symbola"), "fonts-symbola is not installed"))
  func `emoji whose lines a stroke fills are named, and others are not`() {
    var poster = poster("Gillius ADF No2, Symbola", ["A😀", "❤️ A"])
    #expect(layout(poster).warnings.isEmpty)
    poster.lettering.stroke = 0.12
    let words = layout(poster).warnings.map(\.description)
    #expect(words.count == 1 && words[0].hasPrefix("lines[0].text: in one ink"), "\(words)")
    #expect(words[0].contains("😀 (U+1F600)") && words[0].contains("--colors"))
  }

  @Test
  func `an emoji in layers that is a mere silhouette in one ink is named until the poster keeps colours`()
    throws
  {
    for (number, isSilhouette) in [true, false].enumerated() {
      var font = coloured("Poster Silhouette \(number)")
      // The box of `A` is nearly as large as its largest layer; that of `b` has half of its area.
      font.characters = [(0x1F600, isSilhouette ? 2 : 8)]
      if !isSilhouette {
        // The layers of the small box are the same as those of `A`.
        font.replaced = [
          "COLR": [0, 0, 0, 1, 0, 0, 0, 14, 0, 0, 0, 20, 0, 2, 0, 8, 0, 0, 0, 2, 0, 5, 0, 0, 0, 8, 0, 1]
        ]
      }
      try add(font)
      var poster = poster(font.family, ["b😀"])

      #expect(
        layout(poster).warnings.map(\.description).contains { $0.contains("mere shapes") } == isSilhouette)
      poster.lettering.keepsColors = true
      #expect(!layout(poster).warnings.map(\.description).contains { $0.contains("mere shapes") })
    }
  }

  /// A font with a glyph that is composed of itself, or of others that are composed of it.
  @Test(arguments: [[2], [3, 2], [3, 5, 6, 2]] as [[UInt16]])
  func `a letter composed of itself is named, never a trap or a hang`(cycle: [UInt16]) throws {
    var made = MadeFont("Poster Cycle \(cycle.count)")
    let whole = MadeFont("Whole")
    var next: [Int: UInt16] = [2: cycle[0]]
    for (glyph, following) in zip(cycle, cycle.dropFirst()) { next[Int(glyph)] = following }
    (made.replaced["glyf"], made.replaced["loca"]) = whole.outlines { next[$0] }
    try add(made)
    let poster = poster(made.family, ["A-A", "b-"])

    let layout = layout(poster)

    let words = layout.warnings.map(\.description)
    #expect(words.contains { $0.contains(made.family) && $0.contains("A (U+0041)") }, "\(words)")
    #expect(layout.lines.allSatisfy { $0.bounds.width.isFinite && $0.bounds.height.isFinite })
    #expect(try !PosterPDF.document(of: [layout], typesetter: Typesetter()).isEmpty)
  }

  @Test func `a font that makes thousands of glyphs of a letter is named, and another one is used`() throws {
    func bytes(_ values: Int...) -> [UInt8] { values.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
    func bytes(_ values: [Int]) -> [UInt8] { values.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
    // Twenty times in turn, each letter becomes eight.
    let count = 20
    let feature = bytes(1) + Array("ccmp".utf8) + bytes(8, 0, count) + bytes(Array(0..<count))
    let lookup =
      bytes(2, 0, 1, 8) + bytes(1, 8, 1, 14) + bytes(1, 1, 2) + bytes(8)
      + bytes(Array(repeating: 2, count: 8))
    let lookups = bytes(count) + bytes(Array(repeating: 2 + 2 * count, count: count)) + lookup
    let scripts = bytes(1) + Array("DFLT".utf8) + bytes(8, 4, 0, 0, 0xFFFF, 1, 0)
    var made = MadeFont("Poster Flood")
    made.replaced["GSUB"] =
      bytes(1, 0, 10, 10 + scripts.count, 10 + scripts.count + feature.count) + scripts + feature + lookups
    try add(made)

    let layout = layout(poster(made.family, ["AbA", "b"]))

    #expect(layout.warnings == [.damagedFont(family: made.family, line: 0)])
    let glyphs = Typesetter().glyphs(of: layout.lines[0].setting)
    #expect(glyphs.count == 3 && glyphs.allSatisfy { !$0.outline.isEmpty })
    #expect(try !PosterPDF.document(of: [layout], typesetter: Typesetter()).isEmpty)
  }

  @Test func `a substitution that goes round in circles ends`() throws {
    var made = MadeFont("Poster Circle")
    // A chain of substitutions, of which the last leads back to the first.
    made.features = [.init("ss01", 2, 5), .init("ss02", 5, 8), .init("ss03", 8, 2), .init("ccmp", 2, 2)]
    made.idleFeatures = 10_000
    try add(made)
    var poster = poster(made.family, [String(repeating: "A", count: 200)])
    poster.lettering.features = ["ss01": 1, "ss02": 1, "ss03": 1]

    let line = layout(poster).lines[0]

    #expect(line.bounds.width.isFinite && line.bounds.width > 0)
    #expect(Typesetter().face(of: Font(family: made.family, size: 1))?.features.isEmpty == false)
  }

  @Test func `another family keeps the fallbacks, and drops what belonged to the font`() {
    var lettering = Lettering(family: "Inter, Symbola ,Noto Sans")
    lettering.axes = ["wdth": 75]
    lettering.features = ["ss01": 1, "smcp": 1]

    let changed = lettering.inFamily("Symbola")

    #expect(lettering.families == ["Inter", "Symbola", "Noto Sans"])
    #expect(changed.families == ["Symbola", "Noto Sans"] && changed.fallbacks == ["Noto Sans"])
    #expect(changed.axes.isEmpty && changed.features == ["smcp": 1])
  }

  @Test func `SVG states axes, features and forms for capitals`() throws {
    var font = MadeFont("Poster Drawing")
    font.axes = [.init("wdth", "Width", 50, 100, 200)]
    font.features = [.init("case", 4, 7), .init("smcp", 3, 6)]
    try add(font)
    var poster = poster("Poster Drawing", ["A-A b"])
    poster.lettering.axes = ["wdth": 150.5]
    poster.lettering.features = ["smcp": 1]
    poster.lettering.capitalForms = true

    let svg = PosterSVG.document(of: layout(poster))

    #expect(svg.contains("font-variation-settings: 'wdth' 150.5"))
    #expect(svg.contains("'smcp' 1") && svg.contains("font-variant-caps: small-caps"))
    #expect(svg.contains("'case' 1") && svg.contains(">A-A</tspan>"))
  }

  @Test func `SVG states the settings of a word, and no axis that a font lacks`() throws {
    var font = MadeFont("Poster Words")
    font.axes = [.init("wdth", "Width", 50, 100, 200)]
    font.features = [.init("ss01", "Grand A", 2, 5)]
    try add(font)
    try add(MadeFont("Poster Sizeless"))
    var poster = poster("Poster Words", ["A A"])
    (poster.lettering.axes, poster.lettering.opticalSizing) = (["wdth": 150, "slnt": 3], true)
    poster.lines[0].changeStyle(of: 2..<3) { ($0.axes, $0.features) = (["wdth": 75], ["ss01": 1]) }
    var plain = self.poster("Poster Sizeless")
    plain.lettering.opticalSizing = true

    let svg = PosterSVG.document(of: layout(poster))

    #expect(svg.contains("font-variation-settings: 'wdth' 150\""))
    #expect(svg.contains("'ss01' 1; font-variation-settings: 'wdth' 75\""))
    #expect(!svg.contains("opsz") && !svg.contains("slnt"))
    #expect(!PosterSVG.document(of: layout(plain)).contains("variation"))
  }

  /// The columns and rows that are dark in a picture of a page, in points.
  private func inkBox(of pdf: [UInt8]) throws -> Rect {
    let map = try withScratch { folder -> PixMap in
      let path = folder.appending(path: "poster.pdf")
      try Data(pdf).write(to: path)
      _ = try Tool("pdftoppm").output(["-r", "144", path.file, folder.appending(path: "page").file])
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.file).filter {
        $0.hasSuffix("ppm")
      }
      let name = try #require(files.first)
      let data = try Data(contentsOf: folder.appending(path: name))
      return try #require(PixMap(data))
    }
    var box: Rect?
    for y in 0..<map.height {
      for x in 0..<map.width where map.pixel(x, y)[0] < 100 {
        let pixel = Rect(x: Double(x) / 2, y: Double(y) / 2, width: 0.5, height: 0.5)
        box = box?.union(pixel) ?? pixel
      }
    }
    return try #require(box)
  }

  private func text(of pdf: [UInt8]) throws -> String {
    try withScratch { folder in
      let path = folder.appending(path: "poster.pdf")
      try Data(pdf).write(to: path)
      return try Tool("pdftotext").output([path.file, "-"])
    }
  }

  @Test(.enabled(if: Tool.areInstalled), arguments: [100.0, 150, 200])
  func `a PDF has the letters of the axes, and keeps the text`(width: Double) throws {
    // A family of its own for each width, as they are tested at the same time.
    var font = MadeFont("Poster Paper \(Int(width))")
    font.axes = [.init("wdth", "Width", 50, 100, 200)]
    try add(font)
    var poster = poster(font.family, ["Ab"])
    poster.background = .color(RGBA(hex: 0xffffff))
    poster.lettering.axes = ["wdth": width]
    let layout = layout(poster)

    let pdf = try PosterPDF.document(of: [layout], typesetter: Typesetter())

    let (drawn, expected) = (try inkBox(of: pdf), try #require(layout.lines.first?.bounds))
    #expect(abs(drawn.minX - expected.minX) < 0.8 && abs(drawn.maxX - expected.maxX) < 0.8)
    #expect(abs(drawn.minY - expected.minY) < 0.8 && abs(drawn.maxY - expected.maxY) < 0.8)
    #expect(try text(of: pdf).contains("Ab"))
  }

  @Test(.enabled(if: Tool.areInstalled), arguments: [0, 2, 4, 0x100])
  func `a font is embedded only as its licence permits, and its text is kept`(licence: Int) throws {
    var font = MadeFont("Poster Licence \(licence)")
    font.licence = UInt16(licence)
    try add(font)

    let pdf = try PosterPDF.document(of: [layout(poster(font.family, ["Ab"]))], typesetter: Typesetter())

    let fonts = try withScratch { folder -> String in
      let path = folder.appending(path: "poster.pdf")
      try Data(pdf).write(to: path)
      return try Tool("pdffonts").output([path.file])
    }
    #expect(fonts.contains("TrueType") == (licence == 0 || licence == 4))
    #expect(fonts.contains("Type 3") == (licence == 2 || licence == 0x100))
    #expect(try text(of: pdf).contains("Ab"))
  }
}
