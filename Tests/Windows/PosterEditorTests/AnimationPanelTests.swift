import Application
import Controls
import Files
import Foundation
import Geometry
import Images
import Posters
import Publishing
import Recording
import TestSupport
import Testing
import Workers

@testable import PosterEditor

/// The panel of a poster's animation.
@Suite struct AnimationPanelTests {
  private func driver(_ animation: PosterAnimation? = nil, reducesMotion: Bool = false) -> EditorDriver {
    var poster = Poster(title: "Calm", lines: [Poster.Line("KEEP"), Poster.Line("CALM")])
    poster.animation = animation
    let driver = EditorDriver(poster, reducesMotion: reducesMotion)
    driver.key(.character("f"), [.control, .shift])
    return driver
  }

  /// Chooses an entry of the menu of motions.
  private func choose(_ title: String, _ driver: EditorDriver) throws {
    #expect(driver.perform(.press, on: try driver.node("Motion", .button).id))
    #expect(driver.perform(.press, on: try driver.node(title, .menuItem).id))
  }

  @Test func `a chosen motion is a step, and can be changed and taken back`() throws {
    let driver = driver()
    #expect(try driver.node("Export", .button).states.contains(.disabled) == false)
    try choose("Crown drops", driver)
    #expect(driver.poster.animation == PosterAnimation(.drop))
    #expect(driver.perform(.press, on: try driver.node("Again and again").id))
    #expect(driver.poster.animation?.loops == true)
    try choose("Typed", driver)
    // The duration and the loop stay.
    #expect(driver.poster.animation == PosterAnimation(.type, duration: 3, loops: true))
    #expect(driver.steps == ["animation", "animation", "animation"])
    try choose("None", driver)
    #expect(driver.poster.animation == nil)
    driver.session.undo()
    #expect(driver.poster.animation == PosterAnimation(.type, duration: 3, loops: true))
  }

  @Test func `the preview plays when the panel opens, and rests at the end`() throws {
    let driver = driver(PosterAnimation(.drop))
    let beginning = driver.displayList
    driver.wait(0.5)
    let middle = driver.displayList
    #expect(middle != beginning)
    #expect(driver.content.advance(to: driver.time) == driver.time)
    driver.wait(3)
    driver.wait(0.5)
    let end = driver.displayList
    driver.wait(2)
    #expect(driver.displayList == end && end != middle)
    #expect(driver.content.advance(to: driver.time) != driver.time)
    #expect(driver.perform(.press, on: try driver.node("Play", .button).id))
    driver.wait(0.5)
    #expect(driver.displayList != end)
  }

  @Test func `with reduced motion nothing plays by itself, and moments can be looked at`() throws {
    let driver = driver(PosterAnimation(.drop), reducesMotion: true)
    let still = driver.displayList
    driver.wait(0.7)
    #expect(driver.displayList == still)
    let moment = try driver.node("Moment", .slider)
    #expect(moment.value == "3.0 s")
    #expect(driver.perform(.setNumber(0.3), on: moment.id))
    #expect(driver.displayList != still)
    #expect(try driver.node("Moment", .slider).value == "0.9 s")
  }

  @Test func `a film larger than 8K says what to choose`() throws {
    let driver = driver(PosterAnimation(.drop))
    #expect(driver.nodes.contains { $0.label.contains("1080 × 1620 pixels, 90 frames") })
    // The properties have a field of this name for the page.
    let width = try #require(driver.nodes.last { $0.label == "Width" && $0.role == .textField })
    #expect(driver.perform(.setText("7000"), on: width.id))
    driver.key(.enter)
    #expect(driver.nodes.contains { $0.label.contains("choose a smaller width") })
  }

  @Test func `settings of films are remembered`() throws {
    let home = try Home()
    let folders = UserFolders { $0 == "HOME" ? home.path("") : nil }
    var settings = ExportSettings(rememberedIn: folders)
    #expect(settings.film == FilmSettings())
    settings.film = FilmSettings(format: .svg, width: 640, rate: 60)
    settings.remember(in: folders)
    #expect(ExportSettings(rememberedIn: folders).film == settings.film)
    #expect(FilmSettings(format: .film(.gif), rate: 60).framesPerSecond == 50)
  }

  @Test func `recording writes the film of the command, and can be given up without a trace`() throws {
    let home = try Home()
    var poster = Poster(title: "Calm", page: Page(width: 40, height: 60), lines: [Poster.Line("KEEP")])
    poster.animation = PosterAnimation(.stamp, duration: 1)
    var settings = ExportSettings()
    settings.folder = home.path("films")
    settings.film = FilmSettings(format: .film(.apng), width: 60, rate: 30)
    let job = ExportJob(cacheDirectory: nil, by: DirectDecoder(), work: WorkGroup())

    job.record(poster, settings)
    job.finish()

    let messages = job.take()
    guard case .done(let path?, _)? = messages.last else {
      Issue.record("\(messages)")
      return
    }
    #expect(messages.count > 25 && path == home.path("films/calm.apng"))
    var film = try PosterFilm(of: poster, .wide(60))
    film.cacheDirectory = nil
    let other = home.path("other.apng")
    #expect(try film.write(to: other, as: .film(.apng)) == [])
    #expect(try Data(contentsOf: URL(filePath: other)) == Data(contentsOf: URL(filePath: path)))

    struct GivenUp: Error {}
    film.onProgress = { done, _ in if done == 5 { throw GivenUp() } }
    for format in [PosterFilm.Format.film(.apng), .film(.mp4), .film(.gif), .film(.pictures)] {
      #expect(throws: (any Error).self) { try film.write(to: home.path("gone." + format.ending), as: format) }
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: home.path(""))
    #expect(Set(left).subtracting(["cache"]) == ["films", "other.apng"])
  }
}
