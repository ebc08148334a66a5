import Application
import Colors
import Controls
import Files
import Geometry
import Input
import Localization
import Scene
import Text

/// Receives a person's input in the browser's panel.
protocol BrowserPanelDelegate: AnyObject {
  /// The commands available everywhere in the window.
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
  /// Text was typed outside a field.
  func typed(_ text: String, at time: Double)
  /// A key was pressed that no control handled; returns whether it has a meaning here.
  func key(_ event: KeyEvent) -> Bool
}

/// The buttons of actions on the selected crowns, and the one for a new design.
struct CrownActionButtons {
  let design: Button
  let copy: Button
  let favorite: Button
  let poster: Button

  init(_ panel: BrowserPanel) {
    let language = panel.language
    design = Button(language.localized("Design…"), kind: .plain) { [unowned panel] time in
      panel.delegate?.openDesign(at: time)
    }
    copy = Button(language.localized("Copy"), icon: .copies, kind: .quiet) { [unowned panel] _ in
      panel.delegate?.showCopyMenu(below: panel.actions.copy)
    }
    favorite = Button(language.localized("Favourite"), icon: .hollowStar, kind: .quiet) { [unowned panel] _ in
      panel.delegate?.toggleFavorite()
    }
    poster = Button(language.localized("Use in poster"), kind: .plain) { [unowned panel] _ in
      panel.delegate?.useOnPoster()
    }
    // Untranslated: the toolkit translates it.
    copy.shortcutText = "Ctrl+C"
  }

  /// The buttons from left to right.
  var all: [Button] { [design, copy, favorite, poster] }
}

/// The controls of the browser and their layout.
final class BrowserPanel: Control {
  let status: StatusLine
  let facets: CrownFacetList
  /// The facets above the crowns, in a window that is too narrow for a list of them.
  let strip: CrownFacetStrip
  let grid: CrownGridControl
  weak var delegate: (any BrowserPanelDelegate)?

  let language: Language
  private let clipboard: Clipboard
  private(set) lazy var search = TextField(
    searchFor: language.localized("Search"), placeholder: language.localized("Search crowns"),
    clipboard: clipboard
  ) { [unowned self] in delegate?.find($0) }
  private(set) lazy var actions = CrownActionButtons(self)
  private lazy var slider = Slider(
    label: language.localized("Size"), range: CellMeasures.smallest...CellMeasures.smallest + 1,
    scale: .logarithmic(factor: CrownGridControl.zoomStep)
  ) { [unowned self] cell, _, time in delegate?.zoom(to: cell, at: time) }
  private(set) lazy var colorButton = ColorButton(language.localized("Colour"), color: grid.color) {
    [unowned self] _ in
    delegate?.togglePicker()
  }
  private let menuButton = Button.primaryMenu()
  private var nameField: TextField?

  private let gridLayer = Layer()
  private let controlsLayer = Layer()
  private let lines = Layer()
  private var count = ""
  private var countFrame = Rect.zero

  init(grid: CrownGridControl, clipboard: Clipboard, language: Language) {
    self.grid = grid
    self.language = language
    status = StatusLine(language)
    facets = CrownFacetList(language)
    strip = CrownFacetStrip(language)
    self.clipboard = clipboard
    super.init(label: language.localized("Crowns"))
    layer.name = "crown browser"
    for (part, name) in [(gridLayer, "grid"), (controlsLayer, "controls"), (lines, "lines")] {
      part.name = name
      layer.addSublayer(part)
    }
    slider.hasSizeMarks = true
    slider.valueText = {
      language.localized("{number} points", ["number": String(Int($0.rounded()))])
    }
    // A cell that is being resized continues from its target size.
    slider.stepOrigin = { [unowned grid] in grid.grid.destination.cell }
    for (control, name) in [(search as Control, "search"), (slider, "size"), (colorButton, "colour")] {
      control.layer.name = name
    }
    // The tab order.
    let bar: [Control] = [search] + actions.all + [slider, colorButton, menuButton, facets, strip]
    for control in bar { addChild(control, in: controlsLayer) }
    addChild(grid, in: gridLayer)
    addChild(status, in: controlsLayer)
  }

  /// Shows or removes the field for renaming.
  func show(nameField field: TextField?) {
    nameField?.removeFromParent()
    nameField = field
    guard let field else { return }
    field.layer.name = "name"
    addChild(field, in: controlsLayer)
    setNeedsLayout()
  }

  /// Shows the size of the cells at a time.
  func showSize(at time: Double) {
    slider.range = CellMeasures.smallest...max(grid.grid.opening.fillingCell, CellMeasures.smallest + 1)
    slider.value = grid.grid.view(at: time).cell
  }

  func show(count: String, status content: StatusLine.Content, isRenaming: Bool) {
    if count != self.count {
      self.count = count
      setNeedsLayout()
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
      return DropProposal(
        language.localized(
          Message(
            "{names} is a picture; drop it on a poster to use it as the background",
            plural: "{names} are pictures; drop one on a poster to use it as the background",
            count: paths.count, parts: ["names": QuotedNames(paths).message])), isAccepted: false)
    }
    return DropProposal(language.localized("Add to your crowns"))
  }

  /// The extensions of pictures, which cannot be imported as crowns.
  private static let pictureEndings: Set<String> = ["png", "jpg", "jpeg", "webp", "gif"]

  override func drop(_ event: DropEvent) {
    if case .files(let paths) = event.content { delegate?.drop(paths) }
  }

