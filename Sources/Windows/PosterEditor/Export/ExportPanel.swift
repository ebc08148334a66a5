import ColorManagement
import Colors
import Controls
import Files
import Geometry
import Images
import Input
import PosterScene
import Posters
import Publishing
import Scene
import Workers

/// What an export panel leads to.
protocol ExportPanelDelegate: AnyObject {
  /// Writes the poster.
  func export(_ settings: ExportSettings)
  /// Asks where the file shall go, and writes it there.
  func saveAs(_ settings: ExportSettings)
  /// Asks for the folder of exports.
  func chooseFolder(_ settings: ExportSettings)
  /// Prints the poster; the printers are listed at a button.
  func print(_ settings: ExportSettings, from button: Control)
}

/// What a poster is written as: the format with what belongs to it, a preview of the sheet, and where it goes.
final class ExportPanel: Control {
  private let session: EditorSession
  weak var delegate: (any ExportPanelDelegate)?
  private let preview: SheetPreview
  private lazy var form: ExportForm = ExportForm(session, preview, browse: browse)
  private lazy var scroll = ScrollView(form.control)
  private lazy var write: Button = Button("Export", isDefault: true) { [unowned self] in
    delegate?.export(form.settings)
  }
  private lazy var saveAs: Button = Button("Save as…", kind: .plain) { [unowned self] _ in
    delegate?.saveAs(form.settings)
  }
  private lazy var browse: Button = Button("Choose folder…", kind: .plain) { [unowned self] _ in
    delegate?.chooseFolder(form.settings)
  }
  private lazy var printing: Button = Button("Print…", kind: .plain) { [unowned self] _ in
    delegate?.print(form.settings, from: printing)
  }

  private static let previewHeight = 150.0
  private static let buttonsHeight = 56.0

  init(_ session: EditorSession) {
    self.session = session
    preview = SheetPreview(session)
    super.init(label: "Export")
    for control in [preview, scroll, printing, saveAs, write] as [Control] { addChild(control) }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Shows the poster as it is now.
  func refresh() { form.show() }

  /// Takes in what was found beside the frame loop.
  func receiveMail() { form.receiveMail() }

  /// Waits until nothing is proofed any more.
  func finish() { form.finish() }

  /// Exports into another folder from now on.
  func choose(folder path: String) { form.choose(folder: path) }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let content = form.control.preferredSize(in: Size(340, room.height), interface).height
    return Size(
      min(340, room.width), min(Self.previewHeight + content + Self.buttonsHeight, room.height))
  }

  override func layOut(_ interface: Interface) {
    // In a low window what can be chosen counts more than what it looks like.
    let top = bounds.height < 360 ? 0 : Self.previewHeight
    preview.isHidden = top == 0
    preview.frame = Rect(x: 0, y: 0, width: bounds.width, height: top)
    scroll.frame = Rect(
      x: 0, y: top, width: bounds.width, height: max(bounds.height - top - Self.buttonsHeight, 1))
    var right = bounds.width - Theme.margin
    for control in [write, saveAs, printing] as [Control] {
      let width = control.preferredSize(in: bounds.size, interface).width
      control.frame = Rect(
        x: right - width, y: bounds.height - Self.buttonsHeight + 12, width: width,
        height: Theme.controlHeight
      ).pixelAligned(scale: interface.scale)
      right -= width + Theme.gap
    }
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.key == .enter, event.modifiers.isEmpty else { return false }
    delegate?.export(form.settings)
    return true
  }
}

