import Files
import Glibc

/// What is said of files and folders to a person who chooses among them.
enum FileWords {
  /// Returns why a folder cannot be looked into, by the number of the error.
  static func fault(_ code: Int32, _ path: String) -> String {
    let name = FilePath(path).name
    return switch code {
    case ENOENT: "There is no folder “\(name)” here any more"
    case ENOTDIR: "“\(name)” is no folder"
    case EACCES, EPERM: "You may not look into “\(name)”"
    default: "“\(name)” cannot be read: \(String(cString: strerror(code)))"
    }
  }

  /// Returns a size, such as “1.2 MB”.
  static func size(_ bytes: Int) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    var (amount, unit) = (Double(bytes), 0)
    while amount >= 999.5, unit + 1 < units.count { (amount, unit) = (amount / 1000, unit + 1) }
    if unit == 0 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    let tenths = (amount * 10).rounded() / 10
    return tenths < 10 ? "\(tenths) \(units[unit])" : "\(Int(amount.rounded())) \(units[unit])"
  }
}
