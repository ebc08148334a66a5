import Colors
import Controls
import Geometry
import Input
import Scene
import Text

/// The line at the bottom: the selected crown, or the last message.
final class StatusLine: Control {
  /// The content, from the most to the least urgent.
  enum Content: Hashable {
    case importing(done: Int, total: Int)
    case several(Int)
    case crown(Summary)
    case empty

    /// How far the adding of files is; else how many crowns are selected; else the crown under the pointer, or the
    /// selected one.
    init(importing: CrownImportProgress?, hovered: CrownItem?, selected: [CrownItem]) {
      if let importing {
        self = .importing(done: importing.done, total: importing.total)
      } else if selected.count > 1 {
        self = .several(selected.count)
      } else {
        self = (hovered ?? selected.first).map { .crown(Summary($0)) } ?? .empty
      }
    }
  }

  /// The description of a crown.
  struct Summary: Hashable {
    let id: String
    let name: String
    let tags: [String]
    let byteCount: Int
    let isOwn: Bool

    init(_ item: CrownItem) {
      (id, name, tags, byteCount, isOwn) = (item.id, item.name, item.tags, item.byteCount, item.isOwn)
    }
  }

  private(set) var content = Content.empty
  /// Whether the line is left to the field in which a name is changed.
  private var isLeftOut = false
  private var layout = BrowserLayout(size: .zero)

  init() {
    super.init(label: "Status")
    layer.name = "status"
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// The content as one text.
  var text: String {
    switch content {
    case .importing(let done, let total): "Adding \(done) of \(total) files"
    case .several(let count): "\(count) crowns selected"
    case .crown(let crown):
      ([crown.name] + crown.tags + [crown.id, "\(crown.byteCount) bytes"]).joined(separator: ", ")
    case .empty: ""
    }
  }

  /// Shows a content, or nothing where the name of the crown is being changed.
  func show(_ content: Content, isLeftOut: Bool, in layout: BrowserLayout) {
    guard content != self.content || isLeftOut != self.isLeftOut || layout.size != self.layout.size else {
      return
    }
    (self.content, self.isLeftOut, self.layout) = (content, isLeftOut, layout)
    setNeedsUpdate()
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    guard !isLeftOut, !frame.isEmpty else { return }
    let line = layout.infoLine.offset(by: .zero - frame.origin)
    switch content {
    case .empty: break
    case .importing, .several: add(text, Theme.body, interface.theme.ink, in: line, interface)
    case .crown(let crown): show(crown, in: line, interface)
    }
  }

  private func show(_ crown: Summary, in line: Rect, _ interface: Interface) {
    let theme = interface.theme
    var (start, end) = (line.minX, line.maxX)
    func width(_ text: String, _ style: Font, upTo most: Double) -> Double {
      min(interface.line(text, style: style).width + 0.01, max(most, 0))
    }
    func addTrailing(_ text: String, upTo most: Double) {
      let width = width(text, Theme.secondaryFigures, upTo: most)
      let room = Rect(x: end - width, y: line.minY, width: width, height: line.height)
      add(text, Theme.secondaryFigures, theme.secondaryInk, in: room, interface)
      end -= width + 16
    }
    addTrailing(layout.isNarrow ? "\(crown.byteCount) B" : "\(crown.byteCount) bytes", upTo: line.width * 0.2)
    // The name comes first: what else there is shares the room that it leaves.
    let nameWidth = width(crown.name, Theme.strong, upTo: end - start)
    func room(_ width: Double) -> Rect {
      Rect(x: start, y: line.minY, width: max(0, width), height: line.height)
    }
    add(crown.name, Theme.strong, theme.ink, in: room(nameWidth), interface)
    start += nameWidth + 16
    if end - start > 240 { addTrailing(crown.id, upTo: (end - start) * 0.6) }
    let tags = ((crown.isOwn ? ["your own"] : []) + crown.tags).joined(separator: " · ")
    guard end - start > 60 else { return }
    add(tags, Theme.secondary, theme.secondaryInk, in: room(end - start), interface)
  }

  private func add(
    _ text: String, _ style: Font, _ color: RGBA, in room: Rect, _ interface: Interface
  ) {
    layer.addSublayer(Layer(text, style: style, color: color, in: room, interface))
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .text, label: text, frame: frame)
  }
}
