import ColorManagement
import Colors
import Controls
import Files
import Geometry
import Images
import Input
import Localization
import PosterScene
import Posters
import Printing
import Publishing
import Scene
import Workers

/// The actions of an export panel.
protocol ExportPanelDelegate: AnyObject {
  /// Exports the poster.
  func export(_ settings: ExportSettings)
  /// Asks for a file, and exports the poster there.
  func saveAs(_ settings: ExportSettings)
  /// Asks for the folder of exports.
  func chooseFolder(_ settings: ExportSettings)
  /// Opens the panel that prints the poster.
  func openPrintPanel()
  /// Opens the panel of outputs that are written together.
  func openOutputsPanel()
  /// Exports the poster, and attaches the file to a new message.
  func send(asIn settings: ExportSettings)
  /// Opens the panel of the poster's animation.
  func openAnimationPanel()
}

/// The export panel: the format with its settings, a preview of the sheet, and the destination.
final class ExportPanel: Control {
  private let session: EditorSession
  weak var delegate: (any ExportPanelDelegate)?
  private let preview: SheetPreview
  private lazy var form: ExportForm = ExportForm(
    session, preview, browse: browse, more: [animate, outputs, sending])
  private lazy var scroll = ScrollView(form.control)
  private lazy var write: Button = Button(session.localized("Export"), isDefault: true) { [unowned self] in
    delegate?.export(form.settings)
  }
  private lazy var saveAs: Button = Button(session.localized("Save as…"), kind: .plain) { [unowned self] _ in
    delegate?.saveAs(form.settings)
  }
  private lazy var browse: Button = Button(session.localized("Choose folder…"), kind: .plain) {
    [unowned self] _ in
    delegate?.chooseFolder(form.settings)
  }
  private lazy var animate: Button = Button(session.localized("Animate…"), kind: .plain) {
    [unowned self] _ in delegate?.openAnimationPanel()
  }
  private lazy var printing: Button = Button(session.localized("Print…"), kind: .plain) { [unowned self] _ in
    delegate?.openPrintPanel()
  }

  private lazy var outputs: Button = Button(session.localized("Export set…"), kind: .plain) {
    [unowned self] _ in
    delegate?.openOutputsPanel()
  }
  private lazy var sending: Button = Button(session.localized("Send…"), kind: .plain) { [unowned self] _ in
    delegate?.send(asIn: form.settings)
  }

  private static let previewHeight = 150.0

