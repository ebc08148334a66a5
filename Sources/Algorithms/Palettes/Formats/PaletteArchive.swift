import CArchive
import Files
import Localization

/// Palettes stored as a single member of a ZIP archive.
enum PaletteArchive {
  private static let mostBytes = PaletteFile.mostBytes
  /// `AE_IFREG`, whose macro Swift does not import.
  private static let regularFile: UInt32 = 0o100000

  private static func library() throws(PaletteError) -> ArchiveFunctions {
    do {
      return try SharedLibrary("libarchive", files: ["libarchive.so.13"]).functions(regalia_find_archive)
    } catch {
      throw PaletteError(
        Message("archives cannot be read: {reason}", parts: ["reason": Message(error)]))
    }
  }

  /// Whether a file has the signature of an archive.
  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "PK\u{3}\u{4}".utf8) }

  /// Returns the member with a name, or nil if it is missing.
  static func member(_ name: String, of bytes: [UInt8]) throws(PaletteError) -> [UInt8]? {
    let library = try library()
    guard let archive = library.read_new() else { throw PaletteError(Message("there is not enough memory")) }
    defer { _ = library.read_free(archive) }
    let found: Result<[UInt8], PaletteError>? = bytes.withUnsafeBytes { buffer in
      guard library.read_support_format_zip(archive) >= ARCHIVE_WARN,
        library.read_open_memory(archive, buffer.baseAddress, buffer.count) == ARCHIVE_OK
      else {
        return nil
      }
      var entry: OpaquePointer?
      var status = library.read_next_header(archive, &entry)
      // A name that cannot be converted causes a warning.
      while status == ARCHIVE_OK || status == ARCHIVE_WARN {
        if let entry, let own = library.entry_pathname(entry), String(cString: own) == name {
          return content(of: archive, name, library)
        }
        status = library.read_next_header(archive, &entry)
      }
      return status == ARCHIVE_EOF ? nil : .failure(PaletteError(Message("the archive is damaged")))
    }
    return try found?.get()
  }

  private static func content(
    of archive: OpaquePointer, _ name: String, _ library: ArchiveFunctions
  ) -> Result<[UInt8], PaletteError> {
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { library.read_data(archive, $0.baseAddress, $0.count) }
      if count == 0 { return .success(result) }
      guard count > 0 else {
        return .failure(PaletteError(Message("“{name}” in the archive is damaged", ["name": name])))
      }
      guard result.count + count <= mostBytes else {
        return .failure(
          PaletteError(
            Message(
              "“{name}” in the archive is larger than {limit} MiB",
              ["name": name, "limit": String(mostBytes >> 20)])))
      }
      result += chunk[..<count]
    }
  }

  /// Returns an archive with one member.
  static func packed(_ bytes: [UInt8], as name: String) throws(PaletteError) -> [UInt8] {
    guard bytes.count <= mostBytes else { throw PaletteError(PaletteFile.tooLarge) }
    let library = try library()
    guard let archive = library.write_new(), let entry = library.entry_new() else {
      throw PaletteError(Message("there is not enough memory"))
    }
    defer {
      _ = library.write_free(archive)
      library.entry_free(entry)
    }
    var result = [UInt8](repeating: 0, count: bytes.count + 4096)
    var used = 0
    let isWritten = result.withUnsafeMutableBytes { buffer in
      // Without a timestamp, the same palette produces the same file.
      library.entry_set_pathname(entry, name)
      library.entry_set_size(entry, la_int64_t(bytes.count))
      library.entry_set_filetype(entry, regularFile)
      library.entry_set_perm(entry, 0o644)
      guard library.write_set_format_zip(archive) == ARCHIVE_OK,
        library.write_open_memory(archive, buffer.baseAddress, buffer.count, &used) == ARCHIVE_OK,
        library.write_header(archive, entry) == ARCHIVE_OK
      else { return false }
      let count = bytes.withUnsafeBytes { library.write_data(archive, $0.baseAddress, $0.count) }
      return count == bytes.count && library.write_close(archive) == ARCHIVE_OK
    }
    guard isWritten else { throw PaletteError(Message("the archive could not be created")) }
    return Array(result[..<used])
  }
}
