import Controls
import Geometry
import Input
import Posters

/// Handles text input from the pointer, the keyboard and assistive tools.
final class PosterTyping {
  private let session: EditorSession
  private let place: PagePlace
  private var draft: PosterDraft { session.draft }
  /// The unit and the start of a selection that is being dragged.
  private var pressed: (unit: PosterDraft.Unit, from: Range<TextPosition>)?

  init(_ session: EditorSession, on place: PagePlace) {
    self.session = session
    self.place = place
  }

  // MARK: Beginning and ending

  /// Places the caret at a point of the page, in fractions of it, or where it was last.
  func begin(at point: Point?) {
    let size = draft.layout.page.size
    draft.beginTyping(at: point.map { Point($0.x * size.width, $0.y * size.height) })
    session.onChange()
  }

  /// Ends typing; the poster stays unchanged.
  func end() {
    draft.endTyping()
    session.onChange()
  }

  /// Selects the first line for overtyping.
  func selectFirstLine() {
    draft.beginTyping()
    draft.select(.line, at: TextPosition(line: 0, offset: 0))
    session.onChange()
  }

  /// Selects the line, or everything if the line is already selected.
  func selectMore() {
    if !draft.isTyping { draft.beginTyping() }
    draft.selectMore()
    session.onChange()
  }

  // MARK: Pointer

  /// Places the caret at a press, or selects there; returns false if there is no text.
  func press(_ event: PointerEvent) -> Bool {
    guard let position = draft.layout.position(at: place.onPage(event.point)) ?? emptyPosition else {
      return false
    }
    session.showsGround = false
    before = draft.selection
    if !draft.isTyping { draft.beginTyping(at: place.onPage(event.point)) }
    if event.modifiers.contains(.shift) {
      draft.move(to: position, selecting: true)
      pressed = (.character, draft.selection.anchor..<draft.selection.anchor)
    } else {
      let unit: PosterDraft.Unit = event.clicks == 1 ? .character : event.clicks == 2 ? .word : .line
      draft.select(unit, at: position)
      pressed = (unit, draft.selection.range)
    }
    session.onChange()
    return true
  }

  private var emptyPosition: TextPosition? {
    draft.poster.lines.isEmpty ? TextPosition(line: 0, offset: 0) : nil
  }

  /// Selects from the start of the press to the pointer.
  func drag(_ event: PointerEvent) {
    guard let pressed, let position = draft.layout.position(at: place.onPage(event.point)) else { return }
    let here: Range<TextPosition>
    switch pressed.unit {
    case .word: here = draft.wordRange(at: position)
    case .line:
      here =
        TextPosition(
          line: position.line, offset: 0)..<draft.edited.text.clamped(
          TextPosition(line: position.line, offset: .max))
    default: here = position..<position
    }
    // The word or line pressed first stays selected as a whole.
    let isBefore = here.lowerBound < pressed.from.lowerBound
    let (anchor, caret) =
      isBefore ? (pressed.from.upperBound, here.lowerBound) : (pressed.from.lowerBound, here.upperBound)
    draft.move(to: anchor, selecting: false)
    draft.move(to: caret, selecting: true)
    session.onChange()
  }

  func endPress() { pressed = nil }

  /// Whether the pointer selects.
  var isPressed: Bool { pressed != nil }

  /// The selection before the press.
  private var before: TextSelection?

  /// Restores the selection from before the press.
  func cancelPress() {
    guard pressed != nil, let before else { return }
    pressed = nil
    draft.move(to: before.anchor, selecting: false)
    draft.move(to: before.caret, selecting: true)
    session.onChange()
  }

  // MARK: Keys

  func key(_ event: KeyEvent) -> Bool {
    guard draft.isTyping else {
      guard event.modifiers.isEmpty, event.key == .enter || event.key == .function(2) else { return false }
      begin(at: nil)
      return true
    }
    guard typed(event) else { return false }
    session.onChange()
    return true
  }

  private func typed(_ event: KeyEvent) -> Bool {
    let selecting = event.modifiers.contains(.shift)
    let isControl = event.modifiers.contains(.control)
    guard event.modifiers.subtracting([.shift, .control]).isEmpty else { return false }
    let key = draft.isInColumn ? event.key.turned : event.key
    switch key {
    case .left, .right:
      let towardRight = key == .right
      if isControl {
        let isRightToLeft =
          draft.layout.lines.first { $0.index == draft.selection.caret.line }?.isRightToLeft ?? false
        draft.move(.word, forward: towardRight != isRightToLeft, selecting: selecting)
      } else {
        draft.move(towardRight: towardRight, selecting: selecting)
      }
    case .up where !isControl: draft.move(towardNext: false, selecting: selecting)
    case .down where !isControl: draft.move(towardNext: true, selecting: selecting)
    case .home: draft.move(isControl ? .everything : .line, forward: false, selecting: selecting)
    case .end: draft.move(isControl ? .everything : .line, forward: true, selecting: selecting)
    case _ where [.backspace, .delete, .enter].contains(event.key) && !session.mayChange(): break
    case .backspace: draft.delete(isControl ? .word : .character, forward: false)
    case .delete: draft.delete(isControl ? .word : .character, forward: true)
    case .enter where !isControl: if !draft.breakLine() { sayFull() }
    case .escape: draft.endTyping()
    default: return false
    }
    return true
  }

