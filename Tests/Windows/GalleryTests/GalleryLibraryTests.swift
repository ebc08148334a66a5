import Application
@testable import Publishing
import Catalog
import Controls
import Foundation
import Geometry
import Localization
import Heraldry
import Input
import Posters
import Scene
import Testing
import Typography

@testable import PosterGallery
import Files
import Workers

/// The gallery over a real library, with real pictures.
@Suite struct GalleryLibraryTests {
  private var folders: UserFolders {
    var folders = UserFolders()
    folders.cache = nil
    return folders
  }

  private func source(_ opened: GalleryLibrary) -> LibraryDataSource {
    let source = LibraryDataSource(opened, folders: folders, work: WorkGroup(), isWatched: false)
    source.settle()
    return source
  }

  @Test func `fills a new library with posters that read and lay out without a warning`() throws {
    // The library's file goes with what was opened.
    let opened = try GalleryLibrary.samples()
    defer { withExtendedLifetime(opened) {} }
    let library = opened.library
    let posters = try library.posters(try library.posterKeys()).map { try Poster(json: $0.1.document) }
    #expect(posters.count >= 24)
    #expect(Set(posters.map(\.title)).count == posters.count)
    #expect(Set(posters.map(\.emblem.source)).count >= 24)
    for poster in posters {
      let layout = PosterLayout(poster, typesetter: Typesetter())
      let page = layout.page.outset(by: 0.01)
      #expect(layout.lines.allSatisfy { page.contains($0.bounds) })
      // A sample whose font this machine lacks would hang there as boxes.
      #expect(layout.missingCharacters == nil, "\(poster.title)")
    }
    let drawable = GallerySamples.posters.filter {
      PosterLayout($0, typesetter: Typesetter()).missingCharacters == nil
    }
    #expect(posters.count == drawable.count)
  }

  @Test
  func `a poster with characters that no font has says so on the wall, also in a window that comes later`()
    throws
  {
    let opened = try GalleryLibrary.empty()
    defer { withExtendedLifetime(opened) {} }
    let posters = ["A\u{10FFFD}B", "AB"].map { Poster(title: $0, lines: [Poster.Line($0)]) }
    try opened.library.insert(posters.map { PosterRecord($0, at: 0) })
    for _ in 0..<2 {
      let source = source(opened)
      let grid = PosterGrid(count: 2, width: 600)
      source.fetch(
        PrefetchRequest(visible: 0..<2, ahead: [], grid: grid, window: Size(width: 600, height: 400)))

      #expect(source.card(at: 0)?.fault == .missingCharacters(MissingCharacters(["\u{10FFFD}"])))
      #expect(source.card(at: 1) != nil && source.card(at: 1)?.fault == nil)
    }
  }

  @Test func `takes the samples' crowns from the shipped library, as they would be drawn anew`() throws {
    let library = try Library(path: nil, shipped: LibraryPlace.shipped, access: .reading)
    for (index, design) in GallerySamples.designs.enumerated() {
      let entry = CrownEntry(.numbered(design.crown.number, of: design.crown.family))
      let path = try CatalogueCrowns().path(of: entry)
      // A newly drawn crown has not been encoded by the library and differs in its last digits.
      #expect(try library.crown(entry.id)?.path() == path, "\(entry.id)")
      guard index < 2 else { continue }
      let drawn = try #require(try CatalogueCrowns(shipped: nil).path(of: entry).bounds)
      for (a, b) in zip(try #require(path.bounds).corners, drawn.corners) {
        #expect(a.distance(to: b) < 1e-3 * drawn.height)
      }
    }
  }

