// Albums are of the user's library; the shipped one has none.
extension Library {
  /// Returns all albums in their order; posters that are gone do not count.
  public func albums() throws(LibraryError) -> [PosterAlbum] {
    try readOwn(or: []) { database in
      let here = Set(try PosterKey.fetch(database, "SELECT key FROM posters"))
      return try AlbumTable(database: database).all().map { album in
        PosterAlbum(
          key: PosterAlbum.Key(rawValue: album.key), name: album.name,
          count: album.posters.count(where: here.contains))
      }
    }
  }

  /// Makes an album behind the others, with posters in it.
  public func insertAlbum(
    named name: String, posters: some Sequence<PosterKey> = []
  ) throws(LibraryError) -> PosterAlbum.Key {
    let posters = Array(posters)
    return try changeAlbums { table in
      let known = try table.all()
      let taken = Set(known.map(\.id))
      let id = Slug.free(Slug.made(of: name, fallback: "album"), isTaken: taken.contains)
      let place = (known.map(\.place).max() ?? -1) + 1
      return PosterAlbum.Key(
        rawValue: try table.insert(.init(key: 0, id: id, name: name, place: place, posters: posters)))
    }
  }

  /// Gives an album another name and returns the one that it had.
  ///
  /// - Throws: `unknown` where the album has been removed.
  public func rename(_ album: PosterAlbum.Key, to name: String) throws(LibraryError) -> String {
    try changeAlbums { [path] table in
      guard let known = try table.all().first(where: { $0.key == album.rawValue }) else {
        throw LibraryError(path: path ?? "library", reason: .unknown(id: name))
      }
      try table.rename(album.rawValue, to: name)
      return known.name
    }
  }

  /// Takes an album out and returns it, to be put back, or nil where it is gone; its posters stay on the wall.
  public func removeAlbum(_ album: PosterAlbum.Key) throws(LibraryError) -> RemovedAlbum? {
    try changeAlbums { table in
      guard let known = try table.all().first(where: { $0.key == album.rawValue }) else { return nil }
      try table.remove(album.rawValue)
      return RemovedAlbum(
        id: known.id, name: known.name, place: known.place, key: album, posters: known.posters)
    }
  }

  /// Puts a removed album back, with its key; one that is there already stays.
  public func restore(_ album: RemovedAlbum) throws(LibraryError) {
    try changeAlbums { table in
      guard try !table.all().contains(where: { $0.key == album.key.rawValue }) else { return }
      _ = try table.insert(
        .init(
          key: album.key.rawValue, id: album.id, name: album.name, place: album.place,
          posters: album.posters))
    }
  }

  /// Puts posters into an album and returns those that were not in it.
  public func add(
    _ posters: some Sequence<PosterKey>, to album: PosterAlbum.Key
  ) throws(LibraryError) -> [PosterKey] {
    let posters = Array(posters)
    return try changeAlbums { table in
      try posters.filter { try table.add($0, to: album.rawValue) }
    }
  }

  /// Takes posters out of an album and returns those that were in it.
  public func remove(
    _ posters: some Sequence<PosterKey>, from album: PosterAlbum.Key
  ) throws(LibraryError) -> [PosterKey] {
    let posters = Array(posters)
    return try changeAlbums { table in
      try posters.filter { try table.remove($0, from: album.rawValue) }
    }
  }

  /// Changes albums, which others are told of as of a change of posters.
  private func changeAlbums<Value>(_ body: (AlbumTable) throws -> Value) throws(LibraryError) -> Value {
    try writable().write { database in
      let result = try body(AlbumTable(database: database))
      try database.execute("UPDATE revisions SET posters = posters + 1")
      return result
    }
  }
}
