import Files
import Terminal

/// A program that shows the dialogs of a desktop for others: zenity for GNOME's, kdialog for KDE's.
struct DialogProgram {
  enum Kind: String, CaseIterable {
    case zenity
    case kdialog
  }

  let kind: Kind
  let path: String

  /// Finds one of the programs, that of the desktop first.
  static func find() -> DialogProgram? {
    let isKDE = UserFolders.variable("XDG_CURRENT_DESKTOP")?.contains("KDE") == true
    let kinds = isKDE ? Kind.allCases.reversed() : Kind.allCases
    return kinds.lazy.compactMap { kind in
      ChildProgram.find(kind.rawValue).map { DialogProgram(kind: kind, path: $0) }
    }.first
  }

  /// Asks for files, and waits until the person has decided: such a program ends with an error when they leave.
  func ask(_ request: FileChooser.Request) -> FileChooser.Answer {
    guard let output = try? ChildProgram.output(of: path, arguments(for: request)) else { return .cancelled }
    let files = output.split(separator: "\n").map(String.init).filter { $0.hasPrefix("/") }
    return files.isEmpty ? .cancelled : .files(files)
  }

  /// Returns the patterns of files with one of some endings, in small letters and in capitals.
  static func patterns(of endings: [String]) -> [String] {
    endings.flatMap { [$0, $0.uppercased()] }.map { "*." + $0 }
  }

  func arguments(for request: FileChooser.Request) -> [String] {
    let folder = request.folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    switch kind {
    case .zenity:
      var words = ["--file-selection", "--title=\(request.title)"]
      switch request.kind {
      case .open: break
      case .openSeveral: words += ["--multiple", "--separator=\n"]
      case .folder: words.append("--directory")
      case .save: words += ["--save", "--confirm-overwrite"]
      }
      let name = if case .save(let name) = request.kind { name } else { "" }
      if folder != nil || !name.isEmpty { words.append("--filename=\(folder ?? "")\(name)") }
      return words
        + request.filters.map { filter in
          "--file-filter=\(filter.name) | \(Self.patterns(of: filter.endings).joined(separator: " "))"
        }
    case .kdialog:
      let start = folder ?? UserFolders.variable("HOME") ?? "."
      let filters = request.filters.map { filter in
        "\(Self.patterns(of: filter.endings).joined(separator: " "))|\(filter.name)"
      }.joined(separator: "\n")
      let titled = ["--title", request.title]
      switch request.kind {
      case .open: return titled + ["--getopenfilename", start, filters]
      case .openSeveral:
        return titled + ["--multiple", "--separate-output", "--getopenfilename", start, filters]
      case .folder: return titled + ["--getexistingdirectory", start]
      case .save(let name):
        return titled + ["--getsavefilename", (folder ?? start + "/") + name, filters]
      }
    }
  }
}
