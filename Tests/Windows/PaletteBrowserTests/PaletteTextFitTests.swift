import Application
import ColorPicker
import Geometry
import Localization
import Palettes
import Testing
import Typography
import WindowSupport

@testable import PaletteBrowser

@Suite(.enabled(if: TestLanguages.all.count > 1, "no catalogue has been compiled"))
struct PaletteTextFitTests {
  @Test func `each text of the palettes window fits its place in every language`() throws {
    let sizes = [PaletteBrowserContent.minimumSize, PaletteBrowserContent.defaultSize]
    // The panels for all formats are alike.
    let walk = try TextFitWalk.all(
      sizes: sizes, skipping: { $0.hasPrefix("palettes.export.") && $0 != "palettes.export.ase" }
    ) { language, size, scale in
      let palettes = [PaletteCollectionTests.flag, Palette(name: "Autumn", swatches: [])]
      let content = try PaletteBrowserContent(
        store: MemoryStore(palettes).store,
        WindowEnvironment(
          offscreen: Typesetter(), appearance: .light, scale: scale, isScripted: true, language: language,
          colorPickers: .panels))
      return WindowDriver(content, size: size, scale: scale)
    }

    print("Palettes: \(walk.summary)")
    #expect(walk.faults.isEmpty, "\(walk.report)")
  }
}
