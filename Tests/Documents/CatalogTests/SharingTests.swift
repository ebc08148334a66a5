@testable import Catalog
import Foundation
import Synchronization
import Testing

@Suite struct SharingTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func `every kind of change is seen by another connection, and reading is none`() throws {
    let (one, two) = (try folder.open(), try folder.open())
    var keys = try one.insert([.sample("a"), .sample("b")])
    var state = try two.state()
    let changes: [(String, () throws -> Void)] = [
      ("insert", { try one.insert([.sample("c")]) }),
      ("update", { try one.update(keys[0], to: .sample("d")) }),
      ("favourite", { try one.setFavorite([keys[1]], to: true) }),
      ("remove", { try one.remove(keys, at: 0) }),
      ("restore", { try one.restore(keys) }),
    ]
    for (name, change) in changes {
      #expect(try two.state() == state)
      try change()
      let next = try two.state()
      #expect(next.posters > state.posters && next.crowns == state.crowns, "\(name)")
      #expect(try one.state() == next)
      state = next
    }
    keys = try two.posterKeys()
    _ = try two.posterKeys(PosterQuery(words: "a"))
    try two.setFavorite([keys[1]], to: true)
    #expect(try one.state() == state)
    try one.add([.sample("x")])
    #expect(try two.state().crowns > state.crowns)
  }

  @Test func `every change of a palette is seen elsewhere, also two within one second`() throws {
    let (one, two) = (try folder.open(), try folder.open())
    var states = [try two.state()]
    func note() throws { states.append(try two.state()) }
    let id = try one.insert(PaletteRecord(name: "Sea", document: [1], modified: 7))
    try note()
    for byte: UInt8 in 2...4 {
      try one.changePalette { records in
        var changed = records.first
        changed?.document = [byte]
        return changed
      }
      try note()
    }
    try one.insert(PaletteRecord(name: "Sky", document: [1], modified: 7))
    try note()
    try one.orderPalettes(["sky"])
    try note()
    try one.removePalettes([id])
    try note()

    #expect(Set(states.map(\.palettes)).count == states.count)
    #expect(Set(states.map(\.posters)).count == 1)
  }

  @Test func `a watch hears of a change, and of the end of the file`() throws {
    let (one, two) = (try folder.open(), try folder.open())
    let events = Mutex<[String]>([])
    let arrived = DispatchSemaphore(value: 0)
    let watch = try LibraryWatch(two, every: 0.01) { event in
      switch event {
      case .changed(let before, let after):
        events.withLock { $0.append("\(after.posters - before.posters > 0)") }
      case .failed(let error): events.withLock { $0.append("\(error.reason)") }
      }
      arrived.signal()
    }

    try one.insert([.sample("x")])
    #expect(arrived.wait(timeout: .now() + 20) == .success)
    try FileManager.default.removeItem(atPath: folder.library)
    #expect(arrived.wait(timeout: .now() + 20) == .success)

    #expect(events.withLock { $0 } == ["true", "gone"])
    withExtendedLifetime(watch) {}
  }

  @Test func `writers on many threads lose nothing`() async throws {
    let libraries = try (0..<4).map { _ in try folder.open() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, library) in libraries.enumerated() {
        group.addTask {
          for index in 0..<20 { try library.insert([.sample("\(number) \(index)")]) }
        }
      }
      try await group.waitForAll()
    }

    #expect(try libraries[0].posterCount() == 80)
    #expect(try LibraryCheck(path: folder.library).problems.isEmpty)
  }

  @Test func `what is read for long has nobody wait, and ends when it is to`() throws {
    let library = try folder.open()
    try library.insert((0..<50).map { .sample("poster \($0)", words: "words of \($0)") })
    let file = try #require(library.own)
    let cancellation = ReadCancellation()
    let (hasBegun, mayGoOn, hasEnded) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let reason = Mutex<LibraryError.Reason?>(nil)
    Thread.detachNewThread {
      do throws(LibraryError) {
        try file.readLong(cancellation) { database in
          hasBegun.signal()
          mayGoOn.wait()
          _ = try database.integer(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
        }
      } catch {
        reason.withLock { $0 = error.reason }
      }
      hasEnded.signal()
    }
    try #require(hasBegun.wait(timeout: .now() + 20) == .success)

    #expect(try library.posterCount() == 50)
    mayGoOn.signal()
    // It may not have begun to count, so the cancellation is repeated.
    while hasEnded.wait(timeout: .now() + 0.01) != .success { cancellation.cancel() }
    #expect(reason.withLock { $0 } == .interrupted)
    #expect(throws: LibraryError(path: folder.library, reason: .interrupted)) {
      try library.unreadableRows(cancellation)
    }
    #expect(try library.unreadableRows().isEmpty)
  }

  @Test func `readers on many threads have few files open`() async throws {
    let library = try folder.open()
    try library.insert((0..<2000).map { .sample("poster \($0)", words: "words of \($0)") })

    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try (0..<20).map { try library.posterKeys(PosterQuery(words: "\($0)")).count }.reduce(0, +)
        }
      }
      let counts = try await group.reduce(into: []) { $0.append($1) }
      #expect(Set(counts).count == 1)
    }

    // The writer and two readers, each with the file and its log, and the index that they share.
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      return target?.hasPrefix(folder.library) == true
    }
    #expect(open.count <= 7)
  }
}
