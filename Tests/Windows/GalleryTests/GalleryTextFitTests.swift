import Application
import Geometry
import Localization
import Publishing
import Testing
import Typography
import WindowSupport

@testable import PosterGallery

@Suite(.enabled(if: TestLanguages.all.count > 1, "no catalogue has been compiled"))
struct GalleryTextFitTests {
  private func window(
    _ language: Language, _ size: Size, _ scale: Double = 1, posters: Int = 12
  ) -> WindowDriver<Gallery> {
    let source = FakeDataSource(posters)
    source.albums = [Album(id: .init(rawValue: 1), name: "Kitchen", count: 2)]
    let environment = WindowEnvironment(
      offscreen: Typesetter(), appearance: .dark, scale: scale, isScripted: true, language: language,
      colorPickers: .none)
    let gallery = Gallery(dataSource: source, environment, editors: .withCrowns)
    let driver = WindowDriver(gallery, size: size, scale: scale)
    driver.wait(0.5)
    driver.key(.right)
    return driver
  }

  private static let sizes = [Gallery.minimumSize, Gallery.defaultSize]

  @Test func `each text of the gallery fits its place in every language`() {
    let walk = TextFitWalk.all(
      sizes: Self.sizes, skipping: { ["file.send", "window.properties"].contains($0) }, goingDeeper: false
    ) { window($0, $1, $2) }

    print("Gallery: \(walk.summary)")
    #expect(walk.faults.isEmpty, "\(walk.report)")
  }

  @Test func `each text of an open poster and of an empty wall fits its place in every language`() {
    var walk = TextFitWalk()
    for (name, language) in TestLanguages.all {
      for size in Self.sizes {
        let open = window(language, size)
        open.key(.enter)
        open.wait(2)
        open.move(to: Point(size.width / 2, 20))
        open.wait(0.5)
        walk.look(at: open, "\(name), an open poster")
        walk.look(at: window(language, size, posters: 0), "\(name), no posters")
      }
    }

    print("Gallery, other states: \(walk.summary)")
    #expect(walk.faults.isEmpty, "\(walk.report)")
  }
}
