import Glibc
public import Localization

/// A library of the system that is loaded when it is first needed, so that what does without it starts sooner. Once it is
/// loaded it stays.
public struct SharedLibrary {
  /// Why a library cannot be used.
  public struct Failure: LocalizableError {
    /// The fault, with the name of the library.
    public let message: Message
  }

  /// The handle for `dlsym`.
  public let handle: UnsafeMutableRawPointer

  private let name: String

  /// Loads a library.
  ///
  /// - Parameters:
  ///   - name: The name of the library in errors.
  ///   - files: Names such as `libarchive.so.13`, the preferred one first; without a folder, the system's folders are
  ///     searched.
  /// - Throws: ``Failure`` if none of the files can be loaded.
  public init(_ name: String, files: some Sequence<String>) throws(Failure) {
    guard let handle = files.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
      throw Failure(message: Message("{library} is not installed", ["library": name]))
    }
    (self.handle, self.name) = (handle, name)
  }

  /// Returns functions of the library.
  ///
  /// - Parameter find: Looks up all functions by the handle and stores them, or returns the name of a missing one.
  /// - Throws: ``Failure`` that names the missing function.
  public func functions<Functions>(
    _ find: (UnsafeMutableRawPointer, UnsafeMutablePointer<Functions>) -> UnsafePointer<CChar>?
  ) throws(Failure) -> Functions {
    let found = UnsafeMutablePointer<Functions>.allocate(capacity: 1)
    defer { found.deallocate() }
    if let missing = find(handle, found) {
      throw Failure(
        message: Message(
          "{library} is too old: it has no function {name}",
          ["library": name, "name": String(cString: missing)]))
    }
    return found.move()
  }
}
