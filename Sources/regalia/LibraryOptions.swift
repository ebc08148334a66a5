import ArgumentParser
import Catalog
import Studio

/// Which library a command works on.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The library to use instead of the one in $XDG_DATA_HOME/regalia.", valueName: "file"),
    completion: .file())
  var library: String?

  /// Opens the library beside the crowns that came with the program, and tells where those are missing.
  func open(_ access: Library.Access) throws -> Library {
    if LibraryPlace.shipped == nil {
      StandardOutput.complain(
        "regalia: the crowns that come with Regalia are not where it was installed; install it anew")
    }
    return try LibraryPlace.open(named: library, access: access)
  }

  /// The path of the library's own file.
  var path: String {
    get throws {
      guard let path = library ?? LibraryPlace.own() else {
        throw ValidationError("There is no home folder; name a library with --library.")
      }
      return path
    }
  }

  /// Runs `body`; an id that is not there, and the like, is a negative answer and no failure.
  static func answering(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as LibraryError {
      switch error.reason {
      case .unknown(let id):
        StandardOutput.complain(
          "regalia: nothing in the library is called \(id); regalia crowns search finds ids by words")
      case .shipped(let id): StandardOutput.complain("regalia: \(id) came with Regalia and cannot be removed")
      default: throw error
      }
      throw ExitCode(1)
    } catch let refusal as CrownFile.Refusal {
      StandardOutput.complain("regalia: \(refusal)")
      throw ExitCode(1)
    }
  }
}
