import Colors
import Geometry
public import Input
import Scene

/// A line of text that can be typed into; its owner judges the text.
public final class TextField: Control {
  /// What the owner does with the field.
  public struct Delegate {
    /// The text was edited: returns what is wrong with it, or nil after taking it.
    public var edited: (String, ChangePhase) -> FieldFault?
    /// Editing was given up: the value from before it comes back.
    public var restored: () -> Void
    /// So many steps up were asked for.
    public var stepped: ((Double) -> Void)?
    /// A text was pasted: true when the owner took it as a whole.
    public var pasted: (String) -> Bool

    /// Creates what a field tells its owner.
    public init(
      edited: @escaping (String, ChangePhase) -> FieldFault?, restored: @escaping () -> Void,
      stepped: ((Double) -> Void)?, pasted: @escaping (String) -> Bool
    ) {
      (self.edited, self.restored, self.stepped, self.pasted) = (edited, restored, stepped, pasted)
    }
  }

  private let alignment: HorizontalAlignment
  /// A letter in front of the text that says what it is, where nothing else does.
  private let prefix: String?
  /// What stands in the empty field.
  private let placeholder: String?
  private let delegate: Delegate
  private let clipboard: Clipboard
  private let range: AccessibilityNode.ValueRange?
  private let step: Double?

  /// The text that the value has while nobody edits it.
  private var shownText = ""
  private var editor = EditableText() {
    didSet { if editor != oldValue { setNeedsUpdate() } }
  }

  /// Whether the text differs from the value's own and was not settled yet.
  public private(set) var isEdited = false

  /// What is wrong with the text, once it was offered.
  public private(set) var fault: FieldFault? {
    didSet {
      guard fault != oldValue else { return }
      setNeedsUpdate()
      // Whoever holds the field may say it beside it.
      parent?.setNeedsUpdate()
    }
  }

  private var scroll = 0.0
  private var caretXs: [Double] = [0]
  private var textStart = 0.0

  /// Creates a field whose owner judges the text.
  public init(
    label: String, prefix: String? = nil, placeholder: String? = nil,
    alignment: HorizontalAlignment = .leading,
    range: AccessibilityNode.ValueRange? = nil,
    step: Double? = nil, clipboard: Clipboard, delegate: Delegate
  ) {
    self.prefix = prefix
    self.placeholder = placeholder
    self.alignment = alignment
    self.range = range
    self.step = step
    self.clipboard = clipboard
    self.delegate = delegate
    super.init(label: label)
  }

  public override var cursor: CursorShape { .text }
  public override var alwaysShowsFocus: Bool { true }
  public override var takesText: Bool { true }

  /// What stands in the field now.
  public var text: String { editor.text }

  /// Puts another text there, as if nobody had typed, all of it selected.
  public func begin(with text: String) {
    isEdited = false
    fault = nil
    shownText = text
    editor = EditableText(text)
    editor.selectAll()
  }

  /// Shows a value's text; while a person edits the field it is left alone.
  public func show(_ text: String) {
    shownText = text
    guard !isEdited, text != editor.text else { return }
    let wasAllSelected = editor.selection.count == editor.characters.count && isFocused
    editor = EditableText(text)
    if wasAllSelected { editor.selectAll() }
  }

  // MARK: Editing

  private func change(_ edit: (inout EditableText) -> Void) {
    let before = editor.text
    edit(&editor)
    guard editor.text != before else { return }
    isEdited = true
    fault = nil
    _ = delegate.edited(editor.text, .continuous)
  }

  /// Offers the text to the owner; returns whether it was taken.
  @discardableResult public func commit() -> Bool {
    guard isEdited else { return fault == nil }
    fault = delegate.edited(editor.text, .final)
    guard fault == nil else { return false }
    isEdited = false
    show(shownText)
    return true
  }

  /// Gives up what was typed.
  public func restore() {
    guard isEdited || fault != nil else { return }
    isEdited = false
    fault = nil
    delegate.restored()
    editor = EditableText(shownText)
    if isFocused { editor.selectAll() }
  }

  /// Lets go of what is being typed without telling anybody; the value is shown again.
  public func forgetEdit() {
    guard isEdited || fault != nil else { return }
    isEdited = false
    fault = nil
    editor = EditableText(shownText)
    if isFocused { editor.selectAll() }
  }

  /// Pastes a text: as a whole value when the owner takes it, otherwise into the line.
  public func paste(_ text: String) {
    if delegate.pasted(text) {
      isEdited = false
      fault = nil
      editor = EditableText(shownText)
      editor.selectAll()
    } else {
      change { $0.insert(text) }
      if isEdited { fault = delegate.edited(editor.text, .continuous) }
    }
  }

  public override func focusGained(byKeyboard: Bool) {
    if byKeyboard { editor.selectAll() }
  }

  public override func focusLost() {
    commit()
    editor.move(to: .end)
    scroll = 0
  }

  public override func insert(_ text: String, at time: Double) -> Bool {
    change { $0.insert(text) }
    return true
  }

