import Publishing
import Catalog
import Posters
import Files

/// Posters where people write a file or the name of one on the wall: a file that is there wins.
struct NamedPosters {
  private let options: LibraryOptions
  private let access: Library.Access

  init(_ options: LibraryOptions, access: Library.Access = .reading) {
    self.options = options
    self.access = access
  }

  /// A poster and, where it hangs on the wall, its place there.
  struct Source {
    let poster: Poster
    let entry: WallPosters.Entry?
  }

  func wall() throws -> WallPosters { WallPosters(try options.open(access)) }

  func source(named name: String) throws -> Source {
    if isFile(name) {
      return Source(poster: try PosterCommand.poster(in: name), entry: nil)
    }
    return try PosterCommand.refusing {
      let wall = try wall()
      let entry = try wall.entry(named: name)
      return Source(poster: try wall.poster(of: entry), entry: entry)
    }
  }

  /// Whether a name stands for a file or standard input and not for a poster on the wall.
  func isFile(_ name: String) -> Bool {
    !name.hasPrefix(WallPosters.prefix) && (name == "-" || FileBytes.exists(name) || Self.isPath(name))
  }

  /// Whether a name can only be meant as a file, so that one that is missing is told of as such.
  private static func isPath(_ name: String) -> Bool { name.contains("/") || name.hasSuffix(".json") }
}
