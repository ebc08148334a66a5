import Catalog
import Colors
import Glibc
import Localization
import Posters
import Publishing
import Files

/// The library that a gallery shows: the user's, another one, or temporary samples.
final class GalleryLibrary: Sendable {
  let library: Library
  /// The error that prevents showing the file, or nil.
  let fault: LibraryError?
  /// A temporary folder to delete at the end, or nil.
  private let scratch: ScratchFolder?

  /// The file, even if it cannot be shown.
  var path: String? { fault?.path ?? library.path }

  /// Throws unless a library can be shown or created; nothing is written.
  static func check(_ path: String, isNamed: Bool) throws {
    guard access(path, F_OK) == 0 else {
      // The folder of the person's own library is created; a named one may be misspelt.
      let folder = FilePath(path).folder.text
      guard isNamed, access(folder, F_OK) != 0 else { return }
      throw MissingFolder(path: path, folder: folder)
    }
    do throws(LibraryError) {
      _ = try Library(path: path, access: .reading)
    } catch {
      // An older or an empty library is converted when it is opened for writing.
      switch error.reason {
      case .missing, .refused: return
      default: throw error
      }
    }
  }

  /// The error for a library in a missing folder.
  struct MissingFolder: LocalizableError {
    let path: String
    let folder: String

    var message: Message {
      Message(
        "{file}: there is no folder {folder}; create it, or name another library",
        ["file": path, "folder": folder])
    }
  }

  /// Opens the library for offscreen pictures of the gallery, without changing it: the named one, or the person's own,
  /// or samples if that has never contained a poster.
  ///
  /// A script changes only a copy, which is deleted with its owner.
  static func shown(_ named: String?, folders: UserFolders, isScripted: Bool) throws -> GalleryLibrary {
    if let named {
      try check(named, isNamed: true)
    } else {
      guard let own = LibraryPlace.own(in: folders), access(own, F_OK) == 0 else { return try samples() }
    }
    guard let path = named ?? LibraryPlace.own(in: folders) else { return try samples() }
    do {
      let library = try Library(path: path, access: .reading)
      if named == nil, try library.state().posters == 0 { return try samples() }
      guard isScripted else { return GalleryLibrary(library: library, scratch: nil) }
    } catch let error as LibraryError where named == nil && error.reason == .missing {
      return try samples()
    }
    return GalleryLibrary(library: try Library(path: path, access: .copying), scratch: nil)
  }

  /// Opens a library for writing; one that has never contained a poster is filled with samples.
  static func opened(_ path: String) throws -> GalleryLibrary {
    if access(path, F_OK) != 0 { Folder.make(FilePath(path).folder.text) }
    do {
      let library = try Library(path: path, access: .writing)
      if try library.state().posters == 0 { try fill(library) }
      return GalleryLibrary(library: library, scratch: nil)
    } catch let error as LibraryError where error.reason == .readOnly {
      return try looked(at: path)
    }
  }

  /// Opens a person's own library for writing; a damaged one is shown as such, so that it can be repaired.
  static func own(_ path: String) throws -> GalleryLibrary {
    do {
      return try opened(path)
    } catch let error as LibraryError {
      guard error.isDamage else { throw error }
      return GalleryLibrary(library: try Library(path: nil, access: .reading), scratch: nil, fault: error)
    }
  }

  /// Opens a library read-only.
  static func looked(at path: String) throws -> GalleryLibrary {
    GalleryLibrary(library: try Library(path: path, access: .reading), scratch: nil)
  }

  /// Returns a library of samples that is deleted with its owner.
  static func samples() throws -> GalleryLibrary {
    let scratch = try scratch()
    try fill(scratch.library)
    return scratch
  }

  /// Returns an empty library that is deleted with its owner.
  static func empty() throws -> GalleryLibrary { try scratch() }

  /// Returns a library of `count` different short posters that is deleted with its owner.
  static func crowd(_ count: Int) throws -> GalleryLibrary {
    let scratch = try scratch()
    let words = ["CALM", "BOLD", "KIND", "WISE", "FREE", "BRAVE", "TRUE", "QUICK", "FAIR", "WARM"]
    var made = 0
    while made < count {
      let end = min(made + 5000, count)
      let records = (made..<end).map { index in
        let hue = Double(index) * 0.381966
        let ground = OKLCH(lightness: 0.45, chroma: 0.13, hue: (hue - hue.rounded(.down)) * 360)
        let poster = Poster(
          // Untranslated: a library for tests and measurements.
          title: "Poster \(index + 1)",
          background: .color(Color(ground).mapped(to: .srgb).rgba),
          lines: [
            Poster.Line("KEEP"), Poster.Line(words[index % words.count]), Poster.Line("and", rank: .small),
            Poster.Line("COUNT"), Poster.Line("\(index + 1)"),
          ])
        return PosterRecord(poster, at: Double(index))
      }
      try scratch.library.insert(records)
      made = end
    }
    return scratch
  }

  private static func scratch() throws -> GalleryLibrary {
    let folder = try ScratchFolder()
    let library = try Library(path: folder.path + "/library.regalia", access: .writing)
    return GalleryLibrary(library: library, scratch: folder)
  }

  /// Opens the same library again. If its file was deleted, it is first rewritten from the open library. Returns the
  /// library and whether it was rewritten.
  func reopened() throws -> (library: GalleryLibrary, isPutBack: Bool) {
    guard scratch == nil, let path else { return (self, false) }
    if fault != nil { return (try Self.opened(path), false) }
    guard library.isWritable else { return (try Self.looked(at: path), false) }
    let isLost = access(path, F_OK) != 0
    if isLost {
      Folder.make(FilePath(path).folder.text)
      try library.export(to: path)
    }
    return (try Self.opened(path), isLost)
  }

  private static func fill(_ library: Library) throws {
    // Two programs may start at once; the first fills it.
    guard try library.posterCount() == 0 else { return }
    try library.insert(GallerySamples.records(at: PosterRecord.presentTime))
  }

  private init(library: Library, scratch: ScratchFolder?, fault: LibraryError? = nil) {
    self.library = library
    self.scratch = scratch
    self.fault = fault
  }
}
