import Application
import Controls

/// The adding of crowns from files: how far it is, and what became of them.
final class CrownImporting {
  private let session: BrowserSession
  /// Asks the person for files; nil where no files can be added.
  var files: FileDialogs?
  /// How far it is, while files are added.
  private(set) var progress: CrownImportProgress?
  private var start = 0.0
  /// What tells of it once it has taken a while.
  private(set) var progressPanel: ProgressPanel?
  /// The report on files that were refused, while it is shown.
  private(set) var report: ImportReport?

  init(_ session: BrowserSession) {
    self.session = session
  }

  var command: Command {
    Command("crown.add", "Add crowns…", .control("o"), group: "Crown", isEnabled: files != nil) {
      [unowned self] _ in
      files?.ask(.init(.openSeveral, title: "Add crowns", filters: [("Drawings", ["svg"])])) {
        [unowned self] in add($0)
      }
    }
  }

  /// Begins to add files that were dropped on the window, or chosen.
  func add(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    closeReport()
    progress = CrownImportProgress(done: 0, total: paths.count)
    start = session.grid.time
    session.loader.add(paths)
  }

  /// Gives up what is being added; nothing of it is.
  func cancel() { session.loader.cancelAdding() }

  /// Takes note of how far it is.
  func take(_ progress: CrownImportProgress) {
    guard progress.isFinished else {
      // What was given up may still tell of what it had read by then.
      if self.progress != nil { self.progress = progress }
      _ = showProgress(at: session.grid.time)
      return
    }
    let wasGivenUp = self.progress == nil
    self.progress = nil
    closeProgress()
    if wasGivenUp, progress.added.isEmpty { return session.say("Given up; no crown was added") }
    if !progress.added.isEmpty { session.editor.record(.add(ids: progress.added)) }
    session.search.awaited = progress.added.first.map { .init(id: $0, clearsSearch: true) }
    session.search.reload(.imported(progress))
  }

  /// Says what was added, now that it is seen.
  func tell(_ progress: CrownImportProgress) {
    guard progress.faults.isEmpty else { return showReport(progress) }
    session.say(progress.summary, canUndo: !progress.added.isEmpty)
  }

  /// Shows how far an import is that takes a while, with a way to give it up; returns when it wants to be asked again.
  func showProgress(at time: Double) -> Double? {
    guard let progress else { return nil }
    let due = start + ProgressPanel.patience
    guard time >= due else { return due }
    if progressPanel == nil {
      let panel = ProgressPanel("Adding crowns") { [unowned self] in
        cancel()
        self.progress = nil
        closeProgress()
      }
      progressPanel = panel
      session.host?.showDialog(panel) { [unowned self] in progressPanel = nil }
    }
    progressPanel?.show(
      Double(progress.done) / Double(max(progress.total, 1)), "\(progress.done) of \(progress.total) files")
    return nil
  }

  private func closeProgress() {
    guard let progressPanel else { return }
    session.host?.close(progressPanel)
  }

  private func showReport(_ progress: CrownImportProgress) {
    closeReport()
    let report = ImportReport(progress) { [unowned self] in closeReport() }
    self.report = report
    session.panel.addChild(report)
    layOut()
    session.host?.setFocus(report)
  }

  /// Lets the report fill the window.
  func layOut() { report?.frame = session.panel.bounds }

  private func closeReport() {
    guard let report else { return }
    self.report = nil
    report.removeFromParent()
    session.host?.setFocus(session.grid)
  }
}