  func insert(_ text: String) -> Bool {
    guard session.mayChange() else { return true }
    if !draft.isTyping { draft.beginTyping() }
    if !draft.insert(text) { sayFull() }
    session.onChange()
    return true
  }

  func compose(_ composition: Input.Composition) -> Bool {
    guard draft.isTyping, session.mayChange() else { return false }
    draft.compose(composition)
    session.onChange()
    return true
  }

  private func sayFull() {
    session.say(
      session.localized(
        "A poster takes up to {lines} lines of {characters} characters; the rest was left out",
        ["lines": "\(Poster.mostLines)", "characters": "\(Poster.Line.longest)"]))
  }

  // MARK: Assistive tools

  /// Returns the number of the line with a node's name, or nil.
  func line(_ name: String) -> Int? {
    guard let number = Int(name.dropFirst("line ".count)),
      draft.edited.text.lines.indices.contains(number - 1)
    else { return nil }
    return number - 1
  }

  /// Returns the nodes of the lines for assistive tools, with the canvas at a frame of its parent.
  func accessibleLines(in canvas: Rect, isFocused: Bool) -> [AccessibilityNode] {
    draft.edited.text.lines.indices.map { node(ofLine: $0, in: canvas, isFocused: isFocused) }
  }

  private func node(ofLine index: Int, in canvas: Rect, isFocused: Bool) -> AccessibilityNode {
    let origin: Vector = canvas.origin - .zero
    let box = place.frame(ofLine: index) ?? place.onCanvas(Rect.zero)
    let isCaretHere = draft.isTyping && draft.selection.caret.line == index
    var node = AccessibilityNode(
      role: .textField,
      label: session.localized("Line {number}", ["number": "\(index + 1)"]),
      value: draft.edited.text.lines[index].text, actions: [.setValue, .focus],
      frame: box.offset(by: origin),
      isFocused: isFocused && isCaretHere)
    node.id = "line \(index + 1)"
    node.states = [.editable]
    node.characterFrames = characterFrames(ofLine: index).map { $0.offset(by: origin) }
    if isCaretHere {
      let range = draft.selection.range
      let count = draft.edited.text.lines[index].text.count
      let lower = range.lowerBound.line < index ? 0 : range.lowerBound.offset
      let upper = range.upperBound.line > index ? count : range.upperBound.offset
      node.text = .init(caret: draft.selection.caret.offset, selection: lower..<upper)
    }
    return node
  }

  /// Returns the frames of the characters of a stored line on the canvas; hidden ones have an empty size.
  private func characterFrames(ofLine index: Int) -> [Rect] {
    draft.edited.text.lines[index].text.indices.enumerated().map { offset, _ in
      let start = TextPosition(line: index, offset: offset)
      let boxes = draft.layout.selection(start..<start.advanced(by: 1))
      guard let first = boxes.first else { return .zero }
      return place.onCanvas(boxes.dropFirst().reduce(first) { $0.union($1) })
    }
  }

  /// Performs an assistive tool's request on a line.
  func perform(_ action: AccessibilityAction, onLine index: Int) -> Bool {
    let start = TextPosition(line: index, offset: 0)
    switch action {
    case .focus:
      draft.beginTyping()
      draft.move(to: start, selecting: false)
    case .selectText(let range):
      draft.beginTyping()
      draft.select(start.advanced(by: range.lowerBound)..<start.advanced(by: range.upperBound))
    case .setText(let text):
      guard session.mayChange() else { return false }
      draft.changeLines(.typing) { lines in
        lines.select(start..<lines.clamped(TextPosition(line: index, offset: .max)))
        lines.insert(text)
      }
    default: return false
    }
    session.onChange()
    return true
  }
}

extension Key {
  /// The arrow key that has the effect in a line which this one has in a column: columns run down and then to the left.
  fileprivate var turned: Key {
    switch self {
    case .down: .right
    case .up: .left
    case .left: .down
    case .right: .up
    default: self
    }
  }
}
