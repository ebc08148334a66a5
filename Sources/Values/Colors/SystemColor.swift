/// The colours of CSS that a system chooses, as browsers have them on a light page that nobody has themed.
enum SystemColor {
  /// Returns the colour of a word in lower case, or nil where CSS knows no such word (CSS Color 4 §6.2 and
  /// appendix A).
  static func named(_ word: String) -> RGBA? {
    (colors[word] ?? deprecated[word].flatMap { colors[$0] }).map { RGBA(hex: $0) }
  }

  private static let colors: [String: UInt32] = [
    "accentcolor": 0x0075ff, "accentcolortext": 0xffffff, "activetext": 0xff0000, "buttonborder": 0x767676,
    "buttonface": 0xefefef, "buttontext": 0x000000, "canvas": 0xffffff, "canvastext": 0x000000,
    "field": 0xffffff, "fieldtext": 0x000000, "graytext": 0x757575, "highlight": 0x3367d1,
    "highlighttext": 0xffffff, "linktext": 0x0000ee, "mark": 0xffff00, "marktext": 0x000000,
    "selecteditem": 0x3367d1, "selecteditemtext": 0xffffff, "visitedtext": 0x551a8b,
  ]

  private static let deprecated: [String: String] = [
    "activeborder": "buttonborder", "activecaption": "canvas", "appworkspace": "canvas",
    "background": "canvas", "buttonhighlight": "buttonface", "buttonshadow": "buttonface",
    "captiontext": "canvastext", "inactiveborder": "buttonborder", "inactivecaption": "canvas",
    "inactivecaptiontext": "graytext", "infobackground": "canvas", "infotext": "canvastext",
    "menu": "canvas", "menutext": "canvastext", "scrollbar": "canvas", "threeddarkshadow": "buttonborder",
    "threedface": "buttonface", "threedhighlight": "buttonborder", "threedlightshadow": "buttonborder",
    "threedshadow": "buttonborder", "window": "canvas", "windowframe": "buttonborder",
    "windowtext": "canvastext",
  ]
}
