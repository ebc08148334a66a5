import Application
import Catalog
import Controls
import Geometry
import Input
import Testing
import Typography

@testable import PosterGallery

/// The bin on the wall of a real library, used by the mouse.
@Suite struct GalleryBinTests {
  private let opened: GalleryLibrary
  private let gallery: Gallery
  private let keys: [PosterKey]

  init() throws {
    opened = try GalleryLibrary.crowd(3)
    gallery = Gallery(
      WindowEnvironment(offscreen: Typesetter(), appearance: .dark, scale: 1), opened, editors: .withCrowns)
    gallery.layOut(size: Size(width: 1000, height: 700), scale: 1)
    keys = try opened.library.posterKeys()
    show(at: 0)
  }

  private func show(at time: Double) {
    _ = gallery.advance(to: time)
    gallery.settle(at: time)
  }

  private func find(_ label: String) -> AccessibilityNode? {
    gallery.accessibility.first { $0.label.hasPrefix(label) && !$0.frame.isEmpty }
  }

  private func click(_ label: String, _ button: PointerButton = .left, at time: Double) throws {
    let place = try #require(find(label)).frame.center
    gallery.handle(.pointerDown(place, button, clicks: 1, []), at: time)
    gallery.handle(.pointerUp(place, button, []), at: time)
    gallery.settle(at: time)
    show(at: time + 0.5)
  }

  /// The names of the posters on the wall.
  private var posters: [String] {
    gallery.accessibility.first { $0.label == "Gallery of posters" }?.children.map(\.label) ?? []
  }

  @Test func `a deleted poster comes back from the bin to its place`() throws {
    let before = posters
    let name = try #require(before.first)
    try click(name, at: 1)
    try click("Delete", at: 2)
    #expect(posters == Array(before.dropFirst()))

    try click("Shown posters", at: 3)
    try click("Bin  (1)", at: 4)
    #expect(posters == [name])
    try click(name, at: 5)
    try click("Restore", at: 6)
    #expect(posters.isEmpty)

    try click("Show all posters", at: 8)
    #expect(posters == before)
    #expect(try opened.library.posterKeys() == keys)
  }

  @Test func `in the bin a poster is neither opened nor deleted without a question`() throws {
    let name = try #require(posters.first)
    try click(name, at: 1)
    try click("Delete", at: 2)
    try click("Shown posters", at: 3)
    try click("Bin  (1)", at: 4)
    try click(name, at: 5)
    let place = try #require(find(name)).frame.center
    gallery.handle(.pointerDown(place, .left, clicks: 2, []), at: 6)
    gallery.handle(.pointerUp(place, .left, []), at: 6)
    gallery.handle(.key(.enter, [], isRepeat: false), at: 6.2)
    show(at: 7)
    #expect(posters == [name])

    try click(name, .right, at: 8)
    try click("Delete permanently…", at: 9)
    #expect(try opened.library.binCount() == 1)
    try click("Cancel", at: 10)
    #expect(try opened.library.binCount() == 1)
    try click(name, .right, at: 11)
    try click("Empty the bin…", at: 12)
    try click("Delete permanently", at: 13)
    #expect(try posters.isEmpty && opened.library.binCount() == 0)
  }
}
