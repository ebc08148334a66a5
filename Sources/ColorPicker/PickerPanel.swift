public import Colors
public import Controls
public import Geometry
import Input
import Localization
public import Scene

/// The colour picker: the controls in which a colour is chosen.
///
/// It fills a window of its own (`PickerWindow`) or stands in another tree of controls, as in a popover:
///
/// ```swift
/// let panel = PickerPanel(options: .init(color: ink), interface: interface, clipboard: clipboard)
/// panel.onChange = { color, phase in poster.ink = color }
/// panel.onFinish = { accepted in host.close(panel) }
/// host.showPopover(panel, from: inkButton)
/// ```
public final class PickerPanel: Control {
  /// What the picker starts with.
  public struct Options {
    /// The colour that is shown first, and beside the chosen one from then on.
    public var color: RGBA
    /// Whether the opacity can be chosen, too.
    public var hasAlpha: Bool
    /// The notation in which the colour is answered.
    public var format: ColorFormat
    /// The colours that were chosen lately, the newest first.
    public var recentColors: [RGBA]
    /// Which plane is shown, and what is drawn over it.
    public var settings: PlaneSettings
    /// Palettes whose colours can be taken.
    public var palettes: [PickerPalette]
    /// Whether palettes are still to come, for which a place is kept free.
    public var awaitsPalettes = false
    /// Whether the panel is to be as small as it can, as in a popover of a small window.
    public var isCompact = false

    /// Creates options; without an alpha the colour is opaque.
    public init(
      color: RGBA, hasAlpha: Bool = false, format: ColorFormat = .hex, recentColors: [RGBA] = [],
      settings: PlaneSettings = PlaneSettings(), palettes: [PickerPalette] = []
    ) {
      self.settings = settings
      self.palettes = palettes
      self.color = color
      self.hasAlpha = hasAlpha
      self.format = format
      self.recentColors = recentColors
    }
  }

  /// The layers of the panel, the farthest behind first.
  struct Parts {
    let captions = Layer()
    let controls = Layer()
    let focusRing = Layer()
    let loupes = Layer()
  }

  /// How choosing ended.
  private enum Ending {
    case accepted(RGBA)
    case cancelled
  }

  private var ending: Ending?

  /// The colour that was accepted, once it was.
  public var accepted: RGBA? {
    if case .accepted(let color) = ending { color } else { nil }
  }

  /// Whether choosing has ended, with or without a colour.
  public var isFinished: Bool { ending != nil }

  /// Called with every change, those in the middle of a gesture included.
  public var onChange: ((RGBA, ChangePhase) -> Void)?

  /// Takes a colour from the screen, which `takeFromScreen` is told of; without it the picker offers none.
  public var onPickFromScreen: (() -> Void)? {
    didSet { setNeedsLayout() }
  }

  /// The button that opens the menu of the window; only a picker that has a window to itself has one.
  var primaryMenuButton: Button? {
    didSet { setNeedsLayout() }
  }

  /// Shows a picture from which a colour is taken: that in a file, or where there is none one that is asked for. Without it
  /// the picker takes none.
  var onPicture: ((_ path: String?) -> Void)?

  /// Finds what a press prints; without it the picker offers no such line.
  var printable: PrintableRegionLoader? {
    didSet { receivePrintable() }
  }

  /// Called when a person chooses another plane or other lines.
  public var onSettings: ((PlaneSettings) -> Void)?

  /// Called at the end, with the colour that was accepted or nil.
  public var onFinish: ((RGBA?) -> Void)?

  let options: Options
  let interface: Interface
  let clipboard: Clipboard
  let parts = Parts()
  private var draft: PickerDraft
  private var notice: String?

