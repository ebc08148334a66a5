import Controls
import Geometry
import Posters
import Publishing
import Scene
import Application
import Files
import Bus

/// Leads from the poster to files, prints and the clipboard, and tells what came of it.
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
      writesFiles: session.writesFiles, cacheDirectory: session.folders.programCache, work: session.work)
  }

  // MARK: The panel

  /// Shows the poster as it is now.
  func refresh() {
    // The panel may have been closed meanwhile.
    if let panel, host?.isShowing(panel) == true { panel.refresh() }
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
    printing = nil
  }

  func saveAs(_ settings: ExportSettings) {
    let name = ExportPlace.name(session.poster.title) + "." + settings.format.rawValue
    let request = FileChooser.Request(
      .save(name: name), title: "Export poster",
      filters: [(settings.format.rawValue.uppercased(), [settings.format.rawValue])],
      folder: settings.folder)
    files.ask(request) { [unowned self] paths in
      close()
      begin("Exporting…")
      job.write(session.poster, settings, to: paths[0])
    }
  }

  // MARK: Printing

  /// What waits for the printers: how the poster is printed, and the button below which they are shown.
  private var printing: (settings: ExportSettings, button: Control)?

  private func choosePrinter(_ settings: ExportSettings, _ button: Control) {
    printing = (settings, button)
    job.findPrinters()
  }

  /// Lets the desktop's own panel print, where there is no CUPS to be asked.
  private func printThroughDesktop() {
    guard let (settings, _) = printing else { return }
    close()
    session.say("The desktop’s print panel opens")
    job.printThroughDesktop(session.poster, settings)
  }

  private func take(_ printers: Printers) {
    switch printers {
    case .queues(let names): showPrinters(names)
    case .desktop: printThroughDesktop()
    case .none(let reason): session.say(reason)
    }
    printing = nil
  }

  private func showPrinters(_ names: [String]) {
    guard let (settings, button) = printing, let host else { return }
    // The panel may have been closed meanwhile.
    guard let panel, host.isShowing(panel) else { return }
    host.showMenu(
      Menu(
        [.heading("Print on")]
          + names.map { name in
            .command(
              Command("print \(name)", name) { [unowned self] _ in
                close()
                begin("Printing…")
                job.print(session.poster, on: name, settings)
              })
          }), below: button)
  }

  // MARK: Copying

  func copyText() {
    session.clipboard.write(session.poster.lines.map(\.text).joined(separator: "\n"))
    session.say("Copied the text")
  }

  func copyDrawing() { job.copyDrawing(session.poster, to: session.clipboard.offer) }

  func copyPicture() {
    begin("Drawing the picture…")
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

  /// What is done that has taken a while, in words; nil where nothing is.
  var shownWork: String? { isProgressShown ? progress?.label : nil }

  /// Gives up what is done.
  func giveUp() {
    job.cancel()
    end()
  }

  private var isProgressShown = false
  /// Takes in what has come from other threads.
  func receiveMail() {
    files.receiveMail()
    for message in job.take() { take(message) }
    panel?.receiveMail()
  }

  /// Shows how far something is that takes a while; returns when it wants to be asked again.
  func advance(to time: Double) -> Double? {
    guard let progress else { return nil }
    guard !isProgressShown else { return time + 0.1 }
    let due = began + ProgressPanel.patience
    guard time >= due else { return due }
    isProgressShown = true
    host?.showDialog(progress)
    return time + 0.1
  }

  private func take(_ message: ExportJob.Message) {
    switch message {
    case .progress(let share): progress?.show(share)
    case .done(let path, let warnings):
      end()
      let more = warnings.first.map { ". \($0)" } ?? ""
      guard let path else { return session.say("Sent to the printer" + more) }
      host?.say(
        "Exported to \(ExportPlace.short(path))" + more,
        Notice.Action("Show in folder") { [unowned self] _ in job.show(path) })
    case .failed(let reason):
      end()
      session.say("Not exported: \(reason)")
    case .copied(let words):
      end()
      session.say(words)
    case .said(let words): session.say(words)
    case .printers(let printers): take(printers)
    case .cancelled:
      end()
      session.say("Given up; nothing was written")
    }
  }

  private func end() {
    if let progress, isProgressShown { host?.close(progress) }
    progress = nil
    isProgressShown = false
  }

  /// Waits for what is being written.
  func finish() {
    job.finish()
    panel?.finish()
  }
}

extension Exporter: ExportPanelDelegate {
  func export(_ settings: ExportSettings) {
    close()
    begin("Exporting…")
    job.write(session.poster, settings)
  }

  func print(_ settings: ExportSettings, from button: Control) { choosePrinter(settings, button) }

  func chooseFolder(_ settings: ExportSettings) {
    files.ask(.init(.folder, title: "Folder for exports", folder: settings.folder)) { [weak panel] paths in
      panel?.choose(folder: paths[0])
    }
  }
}