  init(_ session: EditorSession) {
    self.session = session
    preview = SheetPreview(session)
    super.init(label: session.localized("Export"))
    for control in [preview, scroll, printing, saveAs, write] as [Control] { addChild(control) }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Updates the panel from the poster.
  func refresh() { form.show() }

  /// Receives results of background work.
  func receiveMail() { form.receiveMail() }

  /// Waits until proofing has finished.
  func finish() { form.finish() }

  /// Sets the folder of exports.
  func choose(folder path: String) { form.choose(folder: path) }

  private func buttons(in width: Double, _ interface: Interface) -> ButtonRows {
    ButtonRows([write, saveAs, printing], in: width - 2 * Theme.margin, interface)
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let content = form.control.preferredSize(in: Size(340, room.height), interface).height
    let width = min(340, room.width)
    return Size(
      width, min(Self.previewHeight + content + buttons(in: width, interface).footHeight, room.height))
  }

  override func layOut(_ interface: Interface) {
    // In a low window the settings are more important than the preview.
    let top = bounds.height < 360 ? 0 : Self.previewHeight
    preview.isHidden = top == 0
    preview.frame = Rect(x: 0, y: 0, width: bounds.width, height: top)
    let buttons = buttons(in: bounds.width, interface)
    scroll.frame = Rect(
      x: 0, y: top, width: bounds.width, height: max(bounds.height - top - buttons.footHeight, 1))
    buttons.place(atFootOf: bounds, interface)
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
  /// Buttons of other ways to give the poster away.
  private let more: [Button]
  private(set) lazy var control = Form(label: session.localized("Export"))
  private lazy var format = SegmentedChoice(
    label: session.localized("Format"), choices: PosterExport.Format.allCases.map(\.title)
  ) {
    [unowned self] choice, _ in change { $0.format = PosterExport.Format.allCases[choice] }
  }
  private lazy var pixels = NumberField(
    label: session.localized("Width"), range: ExportSettings.widths, value: settings.pixels, step: 100,
    unit: "px", clipboard: session.clipboard
  ) { [unowned self] value, phase in if phase == .final { change { $0.pixels = value } } }
  private lazy var quality = NumberField(
    label: session.localized("Quality"), range: ExportSettings.qualities,
    value: settings.quality, step: 5, clipboard: session.clipboard
  ) { [unowned self] value, phase in if phase == .final { change { $0.quality = value } } }
  private lazy var bleed = NumberField(
    label: session.localized("Bleed"), range: 0...PrintSheet.largestBleed, value: session.poster.bleed,
    step: 1, decimals: 1, unit: "mm", clipboard: session.clipboard
  ) { [unowned self] value, phase in
    // The bleed belongs to the page, for every export and print.
    session.change(.bleed, phase) { $0.bleed = value }
    show()
  }
  private lazy var withoutBleed = Toggle(
    session.localized("Without bleed, for screens")
  ) { [unowned self] isOn, _ in change { $0.leavesOutBleed = isOn } }
  private lazy var marks = Toggle(session.localized("Crop and register marks")) { [unowned self] isOn, _ in
    change { $0.hasMarks = isOn }
  }
  private lazy var outlines = Toggle(session.localized("Letters as shapes")) { [unowned self] isOn, _ in
    change { $0.outlines = isOn }
  }
  private lazy var forPress = Toggle(session.localized("For a press: PDF/X-4 in CMYK")) {
    [unowned self] isOn, _ in
    change { $0.isForPress = isOn }
  }
  private lazy var press = PressProof(
    session, choose: { [unowned self] name in change { $0.press = name } },
    changed: { [unowned self] in show() }, take: { [unowned self] in preview.take($0) })
  private lazy var sheets = SheetRows(language: session.interface.language, clipboard: session.clipboard) {
    [unowned self] choose in change { choose(&$0.sheets) }
  }
  /// The sheets that are not blank, for tilings.
  private var counted: (tilings: [Tiling], sheets: PrintedSheets)?
  private lazy var folder: TextField = TextField(
    label: session.localized("Folder"), clipboard: session.clipboard,
    delegate: .init(
      edited: { [unowned self] text, phase in
        let path = ExportPlace.whole(text)
        guard path.hasPrefix("/") else {
          return FieldFault(session.localized("A folder begins with / or ~"))
        }
        if phase == .final { change { $0.folder = path } }
        return nil
      }, restored: {}, stepped: nil, pasted: { _ in false }))
  private let size = Words()

  /// Creates the form with the last used settings; `browse` chooses another folder, and `more` stand at the end.
  init(_ session: EditorSession, _ preview: SheetPreview, browse: Button, more: [Button] = []) {
    self.session = session
    self.preview = preview
    self.browse = browse
    self.more = more
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
    quality.value = settings.quality
    bleed.value = session.poster.bleed
    withoutBleed.isOn = settings.leavesOutBleed
    marks.isOn = settings.hasMarks
    outlines.isOn = settings.outlines
    forPress.isOn = settings.isForPress
    folder.show(ExportPlace.short(settings.folder))
    var rows = [Form.Row(controls: [format])]
    if let picture = settings.format.picture {
      rows.append(Form.Row(caption: session.localized("Width"), controls: [pixels]))
      if picture.hasQuality { rows.append(Form.Row(caption: quality.label, controls: [quality])) }
    } else if settings.format == .pdf, settings.sheets.layout == .whole {
      rows.append(Form.Row(controls: [marks]))
    }
    rows.append(Form.Row(caption: session.localized("Bleed"), controls: [bleed]))
    if settings.format != .pdf, session.poster.bleed > 0 { rows.append(Form.Row(controls: [withoutBleed])) }
    if settings.format.picture == nil { rows.append(Form.Row(controls: [outlines])) }
    if settings.format == .pdf { rows.append(Form.Row(controls: [forPress])) }
    if settings.hasPress { rows += press.rows(choosing: settings.press) }
    var tiling: Tiling?
    if settings.format == .pdf {
      let (sheetRows, shown) = sheetRows()
      rows += sheetRows
      tiling = shown?.tilings.first
    }
    rows.append(Form.Row(caption: session.localized("Folder"), controls: [folder]))
    rows.append(Form.Row(controls: [browse]))
    if settings.options.sheetPaper == nil {
      size.text = words
      rows.append(Form.Row(controls: [size], height: Words.height(lines: 1)))
    }
    if !more.isEmpty { rows.append(Form.Row(controls: more, isPacked: true)) }
    control.show([Form.Section(title: session.localized("Export"), rows: rows)])
    control.parent?.setNeedsLayout()
    preview.show(
      settings.options.sheet(for: [session.poster]), press: settings.hasPress ? .some(settings.press) : .none,
      tiling: tiling)
  }

  /// Returns the rows of the sheets, and the sheets; blank ones are found in the background.
  private func sheetRows() -> (rows: [Form.Row], sheets: PrintedSheets?) {
    let posters = [session.poster]
    let context = SheetRows.Context(posters: posters, options: settings.pageOptions)
    let options = settings.options
    let all = (try? PrintedSheets(of: posters, options)) ?? nil
    guard let all, all.sheets.count > 1, !all.tilings.isEmpty, !settings.sheets.keepsBlankSheets else {
      return sheets.rows(settings.sheets, context)
    }
    if let counted, counted.tilings == all.tilings, countedLayout == session.draft.layout {
      return sheets.rows(settings.sheets, context, counted: counted.sheets)
    }
    let (layout, bleed, decoder) = (
      session.draft.layout, options.sheet(for: posters).bleedInPoints, session.pictures
    )
    counting.run(isFinal: false) {
      all.tilings.map { TiledExport.withoutBlankSheets($0, of: layout, bleed: bleed, by: decoder) }
    } then: { [weak self] result in
      guard let self, case .success(let tilings) = result else { return }
      var sheets = all
      sheets.divide(by: tilings)
      (counted, countedLayout) = ((all.tilings, sheets), layout)
      show()
    }
    return sheets.rows(settings.sheets, context)
  }

  private var countedLayout: PosterLayout?
  private lazy var counting = NewestTask<[Tiling]>(session.tasks)

  /// Receives results of background work.
  func receiveMail() { press.receiveMail() }

  /// Waits until proofing has finished.
  func finish() { press.finish() }

  /// Sets the folder of exports.
  func choose(folder path: String) { change { $0.folder = path } }

  private var words: String {
    let paper = settings.options.sheet(for: [session.poster]).paper(for: session.poster.page)
    if settings.format.picture != nil {
      let height = settings.pixels * paper.height / paper.width
      return session.localized(
        "{width} × {height} pixels",
        ["width": "\(Int(settings.pixels))", "height": "\(Int(height.rounded()))"])
    }
    return session.localized(
      "{width} × {height} mm of paper",
      ["width": paper.width.text(.fixed(0)), "height": paper.height.text(.fixed(0))])
  }
}

/// A small preview of the poster on its sheet, with the bleed and marks around it.
final class SheetPreview: Control {
  private let session: EditorSession
  private var sheet = PrintSheet()
  /// The name of the press that is simulated, nil inside for the default one; nil without simulation.
  private var press: String??
  /// The sheets of the divided poster.
  private var tiling: Tiling?
  /// Asks for a proof.
  var onProof: (ProofJob.Request) -> Void = { _ in }
  /// The last request, and its result.
  private var asked: ProofJob.Request?
  private var proof: ProofJob.Proof?
  private lazy var pictures = ShownPictures(session) { [unowned self] in setNeedsUpdate() }

  init(_ session: EditorSession) {
    self.session = session
    super.init(label: session.localized("Preview of the sheet"))
  }

  /// Shows a proof; returns whether it is the requested one.
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
    // The trim line.
    let cut = Layer(
      Rect(center: frame.center, size: Size(page.width * scale, page.height * scale)).pixelAligned(
        scale: interface.scale), fill: nil)
    cut.borderWidth = interface.hairline
    cut.borderColor = interface.theme.highlight
    layer.addSublayer(cut)
  }

  /// Returns lines over the poster where sheets begin. Each is light beside dark, so that it is visible on any
  /// background.
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
    return AccessibilityNode(role: .image, label: label, value: session.localized(words), frame: frame)
  }
}