  /// Which plane is shown, and what is drawn over it.
  public private(set) var settings: PlaneSettings
  private(set) lazy var header = PlaneHeader(panel: self)
  private lazy var planeControls = makeControls(of: settings.plane)
  private(set) lazy var alphaTrack = ColorTrack(.alpha, language) { [unowned self] alpha, phase in
    var next = color
    next.alpha = alpha
    change(to: next, phase)
  }
  private(set) lazy var comparison = ColorComparison(language) { [unowned self] in
    change(to: draft.previous, .final)
  }
  private(set) lazy var swatches = SwatchGrid(colors: options.recentColors, language) {
    [unowned self] in take($0)
  }
  /// Which palette is shown, and its colours; only where there are palettes.
  private(set) lazy var paletteButton: Button = {
    let button = Button(palettes.first?.name ?? "", kind: .quiet) { [unowned self] _ in
      host?.showMenu(Menu(groups: [paletteCommands]), below: paletteButton)
    }
    button.label = language.localized("Palette")
    button.opensMenu = true
    return button
  }()
  private(set) lazy var paletteSwatches = SwatchGrid(
    palettes.first?.items ?? [], language, capacity: Self.mostPaletteColors
  ) { [unowned self] in take($0) }
  private var palettePlace = 0

  /// Palettes whose colours can be taken; of those that take their place the first one is shown.
  public var palettes: [PickerPalette] {
    didSet {
      guard palettes != oldValue || awaitsPalettes else { return }
      awaitsPalettes = false
      showPalette(0)
    }
  }
  private var awaitsPalettes: Bool

  /// Whether there is a place for palettes.
  var hasPlaceForPalettes: Bool { awaitsPalettes || !palettes.isEmpty }

  /// No more colours of a palette are shown here.
  static let mostPaletteColors = 32
  let readout: ContrastReadout
  private let note: FieldNote
  private(set) lazy var rows = FieldRows(panel: self)
  private(set) lazy var eyedropperButton: Button = {
    let button = Button(language.localized("Take a colour from the screen"), icon: .eyedropper, kind: .plain)
    {
      [unowned self] _ in onPickFromScreen?()
    }
    button.shortcutText = Shortcut.control("e").text
    return button
  }()
  private(set) lazy var cancelButton = Button(language.localized("Cancel")) { [unowned self] in close() }
  private(set) lazy var chooseButton = Button(language.localized("Choose"), isDefault: true) {
    [unowned self] in accept()
  }

  /// Creates a picker that shows the options' colour.
  public init(options: Options, interface: Interface, clipboard: Clipboard) {
    self.options = options
    self.interface = interface
    self.clipboard = clipboard
    settings = options.settings
    palettes = options.palettes
    awaitsPalettes = options.awaitsPalettes
    var start = options.color
    if !options.hasAlpha { start.alpha = 1 }
    draft = PickerDraft(PickerColor(start))
    readout = ContrastReadout(interface.language)
    note = FieldNote(interface.language)
    super.init(label: interface.language.localized("Colour picker"))
    layer.name = "picker"
    for (part, name) in [
      (parts.captions, "captions"), (parts.controls, "controls"), (parts.focusRing, "focus"),
      (parts.loupes, "loupes"),
    ] {
      part.name = name
      layer.addSublayer(part)
    }
    addLoupes()
    rows.choose(format: options.format)
    refresh()
  }

  private var language: Language { interface.language }

  // MARK: What stands where

  /// The smallest size in which everything can be used, in points.
  public static let minimumSize = Size(width: 320, height: 360)

  /// Where the square of colours is, in the panel's own coordinates.
  public var squareFrame: Rect { square.frame }

  /// The control that has the focus first.
  public var firstFocus: Control { square }

  var square: PlaneSquare { planeControls.square }

  /// The track beside the square, of the coordinate that all of the square shares.
  var planeTrack: ColorTrack { planeControls.track }

