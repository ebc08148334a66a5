import Publishing
import Catalog
import Posters
import Files

/// Posters where people write a file or the name of one on the wall. A path has a separator or an ending; what has neither is
/// the name of a poster.
final class NamedPosters {
  private let options: LibraryOptions
  private let access: Library.Access
  /// The wall for looking up names: opened once, never made, and without warnings.
  private lazy var known = try? WallPosters(LibraryPlace.open(named: options.library, access: .reading))

  init(_ options: LibraryOptions, access: Library.Access = .reading) {
    self.options = options
    self.access = access
  }

  /// A poster and, where it hangs on the wall, its place there.
  struct Source {
    let poster: Poster
    let entry: WallPosters.Entry?

    /// The document, as it was written where a newer Regalia has written it.
    func document(named name: String) throws -> String {
      guard poster.newerVersion != nil else { return poster.json }
      let bytes = try entry?.record.document ?? FileBytes.readArgument(name, atMost: Poster.longestDocument)
      let text = String(decoding: bytes, as: UTF8.self)
      return text.hasSuffix("\n") ? text : text + "\n"
    }

    /// Returns the poster, to be changed; throws where a newer Regalia has made it.
    func changeable() throws -> Poster {
      guard let newer = poster.newerVersion else { return poster }
      throw PosterError(
        field: "version", message: "\(newer), so that it can be shown and rendered, but not be changed here")
    }
  }

  func wall() throws -> WallPosters { WallPosters(try options.open(access)) }

  func source(named name: String) throws -> Source {
    try PosterCommand.refusing {
      if try isFile(name) {
        return Source(poster: try PosterCommand.poster(in: name, allowsNewer: true), entry: nil)
      }
      let wall = try wall()
      let entry: WallPosters.Entry
      do {
        entry = try wall.entry(named: name)
      } catch  where FileBytes.exists(name) {
        throw PosterError(field: "", message: "\(error); the file of this name is ./\(name)")
      }
      let poster = try wall.poster(of: entry, allowsNewer: true)
      if poster.newerVersion != nil {
        PosterCommand.warn(poster.unknownFieldWarnings.map { "\(entry.record.id): \($0)" })
      }
      return Source(poster: poster, entry: entry)
    }
  }

  /// Returns a document in which names in braces stand for the values of a row.
  func template(named name: String) throws -> MergeTemplate {
    try PosterCommand.refusing {
      let (bytes, source): ([UInt8], String)
      if try isFile(name) {
        bytes = try FileBytes.readArgument(name, atMost: Poster.longestDocument)
        source = FileBytes.name(of: name)
      } else {
        let entry = try wall().entry(named: name)
        (bytes, source) = (entry.record.document, entry.record.id)
      }
      do {
        return try MergeTemplate(json: bytes)
      } catch {
        throw PosterError(field: "", message: "\(source): \(error)")
      }
    }
  }

  /// Whether a name stands for a file or standard input and not for a poster on the wall.
  ///
  /// Throws where there are both: a title may have a full stop in it.
  func isFile(_ name: String) throws -> Bool {
    if name.hasPrefix(WallPosters.prefix) { return false }
    if name == "-" || name.contains("/") { return true }
    guard FileBytes.isPath(name), FileBytes.exists(name) else { return name.hasSuffix(".json") }
    // A library that cannot be opened has no poster of this name.
    guard (try? known?.entry(named: name)) == nil else {
      throw PosterError(
        field: "",
        message: ProgramLanguage.localized(
          "“{name}” is a file and a poster on the wall; write ./{name} or {prefix}{name}",
          ["name": name, "prefix": WallPosters.prefix]))
    }
    return true
  }
}
