import Controls
import Geometry
import Input
import Scene

/// Rows of controls below each other, in sections with a heading, each control with its caption before it.
final class Form: Control {
  /// A row: a caption and what stands beside it, or controls that share the whole width.
  struct Row {
    var caption: String?
    var controls: [Control]
    /// How tall the row is, in points.
    var height = Theme.controlHeight
    /// Whether each control is only as wide as it needs to be.
    var isPacked = false
  }

  /// Rows that belong together; one without rows is not shown.
  struct Section {
    var title: String
    var rows: [Row]
  }

  private var sections: [Section] = []
  private let captions = Layer()

  private static let headingHeight = 24.0
  private static let captionWidth = 84.0

  override init(label: String) {
    super.init(label: label)
    captions.name = "captions"
    layer.addSublayer(captions)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Shows other rows; controls that stay keep their state.
  func show(_ sections: [Section]) {
    let wanted = sections.filter { !$0.rows.isEmpty }
    let controls = wanted.flatMap { $0.rows.flatMap(\.controls) }
    let isSame =
      controls.map(ObjectIdentifier.init) == children.map(ObjectIdentifier.init)
      && wanted.map(\.title) == self.sections.map(\.title)
    self.sections = wanted
    guard !isSame else { return }
    setChildren(controls)
    setNeedsLayout()
    parent?.setNeedsLayout()
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let heights = sections.map { section in
      section.rows.reduce(Self.headingHeight) { $0 + $1.height + Theme.gap }
    }
    let gaps = Theme.margin * Double(sections.count)
    return Size(room.width, heights.reduce(Theme.margin) { $0 + $1 } + gaps)
  }

  override func layOut(_ interface: Interface) {
    var y = Theme.margin
    let (left, right) = (Theme.margin, bounds.width - Theme.margin)
    for section in sections {
      y += Self.headingHeight
      for row in section.rows {
        let start = row.caption == nil ? left : left + Self.captionWidth
        place(row, in: Rect(x: start, y: y, width: max(right - start, 1), height: row.height), interface)
        y += row.height + Theme.gap
      }
      y += Theme.margin
    }
  }

  private func place(_ row: Row, in room: Rect, _ interface: Interface) {
    let count = Double(row.controls.count)
    guard count > 0 else { return }
    var x = room.minX
    let even = (room.width - Theme.gap * (count - 1)) / count
    for control in row.controls {
      let width =
        row.isPacked ? min(control.preferredSize(in: room.size, interface).width, room.width) : even
      control.frame = Rect(x: x, y: room.minY, width: width, height: room.height).pixelAligned(
        scale: interface.scale)
      x += width + Theme.gap
    }
  }

  override func update(_ interface: Interface) {
    captions.removeSublayers()
    var y = Theme.margin
    for section in sections {
      let heading = Rect(x: Theme.margin, y: y - 4, width: bounds.width, height: Self.headingHeight)
      captions.addSublayer(
        Layer(section.title, style: Theme.strong, color: interface.theme.ink, in: heading, interface))
      y += Self.headingHeight
      for row in section.rows {
        if let caption = row.caption {
          let room = Rect(x: Theme.margin, y: y, width: Self.captionWidth - 8, height: row.height)
          captions.addSublayer(
            Layer(caption, style: Theme.secondary, color: interface.theme.secondaryInk, in: room, interface))
        }
        y += row.height + Theme.gap
      }
      y += Theme.margin
    }
  }
}
