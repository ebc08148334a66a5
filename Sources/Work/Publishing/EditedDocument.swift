public import Catalog
import Files
public import Geometry
import Glibc
public import Images
public import Localization
public import PosterScene
public import Posters
public import Typography

/// A poster to be edited: the document, its edit history and its storage.
public struct EditedDocument: Sendable {
  /// The document.
  public let poster: Poster
  /// The edit history; nil if unknown.
  public let history: PosterHistory?
  /// The storage.
  public let home: PosterHome
  /// The measured letters and the simplified emblem, if known.
  public private(set) var letters = LetterCache.Contents()
  /// The decoded pictures, if known.
  package private(set) var pictures: Pictures?

  /// Decoded pictures, and the request for them.
  package struct Pictures: Sendable {
    package let request: PosterPictures.Request
    package let pictures: PosterPictures
  }

  /// Creates a document with its storage.
  public init(_ poster: Poster, history: PosterHistory? = nil, home: PosterHome) {
    self.poster = poster
    self.history = history
    self.home = home
  }

  /// Returns the document with measured letters, an emblem without overlaps, and decoded pictures. This takes longer
  /// than a frame; call it on a background thread, with that thread's typesetter.
  public func measured(by typesetter: Typesetter, _ decoder: any PictureDecoder) -> EditedDocument {
    let cache = LetterCache()
    var layout = PosterLayout(poster, typesetter: typesetter, cache: cache)
    layout.removeEmblemOverlaps(cache)
    var result = self
    result.letters = cache.contents
    let scale = Self.pictureSide / max(layout.page.width, layout.page.height)
    let request = PosterPictures.Request(layout, page: PixelSize(layout.page.size, scale: scale))
    if !request.isEmpty {
      result.pictures = Pictures(request: request, pictures: request.pictures(by: decoder))
    }
    return result
  }

  /// The longer side of a page in pixels, used before its visible size is known.
  private static let pictureSide = 1200.0

  /// Why the poster cannot be changed, or nil where it can.
  public var refusal: Message? {
    guard let newer = poster.newerVersion else { return home.refusal }
    return Message(
      "This poster was made by a newer Regalia (version {version}). You can look at it, but not change it",
      ["version": String(newer.version)])
  }

  /// Reads a poster of the gallery with its history.
  ///
  /// - Throws: `PosterError` if the document is not a valid poster.
  public init(_ entry: GalleryPosters.Entry, of library: Library) throws {
    let poster = try GalleryPosters(library).poster(of: entry, allowsNewer: true)
    let digest = ContentDigest(entry.record.document)
    let stored = try? library.history(of: .poster(id: entry.record.id), digest: digest)
    self.init(
      poster, history: stored.flatMap { try? PosterHistory(bytes: $0.steps, present: poster) },
      home: .gallery(library, entry.key, digest))
  }

  /// Reads a poster from a file; its history is in the library, under the file's path and content.
  ///
  /// - Throws: `FileBytes.Failure` if the file cannot be read, and `PosterError` if it is not a valid poster.
  public init(file path: String, history library: Library?) throws {
    let bytes = try FileBytes.readArgument(path, atMost: Poster.longestDocument)
    let poster: Poster
    do {
      poster = try Poster(json: bytes, allowsNewer: true)
    } catch {
      throw PosterError(
        field: "",
        message: Message(
          "{file}: {reason}", ["file": FileBytes.name(of: path)], parts: ["reason": error.message]))
    }
    let whole = PosterHome.wholePath(path)
    let digest = ContentDigest(bytes)
    let stored = try? library?.history(of: .file(path: whole), digest: digest)
    self.init(
      poster, history: stored.flatMap { try? PosterHistory(bytes: $0.steps, present: poster) },
      home: .file(whole, digest, history: library))
  }
}

/// Where typing begins when a poster opens.
public enum TypingStart: Hashable, Sendable {
  /// The caret keeps its last position, initially the end.
  case typing
  /// The caret is at a point, in fractions of the page.
  case at(Point)
  /// A text is inserted.
  case inserting(String)
  /// The first line is selected, ready to be replaced.
  case firstLine
  /// The poster is filled from a table's file.
  case table(String)
}

