import Colors
import Geometry
import Localization
import Posters
import Testing
import WindowSupport

@testable import PosterEditor

@Suite(.enabled(if: TestLanguages.all.count > 1, "no catalogue has been compiled"))
struct EditorTextFitTests {
  private static let skipped: Set = ["file.send", "file.save", "window.give-up", "window.properties"]

  @Test func `each text of the editor fits its place in every language`() {
    var poster = Poster(title: "Calm", lines: [Poster.Line("KEEP"), Poster.Line("CALM")])
    poster.lines[0].arc = 0.2
    poster.lines[0].weight = 700
    poster.background = .linear(
      stops: [.init(.white, at: 0), .init(RGBA(hex: 0xc8102e), at: 1)], start: Point(0, 0), end: Point(1, 1))
    let walk = TextFitWalk.all(
      sizes: [PosterEditor.minimumSize, PosterEditor.defaultSize], skipping: Self.skipped.contains,
      goingDeeper: false
    ) { EditorDriver(poster, size: $1, scale: $2, language: $0) as WindowDriver<PosterEditor> }

    print("Editor: \(walk.summary)")
    #expect(walk.faults.isEmpty, "\(walk.report)")
  }

  @Test func `each text of a selected code and of the crown fits its place in every language`() {
    var poster = Poster(title: "Calm", lines: [Poster.Line("KEEP"), Poster.Line("CALM")])
    poster.elements = [
      Poster.Element(.code(Barcode(.link("example.org"))), center: Point(0.5, 0.8), width: 0.2)
    ]
    var walk = TextFitWalk()
    for (name, language) in TestLanguages.all {
      for size in [PosterEditor.minimumSize, PosterEditor.defaultSize] {
        let driver = EditorDriver(poster, size: size, language: language)
        driver.session.selectedElement = 0
        driver.wait(0.5)
        walk.look(at: driver, "\(name), a code")
      }
    }

    print("Editor, elements: \(walk.summary)")
    #expect(walk.faults.isEmpty, "\(walk.report)")
  }
}
