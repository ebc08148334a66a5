import Controls
import Geometry
import Printing
import Input
import Publishing
import Scene

/// The list of what keeps rows from becoming posters, by row and column; a press shows the row.
final class FaultList: Control {
  private let session: EditorSession
  private var merge: PosterMerge { session.merge }
  private let heading = Words()
  private lazy var list = CellGrid(
    label: session.localized("Faults"), cellSize: Size(.infinity, Self.rowHeight), content: content)

  private static let rowHeight = 56.0
  private static let headingHeight = 42.0

  init(_ session: EditorSession) {
    self.session = session
    super.init(label: session.localized("Faults"))
    addChild(heading)
    addChild(list)
    refresh()
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// A placeholder without a column, or a fault of a row.
  private enum Item {
    case field(String)
    case row(MergeFault)
  }

  private var fields: [String] { merge.fields.filter { $0.column == nil }.map(\.name) }

  /// The number of faults.
  static func count(in merge: PosterMerge) -> Int {
    merge.fields.count { $0.column == nil } + merge.faults.count
  }

  private func item(at index: Int) -> Item? {
    let fields = fields
    if index < fields.count { return .field(fields[index]) }
    let row = index - fields.count
    return merge.faults.indices.contains(row) ? .row(merge.faults[row]) : nil
  }

  private func title(of item: Item) -> String {
    switch item {
    case .field(let name): session.localized("Placeholder {name}", ["name": "{\(name)}"])
    case .row(let fault):
      if let columns = fault.columnNames {
        session.localized(
          "Row {row}, line {line}, {columns}",
          ["row": "\(fault.row)", "line": "\(fault.line)", "columns": columns])
      } else {
        session.localized("Row {row}, line {line}", ["row": "\(fault.row)", "line": "\(fault.line)"])
      }
    }
  }

  private func words(of item: Item) -> String {
    switch item {
    case .field:
      session.localized("The table has no such column. Choose one in the row of columns")
    case .row(let fault): session.localized(fault.reason)
    }
  }

  private var content: CellGrid.Content {
    var content = CellGrid.Content(
      count: { [unowned self] in Self.count(in: merge) },
      title: { [unowned self] index in
        item(at: index).map { "\(title(of: $0)): \(words(of: $0))" } ?? ""
      },
      makeLayer: { [unowned self] index, size, state, interface in
        makeLayer(index, size, state, interface)
      },
      press: { [unowned self] index, _ in open(index) },
      open: { [unowned self] index, _ in open(index) })
    content.tooltip = { [unowned self] index in item(at: index).map(words) ?? "" }
    content.isFoundByTyping = false
    return content
  }

  private func open(_ index: Int) {
    if case .row(let fault) = item(at: index) { merge.show(fault.row - 1) }
  }

  private func makeLayer(
    _ index: Int, _ size: Size, _ state: CellGrid.CellState, _ interface: Interface
  ) -> Layer {
    let theme = interface.theme
    let cell = Layer(
      Rect(origin: .zero, size: size), fill: state.isSelected || state.isHovered ? theme.pressed : nil)
    guard let item = item(at: index) else { return cell }
    let width = max(size.width - 2 * Theme.margin, 1)
    cell.addSublayer(
      Layer(
        title(of: item), style: Theme.strong, color: theme.ink,
        in: Rect(x: Theme.margin, y: 2, width: width, height: 18), interface))
    var lines = interface.wrapped(words(of: item), style: Theme.secondary, width: width)
    if lines.count > 2 { lines = [lines[0], lines[1...].joined(separator: " ")] }
    for (place, line) in lines.enumerated() {
      let room = Rect(x: Theme.margin, y: 20 + 16 * Double(place), width: width, height: 16)
      cell.addSublayer(Layer(line, style: Theme.secondary, color: theme.fault, in: room, interface))
    }
    return cell
  }

  /// Updates the list from the table.
  func refresh() {
    let count = Self.count(in: merge)
    let words = session.interface.language.localized(
      "{count} fault", plural: "{count} faults", count: count)
    heading.text =
      merge.checked < merge.count
      ? session.localized(
        "{faults} in {checked} of {rows} rows so far",
        ["faults": words, "checked": "\(merge.checked)", "rows": "\(merge.count)"])
      : session.localized("{faults} in {rows} rows", ["faults": words, "rows": "\(merge.count)"])
    list.reload()
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let rows = Double(max(Self.count(in: merge), 1)) * Self.rowHeight
    return Size(min(400, room.width), min(Self.headingHeight + rows + 8, min(420, room.height)))
  }

  override func layOut(_ interface: Interface) {
    heading.frame = Rect(
      x: Theme.margin, y: 14, width: max(bounds.width - 2 * Theme.margin, 1), height: Words.height(lines: 1))
    list.frame = Rect(
      x: 0, y: Self.headingHeight, width: bounds.width,
      height: max(bounds.height - Self.headingHeight - 8, 1))
  }
}
