import Colors
import Foundation
import Geometry
import Images
import Posters
import TestSupport
import Testing
import Typography

@testable import PosterGallery

@Suite struct DroppedPostersTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "dropped-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = folder + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A picture of vertical stripes of two colours.
  private func picture(_ colors: (UInt32, UInt32), _ size: PixelSize) throws -> [UInt8] {
    let row = [colors.0, colors.1].flatMap { hex in
      let color = RGBA(hex: hex).bytes8
      return Array([color.r, color.g, color.b, 255], times: size.width / 2)
    }
    return try PNG.encoded(Bitmap(size: size, bytes: Array(row, times: size.height)))
  }

  @Test(arguments: [
    (0x102040, 0x183060), (0xffe0a0, 0xfff4d0), (0x000000, 0xffffff), (0x777777, 0x808080),
    (0xd02020, 0x20a040),
  ])
  func `makes a poster of a picture on which the ink reads`(first: Int, second: Int) throws {
    let bytes = try picture((UInt32(first), UInt32(second)), PixelSize(width: 300, height: 200))
    let dropped = DroppedPosters([try write("My_photo.png", bytes)])
    let poster = try #require(dropped.posters.first)
    #expect(dropped.refusals == nil && poster.title == "My photo")
    #expect(poster.page.width > poster.page.height)
    let colors = GroundColors(behindInkOf: PosterLayout(poster, typesetter: Typesetter()))
    #expect(colors.legibility(of: poster.ink).ratio >= 4.5)
  }

  @Test func `takes a colour of the picture rather than white, where that reads`() throws {
    let bytes = try picture((0x0a2a6a, 0x123a8a), PixelSize(width: 200, height: 300))
    let poster = try #require(DroppedPosters([try write("blue.png", bytes)]).posters.first)
    #expect(poster.ink.blue > poster.ink.red + 0.02)
    guard case .picture(let picture) = poster.background else {
      Issue.record("the ground is no picture")
      return
    }
    #expect(picture.bytes == bytes && picture.dimming == 0)
  }

  @Test func `hangs documents, pictures and drawings, and says of the rest why not, by all names`() throws {
    let document = Poster(title: "Tea", lines: [Poster.Line("TEA")])
    let drawing = #"<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H10V20H0Z"/></svg>"#
    let paths = [
      try write("tea.json", Array(document.json.utf8)),
      try write("sky.png", try picture((0x4060a0, 0x80a0e0), PixelSize(width: 50, height: 50))),
      try write("shape.svg", Array(drawing.utf8)), try write("notes.txt", Array("hello".utf8)),
      try write("film.mov", [0, 0, 0, 0x20]), folder + "/gone.png", folder,
      try write("bad.json", Array("{\"schema\":".utf8)),
    ]
    let dropped = DroppedPosters(paths)
    #expect(dropped.posters.map(\.title) == ["Tea", "sky", "shape"])
    guard case .path(let crown, let source) = dropped.posters.last?.emblem else {
      Issue.record("a drawing is no crown")
      return
    }
    #expect(crown.bounds?.size == Size(width: 500, height: 1000) && source == "shape.svg")
    let words = try #require(dropped.refusals).english
    #expect(words.contains("“notes.txt” and “film.mov” are neither posters nor pictures"))
    #expect(words.contains("“gone.png” cannot be read") && words.contains("is a folder"))
    #expect(words.contains("“bad.json” is damaged"))
  }

  @Test func `promises before the drop only as many posters as the names look like`() {
    func proposal(_ paths: String...) -> String { DroppedPosters.proposal(paths).english }
    #expect(proposal("/a/tea.json", "/a/sky.PNG", "/a/crown.svg") == "Add 3 posters")
    #expect(
      proposal("/a/tea.json", "/a/notes.txt", "/a/film.mov")
        == "Add 1 of 3 files. 2 do not look like posters.")
    #expect(
      proposal("/a/tea.json", "/a/notes.txt") == "Add 1 of 2 files. 1 does not look like a poster.")
    #expect(
      proposal("/a/notes.txt", "/a/film.mov") == "None of the 2 files looks like a poster or a picture")
    let doubt = "“notes.txt” does not look like a poster or a picture"
    #expect(proposal("/a/notes.txt") == doubt)
    #expect(DroppedPosters.refusalOverPoster(["/a/notes.txt"]).english == doubt)
    #expect(
      DroppedPosters.refusalOverPoster(["/a/tudor.svg"]).english
        == "“tudor.svg” is a drawing. To use it as the crown, press Return to edit the poster and drop it there."
    )
    #expect(proposal("/a/tudor.svg") == "Add a new poster with “tudor.svg” as its crown")
    #expect(proposal("/a/tea.json") == "Add “tea.json” as a poster")
  }
}
