import Colors
import Geometry
public import Input
import Localization
import Scene

/// A text field; its owner validates the text.
public final class TextField: Control {
  /// The owner's part of a field.
  public struct Delegate {
    /// Called after an edit: returns the fault of the text, or nil after accepting it.
    public var edited: (String, ChangePhase) -> FieldFault?
    /// Called when editing is cancelled: the value from before it is restored.
    public var restored: () -> Void
    /// Called with the number of requested steps.
    public var stepped: ((Double) -> Void)?
    /// Called with a pasted text: returns true if the owner accepted it as a whole value.
    public var pasted: (String) -> Bool

    /// Creates a field's delegate.
    public init(
      edited: @escaping (String, ChangePhase) -> FieldFault?, restored: @escaping () -> Void = {},
      stepped: ((Double) -> Void)? = nil, pasted: @escaping (String) -> Bool = { _ in false }
    ) {
      (self.edited, self.restored, self.stepped, self.pasted) = (edited, restored, stepped, pasted)
    }
  }

  /// The purpose of a field.
  public enum Kind: Hashable, Sendable {
    /// One value: Return commits it and Escape restores the previous one.
    case value
    /// Search words that filter while they are typed: they stay, and Escape or the cross at the end clears them.
    case search
  }

  /// The text shown in the empty field.
  private let placeholder: String?
  private let delegate: Delegate
  private let clipboard: Clipboard
  private let range: AccessibilityNode.ValueRange?
  private let step: Double?
  private let kind: Kind

  /// The input method's composition at the caret.
  private var composition = Composition.none {
    didSet { if composition != oldValue { setNeedsUpdate() } }
  }

  /// Whether the focus moves to the field's own menu and will return.
  private var isAskedForMenu = false

  private var edit = EditedText() {
    didSet { if edit.typed != oldValue.typed { setNeedsUpdate() } }
  }

  /// The reason why the offered text was rejected, or nil.
  public private(set) var fault: FieldFault? {
    didSet {
      guard fault != oldValue else { return }
      isFaultNew = fault != nil
      setNeedsUpdate()
      // The parent may show the fault beside the field.
      parent?.setNeedsUpdate()
    }
  }

  /// Whether the fault was not announced yet.
  private var isFaultNew = false

  /// A description of a valid text for assistive tools, such as how it is understood.
  public var hint: String?

  /// The part of a step that the wheel was turned by and that is not taken yet.
  private var turned = 0.0

  /// The icons beside the text.
  private let signs = Layer()
  private let line: EditedLineView

  /// Creates a field whose owner validates the text.
  ///
  /// - Parameters:
  ///   - label: The name for assistive tools.
  ///   - placeholder: The text that an empty field shows.
  ///   - alignment: The alignment of the text.
  ///   - range: The range that assistive tools report, for a number.
  ///   - step: The change by an arrow key or a notch of the wheel, for a number; nil for a text.
  ///   - kind: Whether the field holds a value or a search.
  ///   - clipboard: The clipboard that copying and pasting use.
  ///   - delegate: Validates the text and receives it.
  public init(
    label: String, placeholder: String? = nil,
    alignment: HorizontalAlignment = .leading,
    range: AccessibilityNode.ValueRange? = nil,
    step: Double? = nil, kind: Kind = .value, clipboard: Clipboard, delegate: Delegate
  ) {
    self.kind = kind
    self.placeholder = placeholder
    self.range = range
    self.step = step
    self.clipboard = clipboard
    self.delegate = delegate
    line = EditedLineView(alignment: alignment)
    super.init(label: label)
    for part in [signs, line.layer] { layer.addSublayer(part) }
  }

  /// Creates a search field; `onChange` receives the text after each edit.
  public convenience init(
    searchFor label: String, placeholder: String, clipboard: Clipboard, onChange: @escaping (String) -> Void
  ) {
    self.init(
      label: label, placeholder: placeholder, kind: .search, clipboard: clipboard,
      delegate: Delegate(edited: { words, _ in
        onChange(words)
        return nil
      }))
  }

