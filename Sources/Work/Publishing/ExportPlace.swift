import Catalog
import Files
import Glibc
import Localization
package import Posters

/// The default folder and names of exported posters.
package enum ExportPlace {
  /// Regalia's folder in the person's documents.
  package static var folder: String { documents + "/Regalia" }  // Untranslated: a name.

  /// Returns a title as a file name without an extension.
  package static func name(_ title: String) -> String {
    let parts = title.lowercased().split { !$0.isLetter && !$0.isNumber }
    return FileName.safe(parts.joined(separator: "-"), orElse: "poster")
  }

  /// Returns a path without an existing file.
  package static func free(_ name: String, _ ending: String, in folder: String) -> String {
    Slug.free("\(folder)/\(name)") { access("\($0).\(ending)", F_OK) == 0 } + ".\(ending)"
  }

  /// Returns the path of a folder that does not exist.
  package static func freeFolder(_ name: String, in folder: String) -> String {
    Slug.free("\(folder)/\(name)") { access($0, F_OK) == 0 }
  }

  /// Returns the error of a folder that cannot be made.
  package static func failure(_ folder: String) -> PosterError {
    PosterError(
      field: "", message: Message("the folder {path} cannot be made", ["path": folder]))
  }

  /// Abbreviates the home folder in a path to a tilde.
  package static func short(_ path: String) -> String {
    guard let home = UserFolders.variable("HOME"), home.count > 1, path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  /// Expands a tilde at the start of a path to the home folder.
  package static func whole(_ path: String) -> String {
    FilePath(path).expandingHome(UserFolders.variable("HOME")).text
  }

  /// The user's documents folder, by xdg-user-dirs.
  private static var documents: String {
    let home = UserFolders.variable("HOME") ?? "/tmp"
    let config = UserFolders.variable("XDG_CONFIG_HOME") ?? home + "/.config"
    let lines = SmallFile(path: config + "/user-dirs.dirs").text?.split(separator: "\n") ?? []
    for line in lines where line.hasPrefix("XDG_DOCUMENTS_DIR=\"") {
      let value = line.dropFirst(19).prefix { $0 != "\"" }
      if value.hasPrefix("$HOME/") { return home + value.dropFirst(5) }
      if value.hasPrefix("/") { return String(value) }
    }
    // Untranslated: xdg-user-dirs has this name where no other is set.
    return home + "/Documents"
  }
}
