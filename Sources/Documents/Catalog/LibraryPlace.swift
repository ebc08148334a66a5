public import Files
import Glibc

/// Where the libraries of crowns and posters lie.
public enum LibraryPlace {
  /// The user's own library, or nil without a home.
  public static func own(in folders: UserFolders = UserFolders()) -> String? {
    folders.data.map { $0 + "/library.regalia" }
  }

  /// The library that came with the program, or nil where it is not found.
  ///
  /// It lies in `share/regalia` beside the `lib` that the program was installed to, or in the `Assets` of the
  /// checkout that it was built in.
  public static let shipped: String? = {
    let places =
      [Folder.program.appending("crowns.sqlite")]
      + Folder.places(aboveProgram: ["share/regalia/crowns.sqlite", "Assets/crowns.sqlite"])
    return places.map(\.text).first { access($0, R_OK) == 0 }
  }()

  /// Opens the library that a person named, or else their own, beside the shipped one.
  ///
  /// To be read, a library of their own that is not there yet counts as an empty one.
  ///
  /// - Throws: also `homeless` where there is no place for a library of their own to be changed.
  public static func open(named path: String?, access: Library.Access) throws(LibraryError) -> Library {
    if let path { return try Library(path: path, shipped: shipped, access: access) }
    guard let own = own() else {
      guard access == .reading else { throw LibraryError(path: "library", reason: .homeless) }
      return try Library(path: nil, shipped: shipped, access: access)
    }
    let isThere = Glibc.access(own, F_OK) == 0
    return try Library(path: isThere || access != .reading ? own : nil, shipped: shipped, access: access)
  }

  /// Opens the person's own library to be read, without the shipped one and what is looked at in that; nil where there is
  /// none yet.
  public static func openOwn() throws(LibraryError) -> Library? {
    guard let own = own(), access(own, F_OK) == 0 else { return nil }
    return try Library(path: own, access: .reading)
  }
}
