import Colors

/// Colours in an order, each perhaps with a name.
public struct Palette: Hashable, Sendable {
  /// What people call it; empty where it has no name.
  public var name: String

  /// The colours in their order.
  public var swatches: [Swatch]

  /// The columns that a program should lay it out in; nil where it has no preference.
  public var columns: Int?

  /// Creates a palette from its colours.
  public init(name: String = "", swatches: [Swatch] = [], columns: Int? = nil) {
    (self.name, self.swatches, self.columns) = (name, swatches, columns)
  }

  /// Returns the palette with the changes that others have made to it since both had `base`.
  ///
  /// Two colours are the same if their names and groups are too. Colours that the others added come last, colours that they
  /// removed are gone, and their name is taken unless it was changed here.
  public func merging(_ theirs: Palette, since base: Palette) -> Palette {
    var merged = self
    if name == base.name { merged.name = theirs.name }
    if columns == base.columns { merged.columns = theirs.columns }
    if swatches == base.swatches {
      merged.swatches = theirs.swatches
    } else {
      merged.swatches =
        swatches.removing(base.swatches.removing(theirs.swatches)) + theirs.swatches.removing(base.swatches)
    }
    return merged
  }

  /// The colours without their names.
  public var colors: [Color] { swatches.map(\.color) }
}

/// A colour of a palette.
public struct Swatch: Hashable, Sendable {
  /// The colour itself, in the space that it was given in.
  public var color: Color

  /// Empty where it has no name.
  public var name: String

  /// The groups it is in, the outermost first.
  public var groups: [String]

  /// No name of a colour, a group or a palette has more characters.
  public static let longestName = 1000

  /// Creates a colour of a palette.
  public init(_ color: Color, name: String = "", groups: [String] = []) {
    (self.color, self.name, self.groups) = (color, name, groups)
  }

  /// The name, or hexadecimal digits without one.
  public var title: String { name.isEmpty ? color.text(as: .hex) : name }

  /// The title where there is no opacity.
  var opaqueTitle: String {
    var opaque = self
    opaque.color.alpha = 1
    return opaque.title
  }
}

/// What makes a file no palette, and where.
public struct PaletteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in words for a person.
  public let message: String

  /// Where: `line 3`, `byte 12`, `colors[2].hex`; nil where it is the whole file.
  public let place: String?

  /// Creates an error from what is wrong and where.
  public init(_ message: String, at place: String? = nil) {
    (self.message, self.place) = (message, place)
  }

  public var description: String { place.map { "\($0): \(message)" } ?? message }
}

extension [Swatch] {
  /// Returns what is left when each of some colours is taken away once.
  fileprivate func removing(_ others: [Swatch]) -> [Swatch] {
    var counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
    return filter { swatch in
      guard let count = counts[swatch], count > 0 else { return true }
      counts[swatch] = count - 1
      return false
    }
  }
}
