import Catalog
import CrownBrowser
import Posters
import Publishing
import Application

/// A new poster with a crown that was chosen in the window of crowns, opened in the editor.
enum CrownPoster {
  /// Adds the poster to the person's own library; returns what the gallery knows it by.
  static func hang(_ crown: CrownItem) throws -> String? {
    let library = try LibraryPlace.open(named: nil, access: .writing)
    return try insert(crown, into: library).map { String($0.rawValue) }
  }

  private static func insert(_ crown: CrownItem, into library: Library) throws -> PosterKey? {
    var poster = try PosterTemplate.named("calm")?.poster(language: ProgramLanguage.ofPosters) ?? Poster()
    poster.emblem = .drawing(crown.outline().path, source: "crown:" + crown.id)
    return try library.insert([PosterRecord(poster, at: PosterRecord.presentTime)]).first
  }

  /// Adds the poster to the library at `path`, or to the person's own; returns what opens it in a window of its own.
  static func document(
    with crown: CrownItem, library path: String?, like settings: WindowSettings
  ) throws -> WindowDocument? {
    let library = try LibraryPlace.open(named: path, access: .writing)
    guard let key = try insert(crown, into: library), let record = try library.poster(key) else { return nil }
    return ProgramWindows.poster(id: "poster \(record.id) of \(path ?? "")", like: settings) {
      try EditedDocument(WallPosters(library).entry(named: WallPosters.prefix + record.id), of: library)
    }
  }
}
