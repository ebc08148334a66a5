public import Colors
public import Controls
public import Geometry
import Input
public import Motion
public import Scene
import Typography

/// A wall of posters, of which one may fly out and fill the window.
public final class Gallery: WindowContent {
  /// What the gallery starts with.
  public struct Options {
    /// What posters fly on, and how fast they leave an end, in ways a second.
    public var spring: Spring
    public var launchVelocity: Double

    public init(spring: Spring = .flight, launchVelocity: Double = 15) {
      self.spring = spring
      self.launchVelocity = launchVelocity
    }
  }

  public let tree = LayerTree()
  public var layer: Layer { tree.root }
  public private(set) var isFinished = false

  let options: Options
  let shelf: any PosterShelf
  let interface: Interface
  let clipboard: Clipboard

  var size = Size.zero
  /// The time that was last handed in.
  var now = 0.0

  // The wall.
  var grid = PosterGrid(count: 0, width: 0)
  var boxWidth = PosterGrid.standardWidth
  var scroll = Scroll()
  var cells: [PosterCard.ID: PosterCell] = [:]
  var shownRange = 0..<0
  var shownRevision = Int.min
  var shownListing = Int.min
  var shownOffset = Double.nan
  var mustPlaceCells = true
  /// Whether cells that go elsewhere do so in sight, because the posters changed and not the window.
  var movesCells = false
  var scrollDirection = 1.0
  let indicator = ScrollIndicator()

  // Posters that fly.
  var stage: [FlyingPoster] = []
  /// The poster that fills the window or is on its way to.
  var current: FlyingPoster?
  var clock = FlightClock()
  var shownProgress = 0.0

  // What a person does.
  var selection = GallerySelection()
  var focus = FocusState()
  var press: Press?
  var pressedButton: PointerButton?
  /// Where the button went down that opened the menu.
  var menuOrigin = Point.zero
  var pointer: Point?
  var hovered: PosterCard.ID?
  /// Since when that is hovered, and whether it has to be found out when the wall comes to rest.
  var hoverTime = 0.0
  var isHoverPending = false
  var isKeyboardUsed = false
  var typed = TypeAhead()
  var menu: PopupMenu?
  var renamed: PosterCard.ID?
  var undone: [ShelfChange] = []
  var done: [ShelfChange] = []
  var loadingSince: Double?

  // Layers, the farthest behind first.
  let opening = Layer()
  let wall = Layer()
  let marquee = Layer()
  let stateLayer = Layer()
  let stageLayer = Layer()
  let focusRing = Layer()
  let notice = GalleryNotice()

  private(set) lazy var searchField = TextField(
    label: "Search", clipboard: clipboard,
    delegate: .init(
      edited: { [unowned self] text, _ in
        search(text)
        return nil
      }, restored: { [unowned self] in search("") }, stepped: nil, pasted: { _ in false }))
  private(set) lazy var favoritesSwitch = ChoiceSwitch(
    label: "Shown posters", choices: ["All posters", "Favourites"]
  ) { [unowned self] choice in
    shelf.filter.favoritesOnly = choice == 1
  }
  private(set) lazy var newButton = Button("New poster") { [unowned self] in createPoster() }
  private(set) lazy var bar = GalleryBar(search: searchField, favorites: favoritesSwitch, new: newButton)
  private(set) lazy var nameField = TextField(
    label: "Title", alignment: .leading, clipboard: clipboard,
    delegate: .init(
      edited: { [unowned self] text, phase in
        if phase == .final { rename(to: text) }
        return nil
      }, restored: {}, stepped: nil, pasted: { _ in false }))
  private(set) lazy var stateButton = Button("Try again") { [unowned self] in leaveState() }

  public init(
    shelf: any PosterShelf, options: Options = Options(), interface: Interface, clipboard: Clipboard
  ) {
    self.shelf = shelf
    self.options = options
    self.interface = interface
    self.clipboard = clipboard
    layer.name = "gallery"
    opening.masksToBounds = true
    for (part, name) in [
      (opening, "opening"), (wall, "wall"), (marquee, "marquee"), (stateLayer, "state"),
      (stageLayer, "stage"), (focusRing, "focus ring"),
    ] { part.name = name }
    opening.addSublayer(wall)
    opening.addSublayer(marquee)
    marquee.isHidden = true
    for part in [
      opening, stateLayer, indicator.layer, bar.layer, nameField.layer, focusRing, stageLayer, notice.layer,
    ] { layer.addSublayer(part) }
    nameField.layer.isHidden = true
  }

  /// The ground of the wall, the same in both appearances: posters glow on it.
  public static let ground = RGBA(hex: 0x262626)

  public var background: RGBA { Self.ground }

