import Geometry
import Scene

/// Everything that determines the picture of a card.
struct CardStyle: Hashable {
  var theme: ClockTheme
  var fontFamilies: String
  /// The whole card with both halves, in pixels; the height is even.
  var size: PixelSize
  /// Pixels a point.
  var scale: Double

  /// The most pixels of a card's height. Taller ones are made at this and enlarged when they are drawn, so that all
  /// figures together take little memory; no card of a clock that fills a screen of 5K is as tall.
  static let tallest = 1280

  /// Creates the style of a card of so many points, `scale` pixels each.
  init(theme: ClockTheme, fontFamilies: String, card: Size, scale: Double) {
    (self.theme, self.fontFamilies) = (theme, fontFamilies)
    let reduction = min(1, Double(Self.tallest) / (card.height * scale))
    size = PixelSize(card, scale: scale * reduction)
    self.scale = scale * reduction
  }

  /// The radius of the outer corners, in pixels.
  var radius: Double { (Double(size.height) * 0.055).rounded() }

  /// The radius of the corners at the hinge.
  var innerRadius: Double { radius * 0.3 }

  /// Half the gap between the halves, in pixels: a point, and more on cards of more than 300 points, but of low cards an eighth
  /// of a half at most.
  var halfGap: Int {
    let wanted = max(scale, Double(size.height) / 300).rounded()
    return max(1, min(Int(wanted), size.height / 16))
  }

  /// The part of the card's height that figures have.
  static let figureHeight = 0.76

  /// The part of the card's height that is free above figures, and below.
  static let figureInset = (1 - figureHeight) / 2

  /// The part of the card's width that the widest figure may have.
  static let figureWidth = 0.76
}