/// The result of editing a poster.
public enum EditedResult {
  /// The poster has not changed.
  case unchanged
  /// The poster has changed, with its new layout and pictures.
  case changed(PosterLayout, PosterPictures)
  /// Another program had changed the poster meanwhile; the edited version is a separate poster.
  case keptBeside
}

/// The storage of an edited poster.
public enum PosterHome: Sendable {
  /// A library, with the poster's key there and the digest of the document as it was read.
  case gallery(Library, PosterKey, ContentDigest)
  /// A file; its history is in a library, if a writable one is available.
  case file(String, ContentDigest, history: Library?)
  /// No storage: the document is returned to the caller.
  case stream

  /// The library of the gallery, if it is known.
  package var library: Library? {
    switch self {
    case .gallery(let library, _, _): library
    case .file(_, _, let history): history
    case .stream: nil
    }
  }

  /// The reason why nothing can be stored here, or nil if it can.
  public var refusal: Message? {
    switch self {
    case .gallery(let library, _, _):
      if let version = library.newerVersion {
        return Message(
          "This library was made by a newer Regalia (version {version}). You can look at it, but not change it",
          ["version": String(version)])
      }
      return library.isWritable
        ? nil
        : Message("This library cannot be written. You can look at the poster, but not change it")
    case .file(let path, _, _):
      return access(path, W_OK) == 0
        ? nil
        : Message(
          "{file} cannot be written. You can look at the poster, but not change it", ["file": path])
    case .stream: return nil
    }
  }

  package static func wholePath(_ path: String) -> String { FilePath(path).resolvingLinks.text }
}

/// Finds a library's posters by the names used on the command line.
public struct GalleryPosters {
  private let library: Library

  /// Creates a lookup for the posters of a library.
  public init(_ library: Library) { self.library = library }

  /// A poster of the gallery.
  public struct Entry {
    /// The poster's key in the library.
    public let key: PosterKey
    /// The poster's record in the library.
    public let record: PosterRecord

    package init(key: PosterKey, record: PosterRecord) {
      self.key = key
      self.record = record
    }
  }

  /// A name that matches no poster, or several; the text suggests what to write.
  public struct Refusal: LocalizableError {
    public let message: Message
  }

  /// The prefix that selects a poster in the gallery, even if a file has the name.
  public static let prefix = "gallery:"

  /// Returns the name behind the prefix, also behind its former form, “wall:”; nil without one.
  public static func prefixed(_ name: String) -> String? {
    [prefix, "wall:"].first(where: name.hasPrefix).map { String(name.dropFirst($0.count)) }
  }

  /// All posters in the order of the gallery, without their documents.
  ///
  /// - Throws: `LibraryError` if the library cannot be read.
  public func summaries() throws -> [PosterSummary] { try library.summaries(of: library.posterKeys()) }

  /// Returns the poster with an id or, if no id matches, with a title; titles are case-insensitive.
  ///
  /// - Throws: ``GalleryPosters/Refusal`` with a suggestion if no poster has the name or several have, and
  ///   `LibraryError` if the library cannot be read.
  public func entry(named name: String) throws -> Entry {
    let name = Self.prefixed(name) ?? name
    if let key = try library.posterKey(of: name), let record = try library.poster(key) {
      return Entry(key: key, record: record)
    }
    let matches = try summaries().filter { $0.title.lowercased() == name.lowercased() }
    guard let match = matches.first else {
      throw Refusal(
        message: Message(
          "no poster in the gallery is called “{name}”; regalia poster list shows their names", ["name": name]
        ))
    }
    guard matches.count == 1 else {
      let ids = matches.map(\.id).joined(separator: ", ")
      throw Refusal(
        message: Message(
          "{count} poster is called “{name}”; name one by its id: {ids}",
          plural: "{count} posters are called “{name}”; name one by its id: {ids}", count: matches.count,
          ["name": name, "ids": ids]))
    }
    guard let record = try library.poster(match.key) else {
      throw Refusal(
        message: Message(
          "the poster “{name}” cannot be read; regalia library check says why", ["name": name]))
    }
    return Entry(key: match.key, record: record)
  }

