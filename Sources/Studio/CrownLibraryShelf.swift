import Colors
import Controls
import Geometry
import Heraldry
import VectorArt

/// The library of crowns as the browser sees it.
final class CrownLibraryShelf: Sendable {
  init(path: String?, folders: UserFolders) throws {}

  func shelf(keepColor: @escaping (RGBA) -> Void, add: @escaping ([String]) -> Void) -> CrownShelf {
    CrownShelf(
      load: {
        CrownCatalogue.all.map { entry in
          CrownItem(
            id: entry.id, name: entry.name, tags: entry.tags, byteCount: 300, isOwn: false,
            bounds: Rect(origin: .zero, size: entry.drawing().size)
          ) {
            (try? VectorImage(svg: svg(of: entry.drawing())).path) ?? Path()
          }
        }
      },
      search: { words in
        CrownCatalogue.all.filter { entry in
          words.lowercased().split(separator: " ").allSatisfy { word in
            ([entry.name.lowercased()] + entry.tags).contains { $0.contains(word) }
          }
        }.map(\.id)
      },
      rename: { _, _ in }, remove: { _ in }, restore: { _ in }, document: { _, _ in "" },
      export: { _, _ in "" }, add: add, keepColor: keepColor)
  }

  func add(_ paths: [String], _ progress: (ArrivingCrowns) -> Void) {
    progress(ArrivingCrowns(done: paths.count, total: paths.count, isFinished: true))
  }
}
