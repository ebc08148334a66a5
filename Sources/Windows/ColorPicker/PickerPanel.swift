public import Colors
public import Controls
public import Geometry
import Input
import Localization
public import Scene
import Text

/// The colour picker's controls.
///
/// It fills a window of its own (`PickerWindow`) or is part of another tree of controls, as in a popover:
///
/// ```swift
/// let panel = PickerPanel(options: .init(color: ink), interface: interface, clipboard: clipboard)
/// panel.onChange = { color, phase in poster.ink = color }
/// panel.onFinish = { accepted in host.close(panel) }
/// host.showPopover(panel, from: inkButton)
/// ```
public final class PickerPanel: Control {
  /// The initial options of a picker.
  public struct Options {
    /// The initial colour, which stays visible beside the new one.
    public var color: RGBA
    /// Whether the opacity can be picked; it always can if the initial colour is not opaque.
    public var hasAlpha: Bool
    /// The notation of the result.
    public var format: ColorFormat
    /// The recent colours, newest first.
    public var recentColors: [RGBA]
    /// The plane that is shown, and its guides.
    public var settings: PlaneSettings
    /// The palettes.
    public var palettes: [PickerPalette]
    /// Whether palettes are being loaded, for which space is reserved.
    public var awaitsPalettes = false
    /// Whether the panel uses its smallest layout, as in a popover of a small window.
    public var isCompact = false
    /// Whether changes are visible elsewhere immediately, so that the button says “Done” instead of “Choose”.
    public var isLive = false

    /// Creates options.
    public init(
      color: RGBA, hasAlpha: Bool = false, format: ColorFormat = .hex, recentColors: [RGBA] = [],
      settings: PlaneSettings = PlaneSettings(), palettes: [PickerPalette] = []
    ) {
      self.settings = settings
      self.palettes = palettes
      self.color = color
      self.hasAlpha = hasAlpha || color.alpha < 1
      self.format = format
      self.recentColors = recentColors
    }
  }

  /// The layers of the panel, from back to front.
  struct Parts {
    let captions = Layer()
    let controls = Layer()
    let focusRing = Layer()
    let loupes = Layer()
  }

  /// The way in which picking ended.
  private enum Ending {
    case accepted(RGBA)
    case cancelled
  }

  let options: Options
  let interface: Interface
  let parts = Parts()
  let plane: PickerPlane
  let shelf: PaletteShelf
  let sources: ColorSources
  let comparison: ColorComparison
  let swatches: SwatchGrid
  let readout: ContrastReadout
  let rows: FieldRows
  private let model: PickerModel
  private let clipboard: Clipboard
  private var ending: Ending?

  private(set) lazy var cancelButton = Button(interface.language.localized("Cancel")) { [unowned self] in
    close()
  }
  private(set) lazy var chooseButton = Button(
    options.isLive ? interface.language.localized("Done") : interface.language.localized("Choose"),
    isDefault: true
  ) { [unowned self] in accept() }

  /// The button that opens the window's menu; nil unless the picker fills a window.
  var primaryMenuButton: Button? {
    didSet { setNeedsLayout() }
  }

  /// Called at the end, with the accepted colour or nil.
  public var onFinish: ((RGBA?) -> Void)?

