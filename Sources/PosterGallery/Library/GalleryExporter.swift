import Publishing
import Desktop
import Background
import Catalog
import Controls
import Glibc
import Posters
import Files

/// Writes posters as files in the background and says what came of it.
final class GalleryExporter: Sendable {
  private let folder: String
  private let folders: UserFolders
  private let worker = Worker(name: "export")

  /// Writes into `folder`, or into one of ours among the user's documents.
  init(folder: String?, folders: UserFolders) {
    self.folder = folder ?? ExportPlace.folder
    self.folders = folders
  }

  /// Writes each poster as a file of its own, named after its title; files that are there already stay.
  func export(
    _ keys: [PosterKey], as kind: ExportKind, from library: Library,
    _ say: @escaping @Sendable (String) -> Void
  ) {
    guard let format = PosterExport.Format(rawValue: kind.rawValue.lowercased()) else { return }
    let (folder, folders) = (folder, folders)
    worker.run {
      guard Folder.make(folder) else { return say("The folder \(folder) cannot be made") }
      if keys.count > 1 { say("Exporting \(keys.count) posters as \(kind.rawValue)…") }
      let export = PosterExport(options: .init(), cacheDirectory: folders.programCache)
      var last = ""
      for (index, key) in keys.enumerated() {
        do {
          guard let record = try library.poster(key) else { continue }
          last = ExportPlace.free(ExportPlace.name(record.title), format.rawValue, in: folder)
          let poster = try Poster(json: record.document, allowsNewer: true)
          _ = try export.write([poster], to: last, as: format)
        } catch {
          // Whole files only: what was written before is there, this one is not.
          return say(index == 0 ? "\(error)" : "\(index) of \(keys.count) exported; then \(error)")
        }
      }
      let place = ExportPlace.short(folder)
      say(
        keys.count == 1
          ? "Exported to \(ExportPlace.short(last))" : "Exported \(keys.count) posters to \(place)")
    }
  }

  /// Waits until all that was asked for is done.
  func finish() { worker.finish() }
}