  override func layOut(_ interface: Interface) {
    let layout = BrowserLayout(size: bounds.size, facetWidth: facets.neededWidth(interface))
    func place(_ control: Control?, _ frame: Rect) {
      control?.frame = frame.pixelAligned(scale: interface.scale)
      control?.isHidden = frame.isEmpty
    }
    let widths = actions.all.map { $0.preferredSize(in: bounds.size, interface).width }
    let frames = layout.actions(widths)
    for (button, frame) in zip(actions.all, frames) { place(button, frame) }
    let end =
      frames.first { !$0.isEmpty }?.minX ?? (layout.slider.isEmpty ? layout.color.minX : layout.slider.minX)
    let countWidth = interface.line(count, style: Theme.secondaryFigures).width.rounded(.up)
    let words = layout.search(needing: search.neededWidth(interface), count: countWidth, before: end)
    countFrame = words.count
    place(search, words.search)
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

/// The line at the bottom: the selected crown, or the last message.
final class StatusLine: Control {
  /// The content, in decreasing urgency.
  enum Content: Hashable {
    case importing(done: Int, total: Int)
    case several(Int)
    case crown(Summary)
    case empty

    /// The progress of an import; otherwise the number of selected crowns; otherwise the hovered or selected crown.
    init(importing: CrownImportProgress?, hovered: CrownItem?, selected: [CrownItem]) {
      if let importing {
        self = .importing(done: importing.done, total: importing.total)
      } else if selected.count > 1 {
        self = .several(selected.count)
      } else {
        self = (hovered ?? selected.first).map { .crown(Summary($0)) } ?? .empty
      }
    }
  }

  /// The description of a crown.
  struct Summary: Hashable {
    let id: String
    let name: String
    let tags: [String]
    let byteCount: Int
    let isOwn: Bool

    init(_ item: CrownItem) {
      (id, name, tags, byteCount, isOwn) = (item.id, item.name, item.tags, item.byteCount, item.isOwn)
    }
  }

  private(set) var content = Content.empty
  /// Whether the line is hidden behind the field for renaming.
  private var isLeftOut = false
  private var layout = BrowserLayout(size: .zero)

  private let language: Language

  init(_ language: Language) {
    self.language = language
    super.init(label: language.localized("Status"))
    layer.name = "status"
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// The content as one text.
  var text: String {
    switch content {
    case .importing(let done, let total):
      language.localized(
        "Adding {done} of {count} files", ["done": String(done), "count": String(total)])
    case .several(let count):
      language.localized("{count} crown selected", plural: "{count} crowns selected", count: count)
    case .crown(let crown):
      ([crown.name] + crown.tags + [crown.id, size(of: crown)]).joined(separator: ", ")
    case .empty: ""
    }
  }

  private func size(of crown: Summary) -> String {
    language.localized("{count} byte", plural: "{count} bytes", count: crown.byteCount)
  }

  /// Shows a content, or nothing while a crown is being renamed.
  func show(_ content: Content, isLeftOut: Bool, in layout: BrowserLayout) {
    guard content != self.content || isLeftOut != self.isLeftOut || layout.size != self.layout.size else {
      return
    }
    (self.content, self.isLeftOut, self.layout) = (content, isLeftOut, layout)
    setNeedsUpdate()
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    guard !isLeftOut, !frame.isEmpty else { return }
    let line = layout.infoLine.offset(by: .zero - frame.origin)
    switch content {
    case .empty: break
    case .importing, .several: add(text, Theme.body, interface.theme.ink, in: line, interface)
    case .crown(let crown): show(crown, in: line, interface)
    }
  }

  private func show(_ crown: Summary, in line: Rect, _ interface: Interface) {
    let theme = interface.theme
    var (start, end) = (line.minX, line.maxX)
    func width(_ text: String, _ style: Font, upTo most: Double) -> Double {
      min(interface.line(text, style: style).width + 0.01, max(most, 0))
    }
    func addTrailing(_ text: String, upTo most: Double) {
      let width = width(text, Theme.secondaryFigures, upTo: most)
      let room = Rect(x: end - width, y: line.minY, width: width, height: line.height)
      add(text, Theme.secondaryFigures, theme.secondaryInk, in: room, interface)
      end -= width + 16
    }
    addTrailing(layout.isNarrow ? "\(crown.byteCount) B" : size(of: crown), upTo: line.width * 0.5)
    // The name has priority: the other items share the remaining room.
    let nameWidth = width(crown.name, Theme.strong, upTo: end - start)
    func room(_ width: Double) -> Rect {
      Rect(x: start, y: line.minY, width: max(0, width), height: line.height)
    }
    add(crown.name, Theme.strong, theme.ink, in: room(nameWidth), interface)
    start += nameWidth + 16
    if end - start > 240 { addTrailing(crown.id, upTo: (end - start) * 0.6) }
    let tags = ((crown.isOwn ? [language.localized("your own")] : []) + crown.tags).joined(separator: " · ")
    guard end - start > 60 else { return }
    add(tags, Theme.secondary, theme.secondaryInk, in: room(end - start), interface)
  }

  private func add(
    _ text: String, _ style: Font, _ color: RGBA, in room: Rect, _ interface: Interface
  ) {
    // Names and tags are a person's own; the tooltip has the whole line.
    layer.addSublayer(
      Layer(text, style: style, color: color, in: room, isElastic: true, interface))
  }

  override var tooltip: Tooltip? { text.isEmpty ? nil : Tooltip(text) }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .text, label: text, frame: frame)
  }
}
