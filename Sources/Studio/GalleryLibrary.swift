import Catalog
import Glibc

/// The library that a gallery shows: the user's, another one, or samples for as long as they are looked at.
struct GalleryLibrary {
  let library: Library
  /// A folder to delete in the end, or nil.
  private let scratch: String?

  /// Opens a library to be changed; one that is not there yet is made and filled with samples.
  static func opened(_ path: String) throws -> GalleryLibrary {
    let isNew = access(path, F_OK) != 0
    if isNew, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      _ = UserFolders.make(String(path[..<slash]))
    }
    do {
      let library = try Library(path: path, access: .writing)
      if isNew { try fill(library) }
      return GalleryLibrary(library: library, scratch: nil)
    } catch let error as LibraryError where !isNew && error.reason == .readOnly {
      return GalleryLibrary(library: try Library(path: path, access: .reading), scratch: nil)
    }
  }

  /// Returns a library of samples that goes when `end` is called.
  static func samples() throws -> GalleryLibrary {
    var template = Array("/tmp/regalia-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw LibraryError(path: "/tmp", reason: .refused(String(cString: strerror(errno))))
    }
    let folder = template.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    let library = try Library(path: folder + "/library.regalia", access: .writing)
    try fill(library)
    return GalleryLibrary(library: library, scratch: folder)
  }

  /// Deletes what was made for a moment.
  func end() {
    guard let scratch else { return }
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(scratch + "/library.regalia" + suffix) }
    rmdir(scratch)
  }

  private static func fill(_ library: Library) throws {
    // Two programs may start at once; the first fills it.
    guard try library.posterCount() == 0 else { return }
    try library.insert(try GallerySamples.records(at: GalleryEdits.now))
  }

  private init(library: Library, scratch: String?) {
    self.library = library
    self.scratch = scratch
  }
}
