import Colors
import Geometry
import Scene
import Typography

/// The colour picker: what fills its window, and the colour that comes out.
public final class PickerPanel: WindowContent {
  /// What the picker starts with.
  public struct Options {
    public var color: RGBA
    public var hasAlpha: Bool
    public var format: ColorFormat
    public var recentColors: [RGBA]

    public init(color: RGBA, hasAlpha: Bool, format: ColorFormat, recentColors: [RGBA]) {
      self.color = color
      self.hasAlpha = hasAlpha
      self.format = format
      self.recentColors = recentColors
    }
  }

  public let tree = LayerTree()
  public var layer: Layer { tree.root }

  /// The colour that was accepted, once it was.
  public private(set) var accepted: RGBA?

  public private(set) var isFinished = false

  /// Told of every change, those in the middle of a gesture included.
  public var onChange: ((RGBA, ChangePhase) -> Void)?

  let options: Options
  let interface: Interface
  let clipboard: Clipboard
  let previous: PickerColor
  var history: PickerHistory
  /// The colour that is shown; between two final changes it runs ahead of the history.
  private(set) var color: PickerColor
  var notice: String?
  var size = Size.zero

  let controlsLayer = Layer()
  let overlay = Layer()
  let focusRing = Layer()
  let captions = Layer()
  var focus = FocusState()

  private(set) lazy var square = HSBSquare { [unowned self] saturation, brightness, phase in
    var next = color
    // A channel that was not moved stays what it is to the last bit.
    next.setHSB(
      saturation: saturation == color.saturation ? nil : saturation,
      brightness: brightness == color.brightness ? nil : brightness)
    change(to: next, phase)
  }
  private(set) lazy var hueTrack = ColorTrack(.hue) { [unowned self] hue, phase in
    var next = color
    next.setHSB(hue: hue)
    change(to: next, phase)
  }
  private(set) lazy var alphaTrack = ColorTrack(.alpha) { [unowned self] alpha, phase in
    var next = color
    next.alpha = alpha
    change(to: next, phase)
  }
  private(set) lazy var comparison = ColorComparison { [unowned self] in change(to: previous, .final) }
  private(set) lazy var swatches = SwatchGrid(colors: options.recentColors) { [unowned self] swatch in
    var next = color
    next.set(swatch)
    if options.hasAlpha { next.alpha = swatch.alpha }
    change(to: next, .final)
  }
  let readout = ContrastReadout()
  private(set) lazy var rows = FieldRows(panel: self)
  private(set) lazy var cancelButton = Button("Cancel") { [unowned self] in close() }
  private(set) lazy var chooseButton = Button("Choose", isDefault: true) { [unowned self] in accept() }

  public init(options: Options, interface: Interface, clipboard: Clipboard) {
    self.options = options
    self.interface = interface
    self.clipboard = clipboard
    var start = options.color
    if !options.hasAlpha { start.alpha = 1 }
    previous = PickerColor(start)
    color = previous
    history = PickerHistory(previous)
    layer.name = "picker"
    for (part, name) in [
      (captions, "captions"), (controlsLayer, "controls"), (focusRing, "focus ring"), (overlay, "loupes"),
    ] {
      part.name = name
      layer.addSublayer(part)
    }
    overlay.addSublayer(square.loupe.layer)
    overlay.addSublayer(hueTrack.loupe.layer)
    if options.hasAlpha { overlay.addSublayer(alphaTrack.loupe.layer) }
    rows.choose(format: options.format)
    focus.control = square
    square.isFocused = true
  }

  /// Where the square of saturation and brightness is, in points of the window.
  public var squareFrame: Rect { square.frame }

  /// Whether changes are seen at once.
  public var reducesMotion: Bool {
    get { interface.reducesMotion }
    set {
      interface.reducesMotion = newValue
      refresh()
    }
  }

  public var background: RGBA { interface.theme.window }

