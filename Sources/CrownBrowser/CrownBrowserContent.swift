public import Controls
public import Colors
public import Geometry
import Motion
public import Scene

/// The browser of crowns: all of them in a grid that is searched, zoomed and coloured.
public final class CrownBrowserContent: WindowContent {
  /// What the browser starts with.
  public struct Options {
    /// The side of a cell in points.
    public var cell: Double
    /// The colour of the crowns, or nil for the interface's ink.
    public var color: RGBA?
    public var search: String
    public var recentColors: [RGBA]

    public init(cell: Double = 96, color: RGBA? = nil, search: String = "", recentColors: [RGBA] = []) {
      self.cell = cell
      self.color = color
      self.search = search
      self.recentColors = recentColors
    }
  }

  public let tree = LayerTree()
  public var layer: Layer { tree.root }
  public private(set) var isFinished = false

  /// Told of a colour that was chosen in the picker.
  public var onColorAccepted: ((RGBA) -> Void)?

  let shelf: CrownShelf
  let interface: Interface
  let clipboard: Clipboard
  var options: Options
  var size = Size.zero
  var time = 0.0

  let chrome = Layer()
  let focusRing = Layer()
  let card = Layer()
  var focus = FocusState()

  /// Which key each identifier has; keys are never given twice.
  private var keysByID: [String: Int] = [:]
  /// The keys of all crowns that there are, in order.
  private(set) var order: [Int] = []
  private(set) var words = ""
  var deeds = CrownDeeds()

  /// What was done or went wrong last, shown until something else is.
  var notice: Notice?
  var arriving: ArrivingCrowns?
  /// The picker, while it is open.
  var picker: PickerPanel?
  var pickerFrame = Rect.zero
  /// The colour from before the picker was opened, and whether it was chosen.
  var colorBefore: (shown: RGBA, chosen: RGBA?)?
  /// The field in which a name is being changed.
  var nameField: TextField?
  /// What is said of files that were dropped, while it is shown.
  var report: ArrivingCrowns?

  struct Notice: Hashable {
    var text: String
    var isFault = false
  }

  private(set) lazy var searchField = TextField(
    label: "Search", placeholder: "Search crowns", clipboard: clipboard,
    delegate: .init(
      edited: { [unowned self] text, _ in
        search(text)
        return nil
      }, restored: { [unowned self] in search("") }, stepped: nil, pasted: { _ in false }))
  private(set) lazy var gridControl = CrownGridControl(
    cell: options.cell, color: options.color ?? interface.theme.ink
  ) { [unowned self] in notice = nil }
  private(set) lazy var sizeSlider = SizeSlider { [unowned self] share, time in
    let (small, large) = (CellMeasures.smallest, gridControl.grid.fillingCell)
    gridControl.zoom(to: small * CellMeasures.power(large / small, share), at: time)
  } onStep: { [unowned self] steps, time in
    gridControl.zoom(by: CellMeasures.power(CrownBrowserContent.zoomStep, Double(steps)), at: time)
  }
  private(set) lazy var colorButton = ColorButton(color: gridControl.color) { [unowned self] in togglePicker()
  }

  /// The factor of one step of zooming by keys.
  static let zoomStep = 1.25

  public init(options: Options, shelf: CrownShelf, interface: Interface, clipboard: Clipboard) {
    self.options = options
    self.shelf = shelf
    self.interface = interface
    self.clipboard = clipboard
    layer.name = "crown browser"
    for (part, name) in [(chrome, "chrome"), (focusRing, "focus ring"), (card, "card")] {
      part.name = name
      layer.addSublayer(part)
    }
    focus.control = gridControl
    gridControl.isFocused = true
    if !options.search.isEmpty { _ = searchField.insert(options.search) }
    reload()
  }

  /// Whether changes are seen at once.
  public var reducesMotion: Bool {
    get { interface.reducesMotion }
    set {
      interface.reducesMotion = newValue
      gridControl.grid.spring = newValue ? nil : .interface
      picker?.reducesMotion = newValue
    }
  }

  public var background: RGBA { interface.theme.window }

  /// Shows another appearance from now on.
  public func setAppearance(_ appearance: Appearance) {
    interface.theme = Theme(appearance)
    if options.color == nil { setColor(interface.theme.ink) }
    picker?.setAppearance(appearance)
    refresh()
  }

  /// Called once a turn, for what other threads have sent.
  public var onMail: ((_ time: Double) -> Void)?

  public func receiveMail(at time: Double) { onMail?(time) }

