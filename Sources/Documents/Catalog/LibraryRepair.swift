import Files
import Glibc

/// What could be saved of a damaged library.
public struct LibraryRepair: Hashable, Sendable {
  /// How many crowns were saved.
  public let crowns: Int
  /// How many posters were saved.
  public let posters: Int
  /// Where the damaged file lies now.
  public let kept: String

  /// What was done, in words.
  public var summary: String {
    func words(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    return
      "Saved \(words(crowns, "crown")) and \(words(posters, "poster")); the damaged file is kept as "
      + FilePath(kept).name
  }

  /// Writes what can be read of a library into a fresh file in its place, and keeps the old one beside it.
  ///
  /// Nothing is touched before the new file is whole. Throws where the file cannot be read or is no library.
  public init(path: String) throws(LibraryError) {
    try Self.checkKind(path)
    var counts = (crowns: 0, posters: 0)
    let isOurs = Self.isOurs(path)
    kept = Slug.free(path + ".damaged") { access($0, F_OK) == 0 }
    try NewLibraryFile.write(at: path, isLogged: true, predecessor: .isRenamed(to: kept)) { database in
      let rescue = try Rescue(path, into: database)
      counts = (rescue.crowns, rescue.posters)
      guard isOurs || counts != (0, 0) else {
        throw LibraryError(path: path, reason: .foreign("nothing in it is of Regalia"))
      }
    }
    (crowns, posters) = counts
  }

  private static func checkKind(_ path: String) throws(LibraryError) {
    do throws(LibraryError) {
      switch try LibraryHeader.read(path) {
      case .missing, .empty: throw LibraryError(path: path, reason: .missing)
      case .header(let header):
        try header.check(path)
        if header.version > Schema.current.version {
          throw LibraryError(path: path, reason: .newer(version: header.version))
        }
      }
    } catch {
      // Damage is what we are here for, and the very first bytes may be part of it.
      switch error.reason {
      case .damaged: break
      case .foreign where !isOtherProgram(path): break
      default: throw error
      }
    }
  }

  private static func isOtherProgram(_ path: String) -> Bool {
    guard case .header(let header)? = try? LibraryHeader.read(path) else {
      var status = stat()
      return stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFREG
    }
    return header.applicationID != Schema.applicationID && header.applicationID != 0
  }

  private static func isOurs(_ path: String) -> Bool {
    guard case .header(let header)? = try? LibraryHeader.read(path) else { return false }
    return header.applicationID == Schema.applicationID
  }
}
