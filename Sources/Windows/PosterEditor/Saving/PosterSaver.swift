import Catalog
import Files
import Glibc
import Localization
import Posters
import Publishing
import Workers

/// Saves the edited poster within a second of each change, on its own thread, and reports changes by other programs.
///
/// A failed save is retried every few seconds, while editing continues.
final class PosterSaver {
  /// A report of the saver.
  enum Event: Sendable {
    case saved(revision: Int)
    case keptBeside(name: String, revision: Int)
    case failed(Message)
    /// Another program has changed the poster.
    case newer(Poster, ContentDigest)
    /// Another program may have changed the poster.
    case changedOutside
    /// Another malfunction.
    case warning(Message)
  }

  private let draft: PosterDraft
  private let worker: Worker<PosterKeeper>
  private let mail: Mailbox<Event>
  private var libraryWatch: LibraryWatch?
  private var fileWatch: FileWatch?
  /// The last saved revision, and the one being saved.
  private var saved: Int
  private var running: Int?
  /// The time of the first unsaved change, and the time of the next attempt after a failure.
  private var changed: Double?
  private var retry: Double?
  private let isAutomatic: Bool

  /// The delay of saving after a change, and that of the next attempt after a failure, in seconds.
  private static let delay = 0.5
  private static let patience = 3.0

  /// `isAutomatic` is false if only explicit requests save.
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
    case .gallery(let library, _, _):
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
    Message("Changes made elsewhere are not shown: {reason}", parts: ["reason": Message(error)])
  }

  /// Whether all changes are saved.
  var isSaved: Bool { saved == draft.revision }

  /// Saves when due; returns when the next attempt is due, or nil.
  func advance(to time: Double) -> Double? {
    guard isAutomatic, !isSaved, running == nil else { return nil }
    let start = changed ?? time
    changed = start
    let due = retry ?? start + Self.delay
    guard time >= due else { return due }
    save()
    return nil
  }

  /// Saves the current poster.
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
            .warning(
              Message("Saved, but the steps to undo were not kept: {reason}", parts: ["reason": fault])))
        }
      } catch {
        mail.send(.failed(Message(error)))
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

  /// Returns pending reports.
  func take(at time: Double) -> [Event] {
    mail.takeAll().filter { message in
      switch message {
      case .saved(let revision), .keptBeside(_, let revision):
        (saved, running) = (revision, nil)
      case .failed:
        running = nil
        retry = time + Self.patience
      case .warning: break
      // Local changes made meanwhile are compared with the other version when they are saved.
      case .newer: return isSaved && running == nil
      case .changedOutside:
        // Our own saves are also reported here; a version being saved will be compared with the other one.
        guard running == nil, isSaved else { return false }
        let mail = mail
        worker.run { keeper in
          do {
            if let newer = try keeper.newerVersion() { mail.send(.newer(newer.poster, newer.digest)) }
          } catch {
            mail.send(
              .warning(
                Message("Changed elsewhere, but cannot be read: {reason}", parts: ["reason": Message(error)]))
            )
          }
        }
        return false
      }
      return true
    }
  }

  /// Records that the draft now is another program's version.
  func tookNewer(_ digest: ContentDigest) {
    saved = draft.revision
    worker.run { $0.accept(digest) }
  }
}

/// Checks a file twice a second and reports when it was replaced or its content changed.
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

/// Stores a poster in its home, and detects changes by other programs; it belongs to the thread that saves.
struct PosterKeeper {
  private(set) var home: PosterHome
  /// The reason why the history of a version could not be stored, and whether it was reported.
  private var historyFault: (reason: Message, isTold: Bool)?
  /// The number of times that a version had to be stored beside another one.
  private var copies = 0

  init(_ home: PosterHome) { self.home = home }

  /// The outcome of saving a version.
  enum Outcome: Sendable {
    case saved
    /// Another program had changed the poster: its version stays, and this one is stored under another name.
    case keptBeside(name: String)
  }

  /// The error of a file whose folder another program is changing.
  struct Busy: LocalizableError {
    /// The file.
    let path: String

    var message: Message {
      Message("{file}: cannot be written: another program is changing files beside it", ["file": path])
    }
  }

  /// Stores a version with its history, atomically.
  mutating func save(_ poster: Poster, _ history: PosterHistory) throws -> Outcome {
    switch home {
    case .stream: return .saved
    case .gallery(let library, let key, let digest):
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
      // Another program has removed the poster meanwhile; the edited version is added again.
      let keys = try library.insert([PosterRecord(poster, at: PosterRecord.presentTime)])
      guard let added = keys.first, let record = try library.poster(added) else { return .saved }
      home = .gallery(library, added, ContentDigest(record.document))
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
      home = .gallery(library, key, newDigest)
      return .saved
    case .keptBeside(let added):
      home = .gallery(library, added, newDigest)
      return .keptBeside(name: try library.poster(added)?.id ?? record.title)
    }
  }

  private mutating func save(
    _ poster: Poster, _ history: PosterHistory, to path: String, since digest: ContentDigest,
    _ library: Library?
  ) throws -> Outcome {
    let bytes = Array(poster.json.utf8)
    var target = path
    guard let lock = FolderLock(around: path) else { throw Busy(path: path) }
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
      // A document without its history is still complete.
      historyFault = (Message(error), historyFault?.isTold ?? false)
    }
    return target == path ? .saved : .keptBeside(name: target)
  }

  /// Returns the reason why the history cannot be stored, only once until that succeeds again; otherwise nil.
  mutating func takeHistoryFault() -> Message? {
    guard let fault = historyFault, !fault.isTold else { return nil }
    historyFault?.isTold = true
    return fault.reason
  }

  private static func beside(_ path: String, _ number: Int) -> String {
    let stem = path.hasSuffix(".json") ? String(path.dropLast(5)) : path
    return "\(stem) (\(number + 1)).json"
  }

  /// Returns another program's version since the poster was read or stored, or nil without one; throws if it cannot be
  /// read.
  func newerVersion() throws -> (poster: Poster, digest: ContentDigest)? {
    switch home {
    case .stream: return nil
    case .gallery(let library, let key, let digest):
      // A removed poster is added again when it is saved.
      guard let record = try library.poster(key), ContentDigest(record.document) != digest else { return nil }
      return (try Poster(json: record.document), ContentDigest(record.document))
    case .file(let path, let digest, _):
      // A deleted file is written again when it is saved.
      guard FileBytes.exists(path) else { return nil }
      let bytes = try FileBytes.read(path, atMost: Poster.longestDocument)
      guard ContentDigest(bytes) != digest else { return nil }
      return (try Poster(json: bytes), ContentDigest(bytes))
    }
  }

  /// Records that the edited version continues from another program's version.
  mutating func accept(_ digest: ContentDigest) {
    switch home {
    case .stream: break
    case .gallery(let library, let key, _): home = .gallery(library, key, digest)
    case .file(let path, _, let library): home = .file(path, digest, history: library)
    }
  }
}
