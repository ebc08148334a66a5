import Colors
import Geometry
import Scene
import Text

/// Whether surfaces are light or dark.
public enum Appearance: String, Hashable, Sendable, CaseIterable {
  /// Dark text on light surfaces.
  case light
  /// Light text on dark surfaces.
  case dark
}

/// The colours and type of the interface. All surfaces are achromatic, so they do not bias the perception of colours.
public struct Theme: Hashable, Sendable {
  /// Whether surfaces are light or dark.
  public let appearance: Appearance

  /// Whether the person asked for high contrast: black and white, solid hairlines, no pale text.
  public let hasHighContrast: Bool

  /// Creates a theme.
  public init(_ appearance: Appearance, hasHighContrast: Bool = false) {
    self.appearance = appearance
    self.hasHighContrast = hasHighContrast
  }

  /// The theme with the opposite appearance, for content that would be invisible on this one.
  public var opposite: Theme { Theme(isDark ? .light : .dark, hasHighContrast: hasHighContrast) }

  /// Returns the colour for this appearance and contrast.
  private func color(_ light: UInt32, _ dark: UInt32, high: (light: UInt32, dark: UInt32)) -> RGBA {
    let (light, dark) = hasHighContrast ? high : (light, dark)
    return RGBA(hex: appearance == .dark ? dark : light)
  }

  private var isDark: Bool { appearance == .dark }

  /// The background of windows.
  public var window: RGBA { color(0xf2f2f2, 0x1e1e1e, high: (0xffffff, 0x000000)) }
  /// The background of fields and cards.
  public var raised: RGBA { color(0xffffff, 0x2a2a2a, high: (0xffffff, 0x000000)) }
  /// The background of a held button.
  public var pressed: RGBA { color(0xe2e2e2, 0x383838, high: (0xd0d0d0, 0x404040)) }
  /// The colour of text and icons.
  public var ink: RGBA { color(0x1b1b1b, 0xececec, high: (0x000000, 0xffffff)) }
  /// The colour of less important text.
  public var secondaryInk: RGBA { ink.withAlpha(hasHighContrast ? 1 : isDark ? 0.64 : 0.66) }
  /// The colour of lines between and around elements.
  public var hairline: RGBA { ink.withAlpha(hasHighContrast ? 0.75 : isDark ? 0.16 : 0.14) }
  /// The colour of focus rings, selection marks and guides.
  public var highlight: RGBA { color(0x2b7de9, 0x2b7de9, high: (0x0046b8, 0x7db4ff)) }
  /// The background of selected text, drawn over another colour.
  public var selection: RGBA { highlight.withAlpha(isDark ? 0.45 : 0.26) }
  /// The colour of error messages.
  public var fault: RGBA { color(0xb3261e, 0xff8a80, high: (0x8c0000, 0xffb4ab)) }
  /// The background of the default button.
  public var accent: RGBA { ink }
  /// The background of the default button while it is held.
  public var accentPressed: RGBA { color(0x444444, 0xc8c8c8, high: (0x444444, 0xc8c8c8)) }
  /// The text colour of the default button.
  public var accentInk: RGBA { color(0xffffff, 0x1b1b1b, high: (0xffffff, 0x000000)) }

  /// The colour that darkens a window behind a sheet.
  public var scrim: RGBA { RGBA(red: 0, green: 0, blue: 0, alpha: isDark ? 0.5 : 0.32) }
  /// The background of the poster gallery, and of a poster that is viewed or edited.
  public var wall: RGBA { color(0xdcdcdc, 0x262626, high: (0xffffff, 0x000000)) }
  /// The background of a segmented choice, and the background and text of its chosen segment.
  var track: RGBA { color(0xe2e2e2, 0x383838, high: (0xffffff, 0x000000)) }
  var chosen: RGBA { color(0xffffff, 0x686868, high: (0x000000, 0xffffff)) }
  var chosenInk: RGBA { color(0x1b1b1b, 0xffffff, high: (0xffffff, 0x000000)) }

  /// Returns the shadow; a higher elevation casts it farther.
  ///
  /// - Parameter elevation: The height above the window: 1 for a popover.
  public func shadow(elevation: Double = 1) -> Shadow {
    Shadow(
      color: RGBA(red: 0, green: 0, blue: 0, alpha: 0.22), offset: Vector(0, 2 * elevation),
      blur: 8 * elevation)
  }

  /// The distance between controls and the edge of a window, in points.
  public static let margin = 16.0
  /// The distance between controls, in points.
  public static let gap = 8.0
  /// The height of buttons and fields, in points.
  public static let controlHeight = 32.0
  /// The corner radius of buttons and fields, in points.
  public static let fieldRadius = 6.0
  /// The corner radius of cards, popovers and dialogs, in points.
  public static let cardRadius = 10.0

  /// For captions and less important text.
  public static let secondary = Font(size: 12)
  /// For most text.
  public static let body = Font(size: 13)
  /// For numbers, with tabular figures.
  public static let figures = Font(size: 13, tabularFigures: true)
  /// For less important numbers, with tabular figures.
  public static let secondaryFigures = Font(size: 12, tabularFigures: true)
  /// For titles and buttons.
  public static let strong = Font(size: 13, weight: 600)
  /// All of these, except those that differ only in their figures.
  public static let fonts = [body, strong, secondary]
}
