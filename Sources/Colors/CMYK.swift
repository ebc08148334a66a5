/// A colour as four inks, converted without any profile of a press.
public struct CMYK: Hashable, Sendable {
  /// Each ink from 0 to 1.
  public var cyan: Double
  public var magenta: Double
  public var yellow: Double
  public var black: Double

  public init(cyan: Double, magenta: Double, yellow: Double, black: Double) {
    self.cyan = cyan
    self.magenta = magenta
    self.yellow = yellow
    self.black = black
  }

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

  public func rgba(alpha: Double = 1) -> RGBA {
    RGBA(
      red: (1 - cyan) * (1 - black), green: (1 - magenta) * (1 - black), blue: (1 - yellow) * (1 - black),
      alpha: alpha)
  }
}
