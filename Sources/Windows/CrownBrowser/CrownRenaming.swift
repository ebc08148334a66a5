import Controls
import Localization

/// The field for renaming the selected crown.
final class CrownRenaming {
  private let session: BrowserSession
  /// The field, while a crown is being renamed.
  private(set) var field: TextField?

  init(_ session: BrowserSession) {
    self.session = session
  }

  var command: Command {
    Command(
      "crown.rename", session.language.localized("Rename"), Shortcut(.function(2)),
      group: session.language.localized("Crown"), icon: .pencil,
      isEnabled: session.grid.selections.count == 1
    ) { [unowned self] _ in begin() }
  }

  /// Whether the field has the focus.
  var hasFocus: Bool { field?.isFocused == true }

  private func begin() {
    guard field == nil, let item = session.grid.selection else { return }
    guard item.isOwn else {
      return session.say(
        session.language.localized(
          "“{name}” is part of Regalia; only your own crowns can be renamed", ["name": item.name]))
    }
    var name = item.name
    let field = TextField(
      label: session.language.localized("Name"), clipboard: session.clipboard,
      delegate: .init(
        edited: { [unowned self] text, phase in
          guard phase == .final else { return nil }
          guard !text.allSatisfy(\.isWhitespace) else {
            return FieldFault(session.language.localized("Enter a name"))
          }
          if text != name { session.editor.apply(.rename(id: item.id, from: name, to: text)) }
          name = text
          return nil
        }, restored: { [unowned self] in end(keeping: false) }))
    field.show(item.name)
    self.field = field
    session.panel.show(nameField: field)
    session.host?.setFocus(field, byKeyboard: true)
  }

  /// Ends renaming if the focus has moved elsewhere.
  func endIfLeft() {
    if field != nil, !hasFocus { end(keeping: true) }
  }

  func end(keeping: Bool) {
    guard let field else { return }
    if !keeping { field.forgetEdit() }
    guard field.commit() else { return }
    self.field = nil
    let hadFocus = field.isFocused
    session.panel.show(nameField: nil)
    if hadFocus { session.host?.setFocus(session.grid) }
  }
}
