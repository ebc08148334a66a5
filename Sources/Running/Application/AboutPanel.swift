import Controls
import Text

/// The About dialog: a program's name, version and licence.
final class AboutPanel: Dialog {
  init(_ program: ProgramIdentity, _ about: ProgramIdentity.About) {
    weak var made: AboutPanel?
    super.init(
      label: Self.title(program),
      [
        Sentence(program.name, style: Font(size: 20, weight: 600)),
        Sentence("Version \(about.version)", style: Theme.secondaryFigures, isSecondary: true),
        Sentence(about.summary),
      ] + about.notices.map { Sentence($0, isSecondary: true) },
      buttons: [Button("Close", isDefault: true) { made?.close() }], width: 380,
      alignment: .center)
    made = self
  }

  static func title(_ program: ProgramIdentity) -> String { "About \(program.name)" }
}
