import Colors
import Geometry
import Scene
import Text

/// Whether surfaces are light or dark.
public enum Appearance: String, Hashable, Sendable, CaseIterable {
  case light
  case dark
}

/// The colours and type of the interface; chrome is achromatic, so that nothing tints the eye.
public struct Theme: Hashable, Sendable {
  public let appearance: Appearance

  /// Whether the person asked for high contrast: black and white, solid hairlines, no pale words.
  public let hasHighContrast: Bool

  public init(_ appearance: Appearance, hasHighContrast: Bool = false) {
    self.appearance = appearance
    self.hasHighContrast = hasHighContrast
  }

  /// The theme with the other ground, for what is not seen on this one.
  public var opposite: Theme { Theme(isDark ? .light : .dark, hasHighContrast: hasHighContrast) }

  /// Returns the colour for this appearance and contrast.
  private func color(_ light: UInt32, _ dark: UInt32, high: (light: UInt32, dark: UInt32)) -> RGBA {
    let (light, dark) = hasHighContrast ? high : (light, dark)
    return RGBA(hex: appearance == .dark ? dark : light)
  }

  private var isDark: Bool { appearance == .dark }

  public var window: RGBA { color(0xf2f2f2, 0x1e1e1e, high: (0xffffff, 0x000000)) }
  /// The ground of fields and cards.
  public var raised: RGBA { color(0xffffff, 0x2a2a2a, high: (0xffffff, 0x000000)) }
  public var pressed: RGBA { color(0xe2e2e2, 0x383838, high: (0xd0d0d0, 0x404040)) }
  public var ink: RGBA { color(0x1b1b1b, 0xececec, high: (0x000000, 0xffffff)) }
  public var secondaryInk: RGBA { ink.withAlpha(hasHighContrast ? 1 : isDark ? 0.64 : 0.66) }
  public var hairline: RGBA { ink.withAlpha(hasHighContrast ? 0.75 : isDark ? 0.16 : 0.14) }
  public var focusRing: RGBA { color(0x2b7de9, 0x2b7de9, high: (0x0046b8, 0x7db4ff)) }
  public var selection: RGBA { focusRing.withAlpha(isDark ? 0.45 : 0.26) }
  public var fault: RGBA { color(0xb3261e, 0xff8a80, high: (0x8c0000, 0xffb4ab)) }
  /// The ground of the one button that accepts, and the ink on it.
  public var accent: RGBA { ink }
  public var accentPressed: RGBA { color(0x444444, 0xc8c8c8, high: (0x444444, 0xc8c8c8)) }
  public var accentInk: RGBA { color(0xffffff, 0x1b1b1b, high: (0xffffff, 0x000000)) }

  /// The one shadow; what rises higher casts it farther.
  public func shadow(elevation: Double = 1) -> Shadow {
    Shadow(
      color: RGBA(red: 0, green: 0, blue: 0, alpha: 0.22), offset: Vector(0, 2 * elevation),
      blur: 8 * elevation)
  }

  public static let margin = 16.0
  public static let gap = 8.0
  public static let controlHeight = 32.0
  public static let fieldRadius = 6.0
  public static let cardRadius = 10.0

  public static let secondary = Font(size: 12)
  public static let body = Font(size: 13)
  public static let figures = Font(size: 13, tabularFigures: true)
  public static let secondaryFigures = Font(size: 12, tabularFigures: true)
  public static let strong = Font(size: 13, weight: 600)
}
