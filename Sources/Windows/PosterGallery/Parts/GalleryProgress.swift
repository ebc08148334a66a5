import Controls

/// How far something is that is done with posters: nothing is shown of it before it has taken a while.
final class GalleryProgress {
  private let session: GallerySession
  private var task: (progress: PosterProgress, began: Double, panel: ProgressPanel?)?

  init(_ session: GallerySession) { self.session = session }

  /// What is being done with posters, or nil.
  var current: PosterProgress? { task?.progress }

  /// Takes note of how far it is; nil ends it.
  func show(_ progress: PosterProgress?, at time: Double) {
    guard let progress else {
      if let panel = task?.panel { session.window?.host.close(panel) }
      task = nil
      return
    }
    task = (progress, task?.began ?? time, task?.panel)
    refresh()
  }

  private func refresh() {
    guard let task, let panel = task.panel else { return }
    let (done, count) = (task.progress.done, task.progress.count)
    let words =
      count > 1
      ? session.language.localized("{done} of {count}", ["done": "\(done)", "count": "\(count)"]) : ""
    panel.show(Double(done) / Double(max(count, 1)), words)
  }

  /// Shows what takes a while; returns when it wants to be asked again.
  func advance(to time: Double) -> Double? {
    guard let task, task.panel == nil else { return nil }
    let due = task.began + ProgressPanel.patience
    guard time >= due, let host = session.window?.host else { return due }
    let panel = ProgressPanel(task.progress.title) { [unowned session] in session.dataSource.cancelExport() }
    self.task?.panel = panel
    refresh()
    host.showDialog(panel)
    return nil
  }
}
