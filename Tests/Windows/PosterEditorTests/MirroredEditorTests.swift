import Controls
import Geometry
import Input
import Posters
import Scene
import Testing
import WindowSupport

@testable import PosterEditor

/// An editor that is laid out from right to left, with a poster that is not.
@Suite struct MirroredEditorTests {
  private func pair(_ size: Size) -> (plain: EditorDriver, mirrored: EditorDriver) {
    (EditorDriver(size: size), EditorDriver(size: size, language: MirroredWindow.language))
  }

  /// Where the page is seen.
  private func page(_ driver: EditorDriver) -> Rect {
    let canvas = driver.editor.open.panel.canvas
    let frame = canvas.convert(toWindow: canvas.pageFrame)
    let corner = driver.editor.host.reflected(frame.origin)
    return driver.editor.host.interface.isMirrored
      ? Rect(x: corner.x - frame.width, y: corner.y, width: frame.width, height: frame.height) : frame
  }

  @Test(arguments: [Size(520, 420), PosterEditor.defaultSize, Size(1600, 1000)])
  func `everything beside the poster is the mirror image, and the poster is not`(size: Size) {
    let (plain, mirrored) = pair(size)
    let window = MirroredWindow(
      plain: plain.content.accessibility, mirrored: mirrored.content.accessibility,
      uprightIDs: ["window/Poster", "window/Properties/Properties/Properties/Alignment of the line"])

    #expect(window.faults == [])
    #expect(window.targets.count > 8)
    #expect(window.strayTargets(plain.editor.host, mirrored.editor.host) == [])
  }

  @Test func `the poster is drawn as ever, only elsewhere`() {
    let (plain, mirrored) = pair(PosterEditor.defaultSize)
    let lists = [plain, mirrored].map { driver in
      driver.displayList.items.filter { item in
        if case .path(let contents) = item.shape { return contents.color == driver.poster.ink }
        return false
      }
    }
    let shift = page(mirrored).minX - page(plain).minX

    #expect(lists[0].count == lists[1].count && shift.magnitude > 1)
    for (before, after) in zip(lists[0], lists[1]) {
      #expect(after.shape == before.shape)
      #expect((after.transform.m41 - before.transform.m41 - shift).magnitude < 1e-6)
      #expect(after.transform.m11 == before.transform.m11)
    }
  }

  @Test func `a press puts the caret where it is seen, and Left moves it to the left`() throws {
    let (plain, mirrored) = pair(PosterEditor.defaultSize)
    var places: [Double] = []
    var carets: [TextPosition] = []
    for driver in [plain, mirrored] {
      let page = page(driver)
      let line = try #require(driver.nodes.first { $0.label == "Line 2" })
      let letter = line.characterFrames[1]
      driver.click(Point(letter.minX + 2, letter.midY))
      carets.append(driver.session.draft.selection.caret)
      driver.key(.left)
      carets.append(driver.session.draft.selection.caret)
      places.append(letter.midX - page.minX)
    }

    #expect((places[0] - places[1]).magnitude < 1e-6)
    #expect(carets[0] == carets[2] && carets[1] == carets[3] && carets[1] != carets[0])
  }

  @Test func `the crown moves toward the arrow key`() throws {
    let poster = Poster(
      title: "Calm", emblem: .drawing(Path(circle: .zero, radius: 10), source: "disc.svg"),
      lines: [Poster.Line("KEEP")])
    let driver = EditorDriver(poster, language: MirroredWindow.language)
    driver.editor.host.setFocus(driver.handle)
    driver.key(.right, .shift)

    #expect(driver.steps.count == 1 && driver.poster.emblemOffset.dx > 0)
  }
}
