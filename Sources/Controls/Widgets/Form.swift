public import Geometry
public import Input
import Scene

/// Rows of controls below each other, in sections with a heading, each control with its caption before it.
public final class Form: Control {
  /// A row: a caption and what stands beside it, or controls that share the whole width.
  public struct Row {
    public var caption: String?
    public var controls: [Control]
    /// How tall the row is, in points.
    public var height: Double
    /// Whether each control is only as wide as it needs to be.
    public var isPacked: Bool

    public init(
      caption: String? = nil, controls: [Control], height: Double = Theme.controlHeight,
      isPacked: Bool = false
    ) {
      (self.caption, self.controls, self.height, self.isPacked) = (caption, controls, height, isPacked)
    }
  }

  /// Rows that belong together; one without rows is not shown.
  public struct Section {
    public var title: String
    public var rows: [Row]

    public init(title: String, rows: [Row]) { (self.title, self.rows) = (title, rows) }
  }

  private var sections: [Section] = []
  private let captions = Layer()

  private static let headingHeight = 24.0
  private static let captionWidth = 84.0

  public override init(label: String) {
    super.init(label: label)
    captions.name = "captions"
    layer.addSublayer(captions)
  }

  public override var isFocusable: Bool { false }
  public override var cursor: CursorShape { .arrow }

  /// Shows other rows; controls that stay keep their state.
  public func show(_ sections: [Section]) {
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

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let heights = sections.map { section in
      section.rows.reduce(Self.headingHeight) { $0 + $1.height + Theme.gap }
    }
    let gaps = Theme.margin * Double(sections.count)
    return Size(room.width, heights.reduce(Theme.margin) { $0 + $1 } + gaps)
  }

  public override func layOut(_ interface: Interface) {
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

  public override func update(_ interface: Interface) {
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
