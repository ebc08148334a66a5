import Catalog
import Colors
import Files
import Geometry
import Glibc
import Images

/// Pictures of posters in the user's cache folder, within a number of bytes, named after their keys.
///
/// Errors of files are ignored; the picture is made again.
struct ThumbnailDiskCache {
  private let folder: String
  private let budget: Int
  /// The bytes of all files, if known.
  private var byteCount: Int?

  /// Identifies the program that draws, so that pictures of another build are never used.
  private static let drawing: String = {
    var status = stat()
    guard stat("/proc/self/exe", &status) == 0 else { return "unknown" }
    let parts = [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    return String(parts.reduce(UInt64(0)) { $0 &* 1_000_003 &+ UInt64(truncatingIfNeeded: $1) }, radix: 36)
  }()

  init(folder: String, budget: Int) {
    self.folder = folder
    self.budget = max(budget, 0)
  }

  private func path(_ key: ThumbnailKey) -> String {
    let scale = Int((key.scale * 1000).rounded())
    let ground = Color(key.ground).text(as: .hex).dropFirst()
    return
      "\(folder)/\(key.digest)-\(key.size.width)x\(key.size.height)-\(scale)-\(ground)-\(Self.drawing).png"
  }

  func read(_ key: ThumbnailKey) -> [UInt8]? {
    let path = path(key)
    guard let code = try? FileBytes.read(path, atMost: min(key.byteCount * 2 + 1024, 64 << 20)),
      let picture = try? Bitmap(encoded: code, fitting: key.size), picture.size == key.size
    else { return nil }
    // It was used, so others are deleted first.
    utimensat(AT_FDCWD, path, nil, 0)
    return picture.bytes
  }

  mutating func write(_ pixels: [UInt8], for key: ThumbnailKey) {
    guard budget > 0, Folder.make(folder) else { return }
    let count: Int
    do {
      // Fast compression: plain pages are small anyway, and a picture is written for each visible poster.
      let code = try PNG.encoded(Bitmap(size: key.size, bytes: pixels), compression: 1)
      try AtomicFile.write(code, to: path(key))
      count = code.count
    } catch {
      return
    }
    let total = (byteCount ?? files().reduce(0) { $0 + $1.size }) + count
    byteCount = total
    if total > budget { prune() }
  }

  private struct File {
    let path: String
    let size: Int
    let used: timespec
  }

  private func files() -> [File] {
    var result: [File] = []
    for name in Folder.names(in: folder) ?? [] {
      guard name.hasSuffix(".png") else { continue }
      var status = stat()
      guard stat("\(folder)/\(name)", &status) == 0 else { continue }
      result.append(File(path: "\(folder)/\(name)", size: Int(status.st_size), used: status.st_mtim))
    }
    return result
  }

  /// Deletes the least recently used files until an eighth of the budget is free.
  private mutating func prune() {
    let all = files().sorted { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
    var total = all.reduce(0) { $0 + $1.size }
    for file in all {
      guard total > budget * 7 / 8 else { break }
      if unlink(file.path) == 0 { total -= file.size }
    }
    byteCount = total
  }
}
