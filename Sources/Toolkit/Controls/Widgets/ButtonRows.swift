public import Geometry

/// The buttons at the foot of a panel, in as many rows as their titles need.
///
/// ```swift
/// let rows = ButtonRows([done, cancel], in: bounds.width - 2 * Theme.margin, interface)
/// list.frame = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - rows.footHeight)
/// rows.place(atFootOf: bounds, interface)
/// ```
public struct ButtonRows {
  private var rows: [[(control: Control, size: Size)]] = []
  /// The height of all rows and the gaps between them, in points.
  public private(set) var height = 0.0

  /// The width of the widest row, in points.
  public var width: Double {
    rows.map { row in row.reduce(-Theme.gap) { $0 + $1.size.width + Theme.gap } }.max() ?? 0
  }

  /// Divides buttons into rows.
  ///
  /// - Parameters:
  ///   - buttons: The buttons, the most important one first; hidden ones take no room.
  ///   - width: The width of the rows, in points.
  ///   - interface: The interface that measures the titles.
  public init(_ buttons: [Control], in width: Double, _ interface: Interface) {
    var taken = 0.0
    for button in buttons where !button.isHidden {
      let wanted = button.preferredSize(in: Size(width, Theme.controlHeight), interface).width
      let own = max(min(wanted, width), 1)
      let height = max(button.neededHeight(atWidth: own, interface), Theme.controlHeight)
      if rows.isEmpty || taken + Theme.gap + own > width {
        rows.append([])
        taken = own
      } else {
        taken += Theme.gap + own
      }
      rows[rows.count - 1].append((button, Size(own, height)))
    }
    height = rows.reduce(0) { $0 + Self.height(of: $1) + Theme.gap } - (rows.isEmpty ? 0 : Theme.gap)
  }

  /// The height of the foot of a panel with the rows, in points.
  public var footHeight: Double { height + 2 * Self.footMargin }

  /// The distance between the rows and the edges of the foot, in points.
  private static let footMargin = 12.0

  private static func height(of row: [(control: Control, size: Size)]) -> Double {
    row.map(\.size.height).max() ?? 0
  }

  /// Places the rows at the foot of a panel, the first button at the right.
  public func place(atFootOf bounds: Rect, _ interface: Interface) {
    place(trailingTo: Point(bounds.maxX - Theme.margin, bounds.maxY - Self.footMargin), interface)
  }

  /// Places the rows above a lower right corner, the first button at the corner.
  public func place(trailingTo corner: Point, _ interface: Interface) {
    var y = corner.y
    for row in rows {
      let height = Self.height(of: row)
      y -= height
      var x = corner.x
      for (button, size) in row {
        x -= size.width
        button.frame = Rect(x: x, y: y, width: size.width, height: height)
          .pixelAligned(scale: interface.scale)
        x -= Theme.gap
      }
      y -= Theme.gap
    }
  }

  /// Places the rows below an upper left corner, the first button at the corner.
  public func place(leadingTo corner: Point, _ interface: Interface) {
    var y = corner.y
    for row in rows {
      let height = Self.height(of: row)
      var x = corner.x
      for (button, size) in row {
        button.frame = Rect(x: x, y: y, width: size.width, height: height)
          .pixelAligned(scale: interface.scale)
        x += size.width + Theme.gap
      }
      y += height + Theme.gap
    }
  }
}
