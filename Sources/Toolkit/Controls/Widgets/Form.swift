public import Geometry
public import Input
import Scene
import Text

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
      let rows = section.rows.enumerated().flatMap { index, row -> [Control] in
        guard let caption = caption(ofRow: index, in: section) else { return row.controls }
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

  private func caption(ofRow index: Int, in section: Section) -> Caption? {
    guard let words = section.rows[index].caption else { return nil }
    // Rows may share a caption, as where a language has one word for two.
    let earlier = section.rows[..<index].count { $0.caption == words }
    let number = earlier == 0 ? "" : " \(earlier + 1)"
    return made("caption \(words)\(number) of \(section.title)") { Caption(words, isHeading: false) }
  }

  private func made(_ id: String, _ make: () -> Caption) -> Caption {
    if let known = captions[id] { return known }
    let caption = make()
    caption.id = id
    captions[id] = caption
    return caption
  }

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(room.width, arranged(in: room.width, interface).height)
  }

  /// The height of the rows when they were last placed.
  private var height = 0.0

  public override func layOut(_ interface: Interface) {
    let arranged = arranged(in: bounds.width, interface)
    for (control, frame) in arranged.frames {
      control.frame = frame.pixelAligned(scale: interface.scale)
    }
    // Other words may need more lines, and the viewport around the form another range.
    if arranged.height != height { parent?.setNeedsLayout() }
    height = arranged.height
  }

  // MARK: Arrangement

  /// Returns the places of all headings, captions and controls at a width, and the height of the form.
  ///
  /// Captions stand before their controls, in a column that is as wide as the longest of them within limits, and above
  /// them if both do not fit. Controls share a row evenly, or by what their words need, or are in several rows.
  private func arranged(
    in width: Double, _ interface: Interface
  ) -> (frames: [(Control, Rect)], height: Double) {
    var frames: [(Control, Rect)] = []
    var y = Theme.margin
    let (left, right) = (Theme.margin, width - Theme.margin)
    let column = captionWidth(in: right - left, interface)
    for section in sections {
      let heading = heading(of: section)
      let height = max(heading.neededHeight(atWidth: right - left, interface), Self.headingHeight)
      frames.append((heading, Rect(x: left, y: y - 4, width: max(right - left, 1), height: height)))
      y += height
      for (index, row) in section.rows.enumerated() {
        // The start and the width of the controls, and the height that a caption beside them needs.
        var (start, room, least) = (left, right - left, 0.0)
        if let caption = caption(ofRow: index, in: section) {
          let beside = room - column
          let isAbove = !isInOneRow(row, beside, interface) && isInOneRow(row, room, interface)
          let width = isAbove ? room : column - Theme.gap
          let needed = caption.neededHeight(atWidth: width, interface)
          let height = max(needed, isAbove ? 20 : row.height)
          frames.append((caption, Rect(x: left, y: y, width: width, height: height)))
          if isAbove { y += height } else { (start, room, least) = (left + column, beside, needed) }
        }
        let placed = place(row, at: Point(start, y), max(room, 1), interface)
        frames += placed.frames
        y += max(placed.height, least) + Theme.gap
      }
      y += Theme.margin
    }
    return (frames, y)
  }

  /// Returns the width of the column of captions.
  private func captionWidth(in room: Double, _ interface: Interface) -> Double {
    let widest =
      sections.flatMap(\.rows).compactMap(\.caption).map {
        interface.line($0, style: Theme.secondary).width
      }.max() ?? 0
    return min(max(Self.captionWidth, (widest + Theme.gap).rounded(.up)), max(Self.captionWidth, room * 0.4))
  }

  /// Returns whether the words of a row's controls are whole side by side.
  private func isInOneRow(_ row: Row, _ width: Double, _ interface: Interface) -> Bool {
    let gaps = Theme.gap * Double(row.controls.count - 1)
    return row.controls.reduce(gaps) { $0 + needed($1, in: row, width, interface) } <= width
  }

  /// Returns the width that a control needs in a row.
  private func needed(_ control: Control, in row: Row, _ width: Double, _ interface: Interface) -> Double {
    let own = row.isPacked ? control.preferredSize(in: Size(width, row.height), interface).width : 0
    return max(control.neededWidth(interface), own)
  }

  /// Returns the places of a row's controls from a point on, and their height: at least that of the row.
  private func place(
    _ row: Row, at origin: Point, _ width: Double, _ interface: Interface
  ) -> (frames: [(Control, Rect)], height: Double) {
    var frames: [(Control, Rect)] = []
    var y = origin.y
    for line in lines(of: row, width, interface) {
      let widths = widths(of: line, in: row, width, interface)
      let height = zip(line, widths).reduce(row.height) {
        max($0, $1.0.neededHeight(atWidth: $1.1, interface))
      }
      var x = origin.x
      for (control, width) in zip(line, widths) {
        frames.append((control, Rect(x: x, y: y, width: width, height: height)))
        x += width + Theme.gap
      }
      y += height + Theme.gap
    }
    return (frames, max(y - Theme.gap - origin.y, row.height))
  }

  /// Divides the controls of a row into lines in which their words are whole.
  private func lines(of row: Row, _ width: Double, _ interface: Interface) -> [[Control]] {
    var lines: [[Control]] = []
    var taken = 0.0
    for control in row.controls {
      let needed = needed(control, in: row, width, interface)
      if lines.isEmpty || taken + Theme.gap + needed > width {
        lines.append([control])
        taken = needed
      } else {
        lines[lines.count - 1].append(control)
        taken += Theme.gap + needed
      }
    }
    return lines
  }

  /// Returns the widths of the controls in a line.
  private func widths(
    of line: [Control], in row: Row, _ width: Double, _ interface: Interface
  ) -> [Double] {
    if row.isPacked {
      return line.map { min($0.preferredSize(in: Size(width, row.height), interface).width, width) }
    }
    let room = width - Theme.gap * Double(line.count - 1)
    let even = room / Double(line.count)
    let needed = line.map { $0.neededWidth(interface) }
    if line.count == 1 || needed.allSatisfy({ $0 <= even }) { return line.map { _ in even } }
    let rest = room - needed.reduce(0, +)
    return needed.map { $0 + rest / Double(line.count) }
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
  private func name(at point: Point) -> Int? { names.lastIndex { $0.contains(point) } }

  override func pointerMoved(_ event: PointerEvent) { hover(name(at: event.point)) }
  override func pointerLeft(at time: Double) { hover(nil) }

  private func hover(_ name: Int?) {
    guard name != hovered else { return }
    hovered = name
    setNeedsUpdate()
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    guard let index = name(at: event.point), numbers[index].isEnabled else { return false }
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
    layer.addWrapped(
      label, style: style, color: isHeading ? theme.ink : theme.secondaryInk, in: bounds, interface)
    placeNames(interface)
    guard let place = hovered.map({ names[$0] }) else { return }
    let bottom = place.height < bounds.height ? place.maxY - 1 : bounds.midY + 9
    let line = Rect(x: place.minX, y: bottom, width: place.width, height: interface.hairline)
    layer.addSublayer(Layer(line.pixelAligned(scale: interface.scale), fill: theme.secondaryInk))
  }

  private var style: Font { isHeading ? Theme.strong : Theme.secondary }

  override func neededHeight(atWidth width: Double, _ interface: Interface) -> Double {
    interface.height(of: label, style: style, wrappedAt: width, margin: 6)
  }

  /// Finds the places of the names in the caption: the whole of it, or its parts between commas.
  private func placeNames(_ interface: Interface) {
    names = []
    defer { if let hovered, !names.indices.contains(hovered) { self.hovered = nil } }
    let parts = label.split(separator: ",").map(String.init)
    guard numbers.count == 1 || numbers.count == parts.count else { return }
    let lines = interface.wrapped(label, style: style, width: max(bounds.width, 1))
    let height = lines.count == 1 ? bounds.height : Interface.lineHeight
    let characters = interface.characterFrames(
      of: label, in: lines, style: style,
      at: Point(0, bounds.midY - height * Double(lines.count) / 2), lineHeight: height)
    func place(_ range: Range<Int>) -> Rect {
      guard let first = characters[range].first else { return .zero }
      return characters[range].dropFirst().reduce(first) { $0.union($1) }
    }
    if numbers.count == 1 {
      names = [place(characters.indices)]
    } else {
      var start = 0
      names = parts.map { part in
        let end = min(start + part.count, characters.count)
        // A name begins after the space behind a comma.
        let space = part.hasPrefix(" ") ? 1 : 0
        defer { start = min(end + 1, characters.count) }
        return place(min(start + space, end)..<end)
      }
    }
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: isHeading ? .heading : .text, label: label, frame: frame)
  }
}
