import Workers
import Catalog
import Controls
import Files
import Glibc
import Images
import Posters
import Publishing
import Synchronization

/// Exports and prints posters in the background, and reports progress and results.
final class GalleryExporter: Sendable {
  private let folder: String
  private let folders: UserFolders
  private let worker = Worker(name: "export")
  private let isCancelled = Mutex(false)
  private let decoder: any PictureDecoder

  /// A report of the exporter.
  enum Report: Sendable {
    case progress(PosterProgress?)
    case notice(String)
    case exported(String, folder: String)
    case printers(Printers, for: [PosterCard.ID])

    var message: DataSourceMessage {
      switch self {
      case .progress(let progress): .progress(progress)
      case .notice(let words): .notice(words)
      case .exported(let words, let folder): .exported(words, folder: folder)
      case .printers(.queues(let names), let ids): .printers(names, for: ids)
      case .printers(.desktop, let ids): .printsThroughDesktop(ids)
      case .printers(.none(let reason), _): .notice(reason)
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
  func cancel() { isCancelled.withLock { $0 = true } }

  /// Exports each poster as a file named after its title; existing files are kept.
  func export(
    _ keys: [PosterKey], as kind: ExportKind, from library: Library,
    _ say: @escaping @Sendable (Report) -> Void
  ) {
    guard let format = PosterExport.Format(rawValue: kind.format) else { return }
    let (folder, folders, decoder) = (folder, folders, decoder)
    let title = "Exporting as \(kind.rawValue)"
    run(title, keys, from: library, say) { records, step in
      guard Folder.make(folder) else { return .notice("The folder \(folder) cannot be made") }
      var options = PosterExport.Options()
      if kind == .pngWithoutBleed { options.bleed = 0 }
      let export = PosterExport(options: options, cacheDirectory: folders.programCache, by: decoder)
      var last = ""
      var warnings: [PosterWarning] = []
      let done = try step(records) { record in
        last = ExportPlace.free(ExportPlace.name(record.title), format.rawValue, in: folder)
        // Whole files only: what was written before is there, one that fails is not.
        warnings += try export.write([try record.poster()], to: last, as: format)
      }
      let words =
        switch done {
        case .all(1): "Exported to \(ExportPlace.short(last))"
        case .all(let count): "Exported \(count) posters to \(ExportPlace.short(folder))"
        case .some(let count, let reason): "\(count) of \(keys.count) exported; then \(reason)"
        case .cancelled(0): "Given up; nothing was exported"
        case .cancelled(let count): "Given up; \(count) of \(keys.count) exported"
        }
      let more = warnings.first.map { "; \($0)" } ?? ""
      return done.count == 0 ? .notice(words) : .exported(words + more, folder: folder)
    }
  }

  /// Returns a function that writes each poster into a folder as a PDF named after its title.
  func files(of keys: [PosterKey], from library: Library) -> DragOffer.FileMaker {
    { [folders, decoder] folder in
      var names = FileNames()
      let export = PosterExport(options: .init(), cacheDirectory: folders.programCache, by: decoder)
      return try keys.compactMap { key in
        guard let record = try library.poster(key) else { return nil }
        let path = "\(folder)/\(names.next(record.title, orElse: "Poster")).pdf"
        _ = try export.write([try record.poster()], to: path, as: .pdf)
        return path
      }
    }
  }

  /// Asks CUPS for the printers, which may take a while.
  func findPrinters(for ids: [PosterCard.ID], _ say: @escaping @Sendable (Report) -> Void) {
    worker.run { say(.printers(Printers.find(), for: ids)) }
  }

  /// Prints posters as the pages of one document in the desktop's own panel.
  func printThroughDesktop(
    _ keys: [PosterKey], from library: Library, _ say: @escaping @Sendable (Report) -> Void
  ) {
    run("Printing", keys, from: library, say) { [folders, decoder] records, step in
      var posters: [Poster] = []
      switch try step(records, { posters.append(try $0.poster()) }) {
      case .all: break
      case .some(_, let reason): return .notice("Not printed: \(reason)")
      case .cancelled: return .notice("Given up; nothing was printed")
      }
      let export = PosterExport(options: .init(), cacheDirectory: folders.programCache, by: decoder)
      let (document, warnings) = try export.document(posters)
      let title = posters.first { !$0.title.isEmpty }?.title ?? "Poster"
      switch try PrintPortal.print(document, title: title) {
      case .sent: return .notice("Sent to the printer" + (warnings.first.map { "; \($0)" } ?? ""))
      case .cancelled: return .notice("Given up; nothing was printed")
      case .unavailable: return .notice(PrintQueues.missing)
      }
    }
  }

  /// Prints posters one after the other.
  func print(
    _ keys: [PosterKey], on printer: String, from library: Library,
    _ say: @escaping @Sendable (Report) -> Void
  ) {
    run("Printing", keys, from: library, say) { [decoder] records, step in
      var warnings: [String] = []
      let done = try step(records) { record in
        warnings += try PosterPrinter.send(
          [try record.poster()], to: printer, copies: 1, options: .init(), by: decoder)
      }
      let more = warnings.first.map { "; \($0)" } ?? ""
      switch done {
      case .all(let count):
        return .notice("\(count == 1 ? "Sent" : "\(count) posters sent") to \(printer)\(more)")
      case .some(let count, let reason):
        return .notice("\(count) of \(keys.count) sent to \(printer); then \(reason)")
      case .cancelled(let count): return .notice("Given up; \(count) of \(keys.count) sent to \(printer)")
      }
    }
  }

  /// The outcome of a job.
  private enum Done {
    case all(Int)
    /// The number of finished posters, and the error of the next one.
    case some(Int, String)
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
    _ title: String, _ keys: [PosterKey], from library: Library, _ say: @escaping @Sendable (Report) -> Void,
    _ work: @escaping @Sendable ([PosterKey], Step) throws -> Report
  ) {
    isCancelled.withLock { $0 = false }
    say(.progress(PosterProgress(title, done: 0, of: keys.count)))
    worker.run { [self] in
      let report: Report
      do {
        report = try work(keys) { keys, body in
          for (index, key) in keys.enumerated() {
            if isCancelled.withLock({ $0 }) { return .cancelled(index) }
            say(.progress(PosterProgress(title, done: index, of: keys.count)))
            do {
              guard let record = try library.poster(key) else { continue }
              try body(record)
            } catch {
              if index == 0 { throw error }
              return .some(index, "\(error)")
            }
          }
          return .all(keys.count)
        }
      } catch {
        report = .notice("\(error)")
      }
      say(.progress(nil))
      say(report)
    }
  }

  /// Waits until all jobs are finished.
  func finish() { worker.finish() }
}
