import Colors
import Controls
import Geometry
import Input
import Scene

/// A strip of thumbnails of the table's rows; only visible ones are drawn.
final class RowStrip: Control {
  private let session: EditorSession
  private var merge: PosterMerge { session.merge }
  private var scroll = ScrollPosition()
  private let content = Layer()
  private var now = 0.0
  private var hovered: Int?
  private var touched: Point?
  private var shownRow: Int?
  /// The scroll offset at the last update.
  private var shownOffset = 0.0

  static let height = 88.0
  private static let gap = 8.0
  private static let captionHeight = 18.0
  /// The widths that a thumbnail may have, in points.
  private static let widths = 28.0...132.0

  init(_ session: EditorSession) {
    self.session = session
    super.init(label: session.localized("Rows"))
    layer.masksToBounds = true
    layer.addSublayer(content)
  }

  override var cursor: CursorShape { .arrow }
  // The current row shows the focus.
  override var focusFrame: Rect { frame(ofRow: merge.row).offset(by: Vector(-scroll.offset(at: now), 0)) }

  // MARK: Arrangement

  /// The size of a thumbnail, which has the shape of the page.
  private var pictureSize: Size {
    let page = session.draft.layout.page.size
    let height = max(bounds.height - Self.captionHeight - 4, 1)
    let width = height * page.width / max(page.height, 1)
    let kept = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    // An unusual page is smaller, but not distorted.
    return width > kept ? Size(kept, kept * page.height / page.width) : Size(width, height)
  }

  private var pitch: Double { max(pictureSize.width, Self.widths.lowerBound) + Self.gap }

  private func frame(ofRow row: Int) -> Rect {
    Rect(x: Double(row) * pitch, y: 0, width: pitch - Self.gap, height: bounds.height)
  }

  private var visible: Range<Int> {
    guard merge.count > 0, bounds.width > 0 else { return 0..<0 }
    let offset = scroll.offset(at: now)
    let first = min(max(Int((offset / pitch).rounded(.down)), 0), merge.count)
    return first..<min(max(Int(((offset + bounds.width) / pitch).rounded(.up)), first), merge.count)
  }

  private func row(at point: Point) -> Int? {
    let row = Int(((point.x + scroll.offset(at: now)) / pitch).rounded(.down))
    return (0..<merge.count).contains(row) ? row : nil
  }

  override func layOut(_ interface: Interface) {
    scroll.resize(
      extent: max(Double(merge.count) * pitch - Self.gap, 0), viewport: bounds.width, at: now)
  }

  /// Updates the strip from the table, and scrolls to the row that is shown.
  func refresh() {
    if merge.row != shownRow {
      shownRow = merge.row
      let frame = frame(ofRow: merge.row)
      now = max(now, host?.now ?? 0)
      scroll.resize(
        extent: max(Double(merge.count) * pitch - Self.gap, 0), viewport: bounds.width, at: now)
      scroll.reveal(frame.minX...frame.maxX, margin: Self.gap, at: now)
    }
    setNeedsLayout()
  }

  // MARK: Appearance

