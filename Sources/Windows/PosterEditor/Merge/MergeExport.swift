import Application
import Bus
import Catalog
import Controls
import Files
import Geometry
import Glibc
import Input
import Localization
import PosterScene
import Posters
import Printing
import Publishing
import Text
import Typography
import Workers

/// The settings of an export of all rows.
struct MergeSettings: Hashable {
  /// The kinds of output.
  enum Output: Int, Hashable, CaseIterable {
    /// A file for each row.
    case files
    /// The pages of one PDF.
    case document
    /// Posters of the gallery, in an album.
    case album
  }

  var output = Output.files
  /// The format of files, with its options and the folder of the files.
  var files = ExportSettings()
  /// The folder of a PDF.
  var documentFolder = ""
  /// The names of files, with placeholders and without an ending.
  var names = ""
  /// The name of the PDF, without its ending, or of the album.
  var name = ""
  /// Whether files that are there are left out; otherwise they are replaced.
  var keepsFiles = false
  /// Whether rows with faults are left out of a PDF or an album.
  var skipsFaults = false
  /// The sheets of paper of a PDF; the last used ones are remembered.
  var sheets = SheetSettings()
  /// The back of all posters on sheets with a back; nil takes every second row.
  var back: Back?

  /// A poster on the back of all others.
  struct Back: Hashable {
    let name: String
    let poster: Poster
  }

  /// The folder of the output.
  var folder: String {
    get { output == .files ? files.folder : documentFolder }
    set { if output == .files { files.folder = newValue } else { documentFolder = newValue } }
  }

  /// The names of the files with their folder and ending.
  var pattern: String { "\(files.folder)/\(names).\(files.format.ending)" }

  /// Whether posters are placed several to a sheet, with backs.
  var hasBacks: Bool { output == .document && sheets.layout == .cells && sheets.sides != .front }

  /// Returns the options of a PDF; finding the profile of a press takes a while.
  func documentOptions() throws -> PosterExport.Options {
    var files = self.files
    (files.format, files.sheets) = (.pdf, sheets)
    var options = try files.wholeOptions()
    options.imposition?.hasCommonBack = back != nil
    return options
  }

  // MARK: Memory

  private static func file(_ folders: UserFolders) -> SmallFile? {
    folders.state.map { SmallFile(path: $0 + "/merge.json") }
  }

  /// Reads the last used sheets.
  mutating func readSheets(in folders: UserFolders) {
    guard let text = Self.file(folders)?.text, let value = try? JSONValue(Array(text.utf8)),
      case .object(let members) = value
    else { return }
    for member in members { sheets.read(member) }
  }

  func rememberSheets(in folders: UserFolders) {
    _ = Self.file(folders)?.write(JSONValue.object(sheets.members).text)
  }
}

/// The actions of the export of all rows.
protocol MergeExportDelegate: AnyObject {
  func export(_ settings: MergeSettings)
  func chooseFolder(_ settings: MergeSettings)
  /// Asks for the file of a poster that becomes the back.
  func chooseBack()
  /// Makes a poster of the gallery the back.
  func takeBack(_ poster: PosterSummary)
}

