import Colors
import Localization
public import Palettes

/// A palette in a library.
public struct PaletteEntry: Hashable, Sendable {
  /// Its unique name on the command line.
  public var id: String
  /// The palette with its name and colours.
  public var palette: Palette

  /// Creates an entry; an empty id is replaced by one made from the name when the entry is added.
  public init(id: String, palette: Palette) {
    (self.id, self.palette) = (id, palette)
  }

  /// Whether each word occurs in the palette's name or in a colour's name, or is one of its colours; unnamed colours
  /// match by the nearest CSS name.
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

/// An undoable change to a library's palettes.
enum PaletteEdit {
  case insert(PaletteEntry, at: Int)
  case remove(PaletteEntry, at: Int)
  case replace(PaletteEntry, with: PaletteEntry)
  case move(_ id: String, from: Int, to: Int)

  /// The reverse change.
  var inverse: PaletteEdit {
    switch self {
    case .insert(let entry, let place): .remove(entry, at: place)
    case .remove(let entry, let place): .insert(entry, at: place)
    case .replace(let old, let new): .replace(new, with: old)
    case .move(let id, let from, let to): .move(id, from: to, to: from)
    }
  }
}

/// A kind of change to palettes, for the names of undo commands.
enum PaletteStep: String {
  case newPalette, importPalette, renamePalette, movePalette, removePalette
  case addColor, addColors, changeColor, moveColor, removeColor
  case sortByHue, sortByLightness, sortByName

  /// Returns the words that follow “Undo”.
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

/// A sort order for a palette's colours.
enum SwatchOrder: String, CaseIterable {
  case hue, lightness, name

  /// Returns its title in menus.
  func title(in language: Language) -> String {
    switch self {
    case .hue: language.localized("By hue")
    case .lightness: language.localized("By lightness")
    case .name: language.localized("By name")
    }
  }

  /// The undo step of sorting by it.
  var step: PaletteStep {
    switch self {
    case .hue: .sortByHue
    case .lightness: .sortByLightness
    case .name: .sortByName
    }
  }

  /// Returns swatches sorted stably, names in the order of a language. Greys have no hue and come first, by lightness.
  func sorted(_ swatches: [Swatch], _ collation: Collation) -> [Swatch] {
    if self == .name { return collation.sorted(swatches, by: \.title) }
    let keys = swatches.map { swatch -> (Double, Double) in
      let oklch = swatch.color.converted(to: .oklch)
      let isGrey = oklch.components.y < 0.02
      return self == .hue
        ? (isGrey ? -1 : oklch.hue ?? -1, oklch.components.x) : (oklch.components.x, 0)
    }
    return swatches.indices.sorted {
      (keys[$0].0, keys[$0].1, $0) < (keys[$1].0, keys[$1].1, $1)
    }
    .map { swatches[$0] }
  }
}