/// The settings of an export, as rows of fields; the preview follows them.
final class ExportForm {
  private let session: EditorSession
  private(set) var settings: ExportSettings
  private let preview: SheetPreview
  private let browse: Button
  let control = Form(label: "Export")
  private lazy var format = SegmentedChoice(label: "Format", choices: ["PDF", "PNG", "SVG"]) {
    [unowned self] choice, _ in change { $0.format = PosterExport.Format.allCases[choice] }
  }
  private lazy var pixels = NumberField(
    label: "Width", range: ExportSettings.widths, value: settings.pixels, step: 100, unit: "px",
    clipboard: session.clipboard
  ) { [unowned self] value, phase in if phase == .final { change { $0.pixels = value } } }
  private lazy var bleed = NumberField(
    label: "Bleed", range: 0...PrintSheet.largestBleed, value: session.poster.bleed, step: 1, decimals: 1,
    unit: "mm", clipboard: session.clipboard
  ) { [unowned self] value, phase in
    guard phase == .final, session.poster.bleed != value else { return }
    // It is the page's, for every export and print.
    session.change(.bleed) { $0.bleed = value }
    show()
  }
  private lazy var withoutBleed = Toggle(
    session.interface.language.localized("Without bleed, for screens")
  ) { [unowned self] isOn, _ in change { $0.leavesOutBleed = isOn } }
  private lazy var marks = Toggle("Crop and register marks") { [unowned self] isOn, _ in
    change { $0.hasMarks = isOn }
  }
  private lazy var outlines = Toggle("Letters as shapes") { [unowned self] isOn, _ in
    change { $0.outlines = isOn }
  }
  private lazy var forPress = Toggle("For a press: PDF/X-4 in CMYK") { [unowned self] isOn, _ in
    change { $0.isForPress = isOn }
  }
  private lazy var press = PressProof(
    session, choose: { [unowned self] name in change { $0.press = name } },
    changed: { [unowned self] in show() }, take: { [unowned self] in preview.take($0) })
  private lazy var tiles = TilingRows(session) { [unowned self] in change($0) }
  private lazy var folder: TextField = TextField(
    label: "Folder", clipboard: session.clipboard,
    delegate: .init(
      edited: { [unowned self] text, phase in
        let path = ExportPlace.whole(text)
        guard path.hasPrefix("/") else { return FieldFault("A folder begins with / or ~") }
        if phase == .final { change { $0.folder = path } }
        return nil
      }, restored: {}, stepped: nil, pasted: { _ in false }))
  private let size = Words()

  /// Creates the form of the settings that were used last; `browse` leads to another folder.
  init(_ session: EditorSession, _ preview: SheetPreview, browse: Button) {
    self.session = session
    self.preview = preview
    self.browse = browse
    settings = ExportSettings(rememberedIn: session.folders)
    preview.onProof = { [unowned self] in press.ask($0) }
    show()
  }

  private func change(_ change: (inout ExportSettings) -> Void) {
    change(&settings)
    settings.remember(in: session.folders)
    show()
  }

  func show() {
    format.index = PosterExport.Format.allCases.firstIndex(of: settings.format) ?? 0
    pixels.value = settings.pixels
    bleed.value = session.poster.bleed
    withoutBleed.isOn = settings.leavesOutBleed
    marks.isOn = settings.hasMarks
    outlines.isOn = settings.outlines
    forPress.isOn = settings.isForPress
    folder.show(ExportPlace.short(settings.folder))
    var rows = [Form.Row(controls: [format])]
    switch settings.format {
    case .png: rows.append(Form.Row(caption: "Width", controls: [pixels]))
    case .pdf: if settings.tiling.options == nil { rows.append(Form.Row(controls: [marks])) }
    case .svg: break
    }
    rows.append(Form.Row(caption: "Bleed", controls: [bleed]))
    if settings.format != .pdf, session.poster.bleed > 0 { rows.append(Form.Row(controls: [withoutBleed])) }
    if settings.format != .png { rows.append(Form.Row(controls: [outlines])) }
    if settings.format == .pdf { rows.append(Form.Row(controls: [forPress])) }
    if settings.hasPress { rows += press.rows(choosing: settings.press) }
    var tiling: Tiling?
    if settings.format == .pdf {
      let tiled = tiles.rows(settings)
      rows += tiled.rows
      tiling = tiled.tiling
    }
    rows.append(Form.Row(caption: "Folder", controls: [folder]))
    rows.append(Form.Row(controls: [browse]))
    if settings.options.tiling == nil {
      size.text = words
      rows.append(Form.Row(controls: [size], height: Words.height(lines: 1)))
    }
    control.show([Form.Section(title: "Export", rows: rows)])
    control.parent?.setNeedsLayout()
    preview.show(
      settings.options.sheet(for: [session.poster]), press: settings.hasPress ? .some(settings.press) : .none,
      tiling: tiling)
  }