/// The panel that chooses what all rows become.
final class MergeExportPanel: Control {
  private let session: EditorSession
  private var merge: PosterMerge { session.merge }
  weak var delegate: (any MergeExportDelegate)?
  private(set) var settings: MergeSettings
  private let hasWall: Bool
  private let form: Form
  private lazy var scroll = ScrollView(form)
  private lazy var output = SegmentedChoice(
    label: session.localized("Output"),
    choices: [session.localized("Files"), session.localized("One PDF")]
      + (hasWall ? [session.localized("Album")] : [])
  ) { [unowned self] choice, _ in
    change { $0.output = MergeSettings.Output(rawValue: choice) ?? .files }
  }
  private lazy var format = SegmentedChoice(
    label: session.localized("Format"), choices: PosterExport.Format.allCases.map(\.title)
  ) { [unowned self] choice, _ in change { $0.files.format = PosterExport.Format.allCases[choice] } }
  private lazy var pixels = NumberField(
    label: session.localized("Width"), range: ExportSettings.widths, value: settings.files.pixels, step: 100,
    unit: "px", clipboard: session.clipboard
  ) { [unowned self] value, phase in if phase == .final { change { $0.files.pixels = value } } }
  private lazy var quality = NumberField(
    label: session.localized("Quality"), range: ExportSettings.qualities, value: settings.files.quality,
    step: 5,
    clipboard: session.clipboard
  ) { [unowned self] value, phase in if phase == .final { change { $0.files.quality = value } } }
  private lazy var marks = Toggle(session.localized("Crop and register marks")) { [unowned self] isOn, _ in
    change { $0.files.hasMarks = isOn }
  }
  private lazy var names: TextField = field(session.localized("Names")) { [unowned self] text in
    if let fault = fault(ofNames: text) { return fault }
    return nil
  } take: {
    $0.names = $1
  }
  private lazy var name: TextField = field(session.localized("Name")) { [unowned self] text in
    text.allSatisfy(\.isWhitespace) ? FieldFault(session.localized("Write a name")) : nil
  } take: {
    $0.name = $1
  }
  private lazy var folder: TextField = field(session.localized("Folder")) { [unowned self] text in
    ExportPlace.whole(text).hasPrefix("/")
      ? nil : FieldFault(session.localized("A folder begins with / or ~"))
  } take: {
    $0.folder = ExportPlace.whole($1)
  }
  private lazy var browse: Button = Button(session.localized("Choose folder…"), kind: .plain) {
    [unowned self] _ in delegate?.chooseFolder(settings)
  }
  private lazy var keeps = Toggle(session.localized("Leave out files that are there already")) {
    [unowned self] isOn, _ in change { $0.keepsFiles = isOn }
  }
  private lazy var skips = Toggle(session.localized("Leave out rows with faults")) {
    [unowned self] isOn, _ in change { $0.skipsFaults = isOn }
  }
  private lazy var sheets = SheetRows(language: session.interface.language, clipboard: session.clipboard) {
    [unowned self] choose in change { choose(&$0.sheets) }
  }
  /// The posters of the gallery, which can be the back.
  private var gallery: [PosterSummary] = []
  /// The choice of the back, which is made anew when there are other ones.
  private var backs: ChoiceSwitch?
  private let words = Words()
  private lazy var write: Button = Button(session.localized("Export"), isDefault: true) { [unowned self] in
    delegate?.export(settings)
  }