  public var windowTitle: String? { words.isEmpty ? "Crowns" : "Crowns: \(words)" }

  public func close() { isFinished = true }

  // MARK: The crowns

  /// Reads the crowns anew, as after another program changed them; what is selected stays so.
  public func reload(at time: Double) {
    self.time = max(self.time, time)
    reload()
  }

  func reload() {
    do {
      take(try shelf.load())
    } catch {
      notice = Notice(text: "\(error)", isFault: true)
    }
    showResults(keepingPlace: true)
  }

  private func take(_ items: [CrownItem]) {
    order = items.map { item in
      if let key = keysByID[item.id] {
        gridControl.replace(key, with: item)
        return key
      }
      let key = gridControl.items.count
      keysByID[item.id] = key
      gridControl.items.append(item)
      return key
    }
  }

  func search(_ text: String) {
    let wanted = CrownBrowserContent.trimmed(text)
    guard wanted != words else { return }
    words = wanted
    notice = nil
    showResults(keepingPlace: false)
  }

  private static func trimmed(_ text: String) -> String {
    var words = Substring(text)
    while words.first == " " { words.removeFirst() }
    while words.last == " " { words.removeLast() }
    return String(words)
  }

  /// Brings the grid up to date with the crowns and the words that are searched for.
  func showResults(keepingPlace: Bool) {
    var found = order
    if !words.isEmpty {
      do {
        let known = Set(order)
        found = try shelf.search(words).compactMap { keysByID[$0] }.filter(known.contains)
      } catch {
        notice = Notice(text: "\(error)", isFault: true)
        found = []
      }
    }
    gridControl.emptyTitle = words.isEmpty ? "No crowns yet" : "No crown matches “\(words)”"
    gridControl.emptyAdvice =
      words.isEmpty
      ? "Drop SVG files here to add them" : "Escape clears the search; fewer or other words find more"
    gridControl.grid.show(found, keepingPlace: keepingPlace, at: time)
    refresh()
  }

  /// Selects the crown of an identifier and brings it into sight.
  func select(_ id: String) {
    guard let key = keysByID[id], let place = gridControl.grid.keys.firstIndex(of: key) else { return }
    gridControl.grid.select(place, at: time)
  }

  // MARK: Colour

  func setColor(_ color: RGBA) {
    gridControl.color = color
    colorButton.color = color
    refresh()
  }

  // MARK: Layout and time

  public func layOut(size: Size, scale: Double) {
    self.size = size
    interface.scale = scale
    layer.frame = Rect(origin: .zero, size: size)
    for part in [chrome, card] { part.frame = layer.bounds }
    BrowserLayout(size: size).apply(to: self)
    gridControl.layOut(interface)
    refresh()
  }

  /// The controls in the order in which Tab visits them.
  var controls: [Control] {
    ([searchField] + (sizeSlider.frame.isEmpty ? [] : [sizeSlider]) + [colorButton, gridControl, nameField])
      .compactMap { $0 }
  }

  /// Brings everything but the grid's cells up to date.
  func refresh() {
    guard size.width > 0 else { return }
    showChrome()
    showCard()
    for control in controls { control.update(interface) }
    updateFocusRing()
  }

  public func advance(to time: Double) -> Double? {
    self.time = max(self.time, time)
    tree.advance(to: time)
    let grid = gridControl.show(at: time, interface)
    showSize(at: time)
    return [grid, tree.nextFrameTime(after: time)].compactMap { $0 }.min()
  }

  private func showSize(at time: Double) {
    let grid = gridControl.grid
    let cell = grid.view(at: time).cell
    let share = CellMeasures.share(of: cell, from: CellMeasures.smallest, to: grid.fillingCell)
    sizeSlider.show(position: share, cell: cell)
    sizeSlider.update(interface)
  }

  public var accessibility: AccessibilityNode {
    let status = AccessibilityNode(role: .text, label: statusText, frame: BrowserLayout(size: size).info)
    return AccessibilityNode(
      role: .window, label: windowTitle ?? "Crowns", value: countText, frame: Rect(origin: .zero, size: size),
      children: controls.map(\.accessibility) + [status]
        + (picker.map { [$0.accessibility.offset(by: pickerFrame.origin - Point.zero)] } ?? []))
  }
}

extension AccessibilityNode {
  /// Returns the node and all below it moved in the window.
  fileprivate func offset(by vector: Vector) -> AccessibilityNode {
    var result = self
    result.frame = frame.offset(by: vector)
    result.children = children.map { $0.offset(by: vector) }
    return result
  }
}
