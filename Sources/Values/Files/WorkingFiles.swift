import Glibc
import Synchronization

/// The files in which writing goes on until they are whole and get their names.
///
/// A program that is killed while it writes leaves such a file behind. The writer holds the file's lock, and the name
/// ends with the file's inode number. So another program can tell leftovers from files that are being written and
/// from people's files: a copy, or a file that happens to have such a name, has another inode.
public enum WorkingFiles {
  /// The seconds after which a file that nobody holds is taken for one that was left: it is locked right after it is made.
  public static let patience = 600.0

  /// Returns a random number in base 36.
  public static func suffix() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }

  /// Makes an empty file whose path begins with `prefix`, and holds it for as long as its descriptor is open; follows no
  /// link. The descriptor is negative where the system refuses, as `errno` says.
  public static func make(_ prefix: String) -> (path: String, descriptor: Int32) {
    let path = prefix + suffix()
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return (path, descriptor) }
    // Where there are no locks, its age alone protects it.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return (path, descriptor) }
    let marked = path + "-" + String(status.st_ino, radix: 36)
    return (rename(path, marked) == 0 ? marked : path, descriptor)
  }

  /// Removes the files of this user in a folder that `make` has named with a prefix, which nobody holds and nobody has
  /// changed for `patience` seconds; and beside each those whose names go on with one of `companions`.
  public static func removeLeft(
    in folder: String, named prefix: String, companions: [String] = [], patience: Double = patience
  ) {
    for name in Folder.names(in: folder) ?? [] {
      guard let number = number(in: name, prefix), remove("\(folder)/\(name)", number, patience) else {
        continue
      }
      for companion in companions { unlink("\(folder)/\(name)\(companion)") }
    }
  }

  /// Does so once in the life of the process for each folder, because a folder may hold very many files.
  static func removeLeftOnce(in folder: String, named prefix: String) {
    if visited.withLock({ $0.insert(folder).inserted }) { removeLeft(in: folder, named: prefix) }
  }

  private static let visited = Mutex<Set<String>>([])

  /// Returns the file's number that a name ends with, or nil where `make` has not made the name.
  private static func number(in name: String, _ prefix: String) -> UInt? {
    guard name.hasPrefix(prefix) else { return nil }
    let parts = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let random = UInt64(parts[0], radix: 36), let number = UInt(parts[1], radix: 36),
      String(random, radix: 36) == parts[0], String(number, radix: 36) == parts[1]
    else { return nil }
    return number
  }

  private static func remove(_ path: String, _ number: UInt, _ patience: Double) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var (status, now) = (stat(), timespec())
    guard fstat(descriptor, &status) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0,
      status.st_mode & S_IFMT == S_IFREG, status.st_ino == number, status.st_uid == geteuid(),
      Double(now.tv_sec - status.st_mtim.tv_sec) >= patience, flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return false }
    return unlink(path) == 0
  }
}
