public import Catalog
import Files
import Glibc
public import Posters
public import Typography
public import Geometry
public import PosterScene

/// A poster to be edited: the document, what was done to it before, and where it is kept.
public struct EditedDocument: Sendable {
  /// The document.
  public let poster: Poster
  /// What was done to it before; nil where nothing is known.
  public let history: PosterHistory?
  /// Where it is kept.
  public let home: PosterHome
  /// What is known of its letters and its emblem.
  public private(set) var letters = LetterCache.Contents()

  /// Creates a document that is kept somewhere.
  public init(_ poster: Poster, history: PosterHistory? = nil, home: PosterHome) {
    self.poster = poster
    self.history = history
    self.home = home
  }

  /// Returns the document with its letters measured, and its emblem without overlaps, which takes longer than a frame may: it is
  /// for a thread beside the frame loop, and for the typesetter of that.
  public func measured(by typesetter: Typesetter) -> EditedDocument {
    let cache = LetterCache()
    var layout = PosterLayout(poster, typesetter: typesetter, cache: cache)
    layout.removeEmblemOverlaps(cache)
    var result = self
    result.letters = cache.contents
    return result
  }

  /// Why the poster cannot be changed, or nil where it can.
  public var refusal: String? {
    guard let newer = poster.newerVersion else { return home.refusal }
    return "This poster was made by a newer Regalia (version \(newer.version)); it is only shown"
  }

  /// Reads a poster of the wall with what was done to it.
  public init(_ entry: WallPosters.Entry, of library: Library) throws {
    let poster = try WallPosters(library).poster(of: entry, allowsNewer: true)
    let digest = ContentDigest(entry.record.document)
    let stored = try? library.history(of: .poster(id: entry.record.id), digest: digest)
    self.init(
      poster, history: stored.flatMap { try? PosterHistory(bytes: $0.steps, present: poster) },
      home: .wall(library, entry.key, digest))
  }

  /// Reads the poster of a file; what was done to it is in the library, under the file's path and content.
  public init(file path: String, history library: Library?) throws {
    let bytes = try FileBytes.readArgument(path, atMost: Poster.longestDocument)
    let poster: Poster
    do {
      poster = try Poster(json: bytes, allowsNewer: true)
    } catch {
      throw PosterError(field: "", message: "\(FileBytes.name(of: path)): \(error)")
    }
    let whole = PosterHome.wholePath(path)
    let digest = ContentDigest(bytes)
    let stored = try? library?.history(of: .file(path: whole), digest: digest)
    self.init(
      poster, history: stored.flatMap { try? PosterHistory(bytes: $0.steps, present: poster) },
      home: .file(whole, digest, history: library))
  }
}

/// Where typing begins in a poster that opens.
public enum TypingStart: Hashable, Sendable {
  /// The caret stands where it was last, at the end.
  case typing
  /// The caret stands where a point of the page is, in fractions of that.
  case at(Point)
  /// A text is typed.
  case inserting(String)
  /// The first line is selected, to be typed over.
  case firstLine
}

/// The state of a poster whose editor was left.
public enum EditedResult {
  /// The poster is as it was.
  case unchanged
  /// The poster is another one, which is drawn so.
  case changed(PosterLayout, PosterPictures)
  /// Somebody else had changed the poster meanwhile; what was edited is another poster beside it.
  case keptBeside
}

/// Where an edited poster is kept.
public enum PosterHome: Sendable {
  /// A library, in which the poster has a key; the digest is that of the document as it was read.
  case wall(Library, PosterKey, ContentDigest)
  /// A file; its history is in a library, if there is one that can be written.
  case file(String, ContentDigest, history: Library?)
  /// Nowhere: the document goes to whoever asked for it.
  case stream

  /// Why nothing can be kept here, or nil where it can.
  public var refusal: String? {
    switch self {
    case .wall(let library, _, _):
      if let version = library.newerVersion {
        return "This library was made by a newer Regalia (version \(version)); it is only shown"
      }
      return library.isWritable ? nil : "This library cannot be written; the poster is only shown"
    case .file(let path, _, _):
      return access(path, W_OK) == 0 ? nil : "\(path) cannot be written; the poster is only shown"
    case .stream: return nil
    }
  }

  package static func wholePath(_ path: String) -> String { FilePath(path).resolvingLinks.text }
}
