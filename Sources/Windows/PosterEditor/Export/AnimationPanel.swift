import Colors
import Controls
import Geometry
import Input
import PosterScene
import Posters
import Printing
import Publishing
import Recording
import Scene
import Text

/// The actions of an animation panel.
protocol AnimationPanelDelegate: AnyObject {
  /// Records the poster's animation into the folder of exports.
  func record(_ settings: ExportSettings)
  /// Asks for a file, and records the poster's animation there.
  func recordAs(_ settings: ExportSettings)
}

/// The animation panel: the motion of the poster with a preview that plays, and the film that is written of it.
final class AnimationPanel: Control {
  private let session: EditorSession
  weak var delegate: (any AnimationPanelDelegate)?
  private let preview: StagePreview
  private lazy var form = Form(label: session.localized("Animation"))
  private lazy var scroll = ScrollView(form)
  private var settings: ExportSettings

  private lazy var motion = ChoiceButton(session.localized("Motion")) { [unowned self] in choices }
  private lazy var duration: NumberSlider = NumberSlider(
    label: session.localized("Duration"), range: 2...6, values: PosterAnimation.durations,
    scale: .linear(step: 0.5), display: .init(unit: "s", decimals: 1, step: 0.5),
    clipboard: session.clipboard,
    snap: { ($0 * 2).rounded() / 2 }
  ) { [unowned self] value, phase in
    session.change(.animation, phase) { $0.animation?.duration = value }
    if phase == .final { play() }
  }
  private lazy var loop = Toggle(session.localized("Again and again")) { [unowned self] isOn, _ in
    session.change(.animation) { $0.animation?.loops = isOn }
    play()
  }
  private lazy var moment: Slider = Slider(label: session.localized("Moment"), range: 0...1) {
    [unowned self] share, _, _ in preview.show(share: share)
  }
  private lazy var playing = Button(session.localized("Play"), kind: .plain) { [unowned self] time in
    preview.play(at: time)
  }
  private lazy var format = SegmentedChoice(
    label: session.localized("Format"), choices: FilmSettings.formats.map { $0.ending.uppercased() }
  ) { [unowned self] choice, _ in change { $0.format = FilmSettings.formats[choice] } }
  private lazy var width = NumberField(
    label: session.localized("Width"), range: FilmSettings.widths, value: settings.film.width, step: 60,
    unit: "px", clipboard: session.clipboard
  ) { [unowned self] value, phase in if phase == .final { change { $0.width = value } } }
  private lazy var rate = SegmentedChoice(
    label: session.localized("Frames per second"), choices: FilmSettings.rates.map { "\($0)" }
  ) { [unowned self] choice, _ in change { $0.rate = FilmSettings.rates[choice] } }
  private let words = Words()
  private lazy var write: Button = Button(session.localized("Export"), isDefault: true) { [unowned self] in
    delegate?.record(settings)
  }
  private lazy var saveAs: Button = Button(session.localized("Save as…"), kind: .plain) { [unowned self] _ in
    delegate?.recordAs(settings)
  }

  private static let previewHeight = 220.0

