import Colors
import Localization
public import Palettes

/// A palette of a library.
public struct PaletteEntry: Hashable, Sendable {
  /// What names it at the command line; no two palettes have the same.
  public var id: String
  /// The palette itself.
  public var palette: Palette

  /// Creates an entry; an empty id is made of the name when it is added.
  public init(id: String, palette: Palette) {
    (self.id, self.palette) = (id, palette)
  }

  /// Whether every one of some words stands in its name, or names or is one of its colours; those without a name are found by
  /// the nearest of CSS.
  func matches(_ words: [String]) -> Bool {
    words.allSatisfy { word in
      palette.name.lowercased().contains(word)
        || palette.swatches.contains {
          let name = $0.name.isEmpty ? NamedColor.nearest(to: $0.color).name : $0.name.lowercased()
          return name.contains(word) || $0.color.text(as: .hex).contains(word)
        }
    }
  }
}

/// Something that was done to the palettes of a library, and can be undone.
enum PaletteEdit {
  case insert(PaletteEntry, at: Int)
  case remove(PaletteEntry, at: Int)
  case replace(PaletteEntry, with: PaletteEntry)
  case move(_ id: String, from: Int, to: Int)

  /// What takes it back.
  var inverse: PaletteEdit {
    switch self {
    case .insert(let entry, let place): .remove(entry, at: place)
    case .remove(let entry, let place): .insert(entry, at: place)
    case .replace(let old, let new): .replace(new, with: old)
    case .move(let id, let from, let to): .move(id, from: to, to: from)
    }
  }
}

/// A kind of change of palettes, by which a menu names what it undoes.
enum PaletteStep: String {
  case newPalette, importPalette, renamePalette, movePalette, removePalette
  case addColor, addColors, changeColor, moveColor, removeColor
  case sortByHue, sortByLightness, sortByName

  /// Returns what follows “Undo”.
  func title(in language: Language) -> String {
    switch self {
    case .newPalette: language.localized("new palette", context: "step")
    case .importPalette: language.localized("import palette", context: "step")
    case .renamePalette: language.localized("rename palette", context: "step")
    case .movePalette: language.localized("move palette", context: "step")
    case .removePalette: language.localized("remove palette", context: "step")
    case .addColor: language.localized("add colour", context: "step")
    case .addColors: language.localized("add colours", context: "step")
    case .changeColor: language.localized("change colour", context: "step")
    case .moveColor: language.localized("move colour", context: "step")
    case .removeColor: language.localized("remove colour", context: "step")
    case .sortByHue: language.localized("sort by hue", context: "step")
    case .sortByLightness: language.localized("sort by lightness", context: "step")
    case .sortByName: language.localized("sort by name", context: "step")
    }
  }
}

/// The order in which the colours of a palette can be brought.
enum SwatchOrder: String, CaseIterable {
  case hue, lightness, name

  /// Returns what a menu calls it.
  func title(in language: Language) -> String {
    switch self {
    case .hue: language.localized("By hue")
    case .lightness: language.localized("By lightness")
    case .name: language.localized("By name")
    }
  }

  /// The step that brings colours into it.
  var step: PaletteStep {
    switch self {
    case .hue: .sortByHue
    case .lightness: .sortByLightness
    case .name: .sortByName
    }
  }

  /// Returns swatches in the order; equal ones stay as they were. Greys have no hue and come first, by lightness.
  func sorted(_ swatches: [Swatch]) -> [Swatch] {
    let keys = swatches.map { swatch -> (Double, Double, String) in
      let oklch = swatch.color.converted(to: .oklch)
      let isGrey = oklch.components.y < 0.02
      return switch self {
      case .hue: (isGrey ? -1 : oklch.hue ?? -1, oklch.components.x, "")
      case .lightness: (oklch.components.x, 0, "")
      case .name: (0, 0, swatch.title.lowercased())
      }
    }
    return swatches.indices.sorted {
      (keys[$0].0, keys[$0].1, keys[$0].2, $0) < (keys[$1].0, keys[$1].1, keys[$1].2, $1)
    }
    .map { swatches[$0] }
  }
}
