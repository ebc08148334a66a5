import Application
import Controls
import Geometry
import Localization
import TestSupport
import Testing
import Typography
import WindowSupport

@testable import PosterGallery

@Suite struct GalleryLanguageTests {
  /// Returns the texts of a window that are not in brackets, for assistive tools and on the screen; titles of posters
  /// and the names of albums are a person's own.
  private func plain(_ visit: Visit) -> [String] {
    let own = Set(visit.source.all.map(\.title) + visit.source.albums.map(\.name) + ["Poster"])
    return (visit.gallery.accessibility.words + visit.gallery.layer.texts).filter { text in
      text.contains(where: \.isLetter) && !text.contains("⟦") && !own.contains(text)
    }
  }

  @Test func `the wall is in the language of the window`() {
    let visit = Visit(5, language: .bracketed)

    #expect(Set(plain(visit)) == [])
    #expect(visit.gallery.windowTitle == "⟦⟦Posters⟧ – Regalia⟧")
  }

  @Test func `an open poster and its bar are in the language of the window`() throws {
    let visit = Visit(5, language: .bracketed)
    let cell = try #require(visit.gallery.accessibility.first { $0.label == "Poster 2" })

    visit.doubleClick(cell.frame.center, at: 1)
    visit.frames(from: 1, to: 4, count: 20)

    #expect(Set(plain(visit)) == [])
  }

  @Test(arguments: ["", "zebra"])
  func `an empty wall and an empty search are explained in the language of the window`(words: String) {
    let visit = Visit(words.isEmpty ? 0 : 3, language: .bracketed)
    visit.source.filter.words = words
    visit.advance(to: 2)

    #expect(Set(plain(visit)).subtracting([words]) == [])
    #expect(visit.words.contains(words.isEmpty ? "⟦No posters yet⟧" : "⟦Nothing found⟧"))
  }

  @Test func `commands and their groups are in the language of the window`() {
    let visit = Visit(5, language: .bracketed)

    let commands = visit.gallery.host.listedCommands

    #expect(commands.filter { !$0.title.contains("⟦") }.map(\.id) == [])
    #expect(commands.filter { !$0.group.contains("⟦") }.map(\.id) == [])
  }

  @Test func `steps to undo are named in the language of the window`() {
    let source = FakeDataSource(3)
    let queue = PosterUndoQueue(source, language: .bracketed) { _ in }

    queue.perform(.rename(source.id(at: 0), to: "New"))
    for case .performed(let number, let result) in source.takeMessages() {
      queue.take(result, number: number)
    }

    #expect(queue.undoTitle == "⟦Undo ⟦rename⟧⟧")
  }
}
