import Colors
import Controls
import Geometry
public import Localization
import Scene
import Text

/// The owner of a picker's plane.
protocol PickerPlaneDelegate: AnyObject {
  /// Called when the square and its track were replaced and need a layout.
  func planeReplaced()
  /// Called when the plane or its guides may have changed.
  func planeChanged()
  /// The menu of the plane's button.
  var planeMenu: Menu { get }
  /// The menu of the lines' button.
  var linesMenu: Menu { get }
}

/// The colour plane, its tracks and its guides, according to the settings.
final class PickerPlane {
  private let model: PickerModel
  private let language: Language
  weak var delegate: (any PickerPlaneDelegate)? {
    didSet { header.delegate = delegate }
  }

  /// The plane that is shown, and its guides.
  private(set) var settings: PlaneSettings

  /// Called when a person changes the plane or its guides.
  var onSettings: ((PlaneSettings) -> Void)?

  /// Computes the gamut of a press; nil if the picker does not offer it.
  var printable: PrintableRegionLoader? {
    didSet { receivePrintable() }
  }

  let header: PlaneHeader
  let alphaTrack: ColorTrack
  private var controls: PlaneControls

  /// Contains the loupes and the note of the square.
  private let loupes: Layer

  init(_ model: PickerModel, _ settings: PlaneSettings, loupes: Layer, _ language: Language) {
    (self.model, self.settings, self.loupes, self.language) = (model, settings, loupes, language)
    header = PlaneHeader(settings, language)
    alphaTrack = ColorTrack(.alpha, language) { [model] alpha, phase in
      var next = model.color
      next.alpha = alpha
      model.change(to: next, phase)
    }
    alphaTrack.onCancel = { [model] in model.giveUp() }
    controls = Self.controls(of: settings.plane, model, language)
    addLoupes()
  }

  var square: PlaneSquare { controls.square }

  /// The track beside the square, for the coordinate that is constant across the square.
  var track: ColorTrack { controls.track }

  /// The tracks beside the square.
  var tracks: [ColorTrack] { model.hasAlpha ? [track, alphaTrack] : [track] }

  private static func controls(of plane: ColorPlane, _ model: PickerModel, _ language: Language)
    -> PlaneControls
  {
    PlaneControls(plane, language, onCancel: { [model] in model.giveUp() }) { across, up, fixed, phase in
      var next = model.color
      next.move(in: plane, across: across, up: up, fixed: fixed)
      model.change(to: next, phase)
    }
  }

  private func addLoupes() {
    loupes.removeSublayers()
    for loupe in [square.loupe] + tracks.map(\.loupe) { loupes.addSublayer(loupe.layer) }
    loupes.addSublayer(square.note.layer)
  }

  /// Sets the range of loupes from the width of the panel.
  func setLoupeRoom(width: Double) {
    for track in [track, alphaTrack] { track.loupeRoom = 4...max(width - 4, 4) }
  }

  // MARK: Settings

  /// Applies other settings.
  func show(_ wanted: PlaneSettings) {
    guard wanted != settings else { return }
    settings = wanted
    header.show(settings)
    if controls.plane != wanted.plane {
      let (hadFocus, host) = (square.isFocused, square.host)
      controls = Self.controls(of: wanted.plane, model, language)
      addLoupes()
      delegate?.planeReplaced()
      if hadFocus { host?.setFocus(nil) }
    }
    onSettings?(settings)
    delegate?.planeChanged()
  }

  /// Changes the settings.
  func change(_ change: (inout PlaneSettings) -> Void) {
    var wanted = settings
    change(&wanted)
    show(wanted)
  }

  /// The background for contrast, as a colour.
  var ground: RGBA { settings.ground.color(previous: model.previous.rgba) }

  // MARK: Printable gamut

  /// Receives results about the gamut of a press.
  func receivePrintable() {
    guard let printable else { return }
    let (isNew, fault) = printable.receive()
    if let fault { sayUnprintable(fault) }
    if isNew { delegate?.planeChanged() }
  }

  private func sayUnprintable(_ fault: Message) {
    square.host?.say(
      language.localized("The colours of the press cannot be shown: {reason}.", parts: ["reason": fault]))
  }

  /// Shows the gamut of a press in the plane; while another one is computed, the last one stays.
  private func showPrintable() {
    guard let printable, let press = settings.press else {
      square.printable = nil
      return
    }
    printable.ask(for: Plane(settings.plane, at: model.color.place(in: settings.plane).fixed), press: press)
    square.printable = printable.region.flatMap { $0.plane == settings.plane ? $0 : nil }
  }