  /// Returns the document of a poster; one of a newer version only if it is not to be changed.
  ///
  /// - Throws: `PosterError` if the document is invalid, or of a newer version that is not allowed.
  public func poster(of entry: Entry, allowsNewer: Bool = false) throws -> Poster {
    do {
      return try entry.record.poster(allowsNewer: allowsNewer)
    } catch {
      throw PosterError(
        field: "",
        message: Message("{id}: {reason}", ["id": entry.record.id], parts: ["reason": Message(error)]))
    }
  }

  /// Appends posters to the gallery, as a new album if there is a name for it, and returns their ids.
  ///
  /// - Throws: `LibraryError` if a poster is too large, or the library is read-only or cannot be changed.
  public func add(_ posters: [Poster], albumNamed album: String? = nil) throws -> [String] {
    let records = posters.map { PosterRecord($0, at: PosterRecord.presentTime) }
    let keys =
      try album.map { try library.insertAlbum(named: $0, of: records).posters } ?? library.insert(records)
    return try library.summaries(of: keys).map(\.id)
  }

  /// Replaces a poster with a new version, as an edit that windows can undo; does nothing and returns false if another
  /// program has changed the poster meanwhile.
  ///
  /// - Throws: `PosterError` if the stored document is invalid or of a newer version, and `LibraryError` if the
  ///   poster has been removed or the library cannot be changed.
  public func replace(_ entry: Entry, with poster: Poster, as edit: PosterEdit) throws -> Bool {
    var record = PosterRecord(poster, at: PosterRecord.presentTime)
    record.id = entry.record.id
    record.isFavorite = entry.record.isFavorite
    record.created = entry.record.created
    let subject = StoredHistory.Subject.poster(id: record.id)
    let before = ContentDigest(entry.record.document)
    let old = try self.poster(of: entry)
    var history = PosterHistory()
    // An unreadable history does not prevent a change; it starts anew.
    if let stored = try library.history(of: subject, digest: before),
      let known = try? PosterHistory(bytes: stored.steps, present: old)
    {
      history = known
    }
    history.undone.append(PosterHistory.Step(edit, poster: old))
    history.redone = []
    let stored = StoredHistory(
      subject: subject, digest: ContentDigest(record.document), steps: history.bytes(present: poster),
      modified: record.modified)
    return try library.replace(entry.key, from: before, with: record, history: stored)
  }

  // MARK: Named versions

  /// Returns the named versions of a poster, the last saved first.
  ///
  /// - Throws: `LibraryError` if the library cannot be read.
  public func versions(of entry: Entry) throws -> [PosterVersion] { try library.versions(of: entry.key) }

  /// Returns the version of a poster with a name, ignoring case; throws what to write if it has none.
  private func version(named name: String, of entry: Entry) throws -> (PosterVersion, PosterVersion.Key) {
    let versions = try versions(of: entry)
    guard
      let version = versions.first(where: { $0.name == name })
        ?? versions.first(where: { $0.name.lowercased() == name.lowercased() }), let key = version.key
    else {
      throw Refusal(
        message: Message(
          "“{id}” has no version “{name}”; regalia poster versions list shows their names",
          ["id": entry.record.id, "name": name]))
    }
    return (version, key)
  }

  /// Saves a poster as a version and returns its name, which has a number if another version has the name.
  ///
  /// - Throws: `LibraryError` if the poster is no longer in the gallery, or the library cannot be changed.
  public func saveVersion(_ name: String, of entry: Entry) throws -> String {
    try library.insert(
      PosterVersion(
        of: entry.key, name: name, created: PosterRecord.presentTime, cover: entry.record.cover),
      document: entry.record.document
    ).name
  }

