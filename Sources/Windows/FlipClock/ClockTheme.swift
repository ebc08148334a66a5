public import Colors

/// The colours of a clock: cards, digits and background.
public struct ClockTheme: Hashable, Sendable {
  /// The colour of the cards.
  public var card: RGBA
  /// The colour of the digits.
  public var ink: RGBA
  /// The background colour.
  public var background: RGBA

  /// Creates the colours of a clock.
  public init(card: RGBA, ink: RGBA, background: RGBA) {
    self.card = card
    self.ink = ink
    self.background = background
  }

  /// Dark cards with light digits.
  public static let dark = ClockTheme(
    card: RGBA(hex: 0x1c1c1e), ink: RGBA(hex: 0xf4f4f4), background: RGBA(hex: 0x08080a))
  /// Light cards with dark digits.
  public static let light = ClockTheme(
    card: RGBA(hex: 0xf4f4f5), ink: RGBA(hex: 0x1b1b1d), background: RGBA(hex: 0xdcdce0))

  /// The colour of a card's upper half, which faces the light.
  var upperCard: RGBA { card.mixed(with: .white, by: 0.04) }

  /// The top edge of a card.
  var edge: RGBA { card.mixed(with: .white, by: 0.1) }

  /// The dark gap between the halves.
  var slot: RGBA { card.mixed(with: .black, by: isDark ? 0.7 : 0.55) }

  var pin: RGBA { card.mixed(with: isDark ? .white : .black, by: isDark ? 0.2 : 0.34) }

  /// The colour of captions: as pale as legible on the background.
  var caption: RGBA {
    let ground = Color(background)
    let base = Contrast(text: Color(ink), background: ground).wcag < 4.5 ? background.legibleInk : ink
    for step in [0.62, 0.72, 0.82, 0.92] {
      let candidate = background.mixed(with: base, by: step)
      if Contrast(text: Color(candidate), background: ground).wcag >= 4.8 { return candidate }
    }
    return base
  }

  /// Whether the cards are closer to black than to white.
  var isDark: Bool { card.luma < 0.5 }
}

extension RGBA {
  /// Returns the colour mixed with another one, channel by channel.
  func mixed(with other: RGBA, by amount: Double) -> RGBA {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * amount }
    return RGBA(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }

  var luma: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}
