import Colors
import Controls
import Foundation
import Geometry
import Input
import Posters
import Publishing
import Application
import TestSupport
import Testing
import Typography

@testable import PosterGallery

@Suite struct NewPosterTests {
  private func created(_ visit: Visit) -> [Poster] {
    visit.source.performed.compactMap { if case .create(let poster, _) = $0 { poster } else { nil } }
  }

  @Test func `a template found by its first letters is hung, opened and edited from its first line`() throws {
    let visit = Visit(12)
    visit.key(.character("n"), .control, at: 1)
    #expect(visit.words.contains("Keep calm") && created(visit).isEmpty)
    for letter in ["r", "e", "g"] { visit.gallery.handle(.text(letter), at: 1.1) }
    visit.key(.enter, at: 1.2)
    #expect(created(visit).map(\.title) == ["Regatta"])
    visit.gallery.handle(.text("GO"), at: 1.3)
    let editor = try #require(visit.gallery.panel.editing.open)
    #expect(editor.poster.lines.map(\.text) == ["GO", "CALM"])
    visit.advance(to: 3)
    #expect(editor.hasSettled(at: 3))
  }

  @Test func `a new poster is opened, though what the wall shows would leave it out`() throws {
    let visit = Visit(12)
    visit.source.setFavorites(0..<4)
    visit.source.filter.favoritesOnly = true
    visit.advance(to: 0.5)
    visit.key(.character("n"), .control, at: 1)
    for letter in ["r", "e", "g"] { visit.gallery.handle(.text(letter), at: 1.1) }
    visit.key(.enter, at: 1.2)
    visit.advance(to: 1.3)

    #expect(visit.gallery.panel.editing.open?.poster.title != nil && !visit.source.filter.favoritesOnly)
  }

  @Test func `Escape leaves the templates with nothing done, and typing searches the wall again`() {
    let visit = Visit(12)
    visit.key(.character("n"), .control, at: 1)
    visit.key(.escape, at: 1.1)
    visit.gallery.handle(.text("Poster 7"), at: 1.2)
    visit.advance(to: 1.3)
    #expect(visit.source.performed.isEmpty && visit.source.filter.words == "Poster 7")
  }

  @Test func `a copied text of short lines is offered to become the lines`() {
    let visit = Visit(3)
    visit.gallery.host.clipboard.write("BUY\nsome\nCHEESE and/or WINE\n")
    visit.key(.character("n"), .control, at: 1)
    #expect(visit.words.contains("Use the copied lines: BUY some CHEESE and/or WINE"))
    visit.key(.character("v"), .control, at: 1.1)
    visit.key(.enter, at: 1.2)
    let lines = created(visit).first?.lines ?? []
    #expect(lines.map(\.text) == ["BUY", "some", "CHEESE and/or WINE"])
    #expect(lines.map(\.rank) == [.large, .small, .large])
  }

  @Test func `a copied text that is no poster's is not offered`() {
    let visit = Visit(3)
    visit.gallery.host.clipboard.write(String(repeating: "word ", count: 20))
    visit.key(.character("n"), .control, at: 1)
    #expect(!visit.words.contains("Use the copied lines"))
  }

  @Test func `undoing a new poster takes it down again`() {
    let visit = Visit(3)
    visit.key(.character("n"), .control, at: 1)
    visit.key(.enter, at: 1.2)
    for step in 0..<3 { visit.key(.escape, at: 3 + Double(step)) }
    visit.advance(to: 8)
    #expect(visit.source.all.count == 4)
    visit.key(.character("z"), .control, at: 8)
    #expect(visit.source.all.count == 3)
  }

  @Test func `the poster of a template is known when it was laid out with the lines that are wanted`() throws
  {
    let environment = WindowEnvironment(offscreen: Typesetter(), appearance: .light, scale: 1)
    let layouts = TemplateLayouts(environment)
    #expect(layouts.poster(at: 0) == nil && layouts[0] == nil)
    _ = environment.work.finish()
    layouts.receive()
    for (index, template) in PosterTemplate.all.enumerated() {
      #expect(try layouts.poster(at: index)?.get() == template.poster())
    }

    layouts.show(lines: [Poster.Line("SAIL")])
    #expect(layouts.poster(at: 0) == nil && layouts[0] != nil)
    _ = environment.work.finish()
    layouts.receive()
    #expect(try layouts.poster(at: 0)?.get().lines.map(\.text) == ["SAIL"])
  }

  @Test func `the way from an empty gallery that the README shows ends with the poster that is meant`() throws
  {
    let gallery = try Gallery(
      WindowEnvironment(offscreen: Typesetter(), appearance: .light, scale: 1), GalleryLibrary.empty(),
      editors: .withCrowns)
    let size = Size(1040, 640)
    gallery.layOut(size: size, scale: 1)
    let file = Fixture.checkout.appending(path: "Scripts/editor.jsonl").path(percentEncoded: false)
    // Exporting writes into a person's folder, so that part is left to the recording.
    let steps = try InputScript(file: file).steps.filter { $0.time < 10 }
    var playback = Playback(of: InputScript(steps), into: gallery, size: size, scale: 1)
    for tenth in 0...101 {
      playback.play(until: Double(tenth) / 10)
    }

    let poster = try #require(gallery.panel.editing.open).poster
    #expect(poster.lines.map(\.text) == ["DRINK", "CAFÉ", "or ☕", "CARRY", "ON"])
    #expect(poster.lines.map(\.rank) == [.large, .large, .small, .large, .large])
    #expect(poster.emblem.source.hasPrefix("crown:tudor") && poster.emblemScale > 1.2)
    guard case .linear(let stops, let start, let end) = poster.background else {
      Issue.record("the ground is no gradient")
      return
    }
    #expect(stops.count == 2 && start.x < 0.2 && start.y < 0.2 && end.x > 0.8 && end.y > 0.8)
    let ground = GroundColors(behindInkOf: PosterLayout(poster, typesetter: Typesetter()))
    #expect(ground.legibility(of: RGBA(hex: 0xb8860b)).ratio < 4.5)
    #expect(ground.legibility(of: poster.ink).ratio >= 4.5)
  }
}
