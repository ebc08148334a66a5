import Colors
import Controls
import Geometry
import Images
import Input
import Posters
import Publishing
import Scene

/// Emoji and other signs: a field that takes any, and a grid of those that make a good crown.
final class SignTab: Control {
  private let session: EditorSession
  private let editing: CrownEditing
  private var signs: [Sign] = []
  private var shown: [Sign] = []
  private var figures: [String: Contents] = [:]
  private var isLoaded = false
  private let message = Layer()

  private lazy var field = TextField(
    label: "Emoji, sign or word", placeholder: "An emoji, any sign, or a word to find one", kind: .search,
    clipboard: session.clipboard,
    delegate: .init(edited: { [unowned self] text, _ in
      edit(text)
      return nil
    }))
  private lazy var grid = CellGrid(
    label: "Signs", cellSize: Size(60, 60), gap: 4,
    content: .init(
      count: { [unowned self] in shown.count }, title: { [unowned self] in shown[$0].name },
      makeLayer: { [unowned self] in cell($0, $1, $2, $3) },
      press: { [unowned self] place, time in take(place, at: time) },
      open: { [unowned self] place, time in
        take(place, at: time)
        editing.close()
      }))

  private static let margin = 12.0

  init(_ session: EditorSession, _ editing: CrownEditing) {
    self.session = session
    self.editing = editing
    super.init(label: "Emoji")
    layer.addSublayer(message)
    addChild(field)
    addChild(grid)
    session.tasks.run({ Sign.drawn(by: PosterSources.signs) }) { [weak self] result in
      guard let self, case .success(let signs) = result else { return }
      self.signs = signs
      isLoaded = true
      filter("")
      grid.makeCurrent(signs.firstIndex { $0.text == session.poster.emblem.source } ?? 0, at: 0)
    }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  var firstFocus: Control { grid }

  private func take(_ place: Int, at time: Double) {
    guard shown.indices.contains(place) else { return }
    editing.take(shown[place].emblem, at: time)
  }

  // MARK: The field

  private func edit(_ text: String) {
    // One sign that is no letter is meant itself; letters look for names.
    if text.count == 1, let character = text.first, !character.isLetter, !character.isWhitespace {
      return editing.choose(text)
    }
    filter(text)
  }

  private func filter(_ words: String) {
    shown = words.isEmpty ? signs : signs.filter { $0.isFound(by: words) }
    grid.reload()
    setNeedsUpdate()
  }

  override func interceptKey(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    if grid.isFocused, event.key == .space {
      if let current = grid.current { take(current, at: event.time) }
      return true
    }
    guard field.isFocused else { return false }
    switch event.key {
    case .down: host?.setFocus(grid, byKeyboard: true)
    case .enter where field.text.count == 1:
      editing.choose(field.text)
      editing.close()
    case .enter where !shown.isEmpty && !field.text.isEmpty:
      take(0, at: event.time)
      editing.close()
    default: return false
    }
    return true
  }

  // MARK: Appearance

  override func layOut(_ interface: Interface) {
    let margin = Self.margin
    field.frame = Rect(x: margin, y: 0, width: max(bounds.width - 2 * margin, 1), height: Theme.controlHeight)
    let top = Theme.controlHeight + 12
    let pitch = grid.cellSize.width + grid.gap
    // The cells stand in the middle of the room.
    let columns = max(((bounds.width - 2 * margin + grid.gap) / pitch).rounded(.down), 1)
    let width = columns * pitch - grid.gap
    grid.frame = Rect(
      x: ((bounds.width - width) / 2).rounded(), y: top,
      width: max(bounds.width - (bounds.width - width) / 2, 1),
      height: max(bounds.height - top, 1)
    ).pixelAligned(scale: interface.scale)
  }

  override func update(_ interface: Interface) {
    message.removeSublayers()
    guard isLoaded, shown.isEmpty else { return }
    let words = field.text.isEmpty ? "No font with signs is installed" : "No sign here is called that"
    let advice =
      field.text.isEmpty
      ? "make setup installs one: fonts-symbola" : "Any emoji can be typed or pasted into the field"
    let room = Rect(x: 16, y: grid.frame.minY + 24, width: bounds.width - 32, height: 24)
    message.addSublayer(
      Layer(
        words, style: Theme.strong, color: interface.theme.ink, in: room, alignment: .center, interface))
    message.addSublayer(
      Layer(
        advice, style: Theme.secondary, color: interface.theme.secondaryInk,
        in: room.offset(by: Vector(0, 24)), alignment: .center, interface))
  }

  private func cell(_ place: Int, _ size: Size, _ state: CellGrid.CellState, _ interface: Interface) -> Layer
  {
    let theme = interface.theme
    let cell = Layer(
      Rect(origin: .zero, size: size), fill: state.isHovered ? theme.pressed : nil, radius: Theme.fieldRadius)
    if state.isSelected {
      cell.borderWidth = 2
      cell.borderColor = state.isFocused ? theme.highlight : theme.hairline
    }
    let sign = shown[place]
    let room = Rect(origin: .zero, size: size).inset(by: 11)
    switch sign.emblem {
    case .none: break
    case .path(let path, _):
      let figure = outline(sign.text, path)
      if let drawing = Layer(figure, fittedIn: room, color: theme.ink) { cell.addSublayer(drawing) }
    case .picture(let bytes, _):
      guard let contents = picture(sign.text, bytes) else { break }
      let drawing = Layer(frame: room)
      drawing.contents = contents
      cell.addSublayer(drawing)
    }
    return cell
  }

  private func outline(_ text: String, _ path: Path) -> Figure {
    if case .path(let known)? = figures[text] { return known.figure }
    let figure = Figure(path)
    figures[text] = .path(PathContents(figure, color: .black))
    return figure
  }

  private func picture(_ text: String, _ bytes: [UInt8]) -> Contents? {
    if let known = figures[text] { return known }
    guard let bitmap = try? Bitmap(encoded: bytes, fitting: PixelSize(width: 128, height: 128)) else {
      return nil
    }
    let contents = Contents.image(ImageContents(SharedBitmap(bitmap)))
    figures[text] = contents
    return contents
  }
}
