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

  public init(_ appearance: Appearance) {
    self.appearance = appearance
  }

  private var isDark: Bool { appearance == .dark }

  public var window: RGBA { RGBA(hex: isDark ? 0x1e1e1e : 0xf2f2f2) }
  /// The ground of fields and cards.
  public var raised: RGBA { RGBA(hex: isDark ? 0x2a2a2a : 0xffffff) }
  public var pressed: RGBA { RGBA(hex: isDark ? 0x383838 : 0xe2e2e2) }
  public var ink: RGBA { RGBA(hex: isDark ? 0xececec : 0x1b1b1b) }
  public var secondaryInk: RGBA {
    RGBA(hex: isDark ? 0xececec : 0x1b1b1b, alpha: isDark ? 0.64 : 0.66)
  }
  public var hairline: RGBA {
    RGBA(hex: isDark ? 0xececec : 0x1b1b1b, alpha: isDark ? 0.16 : 0.14)
  }
  public var focusRing: RGBA { RGBA(hex: 0x2b7de9) }
  public var selection: RGBA { RGBA(hex: 0x2b7de9, alpha: isDark ? 0.45 : 0.26) }
  public var fault: RGBA { RGBA(hex: isDark ? 0xff8a80 : 0xb3261e) }
  /// The ground of the one button that accepts, and the ink on it.
  public var accent: RGBA { ink }
  public var accentPressed: RGBA { RGBA(hex: isDark ? 0xc8c8c8 : 0x444444) }
  public var accentInk: RGBA { RGBA(hex: isDark ? 0x1b1b1b : 0xffffff) }

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