  /// Creates a picker with the options' colour.
  public init(options: Options, interface: Interface, clipboard: Clipboard) {
    let language = interface.language
    self.options = options
    self.interface = interface
    self.clipboard = clipboard
    let model = PickerModel(options.color, hasAlpha: options.hasAlpha)
    self.model = model
    plane = PickerPlane(model, options.settings, loupes: parts.loupes, language)
    shelf = PaletteShelf(options.palettes, isAwaited: options.awaitsPalettes, language) { model.take($0) }
    sources = ColorSources(language)
    comparison = ColorComparison(language) { model.takePrevious() }
    swatches = SwatchGrid(colors: options.recentColors, language) { model.take($0) }
    readout = ContrastReadout(language)
    rows = FieldRows(model, clipboard, language)
    super.init(label: language.localized("Colour picker"))
    layer.name = "picker"
    for (part, name) in [
      (parts.captions, "captions"), (parts.controls, "controls"), (parts.focusRing, "focus"),
      (parts.loupes, "loupes"),
    ] {
      part.name = name
      layer.addSublayer(part)
    }
    model.delegate = self
    plane.delegate = self
    rows.delegate = self
    shelf.onChange = { [unowned self] in
      setNeedsLayout()
      refresh()
    }
    rows.choose(format: options.format)
    refresh()
  }

  // MARK: Result

  /// The accepted colour, or nil until one is accepted.
  public var accepted: RGBA? {
    if case .accepted(let color) = ending { color } else { nil }
  }

  /// Whether picking has ended, with or without a colour.
  public var isFinished: Bool { ending != nil }

  /// The current colour.
  var color: PickerColor { model.color }

  /// The current colour, for an owner that closes the picker itself.
  public var shownColor: RGBA { color.rgba }

  /// The current colour in the notation of the result.
  public var text: String { Color(color.rgba).text(as: options.format) }

  /// Called with every change, including those during a gesture.
  public var onChange: ((RGBA, ChangePhase) -> Void)? {
    get { model.onChange }
    set { model.onChange = newValue }
  }

  // MARK: Settings

  /// The plane that is shown, and its guides.
  public var settings: PlaneSettings { plane.settings }

  /// Called when a person changes the plane or its guides.
  public var onSettings: ((PlaneSettings) -> Void)? {
    get { plane.onSettings }
    set { plane.onSettings = newValue }
  }

  /// The palettes; when they are replaced, the first one is shown.
  public var palettes: [PickerPalette] {
    get { shelf.palettes }
    set { shelf.palettes = newValue }
  }

  /// Picks a colour from the screen and passes it to `takeFromScreen`; nil hides the eyedropper.
  public var onPickFromScreen: (() -> Void)? {
    get { sources.pickFromScreen }
    set {
      sources.pickFromScreen = newValue
      setNeedsLayout()
    }
  }

  /// Receives a colour from the screen, or the reason for a failure.
  public func takeFromScreen(_ found: RGBA?, fault: String? = nil) {
    if let found {
      model.takeOpaque(found)
      // The next step is to accept the colour.
      if chooseButton.host != nil { host?.setFocus(chooseButton, byKeyboard: true) }
    }
    if let fault { host?.say(fault) }
  }

  // MARK: Layout

  /// The minimum size in which everything can be used, in points.
  public static let minimumSize = Size(width: 320, height: 360)

  /// The frame of the square, in the panel's own coordinates.
  public var squareFrame: Rect { plane.square.frame }

  /// The control that is focused first.
  public var firstFocus: Control { plane.square }

  /// The controls in Tab order, which is the visual order.
  var controls: [Control] {
    let dropper = sources.controls
    var result: [Control] = [plane.header.planeButton, plane.header.linesButton]
    if rows.isCompact {
      result += dropper
      if !shelf.palettes.isEmpty { result.append(shelf.sheetButton) }
    }
    if let primaryMenuButton { result.append(primaryMenuButton) }
    result += [plane.square] + plane.tracks
    if rows.isCompact {
      result += [swatches, readout] + rows.visibleControls + [comparison]
    } else {
      result += shelf.controls
      result += [comparison, swatches] + dropper + rows.visibleControls + [readout]
    }
    return result + [cancelButton, chooseButton]
  }

