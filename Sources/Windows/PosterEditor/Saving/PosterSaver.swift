import Publishing
import Workers
import Catalog
import Localization
import Posters

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

  /// Saves what is not yet and waits for it; returns what is wrong where it cannot be saved.
  func finish() -> String? {
    worker.finish()
    _ = take(at: 0)
    save()
    worker.finish()
    let fault = take(at: 0).compactMap { message -> String? in
      if case .failed(let reason) = message { reason } else { nil }
    }.last
    return fault
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