  init(_ session: EditorSession, _ settings: MergeSettings, hasWall: Bool) {
    (self.session, self.settings, self.hasWall) = (session, settings, hasWall)
    form = Form(label: session.localized("Export rows"))
    super.init(label: session.localized("Export rows"))
    addChild(scroll)
    addChild(write)
    refresh()
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  private func field(
    _ label: String, fault: @escaping (String) -> FieldFault?,
    take: @escaping (inout MergeSettings, String) -> Void
  ) -> TextField {
    TextField(
      label: label, clipboard: session.clipboard,
      delegate: .init(
        edited: { [unowned self] text, phase in
          if let fault = fault(text) { return fault }
          if phase == .final { change { take(&$0, text) } }
          return nil
        }))
  }

  private func fault(ofNames text: String) -> FieldFault? {
    guard let merge = merge.merge else { return nil }
    if text.allSatisfy(\.isWhitespace) { return FieldFault(session.localized("Write a name")) }
    for placeholder in TextTemplate.placeholders(in: text) where merge.column(of: placeholder) == nil {
      return FieldFault(
        session.localized("No column is called {name}", ["name": "{\(placeholder.name)}"]))
    }
    return TextTemplate.placeholders(in: text).isEmpty
      ? FieldFault(session.localized("Put {row} or a column into the names", ["row": "{row}"])) : nil
  }

  private func change(_ change: (inout MergeSettings) -> Void) {
    change(&settings)
    settings.rememberSheets(in: session.folders)
    // The folder and the sheets of single posters stay as they were.
    var kept = ExportSettings(rememberedIn: session.folders)
    (kept.format, kept.pixels, kept.quality, kept.hasMarks) = (
      settings.files.format, settings.files.pixels, settings.files.quality, settings.files.hasMarks
    )
    kept.remember(in: session.folders)
    refresh()
  }

  /// Sets the folder of the files.
  func choose(folder path: String) { change { $0.folder = path } }

  /// Sets the back of all posters.
  func choose(back: MergeSettings.Back) { change { $0.back = back } }

  /// Offers the posters of the gallery as backs.
  func offer(_ gallery: [PosterSummary]) {
    self.gallery = gallery
    refresh()
  }

  private var backChoice: ChoiceSwitch {
    let own = [session.localized("Every second row")] + (settings.back.map { [$0.name] } ?? [])
    let choices = own + [session.localized("Poster in a file…")] + gallery.map(\.title)
    let choice: ChoiceSwitch
    if let backs, backs.choices == choices {
      choice = backs
    } else {
      choice = ChoiceSwitch(label: session.localized("Back"), choices: choices) { [unowned self] index in
        if index == 0 { return change { $0.back = nil } }
        // The present back stays until another one is read.
        refresh()
        if index == own.count { delegate?.chooseBack() }
        if index > own.count { delegate?.takeBack(gallery[index - own.count - 1]) }
      }
      backs = choice
    }
    choice.show(own.count - 1)
    return choice
  }

  /// Returns the rows of the sheets, and whether the posters fit on them.
  private var sheetRows: (rows: [Form.Row], fit: Bool) {
    // Only the number of posters on a sheet depends on how many there are.
    let count = settings.sheets.layout == .cells ? max(merge.count - merge.faults.count, 1) : 1
    var posters = Array(repeating: session.poster, count: count)
    if settings.hasBacks, let back = settings.back { posters.append(back.poster) }
    let context = SheetRows.Context(
      posters: posters, options: PosterExport.Options(),
      hasCommonBack: settings.hasBacks && settings.back != nil)
    var (rows, shown) = sheets.rows(settings.sheets, context)
    if settings.hasBacks { rows.append(Form.Row(caption: session.localized("Back"), controls: [backChoice])) }
    return (rows, settings.sheets.layout == .whole || shown != nil)
  }

  /// Updates the panel from the settings and the table.
  func refresh() {
    let isFiles = settings.output == .files
    output.index = min(settings.output.rawValue, output.choices.count - 1)
    format.index = PosterExport.Format.allCases.firstIndex(of: settings.files.format) ?? 0
    pixels.value = settings.files.pixels
    quality.value = settings.files.quality
    marks.isOn = settings.files.hasMarks
    names.show(settings.names)
    name.show(settings.name)
    folder.show(ExportPlace.short(settings.folder))
    keeps.isOn = settings.keepsFiles
    skips.isOn = settings.skipsFaults
    var rows = [Form.Row(controls: [output])]
    if isFiles {
      rows.append(Form.Row(caption: format.label, controls: [format]))
      if let picture = settings.files.format.picture {
        rows.append(Form.Row(caption: pixels.label, controls: [pixels]))
        if picture.hasQuality { rows.append(Form.Row(caption: quality.label, controls: [quality])) }
      }
    }
    var fit = true
    let isPDF = settings.output == .document || isFiles && settings.files.format == .pdf
    if settings.output == .document {
      let sheets = sheetRows
      rows += sheets.rows
      fit = sheets.fit
    }
    if isPDF, isFiles || settings.sheets.layout == .whole { rows.append(Form.Row(controls: [marks])) }
    rows.append(
      isFiles
        ? Form.Row(caption: names.label, controls: [names]) : Form.Row(caption: name.label, controls: [name]))
    if settings.output != .album {
      rows.append(Form.Row(caption: folder.label, controls: [folder]))
      rows.append(Form.Row(controls: [browse]))
    }
    if isFiles { rows.append(Form.Row(controls: [keeps])) }
    if !isFiles, !merge.faults.isEmpty { rows.append(Form.Row(controls: [skips])) }
    (words.text, words.isFault) = summary
    rows.append(Form.Row(controls: [words], height: Words.height(lines: 2)))
    form.show([Form.Section(title: session.localized("Export rows"), rows: rows)])
    scroll.setNeedsLayout()
    write.isEnabled = fit && merge.fields.allSatisfy { $0.column != nil }
  }

  /// The expected output, or the reason why nothing can be exported.
  private var summary: (String, isFault: Bool) {
    if let field = merge.fields.first(where: { $0.column == nil }) {
      return (
        session.localized("Choose a column for {name} first", ["name": "{\(field.name)}"]), true
      )
    }
    let count = merge.count
    guard merge.faults.isEmpty || settings.skipsFaults || settings.output == .files else {
      return (
        session.interface.language.localized(
          "{count} row has a fault; correct it, or leave it out",
          plural: "{count} rows have faults; correct them, or leave them out", count: merge.faults.count),
        true
      )
    }
    let left = count - merge.faults.count
    switch settings.output {
    case .files:
      let first = (try? example) ?? settings.names
      return (
        session.interface.language.localized(
          "{count} file, such as {name}", plural: "{count} files, the first one {name}", count: left,
          ["name": first]), false
      )
    case .document:
      let language = session.interface.language
      return (
        settings.sheets.layout == .whole
          ? language.localized("{count} page", plural: "{count} pages", count: left)
          : language.localized(
            "{count} poster on these sheets", plural: "{count} posters on these sheets", count: left), false
      )
    case .album:
      return (
        session.interface.language.localized(
          "{count} poster in the gallery", plural: "{count} posters in the gallery", count: left), false
      )
    }
  }

  /// The name of the first row's file.
  private var example: String {
    get throws {
      guard let merge = merge.merge else { return "" }
      let batch = try PosterBatch.fileName(settings.names, ofRow: 0, merge)
      return "\(batch).\(settings.files.format.ending)"
    }
  }

  private func buttons(in width: Double, _ interface: Interface) -> ButtonRows {
    ButtonRows([write], in: width - 2 * Theme.margin, interface)
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let content = form.preferredSize(in: Size(340, room.height), interface).height
    let width = min(340, room.width)
    return Size(width, min(content + buttons(in: width, interface).footHeight, room.height))
  }

  override func layOut(_ interface: Interface) {
    let buttons = buttons(in: bounds.width, interface)
    scroll.frame = Rect(
      x: 0, y: 0, width: bounds.width, height: max(bounds.height - buttons.footHeight, 1))
    buttons.place(atFootOf: bounds, interface)
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.key == .enter, event.modifiers.isEmpty, write.isEnabled else { return false }
    delegate?.export(settings)
    return true
  }
}

/// Exports all rows outside the frame loop, with progress; it can be stopped, and files can be continued.
final class MergeExporter {
  private let session: EditorSession
  private let files: FileDialogs
  /// The library of the gallery, if albums can be made.
  private let library: Library?
  private let mail: Mailbox<Event>
  private let worker: Worker<Void>
  private var stop = StopSignal()
  private var panel: MergeExportPanel?
  private var progress: ProgressPanel?
  private var isProgressShown = false
  private var began = 0.0
  private var host: ControlHost? { session.host }

