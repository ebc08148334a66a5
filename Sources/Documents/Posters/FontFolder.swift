public import Files
import Glibc
public import Localization
public import Typography

/// The fonts that a person brought: files beside the library, which the program uses as if they were installed.
public struct FontFolder: Hashable, Sendable {
  /// The folder, or nil without a home.
  public let path: String?

  /// A font that was brought.
  public struct Font: Hashable, Sendable {
    /// The font.
    public let file: FontFile
    /// The path of the copy, or of the link to a font that must not be copied.
    public let path: String
    /// Whether the licence forbids a copy, so that the font is used where it is.
    public var isLinked: Bool { file.embedding == .restricted }
  }

  /// A font file that cannot be used, and the reason.
  public struct Failure: LocalizableError, Hashable {
    /// The path as it was given.
    public let path: String
    /// The reason, and what to do.
    public let reason: Message

    /// The name of the file, and the reason.
    public var message: Message {
      Message("{file}: {reason}", ["file": FilePath(path).name], parts: ["reason": reason])
    }
  }

  /// Creates the description of the folder beside the user's library.
  public init(_ folders: UserFolders) { path = folders.data.map { $0 + "/fonts" } }

  private static let mostFiles = 500

  /// The paths of all fonts in alphabetical order.
  public var files: [String] {
    guard let path else { return [] }
    let names = (Folder.names(in: path) ?? []).filter(FontFile.isNamed).sorted().prefix(Self.mostFiles)
    return names.map { path + "/" + $0 }
  }

  /// Checks a font file and keeps a copy, or a link if its licence forbids copies. A font that is there already is kept
  /// once.
  ///
  /// - Throws: ``FontFolder/Failure`` if the file is not a usable font, or the folder is full or cannot be written.
  public func keep(_ source: String) throws(Failure) -> Font {
    let (bytes, file) = try Self.read(source)
    guard let path, Folder.make(path) else {
      throw Failure(path: source, reason: Message("there is no folder for fonts; set HOME or XDG_DATA_HOME"))
    }
    let name = FilePath(source)
    for number in 1...Self.mostFiles {
      let copy = path + "/" + (number == 1 ? name.name : "\(name.stem)-\(number).\(name.formatEnding)")
      if FileBytes.exists(copy) {
        if let known = try? FileBytes.read(copy, atMost: FontFile.largestFile), known == bytes {
          return Font(file: file, path: copy)
        }
        continue
      }
      try Self.put(source, bytes, file, at: copy)
      return Font(file: file, path: copy)
    }
    throw Failure(
      path: source,
      reason: Message(
        "{count} fonts are there already; remove some from {folder}",
        ["count": String(Self.mostFiles), "folder": path]))
  }

  private static func read(_ source: String) throws(Failure) -> ([UInt8], FontFile) {
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(source, atMost: FontFile.largestFile)
    } catch {
      throw Failure(path: source, reason: error.fault)
    }
    do {
      return (bytes, try FontFile(bytes))
    } catch {
      throw Failure(path: source, reason: error.message)
    }
  }

  private static func put(
    _ source: String, _ bytes: [UInt8], _ file: FontFile, at copy: String
  ) throws(Failure) {
    guard file.embedding == .restricted else {
      do {
        return try AtomicFile.write(bytes, to: copy)
      } catch {
        throw Failure(path: source, reason: error.message)
      }
    }
    // A link whose font is gone is replaced.
    unlink(copy)
    guard symlink(source, copy) == 0 else {
      throw Failure(
        path: source,
        reason: Message("no link to it could be made in {folder}", ["folder": FilePath(copy).folder.text]))
    }
  }
}

extension FontFile.Fault {
  /// The reason in words, and what to do.
  public var message: Message {
    switch self {
    case .noFont: Message("it is no font; TrueType and OpenType (ttf, otf, ttc) are possible")
    case .webFont: Message("it is a font for web pages; take the same font as ttf or otf")
    case .damaged(let table):
      Message("the font is damaged: its table {table} is missing or cannot be read", ["table": table])
    case .noLetters: Message("the font has no letters")
    case .noName: Message("the font has no name")
    }
  }
}
