public import Geometry
public import Text

/// The title of a panel with buttons at the end of its line, or below it where the line is too short.
///
/// ```swift
/// let heading = PanelHeading(label, style: Theme.strong, [create, cancel], in: room, interface)
/// heading.placeButtons(interface)
/// list.frame = Rect(x: 0, y: heading.end, width: bounds.width, height: bounds.height - heading.end)
/// ```
public struct PanelHeading {
  /// The room for the title, in the coordinates of the panel.
  public let title: Rect
  /// The lower edge of the title and the buttons.
  public let end: Double
  private let rows: ButtonRows
  private let corner: Point

  /// Divides a room at the top of a panel.
  ///
  /// - Parameters:
  ///   - words: The title.
  ///   - style: The font of the title.
  ///   - buttons: The buttons, the outermost one first; hidden ones take no room.
  ///   - room: The room, in the coordinates of the panel; its height does not count.
  ///   - interface: The interface that measures the titles.
  public init(_ words: String, style: Font, _ buttons: [Control], in room: Rect, _ interface: Interface) {
    rows = ButtonRows(buttons, in: room.width, interface)
    let beside = room.width - rows.width - Theme.gap
    let isBeside = rows.height <= Theme.controlHeight && interface.line(words, style: style).width <= beside
    title = Rect(
      x: room.minX, y: room.minY, width: max(isBeside ? beside : room.width, 1), height: Theme.controlHeight)
    end = isBeside || rows.height == 0 ? title.maxY : title.maxY + rows.height
    corner = Point(room.maxX, end)
  }

  /// Places the buttons.
  public func placeButtons(_ interface: Interface) { rows.place(trailingTo: corner, interface) }
}
