import Controls
import Geometry
import Printing
import Input
import Scene

/// The actions of the panel of a table.
protocol MergePanelDelegate: AnyObject {
  /// Asks for the file of a table.
  func chooseTable()
  /// Opens the table on the clipboard.
  func pasteTable()
  /// Opens the export of all rows at a button.
  func exportRows(from button: Control)
}

/// The panel below a poster that is filled from a table: its columns, its rows, and what is wrong with them.
final class MergePanel: Control {
  private let session: EditorSession
  private var merge: PosterMerge { session.merge }
  weak var delegate: (any MergePanelDelegate)?

  private lazy var table: Button = Button(session.localized("Table"), kind: .quiet) { [unowned self] in
    Menu(groups: [
      [
        Command("merge.choose", session.localized("Choose another table…")) { [unowned self] _ in
          delegate?.chooseTable()
        },
        Command("merge.paste", session.localized("Fill from the pasted table")) { [unowned self] _ in
          delegate?.pasteTable()
        },
      ],
      [
        Command("merge.close", session.localized("Close the table")) { [unowned self] _ in merge.close() }
      ],
    ])
  }
  private let words = Words()
  private lazy var previous = Button(session.localized("Previous row"), icon: .previous, kind: .quiet) {
    [unowned self] _ in merge.show(merge.row - 1)
  }
  private lazy var next = Button(session.localized("Next row"), icon: .next, kind: .quiet) {
    [unowned self] _ in merge.show(merge.row + 1)
  }
  /// The number of the row, from 1; it is made anew for each table.
  private var number: NumberField?
  private let of = Words()
  private lazy var faults: Button = Button(session.localized("Faults"), kind: .plain) { [unowned self] _ in
    toggleFaults()
  }
  private lazy var export: Button = Button(session.localized("Export rows…"), kind: .plain) {
    [unowned self] _ in delegate?.exportRows(from: self.export)
  }
  private lazy var close = Button(session.localized("Close the table"), icon: .cross, kind: .quiet) {
    [unowned self] _ in merge.close()
  }
  let chips: ColumnChips
  private lazy var chipScroll = ScrollView(chips)
  let strip: RowStrip
  private var list: FaultList?
  private let edge = Layer()
  private var shownCount = 0

  /// The window width below which the rows have a line of their own, in points.
  private static let roomForOneLine = 640.0
  /// The height of the editor below which there are no thumbnails, in points.
  private static let roomForStrip = 520.0

