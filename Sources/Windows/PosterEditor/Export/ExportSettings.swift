import Application
import Bus
import ColorManagement
import Controls
import Files
import Geometry
import Images
import Localization
import Posters
import Printing
import Publishing
import Recording
import Scene
import Text
import Typography
import Workers

/// The settings for exporting a poster; the last used ones are remembered.
struct ExportSettings: Hashable {
  var format = PosterExport.Format.pdf
  /// The width of a picture in pixels; its height follows the page's aspect ratio.
  var pixels = 2000.0
  /// The quality of a JPEG, WebP or AVIF.
  var quality = Double(PictureFormat.usualQuality)
  /// Whether pictures and drawings, which are for screens, end at the page's edge without bleed.
  var leavesOutBleed = false
  var hasMarks = false
  var outlines = false
  /// Whether a PDF is made for a press, as PDF/X-4.
  var isForPress = false
  /// The name of the press's profile; nil is the default one among those installed.
  var press: String?
  /// The sheets of paper of a PDF.
  var sheets = SheetSettings()
  /// The folder in which files are written.
  var folder = ExportPlace.folder
  /// The film of the poster's animation.
  var film = FilmSettings()

  init() {}

  /// The possible widths, in pixels.
  static let widths = 16.0...30_000.0

  /// The possible qualities; 100 is the best.
  static let qualities =
    Double(PictureFormat.qualities.lowerBound)...Double(PictureFormat.qualities.upperBound)

  /// Whether colours are converted for a press.
  var hasPress: Bool { isForPress && format == .pdf }

  /// Returns the complete options of an export; finding the profile of a press takes a while.
  func wholeOptions() throws -> PosterExport.Options {
    var options = self.options
    if hasPress { options.press = try InstalledProfiles().profile(named: press) }
    return options
  }

  var options: PosterExport.Options { format == .pdf ? sheets.options(pageOptions) : pageOptions }

  /// The options without the sheets on which pages are placed.
  var pageOptions: PosterExport.Options {
    var options = PosterExport.Options()
    if leavesOutBleed, format != .pdf { options.bleed = 0 }
    options.hasMarks = hasMarks && format == .pdf
    options.outlines = outlines
    options.pixels = .wide(Int(pixels))
    options.quality = Int(quality)
    return options
  }

  // MARK: Memory

  private static func file(_ folders: UserFolders) -> SmallFile? {
    folders.state.map { SmallFile(path: $0 + "/export.json") }
  }

  /// Reads the last used settings.
  init(rememberedIn folders: UserFolders) {
    self.init()
    guard let text = Self.file(folders)?.text, let value = try? JSONValue(Array(text.utf8)),
      case .object(let members) = value
    else { return }
    for member in members {
      switch (member.name, member.value) {
      case ("format", .string(let name)): format = PosterExport.Format(rawValue: name) ?? format
      case ("pixels", .number(let text)):
        pixels = Double(text).flatMap { Self.widths.contains($0) ? $0 : nil } ?? pixels
      case ("quality", .number(let text)):
        quality = Double(text).flatMap { Self.qualities.contains($0) ? $0 : nil } ?? quality
      case ("withoutBleed", .bool(let flag)): leavesOutBleed = flag
      case ("marks", .bool(let flag)): hasMarks = flag
      case ("outlines", .bool(let flag)): outlines = flag
      case ("press", .bool(let flag)): isForPress = flag
      case ("profile", .string(let name)) where !name.isEmpty: press = name
      case ("folder", .string(let path)) where path.hasPrefix("/"): folder = path
      case ("film", .string(let name)):
        film.format = FilmSettings.formats.first { $0.ending == name } ?? film.format
      case ("filmWidth", .number(let text)):
        film.width = Double(text).flatMap { FilmSettings.widths.contains($0) ? $0 : nil } ?? film.width
      case ("filmRate", .number(let text)):
        film.rate = Int(text).flatMap { FilmSettings.rates.contains($0) ? $0 : nil } ?? film.rate
      default: sheets.read(member)
      }
    }
  }

