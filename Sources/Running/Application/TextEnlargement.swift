/// How much larger windows are than their display says, so that text has the size that the desktop's settings give it.
///
/// Everything grows with the text: what is set in points keeps its proportions, and nothing is cut off that was not before.
struct TextEnlargement: Hashable {
  /// How much larger than usual text is, by the desktop's settings.
  let textScale: Double
  /// The pixels a point that the display says.
  let displayScale: Double
  /// Whether the display's scale may have that of text in it already.
  ///
  /// Under X11 the desktops that know a scale of text write it into `Xft.dpi`, as the product of that and of a whole
  /// scale of the display; where nothing writes it, `Xft.dpi` says nothing of text.
  let isInDisplayScale: Bool

  /// The factor by which the display's scale is multiplied.
  var factor: Double {
    guard isInDisplayScale else { return textScale }
    let rest = displayScale / textScale
    let isWhole = rest > 0.5 && abs(rest - rest.rounded()) < 0.02
    return isWhole ? 1 : textScale
  }
}
