import Colors
import Geometry
public import Input
import Scene
import Typography

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
      edited: @escaping (String, ChangePhase) -> FieldFault?, restored: @escaping () -> Void = {},
      stepped: ((Double) -> Void)? = nil, pasted: @escaping (String) -> Bool = { _ in false }
    ) {
      (self.edited, self.restored, self.stepped, self.pasted) = (edited, restored, stepped, pasted)
    }
  }

  /// What a field is for.
  public enum Kind: Hashable, Sendable {
    /// One value: Return settles it and Escape brings the one from before back.
    case value
    /// Words that filter something while they are typed: they stay, and Escape or the cross at the end takes them away.
    case search
  }

  private let alignment: HorizontalAlignment
  /// What stands in the empty field.
  private let placeholder: String?
  private let delegate: Delegate
  private let clipboard: Clipboard
  private let range: AccessibilityNode.ValueRange?
  private let step: Double?
  private let kind: Kind

  /// What an input method is composing at the caret.
  private var composition = Composition.none {
    didSet { if composition != oldValue { setNeedsUpdate() } }
  }

  /// Whether the focus goes to the field's own menu, and comes back.
  private var isAskedForMenu = false

  /// The text that the value has while nobody edits it.
  private var shownText = ""
  /// How often the owner has shown a text.
  private var showings = 0
  private var editor = EditableText() {
    didSet { if editor != oldValue { setNeedsUpdate() } }
  }

  /// Whether the text differs from the value's own and was not settled yet.
  public private(set) var isEdited = false

  /// What is wrong with the text, once it was offered.
  public private(set) var fault: FieldFault? {
    didSet {
      guard fault != oldValue else { return }
      isFaultNew = fault != nil
      setNeedsUpdate()
      // Whoever holds the field may say it beside it.
      parent?.setNeedsUpdate()
    }
  }

  /// Whether the fault has not been announced yet.
  private var isFaultNew = false

  /// What is told of the text besides, while nothing is wrong with it, such as how it is understood.
  public var hint: String?

  private var scroll = 0.0
  /// The part of a step that the wheel was turned by and that is not taken yet.
  private var turned = 0.0
  /// The text that is seen as it is set: where its caret stands, and where assistive tools are told its characters are.
  private var line: TextLine?
  private var textStart = 0.0

  /// What stands beside the text, and the window through which the text is seen: what is marked, the text and its caret.
  /// The layers stay while the text changes, as it does in all fields of a picker with every frame of a drag.
  private let signs = Layer()
  private let window = Layer()
  private let marks = Layer()
  private let words = Layer()
  private let beam = Layer()

  /// Creates a field whose owner judges the text.
  public init(
    label: String, placeholder: String? = nil,
    alignment: HorizontalAlignment = .leading,
    range: AccessibilityNode.ValueRange? = nil,
    step: Double? = nil, kind: Kind = .value, clipboard: Clipboard, delegate: Delegate
  ) {
    self.kind = kind
    self.placeholder = placeholder
    self.alignment = alignment
    self.range = range
    self.step = step
    self.clipboard = clipboard
    self.delegate = delegate
    super.init(label: label)
    window.masksToBounds = true
    for part in [signs, window] { layer.addSublayer(part) }
    for part in [marks, words, beam] { window.addSublayer(part) }
  }

  /// Creates a field for words that filter something; `onChange` is told of them with each letter.
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

  /// The beam that stands between letters.
  public override var cursor: CursorShape { .text }
  public override var alwaysShowsFocus: Bool { true }
  public override var takesText: Bool { true }
  /// Why the text is refused, where nothing beside the field says it.
  public override var tooltip: Tooltip? { describedBy == nil ? fault.map { Tooltip($0.message) } : nil }

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
    showings += 1
    guard !isEdited, text != editor.text else { return }
    let wasAllSelected = editor.selection.count == editor.count && isFocused
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
    endComposition()
    guard isEdited else { return fault == nil }
    let before = showings
    fault = delegate.edited(editor.text, .final)
    guard fault == nil else { return false }
    isEdited = false
    // An owner that shows no other text keeps what was typed.
    if kind == .search || showings == before { shownText = editor.text }
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
    // A search has no value of its own: the words that come back are searched for.
    if kind == .search { fault = delegate.edited(editor.text, .final) }
  }

  /// Lets go of what is being typed without telling anybody; the value is shown again.
  public func forgetEdit() {
    guard isEdited || fault != nil else { return }
    isEdited = false
    fault = nil
    editor = EditableText(shownText)
    if isFocused { editor.selectAll() }
  }

  /// Takes all words of a search away.
  public func clear() {
    guard !editor.text.isEmpty else { return }
    editor = EditableText()
    shownText = ""
    isEdited = false
    fault = delegate.edited("", .final)
  }

  private func endComposition() { composition = .none }

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

  /// Selects all of the text where the keyboard brought the focus.
  public override func focusGained(byKeyboard: Bool) {
    turned = 0
    if byKeyboard, !isAskedForMenu { editor.selectAll() }
    isAskedForMenu = false
  }

  /// Takes over what was being composed, and offers the text to the owner.
  public override func focusLost() {
    // What was being composed was meant to be there.
    let composed = composition.text
    endComposition()
    if !composed.isEmpty { change { $0.insert(composed) } }
    // The field's own menu is about what is selected, and gives the focus back.
    if isAskedForMenu { return }
    commit()
    editor.move(to: .end)
    scroll = 0
  }

  public override func insert(_ text: String, at time: Double) -> Bool {
    endComposition()
    change { $0.insert(text) }
    return true
  }

  public override func compose(_ composition: Composition, at time: Double) -> Bool {
    // What is composed takes the place of what was selected.
    if !composition.isEmpty, !editor.selection.isEmpty { change { $0.insert("") } }
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
    // The surroundings of the field may do more with Return, but not with a refused text.
    case .enter where kind == .value && !selecting && !words: return !commit()
    case .escape:
      if kind == .search {
        guard !editor.text.isEmpty else { return false }
        clear()
        return true
      }
      guard isEdited || fault != nil else { return false }
      restore()
    default: return false
    }
    return true
  }

  /// What can be done with the text, for those who have no keys for it at hand.
  public override func contextMenu(for event: PointerEvent) -> Menu? {
    isAskedForMenu = isFocused
    func command(_ name: String, _ title: String, _ key: Character, isEnabled: Bool) -> Command {
      Command("text.\(name)", title, .control(key), isEnabled: isEnabled) { [weak self] _ in
        _ = self?.shortcut(.character(key), .control)
      }
    }
    let hasSelection = !editor.selection.isEmpty
    return Menu(groups: [
      [
        command("cut", "Cut", "x", isEnabled: hasSelection),
        command("copy", "Copy", "c", isEnabled: hasSelection),
        command("paste", "Paste", "v", isEnabled: true),
      ],
      [command("select-all", "Select all", "a", isEnabled: !editor.text.isEmpty)],
    ])
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
    editor = EditableText(shownText)
    editor.selectAll()
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
    before = editor
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

  /// The text and selection before the press.
  private var before: EditableText?

  public override func pointerCancelled(at time: Double) {
    guard let before, before.text == editor.text else { return }
    editor = before
    setNeedsUpdate()
  }

  private func offset(at point: Point) -> Int {
    let x = point.x - textStart
    guard let line else { return 0 }
    return (0...line.characterCount).min {
      (line.caret(at: $0).x - x).magnitude < (line.caret(at: $1).x - x).magnitude
    } ?? 0
  }

  // MARK: Appearance

  private static let padding = 8.0
  /// Where the words of a search begin, behind the looking glass.
  private static let searchStart = 29.0
  private static let clearWidth = 28.0

  private var hasClearButton: Bool { kind == .search && !editor.text.isEmpty }

  private var clearFrame: Rect {
    Rect(x: bounds.width - Self.clearWidth, y: 0, width: Self.clearWidth, height: bounds.height)
  }

  /// The room in which the text stands.
  private var room: Rect {
    guard kind == .search else {
      return bounds.inset(by: EdgeInsets(left: Self.padding, right: Self.padding))
    }
    return bounds.inset(
      by: EdgeInsets(left: Self.searchStart, right: hasClearButton ? Self.clearWidth : Self.padding - 3))
  }

  /// The text that is seen: with what is being composed at the caret.
  private var seenText: String {
    guard !composition.isEmpty else { return editor.text }
    let characters = editor.characters
    return String(characters[..<editor.caret]) + composition.text + String(characters[editor.caret...])
  }

  /// Where the caret is seen, in characters of the text that is seen.
  private var seenCaret: Int { editor.caret + (composition.isEmpty ? 0 : composition.caret) }

  public override var caretFrame: Rect? {
    Rect(x: textStart + caretX, y: bounds.midY - 9, width: 1, height: 18)
  }

  /// How far from the start of the text the caret is seen.
  private var caretX: Double { line?.caret(at: seenCaret).x ?? 0 }

  public override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.backgroundColor = theme.raised
    layer.cornerRadius = Theme.fieldRadius
    layer.borderWidth = fault == nil ? interface.hairline : 1.5
    layer.borderColor = fault == nil ? theme.hairline : theme.fault
    layer.opacity = isEnabled ? 1 : 0.4
    let line = interface.line(seenText, style: Theme.figures)
    self.line = line
    showSigns(interface)
    let inset = kind == .search ? Self.searchStart - 3 : 3
    window.frame = bounds.inset(by: EdgeInsets(left: inset, right: hasClearButton ? Self.clearWidth : 3))
    textStart = start(of: line.width, in: room)
    let origin = textStart - window.frame.minX
    showMarks(in: line, at: origin, interface)
    words.frame = Rect(x: origin, y: 0, width: line.width, height: bounds.height)
    words.contents = .text(
      TextContents(
        seenText, font: Theme.figures, color: theme.ink,
        baseline: interface.baseline(of: Theme.figures, inHeight: bounds.height)))
    showCaret(at: origin + caretX, interface)
    if isFaultNew {
      isFaultNew = false
      host?.showTooltip(of: self)
    }
  }

  /// Shows what stands in the field besides its text.
  private func showSigns(_ interface: Interface) {
    let theme = interface.theme
    if !signs.sublayers.isEmpty { signs.removeSublayers() }
    if kind == .search {
      let glass = Rect(x: 9, y: bounds.midY - 7, width: 14, height: 14)
      signs.addSublayer(Layer(.glass, in: glass, color: theme.secondaryInk))
      if hasClearButton { signs.addSublayer(Layer(.cross, in: clearFrame, color: theme.secondaryInk)) }
    }
    if let placeholder, seenText.isEmpty {
      signs.addSublayer(
        Layer(placeholder, style: Theme.body, color: theme.secondaryInk, in: room, interface))
    }
  }

  /// Shows what is selected, and what is being composed underlined, behind the text.
  private func showMarks(in line: TextLine, at origin: Double, _ interface: Interface) {
    let theme = interface.theme
    if !marks.sublayers.isEmpty { marks.removeSublayers() }
    func mark(_ range: Range<Int>) {
      for part in line.selection(range) {
        let rect = Rect(x: origin + part.minX, y: bounds.midY - 9, width: part.width, height: 18)
        marks.addSublayer(Layer(rect, fill: theme.selection, radius: 2))
      }
    }
    if isFocused, !editor.selection.isEmpty { mark(editor.selection) }
    guard !composition.isEmpty else { return }
    let start = editor.caret
    let converted = composition.selection
    let baseline = interface.baseline(of: Theme.figures, inHeight: bounds.height)
    for part in line.selection(start..<start + composition.text.count) {
      let rule = Rect(
        x: origin + part.minX, y: baseline + 2, width: part.width, height: max(1, interface.hairline))
      marks.addSublayer(Layer(rule.pixelAligned(scale: interface.scale), fill: theme.ink))
    }
    mark(start + converted.lowerBound..<start + converted.upperBound)
  }

  private func showCaret(at x: Double, _ interface: Interface) {
    beam.isHidden = !isFocused || !editor.selection.isEmpty
    guard !beam.isHidden else { return }
    let width = max(1, interface.hairline)
    let caret = Rect(x: x - width / 2, y: bounds.midY - 9, width: width, height: 18)
    beam.frame = caret.pixelAligned(scale: interface.scale)
    beam.backgroundColor = interface.theme.ink
  }

  /// Returns where the text starts, so that it stands as it should and the caret stays in sight.
  private func start(of width: Double, in room: Rect) -> Double {
    guard width > room.width else {
      scroll = 0
      return alignment == .trailing ? room.maxX - width : room.minX
    }
    guard isFocused else { return room.minX }
    let caret = caretX
    scroll = min(max(scroll, caret - room.width), caret)
    scroll = min(max(scroll, 0), width - room.width)
    return room.minX - scroll
  }

  // MARK: Assistive tools

  public override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(
      role: .textField, label: label, value: editor.text, range: range, step: step,
      actions: (step == nil ? [] : [.increment, .decrement]) + [.setValue, .focus], frame: frame,
      isFocused: isFocused)
    node.states = fault == nil ? [.editable] : [.editable, .invalid]
    node.number = range == nil ? nil : Self.number(in: editor.text)
    node.description = fault?.message ?? hint
    node.placeholder = placeholder
    node.text = .init(caret: editor.caret, selection: editor.selection)
    if hasClearButton { node.children = [clearNode] }
    // While something is being composed, more is seen than the text.
    if composition.isEmpty, let line {
      node.characterFrames = line.characterStretches.map { stretch in
        Rect(
          x: frame.minX + textStart + stretch.lowerBound, y: frame.midY - 9,
          width: stretch.upperBound - stretch.lowerBound, height: 18)
      }
    }
    return node
  }

  private static let clearID = "clear"

  /// The cross at the end of a search.
  private var clearNode: AccessibilityNode {
    var node = AccessibilityNode(
      role: .button, label: "Clear", actions: [.press], frame: clearFrame.offset(by: frame.origin - .zero))
    node.id = Self.clearID
    return node
  }

  /// Returns the number that a text begins with; a unit may follow.
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
      editor.move(to: .offset(range.lowerBound))
      editor.move(to: .offset(range.upperBound), selecting: true)
    case .increment: return stepped(by: 1)
    case .decrement: return stepped(by: -1)
    default: return false
    }
    return true
  }
}