  func remember(in folders: UserFolders) {
    var members = [
      JSONMember("format", .string(format.rawValue)), JSONMember("pixels", .number(pixels)),
      JSONMember("quality", .number(quality)),
      JSONMember("withoutBleed", .bool(leavesOutBleed)), JSONMember("marks", .bool(hasMarks)),
      JSONMember("outlines", .bool(outlines)), JSONMember("press", .bool(isForPress)),
      JSONMember("profile", .string(press ?? "")), JSONMember("folder", .string(folder)),
      JSONMember("film", .string(film.format.ending)), JSONMember("filmWidth", .number(film.width)),
      JSONMember("filmRate", .number(Double(film.rate))),
    ]
    members += sheets.members
    _ = Self.file(folders)?.write(JSONValue.object(members).text)
  }
}

/// Exports the poster to files, printers and the clipboard, and reports the results.
final class Exporter {
  private let session: EditorSession
  private let job: ExportJob
  /// Asks the person for files.
  let files: FileDialogs
  private var panel: ExportPanel?
  private var progress: ProgressPanel?
  private var host: ControlHost? { session.host }
  private var began = 0.0

  init(_ session: EditorSession, _ files: FileDialogs) {
    self.session = session
    self.files = files
    job = ExportJob(
      writesFiles: session.writesFiles, cacheDirectory: session.folders.programCache, by: session.pictures,
      work: session.work)
  }

  // MARK: The panel

  /// Updates the panel from the poster.
  func refresh() {
    // The panel may have been closed meanwhile.
    if let panel, host?.isShowing(panel) == true { panel.refresh() }
    if let animation, host?.isShowing(animation) == true { animation.refresh() }
  }

  /// Opens the panel at a button.
  func open(from owner: Control) {
    guard let host else { return }
    if let panel, host.isShowing(panel) { return host.close(panel) }
    let panel = ExportPanel(session)
    self.panel = panel
    panel.delegate = self
    host.showPopover(panel, from: owner)
  }

  private func close() {
    if let panel { host?.close(panel) }
    panel = nil
  }

  // MARK: The animation

  private var animation: AnimationPanel?
  /// Called to open the panel of the poster's animation at its button.
  var onAnimate: () -> Void = {}

  /// Opens the panel of the poster's animation at a button, which plays it.
  func openAnimation(from owner: Control) {
    guard let host else { return }
    if let animation, host.isShowing(animation) { return host.close(animation) }
    close()
    let panel = AnimationPanel(session)
    animation = panel
    panel.delegate = self
    host.showPopover(panel, from: owner)
    panel.play()
  }

  private func record(_ settings: ExportSettings, to path: String?) {
    if let animation { host?.close(animation) }
    animation = nil
    begin(session.localized("Recording…"))
    job.record(session.poster, settings, to: path)
  }

  func saveAs(_ settings: ExportSettings) {
    let name = ExportPlace.name(session.poster.title) + "." + settings.format.ending
    let request = FileRequest(
      .save(name: name), title: session.localized("Export poster"),
      filters: [(settings.format.title, [settings.format.ending])],
      folder: settings.folder)
    files.ask(request) { [unowned self] paths in
      close()
      begin(session.localized("Exporting…"))
      job.write(session.poster, settings, to: paths[0])
    }
  }

  // MARK: Printing

  private var printPanel: PrintPanel?

  /// Opens the panel that prints the poster.
  func openPrint() {
    guard let host else { return }
    close()
    let panel = PrintPanel([session.poster], session.printing)
    printPanel = panel
    panel.delegate = self
    host.showDialog(panel) { [unowned self] in printPanel = nil }
  }

  // MARK: Export sets

  private var outputsPanel: OutputsPanel?

  /// Opens the panel of outputs that are written together.
  func openOutputs() {
    guard let host else { return }
    close()
    let panel = OutputsPanel([session.poster], session.printing)
    outputsPanel = panel
    panel.delegate = self
    host.showDialog(panel) { [weak panel] in panel?.dismiss() }
  }

  // MARK: Sending

  /// Exports the poster as it was last exported, and attaches the file to a new message.
  func send(_ settings: ExportSettings? = nil) {
    close()
    begin(session.localized("Exporting…"))
    job.send(session.poster, settings ?? ExportSettings(rememberedIn: session.folders))
  }

