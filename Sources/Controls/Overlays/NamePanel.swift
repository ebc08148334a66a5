import Geometry
import Input
import Scene

/// Asks for a name, in a dialog.
final class NamePanel: Control {
  private let accept: (_ name: String) -> Void
  private let field: TextField
  private let buttonTitle: String
  private lazy var done = Button(buttonTitle, isDefault: true) { [unowned self] in finish() }
  private lazy var cancel = Button("Cancel", kind: .plain) { [unowned self] _ in host?.close(self) }

  init(
    _ title: String, name: String, button: String, clipboard: Clipboard, accept: @escaping (String) -> Void
  ) {
    self.accept = accept
    buttonTitle = button
    field = TextField(
      label: "Name", placeholder: "Name", clipboard: clipboard, delegate: .init(edited: { _, _ in nil }))
    super.init(label: title)
    field.begin(with: name)
    for control in [field, cancel, done] as [Control] { addChild(control) }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Hands over the name; one of blanks alone is none.
  private func finish() {
    let name = String(field.text.drop { $0 == " " })
    guard !name.isEmpty, let host else { return }
    host.close(self)
    accept(name)
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(min(340, room.width), 148)
  }

  override func layOut(_ interface: Interface) {
    field.frame = Rect(x: 20, y: 48, width: max(bounds.width - 40, 1), height: Theme.controlHeight)
    var right = bounds.width - 20
    for button in [done, cancel] {
      let width = button.preferredSize(in: bounds.size, interface).width
      button.frame = Rect(x: right - width, y: bounds.height - 48, width: width, height: Theme.controlHeight)
      right -= width + Theme.gap
    }
  }

  override func update(_ interface: Interface) {
    let kept = Set(children.map { ObjectIdentifier($0.layer) })
    for old in layer.sublayers where !kept.contains(ObjectIdentifier(old)) { old.removeFromSuperlayer() }
    let room = Rect(x: 20, y: 14, width: max(bounds.width - 40, 1), height: 24)
    layer.addSublayer(Layer(label, style: Theme.strong, color: interface.theme.ink, in: room, interface))
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.key == .enter, event.modifiers.isEmpty, field.isFocused else { return false }
    finish()
    return true
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .dialog, label: label, frame: frame)
  }
}

extension ControlHost {
  /// Asks for a name in a dialog; `accept` is told of one that is not blank.
  public func askForName(
    _ title: String, name: String = "", button: String, accept: @escaping (_ name: String) -> Void
  ) {
    showDialog(NamePanel(title, name: name, button: button, clipboard: clipboard, accept: accept))
  }
}