  override func update(_ interface: Interface) {
    let theme = interface.theme
    content.removeSublayers()
    shownOffset = scroll.offset(at: now)
    let offset = (shownOffset * interface.scale).rounded() / interface.scale
    content.frame = bounds
    let (size, visible) = (pictureSize, visible)
    let faulty = Set(merge.faults.lazy.map(\.row))
    for row in visible {
      let cell = frame(ofRow: row).offset(by: Vector(-offset, 0))
      let picture = Rect(
        x: cell.midX - size.width / 2, y: 2 + (bounds.height - Self.captionHeight - 4 - size.height) / 2,
        width: size.width, height: size.height
      ).pixelAligned(scale: interface.scale)
      let sheet = Layer(picture, fill: theme.pressed)
      if let thumbnail = merge.thumbnail(ofRow: row) { sheet.contents = .image(ImageContents(thumbnail)) }
      let isShown = row == merge.row
      sheet.borderWidth = isShown ? 2 : interface.hairline
      sheet.borderColor = isShown ? theme.highlight : row == hovered ? theme.secondaryInk : theme.hairline
      content.addSublayer(sheet)
      let isFaulty = faulty.contains(row + 1)
      if isFaulty { content.addSublayer(Layer(.warning, in: picture, color: theme.fault)) }
      let caption = Rect(
        x: cell.minX - Self.gap / 2, y: bounds.height - Self.captionHeight, width: pitch,
        height: Self.captionHeight)
      content.addSublayer(
        Layer(
          "\(row + 1)", style: Theme.secondaryFigures,
          color: isFaulty ? theme.fault : isShown ? theme.ink : theme.secondaryInk, in: caption,
          alignment: .center, interface))
    }
    merge.prepare(visible, size: PixelSize(size, scale: interface.scale))
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    now = time
    if interface.reducesMotion, scroll.isMoving(at: time) {
      scroll.go(to: scroll.destination(at: time), at: time, spring: nil)
    }
    let isMoving = scroll.isMoving(at: time)
    if isMoving || shownOffset != scroll.offset(at: time) { setNeedsUpdate() }
    return isMoving ? time : nil
  }

  // MARK: Input

  override func wheel(_ event: WheelEvent) -> Bool {
    let way = event.notches.dx != 0 ? event.notches.dx : event.notches.dy
    guard scroll.range.upperBound > 0, event.modifiers.isEmpty, way != 0 else { return false }
    now = max(now, event.time)
    scroll.turn(by: -way * ScrollView.notch, at: event.time)
    setNeedsUpdate()
    return true
  }

  override func pointerMoved(_ event: PointerEvent) {
    let row = row(at: event.point)
    guard row != hovered else { return }
    hovered = row
    setNeedsUpdate()
  }

  override func pointerLeft(at time: Double) {
    hovered = nil
    setNeedsUpdate()
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    now = max(now, event.time)
    touched = event.isTouch ? event.point : nil
    if !event.isTouch, let row = row(at: event.point) { merge.show(row) }
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    guard let touched, scroll.isHeld || event.point.distance(to: touched) > 5 else { return }
    if !scroll.isHeld { scroll.grab(at: touched.x, time: event.time) }
    scroll.drag(to: event.point.x, time: event.time)
    setNeedsUpdate()
  }

  override func pointerUp(_ event: PointerEvent) {
    if scroll.isHeld {
      scroll.release(at: event.time)
    } else if touched != nil, let row = row(at: event.point) {
      merge.show(row)
    }
    touched = nil
  }

  override func pointerCancelled(at time: Double) {
    scroll.cancelDrag(at: time)
    touched = nil
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    let page = max(Int(bounds.width / pitch) - 1, 1)
    switch event.key {
    case .left, .up: merge.show(merge.row - 1)
    case .right, .down: merge.show(merge.row + 1)
    case .pageUp: merge.show(merge.row - page)
    case .pageDown: merge.show(merge.row + page)
    case .home: merge.show(0)
    case .end: merge.show(merge.count - 1)
    default: return false
    }
    return true
  }

  // MARK: Assistive tools

  private func title(ofRow row: Int) -> String {
    merge.faults.contains { $0.row == row + 1 }
      ? session.localized("Row {number}, with a fault", ["number": "\(row + 1)"])
      : session.localized("Row {number}", ["number": "\(row + 1)"])
  }

  override var accessibility: AccessibilityNode {
    let offset = scroll.offset(at: now)
    return AccessibilityNode(
      role: .list, label: label, actions: [.focus], frame: frame,
      children: visible.map { row in
        var node = AccessibilityNode(
          role: .listItem, label: title(ofRow: row), actions: [.press, .focus],
          frame: frame(ofRow: row).offset(by: Vector(frame.minX - offset, frame.minY)),
          isFocused: isFocused && row == merge.row)
        node.id = "\(row)"
        node.place = .init(row, of: merge.count)
        if row == merge.row { node.states.insert(.selected) }
        return node
      })
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard let row = part.flatMap(Int.init), (0..<merge.count).contains(row) else { return false }
    switch action {
    case .press, .focus: merge.show(row)
    default: return false
    }
    return true
  }
}
