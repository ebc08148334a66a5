import Foundation
import Geometry
import TestSupport
import Testing
import Text

@testable import Typography

@Suite struct FontFaceTests {
  /// Pango rounds the width of each letter to its units, which shows as some hundredths here.
  private func isClose(_ a: Double, _ b: Double, within tolerance: Double = 0.05) -> Bool {
    abs(a - b) < tolerance
  }

  /// Adds a font to those of this process; each test has a family of its own.
  private func add(_ font: MadeFont) throws {
    FontLibrary.add([try font.write(to: FileManager.default.temporaryDirectory)])
  }

  private func width(
    _ text: String, _ family: String, axes: [String: Double] = [:], features: [String: Int] = [:],
    by typesetter: Typesetter
  ) -> Double {
    var font = Font(family: family, size: 1000)
    (font.axes, font.features) = (axes, features)
    return typesetter.line(text, font: font).width
  }

  @Test func `axes, instances and features are read with the names that the font gives them`() throws {
    var made = MadeFont("Made Names")
    made.axes = [.init("wdth", "Breadth", 50, 100, 200), .init("QUIR", "Quirk", -5, 0, 10)]
    made.instances = [("Broad", [200, 0]), ("Odd", [100, 7.5])]
    made.features = [.init("ss01", "Grand A", 2, 5), .init("smcp", 3, 6), .init("ccmp", 2, 8)]
    try add(made)

    let face = try #require(Typesetter().face(of: Font(family: "Made Names", size: 13)))

    #expect(face.family == "Made Names")
    #expect(face.axes.map(\.name) == ["Breadth", "Quirk"] && face.axes.map(\.tag) == ["wdth", "QUIR"])
    #expect(face.axes.map(\.range) == [50...200, -5...10] && face.axes.map(\.defaultValue) == [100, 0])
    #expect(face.instances.map(\.name) == ["Broad", "Odd"])
    #expect(face.instances[1].axes == ["wdth": 100, "QUIR": 7.5])
    // Features that shape text correctly are no choice.
    #expect(face.features.map(\.tag) == ["smcp", "ss01"] && face.features.map(\.name) == [nil, "Grand A"])
    #expect(face.hasFeature("ccmp") && !face.hasFeature("ss02"))
  }

  @Test func `letters follow the axes of their font, and a value beyond an end is that end`() throws {
    var made = MadeFont("Made Wide")
    made.axes = [.init("wdth", "Width", 50, 100, 200), .init("QUIR", "Quirk", 0, 0, 10)]
    try add(made)
    let typesetter = Typesetter()
    func width(_ axes: [String: Double]) -> Double {
      self.width("A", "Made Wide", axes: axes, by: typesetter)
    }

    #expect(isClose(width([:]), 600))
    #expect(isClose(width(["wdth": 200]), 700, within: 1) && isClose(width(["wdth": 150]), 650, within: 1))
    #expect(isClose(width(["wdth": 200, "QUIR": 10]), 900, within: 1))
    #expect(isClose(width(["wdth": 5000]), 700, within: 1) && isClose(width(["QUIR": -3]), 600, within: 1))
    // Others than the font's, and what is no tag or number, change nothing.
    #expect(isClose(width(["XXXX": 9, "wd": 200, "wdth=200,x": 1, "QUIR": .nan]), 600))
  }

  @Test func `the outline and the mask of a letter are those of its axes, in one typesetter`() throws {
    var made = MadeFont("Made Outline")
    made.axes = [.init("wdth", "Width", 50, 100, 200)]
    try add(made)
    let typesetter = Typesetter()
    func setting(_ width: Double) -> TextSetting {
      var font = Font(family: "Made Outline", size: 100)
      font.axes = ["wdth": width]
      return TextSetting("A", font: font)
    }

    for width in [100, 200, 150, 100.0] {
      let box = try #require(typesetter.outline(of: setting(width)).bounds)
      #expect(isClose(box.minX, 5, within: 0.05))
      #expect(isClose(box.maxX, 55 + (width - 100) / 10, within: 0.1), "\(width)")
      let mask = typesetter.mask(of: setting(width), scale: 1)
      #expect(isClose(Double(mask.size.width), box.width, within: 1.01), "\(width)")
    }
  }

  @Test func `a feature exchanges its letters, with any text and tracking`() throws {
    var made = MadeFont("Made Sets")
    made.features = [.init("ss01", "Grand A", 2, 5)]
    try add(made)
    let typesetter = Typesetter()

    #expect(isClose(width("A", "Made Sets", by: typesetter), 600))
    #expect(isClose(width("A", "Made Sets", features: ["ss01": 1], by: typesetter), 700))
    #expect(isClose(width("A", "Made Sets", features: ["ss01": 0], by: typesetter), 600))
    #expect(isClose(width("A", "Made Sets", features: ["ss02": 1, "§§": 1], by: typesetter), 600))
    var font = Font(family: "Made Sets", size: 1000, tracking: 0.1)
    let plain = typesetter.line("AAA", font: font).width
    font.features = ["ss01": 1]
    #expect(isClose(typesetter.line("AAA", font: font).width, plain + 300))
  }