  public override var isFocusable: Bool { false }
  /// The usual arrow.
  public override var cursor: CursorShape { .arrow }
  public override var focusRingContainer: Layer? { parts.focusRing }

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    options.isCompact
      ? Size(min(Self.minimumSize.width, room.width), min(Self.minimumSize.height, room.height))
      : Size(min(360, room.width), min(452, room.height))
  }

  public override func layOut(_ interface: Interface) {
    guard !frame.isEmpty else { return }
    PickerLayout(size: frame.size, hasAlpha: options.hasAlpha).apply(to: self)
    setChildren(controls, in: parts.controls)
    addChild(rows.note, in: parts.loupes)
    for control in controls { control.layer.name = control.label }
    plane.setLoupeRoom(width: frame.width)
    if let host, host.focus == nil { host.setFocus(plane.square) }
    refresh()
  }

  /// Presses near the tracks and the square also count, since their loupes extend beyond them.
  public override func hitTest(_ point: Point) -> Control? {
    let hit = super.hitTest(point)
    guard hit === self else { return hit }
    let reaching: [Control] = [plane.track, plane.square] + Array(plane.tracks.dropFirst())
    return reaching.first { $0.frame.outset(by: 6).contains(point) } ?? self
  }

  // MARK: Commands

  var allCommands: PickerCommands {
    PickerCommands(
      model: model, plane: plane, sources: sources, rows: rows, readout: readout, clipboard: clipboard,
      language: interface.language, format: options.format)
  }

  public override var commands: [Command] { allCommands.all }

  public override func contextMenu(for event: PointerEvent) -> Menu? {
    let commands = allCommands
    if plane.square.frame.contains(event.point) { return Menu(groups: [commands.planes]) }
    if readout.frame.contains(event.point) { return commands.passingMenu }
    return comparison.frame.contains(event.point) ? commands.copyMenu : nil
  }

  public override func proposal(for event: DropEvent) -> DropProposal? {
    let language = interface.language
    if case .files = event.content, sources.openPicture != nil {
      return DropProposal(language.localized("Take a colour from the picture"))
    }
    guard case .text(let text) = event.content else { return nil }
    return (try? Color(typed: text)) == nil
      ? DropProposal(language.localized("This is no colour"), isAccepted: false)
      : DropProposal(language.localized("Take the colour"))
  }

  public override func drop(_ event: DropEvent) {
    if case .files(let paths) = event.content, let path = paths.first { sources.openPicture?(path) }
    guard case .text(let text) = event.content, let color = try? Color(typed: text) else { return }
    model.take(color.mapped(to: .srgb).rgba)
  }

  public override func interceptKey(_ event: KeyEvent) -> Bool {
    readout.notice = nil
    return false
  }

  public override func key(_ event: KeyEvent) -> Bool {
    switch (event.key, event.modifiers) {
    case (.enter, []): accept()
    case (.escape, []): close()
    default: return false
    }
    return true
  }

  // MARK: Ending

  /// Accepts the colour and ends, unless a field contains an invalid text.
  public func accept() {
    if rows.settle() { finish(.accepted(color.rgba)) }
  }

  /// Ends without a colour.
  public func close() { finish(.cancelled) }

  private func finish(_ ending: Ending) {
    guard !isFinished else { return }
    self.ending = ending
    onFinish?(accepted)
  }

  // MARK: Appearance

  /// Updates every control from the colour.
  func refresh() {
    plane.show()
    let vision = settings.vision
    (comparison.vision, swatches.vision) = (vision, vision)
    shelf.show(vision)
    comparison.show(color.rgba, previous: model.previous.rgba)
    rows.show(color)
    setNeedsUpdate()
  }

  public override func update(_ interface: Interface) {
    readout.show(color.rgba)
    rows.note.show(for: rows.visibleFields, in: bounds.inset(by: 8), interface)
  }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, value: text, frame: frame)
  }
}

extension PickerPanel: PickerModelDelegate {
  func colorChanged(isNew: Bool, by field: TextField?) {
    readout.notice = nil
    rows.note.colorChanged(isNew: isNew, by: field)
    rows.forgetEdits(but: field)
    refresh()
  }

