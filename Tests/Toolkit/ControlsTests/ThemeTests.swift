import Colors
import Testing

@testable import Controls

@Suite struct ThemeTests {
  @Test(arguments: Appearance.allCases)
  func `all text has a contrast of 4,5 on every ground it stands on`(appearance: Appearance) {
    let theme = Theme(appearance)
    let selected = theme.selection.composited(over: theme.raised)
    let pairs: [(String, RGBA, RGBA)] = [
      ("ink on the window", theme.ink, theme.window), ("ink in fields", theme.ink, theme.raised),
      ("ink on pressed buttons", theme.ink, theme.pressed), ("selected ink", theme.ink, selected),
      ("captions", theme.secondaryInk, theme.window),
      ("captions in fields", theme.secondaryInk, theme.raised),
      ("pressed switches", theme.secondaryInk, theme.pressed), ("faults", theme.fault, theme.window),
      ("the default button", theme.accentInk, theme.accent),
      ("the pressed default button", theme.accentInk, theme.accentPressed),
    ]
    for (name, ink, ground) in pairs {
      let ratio = wcagContrast(ink.composited(over: ground), ground)
      #expect(ratio >= 4.5, "\(name): \(ratio)")
    }
  }

  @Test(arguments: Appearance.allCases)
  func `the focus ring stands out from the window`(appearance: Appearance) {
    let theme = Theme(appearance)

    #expect(wcagContrast(theme.highlight, theme.window) >= 3)
  }

  @Test(arguments: Appearance.allCases)
  func `chrome has no colour of its own`(appearance: Appearance) {
    let theme = Theme(appearance)
    for color in [theme.window, theme.raised, theme.pressed, theme.ink, theme.secondaryInk, theme.hairline] {
      #expect(color.red == color.green && color.green == color.blue)
    }
  }
}