  // MARK: Copying

  func copyText() {
    session.clipboard.write(session.poster.lines.map(\.text).joined(separator: "\n"))
    session.say(Message("Copied the text"))
  }

  func copyDrawing() { job.copyDrawing(session.poster, to: session.clipboard.offer) }

  func copyPicture() {
    begin(session.localized("Drawing the picture…"))
    job.copyPicture(
      session.poster, ExportSettings(rememberedIn: session.folders), to: session.clipboard.offer)
  }

  // MARK: Progress

  private func begin(_ title: String) {
    guard let host else { return }
    began = host.now
    let panel = ProgressPanel(title) { [unowned self] in job.cancel() }
    progress = panel
    isProgressShown = false
  }

  /// The long operation in progress, in words; nil without one.
  var shownWork: String? { isProgressShown ? progress?.label : nil }

  /// Cancels the current operation.
  func giveUp() {
    job.cancel()
    end()
  }

  private var isProgressShown = false
  /// Receives messages from other threads.
  func receiveMail() {
    files.receiveMail()
    for event in job.take() { take(event) }
    panel?.receiveMail()
    printPanel?.receiveMail()
    outputsPanel?.receiveMail()
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

  private func take(_ event: ExportJob.Event) {
    switch event {
    case .progress(let share): progress?.show(share)
    case .done(let path, let warnings):
      end()
      guard let path else { return session.say(words(Message("Sent to the printer"), warnings)) }
      host?.say(
        words(Message("Exported to {file}", ["file": ExportPlace.short(path)]), warnings),
        Notice.Action(session.localized("Show in folder")) { [unowned self] _ in job.show(path) })
    case .sent(let path, let warnings):
      end()
      host?.say(
        words(MailPortal.summary(of: [path]), warnings),
        Notice.Action(session.localized("Show in folder")) { [unowned self] _ in job.show(path) })
    case .failed(let reason):
      end()
      session.say(Message("Not exported: {reason}", parts: ["reason": reason]))
    case .copied(let message, let warnings):
      end()
      session.say(words(message, warnings))
    case .said(let message): session.say(message)
    case .cancelled:
      end()
      session.say(Message("Cancelled; nothing was written"))
    }
  }

  /// Returns a message and the first warning in the language of the window.
  private func words(_ message: Message, _ warnings: [Message]) -> String {
    ([message] + warnings.prefix(1)).map { session.localized($0) }.joined(separator: ". ")
  }

  private func end() {
    if let progress, isProgressShown { host?.close(progress) }
    progress = nil
    isProgressShown = false
  }

  /// Waits for writing to finish.
  func finish() {
    job.finish()
    panel?.finish()
    printPanel?.finish()
    outputsPanel?.finish()
  }
}

extension Exporter: OutputsPanelDelegate {
  func chooseOutputFolder(from folder: String, _ take: @escaping (String) -> Void) {
    let title = session.localized("Folder for exports")
    files.ask(.init(.folder, title: title, folder: folder)) { take($0[0]) }
  }

  func say(_ words: String) { session.say(words) }
}

extension Exporter: ExportPanelDelegate {
  func export(_ settings: ExportSettings) {
    close()
    begin(session.localized("Exporting…"))
    job.write(session.poster, settings)
  }

  func openPrintPanel() { openPrint() }

  func openOutputsPanel() { openOutputs() }

  func send(asIn settings: ExportSettings) { send(settings) }
  func openAnimationPanel() { onAnimate() }

  func chooseFolder(_ settings: ExportSettings) {
    let title = session.localized("Folder for exports")
    files.ask(.init(.folder, title: title, folder: settings.folder)) { [weak panel] paths in
      panel?.choose(folder: paths[0])
    }
  }
}

extension Exporter: AnimationPanelDelegate {
  func record(_ settings: ExportSettings) { record(settings, to: nil) }

  func recordAs(_ settings: ExportSettings) {
    let ending = settings.film.format.ending
    let request = FileRequest(
      .save(name: ExportPlace.name(session.poster.title) + "." + ending),
      title: session.localized("Save the animation"), filters: [(ending.uppercased(), [ending])],
      folder: settings.folder)
    files.ask(request) { [unowned self] paths in record(settings, to: paths[0]) }
  }
}

extension Exporter: PrintPanelDelegate {
  func print(_ job: PrintJob) {
    begin(session.localized("Printing…"))
    self.job.print(job)
  }

