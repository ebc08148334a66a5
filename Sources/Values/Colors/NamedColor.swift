import Text

/// One of the colours that CSS has a word for.
public struct NamedColor: Hashable, Sendable {
  /// The word, in lower case.
  public let name: String

  /// The colour itself, opaque.
  public let rgba: RGBA

  private let oklab: Oklab

  private init(name: String, hex: UInt32) {
    self.name = name
    rgba = RGBA(hex: hex)
    oklab = Oklab(rgba)
  }

  /// All names in alphabetical order, both spellings of each grey among them.
  public static let all: [NamedColor] = table.map(NamedColor.init)

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// One name for each colour: the spelling `gray`, and `aqua` and `fuchsia` before their synonyms.
  private static let distinct = all.filter { color in
    !color.name.contains("grey") && color.name != "cyan" && color.name != "magenta"
  }

  /// Returns the colour of a word in any case, or nil where CSS knows no such word.
  public static func named(_ name: String) -> NamedColor? {
    byName[CSSReader.folded(name)]
  }

  /// Returns the named colour that looks most like `color`, by ΔE OK; alpha plays no part.
  public static func nearest(to color: Color) -> NamedColor {
    let oklab = color.oklab
    var nearest = distinct[0]
    var least = Double.infinity
    for candidate in distinct {
      let lightness = candidate.oklab.lightness - oklab.lightness
      let (a, b) = (candidate.oklab.a - oklab.a, candidate.oklab.b - oklab.b)
      let square = lightness * lightness + a * a + b * b
      if square < least {
        (nearest, least) = (candidate, square)
      }
    }
    return nearest
  }

  /// Returns the named colour that looks most like `rgba`.
  public static func nearest(to rgba: RGBA) -> NamedColor {
    nearest(to: Color(rgba))
  }
}
