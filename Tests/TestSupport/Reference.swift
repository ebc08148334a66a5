import Foundation

/// Reference values that come from others and are read in place, never copied into the repository.
public enum Reference {
  /// Returns the path of a reference file, or nil where the reference folder is not beside the checkout.
  ///
  /// The folder is `REGALIA_REFERENCE` when that is set, otherwise `../shared/reference`.
  public static func file(_ name: String) -> String? {
    let environment = ProcessInfo.processInfo.environment
    let folder =
      environment["REGALIA_REFERENCE"].map { URL(filePath: $0) }
      ?? Fixture.checkout.deletingLastPathComponent().appending(path: "shared/reference")
    let path = folder.appending(path: name).path(percentEncoded: false)
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}
