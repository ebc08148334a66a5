import Colors
import Controls
import Geometry
import Localization
import Scene

/// Follows what is shown of the plane of a picker.
protocol PickerPlaneDelegate: AnyObject {
  /// The square and its track are others, which have no place yet.
  func planeReplaced()
  /// What is shown may be something else.
  func planeChanged()
  /// Returns what the button of the plane opens.
  var planeMenu: Menu { get }
  /// Returns what the button of the lines opens.
  var linesMenu: Menu { get }
}

/// The plane of colours, the tracks beside it, and what is drawn over it, as the settings say.
final class PickerPlane {
  private let model: PickerModel
  private let language: Language
  weak var delegate: (any PickerPlaneDelegate)? {
    didSet { header.delegate = delegate }
  }

  /// Which plane is shown, and what is drawn over it.
  private(set) var settings: PlaneSettings

  /// Called when a person chooses another plane or other lines.
  var onSettings: ((PlaneSettings) -> Void)?

  /// Finds what a press prints; without it the picker offers no such line.
  var printable: PrintableRegionLoader? {
    didSet { receivePrintable() }
  }

  let header: PlaneHeader
  let alphaTrack: ColorTrack
  private var controls: PlaneControls

  /// Holds the loupes and the note of the square.
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

  /// The track beside the square, of the coordinate that all of the square shares.
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

  /// Lets loupes reach as far as a panel of some width has room.
  func setLoupeRoom(width: Double) {
    for track in [track, alphaTrack] { track.loupeRoom = 4...max(width - 4, 4) }
  }

  // MARK: Settings

  /// Shows another plane or other lines.
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

  /// Changes what is shown.
  func change(_ change: (inout PlaneSettings) -> Void) {
    var wanted = settings
    change(&wanted)
    show(wanted)
  }

  /// The ground on which contrast is judged, as a colour.
  var ground: RGBA { settings.ground.color(previous: model.previous.rgba) }

  // MARK: What a press prints

  /// Takes what has been found of what a press prints.
  func receivePrintable() {
    guard let printable else { return }
    let (isNew, fault) = printable.receive()
    if let fault { sayUnprintable(fault) }
    if isNew { delegate?.planeChanged() }
  }

  private func sayUnprintable(_ fault: String) {
    square.host?.say(
      language.localized("What a press prints cannot be shown: {reason}.", ["reason": fault]))
  }

  /// Shows what a press prints of the plane; while another one is being found, the last one.
  private func showPrintable() {
    guard let printable, let press = settings.press else {
      square.printable = nil
      return
    }
    printable.ask(for: Plane(settings.plane, at: model.color.place(in: settings.plane).fixed), press: press)
    square.printable = printable.region.flatMap { $0.plane == settings.plane ? $0 : nil }
  }

  // MARK: Appearance

  /// Brings the controls up to date with the colour and the settings.
  func show() {
    controls.show(model.color)
    square.guides = settings.guides(previous: model.previous.rgba)
    showPrintable()
    for track in [track, alphaTrack] { track.vision = settings.vision }
    alphaTrack.show(model.color)
  }
}