  func opacityLeftOut(of color: RGBA, by field: TextField?) {
    let words = interface.language.localized(
      "{color} was taken without its opacity of {percent} %: this colour is opaque.",
      [
        "color": Color(color.withAlpha(1)).text(as: .hex),
        "percent": interface.language.shown(number: (color.alpha * 100).text(.rounded(to: 1))),
      ])
    if let field, rows.visibleFields.contains(where: { $0 === field }) {
      rows.note.say(words, of: field)
    } else {
      host?.say(words)
    }
  }
}

extension PickerPanel: PickerPlaneDelegate {
  func planeReplaced() { setNeedsLayout() }
  func planeChanged() { refresh() }
  var planeMenu: Menu { allCommands.planeMenu }
  var linesMenu: Menu { allCommands.linesMenu }
}

extension PickerPanel: FieldRowsDelegate {
  func fieldsChanged() { setNeedsLayout() }
  func noteChanged() { setNeedsUpdate() }
}

extension PickerPanel: ColorPicking {}

extension ColorPickerFactory {
  /// Makes ``PickerPanel``s and ``PicturePanel``s, and stores colours in ``RecentColors``.
  public static let panels = ColorPickerFactory(
    make: { request, interface, clipboard in
      var options = PickerPanel.Options(
        color: request.color, hasAlpha: request.hasAlpha, recentColors: request.recentColors)
      (options.isCompact, options.isLive) = (request.isCompact, true)
      return PickerPanel(options: options, interface: interface, clipboard: clipboard)
    },
    makeForPicture: { picture, name, language, take in
      PicturePanel(picture, name: name, language: language, onTake: take)
    }, recentColors: { RecentColors(folder: $0).colors }, keep: { RecentColors.keep($0, in: $1) })
}

/// The new colour beside the previous one; pressing the previous one restores it.
final class ColorComparison: PressableControl {
  private var color = RGBA(red: 0, green: 0, blue: 0)
  private var previous = RGBA(red: 0, green: 0, blue: 0)
  private let language: Language
  private let onReturn: () -> Void

  /// The simulated colour vision.
  var vision: ColorVision? {
    didSet { if vision != oldValue { setNeedsUpdate() } }
  }

  /// The boundary between the new colour and the previous one, as a share of the width: a drag moves it.
  private var split = 0.5 {
    didSet { if split != oldValue { setNeedsUpdate() } }
  }

  private var pressed: Point?

  init(_ language: Language, onReturn: @escaping () -> Void) {
    self.language = language
    self.onReturn = onReturn
    super.init(label: language.localized("Previous colour"))
    addLayers()
  }

  func show(_ color: RGBA, previous: RGBA) {
    guard color != self.color || previous != self.previous else { return }
    self.color = color
    self.previous = previous
    setNeedsUpdate()
  }

  private var halves: (new: Rect, previous: Rect) {
    let half = (bounds.width * split).rounded()
    return (
      Rect(x: 0, y: 0, width: half, height: bounds.height),
      Rect(x: half, y: 0, width: bounds.width - half, height: bounds.height)
    )
  }

  /// The layers of one of the colours: a clip layer over a rounded rectangle as wide as both, and a caption.
  private struct Half {
    let window = Layer()
    let whole = Layer()
    let word = Layer()

    init() {
      window.masksToBounds = true
      for part in [whole, word] { window.addSublayer(part) }
    }
  }

  // The layers are reused, since the colours change on every frame of a drag.
  private let ground = Layer()
  private let newHalf = Half()
  private let previousHalf = Half()
  private let edge = Layer()

  /// The width at which both halves have room for their captions.
  override func neededWidth(_ interface: Interface) -> Double {
    let words = [language.localized("New"), language.localized("Previous")]
    let widest = words.map { interface.line($0, style: Theme.secondary).width }.max() ?? 0
    return 2 * (widest + 21).rounded(.up)
  }