  private enum Event: Sendable {
    case progress(done: Int, count: Int)
    case wrote(PosterBatch.Outcome, MergeSettings, count: Int)
    case wroteDocument(String, PosterBatch.Outcome, isOnSheets: Bool)
    case hung(PosterAlbum.Key, [PosterKey], PosterBatch.Outcome, name: String)
    case stopped
    case failed(Message)
    case undone(Message)
  }

  init(_ session: EditorSession, _ files: FileDialogs, library: Library?) {
    (self.session, self.files) = (session, files)
    self.library = library?.isWritable == true ? library : nil
    mail = Mailbox(wake: session.work.wake)
    worker = Worker(name: "merge export", in: session.work)
  }

  // MARK: The panel

  /// Opens the panel at a button.
  func open(from owner: Control) {
    guard let host, session.merge.isOpen else { return }
    if let panel, host.isShowing(panel) { return host.close(panel) }
    let panel = MergeExportPanel(session, settings, hasWall: library != nil)
    panel.delegate = self
    self.panel = panel
    host.showPopover(panel, from: owner)
    guard let library else { return }
    session.tasks.run {
      try GalleryPosters(library).summaries()
    } then: { [weak panel] result in
      if case .success(let gallery) = result { panel?.offer(Array(gallery.prefix(Self.mostBacks))) }
    }
  }

  /// The maximum number of posters of the gallery in the list of backs, which is a menu; others are chosen as files.
  private static let mostBacks = 200

  /// Updates the open panel from the table.
  func refresh() {
    if let panel, host?.isShowing(panel) == true { panel.refresh() }
  }

  /// The settings to begin with: a new folder, and names that differ.
  private var settings: MergeSettings {
    var settings = MergeSettings()
    settings.files = ExportSettings(rememberedIn: session.folders)
    settings.files.sheets = SheetSettings()
    settings.readSheets(in: session.folders)
    let title = TextTemplate.plain(session.poster.title)
    settings.name = title.isEmpty ? session.localized("Posters") : title
    let name = ExportPlace.name(settings.name)
    settings.documentFolder = settings.files.folder
    settings.files.folder = ExportPlace.freeFolder(name, in: settings.documentFolder)
    settings.names = "\(name)-{row}"
    return settings
  }

