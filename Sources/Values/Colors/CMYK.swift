/// A colour in four inks, converted without a press profile.
public struct CMYK: Hashable, Sendable {
  /// Cyan, from 0 to 1.
  public var cyan: Double
  /// Magenta, from 0 to 1.
  public var magenta: Double
  /// Yellow, from 0 to 1.
  public var yellow: Double
  /// Black, from 0 to 1.
  public var black: Double

  /// Creates a colour from the coverage of each ink, 0…1.
  public init(cyan: Double, magenta: Double, yellow: Double, black: Double) {
    self.cyan = cyan
    self.magenta = magenta
    self.yellow = yellow
    self.black = black
  }

  /// Creates the inks of an sRGB colour, with as much black as possible; ignores alpha.
  public init(_ rgba: RGBA) {
    let largest = Hexcone(rgba).largest
    guard largest > 1e-12 else {
      self.init(cyan: 0, magenta: 0, yellow: 0, black: 1)
      return
    }
    self.init(
      cyan: (largest - rgba.red) / largest, magenta: (largest - rgba.green) / largest,
      yellow: (largest - rgba.blue) / largest, black: 1 - largest)
  }

  /// Returns the colour in sRGB, by CSS Color 5's formula for inks without a profile.
  ///
  /// - Parameter alpha: The opacity, 0…1.
  public func rgba(alpha: Double = 1) -> RGBA {
    RGBA(
      red: (1 - cyan) * (1 - black), green: (1 - magenta) * (1 - black), blue: (1 - yellow) * (1 - black),
      alpha: alpha)
  }
}
