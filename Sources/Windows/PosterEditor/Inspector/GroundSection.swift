import Colors
import Controls
import Geometry
import Posters
import Printing

/// The background of the poster: a colour, a gradient, or a picture.
final class GroundSection {
  private let session: EditorSession
  private let print: PrintSection
  private let resolution = Words()
  /// Opens the chooser of a picture's file.
  var onChoosePicture: () -> Void = {}

  private lazy var kind = SegmentedChoice(
    label: session.localized("Ground"),
    choices: [
      session.localized("Flat", context: "ground"), session.localized("Linear", context: "gradient"),
      session.localized("Radial", context: "gradient"), session.localized("Picture"),
    ]
  ) { [unowned self] choice, _ in choose(choice) }
  private lazy var flat = ColorWell(
    session.localized("Colour of the ground"), session, step: .ground,
    color: { [unowned self] in session.poster.background.meanColor }
  ) { $0.background = .color($1) }
  private var stops: [ColorWell] = []
  private lazy var addStop = Button(session.localized("Add", context: "colour"), kind: .plain) {
    [unowned self] _ in addColor()
  }
  private lazy var removeStop = Button(session.localized("Remove"), kind: .plain) { [unowned self] _ in
    removeColor()
  }
  private lazy var turn = Button(session.localized("Swap", context: "ends of a gradient"), kind: .plain) {
    [unowned self] _ in swapEnds()
  }
  private lazy var file = Button(session.localized("Other picture…"), kind: .plain) { [unowned self] _ in
    onChoosePicture()
  }
  private lazy var handles = Toggle(session.localized("Handles on the poster")) { [unowned self] isOn, _ in
    session.showsGround = isOn
  }
  private lazy var dimming = NumberSlider(
    session.localized("Dimming"), session, .dimming, range: 0...1, scale: .linear(step: 0.05),
    display: .init(factor: 100, unit: "%"), snap: { ($0 * 100).rounded() / 100 }
  ) { poster, value in
    guard case .picture(var picture) = poster.background else { return }
    picture.dimming = value
    poster.background = .picture(picture)
  }
  private lazy var blur = NumberSlider(
    session.localized("Blur"), session, .blur, range: 0...0.05, scale: .linear(step: 0.001),
    display: .init(factor: 100, unit: "%", decimals: 1, step: 0.1)
  ) { poster, value in
    guard case .picture(var picture) = poster.background else { return }
    picture.blur = (value * 1000).rounded() / 1000
    poster.background = .picture(picture)
  }
  /// The previous background of each kind, so that a person can try another kind and return.
  private var earlier: [Int: Background] = [:]
  /// The colours of the last gradient.
  private var lastStops: [Background.Stop]?
  /// The background set by the last choice of a kind.
  private var chosen: Background?

  init(_ session: EditorSession, _ print: PrintSection) { (self.session, self.print) = (session, print) }

  var section: Form.Section {
    let background = session.poster.background
    kind.index = background.kind
    handles.isOn = session.showsGround
    var rows = [Form.Row(controls: [kind])]
    switch background {
    case .color(let color):
      flat.swatch.color = color
      rows.append(Form.Row(caption: session.localized("Colour"), controls: [flat.swatch]))
    case .linear(let stops, _, _), .radial(let stops, _, _):
      rows.append(Form.Row(caption: session.localized("Colours"), controls: swatches(for: stops)))
      removeStop.isEnabled = stops.count > 2
      addStop.isEnabled = stops.count < 16
      rows.append(Form.Row(controls: [addStop, removeStop, turn]))
      rows.append(Form.Row(controls: [handles]))
    case .picture(let picture):
      dimming.value = picture.dimming
      blur.value = picture.blur
      rows.append(Form.Row(caption: session.localized("Dimming"), controls: [dimming]))
      rows.append(Form.Row(caption: session.localized("Blur"), controls: [blur]))
      print.show(resolutionOf: .background, in: resolution)
      rows.append(Form.Row(controls: [resolution], height: Words.height(lines: 2)))
      rows.append(Form.Row(controls: [handles]))
      rows.append(Form.Row(controls: [file]))
    }
    return Form.Section(title: session.localized("Ground"), rows: rows)
  }

  private func swatches(for stops: [Background.Stop]) -> [Control] {
    while self.stops.count < stops.count { self.stops.append(well(at: self.stops.count)) }
    for (well, stop) in zip(self.stops, stops) { well.swatch.color = stop.color }
    return self.stops.prefix(stops.count).map(\.swatch)
  }

  private func well(at index: Int) -> ColorWell {
    ColorWell(
      session.localized("Colour {number} of the gradient", ["number": "\(index + 1)"]), session,
      step: .gradientColor,
      color: { [unowned self] in
        let stops = session.poster.background.stops
        return stops.indices.contains(index) ? stops[index].color : .white
      }
    ) { poster, color in
      var stops = poster.background.stops
      guard stops.indices.contains(index) else { return }
      stops[index].color = color
      poster.background = poster.background.with(stops)
    }
  }

