import Application
import Bus
import Controls
import Files
import Geometry
import Images
import Input
import Localization
import Posters
import Publishing
import Scene
import Text
import Workers

/// The actions of a panel of outputs that belong to its window.
package protocol OutputsPanelDelegate: AnyObject {
  /// Asks for the folder of files, beginning at one, and passes it to `take`.
  func chooseOutputFolder(from folder: String, _ take: @escaping (String) -> Void)
  /// Tells the person something after the panel has closed.
  func say(_ words: String)
}

/// The panel that writes all outputs of an export set for some posters: the outputs side by side, and beside them the sets,
/// the chosen output, and where the files go.
package final class OutputsPanel: Control {
  package weak var delegate: (any OutputsPanelDelegate)?

  private let posters: [Poster]
  private let services: PrintServices
  private let store: ExportSets
  private let painter: OutputPainter
  private let writer: OutputWriter
  private var sets: [ExportSet] = []
  private var current = ExportSet.shipped[0]
  /// The index of the chosen output.
  private var chosen = 0
  /// The index of the poster that is previewed.
  private var shown = 0
  private var folder = ExportPlace.folder
  private var replaces = false
  /// The fault of the sets' file or of a change of it, or nil.
  private var fault: String?
  private var progress: ExportRun.Progress?
  private var outcome: (outcome: ExportRun.Outcome, count: Int)?
  private var isWriting = false
  private var isClosed = false

  private let previews: OutputPreviews
  private lazy var form = Form(label: language.localized("Export set"))
  private lazy var scroll = ScrollView(form)
  private let words = Words()
  private let posterWords = Words()
  /// The line between the form and what is said below it.
  private let edge = Layer()
  private var setChoice: ChoiceSwitch?
  private var outputChoice: ChoiceSwitch?
  private lazy var newSet = Button(language.localized("New set"), kind: .plain) {
    [unowned self] (_: Double) in addSet()
  }
  private lazy var deleteSet = Button(language.localized("Delete set"), kind: .plain) {
    [unowned self] (_: Double) in
    removeSet()
  }
  private lazy var setName = field(language.localized("Name of the set")) { [unowned self] text in
    rename(to: text)
  }
  private lazy var outputName = field(language.localized("Name of the output")) { [unowned self] text in
    renameOutput(to: text)
  }
  private lazy var format = ChoiceSwitch(
    label: language.localized("Format"), choices: PosterExport.Format.allCases.map(\.title)
  ) { [unowned self] index in
    changeOutput {
      $0.format = PosterExport.Format.allCases[index]
      // Prints bleed as the poster does; pictures for screens end at the page.
      $0.bleed = $0.format == .pdf ? nil : 0
    }
  }
  private lazy var shape = ChoiceSwitch(
    label: language.localized("Size"),
    choices: [
      language.localized("The page"), language.localized("The page in pixels"),
      language.localized("Another shape"),
    ]
  ) { [unowned self] index in
    changeOutput { output in
      output.size =
        switch index {
        case 0: .page
        case 1: .width(Self.width(of: output) ?? 1600)
        default: .pixels(width: Self.width(of: output) ?? 1080, height: 1080)
        }
    }
  }
  private lazy var width = number(language.localized("Width"), ExportOutput.sides) { output, value in
    if case .pixels(_, let height) = output.size {
      output.size = .pixels(width: value, height: height)
    } else {
      output.size = .width(value)
    }
  }
  private lazy var height = number(language.localized("Height"), ExportOutput.sides) { output, value in
    output.size = .pixels(width: Self.width(of: output) ?? value, height: value)
  }
  private lazy var quality = number(language.localized("Quality"), PictureFormat.qualities, unit: "", step: 5)
  {
    $0.quality = $1
  }
  private lazy var ownBleed = Toggle(language.localized("The poster's own bleed")) { [unowned self] isOn, _ in
    changeOutput { $0.bleed = isOn ? nil : 0 }
  }
  private lazy var bleed = NumberField(
    label: language.localized("Bleed"), range: 0...PrintSheet.largestBleed, value: 0, decimals: 1, unit: "mm",
    clipboard: services.clipboard
  ) { [unowned self] value, phase in if phase == .final { changeOutput { $0.bleed = value } } }
  private lazy var marks = Toggle(language.localized("Crop and register marks")) { [unowned self] isOn, _ in
    changeOutput { $0.hasMarks = isOn }
  }
  private lazy var press = Toggle(language.localized("For a press: PDF/X-4 in CMYK")) {
    [unowned self] isOn, _ in changeOutput { $0.isForPress = isOn }
  }
  private lazy var addOutput = Button(language.localized("Add output"), kind: .plain) {
    [unowned self] (_: Double) in
    change { set in
      set.outputs.append(
        ExportOutput(set.freeName(like: "output"), .png, .pixels(width: 1080, height: 1080)))
    }
    choose(current.outputs.count - 1)
  }
  private lazy var removeOutput = Button(language.localized("Remove output"), kind: .plain) {
    [unowned self] (_: Double) in
    let index = chosen
    change { $0.outputs.remove(at: index) }
  }
  private lazy var names = field(language.localized("File names")) { [unowned self] text in
    do throws(ExportRun.Refusal) { try ExportRun.check(text) } catch { return language.localized(error) }
    change { $0.pattern = text }
    return nil
  }
  private lazy var folderField = field(language.localized("Folder")) { [unowned self] text in
    let path = ExportPlace.whole(text)
    guard path.hasPrefix("/") else { return language.localized("A folder begins with / or ~") }
    take(folder: path)
    return nil
  }
  private lazy var browse = Button(language.localized("Choose folder…"), kind: .plain) {
    [unowned self] (_: Double) in
    delegate?.chooseOutputFolder(from: folder) { [weak self] in self?.take(folder: $0) }
  }
  private lazy var replace = Toggle(language.localized("Replace files that are there")) {
    [unowned self] isOn, _ in
    replaces = isOn
    show()
  }
  private lazy var previous = Button(language.localized("Previous poster"), icon: .previous, kind: .quiet) {
    [unowned self] (_: Double) in turn(by: -1)
  }
  private lazy var next = Button(language.localized("Next poster"), icon: .next, kind: .quiet) {
    [unowned self] (_: Double) in turn(by: 1)
  }
  private lazy var exportButton = Button(language.localized("Export all"), isDefault: true) {
    [unowned self] in export()
  }
  private lazy var closeButton = Button(language.localized("Cancel"), kind: .plain) {
    [unowned self] (_: Double) in
    if isWriting { writer.cancel() } else { host?.close(self) }
  }
  private lazy var showButton = Button(language.localized("Show in folder"), kind: .plain) {
    [unowned self] (_: Double) in
    guard let path = outcome?.outcome.written.first else { return }
    writer.show(path)
  }

  private lazy var sendButton = Button(language.localized("Send…"), kind: .plain) {
    [unowned self] (_: Double) in
    guard let paths = outcome?.outcome.written else { return }
    writer.send(paths, subject: posters.count == 1 ? posters[0].title : current.name)
  }

  private var language: Language { services.interface.language }

  private static let formWidth = (usual: 330.0, narrow: 300.0)
  private static let barHeight = 40.0
  private static let roomForBoth = 560.0

  /// Creates a panel for posters, which must not be empty, with the set that was used last.
  package init(_ posters: [Poster], _ services: PrintServices) {
    (self.posters, self.services) = (posters, services)
    let language = services.interface.language
    store = ExportSets(services.folders)
    painter = OutputPainter(services.work, by: services.pictures)
    writer = OutputWriter(services)
    previews = OutputPreviews(label: language.localized("Preview of the outputs"), painter)
    super.init(label: language.localized("Export set"))
    let controls: [Control] = [
      previews, previous, next, posterWords, scroll, words, sendButton, showButton, closeButton, exportButton,
    ]
    for control in controls { addChild(control) }
    layer.addSublayer(edge)
    previews.onChoose = { [unowned self] in choose($0) }
    readSettings()
    show()
  }

  override package var isFocusable: Bool { false }
  override package var cursor: CursorShape { .arrow }

  // MARK: Sets

  private var output: ExportOutput? {
    current.outputs.indices.contains(chosen) ? current.outputs[chosen] : nil
  }

  private static func width(of output: ExportOutput) -> Int? {
    switch output.size {
    case .page: nil
    case .width(let width), .pixels(let width, _): width
    }
  }

  /// Reads the sets; the chosen one stays if it is still there.
  private func readSets() {
    do throws(ExportSets.Refusal) {
      sets = try store.all()
    } catch {
      (sets, fault) = (ExportSet.shipped, language.localized(error))
    }
    current = sets.first { $0.name == current.name } ?? sets[0]
  }

  /// Changes the set and keeps it.
  private func change(_ change: (inout ExportSet) -> Void) {
    let old = current.name
    change(&current)
    keep(replacing: old)
  }

  @discardableResult
  private func keep(replacing old: String? = nil) -> Bool {
    outcome = nil
    fault = nil
    do throws(ExportSets.Refusal) {
      try store.put(current, replacing: old)
    } catch {
      fault = language.localized(error)
    }
    let isKept = fault == nil
    if isKept { readSets() }
    show()
    return isKept
  }

  private func changeOutput(_ change: (inout ExportOutput) -> Void) {
    guard current.outputs.indices.contains(chosen) else { return }
    self.change { change(&$0.outputs[chosen]) }
  }

  private func renameOutput(to name: String) -> String? {
    guard var renamed = output else { return nil }
    if let other = current.output(named: name), other != renamed {
      return language.localized("Another output has this name")
    }
    renamed.name = name
    if let fault = renamed.fault { return language.localized(fault) }
    changeOutput { $0 = renamed }
    return nil
  }

  private func choose(set index: Int) {
    (current, chosen, outcome, fault) = (sets[index], 0, nil, nil)
    remember()
    show()
  }

  private func choose(_ index: Int) {
    chosen = index
    show()
  }

  private func addSet() {
    var name = language.localized("My set")
    var number = 2
    while sets.contains(where: { $0.name.lowercased() == name.lowercased() }) {
      name = "\(language.localized("My set")) \(number)"
      number += 1
    }
    // It begins as a copy of what is shown.
    current = ExportSet(name, current.outputs, pattern: current.pattern)
    keep()
    remember()
  }

  private func removeSet() {
    fault = nil
    do throws(ExportSets.Refusal) {
      try store.remove(named: current.name)
    } catch {
      fault = language.localized(error)
    }
    chosen = 0
    readSets()
    remember()
    show()
  }

  private func rename(to name: String) -> String? {
    let old = current
    current.name = name
    guard keep(replacing: old.name) else {
      current = old
      defer { fault = nil }
      return fault
    }
    remember()
    return nil
  }

  private func field(_ label: String, take: @escaping (String) -> String?) -> TextField {
    TextField(
      label: label, clipboard: services.clipboard,
      delegate: .init(
        edited: { text, phase in
          guard phase == .final else { return nil }
          return take(text).map { FieldFault($0) }
        }))
  }

  private func number(
    _ label: String, _ range: ClosedRange<Int>, unit: String = "px", step: Double = 10,
    take: @escaping (inout ExportOutput, Int) -> Void
  ) -> NumberField {
    NumberField(
      label: label, range: Double(range.lowerBound)...Double(range.upperBound),
      value: Double(range.lowerBound), step: step, unit: unit, clipboard: services.clipboard
    ) { [unowned self] value, phase in
      if phase == .final { changeOutput { take(&$0, Int(value)) } }
    }
  }

  // MARK: Showing

  /// The files, or why they cannot be written.
  private var run: Result<ExportRun, ExportRun.Refusal> {
    Result { () throws(ExportRun.Refusal) in
      try ExportRun(posters, current, in: folder, replaces: replaces)
    }
  }

  private func show() {
    chosen = min(chosen, max(current.outputs.count - 1, 0))
    previews.show(current.outputs, of: posters[shown], chosen: chosen)
    form.show([
      Form.Section(title: language.localized("Export set"), rows: setRows),
      Form.Section(title: language.localized("Output"), rows: outputRows),
      Form.Section(title: language.localized("Files"), rows: fileRows),
    ])
    posterWords.text =
      posters.count == 1
      ? ""
      : language.localized(
        "{number} of {count}, {name}",
        ["number": "\(shown + 1)", "count": "\(posters.count)", "name": posters[shown].title])
    (previous.isEnabled, next.isEnabled) = (shown > 0, shown + 1 < posters.count)
    showState()
    setNeedsLayout()
  }

  /// Shows what is or was written, or can be.
  private func showState() {
    let run = self.run
    var isFault = false
    if let progress {
      words.text = language.localized(
        "{done} of {count}: {name}",
        ["done": "\(progress.done + 1)", "count": "\(progress.count)", "name": progress.name])
    } else if let (outcome, count) = outcome {
      isFault = outcome.written.count < count
      let lines =
        [outcome.summary(of: count, in: folder)] + outcome.failures.dropFirst() + outcome.warnings
      words.text = lines.map { language.localized($0) }.joined(separator: "\n")
    } else if let fault {
      (words.text, isFault) = (fault, true)
    } else {
      switch run {
      case .success(let run):
        words.text = language.localized(
          Message(
            "{count} file in {folder}", plural: "{count} files in {folder}", count: run.jobs.count,
            ["folder": ExportPlace.short(folder)]))
      case .failure(let refusal): (words.text, isFault) = (language.localized(refusal), true)
      }
    }
    words.isFault = isFault
    if case .success = run, !isWriting, services.writesFiles {
      exportButton.isEnabled = true
    } else {
      exportButton.isEnabled = false
    }
    for button in [showButton, sendButton] { button.isHidden = !hasWritten }
    // The words may have other lines than before.
    setNeedsLayout()
    closeButton.title =
      outcome == nil || isWriting ? language.localized("Cancel") : language.localized("Close")
  }

  /// Returns a choice of titles: the known one if it has the same.
  private func titleChoice(
    _ label: String, _ titles: [String], known: inout ChoiceSwitch?, choose: @escaping (Int) -> Void
  ) -> ChoiceSwitch {
    if let known, known.choices == titles { return known }
    let choice = ChoiceSwitch(label: label, choices: titles, onChange: choose)
    known = choice
    return choice
  }

  private var setRows: [Form.Row] {
    let titles = sets.map(\.name)
    let choice = titleChoice(language.localized("Set"), titles, known: &setChoice) { [unowned self] index in
      choose(set: index)
    }
    choice.show(titles.firstIndex(of: current.name) ?? 0)
    setName.show(current.name)
    return [
      Form.Row(caption: language.localized("Set"), controls: [choice]),
      Form.Row(caption: language.localized("Name"), controls: [setName]),
      Form.Row(controls: [newSet, deleteSet], isPacked: true),
    ]
  }

  private var outputRows: [Form.Row] {
    guard let output else { return [Form.Row(controls: [addOutput], isPacked: true)] }
    outputName.show(output.name)
    format.show(PosterExport.Format.allCases.firstIndex(of: output.format) ?? 0)
    quality.value = Double(output.quality)
    ownBleed.isOn = output.bleed == nil
    bleed.value = output.bleed ?? 0
    marks.isOn = output.hasMarks
    press.isOn = output.isForPress
    let choice = titleChoice(
      language.localized("Output"), current.outputs.map(\.name), known: &outputChoice
    ) { [unowned self] index in choose(index) }
    choice.show(chosen)
    var rows = [
      Form.Row(caption: choice.label, controls: [choice]),
      Form.Row(caption: language.localized("Name"), controls: [outputName]),
      Form.Row(caption: format.label, controls: [format]),
      Form.Row(caption: shape.label, controls: [shape]),
    ]
    switch output.size {
    case .page: shape.show(0)
    case .width(let pixels):
      shape.show(1)
      width.value = Double(pixels)
      rows.append(Form.Row(caption: width.label, controls: [width]))
    case .pixels(let across, let down):
      shape.show(2)
      (width.value, height.value) = (Double(across), Double(down))
      rows.append(Form.Row(caption: width.label, controls: [width]))
      rows.append(Form.Row(caption: height.label, controls: [height]))
    }
    if output.format.picture?.hasQuality == true {
      rows.append(Form.Row(caption: quality.label, controls: [quality]))
    }
    if case .pixels = output.size {
      // A size in pixels has no bleed.
    } else {
      rows.append(Form.Row(controls: [ownBleed]))
      if output.bleed != nil { rows.append(Form.Row(caption: bleed.label, controls: [bleed])) }
    }
    if output.format == .pdf { rows += [Form.Row(controls: [marks]), Form.Row(controls: [press])] }
    rows.append(Form.Row(controls: [addOutput, removeOutput], isPacked: true))
    return rows
  }

  private var fileRows: [Form.Row] {
    names.show(current.pattern)
    folderField.show(ExportPlace.short(folder))
    replace.isOn = replaces
    return [
      Form.Row(caption: language.localized("Names"), controls: [names]),
      Form.Row(caption: folderField.label, controls: [folderField]),
      Form.Row(controls: [browse]),
      Form.Row(controls: [replace]),
    ]
  }

  private func turn(by step: Int) {
    shown = min(max(shown + step, 0), posters.count - 1)
    show()
  }

  private func take(folder path: String) {
    (folder, outcome) = (path, nil)
    remember()
    show()
  }

  // MARK: Writing

  private func export() {
    guard !isWriting, case .success(let run) = run else { return }
    (isWriting, outcome, fault) = (true, nil, nil)
    writer.write(run)
    showState()
    setNeedsLayout()
  }

  /// Stops writing, if that goes on, because the panel has closed; the finished files stay and are listed.
  package func dismiss() {
    isClosed = true
    writer.cancel()
  }

  /// Receives results of background work.
  package func receiveMail() {
    for picture in painter.take() { previews.take(picture) }
    for message in writer.take() {
      switch message {
      case .progress(let progress): if isWriting { self.progress = progress }
      case .done(let outcome, let count):
        (isWriting, progress, self.outcome) = (false, nil, (outcome, count))
        setNeedsLayout()
        if isClosed { delegate?.say(language.localized(outcome.summary(of: count, in: folder))) }
      case .said(let words): delegate?.say(language.localized(words))
      }
      showState()
    }
  }

  /// Waits until background work is done.
  package func finish() {
    painter.finish()
    writer.finish()
  }

  override package func key(_ event: KeyEvent) -> Bool {
    guard event.key == .enter, event.modifiers.isEmpty, exportButton.isEnabled else { return false }
    export()
    return true
  }

  // MARK: Layout

  override package func preferredSize(in room: Size, _ interface: Interface) -> Size {
    room.width >= Self.roomForBoth
      ? Size(min(room.width, 1400), min(room.height, 900)) : Size(min(room.width, 420), room.height)
  }

  override package func layOut(_ interface: Interface) {
    // The buttons for the files stand above those that are always there.
    let isWide = bounds.width >= Self.roomForBoth - 2 * Theme.margin
    let formWidth = bounds.width < 760 ? Self.formWidth.narrow : Self.formWidth.usual
    let wordsWidth = (isWide ? formWidth : bounds.width) - 2 * Theme.margin
    let wordsHeight = words.height(width: wordsWidth, most: 4, interface)
    let buttons = ButtonRows([exportButton, closeButton], in: wordsWidth, interface)
    let others = ButtonRows([sendButton, showButton], in: wordsWidth, interface)
    let more = hasWritten ? others.height + Theme.gap : 0
    let bottom = buttons.footHeight + wordsHeight + 12 + more
    let height = max(bounds.height - bottom, 1)
    let column: Rect
    let barHeight = posters.count > 1 ? Self.barHeight : 0
    if isWide {
      let left = bounds.width - formWidth
      previews.isHidden = false
      previews.frame = Rect(x: 0, y: 0, width: left, height: bounds.height - barHeight)
      column = Rect(x: left, y: 0, width: formWidth, height: bounds.height)
      scroll.frame = Rect(x: left, y: 0, width: formWidth, height: height)
    } else {
      let top = bounds.height < 420 ? 0 : min(bounds.height * 0.4, 280)
      previews.isHidden = top == 0
      previews.frame = Rect(x: 0, y: 0, width: bounds.width, height: max(top - barHeight, 0))
      column = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height)
      scroll.frame = Rect(x: 0, y: top, width: bounds.width, height: max(height - top, 1))
    }
    let bar = previews.frame
    for control in [previous, next, posterWords] as [Control] {
      control.isHidden = posters.count == 1 || previews.isHidden
    }
    for (button, x) in [(previous, bar.minX + Theme.gap), (next, bar.maxX - Theme.gap - Theme.controlHeight)]
    {
      button.frame = Rect(x: x, y: bar.maxY + 4, width: Theme.controlHeight, height: Theme.controlHeight)
        .pixelAligned(scale: interface.scale)
    }
    posterWords.frame = Rect(
      x: bar.minX + 56, y: bar.maxY + 11, width: max(bar.width - 112, 1), height: Words.height(lines: 1))
    words.frame = Rect(x: column.minX + Theme.margin, y: height + 10, width: wordsWidth, height: wordsHeight)
    edge.frame = Rect(x: column.minX, y: height, width: column.width, height: interface.hairline)
      .pixelAligned(scale: interface.scale)
    edge.backgroundColor = interface.theme.hairline
    buttons.place(atFootOf: column, interface)
    let above = column.inset(by: EdgeInsets(bottom: buttons.height + Theme.gap))
    others.place(atFootOf: above, interface)
  }

  /// Whether there are files to be shown or sent.
  private var hasWritten: Bool { !isWriting && outcome?.outcome.written.isEmpty == false }

  // MARK: Memory

  private var file: SmallFile? { services.folders.state.map { SmallFile(path: $0 + "/export-set.json") } }

  private func readSettings() {
    var name: String?
    if let text = file?.text, let value = try? JSONValue(Array(text.utf8)), case .object(let members) = value
    {
      for member in members {
        switch (member.name, member.value) {
        case ("set", .string(let text)): name = text
        case ("folder", .string(let path)) where path.hasPrefix("/"): folder = path
        default: break
        }
      }
    }
    readSets()
    if let name { current = sets.first { $0.name == name } ?? current }
  }

  private func remember() {
    let members = [JSONMember("set", .string(current.name)), JSONMember("folder", .string(folder))]
    _ = file?.write(JSONValue.object(members).text)
  }
}

