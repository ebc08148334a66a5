import Geometry
import Input
import Scene

/// The window's past notices, newest first.
final class NoticesSheet: Control {
  private let rows: NoticeRows
  private lazy var page = ScrollView(rows)

  private static let top = 48.0

  init(_ notices: [Notice]) {
    rows = NoticeRows(notices.reversed())
    super.init(label: "Messages")
    addChild(page)
  }

  override var cursor: CursorShape { .arrow }
  override var focusFrame: Rect { .zero }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let width = min(460, room.width)
    let height = rows.preferredSize(in: Size(width, room.height), interface).height
    return Size(width, min(height + Self.top + 12, room.height))
  }

  override func layOut(_ interface: Interface) {
    page.frame = Rect(
      x: 0, y: Self.top, width: bounds.width, height: max(bounds.height - Self.top - 8, 1))
  }

  override func update(_ interface: Interface) {
    for old in layer.sublayers where old !== page.layer { old.removeFromSuperlayer() }
    let room = Rect(x: 20, y: 12, width: max(bounds.width - 40, 1), height: 32)
    layer.addSublayer(Layer(label, style: Theme.strong, color: interface.theme.ink, in: room, interface))
  }

  override func key(_ event: KeyEvent) -> Bool {
    if event.key == .enter {
      host?.close(self)
      return true
    }
    return page.key(event)
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .dialog, label: label, actions: [.focus], frame: frame, isFocused: isFocused)
  }
}

/// The notices below each other, with hairlines between them.
private final class NoticeRows: Control {
  private let notices: [Notice]

  private static let lineHeight = 18.0
  private static let gap = 10.0
  private static let margin = 20.0

  init(_ notices: [Notice]) {
    self.notices = notices
    super.init(label: "Messages")
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  private var sentences: [String] {
    notices.isEmpty ? ["Nothing has been said yet."] : notices.map(\.words)
  }

  private func lines(of sentence: String, _ width: Double, _ interface: Interface) -> [String] {
    interface.wrapped(sentence, style: Theme.body, width: max(width - 2 * Self.margin, 1))
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let heights = sentences.map { sentence in
      Double(lines(of: sentence, room.width, interface).count) * Self.lineHeight + 2 * Self.gap
    }
    return Size(room.width, heights.reduce(0, +))
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    let theme = interface.theme
    let color = notices.isEmpty ? theme.secondaryInk : theme.ink
    var y = 0.0
    for (place, sentence) in sentences.enumerated() {
      if place > 0 {
        let line = Rect(
          x: Self.margin, y: y, width: max(bounds.width - 2 * Self.margin, 1), height: interface.hairline)
        layer.addSublayer(Layer(line.pixelAligned(scale: interface.scale), fill: theme.hairline))
      }
      y += Self.gap
      for line in lines(of: sentence, bounds.width, interface) {
        let room = Rect(
          x: Self.margin, y: y, width: max(bounds.width - 2 * Self.margin, 1), height: Self.lineHeight)
        layer.addSublayer(Layer(line, style: Theme.body, color: color, in: room, interface))
        y += Self.lineHeight
      }
      y += Self.gap
    }
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .list, label: label, frame: frame,
      children: sentences.map { AccessibilityNode(role: .listItem, label: $0, frame: frame) })
  }
}

extension ControlHost {
  /// Opens the list of the window's past notices.
  public func showNotices() {
    showDialog(once: NoticesSheet(saidNotices))
  }
}
