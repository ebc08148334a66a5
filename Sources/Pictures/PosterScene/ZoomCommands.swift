import Controls
import Localization
import Text

/// The scales of a page that have a name.
package enum NamedScale: Hashable, Sendable, CaseIterable {
  /// The whole page.
  case whole
  /// The size in print.
  case print
  /// A pixel of the page, at 96 per inch as sizes for screens count, on each pixel of the screen.
  case pixels
}

/// How large things are on the screen.
package struct ScreenScale: Hashable, Sendable {
  /// The points of the window per inch of its monitor; nil if the monitor does not report its size.
  private let pointsPerInch: Double?
  /// The size of a physical pixel in points.
  private let pixel: Double

  /// Reads the scale of a host's window.
  package init(_ host: ControlHost) {
    self.init(pointsPerInch: host.pointsPerInch(), pixel: host.interface.hairline)
  }

  /// Creates a scale from the points per inch, if they are known, and the size of a pixel in points.
  package init(pointsPerInch: Double?, pixel: Double) {
    (self.pointsPerInch, self.pixel) = (pointsPerInch, pixel)
  }

  /// The usual number of points per inch, as CSS has it.
  private static let usual = 96.0

  /// Whether print size is only an estimate.
  package var isEstimated: Bool { pointsPerInch == nil }

  /// The points of the window per point of the page at print size.
  package var print: Double { (pointsPerInch ?? Self.usual) / 72 }

  /// Returns the scale of a name in points of the window per point of the page; nil is the whole page.
  package func value(_ scale: NamedScale) -> Double? {
    switch scale {
    case .whole: nil
    case .print: print
    case .pixels: Self.usual / 72 * pixel
    }
  }

  /// Returns a scale as a percentage of print size.
  package func percentage(_ scale: Double, in language: Language) -> String {
    let percent = 100 * scale / print
    return language.shown(number: percent.text(percent < 9.95 ? .rounded(to: 1) : .fixed(0))) + "\u{202f}%"
  }
}

/// The commands that zoom a page, for the menus and keys of every window that shows one.
package struct ZoomCommands {
  private let language: Language

  /// Creates the commands in a language.
  package init(_ language: Language) { self.language = language }

  /// Returns the commands; `zoom` applies a factor, and `go` a named scale.
  package func commands(
    isEnabled: Bool = true, zoom: @escaping (_ factor: Double, _ time: Double) -> Void,
    go: @escaping (NamedScale, _ time: Double) -> Void
  ) -> [Command] {
    let group = language.localized("Zoom")
    return [
      Command(
        "zoom.in", language.localized("Zoom in"), .control("+"), .control("="), group: group,
        isEnabled: isEnabled, repeats: true
      ) { zoom(1.25, $0) },
      Command(
        "zoom.out", language.localized("Zoom out"), .control("-"), group: group, isEnabled: isEnabled,
        repeats: true
      ) { zoom(0.8, $0) },
      Command(
        "zoom.whole", language.localized("Whole page"), .control("0"), group: group, isEnabled: isEnabled
      ) { go(.whole, $0) },
      Command(
        "zoom.print", language.localized("Print size, 100 %"), .control("1"), group: group,
        isEnabled: isEnabled
      ) { go(.print, $0) },
      Command(
        "zoom.pixels", language.localized("Pixels 1:1"), .control("2"), group: group, isEnabled: isEnabled
      ) { go(.pixels, $0) },
    ]
  }

  /// Returns the notice about a print size that is only an estimate.
  package var estimate: String {
    language.localized(
      "The monitor does not report its size; 100 % assumes 96 points per inch, so compare it with a ruler")
  }
}
