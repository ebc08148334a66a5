/// A version of a poster that a person has named; its document is read separately, since it may be large.
public struct PosterVersion: Hashable, Sendable {
  /// The key of a version in its library; keys are not reused.
  public struct Key: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The key, or nil for a version that is not in a library yet.
  public var key: Key?
  /// The poster.
  public let poster: PosterKey
  /// The name, which no other version of the poster has.
  public var name: String
  /// The time when it was saved, in seconds since 1970.
  public let created: Double
  /// The placeholder shown until its picture is ready: a colour as 0xRRGGBB.
  public let cover: UInt32

  /// The most characters of a name.
  public static let longestName = 200

  /// Creates a version; the time is in seconds since 1970.
  public init(
    key: Key? = nil, of poster: PosterKey, name: String, created: Double, cover: UInt32
  ) {
    (self.key, self.poster, self.created, self.cover) = (key, poster, created, cover)
    self.name = String(name.prefix(Self.longestName))
  }
}

// Named versions are in the user's library, and are deleted for good with their poster.
extension Library {
  /// Returns the named versions of a poster, the last saved first; unreadable ones are omitted.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func versions(of poster: PosterKey) throws(LibraryError) -> [PosterVersion] {
    try readOwn(or: []) { database in
      guard let table = try VersionTable(in: database) else { return [] }
      return try table.keys(of: poster).compactMap { try table.version($0) }
    }
  }

  /// Returns a version; nil if it is missing or unreadable.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func version(_ key: PosterVersion.Key) throws(LibraryError) -> PosterVersion? {
    try readOwn(or: nil) { try VersionTable(in: $0)?.version(key) }
  }

  /// Returns the document of a version, in JSON; nil if it is missing or unreadable.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func document(of version: PosterVersion.Key) throws(LibraryError) -> [UInt8]? {
    try readOwn(or: nil) { try VersionTable(in: $0)?.document(of: version) }
  }

  /// Adds a named version of a poster, under its key if it has one, and returns it as it is stored; a name that
  /// another version of the poster has gets a number.
  ///
  /// - Throws: ``LibraryError`` with `unknown` if the poster is not in the gallery, with `unfit` for an invalid version,
  ///   or with another reason if the library cannot be changed.
  @discardableResult
  public func insert(
    _ version: PosterVersion, document: [UInt8]
  ) throws(LibraryError) -> PosterVersion {
    let file = try writable()
    try PosterRecord(
      title: version.name, searchText: "", document: document, cover: version.cover,
      created: version.created, modified: version.created
    ).check(file.path)
    return try file.write { database in
      guard try PosterTable(database: database).summary(version.poster) != nil else {
        throw LibraryError(path: file.path, reason: .unknown(id: version.name))
      }
      return try VersionTable(database).insert(version, document: document)
    }
  }

  /// Gives a version another name, with a number if another version of the poster has it; returns the name, or nil if
  /// the version is missing.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func rename(_ version: PosterVersion.Key, to name: String) throws(LibraryError) -> String? {
    try writable().write { try VersionTable($0).rename(version, to: name) }
  }

  /// Removes a version and returns it with its document, so that it can be inserted again; nil if it is missing or
  /// unreadable.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  @discardableResult
  public func remove(
    _ version: PosterVersion.Key
  ) throws(LibraryError) -> (version: PosterVersion, document: [UInt8])? {
    try writable().write { database in
      let table = VersionTable(database)
      let (known, document) = (try table.version(version), try table.document(of: version))
      try table.remove(version)
      guard let known, let document else { return nil }
      return (known, document)
    }
  }
}