  @Test func `undoes every change exactly`() throws {
    let opened = try GalleryLibrary.samples()
    let library = opened.library
    let edits = LibraryEdits(library)
    func contents() throws -> [PosterRecord] {
      try library.posters(try library.posterKeys()).map {
        var record = $0.1
        record.modified = 0
        return record
      }
    }
    let before = try contents()
    let ids = try library.posterKeys().map { PosterCard.ID(rawValue: $0.rawValue) }
    let changes: [PosterChange] = [
      .create(Poster(title: "New"), after: ids[3]), .duplicate([ids[1], ids[5]], .english),
      .rename(ids[2], to: "Other"),
      .setFavorite([ids[0], ids[4]], true), .remove([ids[6], ids[7], ids[28]]), .rename(ids[8], to: ""),
    ]
    var inverses: [PosterChange] = []
    for change in changes { inverses.append(try #require(try edits.perform(change).inverse)) }
    let after = try contents()
    #expect(after != before)
    var again: [PosterChange] = []
    for inverse in inverses.reversed() { again.append(try #require(try edits.perform(inverse).inverse)) }
    #expect(try contents() == before)
    for change in again.reversed() { _ = try edits.perform(change) }
    #expect(try contents() == after)
  }

  @Test(arguments: [1.0, 2])
  func `shows the flying poster at its cell as its picture there`(scale: Double) throws {
    let opened = try GalleryLibrary.samples()
    let source = source(opened)
    let painter = try ThumbnailPainter(typesetter: Typesetter(), programCache: nil)
    let grid = PosterGrid(count: source.count, width: 1120, scale: scale)
    source.fetch(
      PrefetchRequest(
        visible: 0..<6, ahead: [], grid: grid, window: Size(width: 1120, height: 780)))
    for index in 0..<6 {
      let id = source.id(at: index)
      let frame = grid.frame(of: try #require(source.card(at: index)).page, at: index)
      let pixels = PixelSize(frame.size, scale: scale)
      let picture = try #require(source.picture(of: id, size: pixels))
      #expect(picture.size == pixels)
      source.prepare(id)
      source.settle()
      let layers = try #require(source.readyLayers(of: id))
      // Where it hangs, far from the origin, as the window draws it.
      let window = PixelSize(width: Int(1120 * scale), height: Int(1000 * scale))
      let seen = try painter.picture(
        of: layers, in: frame, window: window, scale: scale,
        on: Theme(.light).wall)
      var worst = 0
      for row in 0..<pixels.height {
        for column in 0..<pixels.width {
          let x = Int(frame.minX * scale) + column
          let y = Int(frame.minY * scale) + row
          for channel in 0..<3 {
            let a = Int(seen[4 * (y * window.width + x) + channel])
            let b = Int(picture.bytes[4 * (row * pixels.width + column) + channel])
            worst = max(worst, abs(a - b))
          }
        }
      }
      // One level is the rounding of coordinates that are added in another order.
      #expect(worst <= 1)
    }
  }

  @Test func `shows the picture of the present version after the list was read again`() throws {
    let opened = try GalleryLibrary.samples()
    let source = source(opened)
    let request = PrefetchRequest(
      visible: 0..<2, ahead: [], grid: .single(100), window: Size(width: 300, height: 300))
    source.fetch(request)
    let id = source.id(at: 0)
    let size = PixelSize(width: 100, height: 150)
    let before = try #require(source.picture(of: id, size: size))
    let key = PosterKey(rawValue: id.rawValue)
    var record = try #require(try opened.library.poster(key))
    var poster = try Poster(json: record.document)
    poster.background = .color(.black)
    record.document = Array(poster.json.utf8)
    try opened.library.update(key, to: record)
    source.list()
    source.settle()
    source.fetch(request)
    let after = try #require(source.picture(of: id, size: size))
    #expect(after.bytes != before.bytes)
    #expect(Array(after.bytes[4 * 5050..<4 * 5050 + 3]) == [0, 0, 0])
  }

  @Test func `asks again for a poster that another program changed and changed back meanwhile`() throws {
    let opened = try GalleryLibrary.samples()
    let source = source(opened)
    let request = PrefetchRequest(
      visible: 0..<1, ahead: [], grid: .single(60), window: Size(width: 300, height: 300))
    let id = source.id(at: 0)
    // Too large for a picture: only the card is read.
    var cardOnly = request
    (cardOnly.visible, cardOnly.ahead) = (0..<0, [0])
    cardOnly.grid = PosterGrid(count: 1, width: 500, boxWidth: 384, scale: 40)
    source.fetch(cardOnly)
    #expect(source.card(at: 0)?.isReadable == true)
    let key = PosterKey(rawValue: id.rawValue)
    let record = try #require(try opened.library.poster(key))
    var changed = record
    changed.document += [10]
    try opened.library.update(key, to: changed)
    source.fetch(request)
    let size = PixelSize(width: 60, height: 90)
    #expect(source.picture(of: id, size: size) == nil)

    try opened.library.update(key, to: record)
    source.list()
    source.settle()
    source.fetch(request)

    #expect(source.card(at: 0)?.isReadable == true && source.picture(of: id, size: size)?.size == size)
  }

  @Test func `keeps the thumbnails' thread alive through posters that cannot be read`() throws {
    let opened = try GalleryLibrary.samples()
    try opened.library.insert(
      [PosterRecord(title: "Broken", searchText: "", document: Array("{".utf8), created: 0, modified: 0)],
      at: .start)
    let source = source(opened)
    source.fetch(
      PrefetchRequest(
        visible: 0..<3, ahead: [], grid: .single(60), window: Size(width: 300, height: 300)))
    let size = PixelSize(width: 60, height: 90)
    #expect(source.card(at: 0)?.isReadable == false && source.card(at: 1)?.isReadable == true)
    #expect(source.picture(of: source.id(at: 0), size: size) == nil)
    #expect(source.picture(of: source.id(at: 1), size: size) != nil)
    #expect(source.readyLayers(of: source.id(at: 0)) == nil)
  }

  @Test func `puts a library back that was deleted while it was open`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lost-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let opened = try GalleryLibrary.opened(folder + "/library.regalia")
    let source = source(opened)
    let ids = (0..<source.count).map(source.id)
    try source.made(.rename(ids[0], to: "Kept"))
    try FileManager.default.removeItem(atPath: folder)
    #expect { try source.made(.rename(ids[1], to: "Lost")) } throws: { error in
      (error as? LibraryError)?.reason == .gone
    }

    source.retry()
    source.settle()

    #expect(source.state == .ready && (0..<source.count).map(source.id) == ids)
    #expect(source.card(at: 0)?.title == "Kept")
    #expect(source.notices().contains { $0.contains("It was restored") })
    try source.made(.rename(ids[1], to: "New"))
    #expect(
      try Library(path: folder + "/library.regalia", access: .reading).poster(
        PosterKey(rawValue: ids[1].rawValue))?.title == "New")
  }

  @Test func `opens the library that lies where the old one was, as it is`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swap-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let opened = try GalleryLibrary.opened(folder + "/library.regalia")
    let source = source(opened)
    try FileManager.default.removeItem(atPath: folder)
    let other = try Library(path: folder + "/library.regalia", access: .writing)
    try other.insert([PosterRecord(Poster(title: "Other"), at: 0)])

    source.retry()
    source.settle()
    source.fetch(
      PrefetchRequest(visible: 0..<1, ahead: [], grid: .single(20), window: .zero))

    #expect(source.count == 1 && source.card(at: 0)?.title == "Other" && source.notices().isEmpty)
  }

  /// Makes a library of three posters of which some bytes are overwritten, and returns its folder.
  private func damaged(at places: Range<Int>) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("damaged-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/library.regalia"
    do {
      let library = try Library(path: path, access: .writing)
      try library.insert((0..<3).map { PosterRecord(Poster(title: "Poster \($0)"), at: Double($0)) })
      // A copy is one file without a log.
      try library.export(to: folder + "/whole")
    }
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    var bytes = Array(try Data(contentsOf: URL(filePath: folder + "/whole")))
    for place in places { bytes[place] ^= 0x55 }
    try Data(bytes).write(to: URL(filePath: path))
    return folder
  }

  @Test func `a library that cannot even be opened is repaired by the button in the place of its posters`()
    throws
  {
    let folder = try damaged(at: 100..<130)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let opened = try GalleryLibrary.own(folder + "/library.regalia")
    let gallery = Gallery(WindowEnvironment(offscreen: Typesetter(), appearance: .dark, scale: 1), opened)
    gallery.layOut(size: Size(width: 1200, height: 800), scale: 1)
    for time in [0.0, 2] {
      _ = gallery.advance(to: time)
      gallery.settle(at: time)
    }
    func all(_ nodes: [AccessibilityNode]) -> [AccessibilityNode] {
      nodes + nodes.flatMap { all($0.children) }
    }
    let button = try #require(all([gallery.accessibility]).first { $0.label == "Repair" })

    let input: [InputEvent] = [
      .pointerMoved(button.frame.center, []), .pointerDown(button.frame.center, .left, clicks: 1, []),
      .pointerUp(button.frame.center, .left, []),
    ]
    for event in input { gallery.handle(event, at: 3) }
    for time in [3.0, 4] {
      _ = gallery.advance(to: time)
      gallery.settle(at: time)
    }

    #expect(
      gallery.layer.texts.contains { $0.hasPrefix("Saved 0 crowns and 3 posters") }, "\(gallery.layer.texts)")
    let repaired = try Library(path: folder + "/library.regalia", access: .reading)
    #expect(try repaired.posterCount() == 3)
    #expect(FileManager.default.fileExists(atPath: folder + "/library.regalia.damaged"))
  }

