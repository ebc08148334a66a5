import GRDB

extension Library {
  /// Writes all that the user's library holds into one file at `path`, whole or not at all.
  ///
  /// The file is a library itself; the same content gives the same bytes.
  public func export(to path: String) throws(LibraryError) {
    guard let own else { throw LibraryError(path: path, reason: .missing) }
    if let target = FileIdentity(path: path), target == FileIdentity(path: own.path) {
      throw LibraryError(path: path, reason: .refused("it is the library itself; choose another file"))
    }
    try own.read { source in
      try NewLibraryFile.write(at: path) { target in
        try Self.copyCrowns(from: source, to: target)
        for key in try PosterKey.fetch(source, "SELECT key FROM posters ORDER BY place, key") {
          let found = try Self.storedPosters("WHERE key = ?", [key.rawValue], in: source)
          guard let item = found.values.first else { continue }
          _ = try Self.insert(item.record, key: item.key, place: item.place, in: target)
        }
        try Self.copyPalettes(from: source, to: target)
      }
    }
  }

  /// Adds what another library holds, in one transaction; what is here already stays as it is.
  public func merge(from path: String) throws(LibraryError) -> LibraryMerge {
    let other = try Library(path: path, access: .reading)
    guard let source = other.own else { throw LibraryError(path: path, reason: .missing) }
    var merge = LibraryMerge()
    let records = try source.read { try CrownTable(database: $0).items().values.map(\.record) }
    let own = try writable()
    return try source.read { source in
      try own.write { database in
        for addition in try add(records, in: database) {
          if case .added = addition { merge.addedCrowns += 1 } else { merge.presentCrowns += 1 }
        }
        try Self.mergePosters(from: source, to: database, into: &merge)
        try Self.copyPalettes(from: source, to: database)
        return merge
      }
    }
  }

  private static func mergePosters(
    from source: Database, to target: Database, into merge: inout LibraryMerge
  ) throws {
    let keys = try PosterKey.fetch(source, "SELECT key FROM posters ORDER BY place, key")
    let room = try PosterRoom(for: keys.count, at: .end, in: target)
    for (index, key) in keys.enumerated() {
      let found = try storedPosters("WHERE key = ?", [key.rawValue], in: source)
      guard var poster = found.values.first?.record else { continue }
      let known = try PosterKey.fetch(
        target, "SELECT key FROM posters WHERE digest = ? AND title = ?",
        [Row.blob(ContentDigest(poster.document).stored), poster.title])
      guard known.isEmpty else {
        merge.presentPosters += 1
        continue
      }
      poster.id = try freeID(poster.id, in: target)
      _ = try insert(poster, key: nil, place: room.place(index), in: target)
      merge.addedPosters += 1
    }
  }

  private static func copyCrowns(from source: Database, to target: Database) throws {
    let table = CrownTable(database: target)
    for item in try CrownTable(database: source).items().values {
      try table.insert(item.record, key: item.key)
    }
  }

  private static func copyPalettes(from source: Database, to target: Database) throws {
    let columns = StoredColumns(["key", "id", "name", "document"])
    let found = try StoredRows.fetch(
      "palette", columns, blobs: ["document"], from: "FROM palettes ORDER BY key", in: source
    ) { (id: try $0.text("id"), name: try $0.text("name"), document: try $0.bytes("document")) }
    for palette in found.values {
      try insertPalette(id: palette.id, name: palette.name, document: palette.document, into: target)
    }
  }

  /// Adds a palette; one whose id is taken is left out.
  static func insertPalette(id: String, name: String, document: [UInt8], into target: Database) throws {
    try target.execute(
      sql: "INSERT OR IGNORE INTO palettes (id, name, document) VALUES (?, ?, ?)",
      arguments: [id, name, Row.blob(document)])
  }
}