/// Writes the files of an export set beside the frame loop; it can be cancelled at any time.
private final class OutputWriter {
  enum Event: Sendable {
    case progress(ExportRun.Progress)
    case done(ExportRun.Outcome, count: Int)
    case said(Message)
  }

  private let mail: Mailbox<Event>
  private let worker: Worker<Void>
  private var stop = StopSignal()
  private let cacheDirectory: String?
  private let decoder: any PictureDecoder

  init(_ services: PrintServices) {
    mail = Mailbox(wake: services.work.wake)
    worker = Worker(name: "outputs", in: services.work)
    (cacheDirectory, decoder) = (services.folders.programCache, services.pictures)
  }

  deinit { stop.stop() }

  func take() -> [Event] { mail.takeAll() }

  func cancel() { stop.stop() }

  func write(_ run: ExportRun) {
    if stop.isStopped { stop = StopSignal() }
    worker.run { [mail, stop, cacheDirectory, decoder] in
      let outcome = run.run(cacheDirectory: cacheDirectory, by: decoder) { progress in
        mail.send(.progress(progress))
        return !stop.isStopped
      }
      mail.send(.done(outcome, count: run.jobs.count))
    }
  }

  /// Attaches files to a new message.
  func send(_ paths: [String], subject: String) {
    worker.run { [mail] in
      do throws(MailPortal.Failure) {
        try MailPortal.compose(paths, subject: subject)
        mail.send(.said(MailPortal.summary(of: paths)))
      } catch {
        mail.send(.said(error.message))
      }
    }
  }

  /// Shows a file in its folder.
  func show(_ path: String) { FolderOpener.show(path) { [mail] in mail.send(.said($0)) } }

  func finish() { worker.finish() }
}