  private func choose(_ kind: Int) {
    let now = session.poster.background
    guard kind != now.kind else { return }
    guard kind != 3 || earlier[3] != nil else {
      onChoosePicture()
      return session.onChange()
    }
    if !now.stops.isEmpty { lastStops = now.stops }
    earlier[now.kind] = now
    let wanted: Background
    switch kind {
    case 0: wanted = earlier[0] ?? .color(now.stops.first?.color ?? now.meanColor)
    case 1, 2:
      // After only trying a flat colour or a picture, the previous colours of the gradient are restored.
      let stops = (now == chosen ? lastStops : nil) ?? now.gradientStops
      let usual: Background =
        kind == 1
        ? .linear(stops: [], start: Point(0.5, 0), end: Point(0.5, 1))
        : .radial(stops: [], center: Point(0.5, 0.4), radius: 1)
      wanted = (earlier[kind] ?? usual).with(stops)
    default: wanted = earlier[3] ?? now
    }
    chosen = wanted
    session.change(.groundKind) { $0.background = wanted }
    session.showsGround = kind != 0
  }

  private func addColor() {
    session.change(.anotherColor) { poster in
      var stops = poster.background.stops.sorted { $0.location < $1.location }
      // In the middle of the widest gap, where it has no effect yet.
      guard
        let gap = stops.indices.dropFirst().max(by: {
          stops[$0].location - stops[$0 - 1].location < stops[$1].location - stops[$1 - 1].location
        })
      else { return }
      let (low, high) = (stops[gap - 1], stops[gap])
      let middle = RGBA(
        red: (low.color.red + high.color.red) / 2, green: (low.color.green + high.color.green) / 2,
        blue: (low.color.blue + high.color.blue) / 2, alpha: (low.color.alpha + high.color.alpha) / 2)
      stops.insert(Background.Stop(middle, at: (low.location + high.location) / 2), at: gap)
      poster.background = poster.background.with(stops)
    }
  }

  private func removeColor() {
    session.change(.fewerColors) { poster in
      var stops = poster.background.stops
      guard stops.count > 2 else { return }
      stops.remove(at: stops.count - 2)
      poster.background = poster.background.with(stops)
    }
  }

  private func swapEnds() {
    session.change(.swappedEnds) { poster in
      let stops = poster.background.stops.map { stop in
        var stop = stop
        stop.location = 1 - stop.location
        return stop
      }
      poster.background = poster.background.with(stops.reversed())
    }
  }
}

extension Background {
  /// The index of the kind among flat, linear, radial and picture.
  var kind: Int {
    switch self {
    case .color: 0
    case .linear: 1
    case .radial: 2
    case .picture: 3
    }
  }

  /// The colours of a gradient; empty for other backgrounds.
  var stops: [Stop] {
    switch self {
    case .linear(let stops, _, _), .radial(let stops, _, _): stops
    case .color, .picture: []
    }
  }

  /// Returns the same gradient with other colours.
  func with(_ stops: [Stop]) -> Background {
    switch self {
    case .linear(_, let start, let end): .linear(stops: stops, start: start, end: end)
    case .radial(_, let center, let radius): .radial(stops: stops, center: center, radius: radius)
    case .color, .picture: self
    }
  }

  /// The initial colours of a gradient that replaces this background.
  var gradientStops: [Stop] {
    let own = stops
    if !own.isEmpty { return own }
    let first = meanColor
    let lch = OKLCH(Color(first).oklab)
    let darker = Color(OKLCH(lightness: max(lch.lightness - 0.25, 0), chroma: lch.chroma, hue: lch.hue))
    return [Stop(first, at: 0), Stop(darker.mapped(to: .srgb).rgba, at: 1)]
  }
}

/// A colour of the poster on a button that opens the picker beside it; changes are visible immediately.
struct ColorWell {
  let swatch: ColorButton

  /// Creates a button for a colour; each gesture in the picker is an undo step of the given kind.
  ///
  /// `color` returns the current colour, `set` changes it.
  init(
    _ label: String, _ session: EditorSession, hasAlpha: Bool = false, step: PosterEdit,
    color: @escaping () -> RGBA, set: @escaping (inout Poster, RGBA) -> Void
  ) {
    weak var owner: ColorButton?
    let swatch = ColorButton(label, color: color()) { _ in
      guard let owner, let host = owner.host, session.mayChange() else { return }
      let before = color()
      let (pickers, folder) = (session.colorPickers, session.folders.state)
      let request = ColorPickerFactory.Request(
        color: before, hasAlpha: hasAlpha,
        isCompact: host.size.width < 1100 || host.size.height < 720,
        recentColors: pickers.recentColors(folder))
      guard let panel = pickers.make(request, session.interface, session.clipboard) else { return }
      func put(_ color: RGBA, _ phase: ChangePhase) {
        session.change(step, phase) { set(&$0, color) }
      }
      panel.onChange = { put($0, $1) }
      panel.onFinish = { [weak host, unowned panel] accepted in
        if let accepted {
          pickers.keep(accepted, folder)
        } else if panel.shownColor != before {
          put(before, .final)
        }
        host?.close(panel)
      }
      host.showPopover(panel, at: owner.frameInWindow, beside: Self.page(below: host.root), owner: owner)
    }
    owner = swatch
    self.swatch = swatch
  }

  /// Returns the frame of the page in the window, which the picker should not cover.
  private static func page(below control: Control) -> Rect? {
    if let canvas = control as? PosterCanvas {
      return canvas.convert(toWindow: canvas.pageFrame)
    }
    return control.children.lazy.compactMap(page).first
  }
}