  init(_ session: EditorSession) {
    self.session = session
    chips = ColumnChips(session)
    strip = RowStrip(session)
    super.init(label: session.localized("Table"))
    layer.addSublayer(edge)
    for control in [table, words, previous, of, next, faults, export, close, chipScroll, strip] as [Control] {
      addChild(control)
    }
    isHidden = true
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  // MARK: Updates

  /// Updates the panel from the table.
  func refresh() {
    let isShown = merge.isOpen
    if isHidden == isShown {
      isHidden = !isShown
      parent?.setNeedsLayout()
    }
    guard let source = merge.source else {
      if let list { host?.close(list) }
      shownCount = 0
      return
    }
    table.title = source.name
    if shownCount != merge.count {
      shownCount = merge.count
      number?.removeFromParent()
      let field = NumberField(
        label: session.localized("Row"), range: 1...Double(merge.count), value: Double(merge.row + 1),
        clipboard: session.clipboard
      ) { [unowned self] value, phase in if phase == .final { merge.show(Int(value) - 1) } }
      number = field
      insertChild(field, at: 3)
    }
    number?.value = Double(merge.row + 1)
    of.text = session.localized("of {count}", ["count": "\(merge.count)"])
    previous.isEnabled = merge.row > 0
    next.isEnabled = merge.row + 1 < merge.count
    let count = FaultList.count(in: merge)
    faults.isHidden = count == 0
    faults.title = session.interface.language.localized(
      "{count} fault", plural: "{count} faults", count: count)
    if case .failure(let fault) = merge.preview, !session.draft.isTyping {
      words.text = session.localized(fault.reason)
      words.isFault = true
    } else {
      words.text =
        merge.checked < merge.count
        ? session.localized("{checked} rows checked", ["checked": "\(merge.checked)"])
        : session.draft.isTyping ? session.localized("Escape shows the row") : ""
      words.isFault = false
    }
    chips.refresh()
    strip.refresh()
    if let list, host?.isShowing(list) == true { list.refresh() }
    setNeedsLayout()
  }

  private func toggleFaults() {
    guard let host else { return }
    if let list, host.isShowing(list) { return host.close(list) }
    let list = FaultList(session)
    self.list = list
    host.showPopover(list, from: faults)
  }

  // MARK: Layout

  private func chipsHeight(_ width: Double, _ interface: Interface) -> Double {
    let wanted = chips.preferredSize(in: Size(width - 2 * Theme.margin, .infinity), interface).height
    // Two rows are visible, and the beginning of a third.
    return min(wanted, ColumnChips.height * 2.6)
  }

  /// Returns the height of the panel in an editor of a size.
  func height(in room: Size, _ interface: Interface) -> Double {
    guard merge.isOpen else { return 0 }
    let lines = room.width < Self.roomForOneLine ? 2.0 : 1
    let strip = room.height < Self.roomForStrip ? 0 : RowStrip.height + Theme.gap
    return Theme.gap + lines * (Theme.controlHeight + Theme.gap) + chipsHeight(room.width, interface)
      + Theme.gap + strip
  }

  override func layOut(_ interface: Interface) {
    func width(_ control: Control) -> Double { control.preferredSize(in: bounds.size, interface).width }
    func place(_ control: Control, x: Double, y: Double, width: Double) {
      control.frame = Rect(x: x, y: y, width: max(width, 1), height: Theme.controlHeight)
        .pixelAligned(scale: interface.scale)
    }
    let isOneLine = bounds.width >= Self.roomForOneLine
    var y = Theme.gap
    var (left, right) = (Theme.gap, bounds.width - Theme.gap)
    for control in [close, export, faults] where !control.isHidden {
      let wide = width(control)
      right -= wide
      place(control, x: right, y: y, width: wide)
      right -= Theme.gap
    }
    let tableWidth = min(width(table), max(right - left, 1), isOneLine ? 200 : .infinity)
    place(table, x: left, y: y, width: tableWidth)
    left += tableWidth + Theme.gap
    if !isOneLine {
      y += Theme.controlHeight + Theme.gap
      (left, right) = (Theme.gap, bounds.width - Theme.gap)
    }
    for control in [previous, number, next, of].compactMap({ $0 }) as [Control] {
      let wide =
        control === of
        ? interface.line(of.text, style: Theme.secondaryFigures).width.rounded(.up) + 4
        : max(width(control), Theme.controlHeight)
      place(control, x: left, y: y, width: wide)
      left += wide + (control === of ? Theme.margin : 4)
    }
    of.frame = Rect(x: of.frame.minX, y: y + 8, width: of.frame.width, height: Words.height(lines: 1))
    let lines = interface.wrapped(words.text, style: Theme.secondaryFigures, width: max(right - left, 1))
      .count
    let height = Words.height(lines: lines > 1 ? 2 : 1)
    words.frame = Rect(
      x: left, y: y + (Theme.controlHeight - height) / 2, width: max(right - left, 1), height: height
    ).pixelAligned(scale: interface.scale)
    y += Theme.controlHeight + Theme.gap
    let chipsHeight = chipsHeight(bounds.width, interface)
    chipScroll.frame = Rect(
      x: Theme.margin, y: y, width: max(bounds.width - 2 * Theme.margin, 1), height: max(chipsHeight, 1))
    y += chipsHeight + Theme.gap
    strip.isHidden = bounds.height - y < RowStrip.height
    strip.frame = Rect(
      x: Theme.margin, y: y, width: max(bounds.width - 2 * Theme.margin, 1), height: RowStrip.height)
  }

  override func update(_ interface: Interface) {
    layer.backgroundColor = interface.theme.window
    edge.frame = Rect(x: 0, y: 0, width: bounds.width, height: interface.hairline)
    edge.backgroundColor = interface.theme.hairline
  }
}
