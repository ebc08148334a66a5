import Geometry
import Scene

/// Everything that determines the picture of a card.
struct CardStyle: Hashable {
  var theme: ClockTheme
  var fontFamilies: String
  /// The whole card with both halves, in pixels; the height is even.
  var size: PixelSize
  /// Pixels a point of the stage.
  var scale: Double

  /// The radius of the outer corners, in pixels.
  var radius: Double { (Double(size.height) * 0.055).rounded() }

  /// The radius of the corners at the hinge.
  var innerRadius: Double { radius * 0.3 }

  /// Half the gap between the halves, in pixels: a point of the stage.
  var halfGap: Int { max(1, Int(scale.rounded())) }

  /// The part of the card's height that figures have.
  static let figureHeight = 0.76

  /// The part of the card's width that the widest figure may have.
  static let figureWidth = 0.76
}
