import Colors

/// Returns the ink in which words read well on a colour, and the colour as CSS writes it in OKLCH.
func label(on text: String) throws(ColorSyntaxError) -> (ink: RGBA, css: String) {
  let ground = try Color(parsing: text).mapped(to: .srgb)
  let white = Contrast(ink: .white, ground: ground.rgba)
  let black = Contrast(ink: .black, ground: ground.rgba)

  return (white.wcag > black.wcag ? .white : .black, ground.text(as: .oklch))
}