  /// Takes in what was found beside the frame loop.
  func receiveMail() { press.receiveMail() }

  /// Waits until nothing is proofed any more.
  func finish() { press.finish() }

  /// Exports into another folder from now on.
  func choose(folder path: String) { change { $0.folder = path } }

  private var words: String {
    let paper = settings.options.sheet(for: [session.poster]).paper(for: session.poster.page)
    if settings.format == .png {
      let height = settings.pixels * paper.height / paper.width
      return "\(Int(settings.pixels)) × \(Int(height.rounded())) pixels"
    }
    return "\(paper.width.text(.fixed(0))) × \(paper.height.text(.fixed(0))) mm of paper"
  }
}

/// The poster on its sheet, with the bleed and the marks around it, small.
final class SheetPreview: Control {
  private let session: EditorSession
  private var sheet = PrintSheet()
  /// Whether it is shown as a press prints it, and the press's name; the usual one has none.
  private var press: String??
  /// The sheets over which it is divided.
  private var tiling: Tiling?
  /// Asks for a proof.
  var onProof: (ProofJob.Request) -> Void = { _ in }
  /// What was asked for last, and what came of it.
  private var asked: ProofJob.Request?
  private var proof: ProofJob.Proof?
  private lazy var pictures = ShownPictures(session) { [unowned self] in setNeedsUpdate() }

  init(_ session: EditorSession) {
    self.session = session
    super.init(label: "Preview of the sheet")
  }

