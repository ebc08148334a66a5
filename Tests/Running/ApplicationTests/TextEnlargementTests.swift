import Testing

@testable import Application

@Suite struct TextEnlargementTests {
  @Test(arguments: [0.75, 1, 1.25, 1.5, 2], [1, 1.25, 2])
  func `the scale of text multiplies that of the display where it is not in it`(text: Double, display: Double)
  {
    #expect(TextEnlargement(textScale: text, displayScale: display, isInDisplayScale: false).factor == text)
  }

  @Test(arguments: [0.75, 1.1, 1.25, 1.5, 2], [1.0, 2, 3])
  func `the scale of text counts once where the desktop has written it into that of the display`(
    text: Double, whole: Double
  ) {
    // Xft.dpi is written with few digits.
    let display = (whole * text * 96 * 10).rounded() / 960
    #expect(TextEnlargement(textScale: text, displayScale: display, isInDisplayScale: true).factor == 1)
  }

  @Test(arguments: [1.25, 1.5, 1.1])
  func `the scale of text counts where only the display's own is written`(text: Double) {
    #expect(TextEnlargement(textScale: text, displayScale: 1, isInDisplayScale: true).factor == text)
  }
}
