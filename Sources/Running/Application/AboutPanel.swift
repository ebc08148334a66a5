import Controls
import Localization
import Text

/// The About dialog: a program's name, version and licence.
final class AboutPanel: Dialog {
  init(_ program: ProgramIdentity, _ about: ProgramIdentity.About, _ language: Language) {
    weak var made: AboutPanel?
    super.init(
      label: Self.title(program, language),
      [
        Sentence(program.name, style: Font(size: 20, weight: 600)),
        Sentence(
          language.localized("Version {number}", ["number": about.version]), style: Theme.secondaryFigures,
          isSecondary: true),
        Sentence(about.summary),
      ] + about.notices.map { Sentence($0, isSecondary: true) },
      buttons: [Button(language.localized("Close"), isDefault: true) { made?.close() }], width: 380,
      alignment: .center)
    made = self
  }

  static func title(_ program: ProgramIdentity, _ language: Language) -> String {
    language.localized("About {program}", ["program": program.name])
  }
}
