import Controls
import Text

/// What the program is: its name, version and licence.
final class AboutPanel: Dialog {
  init() {
    weak var made: AboutPanel?
    super.init(
      label: "About Regalia",
      [
        Sentence("Regalia", style: Font(size: 20, weight: 600)),
        Sentence("Version \(Version.text)", style: Theme.secondaryFigures, isSecondary: true),
        Sentence("Posters, crowns, exact colours and a flip clock."),
        Sentence("© 2026 The Regalia authors, under the MIT licence.", isSecondary: true),
        Sentence("The crowns are drawn by Regalia and free to use.", isSecondary: true),
      ],
      buttons: [Button("Close", isDefault: true) { made?.close() }], width: 380,
      alignment: .center)
    made = self
  }
}
