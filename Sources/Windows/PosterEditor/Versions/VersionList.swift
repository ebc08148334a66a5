import Catalog
import Colors
import Controls
import Geometry
import Images
import Localization
import Posters
import Publishing
import Scene
import Typography
import Workers

/// A change of the named versions of a poster.
enum VersionChange: Sendable {
  case insert(PosterVersion, document: [UInt8])
  case rename(PosterVersion.Key, to: String)
  case remove(PosterVersion.Key)

  /// Makes the change, and returns the change that undoes it; nil if the version is missing.
  func make(in library: Library) throws(LibraryError) -> VersionChange? {
    switch self {
    case .insert(let version, let document):
      return try library.insert(version, document: document).key.map(VersionChange.remove)
    case .rename(let key, let name):
      guard let old = try library.version(key) else { return nil }
      return try library.rename(key, to: name).map { _ in .rename(key, to: old.name) }
    case .remove(let key): return try library.remove(key).map { .insert($0.version, document: $0.document) }
    }
  }
}

/// The named versions of a poster of the gallery, read, drawn and changed in the background.
final class VersionList {
  /// A change that was asked for, undone or redone.
  enum Kind: Sendable { case new, undo, redo }

  /// A result that arrives on the frame loop.
  enum Delivery: Sendable {
    case listed([PosterVersion])
    case drawn(PosterVersion.Key, SharedBitmap)
    case changed(Kind, Message, inverse: VersionChange?)
    case read(PosterVersion, Poster)
    case failed(Kind?, Message)
  }

  /// The versions, the last saved first; nil until they are read.
  private(set) var versions: [PosterVersion]?
  private let library: Library
  private let poster: PosterKey
  private let decoder: any PictureDecoder
  private let changes: Worker<Void>
  private let drawing: Worker<Typesetter>
  private let mail: Mailbox<Delivery>
  private var pictures: [PosterVersion.Key: SharedBitmap] = [:]
  private var requested: Set<PosterVersion.Key> = []
  /// The changes that undo those made so far, and those that redo what was undone; the next one last.
  private(set) var undoable: [VersionChange] = []
  private(set) var redoable: [VersionChange] = []
  /// Whether a change is being made.
  private(set) var isBusy = false

  /// The longer side of a thumbnail, in pixels.
  private static let side = 176.0

  /// Begins to read the versions of a poster.
  init(_ library: Library, _ poster: PosterKey, in work: WorkGroup, by decoder: any PictureDecoder) {
    (self.library, self.poster, self.decoder) = (library, poster, decoder)
    mail = Mailbox(wake: work.wake)
    changes = Worker(name: "versions", in: work)
    drawing = Worker(name: "version pictures", in: work, patience: 10) { Typesetter() }
    read()
  }

  private func read() {
    let (library, poster) = (library, poster)
    changes.run { [mail] in
      do throws(LibraryError) {
        mail.send(.listed(try library.versions(of: poster)))
      } catch {
        mail.send(
          .failed(nil, Message("The versions cannot be read: {reason}", parts: ["reason": Message(error)])))
      }
    }
  }

  /// Returns the thumbnail of a version; nil until it is drawn.
  func picture(of version: PosterVersion) -> SharedBitmap? {
    guard let key = version.key else { return nil }
    if requested.insert(key).inserted { draw(key) }
    return pictures[key]
  }

  private func draw(_ key: PosterVersion.Key) {
    let (library, decoder) = (library, decoder)
    drawing.run { [mail] typesetter in
      // A version that cannot be read keeps its colour; restoring it says why.
      guard let document = try? library.document(of: key),
        let poster = try? Poster(json: document, allowsNewer: true)
      else { return }
      let layout = PosterLayout(poster, typesetter: typesetter)
      let scale = Self.side / max(layout.page.width, layout.page.height)
      guard let bitmap = layout.bitmap(size: PixelSize(layout.page.size, scale: scale), by: decoder) else {
        return
      }
      mail.send(.drawn(key, SharedBitmap(bitmap)))
    }
  }

  // MARK: Changes

  /// Makes a change; `words` say what was done.
  func make(_ change: VersionChange, _ words: Message) { make(.new, change, words) }

  /// Undoes the last change.
  func undo() {
    if let change = undoable.last { make(.undo, change, Message("The versions are as they were before")) }
  }

  /// Redoes the last undone change.
  func redo() {
    if let change = redoable.last { make(.redo, change, Message("The versions are changed again")) }
  }

  private func make(_ kind: Kind, _ change: VersionChange, _ words: Message) {
    guard !isBusy else { return }
    isBusy = true
    let library = library
    changes.run { [mail] in
      do throws(LibraryError) {
        mail.send(.changed(kind, words, inverse: try change.make(in: library)))
      } catch {
        mail.send(
          .failed(kind, Message("The versions are not changed: {reason}", parts: ["reason": Message(error)])))
      }
    }
    read()
  }

  /// Reads the poster of a version.
  func read(_ version: PosterVersion) {
    guard let key = version.key else { return }
    let library = library
    changes.run { [mail] in
      do {
        guard let document = try library.document(of: key) else {
          return mail.send(
            .failed(
              nil,
              Message(
                "The version “{name}” is missing or damaged; regalia library check says more",
                ["name": version.name])))
        }
        let poster = try Poster(json: document, allowsNewer: true)
        guard let newer = poster.newerVersion else { return mail.send(.read(version, poster)) }
        mail.send(
          .failed(
            nil,
            Message(
              "The version “{name}” was {made}; update Regalia to restore it",
              ["name": version.name], parts: ["made": newer.message])))
      } catch {
        mail.send(
          .failed(
            nil,
            Message(
              "The version “{name}” cannot be restored: {reason}",
              ["name": version.name], parts: ["reason": Message(error)])))
      }
    }
  }

  /// Receives results, which are returned too.
  func receive() -> [Delivery] {
    let deliveries = mail.takeAll()
    for delivery in deliveries {
      switch delivery {
      case .listed(let versions): self.versions = versions
      case .drawn(let key, let picture): pictures[key] = picture
      case .changed(let kind, _, let inverse): note(kind, inverse)
      case .failed(let kind, _): if kind != nil { isBusy = false }
      case .read: break
      }
    }
    return deliveries
  }

  private func note(_ kind: Kind, _ inverse: VersionChange?) {
    isBusy = false
    let changes = inverse.map { [$0] } ?? []
    switch kind {
    case .new:
      undoable += changes
      redoable = []
    case .undo:
      undoable.removeLast()
      redoable += changes
    case .redo:
      redoable.removeLast()
      undoable += changes
    }
  }
}
