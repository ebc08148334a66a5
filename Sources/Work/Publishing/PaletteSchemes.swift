public import Catalog
public import Palettes
public import Posters

extension PosterScheme {
  /// Creates the scheme of a palette; its colours are mapped into sRGB.
  public init(_ palette: Palette, id: String, name: String) {
    self.init(palette: id, name: name, colors: palette.swatches.map { $0.color.mapped(to: .srgb).rgba })
  }

  /// Returns the schemes of a library's palettes, in their order; unreadable palettes are omitted.
  ///
  /// - Throws: `LibraryError` if the library cannot be read.
  public static func palettes(of library: Library) throws(LibraryError) -> [PosterScheme] {
    try library.palettes().compactMap { record in
      guard let palette = try? Palette(document: record.document) else { return nil }
      return PosterScheme(palette, id: record.id, name: record.name)
    }
  }
}