/// The press of an export: the installed presses, the choice among them, and the report on the proof.
final class PressProof {
  private let session: EditorSession
  private let job: ProofJob
  /// The installed presses, once they are known.
  private var presses: [String]?
  private var isFindingPresses = false
  private var choice: ChoiceSwitch?
  private let words = Words()
  private let choose: (String) -> Void
  private let changed: () -> Void
  private let take: (ProofJob.Proof) -> Bool

  /// - Parameters:
  ///   - choose: Receives the name of a press that a person chooses.
  ///   - changed: Called when the rows change.
  ///   - take: Shows a proof; returns whether it is the requested one.
  init(
    _ session: EditorSession, choose: @escaping (String) -> Void, changed: @escaping () -> Void,
    take: @escaping (ProofJob.Proof) -> Bool
  ) {
    self.session = session
    job = ProofJob(session.work, by: session.pictures)
    (self.choose, self.changed, self.take) = (choose, changed, take)
  }

  /// Returns the rows for the choice of the press and the report; the first call searches for presses.
  func rows(choosing press: String?) -> [Form.Row] {
    if !isFindingPresses {
      isFindingPresses = true
      job.findPresses()
    }
    let said = Form.Row(controls: [words], height: Words.height(lines: 3))
    guard let presses else { return [said] }
    choice?.show(press.flatMap { presses.firstIndex(of: $0) } ?? 0)
    return (choice.map { [Form.Row(caption: session.localized("Press"), controls: [$0])] } ?? []) + [said]
  }