  /// The controls in the order in which Tab visits them, which is the order in which they are seen.
  var controls: [Control] {
    var result: [Control] = [square, hueTrack]
    if options.hasAlpha { result.append(alphaTrack) }
    if rows.isCompact {
      result += [swatches, readout] + rows.visibleControls + [comparison]
    } else {
      result += [comparison, swatches] + rows.visibleControls + [readout]
    }
    return result + [cancelButton, chooseButton]
  }

  public func layOut(size: Size, scale: Double) {
    self.size = size
    interface.scale = scale
    PickerLayout(size: size, hasAlpha: options.hasAlpha).apply(to: self)
    controlsLayer.removeSublayers()
    for control in controls {
      control.layer.name = control.label
      controlsLayer.addSublayer(control.layer)
    }
    if let focused = focus.control, !controls.contains(where: { $0 === focused }) {
      setFocus(square, byKeyboard: false)
    }
    refresh()
  }

  /// Shows another appearance from now on.
  public func setAppearance(_ appearance: Appearance) {
    interface.theme = Theme(appearance)
    refresh()
  }

  // MARK: The colour

  /// Makes `next` the colour; a final change can be undone.
  func change(to next: PickerColor, _ phase: ChangePhase) {
    let isNew = next != color
    color = next
    notice = nil
    if phase == .final { history.record(next) }
    if isNew || phase == .final { onChange?(color.rgba, phase) }
    refresh()
  }

  func undo() {
    history.undo()
    change(to: history.current, .final)
  }

  func redo() {
    history.redo()
    change(to: history.current, .final)
  }

  /// Returns the colour as it would be printed now.
  public var text: String { Color(color.rgba).text(as: options.format) }

  /// Goes back to the last final colour: a text that is no value changes nothing.
  func takeBack(_ phase: ChangePhase) {
    if color != history.current { change(to: history.current, phase) }
  }

  /// Takes the colour in a text; returns what is wrong when it holds none.
  func take(_ text: String, _ phase: ChangePhase) -> FieldFault? {
    do throws(ColorSyntaxError) {
      var next = history.current
      let parsed = try parsedColor(text)
      next.set(parsed)
      if options.hasAlpha { next.alpha = parsed.alpha }
      change(to: next, phase)
      return nil
    } catch {
      takeBack(phase)
      return FieldFault("Not a colour: \(error.message)")
    }
  }

  /// Returns the colour that any CSS notation or bare hexadecimal digits name, brought into sRGB.
  func parsedColor(_ text: String) throws(ColorSyntaxError) -> RGBA {
    var words = text.filter { !$0.isNewline }[...]
    while words.first == " " { words.removeFirst() }
    while words.last == " " { words.removeLast() }
    let isBareHex = [3, 4, 6, 8].contains(words.count) && words.allSatisfy(\.isHexDigit)
    return try Color(parsing: isBareHex ? "#" + words : String(words)).mapped(to: .srgb).rgba
  }

  // MARK: The end

  /// Takes the colour and closes, unless a field holds text that is no value.
  public func accept() {
    guard settleFields() else { return }
    accepted = color.rgba
    isFinished = true
  }

  public func close() { isFinished = true }

  /// Offers what is being typed; the first field whose text is refused gets the focus.
  func settleFields() -> Bool {
    for field in rows.visibleFields where !field.commit() {
      notice = field.fault?.message
      setFocus(field, byKeyboard: false)
      refresh()
      return false
    }
    return true
  }

  // MARK: Appearance

  /// Brings every control up to date with the colour.
  func refresh() {
    square.show(color)
    hueTrack.show(color)
    alphaTrack.show(color)
    comparison.show(color.rgba, previous: previous.rgba)
    rows.show(color)
    let fault = rows.visibleFields.compactMap(\.fault).first?.message
    readout.show(color.rgba, notice: notice ?? fault)
    for control in controls { control.update(interface) }
    updateFocusRing()
  }

  public func advance(to time: Double) -> Double? {
    tree.advance(to: time)
    return tree.nextFrameTime(after: time)
  }

  public var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .window, label: "Colour picker", value: text, frame: Rect(origin: .zero, size: size),
      children: controls.map(\.accessibility))
  }
}
