public import Catalog
public import Colors
public import Files
public import Geometry
import Glibc
import Images
public import Localization
public import PosterScene
import Posters
import VectorArt

/// A crown outside a library: read from an SVG file or extracted, and written as SVG, PDF or PNG.
public struct CrownFile: Hashable, Sendable {
  /// The file format of a crown, by the extension.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One filled path.
    case svg
    /// One filled path on a page of the size of the ink's bounds.
    case pdf
    /// A picture with a transparent background.
    case png

    /// Returns the format of a file's extension, or nil.
    public init?(path: String) {
      self.init(rawValue: FilePath(path).formatEnding)
    }

    /// Returns the format for a file's name: SVG without an extension, nil for an unsupported one.
    public static func unlessForeign(_ path: String) -> Kind? {
      Kind(path: path) ?? (FilePath(path).name.contains(".") ? nil : .svg)
    }
  }

  /// A drawing that was refused, with the reason.
  public struct Refusal: LocalizableError {
    public let message: Message
  }

  /// The outline, for the non-zero rule.
  public let path: Path
  /// The bounds of the ink.
  public let bounds: Rect
  /// The document's viewport.
  public let viewport: Rect
  /// Features that could not be shown, for a file that was read.
  public private(set) var warnings: [Message] = []

  /// Creates a crown from a library's record.
  ///
  /// - Throws: `PathCodeError` if the path is damaged.
  public init(_ crown: CrownRecord) throws {
    path = try crown.path()
    bounds = crown.bounds
    viewport = Rect(origin: .zero, size: crown.viewport)
  }

  /// Reads an SVG file.
  ///
  /// - Throws: ``CrownFile/Refusal`` if the file cannot be read or is not an SVG drawing.
  public init(svgFile name: String) throws {
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.readArgument(name, atMost: ImportLimits.default.bytes)
    } catch {
      throw Refusal(message: Message(error))
    }
    let image: VectorImage
    do {
      image = try VectorImage(svg: bytes)
    } catch {
      throw Refusal(message: Message("{file}: {reason}", ["file": name], parts: ["reason": Message(error)]))
    }
    path = image.path
    bounds = image.bounds
    viewport = image.viewport
    warnings = image.warnings.map {
      Message("{file}: {reason}", ["file": name], parts: ["reason": Message($0)])
    }
  }

  /// Returns whether a text names a file rather than a crown in a library.
  public static func isFile(_ text: String) -> Bool {
    // Ids of crowns contain no full stop.
    text == "-" || text.contains("/") || text.contains(".")
  }

  /// Writes the crown's ink atomically.
  ///
  /// - Parameters:
  ///   - kind: The format of the file.
  ///   - name: The path of the file.
  ///   - width: The width of a PNG, in pixels; other kinds ignore it.
  ///   - color: The colour of the ink.
  /// - Throws: `PathPDFError` or `PathPicture.Refusal` for ink that cannot be drawn, and `AtomicFile.Failure` or
  ///   `ImageError` if the file cannot be written.
  public func write(as kind: Kind, to name: String, width: Int, color: RGBA) throws {
    switch kind {
    case .svg: try AtomicFile.write(Array(PathDocument.svg(path, box: bounds, color: color).utf8), to: name)
    case .pdf: try AtomicFile.write(PathDocument.pdf(path, box: bounds, color: color), to: name)
    case .png: try PathPicture.write(path, box: bounds, width: width, color: color, to: name)
    }
  }
}

extension CrownFile {
  /// Writes a PNG of the ink's bounds or of the whole viewport, atomically.
  ///
  /// - Parameters:
  ///   - name: The path of the file.
  ///   - showsViewport: Whether the whole viewport is drawn instead of the bounds of the ink.
  ///   - width: The width of the picture, in pixels.
  ///   - color: The colour of the ink.
  ///   - technique: How the path becomes pixels.
  /// - Throws: ``CrownFile/Refusal`` for a crown without ink, `PathPicture.Refusal` for an impossible size,
  ///   `ImageError` if the file cannot be written, or the error of graphics.
  public func writePicture(
    to name: String, showsViewport: Bool, width: Int, color: RGBA, technique: PathPicture.Technique
  ) throws {
    guard !path.isEmpty else { throw Refusal(message: Message("there is nothing to draw")) }
    try PathPicture.write(
      path, box: showsViewport ? viewport : bounds, width: width, color: color, technique: technique,
      cacheDirectory: UserFolders().programCache, to: name)
  }
}

/// The destination of exported crowns: one file, or a folder with a file for each.
public struct CrownTargets: Hashable, Sendable {
  private let path: String
  private var names = FileNames()
  /// Whether each crown gets its own file in a folder.
  public let isFolder: Bool

  /// Detects whether `path` is a folder, and creates it if several crowns need one.
  ///
  /// - Parameters:
  ///   - path: The path of the file or folder, or `-` for standard output.
  ///   - count: The number of crowns.
  ///   - isFolder: Whether even a single crown gets a folder.
  /// - Throws: `AtomicFile.Failure` if the folder cannot be created.
  public init(_ path: String, count: Int, isFolder: Bool = false) throws(AtomicFile.Failure) {
    self.path = path
    guard path != AtomicFile.standardOutput else {
      self.isFolder = false
      return
    }
    var status = stat()
    let isThere = stat(path, &status) == 0
    let isOne = isThere && status.st_mode & S_IFMT == S_IFDIR
    self.isFolder = isFolder || isOne || count > 1 || path.hasSuffix("/")
    if self.isFolder, !isOne, mkdir(path, 0o777) != 0 { throw AtomicFile.Failure(path: path, code: errno) }
  }

  /// Returns the path for the next crown; paths stay within the folder, and no two crowns share a file.
  public mutating func nextPath(of id: String, kind: CrownFile.Kind) -> String {
    isFolder ? "\(path)/\(names.next(id, orElse: "crown")).\(kind.rawValue)" : path
  }
}
