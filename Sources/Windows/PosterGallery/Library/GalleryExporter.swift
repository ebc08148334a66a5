import Workers
import Catalog
import Controls
import Files
import Glibc
import Images
import Localization
import Posters
import Publishing
import Synchronization

/// Exports and prints posters in the background, and reports progress and results.
final class GalleryExporter: Sendable {
  private let folder: String
  private let folders: UserFolders
  private let worker = Worker(name: "export")
  /// Stops the queued jobs; the next job after it was given takes a new one.
  private let stop = Mutex(StopSignal())
  private let decoder: any PictureDecoder

  /// A report of the exporter.
  enum Report: Sendable {
    case progress(PosterProgress?)
    case notice(Message)
    case exported(Message, folder: String)
    case read([Poster], for: PosterPanel)

    var message: DataSourceMessage {
      switch self {
      case .progress(let progress): .progress(progress)
      case .notice(let words): .notice(words)
      case .exported(let words, let folder): .exported(words, folder: folder)
      case .read(let posters, let panel): .read(posters, for: panel)
      }
    }
  }

  /// Writes into `folder`, or into one of ours among the user's documents.
  init(folder: String?, folders: UserFolders, by decoder: any PictureDecoder = DirectDecoder()) {
    self.decoder = decoder
    self.folder = folder ?? ExportPlace.folder
    self.folders = folders
  }

  /// Cancels the current job; finished files stay.
  func cancel() { stop.withLock { $0.stop() } }

  /// Exports each poster as a file named after its title; existing files are kept.
  func export(
    _ keys: [PosterKey], as kind: ExportKind, from library: Library,
    _ say: @escaping @Sendable (Report) -> Void
  ) {
    guard let format = PosterExport.Format(rawValue: kind.format) else { return }
    let (folder, folders, decoder) = (folder, folders, decoder)
    let title = kind.progressTitle
    run(title, keys, from: library, say) { records, step in
      guard Folder.make(folder) else {
        return .notice(Message("The folder {folder} cannot be created", ["folder": folder]))
      }
      var options = PosterExport.Options()
      if kind == .pngWithoutBleed { options.bleed = 0 }
      let export = PosterExport(options: options, cacheDirectory: folders.programCache, by: decoder)
      var last = ""
      var warnings: [PosterWarning] = []
      let done = try step(records) { record in
        last = ExportPlace.free(ExportPlace.name(record.title), format.ending, in: folder)
        // Whole files only: what was written before is there, one that fails is not.
        warnings += try export.write([try record.poster()], to: last, as: format)
      }
      let words =
        switch done {
        case .all(1): Message("Exported to {file}", ["file": ExportPlace.short(last)])
        case .all(let count):
          Message(
            "Exported {count} poster to {folder}", plural: "Exported {count} posters to {folder}",
            count: count, ["folder": ExportPlace.short(folder)])
        case .some(let count, let reason):
          Message(
            "Exported {done} of {all}, then an error occurred: {reason}",
            ["done": "\(count)", "all": "\(keys.count)"], parts: ["reason": reason])
        case .cancelled(0): Message("Cancelled; nothing was exported")
        case .cancelled(let count):
          Message(
            "Cancelled; exported {done} of {all}", ["done": "\(count)", "all": "\(keys.count)"])
        }
      guard done.count > 0 else { return .notice(words) }
      return .exported(Self.message(words, warnings.map(\.message)), folder: folder)
    }
  }

  /// Returns a message with the first of some warnings.
  private static func message(_ message: Message, _ warnings: [Message]) -> Message {
    guard let warning = warnings.first else { return message }
    return Message("{message}. {warning}", parts: ["message": message, "warning": warning])
  }

  /// Returns a function that writes each poster into a folder as a PDF named after its title.
  func files(of keys: [PosterKey], from library: Library) -> DragOffer.FileMaker {
    { [folders, decoder] folder in
      var names = FileNames()
      let export = PosterExport(options: .init(), cacheDirectory: folders.programCache, by: decoder)
      return try keys.compactMap { key in
        guard let record = try library.poster(key) else { return nil }
        // Untranslated: exported files without a title have the same name in every language.
        let path = "\(folder)/\(names.next(record.title, orElse: "Poster")).pdf"
        _ = try export.write([try record.poster()], to: path, as: .pdf)
        return path
      }
    }
  }

  /// Reads posters for a panel.
  func read(
    _ keys: [PosterKey], for panel: PosterPanel, from library: Library,
    _ say: @escaping @Sendable (Report) -> Void
  ) {
    run(Message("Reading the posters"), keys, from: library, say) { records, step in
      var posters: [Poster] = []
      let done = try step(records) { posters.append(try $0.poster()) }
      switch (done, panel) {
      case (.all, _): return .read(posters, for: panel)
      case (.some(_, let reason), .printing):
        return .notice(Message("Not printed: {reason}", parts: ["reason": reason]))
      case (.some(_, let reason), .outputs):
        return .notice(Message("Not exported: {reason}", parts: ["reason": reason]))
      case (.some(_, let reason), .template):
        return .notice(Message("Not saved as a template: {reason}", parts: ["reason": reason]))
      case (.cancelled, .template): return .notice(Message("Cancelled; nothing was saved"))
      case (.cancelled, .printing): return .notice(Message("Cancelled; nothing was printed"))
      case (.cancelled, .outputs): return .notice(Message("Cancelled; nothing was exported"))
      }
    }
  }