  /// The controls in the order in which Tab visits them, which is the order in which they are seen.
  var controls: [Control] {
    let dropper: [Control] = onPickFromScreen == nil ? [] : [eyedropperButton]
    var result: [Control] = [header.planeButton, header.linesButton]
    if rows.isCompact { result += dropper }
    if let primaryMenuButton { result.append(primaryMenuButton) }
    result += [square, planeTrack] + (options.hasAlpha ? [alphaTrack] : [])
    if rows.isCompact {
      result += [swatches, readout] + rows.visibleControls + [comparison]
    } else {
      result += (palettes.isEmpty ? [] : [paletteButton, paletteSwatches])
      result += [comparison, swatches] + dropper + rows.visibleControls + [readout]
    }
    return result + [cancelButton, chooseButton]
  }

  public override var isFocusable: Bool { false }
  /// The usual pointer.
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
    addChild(note, in: parts.loupes)
    for control in controls { control.layer.name = control.label }
    planeTrack.loupeRoom = 4...max(frame.width - 4, 4)
    alphaTrack.loupeRoom = planeTrack.loupeRoom
    if let host, host.focus == nil { host.setFocus(square) }
    refresh()
  }

  /// Takes presses a little beside the tracks and the square as meant for them, as their loupes reach beyond them.
  public override func hitTest(_ point: Point) -> Control? {
    let hit = super.hitTest(point)
    guard hit === self else { return hit }
    let reaching: [Control] = [planeTrack, square] + (options.hasAlpha ? [alphaTrack] : [])
    return reaching.first { $0.frame.outset(by: 6).contains(point) } ?? self
  }

  // MARK: The plane

  private func makeControls(of plane: ColorPlane) -> PlaneControls {
    PlaneControls(plane, language) { [unowned self] across, up, fixed, phase in
      var next = color
      next.move(in: plane, across: across, up: up, fixed: fixed)
      change(to: next, phase)
    }
  }

  private func addLoupes() {
    parts.loupes.removeSublayers()
    let tracks = [planeTrack] + (options.hasAlpha ? [alphaTrack] : [])
    for loupe in [square.loupe] + tracks.map(\.loupe) { parts.loupes.addSublayer(loupe.layer) }
    parts.loupes.addSublayer(square.note.layer)
  }

  /// Shows the colours of another plane.
  func show(_ plane: ColorPlane) {
    var wanted = settings
    wanted.plane = plane
    show(wanted)
  }

  /// Shows another plane or other lines.
  func show(_ wanted: PlaneSettings) {
    guard wanted != settings else { return }
    settings = wanted
    header.show()
    if planeControls.plane != wanted.plane {
      let hadFocus = square.isFocused
      planeControls = makeControls(of: wanted.plane)
      addLoupes()
      setNeedsLayout()
      if hadFocus { host?.setFocus(nil) }
    }
    onSettings?(settings)
    refresh()
  }

  private func change(_ change: (inout PlaneSettings) -> Void) {
    var wanted = settings
    change(&wanted)
    show(wanted)
  }

  /// The planes to choose from.
  var planeCommands: [Command] {
    ColorPlane.all.map { plane in
      Command(
        "picker.plane.\(plane.name)", plane.heading, group: language.localized("Plane"),
        isChecked: plane == settings.plane
      ) { [unowned self] _ in show(plane) }
    }
  }

  /// What is shown of the edges of gamuts.
  var edgeCommands: [Command] {
    [
      Command(
        "picker.edges", language.localized("Edges of sRGB, P3 and Rec. 2020"), .control("g"),
        group: language.localized("Lines"),
        isEnabled: settings.plane.exceedsSRGB, isChecked: settings.showsEdges
      ) { [unowned self] _ in change { $0.showsEdges.toggle() } },
      Command(
        "picker.hatch", language.localized("Hatch what sRGB does not have"), .control("h"),
        group: language.localized("Lines"),
        isEnabled: settings.plane.exceedsSRGB, isChecked: settings.isHatched
      ) { [unowned self] _ in change { $0.isHatched.toggle() } },
    ]
  }

  /// Whose contrast lines are shown.
  var contrastCommands: [Command] {
    let choices: [(String, String, ContrastGoal.Method?, Shortcut?)] = [
      ("none", language.localized("No contrast lines"), nil, nil),
      ("wcag", language.localized("WCAG 3, 4.5 and 7"), .wcag, .control("l")),
      ("apca", language.localized("APCA Lc 45, 60, 75 and 90"), .apca, .controlShift("l")),
    ]
    return choices.map { id, title, method, shortcut in
      var command = Command(
        "picker.contrast.\(id)", title, group: language.localized("Lines"),
        isChecked: settings.contrast == method
      ) { [unowned self] _ in
        // The key that shows lines hides them again.
        change { $0.contrast = $0.contrast == method ? nil : method }
      }
      command.shortcuts = shortcut.map { [$0] } ?? []
      return command
    }
  }

  /// The grounds on which contrast can be judged.
  var groundCommands: [Command] {
    let current = color.rgba.withAlpha(1)
    var choices: [(String, String, PlaneSettings.Ground)] = [
      ("white", language.localized("White"), .white), ("black", language.localized("Black"), .black),
      ("previous", language.localized("The previous colour"), .previous),
      (
        "this", language.localized("This colour, {color}", ["color": Color(current).text(as: .hex)]),
        .color(current)
      ),
    ]
    if case .color(let chosen) = settings.ground, chosen != current {
      choices.append(("chosen", Color(chosen).text(as: .hex), settings.ground))
    }
    return choices.map { id, title, ground in
      Command(
        "picker.ground.\(id)", title, group: language.localized("Lines"), isChecked: settings.ground == ground
      ) { [unowned self] _ in change { $0.ground = ground } }
    }
  }

  /// The ground on which contrast is judged, as a colour.
  var ground: RGBA { settings.ground.color(previous: draft.previous.rgba) }

  /// The nearest colours with enough contrast; only the lightness in OKLCH moves.
  var passingCommands: [Command] {
    (settings.contrast ?? .wcag).goals.map { goal in
      let found = goal.nearest(to: color.rgba, on: ground)
      return Command(
        "picker.passing.\(goal.label)", passingTitle(goal, found), group: language.localized("Lines"),
        isEnabled: found != nil && found != color.rgba
      ) { [unowned self] _ in
        guard let found else { return }
        var next = color
        next.set(found)
        change(to: next, .final)
      }
    }
  }

  private func passingTitle(_ goal: ContrastGoal, _ found: RGBA?) -> String {
    let ground = settings.ground.words(in: language)
    guard let found else {
      return language.localized("{goal} on {ground}: none", ["goal": goal.label, "ground": ground])
    }
    if found == color.rgba {
      return language.localized("{goal} on {ground}: passes", ["goal": goal.label, "ground": ground])
    }
    return language.localized(
      "{goal} on {ground}: {color}",
      ["goal": goal.label, "ground": ground, "color": Color(found.withAlpha(1)).text(as: .hex)])
  }

  /// The presses whose printable colours can be bounded by a line; empty where the picker has none to ask.
  var pressCommands: [Command] {
    guard let printable else { return [] }
    printable.findProfiles()
    let names: [String]
    switch printable.profiles {
    case .unknown: names = []
    case .installed(let found): names = found
    }
    guard let usual = names.first else {
      let words =
        if case .unknown = printable.profiles {
          language.localized("Looking for profiles of presses")
        } else {
          language.localized("No profile of a press (CMYK) is installed")
        }
      return [Command("picker.press", words, group: language.localized("Lines"), isEnabled: false) { _ in }]
    }
    let current = settings.press.map { $0.isEmpty ? usual : $0 }
    let toggle = Command(
      "picker.press", language.localized("What a press prints"), .control("k"),
      group: language.localized("Lines"), isChecked: current != nil
    ) { [unowned self] _ in change { $0.press = $0.press == nil ? "" : nil } }
    // A file that was named is one of the presses, too.
    let others = current.map { names.contains($0) ? [] : [$0] } ?? []
    return [toggle]
      + (names + others).map { name in
        Command("picker.press.\(name)", name, group: language.localized("Lines"), isChecked: name == current)
        {
          [unowned self] _ in change { $0.press = name == usual ? "" : name }
        }
      }
  }

  /// Takes what has been found of what a press prints.
  func receivePrintable() {
    guard let printable else { return }
    let (isNew, fault) = printable.receive()
    if let fault { sayUnprintable(fault) }
    if isNew { refresh() }
  }

  private func sayUnprintable(_ fault: String) {
    host?.say(
      language.localized("What a press prints cannot be shown: {reason}.", ["reason": fault]))
  }

  /// Shows what a press prints of the plane; while another one is being found, the last one.
  private func showPrintable() {
    guard let printable, let press = settings.press else {
      square.printable = nil
      return
    }
    printable.ask(for: Plane(settings.plane, at: color.place(in: settings.plane).fixed), press: press)
    // Where nothing is done beside the frame loop, the answer is there.
    if printable.isImmediate, let fault = printable.receive().fault { sayUnprintable(fault) }
    square.printable = printable.region.flatMap { $0.plane == settings.plane ? $0 : nil }
  }

  public override func contextMenu(for event: PointerEvent) -> Menu? {
    if square.frame.contains(event.point) { return Menu(groups: [planeCommands]) }
    if readout.frame.contains(event.point) { return Menu(groups: [passingCommands]) }
    return comparison.frame.contains(event.point) ? Menu(groups: [copyCommands]) : nil
  }

  /// Whose eyes all colours of the window can be shown through.
  var visionCommands: [Command] {
    let current = settings.vision
    let usual = Command(
      "picker.vision.usual", language.localized("Usual vision"), group: language.localized("Vision"),
      isChecked: current == nil
    ) {
      [unowned self] _ in change { $0.vision = nil }
    }
    return [usual]
      + ColorVision.kinds.map { name, title, _ in
        Command(
          "picker.vision.\(name)", language.localized(title), group: language.localized("Vision"),
          isChecked: current?.name == name
        ) { [unowned self] _ in
          change { $0.vision = ColorVision(name, severity: $0.vision?.severity ?? 1) }
        }
      }
  }

  /// How far the vision differs from the usual, by tenths.
  var severityCommands: [Command] {
    (1...10).reversed().map { tenths in
      let severity = Double(tenths) / 10
      return Command(
        "picker.severity.\(tenths)",
        language.localized("Severity {number} %", ["number": String(tenths * 10)]),
        group: language.localized("Vision"),
        isEnabled: settings.vision != nil, isChecked: settings.vision?.severity == severity
      ) { [unowned self] _ in
        change { settings in
          settings.vision = settings.vision.flatMap { ColorVision($0.name, severity: severity) }
        }
      }
    }
  }

  // MARK: Palettes

  private var paletteCommands: [Command] {
    palettes.enumerated().map { place, palette in
      Command("picker.palette.\(place)", palette.name, isChecked: place == palettePlace) {
        [unowned self] _ in showPalette(place)
      }
    }
  }

  private func showPalette(_ place: Int) {
    palettePlace = place
    if palettes.indices.contains(place) {
      paletteButton.title = palettes[place].name
      paletteSwatches.show(palettes[place].items)
    }
    setNeedsLayout()
    refresh()
  }

  /// Takes a colour that is shown as a swatch.
  private func take(_ swatch: RGBA) {
    var next = color
    next.set(swatch)
    if options.hasAlpha { next.alpha = swatch.alpha }
    change(to: next, .final)
  }

  public override func proposal(for event: DropEvent) -> DropProposal? {
    if case .files = event.content, onPicture != nil {
      return DropProposal(language.localized("Take a colour from the picture"))
    }
    guard case .text(let text) = event.content else { return nil }
    return (try? parsedColor(text)) == nil
      ? DropProposal(language.localized("This is no colour"), isAccepted: false)
      : DropProposal(language.localized("Take the colour"))
  }

  public override func drop(_ event: DropEvent) {
    if case .files(let paths) = event.content, let path = paths.first { onPicture?(path) }
    guard case .text(let text) = event.content, let color = try? parsedColor(text) else { return }
    take(color.mapped(to: .srgb).rgba)
  }

  // MARK: The colour

  /// The colour that is shown.
  var color: PickerColor { draft.color }

  /// The colour of the last final change.
  var settledColor: PickerColor { draft.settled }

  /// The colour that is shown, for an owner that closes the picker itself.
  public var shownColor: RGBA { color.rgba }

  /// The colour as it would be printed now.
  public var text: String { Color(color.rgba).text(as: options.format) }

  /// Makes `next` the colour; a final change can be undone.
  ///
  /// What stands in other fields than `field` gives way to the new colour, whether or not it was finished.
  func change(to next: PickerColor, _ phase: ChangePhase, from field: TextField? = nil) {
    let isNew = draft.change(to: next, phase)
    notice = nil
    note.colorChanged(isNew: isNew, by: field)
    rows.forgetEdits(but: field)
    if isNew || phase == .final { onChange?(color.rgba, phase) }
    refresh()
  }

  private func undo() { draft.undo().map { change(to: $0, .final) } }
  private func redo() { draft.redo().map { change(to: $0, .final) } }

  /// Goes back to the last final colour: a text that is no value changes nothing.
  func takeBack(_ phase: ChangePhase, from field: TextField) {
    note.textChanged(in: field)
    if color != draft.settled { change(to: draft.settled, phase, from: field) }
  }

  /// Takes the colour in a text of a field; returns what is wrong when it holds none.
  ///
  /// A colour that sRGB does not have is brought into it, which is said beside the field.
  func take(_ text: String, _ phase: ChangePhase, from field: TextField) -> FieldFault? {
    do throws(ColorSyntaxError) {
      var next = draft.settled
      let parsed = try parsedColor(text)
      let shown = parsed.mapped(to: .srgb).rgba
      next.set(shown)
      if options.hasAlpha { next.alpha = shown.alpha }
      change(to: next, phase, from: field)
      if !parsed.isInGamut(.srgb) {
        note.say(
          language.localized(
            "Outside sRGB: the nearest colour in it is {color}", ["color": Color(shown).text(as: .hex)]),
          of: field)
      }
      setNeedsUpdate()
      return nil
    } catch {
      takeBack(phase, from: field)
      return FieldFault(language.localized("Not a colour: {reason}", ["reason": error.message]))
    }
  }

  /// Returns the colour that any CSS notation or bare hexadecimal digits name.
  private func parsedColor(_ text: String) throws(ColorSyntaxError) -> Color {
    var words = text.filter { !$0.isNewline }[...]
    while words.first == " " { words.removeFirst() }
    while words.last == " " { words.removeLast() }
    let isBareHex = [3, 4, 6, 8].contains(words.count) && words.allSatisfy(\.isHexDigit)
    return try Color(parsing: isBareHex ? "#" + words : String(words))
  }

  // MARK: Commands

  /// Takes what came of picking from the screen: a colour, or why there is none.
  public func takeFromScreen(_ found: RGBA?, fault: String? = nil) {
    if let found {
      var next = color
      next.set(found)
      change(to: next, .final)
    }
    if let fault { host?.say(fault) }
  }

  public override var commands: [Command] {
    [
      Command(
        "picker.eyedropper", language.localized("Take a colour from the screen"), .control("e"),
        group: language.localized("Colour"),
        isEnabled: onPickFromScreen != nil
      ) { [unowned self] _ in onPickFromScreen?() },
      Command(
        "picker.picture", language.localized("Take a colour from a picture…"), .control("o"),
        group: language.localized("Colour"),
        isEnabled: onPicture != nil
      ) { [unowned self] _ in onPicture?(nil) },
      Command(
        "picker.copy", language.localized("Copy colour"), .control("c"), group: language.localized("Colour")
      ) { [unowned self] _ in
        copy(text)
      },
      Command(
        "picker.copy.last", language.localized("Copy as {format}", ["format": settings.copyFormat.rawValue]),
        .controlShift("c"), group: language.localized("Colour")
      ) { [unowned self] _ in copy(as: settings.copyFormat) },
      Command(
        "picker.paste", language.localized("Paste colour"), .control("v"), group: language.localized("Colour")
      ) { [unowned self] _ in paste() },
      Command(
        "picker.undo", draft.undoTitle(in: language), .control("z"), group: language.localized("Colour"),
        isEnabled: draft.canUndo,
        repeats: true
      ) { [unowned self] _ in undo() },
      Command(
        "picker.redo", draft.redoTitle(in: language), .controlShift("z"), .control("y"),
        group: language.localized("Colour"),
        isEnabled: draft.canRedo, repeats: true
      ) { [unowned self] _ in redo() },
    ] + planeCommands + edgeCommands + contrastCommands + groundCommands + pressCommands
      + visionCommands
  }

  /// Every notation that the colour can be copied in.
  var copyCommands: [Command] {
    ColorFormat.allCases.map { format in
      let text = Color(color.rgba).text(as: format)
      // An object is longer than a line.
      let shown = format == .json ? "JSON" : text
      return Command(
        "picker.copy.\(format.rawValue)", "\(format.rawValue)   \(shown)", group: language.localized("Copy"),
        isChecked: format == settings.copyFormat
      ) { [unowned self] _ in copy(as: format) }
    }
  }

  private func copy(as format: ColorFormat) {
    change { $0.copyFormat = format }
    copy(Color(color.rgba).text(as: format))
  }

  private func copy(_ text: String) {
    clipboard.write(text)
    let isLong = text.count > 60
    host?.say(
      isLong
        ? language.localized("The colour was copied.")
        : language.localized("{color} was copied.", ["color": text]))
  }

  private func paste() {
    guard let text = clipboard.read(), !text.isEmpty else {
      notice = language.localized("The clipboard is empty")
      return setNeedsUpdate()
    }
    if take(text, .final, from: rows.hexField) != nil {
      notice = language.localized("The clipboard holds no colour")
    }
    rows.forgetEdits(but: nil)
    refresh()
  }

  public override func interceptKey(_ event: KeyEvent) -> Bool {
    if notice != nil {
      notice = nil
      setNeedsUpdate()
    }
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

  // MARK: The end

  /// Takes the colour and ends, unless a field holds text that is no value.
  public func accept() {
    if settleFields() { finish(.accepted(color.rgba)) }
  }

  /// Ends without a colour.
  public func close() { finish(.cancelled) }

  private func finish(_ ending: Ending) {
    guard !isFinished else { return }
    self.ending = ending
    onFinish?(accepted)
  }

  /// Offers what is being typed; the first field whose text is refused gets the focus.
  private func settleFields() -> Bool {
    for field in rows.visibleFields where !field.commit() {
      host?.setFocus(field)
      setNeedsUpdate()
      return false
    }
    return true
  }

  // MARK: Appearance

  /// Brings every control up to date with the colour.
  func refresh() {
    planeControls.show(color)
    square.guides = settings.guides(previous: draft.previous.rgba)
    showPrintable()
    let vision = settings.vision
    (planeTrack.vision, alphaTrack.vision, comparison.vision) = (vision, vision, vision)
    (swatches.vision, paletteSwatches.vision) = (vision, vision)
    if palettes.indices.contains(palettePlace) {
      paletteSwatches.marked = palettes[palettePlace].indistinguishable(
        amongFirst: Self.mostPaletteColors, vision)
    }
    alphaTrack.show(color)
    comparison.show(color.rgba, previous: draft.previous.rgba)
    rows.show(color)
    setNeedsUpdate()
  }

  public override func update(_ interface: Interface) {
    readout.show(color.rgba, notice: notice)
    note.show(for: rows.visibleFields, in: bounds.inset(by: 8), interface)
  }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, value: text, frame: frame)
  }
}