  /// The text itself is not reflected.
  override var mirrorsArrowKeys: Bool { false }
  /// The text cursor.
  public override var cursor: CursorShape { .text }
  public override var alwaysShowsFocus: Bool { true }
  public override var takesText: Bool { true }
  /// Why the text is rejected, if no control beside the field shows it.
  public override var tooltip: Tooltip? { describedBy == nil ? fault.map { Tooltip($0.message) } : nil }

  /// The text in the field.
  public var text: String { edit.typed.text }

  /// Whether the text differs from the value and has not been settled yet.
  public var isEdited: Bool { edit.isEdited }

  /// Replaces the text as if it had not been edited, and selects all of it.
  public func begin(with text: String) {
    fault = nil
    edit.begin(with: text)
  }

  /// Shows a value's text; while a person edits the field it is left alone.
  public func show(_ text: String) { edit.show(text, keepsSelection: isFocused) }

  // MARK: Editing

  private func change(_ change: (inout EditableText) -> Void) {
    guard edit.change(change) else { return }
    fault = nil
    _ = delegate.edited(text, .continuous)
  }

  /// Validates the text with the owner; returns whether it was accepted.
  @discardableResult public func commit() -> Bool {
    endComposition()
    guard isEdited else { return fault == nil }
    let before = edit.showings
    fault = delegate.edited(text, .final)
    guard fault == nil else { return false }
    // An owner that shows no other text keeps what was typed.
    edit.settle(isValue: kind == .search || edit.showings == before)
    show(edit.value)
    return true
  }

  /// Discards the edit.
  public func restore() {
    guard isEdited || fault != nil else { return }
    fault = nil
    edit.revert(selectsAll: isFocused)
    delegate.restored()
    // A search has no value of its own: the words that come back are searched for.
    if kind == .search { fault = delegate.edited(text, .final) }
  }

  /// Discards the edit without telling the owner and shows the value again.
  public func forgetEdit() {
    guard isEdited || fault != nil else { return }
    fault = nil
    edit.revert(selectsAll: isFocused)
  }

  /// Clears a search.
  public func clear() {
    guard !text.isEmpty else { return }
    edit.begin(with: "")
    fault = delegate.edited("", .final)
  }

  private func endComposition() { composition = .none }

  /// Pastes a text: as a whole value if the owner accepts it, otherwise into the line.
  public func paste(_ text: String) {
    if delegate.pasted(text) {
      fault = nil
      edit.revert(selectsAll: true)
    } else {
      change { $0.insert(text) }
      if isEdited { fault = delegate.edited(self.text, .continuous) }
    }
  }

  /// Selects the whole text if the keyboard moved the focus.
  public override func focusGained(byKeyboard: Bool) {
    turned = 0
    if byKeyboard, !isAskedForMenu { edit.selectAll() }
    isAskedForMenu = false
  }

  /// Inserts the current composition and commits the text.
  public override func focusLost() {
    // A composition is kept, since the person meant to type it.
    let composed = composition.text
    endComposition()
    if !composed.isEmpty { change { $0.insert(composed) } }
    // The field's own menu acts on the selection and returns the focus.
    if isAskedForMenu { return }
    commit()
    edit.move(to: .end)
    line.scrollToStart()
  }

  public override func insert(_ text: String, at time: Double) -> Bool {
    endComposition()
    change { $0.insert(text) }
    return true
  }