  init(_ session: EditorSession) {
    self.session = session
    preview = StagePreview(session)
    settings = ExportSettings(rememberedIn: session.folders)
    super.init(label: session.localized("Animation"))
    for control in [preview, scroll, saveAs, write] as [Control] { addChild(control) }
    moment.valueText = { [unowned session] share in
      let seconds = (share * (session.poster.animation?.duration ?? 0)).text(.fixed(1))
      return session.localized(
        "{seconds} s", ["seconds": session.interface.language.shown(number: seconds)])
    }
    preview.onMoment = { [unowned self] in moment.value = $0 }
    refresh()
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Plays the preview, unless the desktop asks for reduced motion.
  func play() {
    guard let host, !host.interface.reducesMotion else { return preview.rest() }
    preview.play(at: host.now)
  }

  private func change(_ change: (inout FilmSettings) -> Void) {
    change(&settings.film)
    settings.remember(in: session.folders)
    refresh()
  }

  private var choices: [ChoiceButton.Choice] {
    let own = session.poster.animation
    func choice(_ preset: PosterAnimation.Preset?) -> ChoiceButton.Choice {
      .init(session.title(of: preset), isChosen: own?.preset == preset) { [unowned self] in
        session.change(.animation) { poster in
          guard let preset else { return poster.animation = nil }
          poster.animation = PosterAnimation(
            preset, duration: own?.duration, loops: poster.animation?.loops ?? false)
        }
        play()
      }
    }
    return [choice(nil)] + PosterAnimation.Preset.allCases.map(choice)
  }

  /// Updates the panel from the poster.
  func refresh() {
    let animation = session.poster.animation
    motion.chosen = session.title(of: animation?.preset)
    var rows = [Form.Row(caption: session.localized("Motion"), controls: [motion])]
    let film = settings.film
    if let animation {
      duration.value = animation.duration
      loop.isOn = animation.loops
      rows.append(Form.Row(caption: session.localized("Duration"), controls: [duration]))
      rows.append(Form.Row(controls: [loop]))
      rows.append(Form.Row(caption: session.localized("Moment"), controls: [moment]))
      rows.append(Form.Row(controls: [playing]))
    }
    format.index = FilmSettings.formats.firstIndex(of: film.format) ?? 0
    width.value = film.width
    rate.index = FilmSettings.rates.firstIndex(of: film.rate) ?? 0
    var files = [
      Form.Row(controls: [format]), Form.Row(caption: session.localized("Width"), controls: [width]),
    ]
    if film.format != .svg {
      files.append(Form.Row(caption: session.localized("Per second"), controls: [rate]))
    }
    let fault = fault
    (words.text, words.isFault) = (fault ?? extent, fault != nil && animation != nil)
    files.append(Form.Row(controls: [words], height: Words.height(lines: 2)))
    for button in [write, saveAs] { button.isEnabled = fault == nil }
    form.show([
      .init(title: session.localized("Animation"), rows: rows),
      .init(title: session.localized("Film"), rows: files),
    ])
    form.parent?.setNeedsLayout()
    preview.refresh()
  }

  /// The reason why nothing can be written, or nil.
  private var fault: String? {
    guard session.poster.animation != nil else { return session.localized("Choose a motion first.") }
    guard max(pixels.width, pixels.height) <= PosterFilm.largestSide else {
      return session.localized(
        "A film has up to {most} pixels each way, which is 8K; choose a smaller width.",
        ["most": "\(PosterFilm.largestSide)"])
    }
    return nil
  }

  private var pixels: PixelSize {
    let page = session.poster.page
    let width = Int(settings.film.width)
    let height = (Double(width) * page.height / max(page.width, 1e-9)).rounded()
    return PixelSize(width: width, height: Int(min(max(height, 1), 1e6)))
  }

  private var extent: String {
    let size = "\(pixels.width) × \(pixels.height)"
    guard settings.film.format != .svg, let animation = session.poster.animation else {
      return session.localized("{size} pixels; it plays by itself in browsers", ["size": size])
    }
    let count = animation.frameCount(framesPerSecond: settings.film.framesPerSecond)
    return session.localized("{size} pixels, {count} frames", ["size": size, "count": "\(count)"])
  }

  private func buttons(in width: Double, _ interface: Interface) -> ButtonRows {
    ButtonRows([write, saveAs], in: width - 2 * Theme.margin, interface)
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let content = form.preferredSize(in: Size(340, room.height), interface).height
    let width = min(340, room.width)
    return Size(
      width, min(Self.previewHeight + content + buttons(in: width, interface).footHeight, room.height))
  }

  override func layOut(_ interface: Interface) {
    // In a low window the settings leave less room to the preview.
    let top = min(Self.previewHeight, (bounds.height * 0.36).rounded())
    preview.frame = Rect(x: 0, y: 0, width: bounds.width, height: top)
    let buttons = buttons(in: bounds.width, interface)
    scroll.frame = Rect(
      x: 0, y: top, width: bounds.width, height: max(bounds.height - top - buttons.footHeight, 1))
    buttons.place(atFootOf: bounds, interface)
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.key == .enter, event.modifiers.isEmpty, write.isEnabled else { return false }
    delegate?.record(settings)
    return true
  }
}

/// The poster as it plays its animation, small; at rest it is the whole poster.
final class StagePreview: Control {
  private let session: EditorSession
  private var stage: PosterStage?
  private var shown: Shown?
  /// The beginning of the motion in the window's time; nil while nothing moves.
  private var start: Double?
  /// The moment that is shown while nothing moves, in seconds of the animation; nil is its end.
  private var moment: Double?
  /// Called with the share of the animation that has passed, 0…1.
  var onMoment: (Double) -> Void = { _ in }
  private lazy var pictures = ShownPictures(session) { [unowned self] in setNeedsUpdate() }

