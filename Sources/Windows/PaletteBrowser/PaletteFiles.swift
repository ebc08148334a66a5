import Colors
import Files
import Images
import Localization
import Palettes

/// Palettes from files: other programs' palettes, and the colours of pictures.
struct PaletteFiles: Sendable {
  /// The palettes, in the order of the files.
  private(set) var palettes: [Palette] = []

  /// A sentence for each file without a palette.
  private(set) var faults: [Message] = []

  /// The picture, if a single one was read.
  private(set) var picture: (name: String, bitmap: Bitmap)?

  /// The number of colours taken from a picture.
  static let colorsOfPicture = 8

  init(_ paths: [String], by decoder: any PictureDecoder = DirectDecoder()) {
    for path in paths { read(path, isAlone: paths.count == 1, by: decoder) }
  }

  private mutating func read(_ path: String, isAlone: Bool, by decoder: any PictureDecoder) {
    let name = FilePath(path).name
    let stem = name.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init) ?? name
    do {
      var palette: Palette
      do {
        palette = try PaletteFile(FileBytes.read(path, atMost: PaletteFile.mostBytes)).palette
      } catch let fault {
        // A file that is not a palette, or too long for one, may be a picture; otherwise the first error says more.
        let picture: Bitmap
        do {
          picture = try Bitmap(contentsOf: path, fitting: Bitmap.largestShown, by: decoder)
        } catch {
          switch error.reason {
          case .notAPicture, .unreadable: throw fault
          default: throw PaletteError(error.reason.message)
          }
        }
        let parts = ColorExtraction(picture, count: Self.colorsOfPicture).parts
        palette = Palette(swatches: parts.map { Swatch(Color($0.color)) })
        guard !parts.isEmpty else { throw PaletteError(Message("the picture is fully transparent")) }
        if isAlone { self.picture = (name, picture) }
      }
      if palette.name.isEmpty { palette.name = stem.isEmpty ? name : stem }
      palettes.append(palette)
    } catch {
      faults.append(Message("{file}: {reason}", ["file": name], parts: ["reason": Message(error)]))
    }
  }

  /// Returns the colours in a text: a palette in any format, or one colour in any notation.
  static func swatches(in text: String) -> [Swatch] {
    if let color = try? Color(parsing: text.filter { !$0.isNewline }) { return [Swatch(color)] }
    if let palette = try? PaletteFile(Array(text.utf8)).palette { return palette.swatches }
    // This accepts characters that copying often adds, such as a semicolon.
    return (try? Color(typed: text)).map { [Swatch($0)] } ?? []
  }
}