  @Test func `a library that was sound when it was changed is not exchanged under the window`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("used-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let source = source(try GalleryLibrary.opened(folder + "/library.regalia"))

    source.repair()
    source.settle()

    #expect(source.notices().contains { $0.contains("in use") })
    #expect(!FileManager.default.fileExists(atPath: folder + "/library.regalia.damaged"))
  }

  @Test func `exports a selection into a folder without overwriting`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("export-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let opened = try GalleryLibrary.samples()
    let exporter = GalleryExporter(folder: folder, folders: folders)
    let keys = Array(try opened.library.posterKeys().prefix(2))
    exporter.export(keys, as: .svg, from: opened.library) { _ in }
    exporter.export(keys, as: .svg, from: opened.library) { _ in }
    exporter.export(Array(keys.prefix(1)), as: .pdf, from: opened.library) { _ in }
    exporter.finish()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names == ["keep-calm-2.svg", "keep-calm.pdf", "keep-calm.svg", "make-tea-2.svg", "make-tea.svg"])
  }
}

extension LibraryDataSource {
  /// Waits for what is read and painted, and takes it.
  fileprivate func settle() { while work.finish() { receive() } }

  /// Has cards read, and then the pictures of what is known then.
  fileprivate func fetch(_ request: PrefetchRequest) {
    for _ in 0..<2 {
      prefetch(request)
      settle()
    }
  }

  /// The layers of a poster that is ready.
  fileprivate func readyLayers(of id: PosterCard.ID) -> PosterLayers? {
    if case .ready(let layers) = layers(of: id) { layers } else { nil }
  }

  /// Makes a change and returns what came of it.
  @discardableResult
  fileprivate func made(_ change: PosterChange) throws -> PosterChangeResult? {
    perform(change, number: 7)
    settle()
    for case .performed(7, let result) in takeMessages() { return try result.get() }
    return nil
  }

  /// The notices that have come.
  fileprivate func notices() -> [String] {
    takeMessages().compactMap { if case .notice(let message) = $0 { message.english } else { nil } }
  }
}
