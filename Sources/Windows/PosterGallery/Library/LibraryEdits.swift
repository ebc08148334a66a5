import Catalog
import Controls
import Heraldry
import Posters
import Publishing
import VectorArt
import Files

/// Changes of a library that a gallery makes, each with what undoes it.
struct LibraryEdits {
  private let library: Library

  init(_ library: Library) { self.library = library }

  func perform(_ change: PosterChange) throws -> PosterChangeResult {
    switch change {
    case .create(let poster, let place):
      return try insert([PosterRecord(poster, at: PosterRecord.presentTime)], at: place.map(after) ?? .end)
    case .duplicate(let ids): return try duplicate(ids)
    case .rename(let id, let title): return try rename(id, to: title)
    case .setFavorite(let ids, let isFavorite): return try setFavorite(ids, isFavorite)
    case .remove(let ids):
      let removed = try library.remove(ids.map(key))
      return PosterChangeResult(
        ids: ids,
        inverse: removed.keys.isEmpty ? nil : .restore(DeletedPosters(ids: ids, contents: removed)))
    case .restore(let removed):
      guard let posters = removed.contents as? RemovedPosters else {
        return PosterChangeResult(ids: [], inverse: nil)
      }
      try library.restore(posters)
      return PosterChangeResult(ids: removed.ids, inverse: .remove(removed.ids))
    case .read(let paths, let language): return try read(paths, language)
    case .move(let ids, let place):
      return arranged(try library.move(ids.map(key), to: place.map(after) ?? .start))
    case .arrange(let before):
      guard let arrangement = before.contents as? PosterArrangement else { return nothing }
      return arranged(try library.arrange(arrangement))
    case .createAlbum, .renameAlbum, .removeAlbum, .restoreAlbum, .addToAlbum, .takeFromAlbum:
      return try performOnAlbum(change)
    }
  }

  private var nothing: PosterChangeResult { PosterChangeResult(ids: [], inverse: nil) }

  private func arranged(_ before: PosterArrangement) -> PosterChangeResult {
    PosterChangeResult(
      ids: before.keys.map { PosterCard.ID(rawValue: $0.rawValue) },
      inverse: before.keys.isEmpty ? nil : .arrange(StoredChange(before)))
  }

  private func performOnAlbum(_ change: PosterChange) throws -> PosterChangeResult {
    func key(_ album: Album.ID) -> PosterAlbum.Key { PosterAlbum.Key(rawValue: album.rawValue) }
    func ids(_ keys: [PosterKey]) -> [PosterCard.ID] { keys.map { PosterCard.ID(rawValue: $0.rawValue) } }
    switch change {
    case .createAlbum(let name, let posters):
      let made = try library.insertAlbum(named: name, posters: posters.map(self.key))
      let album = Album.ID(rawValue: made.rawValue)
      var result = PosterChangeResult(ids: posters, inverse: .removeAlbum(album))
      result.album = album
      return result
    case .renameAlbum(let album, let name):
      let old = try library.rename(key(album), to: name)
      return PosterChangeResult(ids: [], inverse: .renameAlbum(album, to: old))
    case .removeAlbum(let album):
      let removed = try library.removeAlbum(key(album))
      return PosterChangeResult(ids: [], inverse: removed.map { .restoreAlbum(StoredChange($0)) })
    case .restoreAlbum(let stored):
      guard let album = stored.contents as? RemovedAlbum else { return nothing }
      try library.restore(album)
      return PosterChangeResult(ids: [], inverse: .removeAlbum(Album.ID(rawValue: album.key.rawValue)))
    case .addToAlbum(let posters, let album):
      let added = ids(try library.add(posters.map(self.key), to: key(album)))
      return PosterChangeResult(ids: posters, inverse: added.isEmpty ? nil : .takeFromAlbum(added, album))
    case .takeFromAlbum(let posters, let album):
      let taken = ids(try library.remove(posters.map(self.key), from: key(album)))
      return PosterChangeResult(ids: posters, inverse: taken.isEmpty ? nil : .addToAlbum(taken, album))
    default: return nothing
    }
  }

  private func key(_ id: PosterCard.ID) -> PosterKey { PosterKey(rawValue: id.rawValue) }

  private func after(_ id: PosterCard.ID) -> PosterPlace { .after(key(id)) }

  private func insert(_ records: [PosterRecord], at place: PosterPlace) throws -> PosterChangeResult {
    let ids = try library.insert(records, at: place).map { PosterCard.ID(rawValue: $0.rawValue) }
    return PosterChangeResult(ids: ids, inverse: .remove(ids))
  }

  private func duplicate(_ ids: [PosterCard.ID]) throws -> PosterChangeResult {
    var made: [PosterCard.ID] = []
    do {
      for id in ids {
        guard let record = try library.poster(key(id)) else { continue }
        made += try insert([Self.copy(of: record)], at: after(id)).ids
      }
    } catch {
      // All or none: what nobody was told of could not be undone.
      _ = try? library.remove(made.map(key))
      throw error
    }
    return PosterChangeResult(ids: made, inverse: made.isEmpty ? nil : .remove(made))
  }

  private static func copy(of original: PosterRecord) -> PosterRecord {
    var record = original
    record.id = ""
    record.title += record.title.isEmpty ? "Copy" : " copy"
    if var poster = try? Poster(json: record.document) {
      poster.title = record.title
      record.document = Array(poster.json.utf8)
    }
    record.created = PosterRecord.presentTime
    record.modified = record.created
    return record
  }

  private func rename(_ id: PosterCard.ID, to title: String) throws -> PosterChangeResult {
    guard var record = try library.poster(key(id)) else {
      throw LibraryError(path: library.path ?? "library", reason: .unknown(id: title))
    }
    let old = record.title
    if var poster = try? Poster(json: record.document) {
      poster.title = title
      // What was done to the poster goes on with its new title; where somebody else was first, theirs gets it.
      let isDone = try WallPosters(library).replace(
        WallPosters.Entry(key: key(id), record: record), with: poster, as: .renaming)
      guard isDone else { return try rename(id, to: title) }
    } else {
      // A document that cannot be read keeps its own words.
      record.title = title
      record.modified = PosterRecord.presentTime
      try library.update(key(id), to: record)
    }
    return PosterChangeResult(ids: [id], inverse: .rename(id, to: old))
  }

  private func setFavorite(_ ids: [PosterCard.ID], _ isFavorite: Bool) throws -> PosterChangeResult {
    let changed = try library.summaries(of: ids.map(key)).filter { $0.isFavorite != isFavorite }
    try library.setFavorite(changed.map(\.key), to: isFavorite)
    let others = changed.map { PosterCard.ID(rawValue: $0.key.rawValue) }
    return PosterChangeResult(ids: ids, inverse: others.isEmpty ? nil : .setFavorite(others, !isFavorite))
  }

  /// Files that were to become posters, none of which is one.
  struct RefusedFiles: Error, CustomStringConvertible {
    let description: String
  }

  private func read(_ paths: [String], _ language: String?) throws -> PosterChangeResult {
    let dropped = DroppedPosters(paths, language: language)
    guard !dropped.posters.isEmpty else {
      throw RefusedFiles(description: dropped.refusals ?? "There is nothing to hang")
    }
    let time = PosterRecord.presentTime
    var result = try insert(dropped.posters.map { PosterRecord($0, at: time) }, at: .end)
    result.refusals = dropped.refusals
    return result
  }
}
