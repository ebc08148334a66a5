/// All that goes from one library into another.
struct LibraryTransfer {
  let source: Connection
  let target: Connection

  /// Copies everything that can be read into an empty library, with its keys and its order.
  func copyAll() throws {
    let crowns = CrownTable(database: target)
    try CrownTable(database: source).forEach { try crowns.insert($0.record, key: $0.key) }
    let posters = PosterTable(database: source)
    for key in try posters.arrangedKeys() {
      guard let item = try posters.readableItem(key) else { continue }
      _ = try PosterTable(database: target).insert(item.record, key: item.key, place: item.place)
    }
    try HistoryTable(database: source).forEach { _ = try HistoryTable(database: target).add($0) }
    for album in try AlbumTable(database: source).all() { try AlbumTable(database: target).add(album) }
    try PaletteTable(database: source).forEach { try PaletteTable(database: target).add($0) }
    try copyFavoriteCrowns()
  }

  private func copyFavoriteCrowns() throws {
    for id in try FavoriteCrownTable(database: source).all() {
      try FavoriteCrownTable(database: target).add(id)
    }
  }

  /// Adds what is not there yet behind what is, apart from crowns.
  func merge(into merge: inout LibraryMerge) throws {
    let posters = try mergePosters(into: &merge)
    try mergeHistories(of: posters, into: &merge)
    try mergeAlbums(of: posters, into: &merge)
    try mergePalettes(into: &merge)
    let favorites = FavoriteCrownTable(database: target)
    let known = Set(try favorites.all())
    for id in try FavoriteCrownTable(database: source).all() {
      merge.favorites.note(isAdded: !known.contains(id))
      try favorites.add(id)
    }
  }

  private func mergeAlbums(of posters: [PosterKey: Moved], into merge: inout LibraryMerge) throws {
    let table = AlbumTable(database: target)
    var names = Dictionary(try table.all().map { ($0.id, $0.name) }) { first, _ in first }
    var place = try nextPlace(in: "albums")
    for var album in try AlbumTable(database: source).all() {
      // One that came before under a number is the same album too.
      album.id = Slug.free(album.id) { names[$0] != nil && names[$0] != album.name }
      let isPresent = names.updateValue(album.name, forKey: album.id) != nil
      album.posters = album.posters.compactMap { posters[$0]?.key }
      album.place = place
      try table.add(album)
      merge.albums.note(isAdded: !isPresent)
      place += 1
    }
  }

  private func mergePalettes(into merge: inout LibraryMerge) throws {
    let table = PaletteTable(database: target)
    var contents: [String: ContentDigest] = [:]
    try table.forEach { contents[$0.id] = ContentDigest($0.document) }
    var place = try nextPlace(in: "palettes")
    try PaletteTable(database: source).forEach { palette in
      let content = ContentDigest(palette.document)
      var palette = palette
      palette.id = Slug.free(palette.id) { contents[$0] != nil && contents[$0] != content }
      let isPresent = contents.updateValue(content, forKey: palette.id) != nil
      merge.palettes.note(isAdded: !isPresent)
      guard !isPresent else { return }
      palette.place = place
      try table.add(palette)
      place += 1
    }
  }

  private func nextPlace(in table: String) throws -> Int64 {
    try target.integer(
      "SELECT max(place) + 1 FROM \(table) WHERE typeof(place) = 'integer' AND place < 1 << 60")
      ?? 0
  }

  /// A poster's place in the source, and where it came to in the target.
  private struct Moved {
    let oldID: String
    let key: PosterKey
    let id: String
  }

  private func mergePosters(into merge: inout LibraryMerge) throws -> [PosterKey: Moved] {
    let (own, others) = (PosterTable(database: target), PosterTable(database: source))
    let keys = try others.arrangedKeys()
    let room = try PosterRoom(for: keys.count, at: .end, in: target)
    var moved: [PosterKey: Moved] = [:]
    for (index, key) in keys.enumerated() {
      guard let poster = try others.readableItem(key)?.record else { continue }
      let known = try PosterKey.fetch(
        target, "SELECT key FROM posters WHERE digest = ? AND title = ?",
        [ContentDigest(poster.document).stored, poster.title])
      if let first = known.first {
        merge.posters.present += 1
        guard let id = try own.summary(first)?.id else { continue }
        moved[key] = Moved(oldID: poster.id, key: first, id: id)
      } else {
        let added = try own.insert(poster, place: room.place(index))
        merge.posters.added += 1
        moved[key] = Moved(oldID: poster.id, key: added.key, id: added.id)
      }
    }
    return moved
  }

  /// Adds the histories of what came, of posters under the ids that they have here.
  private func mergeHistories(of posters: [PosterKey: Moved], into merge: inout LibraryMerge) throws {
    let ids = Dictionary(posters.values.map { ($0.oldID, $0.id) }) { first, _ in first }
    let table = HistoryTable(database: target)
    try HistoryTable(database: source).forEach { history in
      switch history.subject {
      case .file: merge.histories.note(isAdded: try table.add(history))
      case .poster(let id):
        guard let id = ids[id] else { return }
        merge.histories.note(isAdded: try table.add(history.moved(to: .poster(id: id))))
      }
    }
    try table.removeOldest()
  }
}