  /// Shows a proof; returns whether it is of what is shown.
  func take(_ proof: ProofJob.Proof) -> Bool {
    guard proof.request == asked else { return false }
    self.proof = proof
    setNeedsUpdate()
    return true
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  func show(_ sheet: PrintSheet, press: String??, tiling: Tiling? = nil) {
    self.sheet = sheet
    self.press = press
    self.tiling = tiling
    setNeedsUpdate()
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    layer.backgroundColor = interface.theme.pressed
    let layout = session.draft.layout
    let page = layout.page.size
    let paper = sheet.paper(for: session.poster.page)
    let unit = Page.pointsPerMillimetre
    let whole = Size(paper.width * unit, paper.height * unit)
    let room = bounds.inset(by: 14)
    guard room.width > 0, room.height > 0 else { return }
    let scale = min(room.width / whole.width, room.height / whole.height)
    let size = Size(whole.width * scale, whole.height * scale)
    let frame = Rect(center: room.center, size: size).pixelAligned(scale: interface.scale)
    let white = Layer(frame, fill: .white)
    white.shadow = interface.theme.shadow()
    layer.addSublayer(white)
    let bleed = sheet.bleedInPoints
    let printed = Size((page.width + 2 * bleed) * scale, (page.height + 2 * bleed) * scale)
    let request = PosterPictures.Request(
      layout, page: PixelSize(printed, scale: interface.scale), bleed: bleed)
    let poster = Layer(
      poster: layout, size: printed, pictures: pictures.pictures(for: request), bleed: bleed)
    poster.frame = Rect(center: frame.center, size: printed)
    layer.addSublayer(poster)
    showProof(of: layout, bleed: bleed, at: poster.frame, scale: interface.scale)
    if let tiling { layer.addSublayer(map(of: tiling, on: poster.frame, interface)) }
    guard bleed > 0 || sheet.hasMarks else { return }
    // Where it is cut.
    let cut = Layer(
      Rect(center: frame.center, size: Size(page.width * scale, page.height * scale)).pixelAligned(
        scale: interface.scale), fill: nil)
    cut.borderWidth = interface.hairline
    cut.borderColor = interface.theme.highlight
    layer.addSublayer(cut)
  }

  /// Returns lines over the poster where sheets begin, each light beside dark so that it is seen on any ground.
  private func map(of tiling: Tiling, on frame: Rect, _ interface: Interface) -> Layer {
    let map = Layer(frame, fill: nil)
    map.name = "tiles"
    let (scale, hairline) = (frame.width / tiling.size.width, interface.hairline)
    for sheet in tiling.sheets where (sheet.row == 0) != (sheet.column == 0) {
      let corner = Point(sheet.part.minX * scale, sheet.part.minY * scale)
      for (shift, color) in [(0, RGBA.white), (hairline, interface.theme.highlight)] {
        let line =
          sheet.row == 0
          ? Rect(x: corner.x + shift, y: 0, width: hairline, height: frame.height)
          : Rect(x: 0, y: corner.y + shift, width: frame.width, height: hairline)
        map.addSublayer(Layer(line.pixelAligned(scale: interface.scale), fill: color))
      }
    }
    return map
  }

  /// Lays over the poster what a press makes of it, and asks for that where it is not known.
  private func showProof(of layout: PosterLayout, bleed: Double, at frame: Rect, scale: Double) {
    guard let press else {
      (asked, proof) = (nil, nil)
      return
    }
    let request = ProofJob.Request(
      layout: layout, bleed: bleed, press: press, size: PixelSize(frame.size, scale: scale))
    if request != asked {
      (asked, proof) = (request, nil)
      onProof(request)
    }
    guard let proof, let picture = proof.picture else { return }
    let layer = Layer(frame, fill: nil)
    layer.contents = .image(ImageContents(picture))
    layer.name = "proof"
    self.layer.addSublayer(layer)
  }

  override var accessibility: AccessibilityNode {
    guard press != nil, let words = proof?.words else {
      return AccessibilityNode(role: .image, label: label, frame: frame)
    }
    return AccessibilityNode(role: .image, label: label, value: words, frame: frame)
  }
}

/// The press that a poster is exported for: which are installed, the choice among them, and what is said of the proof.
final class PressProof {
  private let session: EditorSession
  private let job: ProofJob
  /// The presses that are installed, once they are known.
  private var presses: [String]?
  private var isFindingPresses = false
  private var choice: ChoiceSwitch?
  private let words = Words()
  private let choose: (String) -> Void
  private let changed: () -> Void
  private let take: (ProofJob.Proof) -> Bool

  /// - Parameters:
  ///   - choose: Is told the name of a press that a person chooses.
  ///   - changed: The rows are others now.
  ///   - take: Shows a proof; returns whether it is of what is shown.
  init(
    _ session: EditorSession, choose: @escaping (String) -> Void, changed: @escaping () -> Void,
    take: @escaping (ProofJob.Proof) -> Bool
  ) {
    self.session = session
    job = ProofJob(session.work, by: session.pictures)
    (self.choose, self.changed, self.take) = (choose, changed, take)
  }

  /// The choice of the press, and what is said of it; the first time the presses are looked for.
  func rows(choosing press: String?) -> [Form.Row] {
    if !isFindingPresses {
      isFindingPresses = true
      job.findPresses()
    }
    let said = Form.Row(controls: [words], height: Words.height(lines: 3))
    guard let presses else { return [said] }
    choice?.show(press.flatMap { presses.firstIndex(of: $0) } ?? 0)
    return (choice.map { [Form.Row(caption: "Press", controls: [$0])] } ?? []) + [said]
  }

  /// Asks for a proof.
  func ask(_ request: ProofJob.Request) { job.proof(request) }