  private func close() {
    if let panel { host?.close(panel) }
    panel = nil
  }

  // MARK: Running

  /// The long operation in progress, in words; nil without one.
  var shownWork: String? { isProgressShown ? progress?.label : nil }

  /// Stops the current operation; whole files stay.
  func giveUp() { stop.stop() }

  /// Waits for the current operation.
  func finish() { worker.finish() }

  private func begin() {
    guard let host else { return }
    if stop.isStopped { stop = StopSignal() }
    began = host.now
    isProgressShown = false
    progress = ProgressPanel(
      session.interface.language.localized(
        "Exporting {count} row", plural: "Exporting {count} rows", count: session.merge.count)
    ) { [unowned self] in stop.stop() }
  }

  private func end() {
    if let progress, isProgressShown { host?.close(progress) }
    progress = nil
    isProgressShown = false
  }

  /// Shows the progress of a long operation; returns when to call it again.
  func advance(to time: Double) -> Double? {
    guard let progress else { return nil }
    guard !isProgressShown else { return time + 0.1 }
    let due = began + ProgressPanel.patience
    guard time >= due else { return due }
    isProgressShown = true
    host?.showDialog(progress)
    return time + 0.1
  }

  private func run(
    _ work: @escaping @Sendable (_ isStopped: @escaping @Sendable () -> Bool) throws -> Event
  ) {
    guard session.writesFiles else {
      return session.say(Message("Without a window nothing is written or printed."))
    }
    begin()
    worker.run { [mail, stop] in
      do {
        mail.send(try work { stop.isStopped })
      } catch is MergeStopped {
        mail.send(.stopped)
      } catch {
        mail.send(.failed(Message(error)))
      }
    }
  }

