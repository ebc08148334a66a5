import Controls
import Geometry
import Input
import Scene

/// The actions of the bar above a poster.
protocol EditorBarDelegate: AnyObject {
  /// All commands of the editor.
  var allCommands: [Command] { get }
  /// Opens or closes the properties.
  func toggleProperties()
  /// Opens the export panel.
  func export()
}

/// The bar above a poster: the back button, the title, undo and redo, and the menu.
final class EditorBar: Control {
  private let session: EditorSession
  weak var delegate: (any EditorBarDelegate)?
  /// Leads back to the gallery; nil unless the editor was opened from there.
  private let back: Button?
  private lazy var title = TextField(
    label: session.localized("Title"), placeholder: session.localized("Title"), clipboard: session.clipboard,
    delegate: .init(
      edited: { [unowned self] text, phase in
        if phase == .final, text != session.poster.title { session.change(.title) { $0.title = text } }
        return nil
      }, restored: {}, stepped: nil, pasted: { _ in false }))
  private lazy var undo = Button(session.localized("Undo"), icon: .undo, kind: .quiet) {
    [unowned self] _ in session.undo()
  }
  private lazy var redo = Button(session.localized("Redo"), icon: .redo, kind: .quiet) {
    [unowned self] _ in session.redo()
  }
  /// Opens the properties in a small window.
  private(set) lazy var properties = Button(session.localized("Properties"), icon: .properties, kind: .quiet)
  {
    [unowned self] _ in delegate?.toggleProperties()
  }
  private(set) lazy var export = Button(session.localized("Export"), kind: .quiet) { [unowned self] _ in
    delegate?.export()
  }
  private lazy var more: Button = Button(session.localized("All commands"), icon: .more, kind: .quiet) {
    [unowned self] _ in
    host?.showMenu(Menu(grouping: delegate?.allCommands ?? [], session.interface.language), below: self.more)
  }
  private let line = Layer()

  static let height = 48.0
  private static let smallestTitle = 48.0

  init(_ session: EditorSession, back: Button?) {
    self.session = session
    self.back = back
    super.init(label: session.localized("Bar"))
    layer.addSublayer(line)
    if let back { addChild(back) }
    for control in [title, undo, redo, properties, export, more] as [Control] { addChild(control) }
    undo.shortcutText = Shortcut.control("z").text
    redo.shortcutText = Shortcut.controlShift("z").text
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Updates the bar from the poster.
  func refresh() {
    title.show(session.poster.title)
    let edited = session.draft.edited
    undo.title = edited.undoTitle(in: session.interface.language)
    undo.isEnabled = edited.history.canUndo
    redo.title = edited.redoTitle(in: session.interface.language)
    redo.isEnabled = edited.history.canRedo
  }

  /// Whether the bar has a button for the properties, because they do not fit beside the poster.
  var offersProperties = false {
    didSet { if offersProperties != oldValue { setNeedsLayout() } }
  }

  override func layOut(_ interface: Interface) {
    var left = Theme.gap
    let y = (bounds.height - Theme.controlHeight) / 2
    func width(_ control: Control) -> Double { control.preferredSize(in: bounds.size, interface).width }
    if let back {
      back.frame = Rect(x: left, y: y, width: width(back), height: Theme.controlHeight)
      left = back.frame.maxX + Theme.gap
    }
    properties.isHidden = !offersProperties
    // In a narrow window, exporting has a sign, then the title and buttons of the menu make room.
    let buttons = [more, export, properties, redo, undo]
    let start = max(left, Theme.margin)
    func room() -> Double {
      buttons.filter { !$0.isHidden }.reduce(bounds.width - 2 * Theme.gap - start) { $0 - width($1) - 4 }
    }
    export.icon = nil
    (undo.isHidden, redo.isHidden) = (false, false)
    if room() < Self.smallestTitle { export.icon = .export }
    title.isHidden = room() < Self.smallestTitle
    for button in [redo, undo] where room() < 0 { button.isHidden = true }
    var right = bounds.width - Theme.gap
    for control in buttons where !control.isHidden {
      let width = width(control)
      control.frame = Rect(x: right - width, y: y, width: width, height: Theme.controlHeight)
      right = control.frame.minX - (control === export ? Theme.gap : 4)
    }
    title.frame = Rect(
      x: start, y: y, width: max(min(right - start - Theme.gap, 280), 1), height: Theme.controlHeight)
  }

  override func update(_ interface: Interface) {
    let hairline = interface.hairline
    layer.backgroundColor = interface.theme.window
    line.frame = Rect(x: 0, y: bounds.height - hairline, width: bounds.width, height: hairline)
    line.backgroundColor = interface.theme.hairline
  }
}