  /// Requests a proof.
  func ask(_ request: ProofJob.Request) { job.proof(request) }

  /// Receives results of background work.
  func receiveMail() {
    for event in job.take() {
      switch event {
      case .presses(let names):
        presses = names
        if !names.isEmpty {
          choice = ChoiceSwitch(label: session.localized("Press"), choices: names) { [choose] in
            choose(names[$0])
          }
        }
        changed()
      case .proof(let proof):
        guard take(proof) else { continue }
        words.text = session.localized(proof.words)
        words.isFault = proof.picture == nil
      }
    }
  }

  /// Waits until proofing has finished.
  func finish() { job.finish() }
}

/// Finds the installed presses, and proofs a poster for one of them, in the background.
final class ProofJob {
  /// A result of the background work.
  enum Event: Sendable {
    /// The names of the installed presses, the default one first.
    case presses([String])
    /// The simulated print of a sheet, with marks on colours outside the press's gamut.
    case proof(Proof)
  }

  struct Proof: Sendable {
    /// The request of the proof, which may be outdated.
    let request: Request
    let picture: SharedBitmap?
    /// The report on the proof.
    let words: Message
  }

  /// A request for a proof: a layout on a sheet, the press of a name or the default one for nil, and a size in pixels.
  struct Request: Hashable, Sendable {
    var layout: PosterLayout
    var bleed: Double
    var press: String?
    var size: PixelSize
  }

  /// The state of the thread, since reading profiles takes time.
  private final class State {
    var profiles: InstalledProfiles?
    var proofers: [String: PrintProofer] = [:]
  }

  private let mail: Mailbox<Event>
  private let worker: Worker<State>

  private let decoder: any PictureDecoder

  init(_ work: WorkGroup, by decoder: any PictureDecoder = DirectDecoder()) {
    self.decoder = decoder
    mail = Mailbox(wake: work.wake)
    worker = Worker(name: "proof", in: work) { State() }
  }

  func take() -> [Event] { mail.takeAll() }

  /// Searches for presses.
  func findPresses() {
    worker.run { [mail] state in
      let profiles = state.profiles ?? InstalledProfiles()
      state.profiles = profiles
      mail.send(.presses(profiles.entries.map(\.profile.name)))
    }
  }

  /// Proofs a poster; the caller has to drop outdated requests.
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
        mail.send(.proof(Proof(request: request, picture: nil, words: Message(error))))
      }
    }
  }

  static func words(for share: Double, on press: String) -> Message {
    guard share > 0 else {
      return Message("All colours of the page can be printed on “{press}”", ["press": press])
    }
    guard share >= 0.01 else {
      return Message(
        "Less than 1 % of the page has colours that “{press}” cannot print. They are striped, and become duller.",
        ["press": press])
    }
    return Message(
      "{percent} % of the page has colours that “{press}” cannot print. They are striped, and become duller.",
      ["percent": "\(Int((share * 100).rounded()))", "press": press])
  }

  /// Waits until all requests have finished.
  func finish() { worker.finish() }
}

extension PrintProof {
  /// The picture with stripes over colours outside the press's gamut, light beside dark so that they are visible on any
  /// background.
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
