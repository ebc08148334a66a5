import Colors
import Testing

@testable import Controls

@Suite struct ThemeContrastTests {
  @Test(arguments: Appearance.allCases, [false, true])
  func `all words can be read, and with high contrast as well as black on white`(
    appearance: Appearance, isHigh: Bool
  ) {
    let theme = Theme(appearance, hasHighContrast: isHigh)
    for ground in [theme.window, theme.raised, theme.wall] {
      for ink in [theme.ink, theme.secondaryInk, theme.fault] {
        #expect(wcagContrast(ink.composited(over: ground), ground) >= (isHigh ? 7 : 4.5))
      }
      guard isHigh else { continue }
      #expect(wcagContrast(theme.hairline.composited(over: ground), ground) >= 4.5)
      #expect(wcagContrast(theme.highlight, ground) >= 4.5)
    }
    #expect(wcagContrast(theme.accentInk, theme.accent) >= 7)
  }

  @Test(arguments: Appearance.allCases, [false, true])
  func `the chosen word of several looks chosen`(appearance: Appearance, isHigh: Bool) {
    let theme = Theme(appearance, hasHighContrast: isHigh)

    #expect(wcagContrast(theme.chosenInk, theme.chosen) >= (isHigh ? 7 : 4.5))
    #expect(wcagContrast(theme.secondaryInk.composited(over: theme.track), theme.track) >= 4.5)
    // It is raised: lighter than what lies around it, or the opposite of that.
    #expect(wcagContrast(theme.chosen, theme.track) >= (isHigh ? 7 : 1.25))
    if !isHigh { #expect(theme.chosen.red > theme.track.red) }
  }

  @Test(arguments: Appearance.allCases, [false, true])
  func `the theme with the other ground has the same contrast`(appearance: Appearance, isHigh: Bool) {
    let theme = Theme(appearance, hasHighContrast: isHigh)

    #expect(theme.opposite.appearance != appearance)
    #expect(theme.opposite.hasHighContrast == isHigh)
    #expect(theme.opposite.opposite == theme)
  }
}