  public override func compose(_ composition: Composition, at time: Double) -> Bool {
    // The composition replaces the selection.
    if !composition.isEmpty, !edit.typed.selection.isEmpty { change { $0.insert("") } }
    self.composition = composition
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
    case .left, .right:
      let isForward = (key == .right) != line.isRightToLeft
      let destination: EditableText.Destination =
        isForward ? (words ? .nextWord : .next) : (words ? .previousWord : .previous)
      edit.move(to: destination, selecting: selecting)
    case .home: edit.move(to: .start, selecting: selecting)
    case .end: edit.move(to: .end, selecting: selecting)
    case .backspace: change { $0.delete(to: words ? .previousWord : .previous) }
    case .delete: change { $0.delete(to: words ? .nextWord : .next) }
    case .up: return stepped(by: selecting ? 10 : 1)
    case .down: return stepped(by: selecting ? -10 : -1)
    case .pageUp: return stepped(by: 10)
    case .pageDown: return stepped(by: -10)
    // The parent may also handle Return, but not with a rejected text.
    case .enter where kind == .value && !selecting && !words: return !commit()
    case .escape:
      if kind == .search {
        guard !text.isEmpty else { return false }
        clear()
        return true
      }
      guard isEdited || fault != nil else { return false }
      restore()
    default: return false
    }
    return true
  }

  /// Returns the editing commands, for people without a keyboard at hand.
  public override func contextMenu(for event: PointerEvent) -> Menu? {
    isAskedForMenu = isFocused
    func command(_ name: String, _ title: Message, _ key: Character, isEnabled: Bool) -> Command {
      Command("text.\(name)", localized(title), .control(key), isEnabled: isEnabled) { [weak self] _ in
        _ = self?.shortcut(.character(key), .control)
      }
    }
    let hasSelection = !edit.typed.selection.isEmpty
    return Menu(groups: [
      [
        command("cut", Message("Cut"), "x", isEnabled: hasSelection),
        command("copy", Message("Copy"), "c", isEnabled: hasSelection),
        command("paste", Message("Paste"), "v", isEnabled: true),
      ],
      [command("select-all", Message("Select all"), "a", isEnabled: !text.isEmpty)],
    ])
  }

  /// Handles an editing shortcut; nil for another key, false to leave it to the window.
  private func shortcut(_ key: Key, _ modifiers: Modifiers) -> Bool? {
    switch key {
    case .character("a"): edit.selectAll()
    case .character("c"):
      guard !edit.typed.selection.isEmpty else { return false }
      clipboard.write(edit.typed.selectedText)
    case .character("x"):
      guard !edit.typed.selection.isEmpty else { return false }
      clipboard.write(edit.typed.selectedText)
      change { $0.insert("") }
    case .character("v"):
      if let text = clipboard.read() {
        paste(text)
        host?.tellOfMissingFont(for: text)
      }
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
    edit.revert(selectsAll: true)
    return true
  }

  // MARK: Pointer

  /// Steps a number while the field has the focus.
  public override func wheel(_ event: WheelEvent) -> Bool {
    guard isFocused, event.notches.dy != 0, delegate.stepped != nil else { return false }
    turned += event.notches.dy * (event.modifiers.contains(.shift) ? 10 : 1)
    let steps = turned.rounded(.towardZero)
    turned -= steps
    return steps == 0 || stepped(by: steps)
  }

  public override func pointerDown(_ event: PointerEvent) -> Bool {
    if hasClearButton, clearFrame.contains(event.point) {
      clear()
      return true
    }
    setNeedsUpdate()
    before = edit.typed
    let offset = line.offset(at: event.point.x)
    switch event.clicks {
    case 1: edit.move(to: .offset(offset), selecting: event.modifiers.contains(.shift))
    case 2: edit.selectWord(at: offset)
    default: edit.selectAll()
    }
    return true
  }

  public override func pointerDragged(_ event: PointerEvent) {
    setNeedsUpdate()
    edit.move(to: .offset(line.offset(at: event.point.x)), selecting: true)
  }

  /// The text and selection before the press.
  private var before: EditableText?

  public override func pointerCancelled(at time: Double) {
    if let before, edit.select(as: before) { setNeedsUpdate() }
  }

  // MARK: Appearance

  private static let padding = 8.0
  /// The start of a search's text, after the magnifying glass.
  private static let searchStart = 29.0
  private static let clearWidth = 28.0

  private var hasClearButton: Bool { kind == .search && !text.isEmpty }

  private var clearFrame: Rect {
    Rect(x: bounds.width - Self.clearWidth, y: 0, width: Self.clearWidth, height: bounds.height)
  }

  /// The area of the text.
  private var room: Rect {
    guard kind == .search else {
      return bounds.inset(by: EdgeInsets(left: Self.padding, right: Self.padding))
    }
    return bounds.inset(
      by: EdgeInsets(left: Self.searchStart, right: hasClearButton ? Self.clearWidth : Self.padding - 3))
  }

  /// The width at which the placeholder of a search field is whole.
  public override func neededWidth(_ interface: Interface) -> Double {
    guard kind == .search, let placeholder else { return 0 }
    let words = interface.line(placeholder, style: Theme.body).width
    return (words + Self.searchStart + Self.padding - 3).rounded(.up)
  }

  public override var caretFrame: Rect? {
    Rect(x: line.x(after: edit.typed.caret(composing: composition)), y: bounds.midY - 9, width: 1, height: 18)
  }

  public override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.backgroundColor = theme.raised
    layer.cornerRadius = Theme.fieldRadius
    layer.borderWidth = fault == nil ? interface.hairline : 1.5
    layer.borderColor = fault == nil ? theme.hairline : theme.fault
    layer.opacity = isEnabled ? 1 : 0.4
    showSigns(interface)
    let inset = kind == .search ? Self.searchStart - 3 : 3
    line.show(
      edit.typed, composing: composition, isFocused: isFocused,
      frame: bounds.inset(by: EdgeInsets(left: inset, right: hasClearButton ? Self.clearWidth : 3)),
      room: room, isMirrored: isMirrored, interface)
    if isFaultNew {
      isFaultNew = false
      host?.showTooltip(of: self)
    }
  }

  /// Shows the icons of the field.
  private func showSigns(_ interface: Interface) {
    let theme = interface.theme
    if !signs.sublayers.isEmpty { signs.removeSublayers() }
    if kind == .search {
      let glass = Rect(x: 9, y: bounds.midY - 7, width: 14, height: 14)
      signs.addSublayer(Layer(.glass, in: glass, color: theme.secondaryInk))
      if hasClearButton { signs.addSublayer(Layer(.cross, in: clearFrame, color: theme.secondaryInk)) }
    }
    if let placeholder, text.isEmpty, composition.isEmpty {
      signs.addSublayer(
        Layer(placeholder, style: Theme.body, color: theme.secondaryInk, in: room, interface))
    }
  }

  // MARK: Assistive tools

  public override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(
      role: .textField, label: label, value: text, range: range, step: step,
      actions: (step == nil ? [] : [.increment, .decrement]) + [.setValue, .focus], frame: frame,
      isFocused: isFocused)
    node.states = fault == nil ? [.editable] : [.editable, .invalid]
    node.number = range == nil ? nil : Self.number(in: text)
    node.description = fault?.message ?? hint
    node.placeholder = placeholder
    node.text = .init(caret: edit.typed.caret, selection: edit.typed.selection)
    if hasClearButton { node.children = [clearNode] }
    // While something is being composed, more is seen than the text.
    if composition.isEmpty, let frames = line.characterFrames(in: frame) { node.characterFrames = frames }
    return node
  }

  private static let clearID = "clear"

  /// The clear button at the end of a search.
  private var clearNode: AccessibilityNode {
    var node = AccessibilityNode(
      role: .button, label: localized(Message("Clear")), actions: [.press],
      frame: clearFrame.offset(by: frame.origin - .zero))
    node.id = Self.clearID
    return node
  }

  /// Returns the number at the start of a text; a unit may follow.
  private static func number(in text: String) -> Double? {
    let words = text.replacing("−", with: "-").replacing(",", with: ".").drop { $0 == " " }
    return Double(words.prefix { $0.isASCII && ($0.isNumber || ".+-".contains($0)) })
  }

  public override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    if part == Self.clearID {
      if action == .press { clear() }
      return action == .press
    }
    switch action {
    case .setText(let text):
      change {
        $0.selectAll()
        $0.insert(text)
      }
      commit()
    case .setNumber(let number): return perform(.setText("\(number)"), on: part, at: time)
    case .selectText(let range):
      edit.move(to: .offset(range.lowerBound))
      edit.move(to: .offset(range.upperBound), selecting: true)
    case .increment: return stepped(by: 1)
    case .decrement: return stepped(by: -1)
    default: return false
    }
    return true
  }
}