  override func update(_ interface: Interface) {
    ground.isHidden = color.alpha == 1 && previous.alpha == 1
    ground.frame = bounds
    // Two captions or none, since one alone would be misleading.
    let (newWord, previousWord) = (language.localized("New"), language.localized("Previous"))
    let hasRoomForWords =
      2 * min(halves.new.width, halves.previous.width) >= neededWidth(interface) - 2 && bounds.height >= 28
    show(color, newWord, in: newHalf, at: halves.new, hasWord: hasRoomForWords, interface)
    show(previous, previousWord, in: previousHalf, at: halves.previous, hasWord: hasRoomForWords, interface)
    edge.frame = bounds
    edge.setSurface(nil, radius: Theme.fieldRadius, interface)
  }

  private func addLayers() {
    ground.cornerRadius = Theme.fieldRadius
    ground.contents = .image(.checkerboard)
    for part in [ground, newHalf.window, previousHalf.window, edge] { layer.addSublayer(part) }
  }

  /// Shows a colour in its half: a clipped part of a whole rounded rectangle.
  private func show(
    _ plain: RGBA, _ word: String, in half: Half, at frame: Rect, hasWord: Bool, _ interface: Interface
  ) {
    half.window.isHidden = frame.width <= 0
    guard !half.window.isHidden else { return }
    let fill = vision?.seen(plain) ?? plain
    half.window.frame = frame
    half.whole.frame = Rect(x: -frame.minX, y: 0, width: bounds.width, height: bounds.height)
    half.whole.backgroundColor = fill
    half.whole.cornerRadius = Theme.fieldRadius
    half.word.isHidden = !hasWord
    guard hasWord else { return }
    let ground = fill.composited(over: RGBA(hex: 0xe6e6e6))
    let room = Rect(x: 10, y: frame.height - 26, width: frame.width - 16, height: 20)
    half.word.setText(word, style: Theme.secondary, color: ground.legibleInk, in: room, interface)
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    pressed = event.point
    return super.pointerDown(event)
  }

  override func pointerDragged(_ event: PointerEvent) {
    guard let pressed, !bounds.isEmpty else { return }
    // A colour that is dragged out of its field becomes a drag.
    if !bounds.inset(by: -Self.pullDistance).contains(event.point), let host {
      return host.beginDrag(pressed.x < bounds.midX ? color : previous)
    }
    guard split != 0.5 || (event.point.x - pressed.x).magnitude > Self.wipeDistance else { return }
    split = min(max(event.point.x / bounds.width, 0), 1)
  }

  override func pointerUp(_ event: PointerEvent) {
    let hasWiped = split != 0.5
    endWipe()
    if !hasWiped { super.pointerUp(event) }
  }

  override func pointerCancelled(at time: Double) { endWipe() }

  private func endWipe() { (split, pressed) = (0.5, nil) }

  /// The distance beyond the edge at which the pointer starts a drag, in points.
  private static let pullDistance = 10.0

  /// The distance at which the pointer starts moving the boundary, in points.
  private static let wipeDistance = 6.0

  override var pressFrame: Rect { halves.previous }
  override var pressKeys: Set<Key> { [.space] }

  override func press(at point: Point?, time: Double) { onReturn() }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    part == label && super.perform(action, on: part, at: time)
  }

  override var accessibility: AccessibilityNode {
    func words(_ color: RGBA) -> String { color.words(in: language) }
    return AccessibilityNode(
      role: .group, label: language.localized("New and previous colour"), frame: frame,
      children: [
        AccessibilityNode(
          role: .image, label: language.localized("New colour"), value: words(color),
          frame: halves.new.offset(by: frame.origin - .zero)),
        AccessibilityNode(
          role: .button, label: label, value: words(previous), actions: [.press, .focus],
          frame: halves.previous.offset(by: frame.origin - .zero), isFocused: isFocused),
      ])
  }
}