  /// Returns the poster as it is in a version.
  ///
  /// - Throws: ``GalleryPosters/Refusal`` if the version is missing or unreadable, `PosterError` if its document is
  ///   invalid, and `LibraryError` if the library cannot be read.
  public func poster(ofVersion name: String, of entry: Entry) throws -> Poster {
    guard let document = try library.document(of: version(named: name, of: entry).1) else {
      throw Refusal(
        message: Message(
          "the version “{name}” cannot be read; regalia library check says why", ["name": name]))
    }
    do {
      return try Poster(json: document)
    } catch {
      throw PosterError(
        field: "",
        message: Message(
          "{id}, version “{name}”: {reason}", ["id": entry.record.id, "name": name],
          parts: ["reason": error.message]))
    }
  }

  /// Gives a version another name and returns it, which has a number if another version has the name.
  ///
  /// - Throws: ``GalleryPosters/Refusal`` if the version is missing, and `LibraryError` if the library cannot be
  ///   changed.
  public func renameVersion(_ name: String, of entry: Entry, to newName: String) throws -> String {
    let (version, key) = try version(named: name, of: entry)
    guard let given = try library.rename(key, to: newName) else {
      throw Refusal(
        message: Message("the version “{name}” does not exist any more", ["name": version.name]))
    }
    return given
  }

  /// Removes a version.
  ///
  /// - Throws: ``GalleryPosters/Refusal`` if the version is missing, and `LibraryError` if the library cannot be
  ///   changed.
  public func removeVersion(_ name: String, of entry: Entry) throws {
    try library.remove(version(named: name, of: entry).1)
  }

  /// Moves posters to the bin.
  ///
  /// - Throws: `LibraryError` if the library is read-only or cannot be changed.
  public func remove(_ entries: [Entry]) throws {
    try library.remove(entries.map(\.key), at: PosterRecord.presentTime)
  }

  /// The posters in the bin, the last removed first, without their documents.
  ///
  /// - Throws: `LibraryError` if the library cannot be read.
  public func removed() throws -> [PosterSummary] {
    try library.summaries(of: library.posterKeys(PosterQuery(isBin: true)))
  }

  /// Returns the key of the last removed poster in the bin with an id or, if no id matches, with a title.
  ///
  /// - Throws: ``GalleryPosters/Refusal`` with a suggestion if no poster has the name, and `LibraryError` if the library
  ///   cannot be read.
  public func removedKey(named name: String) throws -> PosterKey {
    let posters = try removed()
    guard
      let match = posters.first(where: { $0.id == name })
        ?? posters.first(where: { $0.title.lowercased() == name.lowercased() })
    else {
      throw Refusal(
        message: Message(
          "no poster in the bin is called “{name}”; regalia poster bin list shows their names",
          ["name": name]))
    }
    return match.key
  }

  /// Moves posters from the bin back to the gallery and returns their ids.
  ///
  /// - Throws: `LibraryError` if the library is read-only or cannot be changed.
  public func restore(_ keys: [PosterKey]) throws -> [String] {
    try library.summaries(of: library.restore(keys)).map(\.id)
  }

  /// Deletes posters from the bin for good.
  ///
  /// - Throws: `LibraryError` if the library is read-only or cannot be changed.
  public func deleteRemoved(_ keys: [PosterKey]) throws { try library.deleteRemoved(keys) }
}

extension PosterRecord {
  /// Returns the poster in the record.
  package func poster(allowsNewer: Bool = true) throws -> Poster {
    try Poster(json: document, allowsNewer: allowsNewer)
  }

  /// Creates the library record of a poster, searchable by its lines and the name of its crown.
  package init(_ poster: Poster, at time: Double) {
    let cover = poster.background.meanColor.bytes8
    self.init(
      title: poster.title,
      searchText: (poster.lines.map(\.text) + [poster.emblem.source]
        + poster.elements.map { $0.code?.content.summary ?? $0.figure?.source ?? "" })
        .joined(separator: " "),
      document: Array(poster.json.utf8),
      cover: UInt32(cover.r) << 16 | UInt32(cover.g) << 8 | UInt32(cover.b), created: time, modified: time)
  }

  /// The current time in seconds since 1970, as posters are dated.
  package static var presentTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
