import Colors
public import Localization

/// An ordered list of colours with optional names.
public struct Palette: Hashable, Sendable {
  /// The palette's name; empty without one.
  public var name: String

  /// The colours, in order.
  public var swatches: [Swatch]

  /// The preferred number of columns; nil without a preference.
  public var columns: Int?

  /// Creates a palette from its colours; `columns` is how many are shown side by side, at least 1.
  public init(name: String = "", swatches: [Swatch] = [], columns: Int? = nil) {
    (self.name, self.swatches, self.columns) = (name, swatches, columns)
  }

  /// Returns the palette merged with the changes made elsewhere since the common version `base`.
  ///
  /// Two colours are equal if their names and groups are too. Colours added in `theirs` come last, colours removed
  /// there are removed, and its name is used unless the name was changed here.
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

/// A colour in a palette, with its name and groups.
public struct Swatch: Hashable, Sendable {
  /// The colour, in its original space.
  public var color: Color

  /// The name; empty without one.
  public var name: String

  /// The groups that contain it, the outermost first.
  public var groups: [String]

  /// The maximum number of characters in the name of a colour, a group or a palette.
  public static let longestName = 1000

  /// Creates a swatch.
  public init(_ color: Color, name: String = "", groups: [String] = []) {
    (self.color, self.name, self.groups) = (color, name, groups)
  }

  /// The name, or hexadecimal digits without one.
  public var title: String { name.isEmpty ? color.text(as: .hex) : name }

  /// The title of the colour without its opacity.
  var opaqueTitle: String {
    var opaque = self
    opaque.color.alpha = 1
    return opaque.title
  }
}

/// The reason why a file is not a valid palette, and the place.
public struct PaletteError: LocalizableError, Hashable, Sendable {
  /// The fault without the place.
  public let fault: Message

  /// The place; nil for the whole file.
  public let place: PalettePlace?

  /// Creates an error from a fault and its place.
  public init(_ fault: Message, at place: PalettePlace? = nil) {
    (self.fault, self.place) = (fault, place)
  }

  /// The place and the fault.
  public var message: Message { place?.message(fault) ?? fault }
}

/// A place in a file of a palette.
public enum PalettePlace: Hashable, Sendable {
  /// A line, from 1.
  case line(Int)
  /// A byte, from 0.
  case byte(Int)
  /// A swatch, from 1.
  case swatch(Int)
  /// A field such as `colors[2].hex`; empty for the whole document.
  case field(String)

  /// Returns the place with a fault there.
  func message(_ fault: Message) -> Message {
    switch self {
    case .line(let number):
      Message("line {number}: {fault}", ["number": String(number)], parts: ["fault": fault])
    case .byte(let number):
      Message("byte {number}: {fault}", ["number": String(number)], parts: ["fault": fault])
    case .swatch(let number):
      Message("swatch {number}: {fault}", ["number": String(number)], parts: ["fault": fault])
    case .field(""): fault
    case .field(let name): Message("{field}: {fault}", ["field": name], parts: ["fault": fault])
    }
  }
}

extension [Swatch] {
  /// Returns the colours without one occurrence of each of `others`.
  fileprivate func removing(_ others: [Swatch]) -> [Swatch] {
    var counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
    return filter { swatch in
      guard let count = counts[swatch], count > 0 else { return true }
      counts[swatch] = count - 1
      return false
    }
  }
}
