import ArgumentParser
import Catalog
import Colors
import Files
import Posters
import Publishing

// Completions beyond commands, options and their values: colours, and the names in a library.
extension CompletionKind {
  /// The CSS names of colours.
  static var colors: CompletionKind { .list(NamedColor.all.map(\.name)) }

  /// The changes of a poster, up to the value.
  static var posterChanges: CompletionKind {
    .custom { _, _, begun in
      let lines = (1...9).map { "line\($0)" }.flatMap { line in
        [line] + PosterChanges.lineFields.map { "\(line)-\($0)" }
      }
      let elements = PosterChanges.names.filter { $0.hasPrefix("code1") || $0.hasPrefix("picture1") }
        .map { String($0.dropLast()) }
      return (PosterChanges.names.filter { !$0.hasSuffix("…") } + lines + elements).map { $0 + "=" }
        .filter { $0.hasPrefix(begun) }
    }
  }

  /// The topics of the help pages, and the commands, whose usage it prints.
  static var helpTopics: CompletionKind {
    .list(HelpTopic.allCases.map(\.rawValue) + Regalia.subcommandNames)
  }

  /// The ids of palettes.
  static var palettes: CompletionKind { .named { try $0.palettes().map(\.id) } }

  /// The ids of palettes, and files.
  static var palettesAndFiles: CompletionKind { .named(andFiles: true) { try $0.palettes().map(\.id) } }

  /// The ids of posters in the gallery.
  static var posters: CompletionKind { .named { try GalleryPosters($0).summaries().map(\.id) } }

  /// The ids of posters in the gallery, and files.
  static var postersAndFiles: CompletionKind {
    .named(andFiles: true) { try GalleryPosters($0).summaries().map(\.id) }
  }

  /// The ids of crowns.
  static var crowns: CompletionKind { .named { try $0.crowns().map(\.id) } }

  /// The ids of crowns, and files.
  static var crownsAndFiles: CompletionKind { .named(andFiles: true) { try $0.crowns().map(\.id) } }

  /// The emblems of a poster.
  static var emblems: CompletionKind {
    .named(andFiles: true) { try ["default", "none"] + $0.crowns().map(\.id) }
  }

  /// Creates the completion for the names in a library; one that cannot be read has no completions.
  private static func named(
    andFiles: Bool = false, _ names: @escaping @Sendable (Library) throws -> [String]
  ) -> CompletionKind {
    .custom { words, _, begun in
      let library = try? LibraryPlace.open(named: named(in: words), access: .reading)
      let known = library.flatMap { try? names($0) } ?? []
      return known.filter { $0.hasPrefix(begun) } + (andFiles ? files(begun) : [])
    }
  }

  /// Returns the library named on a command line.
  private static func named(in words: [String]) -> String? {
    let option = "--library"
    if let word = words.last(where: { $0.hasPrefix(option + "=") }) {
      return String(word.dropFirst(option.count + 1))
    }
    return words.lastIndex(of: option).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
  }

  /// Returns the files and folders that complete a path.
  private static func files(_ begun: String) -> [String] {
    let folder = begun.lastIndex(of: "/").map { String(begun[...$0]) } ?? ""
    let path = FilePath(folder.isEmpty ? "." : folder).expandingHome(UserFolders.variable("HOME")).text
    return FolderListing(reading: path, startingWith: String(begun.dropFirst(folder.count))).entries
      .map { folder + $0.name }
  }
}