  public override func key(_ event: KeyEvent) -> Bool {
    let (key, modifiers) = (event.key, event.modifiers)
    if modifiers.contains(.control) && !modifiers.contains(.alt), let isTaken = shortcut(key, modifiers) {
      return isTaken
    }
    guard modifiers.subtracting([.shift, .control]).isEmpty else { return false }
    let selecting = modifiers.contains(.shift)
    let words = modifiers.contains(.control)
    switch key {
    case .left: editor.move(to: words ? .previousWord : .previous, selecting: selecting)
    case .right: editor.move(to: words ? .nextWord : .next, selecting: selecting)
    case .home: editor.move(to: .start, selecting: selecting)
    case .end: editor.move(to: .end, selecting: selecting)
    case .backspace: change { $0.delete(to: words ? .previousWord : .previous) }
    case .delete: change { $0.delete(to: words ? .nextWord : .next) }
    case .up: return stepped(by: selecting ? 10 : 1)
    case .down: return stepped(by: selecting ? -10 : -1)
    case .pageUp: return stepped(by: 10)
    case .pageDown: return stepped(by: -10)
    case .escape:
      guard isEdited || fault != nil else { return false }
      restore()
    default: return false
    }
    return true
  }

  /// Takes a shortcut of editing; nil when it is none, false to leave it to the window.
  private func shortcut(_ key: Key, _ modifiers: Modifiers) -> Bool? {
    switch key {
    case .character("a"): editor.selectAll()
    case .character("c"):
      guard !editor.selection.isEmpty else { return false }
      clipboard.write(editor.selectedText)
    case .character("x"):
      guard !editor.selection.isEmpty else { return false }
      clipboard.write(editor.selectedText)
      change { $0.insert("") }
    case .character("v"):
      if let text = clipboard.read() { paste(text) }
    case .character("z"):
      guard isEdited else { return false }
      restore()
    default: return nil
    }
    return true
  }

  private func stepped(by steps: Double) -> Bool {
    guard let step = delegate.stepped else { return false }
    guard commit() else { return true }
    step(steps)
    editor = EditableText(shownText)
    editor.selectAll()
    return true
  }

  // MARK: Pointer

  public override func pointerDown(_ event: PointerEvent) -> Bool {
    setNeedsUpdate()
    let offset = offset(at: event.point)
    switch event.clicks {
    case 1: editor.move(to: .offset(offset), selecting: event.modifiers.contains(.shift))
    case 2: editor.selectWord(at: offset)
    default: editor.selectAll()
    }
    return true
  }

  public override func pointerDragged(_ event: PointerEvent) {
    setNeedsUpdate()
    editor.move(to: .offset(offset(at: event.point)), selecting: true)
  }

  private func offset(at point: Point) -> Int {
    let x = point.x - textStart
    return caretXs.indices.min { (caretXs[$0] - x).magnitude < (caretXs[$1] - x).magnitude } ?? 0
  }

  // MARK: Appearance

  private static let padding = 8.0

  public override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.backgroundColor = theme.raised
    layer.cornerRadius = Theme.fieldRadius
    layer.borderWidth = fault == nil ? interface.hairline : 1.5
    layer.borderColor = fault == nil ? theme.hairline : theme.fault
    let style = Theme.figures
    let line = interface.line(editor.text, style: style)
    caretXs = (0...max(line.characterCount, 0)).map { line.caret(at: $0).x }
    let room = bounds.inset(by: EdgeInsets(left: Self.padding, right: Self.padding))
    if let prefix {
      layer.addSublayer(Layer(prefix, style: Theme.secondary, color: theme.secondaryInk, in: room, interface))
    }
    if let placeholder, editor.text.isEmpty {
      layer.addSublayer(
        Layer(placeholder, style: Theme.body, color: theme.secondaryInk, in: room, interface))
    }
    let clip = Layer(frame: bounds.inset(by: EdgeInsets(left: 3, right: 3)))
    clip.masksToBounds = true
    textStart = start(of: line.width, in: room)
    let origin = textStart - clip.frame.minX
    if isFocused && !editor.selection.isEmpty {
      for part in line.selection(editor.selection) {
        let rect = Rect(x: origin + part.minX, y: bounds.midY - 9, width: part.width, height: 18)
        clip.addSublayer(Layer(rect, fill: theme.selection, radius: 2))
      }
    }
    let text = Layer(frame: Rect(x: origin, y: 0, width: line.width, height: bounds.height))
    text.contents = .text(
      TextContents(
        editor.text, style: style, color: theme.ink,
        baseline: interface.baseline(of: style, inHeight: bounds.height)))
    clip.addSublayer(text)
    if isFocused && editor.selection.isEmpty {
      let x = origin + caretXs[min(editor.caret, caretXs.count - 1)]
      let width = max(1, interface.hairline)
      let caret = Rect(x: x - width / 2, y: bounds.midY - 9, width: width, height: 18)
      clip.addSublayer(Layer(caret.pixelAligned(scale: interface.scale), fill: theme.ink))
    }
    layer.addSublayer(clip)
  }

  /// Returns where the text starts, so that it stands as it should and the caret stays in sight.
  private func start(of width: Double, in room: Rect) -> Double {
    guard width > room.width else {
      scroll = 0
      return alignment == .trailing ? room.maxX - width : room.minX
    }
    guard isFocused else { return room.minX }
    let caret = caretXs[min(editor.caret, caretXs.count - 1)]
    scroll = min(max(scroll, caret - room.width), caret)
    scroll = min(max(scroll, 0), width - room.width)
    return room.minX - scroll
  }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .textField, label: label, value: editor.text, range: range, step: step,
      actions: (step == nil ? [] : [.increment, .decrement]) + [.setValue, .focus], frame: frame,
      isFocused: isFocused)
  }
}