  private func export(_ settings: MergeSettings, resumes: Bool) {
    guard let merge = session.merge.merge else { return }
    let (mail, decoder, cache) = (mail, session.pictures, session.folders.programCache)
    @Sendable func report(_ done: Int) { mail.send(.progress(done: done, count: merge.table.count)) }
    switch settings.output {
    case .files:
      run { isStopped in
        let options = try settings.files.wholeOptions()
        let batch = try PosterBatch(
          merge, pattern: settings.pattern, options: options, cacheDirectory: cache, by: decoder)
        let threads = max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1, 4))
        let outcome = batch.run(threads: threads, resumes: resumes) { done in
          report(done)
          return !isStopped()
        }
        return .wrote(outcome, settings, count: batch.count)
      }
    case .document:
      run { isStopped in
        guard Folder.make(settings.folder) else { throw ExportPlace.failure(settings.folder) }
        let path = ExportPlace.free(ExportPlace.name(settings.name), "pdf", in: settings.folder)
        let (bytes, outcome) = try merge.document(
          titled: settings.name, options: try settings.documentOptions(),
          back: settings.hasBacks ? settings.back?.poster : nil, skipsFaults: settings.skipsFaults,
          by: decoder
        ) { done in
          if isStopped() { throw MergeStopped() }
          if done % 20 == 0 { report(done) }
        }
        try AtomicFile.write(bytes, to: path)
        return .wroteDocument(path, outcome, isOnSheets: settings.sheets.layout != .whole)
      }
    case .album:
      guard let library else { return }
      run { isStopped in
        let (album, posters, outcome) = try merge.hang(
          albumNamed: settings.name, in: library, skipsFaults: settings.skipsFaults, by: decoder
        ) { done in
          if isStopped() { throw MergeStopped() }
          if done % 20 == 0 { report(done) }
        }
        return .hung(album, posters, outcome, name: settings.name)
      }
    }
  }

  // MARK: Results

  /// Receives messages from the other thread.
  func receiveMail() {
    for event in mail.takeAll() { take(event) }
  }

  private func take(_ event: Event) {
    let language = session.interface.language
    switch event {
    case .progress(let done, let count):
      progress?.show(
        Double(done) / Double(max(count, 1)),
        session.localized("{done} of {count}", ["done": "\(done)", "count": "\(count)"]))
      return
    case .wrote(let outcome, let settings, let count): report(outcome, settings, of: count)
    case .wroteDocument(let path, let outcome, let isOnSheets):
      let words =
        isOnSheets
        ? language.localized(
          "{count} poster on sheets in {path}", plural: "{count} posters on sheets in {path}",
          count: outcome.made, ["path": ExportPlace.short(path)])
        : language.localized(
          "{count} page in {path}", plural: "{count} pages in {path}", count: outcome.made,
          ["path": ExportPlace.short(path)])
      session.host?.say(words + more(outcome), showing(path))
    case .hung(let album, let posters, let outcome, let name):
      session.host?.say(
        language.localized(
          "{count} poster is in the gallery, in the album “{album}”",
          plural: "{count} posters are in the gallery, in the album “{album}”", count: outcome.made,
          ["album": name]), .undo { [weak self] _ in self?.takeDown(album, posters, named: name) })
    case .stopped: session.say(Message("Cancelled; nothing was written"))
    case .failed(let reason): session.say(Message("Not exported: {reason}", parts: ["reason": reason]))
    case .undone(let words): return session.say(words)
    }
    end()
  }

  private func report(_ outcome: PosterBatch.Outcome, _ settings: MergeSettings, of count: Int) {
    let language = session.interface.language
    let folder = ExportPlace.short(settings.files.folder)
    let there = outcome.made + outcome.skipped
    guard !outcome.isStopped else {
      session.host?.say(
        session.localized(
          "Stopped; {done} of {count} files are in {folder}",
          ["done": "\(there)", "count": "\(count)", "folder": folder]),
        Notice.Action(session.localized("Go on")) { [weak self] _ in self?.export(settings, resumes: true) })
      return
    }
    var words = language.localized(
      "{count} file in {folder}", plural: "{count} files in {folder}", count: there, ["folder": folder])
    if let first = outcome.failures.first {
      words =
        session.localized(
          Message(
            "{done} of {count} files in {folder}; {fault}",
            ["done": "\(there)", "count": "\(count)", "folder": folder], parts: ["fault": first.message]))
    }
    session.host?.say(words + more(outcome), there == 0 ? nil : showing(settings.files.folder))
  }

  private func more(_ outcome: PosterBatch.Outcome) -> String {
    outcome.warnings.first.map { ". \(session.localized($0))" } ?? ""
  }

  private func showing(_ path: String) -> Notice.Action {
    Notice.Action(session.localized("Show in folder")) { [mail] _ in
      FolderOpener.show(path) { mail.send(.undone($0)) }
    }
  }

  /// Takes the posters of an album out of the gallery again.
  private func takeDown(_ album: PosterAlbum.Key, _ posters: [PosterKey], named name: String) {
    guard let library else { return }
    let words = Message("Removed the album “{album}” from the gallery", ["album": name])
    worker.run { [mail] in
      do throws(LibraryError) {
        _ = try library.removeAlbum(album)
        try library.remove(posters, at: PosterRecord.presentTime)
        try library.deleteRemoved(posters)
        mail.send(.undone(words))
      } catch {
        mail.send(.failed(Message(error)))
      }
    }
  }
}

extension MergeExporter: MergeExportDelegate {
  func export(_ settings: MergeSettings) {
    close()
    export(settings, resumes: settings.keepsFiles)
  }

  func chooseFolder(_ settings: MergeSettings) {
    files.ask(
      .init(
        .folder, title: session.localized("Folder for the files"),
        folder: settings.documentFolder)
    ) { [weak panel] paths in panel?.choose(folder: paths[0]) }
  }

  func chooseBack() {
    let title = session.localized("Poster on the back")
    files.ask(.init(.open, title: title, filters: [(session.localized("Posters"), ["json"])])) {
      [unowned self] paths in
      takeBack {
        let bytes = try FileBytes.read(paths[0], atMost: Poster.longestDocument)
        return MergeSettings.Back(name: FilePath(paths[0]).stem, poster: try Poster(json: bytes))
      }
    }
  }

  func takeBack(_ poster: PosterSummary) {
    guard let library else { return }
    takeBack {
      let gallery = GalleryPosters(library)
      return MergeSettings.Back(
        name: poster.title,
        poster: try gallery.poster(of: gallery.entry(named: GalleryPosters.prefix + poster.id)))
    }
  }

  private func takeBack(_ read: @escaping @Sendable () throws -> MergeSettings.Back) {
    session.tasks.run(read) { [weak session, weak panel] result in
      switch result {
      case .success(let back): panel?.choose(back: back)
      case .failure(let fault): session?.say(fault.message)
      }
    }
  }
}
