import Catalog
import Foundation
import Geometry
import Posters
import Scene
import TestSupport
import Testing

@testable import PosterGallery
import Files
import Workers

/// A library that is read and changed in the background, as windows have it.
@Suite struct LibraryDataSourceTests {
  private let library: GalleryLibrary
  private let source: LibraryDataSource
  private let mail = DispatchSemaphore(value: 0)

  init() throws {
    library = try GalleryLibrary.samples()
    var folders = UserFolders()
    folders.cache = nil
    source = LibraryDataSource(
      library, folders: folders, work: WorkGroup { [mail] in mail.signal() }, isWatched: true)
  }

  /// Takes in what comes until `isDone`; returns the messages.
  private func receive(until isDone: ([DataSourceMessage]) -> Bool) throws -> [DataSourceMessage] {
    var messages = source.takeMessages()
    while !isDone(messages) {
      try #require(mail.wait(timeout: .now() + 60) == .success)
      messages += source.takeMessages()
    }
    return messages
  }

  private func isPerformed(_ messages: [DataSourceMessage]) -> Bool {
    messages.contains { if case .performed = $0 { true } else { false } }
  }

  @Test func `lists posters when the background has read them`() throws {
    #expect(source.state == .loading && source.count == 0)
    _ = try receive { _ in source.state == .ready }
    #expect(source.count == GallerySamples.records(at: 0).count)
  }

  @Test func `answers a change when the list and the card are new`() throws {
    _ = try receive { _ in source.state == .ready }
    let id = source.id(at: 3)
    let before = source.version
    source.perform(.rename(id, to: "Tea"), number: 1)
    #expect(source.version == before)
    _ = try receive(until: isPerformed)
    #expect(source.version.listing > before.listing)
    #expect(source.card(at: 3)?.title == "Tea")
    source.perform(.remove([id]), number: 2)
    _ = try receive(until: isPerformed)
    #expect(source.index(of: id) == nil)
  }

  @Test func `shows cards as they were until they have been read again`() throws {
    _ = try receive { _ in source.state == .ready }
    let request = PrefetchRequest(
      visible: 0..<4, ahead: [], grid: .single(20), window: Size(width: 90, height: 90))
    source.prefetch(request)
    _ = try receive { _ in source.card(at: 3) != nil }
    let listing = source.version.listing
    source.list()
    _ = try receive { _ in source.version.listing != listing }
    #expect((0..<4).allSatisfy { source.card(at: $0) != nil })
  }

  @Test func `makes a poster ready that was asked for before anything was known of it`() throws {
    _ = try receive { _ in source.state == .ready }
    let id = source.id(at: 20)
    guard case .pending = source.layers(of: id) else {
      Issue.record("nobody has asked for the poster yet")
      return
    }
    source.prepare(id)
    _ = try receive { _ in if case .ready = source.layers(of: id) { true } else { false } }
  }

  @Test func `knows the pages that are not those of most, and albums, with the first list`() throws {
    _ = try receive { _ in source.state == .ready }
    let unusual = source.unusualPages
    #expect(!unusual.isEmpty && unusual.count < source.count / 2)
    #expect(unusual.values.contains { $0.width == $0.height })
    #expect(source.albums.isEmpty)
    let id = source.id(at: 2)
    source.perform(.createAlbum("Kitchen", [id]), number: 1)
    _ = try receive(until: isPerformed)
    #expect(source.albums.map(\.name) == ["Kitchen"] && source.albums.map(\.count) == [1])
    source.filter.album = source.albums[0].id
    _ = try receive { _ in source.count == 1 }
    #expect(source.id(at: 0) == id)
  }
}

/// The posters whose pages are not those of most.
@Suite struct UnusualPageTests {
  @Test func `a search that is interrupted again and again finds what one does that is not`() throws {
    let opened = try GalleryLibrary.samples()
    defer { withExtendedLifetime(opened) {} }
    var reader = LibraryReader(opened)
    var interrupted = LibraryReader(opened)
    guard case .changed(let pages) = reader.lookAtPages() else {
      Issue.record("some samples have pages of their own")
      return
    }
    var pauses = 0
    var found: [PosterKey: Size]?
    while found == nil, pauses < 1000 {
      switch interrupted.lookAtPages(until: { true }) {
      case .unfinished: pauses += 1
      case .changed(let pages): found = pages
      case .none: found = [:]
      }
    }
    #expect(pauses == GallerySamples.records(at: 0).count - 1)
    #expect(found == pages && !pages.isEmpty)
    // Nothing has changed since.
    if case .none = interrupted.lookAtPages() {} else { Issue.record("the search is not made again") }
    // A change meanwhile restarts the search.
    guard let key = pages.keys.min() else { return }
    _ = reader.perform(.remove([PosterCard.ID(rawValue: key.rawValue)]))
    _ = interrupted.lookAtPages(until: { true })
    _ = reader.perform(.remove([PosterCard.ID(rawValue: pages.keys.max()?.rawValue ?? 0)]))
    guard case .changed(let rest) = interrupted.lookAtPages() else {
      Issue.record("the others are not those from before")
      return
    }
    #expect(rest.count == pages.count - 2)
  }
}

/// A library's fault is reported once.
@Suite struct LibraryFaultTests {
  @Test func `says nothing of a sound library`() throws {
    let opened = try GalleryLibrary.samples()
    defer { withExtendedLifetime(opened) {} }
    #expect(LibraryReader(opened).fault() == nil)
  }

  @Test func `says that a newer program's library cannot be changed`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("newer-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/library.regalia"
    do { _ = try GalleryLibrary.opened(path) }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // The version that the file's owner counts, in the header of SQLite.
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    try bytes.write(to: URL(fileURLWithPath: path))
    let opened = try GalleryLibrary.looked(at: path)
    guard case .notice(let words)? = LibraryReader(opened).fault() else {
      Issue.record("nothing is said")
      return
    }
    #expect(words.english.contains("a newer Regalia wrote this library"))
  }
}

@Suite struct PosterListTests {
  /// The least keys of lists: of those that a library gives, and of those that no 32 bits without a sign hold.
  @Test(arguments: 0..<10, [0, (1 << 32) - 250, 1 << 40, -250] as [Int64])
  func `finds each key where it stands, however often it is asked`(seed: Int, first: Int64) {
    var random = SeededGenerator(seed: UInt64(seed))
    let keys = (0..<500).map { PosterKey(rawValue: first + $0) }.shuffled(using: &random)
    var list = PosterList(keys)
    #expect(keys.indices.map { list[$0] } == keys)
    for _ in 0..<400 {
      let index = Int.random(in: 0..<keys.count, using: &random)
      #expect(list.index(of: keys[index]) == index)
    }
    // Keys that 32 bits would truncate to a listed one are not listed, either.
    for missing in [9000, 1 << 32, -1 << 32] {
      #expect(list.index(of: PosterKey(rawValue: first + Int64(missing))) == nil)
    }
  }
}