  // MARK: Appearance

  /// Updates the controls from the colour and the settings.
  func show() {
    controls.show(model.color)
    square.guides = settings.guides(previous: model.previous.rgba)
    showPrintable()
    for track in [track, alphaTrack] { track.vision = settings.vision }
    alphaTrack.show(model.color)
  }
}

/// The controls of a colour plane: its square, and the track of the coordinate that is constant across the square.
struct PlaneControls {
  let plane: ColorPlane
  let square: PlaneSquare
  let track: ColorTrack

  /// Creates the controls; `onChange` receives the coordinates that a person chooses, `onCancel` is called for a
  /// cancelled gesture.
  init(
    _ plane: ColorPlane, _ language: Language, onCancel: @escaping () -> Void,
    onChange: @escaping (_ across: Double?, _ up: Double?, _ fixed: Double?, ChangePhase) -> Void
  ) {
    self.plane = plane
    square = PlaneSquare(plane, language) { onChange($0, $1, nil, $2) }
    track = ColorTrack(.fixed(plane), language) { onChange(nil, nil, $0, $1) }
    square.onCancel = onCancel
    track.onCancel = onCancel
  }

  /// Updates both from a colour.
  func show(_ color: PickerColor) {
    square.show(color)
    track.show(color)
  }
}

/// A vertical track for one number of a colour: the coordinate that is constant across a plane, or alpha.
///
/// A circular coordinate, such as a hue, starts at the top; others increase upward.
final class ColorTrack: Slider {
  enum Kind {
    case fixed(ColorPlane)
    /// Opaque at the top, transparent at the bottom.
    case alpha

    var axis: ColorPlane.Axis {
      switch self {
      case .fixed(let plane): plane.fixed
      case .alpha: ColorPlane.Axis(Message("Alpha"))
      }
    }
  }

  let loupe: Loupe

  /// The horizontal range of the loupe, in the coordinates of the panel.
  var loupeRoom = -Double.infinity...Double.infinity

  private let language: Language
  private let kind: Kind
  private let axis: ColorPlane.Axis
  private var color = PickerColor(RGBA(red: 0, green: 0, blue: 0))
  private var strip: SharedBitmap?

  /// The simulated colour vision.
  var vision: ColorVision? {
    didSet {
      guard vision != oldValue else { return }
      strip = nil
      setNeedsUpdate()
    }
  }
  private var reducesMotion = false

  /// Creates a track; `onChange` receives a value of the coordinate, or alpha 0…1.
  init(_ kind: Kind, _ language: Language, onChange: @escaping (Double, ChangePhase) -> Void) {
    self.language = language
    self.kind = kind
    axis = kind.axis
    loupe = Loupe(
      name: "\(axis.name.lowercased()) loupe", rest: .init(radius: 15, stroke: 2, elevation: 0.5),
      held: .init(radius: 40, stroke: 5, elevation: 1.25))
    let label = if case .alpha = kind { language.localized("Alpha") } else { language.localized(axis.title) }
    super.init(
      label: label, range: axis.range, direction: axis.isCircular ? .downward : .upward,
      scale: axis.isCircular ? .circular(step: 1) : nil
    ) { value, phase, _ in onChange(value, phase) }
  }

  func show(_ color: PickerColor) {
    guard color != self.color else { return }
    self.color = color
    switch kind {
    case .fixed(let plane): value = color.place(in: plane).fixed
    case .alpha: value = color.alpha
    }
    setNeedsUpdate()
  }

  override func heldChanged(_ isHeld: Bool, at time: Double) {
    loupe.setHeld(isHeld, at: time, reducingMotion: reducesMotion)
  }

