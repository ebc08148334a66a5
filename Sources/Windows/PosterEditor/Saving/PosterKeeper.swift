import Catalog
import Files
import Posters
import Publishing

/// Keeps a poster where it belongs, and sees what others have made of it; it belongs to the thread that saves.
struct PosterKeeper {
  private(set) var home: PosterHome
  /// Why what was done to a version could not be kept with it, and whether that was told already.
  private var historyFault: (reason: String, isTold: Bool)?
  /// How often a version had to be kept beside another one.
  private var copies = 0

  init(_ home: PosterHome) { self.home = home }

  /// What became of a version.
  enum Outcome: Sendable {
    case saved
    /// Somebody else had changed the poster: theirs stays, and this version is kept under another name.
    case keptBeside(name: String)
  }

  /// Keeps a version with what was done to it, whole or not at all.
  mutating func save(_ poster: Poster, _ history: PosterHistory) throws -> Outcome {
    switch home {
    case .stream: return .saved
    case .wall(let library, let key, let digest):
      return try save(poster, history, in: library, key, since: digest)
    case .file(let path, let digest, let library):
      return try save(poster, history, to: path, since: digest, library)
    }
  }

  private mutating func save(
    _ poster: Poster, _ history: PosterHistory, in library: Library, _ key: PosterKey,
    since digest: ContentDigest
  ) throws -> Outcome {
    guard let known = try library.poster(key) else {
      // Somebody has taken it down while it was edited; what is edited is not lost.
      let keys = try library.insert([PosterRecord(poster, at: PosterRecord.presentTime)])
      guard let added = keys.first, let record = try library.poster(added) else { return .saved }
      home = .wall(library, added, ContentDigest(record.document))
      return .keptBeside(name: record.title)
    }
    var record = PosterRecord(poster, at: PosterRecord.presentTime)
    record.id = known.id
    record.isFavorite = known.isFavorite
    record.created = known.created
    let newDigest = ContentDigest(record.document)
    let stored = StoredHistory(
      subject: .poster(id: record.id), digest: newDigest, steps: history.bytes(present: poster),
      modified: record.modified)
    switch try library.update(key, from: digest, to: record, history: stored) {
    case .done:
      home = .wall(library, key, newDigest)
      return .saved
    case .keptBeside(let added):
      home = .wall(library, added, newDigest)
      return .keptBeside(name: try library.poster(added)?.id ?? record.title)
    }
  }

  private mutating func save(
    _ poster: Poster, _ history: PosterHistory, to path: String, since digest: ContentDigest,
    _ library: Library?
  ) throws -> Outcome {
    let bytes = Array(poster.json.utf8)
    var target = path
    guard let lock = FolderLock(around: path) else {
      throw AtomicFile.Failure(path: path, message: "another program is changing files beside it")
    }
    defer { withExtendedLifetime(lock) {} }
    if let there = try? FileBytes.read(path, atMost: Poster.longestDocument), ContentDigest(there) != digest,
      there != bytes
    {
      repeat {
        copies += 1
        target = Self.beside(path, copies)
      } while FileBytes.exists(target)
    }
    try AtomicFile.write(bytes, to: target)
    let newDigest = ContentDigest(bytes)
    home = .file(target, newDigest, history: library)
    let stored = StoredHistory(
      subject: .file(path: target), digest: newDigest, steps: history.bytes(present: poster),
      modified: PosterRecord.presentTime)
    do {
      try library?.keep(stored)
      historyFault = nil
    } catch {
      // A document without its history is still whole.
      historyFault = ("\(error)", historyFault?.isTold ?? false)
    }
    return target == path ? .saved : .keptBeside(name: target)
  }

  /// Returns why what was done to the poster cannot be kept with it, once until that works again; nil where it is.
  mutating func takeHistoryFault() -> String? {
    guard let fault = historyFault, !fault.isTold else { return nil }
    historyFault?.isTold = true
    return fault.reason
  }

  private static func beside(_ path: String, _ number: Int) -> String {
    let stem = path.hasSuffix(".json") ? String(path.dropLast(5)) : path
    return "\(stem) (\(number + 1)).json"
  }

  /// Returns what somebody else has made of the poster since it was read or kept, or nil where nobody has; throws where
  /// that cannot be read.
  func newerVersion() throws -> (poster: Poster, digest: ContentDigest)? {
    switch home {
    case .stream: return nil
    case .wall(let library, let key, let digest):
      // What was taken down is hung again when it is saved.
      guard let record = try library.poster(key), ContentDigest(record.document) != digest else { return nil }
      return (try Poster(json: record.document), ContentDigest(record.document))
    case .file(let path, let digest, _):
      // A file that is gone is written again when it is saved.
      guard FileBytes.exists(path) else { return nil }
      let bytes = try FileBytes.read(path, atMost: Poster.longestDocument)
      guard ContentDigest(bytes) != digest else { return nil }
      return (try Poster(json: bytes), ContentDigest(bytes))
    }
  }

  /// Takes note that what is edited now goes on from somebody else's version.
  mutating func accept(_ digest: ContentDigest) {
    switch home {
    case .stream: break
    case .wall(let library, let key, _): home = .wall(library, key, digest)
    case .file(let path, _, let library): home = .file(path, digest, history: library)
    }
  }
}
