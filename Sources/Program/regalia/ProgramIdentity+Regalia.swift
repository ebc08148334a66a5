import Application

extension ProgramIdentity {
  /// Regalia's identity for the desktop and the About panel.
  static let regalia = ProgramIdentity(
    name: "Regalia", windowClass: "regalia", desktopFile: "page.regalia.Regalia",
    about: About(
      version: Version.text,
      summary: ProgramLanguage.localized("Posters, crowns, exact colours and a flip clock."),
      notices: [
        ProgramLanguage.localized("© 2026 The Regalia authors, under the MIT licence."),
        ProgramLanguage.localized("The crowns are drawn by Regalia and free to use."),
      ]))
}