  override func update(_ interface: Interface) {
    reducesMotion = interface.reducesMotion
    layer.removeSublayers()
    layer.cornerRadius = 4
    var shown: RGBA
    switch kind {
    case .fixed(let plane):
      let rows = max(2, Int((bounds.height * interface.scale).rounded()))
      if strip?.size.height != rows { strip = Self.strip(of: plane, rows: rows, vision) }
      layer.contents = strip.map { .image(ImageContents($0, filter: .nearest)) }
      shown = plane.sample(value)
    case .alpha:
      layer.contents = .image(.checkerboard)
      let seen = vision?.seen(color.rgba) ?? color.rgba
      let (solid, clear) = (seen.withAlpha(1), seen.withAlpha(0))
      let fade = Layer(frame: bounds)
      fade.cornerRadius = 4
      fade.contents = .gradient(
        Gradient(stops: [.init(solid, at: 0), .init(clear, at: 1)], start: Point(0, 0), end: Point(0, 1)))
      layer.addSublayer(fade)
      shown = color.rgba.composited(over: RGBA(hex: 0xe6e6e6))
    }
    if let vision { shown = vision.seen(shown) }
    loupe.room = loupeRoom
    loupe.show(shown, at: place + (frame.origin - .zero), interface)
  }

  /// Renders the track on the CPU: one pixel wide, from one end of the coordinate in the first row to the other in the
  /// last.
  private static func strip(of plane: ColorPlane, rows: Int, _ vision: ColorVision?) -> SharedBitmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows * 4)
    for row in 0..<rows {
      let place = plane.fixed.isCircular ? row : rows - 1 - row
      let sample = plane.sample(plane.fixed.value(atShare: Double(place) / Double(rows - 1)))
      let color = (vision?.seen(sample) ?? sample).bytes8
      bytes += [color.r, color.g, color.b, 255]
    }
    return SharedBitmap(size: PixelSize(width: 1, height: rows), bytes: bytes)
  }

  override var focusRadius: Double { 4 }

  /// The number for assistive tools: degrees of a circle, otherwise percent.
  private var number: Double { axis.isCircular ? value : axis.share(of: value) * 100 }

  /// The text for assistive tools: degrees and the name of a hue, or percent.
  private var valueWords: String {
    guard case .fixed(let plane) = kind, axis.isCircular else {
      return language.localized("{number} %", ["number": number.text(.fixed(0))])
    }
    let name = language.localized(HueName(value, fixedIn: plane).title)
    return language.localized(
      "{angle}°, {hue}", ["angle": language.shown(number: number.text(.fixed(1))), "hue": name])
  }

  override var accessibility: AccessibilityNode {
    let isCircular = axis.isCircular
    var node = AccessibilityNode(
      role: .slider, label: label, value: valueWords,
      range: isCircular ? .init(range.lowerBound, range.upperBound) : .init(0, 100),
      step: isCircular ? 15 : 10,
      actions: [.increment, .decrement, .setValue, .focus], frame: frame, isFocused: isFocused)
    node.number = number
    return node
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    let step = axis.isCircular ? 15.0 : 10
    switch action {
    case .increment: return perform(.setNumber(number + step), on: part, at: time)
    case .decrement: return perform(.setNumber(number - step), on: part, at: time)
    case .setNumber(let wanted) where wanted.isFinite:
      let value = axis.isCircular ? wanted : axis.value(atShare: wanted / 100)
      return super.perform(.setNumber(value), on: part, at: time)
    default: return super.perform(action, on: part, at: time)
    }
  }
}

/// The everyday name of a hue.
public enum HueName: Hashable, Sendable, CaseIterable {
  /// Below 15°, and from 345° on.
  case red
  /// From 15° to below 45°.
  case orange
  /// From 45° to below 75°.
  case yellow
  /// From 75° to below 165°.
  case green
  /// From 165° to below 200°.
  case cyan
  /// From 200° to below 260°.
  case blue
  /// From 260° to below 300°.
  case purple
  /// From 300° to below 345°.
  case pink

  /// The name.
  public var title: Message {
    switch self {
    case .red: Message("Red")
    case .orange: Message("Orange")
    case .yellow: Message("Yellow")
    case .green: Message("Green")
    case .cyan: Message("Cyan")
    case .blue: Message("Blue")
    case .purple: Message("Purple")
    case .pink: Message("Pink")
    }
  }

  /// Creates the name of a hue in degrees; 0 and 360 are both red.
  public init(hue: Double) {
    self =
      switch hue {
      case ..<15: .red
      case ..<45: .orange
      case ..<75: .yellow
      case ..<165: .green
      case ..<200: .cyan
      case ..<260: .blue
      case ..<300: .purple
      case ..<345: .pink
      default: .red
      }
  }

  /// Creates the name of a plane's hue from a colour that represents it, since each space measures hue differently.
  init(_ hue: Double, fixedIn plane: ColorPlane) {
    self.init(hue: HSB(plane.sample(hue)).hue ?? hue)
  }
}
