import Application
import Colors
import Controls
import Geometry
import Input
import Localization
import Scene
import Text

/// The import of crowns from files, with its progress and its results.
final class CrownImporting {
  private let session: BrowserSession
  /// Asks the person for files; nil if files cannot be added.
  var files: FileDialogs?
  /// The progress of a running import.
  private(set) var progress: CrownImportProgress?
  private var start = 0.0
  /// The progress panel, shown after a while.
  private(set) var progressPanel: ProgressPanel?
  /// The visible report on rejected files, or nil.
  private(set) var report: ImportReport?

  init(_ session: BrowserSession) {
    self.session = session
  }

  private var language: Language { session.language }

  var command: Command {
    Command(
      "crown.add", language.localized("Add crowns…"), .control("o"), group: language.localized("Crown"),
      isEnabled: files != nil
    ) { [unowned self] _ in
      files?.ask(
        .init(
          .openSeveral, title: language.localized("Add crowns"),
          filters: [(language.localized("Drawings"), ["svg"])])
      ) {
        [unowned self] in add($0)
      }
    }
  }

  /// Starts the import of files that were dropped on the window, or chosen.
  func add(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    closeReport()
    progress = CrownImportProgress(done: 0, total: paths.count)
    start = session.grid.time
    session.loader.add(paths)
  }

  /// Cancels the import, so that nothing is added.
  func cancel() { session.loader.cancelAdding() }

  /// Handles a progress report.
  func take(_ progress: CrownImportProgress) {
    guard progress.isFinished else {
      // A cancelled import may still report its progress.
      if self.progress != nil { self.progress = progress }
      _ = showProgress(at: session.grid.time)
      return
    }
    let wasGivenUp = self.progress == nil
    self.progress = nil
    closeProgress()
    if wasGivenUp, progress.added.isEmpty {
      return session.say(language.localized("Cancelled. No crowns were added."))
    }
    if !progress.added.isEmpty { session.editor.record(.add(ids: progress.added)) }
    session.search.awaited = progress.added.first.map { .init(id: $0, clearsSearch: true) }
    session.search.reload(.imported(progress))
  }

  /// Reports the results, once they are visible.
  func tell(_ progress: CrownImportProgress) {
    guard progress.faults.isEmpty else { return showReport(progress) }
    session.say(progress.summary(in: language), canUndo: !progress.added.isEmpty)
  }

  /// Shows the progress of a long import with a Cancel button; returns when it needs to be called again.
  func showProgress(at time: Double) -> Double? {
    guard let progress else { return nil }
    let due = start + ProgressPanel.patience
    guard time >= due else { return due }
    if progressPanel == nil {
      let panel = ProgressPanel(language.localized("Adding crowns")) { [unowned self] in
        cancel()
        self.progress = nil
        closeProgress()
      }
      progressPanel = panel
      session.host?.showDialog(panel) { [unowned self] in progressPanel = nil }
    }
    progressPanel?.show(
      Double(progress.done) / Double(max(progress.total, 1)),
      language.localized(
        "{done} of {count} files", ["done": String(progress.done), "count": String(progress.total)]))
    return nil
  }

  private func closeProgress() {
    guard let progressPanel else { return }
    session.host?.close(progressPanel)
  }

  private func showReport(_ progress: CrownImportProgress) {
    closeReport()
    let report = ImportReport(progress, language) { [unowned self] in closeReport() }
    self.report = report
    session.panel.addChild(report)
    layOut()
    session.host?.setFocus(report)
  }

  /// Makes the report fill the window.
  func layOut() { report?.frame = session.panel.bounds }

  private func closeReport() {
    guard let report else { return }
    self.report = nil
    report.removeFromParent()
    session.host?.setFocus(session.grid)
  }
}

/// A report on files that were rejected or have warnings.
///
/// It fills the window: a press anywhere closes it.
final class ImportReport: Control {
  let progress: CrownImportProgress
  private let onClose: () -> Void

  private let language: Language

  init(_ progress: CrownImportProgress, _ language: Language, onClose: @escaping () -> Void) {
    self.progress = progress
    self.language = language
    self.onClose = onClose
    super.init(label: progress.summary(in: language))
    layer.name = "report"
  }

  override var cursor: CursorShape { .arrow }
  override var focusFrame: Rect { .zero }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    onClose()
    return true
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard [.escape, .enter, .space].contains(event.key) else { return false }
    onClose()
    return true
  }

  override func insert(_ text: String, at time: Double) -> Bool { true }

  private var lineCount: Int { min(progress.faults.count, max(1, Int((frame.size.height - 140) / 36))) }

  private func cardFrame(scale: Double) -> Rect {
    let more = progress.faults.count > lineCount ? 20.0 : 0
    let height = 2 * Theme.margin + 28 + Double(lineCount) * 36 + more + 28
    let size = Size(min(520, frame.size.width - 24), min(height, frame.size.height - 16))
    return Rect(center: Point(frame.size.width / 2, frame.size.height / 2), size: size)
      .pixelAligned(scale: scale)
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    let theme = interface.theme
    let card = cardFrame(scale: interface.scale)
    layer.addSublayer(Layer(card: card, in: frame.size, interface))
    let inside = card.inset(by: Theme.margin)
    var y = inside.minY
    func add(_ text: String, _ style: Font, _ color: RGBA, height: Double, indent: Double = 0) {
      let room = Rect(x: inside.minX + indent, y: y, width: inside.width - indent, height: height)
      layer.addSublayer(Layer(text, style: style, color: color, in: room, interface))
      y += height
    }
    add(label, Theme.strong, theme.ink, height: 24)
    y += 4
    for fault in progress.faults.prefix(lineCount) {
      let file = fault.file.isEmpty ? language.localized("Library") : fault.file
      add(
        fault.isRefusal && !fault.file.isEmpty
          ? language.localized("{file} was refused", ["file": file]) : file,
        Theme.body, fault.isRefusal ? theme.fault : theme.ink, height: 18)
      add(language.localized(fault.reason), Theme.secondary, theme.secondaryInk, height: 18, indent: 12)
    }
    let rest = progress.faults.count - lineCount
    if rest > 0 {
      add(
        language.localized("and {count} more", plural: "and {count} more", count: rest), Theme.secondary,
        theme.secondaryInk, height: 20)
    }
    y = inside.maxY - 16
    add(language.localized("Press Escape or click to close"), Theme.secondary, theme.secondaryInk, height: 16)
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .text, label: label,
      value: progress.faults.map { "\($0.file): \(language.localized($0.reason))" }
        .joined(separator: "; "), actions: [.press], frame: frame, isFocused: isFocused)
  }
}

extension Layer {
  /// Creates the background of a card; one that fills the window has neither rounded corners nor a shadow.
  convenience init(card frame: Rect, in window: Size, _ interface: Interface) {
    let theme = interface.theme
    self.init(frame, fill: theme.window)
    guard frame.size != window else { return }
    setSurface(theme.window, radius: Theme.cardRadius, elevation: 3, interface)
  }
}
