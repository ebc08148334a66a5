import Geometry
import Input
import Localization
import Scene

/// Asks for a name, in a dialog.
final class NamePanel: Dialog {
  private let accept: (_ name: String) -> Void
  private let field: TextField

  init(
    _ title: String, name: String, button: String, language: Language, clipboard: Clipboard,
    accept: @escaping (String) -> Void
  ) {
    self.accept = accept
    field = TextField(
      label: language.localized("Name"), placeholder: language.localized("Name"), clipboard: clipboard,
      delegate: .init(edited: { _, _ in nil }))
    weak var made: NamePanel?
    super.init(
      label: title, [Sentence(title, style: Theme.strong)], middle: field,
      buttons: [
        Button(language.localized("Cancel"), kind: .plain) { _ in made?.close() },
        Button(button, isDefault: true) { made?.finish() },
      ], width: 340)
    made = self
    field.begin(with: name)
  }

  /// Reports the name, unless it is blank.
  private func finish() {
    let name = String(field.text.drop { $0 == " " })
    guard !name.isEmpty else { return }
    close()
    accept(name)
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.key == .enter, event.modifiers.isEmpty, field.isFocused else { return false }
    finish()
    return true
  }
}

extension ControlHost {
  /// Asks for a name in a dialog; `accept` receives a name that is not blank.
  public func askForName(
    _ title: String, name: String = "", button: String, accept: @escaping (_ name: String) -> Void
  ) {
    showDialog(
      NamePanel(
        title, name: name, button: button, language: interface.language, clipboard: clipboard, accept: accept)
    )
  }
}
