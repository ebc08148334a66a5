import Glibc
import Synchronization

/// The files in which writing goes on until they are whole and get their names.
///
/// A program that is killed meanwhile leaves such a file behind. Whoever writes one holds its lock, so that another
/// program can tell what is left from what is being written.
public enum WorkingFiles {
  /// The seconds after which a file that nobody holds is taken for one that was left: it is locked right after it is made.
  public static let patience = 600.0

  /// The letters behind what a name begins with: a random number in base 36.
  public static func suffix() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }

  /// Holds a file that was just made for as long as its descriptor is open.
  public static func hold(_ descriptor: Int32) {
    // Where there are no locks, its age alone protects it.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
  }

  /// Removes the regular files of this user in a folder whose names are `prefix`, a random number and one of `endings`,
  /// which nobody holds and nobody has changed for `patience` seconds.
  public static func removeLeft(
    in folder: String, named prefix: String, endings: [String] = [""], patience: Double = patience
  ) {
    for name in Folder.names(in: folder) ?? [] where isWorking(name, prefix, endings) {
      remove("\(folder)/\(name)", patience)
    }
  }

  /// Does so once in the life of the process for each folder, because a folder may hold very many files.
  static func removeLeftOnce(in folder: String, named prefix: String) {
    if visited.withLock({ $0.insert(folder).inserted }) { removeLeft(in: folder, named: prefix) }
  }

  private static let visited = Mutex<Set<String>>([])

  private static func isWorking(_ name: String, _ prefix: String, _ endings: [String]) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let rest = name.dropFirst(prefix.count)
    let number = rest.prefix { ("0"..."9").contains($0) || ("a"..."z").contains($0) }
    return (1...13).contains(number.utf8.count) && endings.contains(String(rest.dropFirst(number.count)))
  }

  private static func remove(_ path: String, _ patience: Double) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var (status, now) = (stat(), timespec())
    guard fstat(descriptor, &status) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0,
      status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      Double(now.tv_sec - status.st_mtim.tv_sec) >= patience, flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    unlink(path)
  }
}
