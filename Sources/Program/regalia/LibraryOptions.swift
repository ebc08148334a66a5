import Publishing
import ArgumentParser
import Catalog
import Terminal

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
    let library = try LibraryPlace.open(named: library, access: access)
    let unreadable = try library.unreadableRows()
    for row in unreadable.prefix(Self.mostNamed) {
      StandardOutput.complain("regalia: \(row); it is left out and stays in the library")
    }
    if unreadable.count > Self.mostNamed {
      StandardOutput.complain("regalia: \(unreadable.count) rows in all; regalia library check names them")
    }
    return library
  }

  /// How many rows that cannot be read are named one by one.
  private static let mostNamed = 20

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