  /// The state from which the layers were made.
  private struct Shown: Equatable {
    let revision: Int
    let animation: PosterAnimation?
    let frame: Rect
    let pictures: PosterPictures
  }

  init(_ session: EditorSession) {
    self.session = session
    super.init(label: session.localized("Preview of the animation"))
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  private var animation: PosterAnimation? { session.poster.animation }

  /// Updates the preview from the poster.
  func refresh() { setNeedsUpdate() }

  /// Plays the animation from a time of the window.
  func play(at time: Double) {
    (start, moment) = (animation == nil ? nil : time, nil)
    setNeedsUpdate()
  }

  /// Ends the motion and shows the whole poster.
  func rest() {
    (start, moment) = (nil, nil)
    onMoment(1)
    setNeedsUpdate()
  }

  /// Shows a moment of the animation, as a share of it.
  func show(share: Double) {
    (start, moment) = (nil, share * (animation?.duration ?? 0))
    setNeedsUpdate()
  }

  /// Returns the moment of the animation at a time of the window, in seconds.
  private func moment(at time: Double) -> Double {
    let duration = animation?.duration ?? 0
    guard let start else { return moment ?? duration }
    let passed = max(time - start, 0)
    return animation?.loops == true ? passed.truncatingRemainder(dividingBy: duration) : min(passed, duration)
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    guard let animation, let start else { return nil }
    let moment = moment(at: time)
    stage?.show(at: moment)
    onMoment(moment / animation.duration)
    if !animation.loops, time - start >= animation.duration {
      self.start = nil
      return nil
    }
    return time
  }

  override func update(_ interface: Interface) {
    layer.backgroundColor = interface.theme.pressed
    let layout = session.draft.layout
    let page = layout.page.size
    let room = bounds.inset(by: 14)
    guard room.width > 0, room.height > 0 else { return }
    let scale = min(room.width / page.width, room.height / page.height)
    let frame = Rect(center: room.center, size: Size(page.width * scale, page.height * scale))
      .pixelAligned(scale: interface.scale)
    let request = PosterPictures.Request(layout, page: PixelSize(frame.size, scale: interface.scale))
    let wanted = Shown(
      revision: session.draft.revision, animation: animation, frame: frame,
      pictures: pictures.pictures(for: request))
    if shown != wanted {
      shown = wanted
      layer.removeSublayers()
      let paper = Layer(frame, fill: .white)
      paper.shadow = interface.theme.shadow()
      layer.addSublayer(paper)
      if let animation {
        let stage = PosterStage(layout, animation, size: frame.size, pictures: wanted.pictures)
        stage.layer.frame = frame
        layer.addSublayer(stage.layer)
        self.stage = stage
      } else {
        let poster = Layer(poster: layout, size: frame.size, pictures: wanted.pictures)
        poster.frame = frame
        layer.addSublayer(poster)
        (stage, start) = (nil, nil)
      }
    }
    stage?.show(at: moment(at: host?.now ?? 0))
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .image, label: label, value: session.title(of: animation?.preset), frame: frame)
  }
}

/// The settings for recording the animation of a poster.
struct FilmSettings: Hashable {
  /// The format of the film.
  var format = PosterFilm.Format.film(.mp4)
  /// The width of the film in pixels; its height follows the page.
  var width = 1080.0
  /// The number of frames for each second.
  var rate = 30

  /// The formats that are offered.
  static let formats: [PosterFilm.Format] = [.film(.mp4), .film(.webm), .film(.gif), .film(.apng), .svg]
  /// The numbers of frames for each second that are offered.
  static let rates = [30, 60]
  /// The possible widths, in pixels.
  static let widths = 16.0...Double(PosterFilm.largestSide)

  /// The number of frames for each second that the format has.
  var framesPerSecond: Double { min(Double(rate), format.highestRate) }
}

extension EditorSession {
  /// Returns the title of a motion; nil is a poster that does not move.
  fileprivate func title(of preset: PosterAnimation.Preset?) -> String {
    switch preset {
    case nil: localized("None")
    case .drop: localized("Crown drops")
    case .rise: localized("Letters rise")
    case .type: localized("Typed")
    case .unfold: localized("Lines unfold")
    case .stamp: localized("Stamped")
    case .pulse: localized("Pulse")
    }
  }
}
