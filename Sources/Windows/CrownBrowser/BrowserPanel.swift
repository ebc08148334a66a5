import Controls
import Files
import Geometry
import Input
import Scene
import Application

/// What the panel of the browser is told by a person.
protocol BrowserPanelDelegate: AnyObject {
  /// What can be done everywhere in the window.
  var windowCommands: [Command] { get }
  func find(_ words: String)
  func zoom(to cell: Double, at time: Double)
  func togglePicker()
  func openDesign(at time: Double)
  func showCopyMenu(below button: Button)
  func toggleFavorite()
  func useOnPoster()
  /// Files were dropped.
  func drop(_ paths: [String])
  /// Text was typed where no field is.
  func typed(_ text: String, at time: Double)
  /// A key was pressed that no control wanted; returns whether it is one.
  func key(_ event: KeyEvent) -> Bool
}

/// The buttons of what can be done with the selected crowns, and the one that designs another.
struct CrownActionButtons {
  let design: Button
  let copy: Button
  let favorite: Button
  let poster: Button

  init(_ panel: BrowserPanel) {
    design = Button("Design…", kind: .plain) { [unowned panel] time in panel.delegate?.openDesign(at: time) }
    copy = Button("Copy", icon: .copies, kind: .quiet) { [unowned panel] _ in
      panel.delegate?.showCopyMenu(below: panel.actions.copy)
    }
    favorite = Button("Favourite", icon: .hollowStar, kind: .quiet) { [unowned panel] _ in
      panel.delegate?.toggleFavorite()
    }
    poster = Button("Use on a poster", kind: .plain) { [unowned panel] _ in panel.delegate?.useOnPoster() }
    copy.shortcutText = "Ctrl+C"
  }

  /// The buttons in the order in which they stand.
  var all: [Button] { [design, copy, favorite, poster] }
}

/// The controls of the browser and their places.
final class BrowserPanel: Control {
  let status = StatusLine()
  let facets = CrownFacetList()
  /// The facets above the crowns, in a window that is too narrow for a list of them.
  let strip = CrownFacetStrip()
  let grid: CrownGridControl
  weak var delegate: (any BrowserPanelDelegate)?

  private let clipboard: Clipboard
  private(set) lazy var search = TextField(
    searchFor: "Search", placeholder: "Search crowns", clipboard: clipboard
  ) { [unowned self] in delegate?.find($0) }
  private(set) lazy var actions = CrownActionButtons(self)
  private lazy var slider = Slider(
    label: "Size", range: CellMeasures.smallest...CellMeasures.smallest + 1,
    scale: .logarithmic(factor: CrownGridControl.zoomStep)
  ) { [unowned self] cell, _, time in delegate?.zoom(to: cell, at: time) }
  private(set) lazy var colorButton = ColorButton("Colour", color: grid.color) { [unowned self] _ in
    delegate?.togglePicker()
  }
  private let menuButton = Button.primaryMenu()
  private var nameField: TextField?

  private let gridLayer = Layer()
  private let controlsLayer = Layer()
  private let lines = Layer()
  private var count = ""
  private var countFrame = Rect.zero

  init(grid: CrownGridControl, clipboard: Clipboard) {
    self.grid = grid
    self.clipboard = clipboard
    super.init(label: "Crowns")
    layer.name = "crown browser"
    for (part, name) in [(gridLayer, "grid"), (controlsLayer, "controls"), (lines, "lines")] {
      part.name = name
      layer.addSublayer(part)
    }
    slider.hasSizeMarks = true
    slider.valueText = { "\(Int($0.rounded())) points" }
    // A cell that grows or shrinks goes on from where it is going.
    slider.stepOrigin = { [unowned grid] in grid.grid.destination.cell }
    for (control, name) in [(search as Control, "search"), (slider, "size"), (colorButton, "colour")] {
      control.layer.name = name
    }
    // The order of Tab.
    let bar: [Control] = [search] + actions.all + [slider, colorButton, menuButton, facets, strip]
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

  /// Shows how large the cells are at a time.
  func showSize(at time: Double) {
    slider.range = CellMeasures.smallest...max(grid.grid.opening.fillingCell, CellMeasures.smallest + 1)
    slider.value = grid.grid.view(at: time).cell
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
  override var commands: [Command] { delegate?.windowCommands ?? [] }

  override func key(_ event: KeyEvent) -> Bool { delegate?.key(event) ?? false }

  override func insert(_ text: String, at time: Double) -> Bool {
    delegate?.typed(text, at: time)
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
    if case .files(let paths) = event.content { delegate?.drop(paths) }
  }

  override func layOut(_ interface: Interface) {
    let layout = BrowserLayout(size: bounds.size)
    func place(_ control: Control?, _ frame: Rect) {
      control?.frame = frame.pixelAligned(scale: interface.scale)
      control?.isHidden = frame.isEmpty
    }
    let widths = actions.all.map { $0.preferredSize(in: bounds.size, interface).width }
    let frames = layout.actions(widths)
    for (button, frame) in zip(actions.all, frames) { place(button, frame) }
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