  @Test(.enabled(if: Installed.gillius))
  func `small capitals are the font's own, and made from capitals where it has none`() throws {
    var made = MadeFont("Made Small")
    made.features = [.init("smcp", 3, 6)]
    try add(made)
    let typesetter = Typesetter()

    #expect(isClose(width("b", "Made Small", features: ["smcp": 1], by: typesetter), 450))
    let gillius = "Gillius ADF No2"
    let small = width("mn", gillius, features: ["smcp": 1], by: typesetter)
    let capitals = width("MN", gillius, by: typesetter)
    #expect(small > 0.5 * capitals && small < 0.95 * capitals)
    #expect(isClose(width("MN", gillius, features: ["smcp": 1], by: typesetter), capitals))
    var font = Font(family: gillius, size: 100)
    let capital = try #require(typesetter.outline(of: TextSetting("H", font: font)).bounds)
    font.features = ["smcp": 1]
    let box = try #require(typesetter.outline(of: TextSetting("h", font: font)).bounds)
    #expect(box.height < 0.9 * capital.height && box.height > 0.6 * capital.height)
  }

  @Test func `signs between capitals take the forms for capitals, and others do not`() throws {
    var made = MadeFont("Made Case")
    made.features = [.init("case", 4, 7)]
    try add(made)
    let typesetter = Typesetter()
    /// The heights at which hyphens begin, from the left.
    func heights(_ text: String, isOn: Bool = true) -> [Double] {
      var font = Font(family: "Made Case", size: 1000)
      font.capitalForms = isOn
      return typesetter.glyphs(of: TextSetting(text, font: font)).compactMap { glyph in
        guard let box = glyph.outline.bounds, box.height < 100 else { return nil }
        return (-box.maxY).rounded()
      }
    }

    #expect(heights("A-A") == [310] && heights("A-A", isOn: false) == [200])
    #expect(heights("A-b") == [200] && heights("b-A") == [200] && heights("b-b") == [200])
    #expect(heights("-A") == [310] && heights("A - A") == [310] && heights("A-") == [310])
    #expect(heights("A-A b-b") == [310, 200] && heights("-") == [200])
  }

  @Test func `the stretches of a text say which have the forms for capitals`() {
    var font = Font(family: "Made Case", size: 10, tracking: 0.1)
    font.capitalForms = true
    let stretches = TextSetting("AB: ab: x", font: font).stretches

    #expect(stretches.map(\.text).joined() == "AB: ab: x")
    #expect(stretches.filter(\.hasCapitalForms).map(\.text) == ["AB"])
    font.capitalForms = false
    #expect(TextSetting("AB: ab: x", font: font).stretches.allSatisfy { !$0.hasCapitalForms })
  }

  @Test func `ten thousand features are read, each once`() throws {
    var made = MadeFont("Made Many")
    made.features = [.init("ss01", "Grand A", 2, 5)]
    made.idleFeatures = 9_900
    try add(made)
    let typesetter = Typesetter()

    let face = try #require(typesetter.face(of: Font(family: "Made Many", size: 13)))

    #expect(Set(face.features.map(\.tag)).count == face.features.count && face.features.count == 9_901)
    #expect(isClose(width("A", "Made Many", features: ["ss01": 1], by: typesetter), 700))
  }

  @Test(arguments: [
    (0, FontEmbedding.installable), (2, .restricted), (4, .installable), (8, .installable),
    // The least restrictive of several rights applies.
    (6, .installable), (0x100, .wholeFont), (0x104, .wholeFont), (0x200, .wholeFont), (0x102, .restricted),
  ])
  func `the licence bits say what documents may embed`(bits: Int, embedding: FontEmbedding) throws {
    var made = MadeFont("Made Licence \(bits)")
    made.licence = UInt16(bits)
    try add(made)

    let face = try #require(Typesetter().face(of: Font(family: made.family, size: 13)))

    #expect(face.embedding == embedding)
    #expect(embedding.permitsEmbedding == (embedding == .installable))
  }

  @Test(arguments: [
    "head", "hhea", "maxp", "hmtx", "loca", "glyf", "cmap", "post", "OS/2", "name", "GSUB", "fvar", "gvar",
  ])
  func `a font that lacks a table is drawn in part or replaced`(table: String) throws {
    var made = MadeFont("Made Without \(table.filter(\.isLetter))")
    made.axes = [.init("wdth", "Width", 50, 100, 200)]
    made.features = [.init("ss01", "Grand A", 2, 5)]
    made.missing = [table]
    try add(made)
    let typesetter = Typesetter()
    var font = Font(family: made.family, size: 100)
    (font.axes, font.features) = (["wdth": 150], ["ss01": 1])

    let line = typesetter.line("AbA", font: font)

    #expect(line.characterCount == 3 && line.width.isFinite)
    _ = typesetter.face(of: font)
    _ = typesetter.outline(of: line.setting)
    #expect(typesetter.mask(of: line, scale: 1).size.width < 8192)
  }

  @Test func `what a family lacks of a text is told by scripts`() throws {
    try add(MadeFont("Made Latin"))

    let coverage = Typesetter().coverage(of: "Ab 12 Ю שלום")

    let own = try #require(coverage["Made Latin"])
    #expect(own.gaps.map(\.script) == ["Cyrl", "Hebr"] && own.gaps.allSatisfy { !$0.isPartial })
    #expect(!own.writesOwnName)
    let partial = try #require(Typesetter().coverage(of: "AbC")["Made Latin"])
    #expect(partial.gaps == [.init(script: "Latn", isPartial: true)])
    #expect(Typesetter().coverage(of: "12 – 3!")["Made Latin"]?.gaps == [])
  }

  @Test func `a font that is added later is used by what stands already`() throws {
    let typesetter = Typesetter()
    let font = Font(family: "Made Later", size: 1000)
    let before = typesetter.line("A", font: font)
    #expect(typesetter.resolvedFamily(for: font) != "Made Later")

    try add(MadeFont("Made Later"))

    #expect(typesetter.resolvedFamily(for: font) == "Made Later")
    #expect(typesetter.families.contains("Made Later"))
    #expect(isClose(typesetter.line("A", font: font).width, 600) && before.characterCount == 1)
  }
}
