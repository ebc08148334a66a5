import GPU
public import Localization
import Shaders
import Files

#if canImport(Glibc)
#endif

/// Where shader texts come from: embedded in the program or, while developing, a folder that is read anew.
public struct ShaderLibrary: Sendable {
  /// The folder that is asked first, or nil for the embedded texts alone.
  public let folder: String?

  /// Creates a library; with a folder its files go before the embedded texts.
  public init(folder: String? = nil) {
    self.folder = folder
  }

  /// Returns one file's text.
  func source(_ file: String) throws -> ShaderSource {
    guard let text = try folder.map({ try contents(of: $0 + "/" + file) }) ?? EmbeddedShaders.text(file)
    else {
      throw MissingShader(file: file)
    }
    return ShaderSource(file: file, text: text)
  }

  private func contents(of path: String) throws -> String {
    do {
      return String(decoding: try FileBytes.read(path, atMost: 1 << 20), as: UTF8.self)
    } catch {
      throw MissingShader(file: path)
    }
  }
}

/// A shader file that is not where it should be.
public struct MissingShader: LocalizableError {
  /// The name of the file.
  public let file: String

  /// The file and a remedy.
  public var message: Message {
    Message(
      "{file}: this shader does not exist; REGALIA_SHADERS must name a folder with all files of Shaders/",
      ["file": file])
  }
}
