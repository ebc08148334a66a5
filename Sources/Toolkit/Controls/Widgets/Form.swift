public import Geometry
public import Input
import Scene

/// Rows of controls with captions before them, in sections with headings.
public final class Form: Control {
  /// A row: a caption with controls, or controls that share the whole width.
  public struct Row {
    /// The caption before the controls; nil gives them the whole width. A caption such as “Width, height” names the
    /// numbers of its row in order.
    public var caption: String?
    /// The controls from left to right.
    public var controls: [Control]
    /// The height of the row, in points.
    public var height: Double
    /// Whether each control has only its preferred width.
    public var isPacked: Bool

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - caption: The text before the controls; nil for none.
    ///   - controls: The controls, from left to right.
    ///   - height: The height in points.
    ///   - isPacked: Whether each control has only its preferred width, instead of an even share of the row.
    public init(
      caption: String? = nil, controls: [Control], height: Double = Theme.controlHeight,
      isPacked: Bool = false
    ) {
      (self.caption, self.controls, self.height, self.isPacked) = (caption, controls, height, isPacked)
    }
  }

  /// A group of rows; one without rows is not shown.
  public struct Section {
    /// The heading above the rows.
    public var title: String
    /// The rows from top to bottom.
    public var rows: [Row]

    /// Creates a section of rows under a heading.
    public init(title: String, rows: [Row]) { (self.title, self.rows) = (title, rows) }
  }

  private var sections: [Section] = []
  /// The headings and captions, which stay while a section or row of the same name is shown.
  private var captions: [String: Caption] = [:]

  private static let headingHeight = 24.0
  private static let captionWidth = 84.0

  public override var isFocusable: Bool { false }
  /// The usual arrow.
  public override var cursor: CursorShape { .arrow }

  /// Shows other rows; controls that remain keep their state.
  public func show(_ sections: [Section]) {
    self.sections = sections.filter { !$0.rows.isEmpty }
    let wanted = arrangement
    guard wanted.map(ObjectIdentifier.init) != children.map(ObjectIdentifier.init) else { return }
    setChildren(wanted)
    setNeedsLayout()
    parent?.setNeedsLayout()
  }

  /// The headings, captions and controls in order; a caption labels a control that is alone in its row.
  private var arrangement: [Control] {
    sections.flatMap { section -> [Control] in
      let rows = section.rows.flatMap { row -> [Control] in
        guard let words = row.caption else { return row.controls }
        let caption = caption(words, in: section)
        caption.numbers = row.controls.compactMap(Self.number)
        if row.controls.count == 1 { row.controls[0].captioned.labelledBy = caption }
        return [caption] + row.controls
      }
      return [heading(of: section)] + rows
    }
  }

  /// The field of a control that shows a number.
  private static func number(in control: Control) -> NumberField? {
    control as? NumberField ?? (control as? NumberSlider)?.number
  }

  private func heading(of section: Section) -> Caption {
    made("heading \(section.title)") { Caption(section.title, isHeading: true) }
  }

  private func caption(_ words: String, in section: Section) -> Caption {
    made("caption \(words) of \(section.title)") { Caption(words, isHeading: false) }
  }

  private func made(_ id: String, _ make: () -> Caption) -> Caption {
    if let known = captions[id] { return known }
    let caption = make()
    caption.id = id
    captions[id] = caption
    return caption
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
      heading(of: section).frame = Rect(x: left, y: y - 4, width: bounds.width, height: Self.headingHeight)
      y += Self.headingHeight
      for row in section.rows {
        if let words = row.caption {
          caption(words, in: section).frame = Rect(
            x: left, y: y, width: Self.captionWidth - 8, height: row.height)
        }
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
}

/// The caption of a row, or the heading of a section.
///
/// A caption of numbers changes them when it is dragged left and right; a click selects the number for typing.
private final class Caption: Control {
  private let isHeading: Bool
  /// The numbers that the caption names.
  var numbers: [NumberField] = [] {
    didSet {
      if numbers.map(ObjectIdentifier.init) != oldValue.map(ObjectIdentifier.init) { setNeedsUpdate() }
    }
  }
  /// The places of the names of the numbers.
  private var names: [Rect] = []
  /// The number whose name is pressed, and where the pointer was last; a click until it has moved.
  private var press: (number: NumberField, x: Double, hasMoved: Bool)?
  /// The name under the pointer.
  private var hovered: Int?

  /// The distance at which a press becomes a drag, in points.
  private static let slack = 3.0

  init(_ words: String, isHeading: Bool) {
    self.isHeading = isHeading
    super.init(label: words)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { hovered != nil || press != nil ? .horizontalResize : .arrow }

  override var tooltip: Tooltip? {
    guard press == nil, let hovered, let language = host?.interface.language else { return nil }
    return Tooltip(
      language.localized("Drag to change: Shift is ten times as fast, Alt a tenth"), part: names[hovered])
  }

  /// Returns the index of the number whose name is at a position.
  private func name(at x: Double) -> Int? {
    names.lastIndex { $0.minX <= x }.flatMap { x <= names[$0].maxX ? $0 : nil }
  }

  override func pointerMoved(_ event: PointerEvent) { hover(name(at: event.point.x)) }
  override func pointerLeft(at time: Double) { hover(nil) }

  private func hover(_ name: Int?) {
    guard name != hovered else { return }
    hovered = name
    setNeedsUpdate()
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    guard let index = name(at: event.point.x), numbers[index].isEnabled else { return false }
    press = (numbers[index], event.point.x, false)
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    guard let press, press.hasMoved || abs(event.point.x - press.x) >= Self.slack else { return }
    if !press.hasMoved {
      host?.commitEdit()
      press.number.beginScrub()
    }
    self.press = (press.number, event.point.x, true)
    press.number.scrub(by: event.point.x - press.x, event.modifiers)
  }

  override func pointerUp(_ event: PointerEvent) {
    guard let press else { return }
    self.press = nil
    if press.hasMoved {
      press.number.endScrub()
    } else {
      host?.setFocus(press.number.field, byKeyboard: true)
    }
  }

  override func pointerCancelled(at time: Double) {
    guard let press else { return }
    self.press = nil
    press.number.cancelScrub()
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    let theme = interface.theme
    layer.addSublayer(
      Layer(
        label, style: isHeading ? Theme.strong : Theme.secondary,
        color: isHeading ? theme.ink : theme.secondaryInk, in: bounds, interface))
    placeNames(interface)
    guard let place = hovered.map({ names[$0] }) else { return }
    let line = Rect(x: place.minX, y: bounds.midY + 9, width: place.width, height: interface.hairline)
    layer.addSublayer(Layer(line.pixelAligned(scale: interface.scale), fill: theme.secondaryInk))
  }

  /// Finds the places of the names in the caption: the whole of it, or its parts between commas.
  private func placeNames(_ interface: Interface) {
    func end(_ text: String) -> Double {
      min(interface.line(text, style: Theme.secondary).width, bounds.width)
    }
    let parts = label.split(separator: ",").map(String.init)
    if numbers.count == 1 {
      names = [Rect(x: 0, y: 0, width: end(label), height: bounds.height)]
    } else if numbers.count == parts.count {
      var start = 0.0
      var text = ""
      names = parts.map { part in
        text += part
        let place = Rect(x: start, y: 0, width: max(end(text) - start, 0), height: bounds.height)
        text += ","
        start = end(text + " ")
        return place
      }
    } else {
      names = []
    }
    if let hovered, !names.indices.contains(hovered) { self.hovered = nil }
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: isHeading ? .heading : .text, label: label, frame: frame)
  }
}
