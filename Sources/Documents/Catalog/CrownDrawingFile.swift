import Files
import Dispatch
import Synchronization
import VectorArt

/// A file that was read as a crown, or why it was not.
struct CrownDrawingFile: Sendable {
  /// A file that is no crown, and why.
  struct Refusal: Error, CustomStringConvertible {
    let message: String

    var description: String { message }
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
        let reason = image.warnings.first.map { " (\($0))" } ?? ""
        throw Refusal(message: "it draws nothing\(reason)")
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

  /// Returns why a file is no crown, in words for somebody who knows nothing of how drawings are written.
  private static func cause(of error: any Error, _ path: String) -> String {
    if let failure = error as? FileBytes.Failure { return failure.cause }
    if ["png", "jpg", "jpeg", "webp", "gif", "bmp", "tif", "tiff"].contains(FilePath(path).ending) {
      return "it is a picture, and a crown is a drawing in SVG"
    }
    return "\(error)"
  }

  /// Returns a file's name as words.
  private static func name(_ title: String) -> String {
    let words = title.split { "-_ ".contains($0) }.joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
