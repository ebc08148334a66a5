import Geometry
import Input
import Localization
import Scene

/// The window's past notices, newest first.
final class NoticesSheet: ReadingSheet {
  init(_ notices: [Notice], _ language: Language) {
    super.init(language.localized("Message history"), NoticeRows(notices.reversed(), language), language)
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let width = min(460, room.width)
    let height = page.preferredSize(in: Size(width, room.height), interface).height
    return Size(width, min(height + top(in: width, interface) + 12, room.height))
  }
}

/// The notices below each other, with hairlines between them.
private final class NoticeRows: Control {
  private let notices: [Notice]
  private let emptyText: String

  private static let lineHeight = 18.0
  private static let gap = 10.0
  private static let margin = 20.0

  init(_ notices: [Notice], _ language: Language) {
    self.notices = notices
    emptyText = language.localized("There are no messages yet.")
    super.init(label: language.localized("Messages"))
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  private var sentences: [String] {
    notices.isEmpty ? [emptyText] : notices.map(\.words)
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
    showDialog(once: NoticesSheet(saidNotices, interface.language))
  }
}
