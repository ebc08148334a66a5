import Catalog
import Colors
import Files
import Palettes
import Posters
import Testing

@testable import Publishing

/// The palettes of a library as colour schemes.
@Suite struct PaletteSchemesTests {
  @Test func `each palette of a library that can be read is a scheme, in the library's order`() throws {
    let folder = try ScratchFolder()
    let library = try Library(path: folder.path + "/library.regalia", access: .writing)
    func insert(_ name: String, _ colors: [Color]) throws {
      let palette = Palette(name: name, swatches: colors.map { Swatch($0) })
      try library.insert(PaletteRecord(name: name, document: Array(palette.document.line.utf8)))
    }
    try insert("Wide", [Color(in: .displayP3, 1, 1, 1), Color(in: .displayP3, 0, 0.2, 0.1)])
    try library.insert(PaletteRecord(name: "Damaged", document: [1, 2]))
    try insert("Empty", [])

    let schemes = try PosterScheme.palettes(of: library)

    #expect(schemes.map(\.name.english) == ["Wide", "Empty"])
    #expect(schemes[0].grounds[0] == .white && schemes[0].refusal == nil)
    #expect(wcagContrast(schemes[0].inks[0], .white) > 10)
    #expect(schemes[1].refusal?.description.contains("fewer than two colours") == true)
  }
}