  func savePDF(_ job: PrintJob) {
    let request = FileRequest(
      .save(name: job.fileName + ".pdf"), title: session.localized("Save as PDF"),
      filters: [("PDF", ["pdf"])], folder: ExportSettings(rememberedIn: session.folders).folder)
    files.ask(request) { [unowned self] paths in
      if let printPanel { host?.close(printPanel) }
      begin(session.localized("Exporting…"))
      self.job.write(job, to: paths[0])
    }
  }
}

/// Exports or prints a poster in the background; it can be cancelled at any time.
final class ExportJob {
  /// A report of the background work.
  enum Event: Sendable {
    /// The completed share of the work, 0…1.
    case progress(Double)
    /// The written file, or nil for a print, and warnings about unsupported settings.
    case done(path: String?, warnings: [Message])
    /// The file that is attached to a new message, and warnings.
    case sent(path: String, warnings: [Message])
    case failed(Message)
    case cancelled
    /// The result of copying, and warnings.
    case copied(Message, warnings: [Message])
    /// A message for the person, independent of the operation.
    case said(Message)
  }

  private let mail: Mailbox<Event>
  private let worker: Worker<Void>
  private var stop = StopSignal()
  private let cacheDirectory: String?
  private let writesFiles: Bool

  private struct Cancelled: Error {}

  private let decoder: any PictureDecoder

  /// Creates what writes and prints; without `writesFiles` it says that it does not.
  init(writesFiles: Bool = true, cacheDirectory: String?, by decoder: any PictureDecoder, work: WorkGroup) {
    self.writesFiles = writesFiles
    self.decoder = decoder
    mail = Mailbox(wake: work.wake)
    worker = Worker(name: "export", in: work)
    self.cacheDirectory = cacheDirectory
  }

  func take() -> [Event] { mail.takeAll() }

  func cancel() { stop.stop() }

  /// Writes a poster into a new file of a folder, or replaces a named one.
  func write(_ poster: Poster, _ settings: ExportSettings, to named: String? = nil) {
    runWriting { [cacheDirectory, decoder] report in
      let (path, warnings) = try Self.written(
        poster, settings, to: named, cacheDirectory: cacheDirectory, by: decoder, report)
      return .done(path: path, warnings: warnings)
    }
  }

  private static func written(
    _ poster: Poster, _ settings: ExportSettings, to named: String?, cacheDirectory: String?,
    by decoder: any PictureDecoder, _ report: @escaping (Double) throws -> Void
  ) throws -> (path: String, warnings: [Message]) {
    let path = try named ?? Self.newFile(of: poster, settings.format.ending, in: settings.folder)
    let export = PosterExport(
      options: try settings.wholeOptions(), cacheDirectory: cacheDirectory, by: decoder)
    export.onProgress = { rows, count in try report(Double(rows) / Double(max(count, 1))) }
    return (path, try export.write([poster], to: path, as: settings.format).map(\.message))
  }

  /// Writes a poster into a new file of a folder, and attaches that to a new message.
  func send(_ poster: Poster, _ settings: ExportSettings) {
    runWriting { [cacheDirectory, decoder] report in
      let (path, warnings) = try Self.written(
        poster, settings, to: nil, cacheDirectory: cacheDirectory, by: decoder, report)
      try MailPortal.compose([path], subject: poster.title)
      return .sent(path: path, warnings: warnings)
    }
  }

  /// Returns the path of a new file for a poster in a folder, which is made where it is missing.
  private static func newFile(of poster: Poster, _ ending: String, in folder: String) throws -> String {
    guard Folder.make(folder) else { throw ExportPlace.failure(folder) }
    return ExportPlace.free(ExportPlace.name(poster.title), ending, in: folder)
  }

