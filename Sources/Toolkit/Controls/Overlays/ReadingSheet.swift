import Geometry
import Input
import Localization
import Scene

/// A dialog with scrolling content to read under a heading. Its button, a press outside, Return and Escape close it.
class ReadingSheet: Control {
  let page: ScrollView
  private let heading = Layer()
  private let closeTitle: String
  private lazy var closeButton = Button(closeTitle) { [unowned self] in host?.close(self) }
  /// The button before the one that closes the sheet, which leads to more to read; nil for none.
  var link: Button? {
    didSet {
      oldValue?.removeFromParent()
      if let link { addChild(link) }
    }
  }

  /// The space above the content.
  static let top = 56.0
  private static let margin = 20.0
  private static let bottom = 8.0

  /// Creates a sheet whose content has its natural height.
  init(_ title: String, _ content: Control, _ language: Language) {
    page = ScrollView(content)
    closeTitle = language.localized("Close")
    super.init(label: title)
    layer.addSublayer(heading)
    addChild(page)
    addChild(closeButton)
  }

  override var cursor: CursorShape { .arrow }
  override var focusFrame: Rect { .zero }
  override var closesByPressBeside: Bool { true }

  override func layOut(_ interface: Interface) {
    page.frame = Rect(
      x: 0, y: Self.top, width: bounds.width, height: max(bounds.height - Self.top - Self.bottom, 1))
    let width = closeButton.preferredSize(in: bounds.size, interface).width
    closeButton.frame = Rect(
      x: max(bounds.width - Self.margin - width, 0), y: 12, width: min(width, bounds.width),
      height: Theme.controlHeight
    ).pixelAligned(scale: interface.scale)
    guard let link else { return }
    let linkWidth = link.preferredSize(in: bounds.size, interface).width
    link.frame = Rect(
      x: max(closeButton.frame.minX - 8 - linkWidth, 0), y: 12, width: linkWidth, height: Theme.controlHeight
    ).pixelAligned(scale: interface.scale)
  }

  override func update(_ interface: Interface) {
    heading.removeSublayers()
    let room = Rect(
      x: Self.margin, y: 12, width: max((link ?? closeButton).frame.minX - Self.margin - 8, 1),
      height: Theme.controlHeight)
    heading.addSublayer(Layer(label, style: Theme.strong, color: interface.theme.ink, in: room, interface))
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.key == .enter else { return page.key(event) }
    host?.close(self)
    return true
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .dialog, label: label, actions: [.focus], frame: frame, isFocused: isFocused)
  }
}
