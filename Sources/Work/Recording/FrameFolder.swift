import Glibc
import Images
import Files

/// A folder of numbered pictures that holds all of a recording or what it held before.
///
/// They are written into a hidden folder inside and moved when they are complete.
package struct FrameFolder: ~Copyable {
  private let path: String
  private let working: String
  /// Whether the folder was made for this.
  private let isNew: Bool
  private var names: [String] = []

  /// Opens a folder, which is made when it is missing; one in use is refused unless `replacesFrames`.
  package init(path: String, replacesFrames: Bool) throws {
    var path = path
    while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
    let isNew = try Self.make(path, replacesFrames)
    let working = path + "/" + AtomicFile.workingPrefix + WorkingFiles.suffix()
    guard mkdir(working, 0o777) == 0 else { throw AtomicFile.Failure(path: path, code: errno) }
    (self.path, self.working, self.isNew) = (path, working, isNew)
  }

  /// Returns whether the folder had to be made.
  private static func make(_ path: String, _ replacesFrames: Bool) throws -> Bool {
    if mkdir(path, 0o777) == 0 { return true }
    guard errno == EEXIST else { throw AtomicFile.Failure(path: path, code: errno) }
    guard let names = Folder.names(in: path) else {
      if errno == ENOTDIR { throw FilmError.notAFolder(path) }
      throw AtomicFile.Failure(path: path, code: errno)
    }
    if !names.isEmpty, !replacesFrames { throw FilmError.folderInUse(path) }
    return false
  }

  deinit {
    for name in names { unlink("\(working)/\(name)") }
    rmdir(working)
    // It stays when there is something in it.
    if isNew { rmdir(path) }
  }

  /// Writes the next frame, the bytes of a PNG.
  package mutating func append(_ bytes: [UInt8]) throws(AtomicFile.Failure) {
    let name = Self.name(names.count)
    names.append(name)
    let file = open("\(working)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw AtomicFile.Failure(path: "\(path)/\(name)", code: errno) }
    var rest = bytes[...]
    var code: Int32 = 0
    while !rest.isEmpty, code == 0 {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { code = errno }
    }
    // Some file systems tell only now that they are full.
    if close(file) != 0, code == 0 { code = errno }
    if code != 0 { throw AtomicFile.Failure(path: "\(path)/\(name)", code: code) }
  }

  /// Puts the frames in their places, and takes those of an earlier recording away.
  package mutating func commit() throws(AtomicFile.Failure) {
    for name in names {
      guard rename("\(working)/\(name)", "\(path)/\(name)") == 0 else {
        throw AtomicFile.Failure(path: "\(path)/\(name)", code: errno)
      }
    }
    let count = names.count
    names = []
    for name in Folder.names(in: path) ?? [] where Self.number(of: name).map({ $0 >= count }) ?? false {
      unlink("\(path)/\(name)")
    }
  }

  /// The name of a frame, counted from 0.
  package static func name(_ number: Int) -> String {
    let figures = String(number)
    return "frame-" + String(repeating: "0", count: max(0, 6 - figures.count)) + figures + ".png"
  }

  private static func number(of name: String) -> Int? {
    guard name.hasPrefix("frame-"), name.hasSuffix(".png"), let number = Int(name.dropFirst(6).dropLast(4)),
      Self.name(number) == name
    else { return nil }
    return number
  }
}
