import Catalog
import Files
import Glibc
import Localization
import Posters
import Publishing
import Workers

/// Saves what is edited within a second of each change, on a thread of its own, and tells what others change.
///
/// What cannot be saved is tried again every few seconds, and editing goes on meanwhile.
final class PosterSaver {
  /// What the saver has to tell.
  enum Event: Sendable {
    case saved(revision: Int)
    case keptBeside(name: String, revision: Int)
    case failed(String)
    /// Somebody else has changed the poster.
    case newer(Poster, ContentDigest)
    /// Somebody else may have changed the poster.
    case changedOutside
    /// Something else does not work as it should.
    case warning(Message)
  }

  private let draft: PosterDraft
  private let worker: Worker<PosterKeeper>
  private let mail: Mailbox<Event>
  private var libraryWatch: LibraryWatch?
  private var fileWatch: FileWatch?
  /// The revision that was saved last, and the one that is on its way.
  private var saved: Int
  private var running: Int?
  /// When the first change was made that is not saved, and when a failed attempt is repeated.
  private var changed: Double?
  private var retry: Double?
  private let isAutomatic: Bool

  /// How long after a change it is saved, and how long after a failure it is tried again, in seconds.
  private static let delay = 0.5
  private static let patience = 3.0

  /// `isAutomatic` is false where nothing is to be saved but what is asked for.
  init(
    _ draft: PosterDraft, _ home: PosterHome, isAutomatic: Bool, work: WorkGroup
  ) {
    self.draft = draft
    self.isAutomatic = isAutomatic
    saved = draft.revision
    mail = Mailbox(wake: work.wake)
    worker = Worker(name: "save", in: work) { PosterKeeper(home) }
    guard isAutomatic else { return }
    let mail = mail
    switch home {
    case .wall(let library, _, _):
      do {
        libraryWatch = try LibraryWatch(library, every: 0.25) { event in
          switch event {
          case .changed(let old, let new): if old.posters != new.posters { mail.send(.changedOutside) }
          case .failed(let error): mail.send(.warning(Self.unwatched(error)))
          }
        }
      } catch {
        mail.send(.warning(Self.unwatched(error)))
      }
    case .file(let path, _, _): fileWatch = FileWatch(path) { mail.send(.changedOutside) }
    case .stream: break
    }
  }

  private static func unwatched(_ error: any Error) -> Message {
    Message("Changes made elsewhere are not shown: {reason}", ["reason": "\(error)"])
  }

  /// Whether everything is where it belongs.
  var isSaved: Bool { saved == draft.revision }

  /// Saves what is due; returns when the next attempt is, or nil.
  func advance(to time: Double) -> Double? {
    guard isAutomatic, !isSaved, running == nil else { return nil }
    let start = changed ?? time
    changed = start
    let due = retry ?? start + Self.delay
    guard time >= due else { return due }
    save()
    return nil
  }

  /// Saves what is edited now.
  func save() {
    guard running == nil, !isSaved else { return }
    let (poster, history, revision, mail) = (draft.poster, draft.edited.storedHistory, draft.revision, mail)
    running = revision
    changed = nil
    retry = nil
    worker.run { keeper in
      do {
        switch try keeper.save(poster, history) {
        case .saved: mail.send(.saved(revision: revision))
        case .keptBeside(let name): mail.send(.keptBeside(name: name, revision: revision))
        }
        if let fault = keeper.takeHistoryFault() {
          mail.send(
            .warning(Message("Saved, but the steps to undo were not kept: {reason}", ["reason": fault])))
        }
      } catch {
        mail.send(.failed("\(error)"))
      }
    }
  }

  /// Saves unsaved changes and waits for that; returns all reports until then.
  func finish(at time: Double) -> [Event] {
    worker.finish()
    let earlier = take(at: time)
    save()
    worker.finish()
    return earlier + take(at: time)
  }

  /// Returns what there is to tell.
  func take(at time: Double) -> [Event] {
    mail.takeAll().filter { message in
      switch message {
      case .saved(let revision), .keptBeside(_, let revision):
        (saved, running) = (revision, nil)
      case .failed:
        running = nil
        retry = time + Self.patience
      case .warning: break
      // What was changed here meanwhile will meet theirs when it is saved.
      case .newer: return isSaved && running == nil
      case .changedOutside:
        // One's own change comes back this way too; a version that is on its way will meet theirs.
        guard running == nil, isSaved else { return false }
        let mail = mail
        worker.run { keeper in
          do {
            if let newer = try keeper.newerVersion() { mail.send(.newer(newer.poster, newer.digest)) }
          } catch {
            mail.send(
              .warning(Message("Changed elsewhere, but cannot be read: {reason}", ["reason": "\(error)"])))
          }
        }
        return false
      }
      return true
    }
  }

  /// Takes note that the draft now is what somebody else has made of it.
  func tookNewer(_ digest: ContentDigest) {
    saved = draft.revision
    worker.run { $0.accept(digest) }
  }
}

/// Looks at a file twice a second and tells when it is another one or has another content.
final class FileWatch: Sendable {
  private let signal = StopSignal()

  /// `report` is called on a thread of its own.
  init(_ path: String, every seconds: Double = 0.5, report: @escaping @Sendable () -> Void) {
    let signal = signal
    Worker(name: "file").run {
      var last = Stamp(path)
      while signal.wait(seconds) {
        let stamp = Stamp(path)
        if stamp != last { report() }
        last = stamp
      }
    }
  }

  deinit { signal.stop() }

  private struct Stamp: Equatable {
    var inode: UInt = 0
    var size = 0
    var seconds = 0
    var nanoseconds = 0

    init(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return }
      inode = UInt(status.st_ino)
      size = Int(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }
}

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