  /// The ink on the ground of the wall.
  static let groundInk = RGBA(hex: 0xececec)

  /// Whether posters fade instead of flying.
  public var reducesMotion: Bool {
    get { interface.reducesMotion }
    set { interface.reducesMotion = newValue }
  }

  public func setAppearance(_ appearance: Appearance) {
    interface.theme = Theme(appearance)
    mustPlaceCells = true
    refreshBar()
  }

  public func close() { isFinished = true }

  /// Called once a turn, for what other threads have sent.
  public var onMail: (() -> Void)?

  public func receiveMail(at time: Double) { onMail?() }

  // MARK: Layout

  public func layOut(size: Size, scale: Double) {
    interface.scale = scale
    let old = (grid, scroll.offset(at: now))
    let isFirst = self.size == .zero
    self.size = size
    opening.frame = Rect(x: 0, y: bar.height, width: size.width, height: max(size.height - bar.height, 1))
    stageLayer.frame = Rect(origin: .zero, size: size)
    bar.layOut(width: size.width, interface)
    makeGrid()
    indicator.track = Rect(
      x: size.width - 14, y: bar.height + 4, width: 14, height: max(size.height - bar.height - 8, 1))
    let shift = isFirst || old.1 <= 0 ? 0 : anchorShift(from: old.0, offset: old.1)
    scroll.resize(extent: grid.height, viewport: opening.bounds.height, shift: shift, at: now)
    if scroll.destination(at: now) != scroll.offset(at: now), !scroll.isHeld {
      scroll.go(to: scroll.destination(at: now), at: now, spring: nil)
    }
    retargetFlights()
    mustPlaceCells = true
    menu.map { closeMenu($0) }
    notice.place(in: size, interface)
    refreshBar()
  }

  func makeGrid() {
    grid = PosterGrid(
      count: shelf.count, width: size.width, boxWidth: boxWidth, scale: interface.scale)
  }

  /// Returns how far the poster at the top of the opening has moved, so that it can stay there.
  func anchorShift(from old: PosterGrid, offset: Double) -> Double {
    guard old.count > 0, grid.count > 0 else { return 0 }
    let index = old.indices(from: offset + 1, to: offset + 1 + opening.bounds.height).lowerBound
    guard index < min(old.count, grid.count) else { return 0 }
    return grid.box(at: index).minY - old.box(at: index).minY
  }

  // MARK: Time

  public func advance(to time: Double) -> Double? {
    now = time
    tree.advance(to: time)
    takeChanges()
    stretchMarquee()
    showWall()
    var next = tree.nextFrameTime(after: time)
    func need(_ other: Double?) {
      if let other { next = min(next ?? .infinity, other) }
    }
    need(showStage())
    need(indicator.show(scroll, at: time, ink: Self.groundInk))
    need(showNotice())
    need(showState())
    if scroll.isMoving(at: time) { need(time) }
    placeNameField()
    placeFocusRing()
    return next
  }

  /// Takes in what has changed on the shelf.
  func takeChanges() {
    for words in shelf.takeNotices() { say(words) }
    guard shelf.revision != shownRevision else { return }
    shownRevision = shelf.revision
    mustPlaceCells = true
    guard shelf.listing != shownListing else { return }
    shownListing = shelf.listing
    let old = grid
    makeGrid()
    if grid != old {
      scroll.resize(extent: grid.height, viewport: opening.bounds.height, at: now)
      selection.keep { shelf.index(of: $0) != nil }
      dropLostFlights()
      retargetFlights()
    }
    movesCells = !cells.isEmpty && !reducesMotion
    refreshBar()
  }

  func refreshBar() {
    let count = shelf.phase == .ready ? shelf.count : nil
    bar.update(count: count, isFiltered: !shelf.filter.isEmpty, interface)
  }

  /// Shows some words for a while, and a way to take back what they tell of.
  func say(_ words: String, undo: (() -> Void)? = nil) {
    notice.show(words, at: now, undo: undo)
    notice.place(in: size, interface)
    notice.update(interface)
  }

  private func showNotice() -> Double? {
    let isShown = notice.isShown(at: now)
    notice.layer.isHidden = !isShown
    return isShown ? notice.end : nil
  }
}

/// Letters that are typed one after the other to find a poster.
struct TypeAhead {
  private(set) var text = ""
  private var last = -Double.infinity

  /// The seconds after which typing begins anew.
  private static let pause = 1.0

  /// Adds what was typed and returns all of it; the same letter again means the next that begins with it.
  mutating func add(_ typed: String, at time: Double) -> (text: String, isNext: Bool) {
    if time - last > Self.pause { text = "" }
    last = time
    if text == typed { return (text, true) }
    text += typed
    return (text, text == typed)
  }
}
