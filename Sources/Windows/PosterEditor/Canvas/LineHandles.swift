import Controls
import Geometry
import Input
import Posters
import Scene

/// What stands beside a line while the pointer is near or the caret is in it: a grip to move it by, and buttons for its
/// size, for taking it out, and for a new line below.
final class LineHandles: Control {
  private unowned let canvas: PosterCanvas
  private let session: EditorSession
  /// The line that the handles belong to, or nil while they are hidden.
  private(set) var line: Int?

  private lazy var grip = LineGrip(canvas, session) { [unowned self] in line }
  private lazy var size = Button("Large or small line", icon: .lineSize, kind: .quiet) {
    [unowned self] _ in
    guard let line else { return }
    session.changeLine(line, .lineSize) { $0.rank = $0.rank == .large ? .small : .large }
  }
  private lazy var remove = Button("Delete line", icon: .cross, kind: .quiet) { [unowned self] _ in
    guard let line else { return }
    session.changeLines(.deletingLine) { $0.removeLine(at: line) }
  }
  private lazy var add = Button("New line below", icon: .plus, kind: .quiet) { [unowned self] _ in
    guard let line, session.mayChange() else { return }
    session.draft.beginTyping()
    session.changeLines(.newLine) { $0.addLine(below: line) }
    host?.setFocus(canvas)
  }

  private static let side = 26.0
  /// How much room the handles need at the side of a page, where they stand below each other.
  static let room = side + 14

  init(_ canvas: PosterCanvas, _ session: EditorSession) {
    self.canvas = canvas
    self.session = session
    super.init(label: "Handles of the line")
    layer.name = "line handles"
    for control in [grip, size, remove, add] as [Control] { addChild(control) }
    isHidden = true
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Stands beside a line at the page's left, or nowhere: in a row, or where there is less room in a column.
  func show(_ line: Int?, beside box: Rect, page: Rect, within room: Rect, _ interface: Interface) {
    self.line = line
    isHidden = line == nil
    guard let line else { return }
    let controls = [grip, size, remove, add] as [Control]
    let (long, short) = (Self.side * Double(controls.count) + 4, Self.side + 4)
    let isRow = page.minX >= long + 8
    let extent = isRow ? Size(long, short) : Size(short, long)
    let y = min(max(box.midY - extent.height / 2, room.minY), max(room.maxY - extent.height, room.minY))
    frame = Rect(
      x: page.minX - extent.width - (isRow ? 8 : 5), y: y, width: extent.width, height: extent.height
    )
    .pixelAligned(scale: interface.scale)
    for (place, control) in controls.enumerated() {
      let way = 2 + Double(place) * Self.side
      control.frame = Rect(x: isRow ? way : 2, y: isRow ? 2 : way, width: Self.side, height: Self.side)
    }
    let lines = session.draft.edited.text.lines
    remove.isEnabled = lines.count > 1 || !lines[min(line, lines.count - 1)].text.isEmpty
    add.isEnabled = lines.count < Poster.mostLines
  }
}

/// Six dots by which a line is dragged to another place; the arrow keys move it too.
final class LineGrip: Control {
  private unowned let canvas: PosterCanvas
  private let session: EditorSession
  private let line: () -> Int?
  /// How far the pointer is from the middle of the line that it holds, in points of the canvas.
  private var grab: Double?

  init(_ canvas: PosterCanvas, _ session: EditorSession, line: @escaping () -> Int?) {
    self.canvas = canvas
    self.session = session
    self.line = line
    super.init(label: "Move line")
  }

  override var tooltip: Tooltip? { Tooltip("Drag to move the line", shortcut: "Alt+↑ ↓") }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    layer.backgroundColor = isHovered || isPressed ? interface.theme.pressed : nil
    layer.cornerRadius = Theme.fieldRadius
    layer.addSublayer(Layer(.grip, in: bounds, color: interface.theme.secondaryInk))
  }

  /// Where the pointer is in the canvas.
  private func height(of event: PointerEvent) -> Double {
    canvas.convert(fromWindow: event.point + (originInWindow - .zero)).y
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    guard let line = line(), session.mayChange(), let middle = canvas.lines.middle(of: line) else {
      return false
    }
    grab = height(of: event) - middle
    canvas.lines.hold(line)
    canvas.setNeedsUpdate()
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    guard let grab else { return }
    canvas.lines.drag(middleTo: height(of: event) - grab, at: event.time)
    canvas.setNeedsUpdate()
  }

  override func pointerUp(_ event: PointerEvent) { letGo(at: event.time) }
  override func pointerCancelled(at time: Double) {
    canvas.lines.comeBack(at: time)
    letGo(at: time)
  }

  private func letGo(at time: Double) {
    grab = nil
    canvas.lines.release(at: time)
    canvas.setNeedsUpdate()
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard let line = line(), event.key == .up || event.key == .down else { return false }
    canvas.lines.move(line, by: event.key == .up ? -1 : 1, at: event.time)
    return true
  }

  override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(
      role: .button, label: label, actions: [.increment, .decrement, .focus], frame: frame,
      isFocused: isFocused)
    node.value = line().map { "Line \($0 + 1)" }
    return node
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard let line = line() else { return false }
    switch action {
    case .increment: canvas.lines.move(line, by: 1, at: time)
    case .decrement: canvas.lines.move(line, by: -1, at: time)
    default: return false
    }
    return true
  }
}
