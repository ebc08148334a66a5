import GPU
import Shaders

#if canImport(Glibc)
  import Glibc
#endif

/// Where shader texts come from: embedded in the program or, while developing, a folder that is read anew.
public struct ShaderLibrary: Sendable {
  /// The folder that is asked first, or nil for the embedded texts alone.
  public let folder: String?

  public init(folder: String? = nil) {
    self.folder = folder
  }

  /// Returns one file's text, with `replacements` made in it.
  func source(_ file: String, replacing replacements: [String: String] = [:]) throws -> ShaderSource {
    guard var text = try folder.map({ try contents(of: $0 + "/" + file) }) ?? EmbeddedShaders.text(file)
    else {
      throw MissingShader(file: file)
    }
    for (mark, replacement) in replacements { text = text.replacing(mark, with: replacement) }
    return ShaderSource(file: file, text: text)
  }

  private func contents(of path: String) throws -> String {
    guard let file = fopen(path, "rb") else { throw MissingShader(file: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A shader file that is not where it should be.
public struct MissingShader: Error, CustomStringConvertible {
  public let file: String

  public var description: String {
    "\(file): there is no such shader; REGALIA_SHADERS must name a folder with all files of Shaders/"
  }
}