  /// Takes in what was found beside the frame loop.
  func receiveMail() {
    for message in job.take() {
      switch message {
      case .presses(let names):
        presses = names
        if !names.isEmpty {
          choice = ChoiceSwitch(label: "Press", choices: names) { [choose] in choose(names[$0]) }
        }
        changed()
      case .proof(let proof):
        guard take(proof) else { continue }
        words.text = proof.words
        words.isFault = proof.picture == nil
      }
    }
  }

  /// Waits until nothing is proofed any more.
  func finish() { job.finish() }
}

/// Finds the presses that are installed, and proofs a poster for one of them, beside the frame loop.
final class ProofJob {
  enum Message: Sendable {
    /// The names of the presses that are installed, the usual one first.
    case presses([String])
    /// What a sheet looks like on paper, with marks on what the press cannot show.
    case proof(Proof)
  }

  struct Proof: Sendable {
    /// What was proofed; a proof that comes late may be of something else.
    let request: Request
    let picture: SharedBitmap?
    /// What is to be said of it.
    let words: String
  }

  /// What is proofed: a layout on a sheet, for the press of this name or the usual one without, so many pixels large.
  struct Request: Hashable, Sendable {
    var layout: PosterLayout
    var bleed: Double
    var press: String?
    var size: PixelSize
  }

  /// What belongs to the thread: profiles take time to read.
  private final class State {
    var profiles: InstalledProfiles?
    var proofers: [String: PrintProofer] = [:]
  }

  private let mail: Mailbox<Message>
  private let worker: Worker<State>

  private let decoder: any PictureDecoder

  init(_ work: WorkGroup, by decoder: any PictureDecoder = DirectDecoder()) {
    self.decoder = decoder
    mail = Mailbox(wake: work.wake)
    worker = Worker(name: "proof", in: work) { State() }
  }

  func take() -> [Message] { mail.takeAll() }

  /// Looks for presses.
  func findPresses() {
    worker.run { [mail] state in
      let profiles = state.profiles ?? InstalledProfiles()
      state.profiles = profiles
      mail.send(.presses(profiles.entries.map(\.profile.name)))
    }
  }

  /// Proofs a poster; of several requests that wait only the last counts, which whoever asks has to see to.
  func proof(_ request: Request) {
    worker.run { [mail, decoder] state in
      do {
        let profiles = state.profiles ?? InstalledProfiles()
        state.profiles = profiles
        let profile = try profiles.profile(named: request.press)
        let proofer = try state.proofers[profile.name] ?? PrintProofer(profile)
        state.proofers[profile.name] = proofer
        guard
          let bitmap = request.layout.bitmap(bleed: request.bleed, size: request.size, by: decoder)
        else { return }
        let proof = proofer.proof(of: bitmap)
        mail.send(
          .proof(
            Proof(
              request: request, picture: SharedBitmap(proof.marked),
              words: Self.words(for: proof.share, on: profile.name))))
      } catch {
        mail.send(.proof(Proof(request: request, picture: nil, words: "\(error)")))
      }
    }
  }

  static func words(for share: Double, on press: String) -> String {
    guard share > 0 else { return "All of the page can be printed on “\(press)”" }
    let percent = share < 0.01 ? "Less than 1 %" : "\(Int((share * 100).rounded())) %"
    return "\(percent) of the page cannot be printed on “\(press)”; it is striped, and becomes duller"
  }

  /// Waits until what was asked for is done.
  func finish() { worker.finish() }
}

extension PrintProof {
  /// The picture with stripes, light beside dark so that they are seen on any ground, over what the press cannot show.
  var marked: Bitmap {
    var bitmap = picture
    let width = bitmap.size.width
    for (index, isOut) in isOutOfGamut.enumerated() where isOut {
      let place = (index % width + index / width) % 10
      guard place < 4 else { continue }
      let value: UInt8 = place < 2 ? 0xff : 0x1b
      for channel in 0..<3 { bitmap.bytes[4 * index + channel] = value }
    }
    return bitmap
  }
}
