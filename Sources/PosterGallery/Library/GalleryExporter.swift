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
    self.folder = folder ?? Self.documents + "/Regalia"
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
          last = Self.free(Self.fileName(record.title), format.rawValue, in: folder)
          _ = try export.write([try Poster(json: record.document)], to: last, as: format)
        } catch {
          // Whole files only: what was written before is there, this one is not.
          return say(index == 0 ? "\(error)" : "\(index) of \(keys.count) exported; then \(error)")
        }
      }
      let place = Self.short(folder)
      say(keys.count == 1 ? "Exported to \(Self.short(last))" : "Exported \(keys.count) posters to \(place)")
    }
  }

  /// Waits until all that was asked for is done.
  func finish() { worker.finish() }

  /// Returns a title as the name of a file.
  static func fileName(_ title: String) -> String {
    let parts = title.lowercased().split { !$0.isLetter && !$0.isNumber }
    return FileName.safe(parts.joined(separator: "-"), orElse: "poster")
  }

  private static func free(_ name: String, _ ending: String, in folder: String) -> String {
    var path = "\(folder)/\(name).\(ending)"
    var number = 2
    while access(path, F_OK) == 0 {
      path = "\(folder)/\(name)-\(number).\(ending)"
      number += 1
    }
    return path
  }

  /// Returns a path with the home folder as a tilde.
  private static func short(_ path: String) -> String {
    guard let home = UserFolders.variable("HOME"), home.count > 1, path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  /// The user's folder for documents, as xdg-user-dirs has it.
  private static var documents: String {
    let home = UserFolders.variable("HOME") ?? "/tmp"
    let config = UserFolders.variable("XDG_CONFIG_HOME") ?? home + "/.config"
    let lines = SmallFile(path: config + "/user-dirs.dirs").text?.split(separator: "\n") ?? []
    for line in lines where line.hasPrefix("XDG_DOCUMENTS_DIR=\"") {
      let value = line.dropFirst(19).prefix { $0 != "\"" }
      if value.hasPrefix("$HOME/") { return home + value.dropFirst(5) }
      if value.hasPrefix("/") { return String(value) }
    }
    return home + "/Documents"
  }
}