  /// Records the animation of a poster into a new file of a folder, or replaces a named one.
  func record(_ poster: Poster, _ settings: ExportSettings, to named: String? = nil) {
    runWriting { [cacheDirectory, decoder] report in
      let format = settings.film.format
      let path = try named ?? Self.newFile(of: poster, format.ending, in: settings.folder)
      var film = try PosterFilm(of: poster, .wide(Int(settings.film.width)), by: decoder)
      (film.framesPerSecond, film.cacheDirectory) = (settings.film.framesPerSecond, cacheDirectory)
      film.onProgress = { done, count in try report(Double(done) / Double(max(count, 1))) }
      return .done(path: path, warnings: try film.write(to: path, as: format))
    }
  }

  /// Prints sheets.
  func print(_ job: PrintJob) {
    runWriting { [cacheDirectory, decoder] _ in
      let warnings = try job.print(cacheDirectory: cacheDirectory, by: decoder)
      return warnings.map { .done(path: nil, warnings: $0) } ?? .cancelled
    }
  }

  /// Writes sheets as a PDF.
  func write(_ job: PrintJob, to path: String) {
    runWriting { [cacheDirectory, decoder] _ in
      let warnings = try job.write(to: path, cacheDirectory: cacheDirectory, by: decoder)
      return .done(path: path, warnings: warnings)
    }
  }

  /// Shows a file in its folder.
  func show(_ path: String) {
    FolderOpener.show(path) { [mail] in mail.send(.said($0)) }
  }

  /// Offers a picture of a poster to other programs, at the width of exported pictures.
  func copyPicture(_ poster: Poster, _ settings: ExportSettings, to clipboard: @escaping Clipboard.Offering) {
    run { [cacheDirectory, decoder, mail] report in
      let (bytes, warnings) = try PosterExport.picture(
        of: poster, width: Int(settings.pixels), cacheDirectory: cacheDirectory, by: decoder
      ) { rows, count in try report(Double(rows) / Double(max(count, 1))) }
      clipboard([Clipboard.Offer("image/png", bytes)]) { fault in
        mail.send(Self.copied(fault, orElse: Message("Copied as a picture"), warnings.map(\.message)))
      }
      return .progress(1)
    }
  }

  /// Offers a drawing to other programs, as SVG and as text.
  func copyDrawing(_ poster: Poster, to clipboard: @escaping Clipboard.Offering) {
    run { [decoder, mail] _ in
      let layout = PosterLayout(poster, typesetter: Typesetter())
      if let refusal = layout.refusal { throw refusal }
      let decoder = WatchedDecoder(decoder)
      let drawing = PosterSVG.document(
        of: layout, title: poster.title, sheet: PrintSheet(), outlines: true, by: decoder)
      let bytes = Array(drawing.utf8)
      let warnings = layout.unreadablePictures(by: decoder).map(\.message)
      clipboard([Clipboard.Offer("image/svg+xml", bytes), Clipboard.Offer("text/plain", bytes)]) { fault in
        mail.send(Self.copied(fault, orElse: Message("Copied as SVG"), warnings))
      }
      return .progress(1)
    }
  }

  /// Returns the result of copying, with the reason if it failed.
  private static func copied(
    _ fault: Message?, orElse message: Message, _ warnings: [Message]
  ) -> Event {
    guard let fault else { return .copied(message, warnings: warnings) }
    return .copied(Message("Not copied: {reason}", parts: ["reason": fault]), warnings: [])
  }

  /// Runs work whose results leave the program.
  private func runWriting(
    _ work: @escaping @Sendable (_ report: @escaping (Double) throws -> Void) throws -> Event
  ) {
    if writesFiles { return run(work) }
    mail.send(.failed(Message("Without a window nothing is written or printed.")))
  }

  private func run(
    _ work: @escaping @Sendable (_ report: @escaping (Double) throws -> Void) throws -> Event
  ) {
    if stop.isStopped { stop = StopSignal() }
    worker.run { [mail, stop] in
      do {
        let event = try work { share in
          if stop.isStopped { throw Cancelled() }
          mail.send(.progress(share))
        }
        mail.send(event)
      } catch is Cancelled {
        mail.send(.cancelled)
      } catch {
        mail.send(.failed(Message(error)))
      }
    }
  }

  /// Waits until the started work has finished.
  func finish() { worker.finish() }
}
