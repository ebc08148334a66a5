import Publishing
import ArgumentParser
import Catalog
import Terminal
import Text

/// The library of a command.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The library to use instead of the one in $XDG_DATA_HOME/regalia."),
      valueName: "file"),
    completion: .file())
  var library: String?

  /// Opens the library together with the crowns shipped with the program, and reports if those are missing.
  func open(_ access: Library.Access) throws -> Library {
    if LibraryPlace.shipped == nil {
      StandardOutput.complain(
        ProgramLanguage.localized(
          "the crowns that come with Regalia are missing from its folder; install it again"))
    }
    if library == nil, access == .reading, LibraryPlace.own() == nil {
      StandardOutput.complain(
        ProgramLanguage.localized(
          "there is no home folder, and so no library of your own; set HOME, or name one with --library"))
    }
    let library = try LibraryPlace.open(named: library, access: access)
    let unreadable = try library.unreadableRows()
    for row in unreadable.prefix(Self.mostNamed) {
      StandardOutput.complain(
        ProgramLanguage.localized(
          "{row}; it stays in the library but is not shown", ["row": ProgramLanguage.localized(row)]))
    }
    if unreadable.count > Self.mostNamed {
      StandardOutput.complain(
        ProgramLanguage.localized(
          "{count} row of the library cannot be read; regalia library check lists it",
          plural: "{count} rows of the library cannot be read; regalia library check lists them",
          count: unreadable.count))
    }
    return library
  }

  /// The maximum number of unreadable rows that are listed.
  private static let mostNamed = 20

  /// The path of the library's own file.
  var path: String {
    get throws {
      guard let path = library ?? LibraryPlace.own() else {
        throw LibraryError(path: "library", reason: .homeless)
      }
      return path
    }
  }

  /// Runs `body`; an unknown id and similar errors are negative answers with exit code 1, not failures.
  static func answering(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as LibraryError {
      switch error.reason {
      case .unknown(let id):
        StandardOutput.complain(
          ProgramLanguage.localized(
            "the library has nothing with the id {id}; regalia crowns search finds ids by words", ["id": id]))
      case .shipped(let id):
        StandardOutput.complain(
          ProgramLanguage.localized("{id} comes with Regalia and cannot be removed", ["id": id]))
      default: throw error
      }
      throw ExitCode(1)
    } catch let refusal as CrownFile.Refusal {
      StandardOutput.complain(ProgramLanguage.localized(refusal))
      throw ExitCode(1)
    }
  }
}

/// The output format of a list.
struct ListOptions: ParsableArguments {
  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Print JSON.")))
  var json = false

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "End each row with a null byte instead of a line break, and print names unchanged.")))
  var null = false

  func validate() throws {
    guard !(json && null) else {
      throw ValidationError(ProgramLanguage.localized("Choose --json or --null."))
    }
  }

  /// Prints rows of cells separated by tabs.
  func print(_ rows: [[String]]) throws {
    // One write for all rows, since a thousand of them would be slow.
    let text = rows.map { null ? $0.joined(separator: "\t") + "\0" : ForeignText.row($0) + "\n" }.joined()
    if !text.isEmpty { try StandardOutput.write(text) }
  }
}
