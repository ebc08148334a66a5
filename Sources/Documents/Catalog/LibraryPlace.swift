public import Files
import Glibc

/// The locations of the libraries.
public enum LibraryPlace {
  /// The user's own library, or nil without a home folder.
  public static func own(in folders: UserFolders = UserFolders()) -> String? {
    folders.data.map { $0 + "/library.regalia" }
  }

  /// The shipped library, or nil if it is not found.
  ///
  /// It is in `share/regalia` beside the `lib` where the program is installed, or in the `Assets` of the checkout that
  /// it was built in.
  public static let shipped: String? = {
    let places =
      [Folder.program.appending("crowns.sqlite")]
      + Folder.places(aboveProgram: ["share/regalia/crowns.sqlite", "Assets/crowns.sqlite"])
    return places.map(\.text).first { access($0, R_OK) == 0 }
  }()

  /// Opens the named library, or otherwise the user's own, together with the shipped one.
  ///
  /// When reading, a missing library of the user's own counts as empty.
  ///
  /// - Throws: ``LibraryError`` if a library cannot be opened, or with `homeless` if the user's own library is to be
  ///   changed and has no place.
  public static func open(named path: String?, access: Library.Access) throws(LibraryError) -> Library {
    if let path { return try Library(path: path, shipped: shipped, access: access) }
    guard let own = own() else {
      guard access == .reading else { throw LibraryError(path: "library", reason: .homeless) }
      return try Library(path: nil, shipped: shipped, access: access)
    }
    let isThere = Glibc.access(own, F_OK) == 0
    return try Library(path: isThere || access != .reading ? own : nil, shipped: shipped, access: access)
  }

  /// Opens the user's own library for reading, without searching for the shipped one; nil if it does not exist yet.
  ///
  /// - Throws: ``LibraryError`` if the library exists but is damaged or cannot be opened.
  public static func openOwn() throws(LibraryError) -> Library? {
    guard let own = own(), access(own, F_OK) == 0 else { return nil }
    return try Library(path: own, access: .reading)
  }
}
