import Controls
import Files
import Geometry
import Input
import Scene
import Application

/// The controls of the browser and their places.
final class BrowserPanel: Control {
  let status = StatusLine()
  let facets = CrownFacetList()
  /// The facets above the crowns, in a window that is too narrow for a list of them.
  let strip = CrownFacetStrip()
  private let grid: CrownGridControl
  private var search: TextField?
  private var slider: Slider?
  private var colorButton: ColorButton?
  private var actions: [Button] = []
  private let menuButton = Button.primaryMenu()
  private var nameField: TextField?

  private let gridLayer = Layer()
  private let controlsLayer = Layer()
  private let lines = Layer()
  private var count = ""

  /// What can be done everywhere in the window.
  var makeCommands: () -> [Command] = { [] }
  /// Takes the paths of files that were dropped.
  var onDrop: ([String]) -> Void = { _ in }
  /// Takes text that is typed where no field is.
  var onText: (String, Double) -> Void = { _, _ in }
  /// Takes a key that no control wanted.
  var onKey: (KeyEvent) -> Bool = { _ in false }

  init(grid: CrownGridControl) {
    self.grid = grid
    super.init(label: "Crowns")
    layer.name = "crown browser"
    for (part, name) in [(gridLayer, "grid"), (controlsLayer, "controls"), (lines, "lines")] {
      part.name = name
      layer.addSublayer(part)
    }
  }

  /// Puts the controls into the bar, in the order of Tab.
  func place(search: TextField, actions: [Button], slider: Slider, colorButton: ColorButton) {
    (self.search, self.slider, self.colorButton, self.actions) = (search, slider, colorButton, actions)
    for (control, name) in [(search as Control, "search"), (slider, "size"), (colorButton, "colour")] {
      control.layer.name = name
    }
    let bar: [Control] = [search] + actions + [slider, colorButton, menuButton, facets, strip]
    for control in bar { addChild(control, in: controlsLayer) }
    addChild(grid, in: gridLayer)
    addChild(status, in: controlsLayer)
  }

  /// Shows the field in which a name is changed, or takes it away.
  func show(nameField field: TextField?) {
    nameField?.removeFromParent()
    nameField = field
    guard let field else { return }
    field.layer.name = "name"
    addChild(field, in: controlsLayer)
    setNeedsLayout()
  }

  func show(count: String, status content: StatusLine.Content, isRenaming: Bool) {
    if count != self.count {
      self.count = count
      setNeedsUpdate()
    }
    status.show(content, isLeftOut: isRenaming, in: BrowserLayout(size: bounds.size))
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  override var commands: [Command] { makeCommands() }

  override func key(_ event: KeyEvent) -> Bool { onKey(event) }

  override func insert(_ text: String, at time: Double) -> Bool {
    onText(text, time)
    return true
  }

  override func proposal(for event: DropEvent) -> DropProposal? {
    guard case .files(let paths) = event.content else { return nil }
    if !paths.isEmpty, paths.allSatisfy({ Self.pictureEndings.contains(FilePath($0).ending) }) {
      let names = QuotedNames(paths)
      return DropProposal(
        paths.count == 1
          ? "\(names) is a picture; drop it on a poster to use it as ground"
          : "\(names) are pictures; drop one on a poster to use it as ground", isAccepted: false)
    }
    return DropProposal("Add to your crowns")
  }

  /// How the names of pictures end, which are no crowns.
  private static let pictureEndings: Set<String> = ["png", "jpg", "jpeg", "webp", "gif"]

  override func drop(_ event: DropEvent) {
    if case .files(let paths) = event.content { onDrop(paths) }
  }

  private var countFrame = Rect.zero

  override func layOut(_ interface: Interface) {
    let layout = BrowserLayout(size: bounds.size)
    func place(_ control: Control?, _ frame: Rect) {
      control?.frame = frame.pixelAligned(scale: interface.scale)
      control?.isHidden = frame.isEmpty
    }
    let widths = actions.map { $0.preferredSize(in: bounds.size, interface).width }
    let frames = layout.actions(widths)
    for (button, frame) in zip(actions, frames) { place(button, frame) }
    let end =
      frames.first { !$0.isEmpty }?.minX ?? (layout.slider.isEmpty ? layout.color.minX : layout.slider.minX)
    let words = layout.search(before: end)
    countFrame = layout.count(after: words, before: end)
    place(search, words)
    place(slider, layout.slider)
    place(colorButton, layout.color)
    place(menuButton, layout.menu)
    place(facets, layout.facets)
    place(strip, layout.strip)
    place(grid, layout.grid)
    place(nameField, layout.nameField)
    status.frame = layout.info
    status.setNeedsUpdate()
    host?.noticeInsets = EdgeInsets(top: layout.bar.maxY, bottom: layout.info.height)
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    let layout = BrowserLayout(size: bounds.size)
    lines.removeSublayers()
    let hairline = interface.hairline
    var edges = [layout.bar.maxY - hairline, layout.info.minY]
    if !layout.strip.isEmpty { edges.append(layout.strip.maxY - hairline) }
    for y in edges {
      let line = Rect(x: 0, y: y, width: bounds.width, height: hairline).pixelAligned(scale: interface.scale)
      lines.addSublayer(Layer(line, fill: theme.hairline))
    }
    guard !countFrame.isEmpty else { return }
    lines.addSublayer(
      Layer(count, style: Theme.secondaryFigures, color: theme.secondaryInk, in: countFrame, interface))
  }
}
