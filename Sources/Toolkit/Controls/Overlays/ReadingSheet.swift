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

  private static let margin = 20.0
  private static let gapBelowHeadline = 12.0
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

  private func headline(in width: Double, _ interface: Interface) -> PanelHeading {
    let room = Rect(x: Self.margin, y: 12, width: max(width - 2 * Self.margin, 1), height: 0)
    return PanelHeading(
      label, style: Theme.strong, [closeButton, link].compactMap { $0 }, in: room, interface)
  }

  /// Returns the height of the space above the content of a sheet of some width, in points.
  func top(in width: Double, _ interface: Interface) -> Double {
    headline(in: width, interface).end + Self.gapBelowHeadline
  }

  override func layOut(_ interface: Interface) {
    let headline = headline(in: bounds.width, interface)
    headline.placeButtons(interface)
    let top = headline.end + Self.gapBelowHeadline
    page.frame = Rect(x: 0, y: top, width: bounds.width, height: max(bounds.height - top - Self.bottom, 1))
  }

  override func update(_ interface: Interface) {
    heading.removeSublayers()
    let room = headline(in: bounds.width, interface).title
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