  /// Writes posters into the folder of exports as PDF, and attaches them to a new message.
  func send(_ keys: [PosterKey], from library: Library, _ say: @escaping @Sendable (Report) -> Void) {
    let (folder, folders, decoder) = (folder, folders, decoder)
    run(Message("Sending"), keys, from: library, say) { records, step in
      guard records.count <= MailPortal.mostFiles else { throw MailPortal.Failure.tooMany }
      guard Folder.make(folder) else { throw ExportPlace.failure(folder) }
      let export = PosterExport(options: .init(), cacheDirectory: folders.programCache, by: decoder)
      var (paths, title): ([String], String) = ([], "")
      let done = try step(records) { record in
        let path = ExportPlace.free(ExportPlace.name(record.title), "pdf", in: folder)
        _ = try export.write([try record.poster()], to: path, as: .pdf)
        if paths.isEmpty { title = record.title }
        paths.append(path)
      }
      switch done {
      case .all:
        try MailPortal.compose(paths, subject: title)
        return .exported(MailPortal.summary(of: paths), folder: folder)
      case .some(_, let reason): return .notice(Message("Not sent: {reason}", parts: ["reason": reason]))
      case .cancelled: return .notice(Message("Cancelled; nothing was sent"))
      }
    }
  }

  /// Offers a picture of a poster to other programs.
  func copyPicture(
    _ key: PosterKey, from library: Library, to clipboard: @escaping Clipboard.Offering,
    _ say: @escaping @Sendable (Report) -> Void
  ) {
    worker.run { [folders, decoder] in
      do {
        guard let poster = try library.poster(key)?.poster() else { return }
        let (bytes, _) = try PosterExport.picture(
          of: poster, cacheDirectory: folders.programCache, by: decoder)
        clipboard([Clipboard.Offer("image/png", bytes)]) { fault in
          let words =
            fault.map { Message("Not copied: {reason}", parts: ["reason": $0]) }
            ?? Message("Copied as a picture")
          say(.notice(words))
        }
      } catch {
        say(.notice(Message("Not copied: {reason}", parts: ["reason": Message(error)])))
      }
    }
  }

  /// Prints sheets of posters.
  func print(_ job: PrintJob, _ say: @escaping @Sendable (Report) -> Void) {
    run(Message("Printing"), job, say) { [folders, decoder] in
      guard let warnings = try job.print(cacheDirectory: folders.programCache, by: decoder) else {
        return .notice(Message("Cancelled; nothing was printed"))
      }
      let words =
        job.printer.map { Message("Sent to {printer}", ["printer": $0]) } ?? Message("Sent to the printer")
      return .notice(Self.message(words, warnings))
    }
  }

  /// Writes sheets of posters as a PDF.
  func write(_ job: PrintJob, to path: String, _ say: @escaping @Sendable (Report) -> Void) {
    run(ExportKind.pdf.progressTitle, job, say) { [folders, decoder] in
      let warnings = try job.write(to: path, cacheDirectory: folders.programCache, by: decoder)
      let words = Message("Exported to {file}", ["file": ExportPlace.short(path)])
      return .exported(Self.message(words, warnings), folder: FilePath(path).folder.text)
    }
  }

  private func run(
    _ title: Message, _ job: PrintJob, _ say: @escaping @Sendable (Report) -> Void,
    _ work: @escaping @Sendable () throws -> Report
  ) {
    say(.progress(PosterProgress(title, done: 0, of: job.posters.count)))
    worker.run {
      let report: Report
      do { report = try work() } catch { report = .notice(Message(error)) }
      say(.progress(nil))
      say(report)
    }
  }

  /// The outcome of a job.
  private enum Done {
    case all(Int)
    /// The number of finished posters, and the error of the next one.
    case some(Int, Message)
    case cancelled(Int)

    var count: Int {
      switch self {
      case .all(let count), .some(let count, _), .cancelled(let count): count
      }
    }
  }

  private typealias Step = (_ keys: [PosterKey], _ body: (PosterRecord) throws -> Void) throws -> Done

  /// Runs a job in the background, reporting the number of finished posters before each one.
  private func run(
    _ title: Message, _ keys: [PosterKey], from library: Library, _ say: @escaping @Sendable (Report) -> Void,
    _ work: @escaping @Sendable ([PosterKey], Step) throws -> Report
  ) {
    let stop = stop.withLock { stop in
      if stop.isStopped { stop = StopSignal() }
      return stop
    }
    say(.progress(PosterProgress(title, done: 0, of: keys.count)))
    worker.run {
      let report: Report
      do {
        report = try work(keys) { keys, body in
          for (index, key) in keys.enumerated() {
            if stop.isStopped { return .cancelled(index) }
            say(.progress(PosterProgress(title, done: index, of: keys.count)))
            do {
              guard let record = try library.poster(key) else { continue }
              try body(record)
            } catch {
              if index == 0 { throw error }
              return .some(index, Message(error))
            }
          }
          return .all(keys.count)
        }
      } catch {
        report = .notice(Message(error))
      }
      say(.progress(nil))
      say(report)
    }
  }

  /// Waits until all jobs are finished.
  func finish() { worker.finish() }
}
