import Dispatch
import Files
import Glibc
import Localization
import Synchronization
import VectorArt

/// The result of reading a file as a crown.
struct CrownDrawingFile: Sendable {
  /// The reason why a file cannot become a crown.
  struct Refusal: LocalizableError {
    let message: Message
  }

  let path: String
  var warnings: [SVGDiagnostic] = []
  let crown: Result<CrownRecord, Refusal>

  /// Reads files on all processors.
  static func read(_ sources: ArraySlice<CrownSources.Source>, tags: [String], licence: String) -> [Self] {
    let results = Mutex([Self?](repeating: nil, count: sources.count))
    DispatchQueue.concurrentPerform(iterations: sources.count) { index in
      let drawing = Self(sources[sources.startIndex + index], tags: tags, licence: licence)
      results.withLock { $0[index] = drawing }
    }
    return results.withLock { $0.compactMap { $0 } }
  }

  private init(_ source: CrownSources.Source, tags: [String], licence: String) {
    path = source.path
    do {
      if let refusal = source.refusal { throw Refusal(message: refusal) }
      let bytes = try FileBytes.read(source.path, atMost: ImportLimits.default.bytes)
      let image = try VectorImage(svg: bytes)
      guard !image.path.isEmpty else {
        throw Refusal(
          message: image.warnings.first.map {
            Message("it draws nothing ({reason})", parts: ["reason": $0.message])
          } ?? Message("it draws nothing"))
      }
      warnings = image.warnings
      let file = FilePath(source.path)
      let title = file.stem
      crown = .success(
        try CrownRecord(
          id: Slug.made(of: title, fallback: "crown"), name: Self.name(title), tags: tags,
          source: file.name, licence: licence, svg: bytes, image: image))
    } catch {
      crown = .failure(Refusal(message: Self.cause(of: error, source.path)))
    }
  }

  /// Returns the reason why a file cannot become a crown, in words that need no knowledge of file formats.
  private static func cause(of error: any Error, _ path: String) -> Message {
    if let failure = error as? FileBytes.Failure { return failure.cause }
    if ["png", "jpg", "jpeg", "webp", "gif", "bmp", "tif", "tiff"].contains(FilePath(path).ending) {
      return Message("it is a picture; a crown is a drawing in SVG")
    }
    return Message(error)
  }

  /// Returns a file's name as words.
  private static func name(_ title: String) -> String {
    let words = title.split { "-_ ".contains($0) }.joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

/// The sources of an import: the named files, and the SVG files in the named folders.
struct CrownSources {
  struct Source: Hashable, Sendable {
    let path: String
    /// The reason why this source has nothing to read.
    var refusal: Message?
  }

  /// Each file once, in the order given; files of a folder are ordered by path.
  let all: [Source]

  init(_ paths: [String]) {
    var seen: Set<FilePath> = []
    var found: [Source] = []
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else {
        found.append(Source(path: path, refusal: Message("there is no such file")))
        continue
      }
      let files = status.st_mode & S_IFMT == S_IFDIR ? Self.drawings(below: path) : [Source(path: path)]
      found += files.isEmpty ? [Source(path: path, refusal: Message("the folder has no SVG file"))] : files
    }
    all = found.filter { source in
      source.refusal != nil || seen.insert(FilePath(source.path).resolvingLinks).inserted
    }
  }

  /// The most files and folders that are visited below a folder: far more than a collection of drawings contains, but
  /// less than a whole disk.
  private static let mostEntries = 20_000

  private static func drawings(below folder: String) -> [Source] {
    guard Folder.names(in: folder) != nil else {
      return [Source(path: folder, refusal: Message("the folder cannot be read"))]
    }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    guard let files = files(below: base) else {
      return [
        Source(
          path: folder,
          refusal: Message(
            "more than {limit} files are below it; name a folder that is nearer to the drawings",
            ["limit": String(mostEntries)])
        )
      ]
    }
    return files.filter { $0.lowercased().hasSuffix(".svg") }.sorted().map { Source(path: base + $0) }
  }

  /// Returns the files below a folder as relative paths, without hidden ones; nil if there are too many.
  ///
  /// Links to folders and other file systems are not followed, which also avoids cycles.
  private static func files(below base: String) -> [String]? {
    var status = stat()
    guard lstat(base, &status) == 0 else { return [] }
    let device = status.st_dev
    var (files, folders, count) = ([String](), [""], 0)
    while let prefix = folders.popLast() {
      for name in Folder.names(in: base + prefix) ?? [] where !name.hasPrefix(".") {
        count += 1
        guard count <= mostEntries else { return nil }
        let isThere = lstat(base + prefix + name, &status) == 0
        if isThere, status.st_mode & S_IFMT == S_IFDIR {
          if status.st_dev == device { folders.append(prefix + name + "/") }
        } else {
          files.append(prefix + name)
        }
      }
    }
    return files
  }
}
