import Workers
import Controls
import Files
import Localization
import Posters
import Publishing
import Synchronization
import Typography
import Bus

/// Writes or prints a poster beside the frame loop; it can be given up at any time.
final class ExportJob {
  enum Message: Sendable {
    /// So much of the work is done, 0…1.
    case progress(Double)
    /// The file that was written, or nil for what was printed, and what could not be done as asked.
    case done(path: String?, warnings: [String])
    case failed(String)
    case cancelled
    /// What became of what was to be copied.
    case copied(String)
    /// Something that the person has to know, whatever else goes on.
    case said(String)
    case printers(Printers)
  }

  private let mail: Mailbox<Message>
  private let worker: Worker<Void>
  private let isCancelled = Flag()
  private let cacheDirectory: String?
  private let writesFiles: Bool

  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set(_ isSet: Bool) { value.store(isSet, ordering: .relaxed) }
  }

  private struct Cancelled: Error {}

  /// Creates what writes and prints; without `writesFiles` it says that it does not.
  init(writesFiles: Bool = true, cacheDirectory: String?, work: WorkGroup) {
    self.writesFiles = writesFiles
    mail = Mailbox(wake: work.wake)
    worker = Worker(name: "export", in: work)
    self.cacheDirectory = cacheDirectory
  }

  func take() -> [Message] { mail.takeAll() }

  func cancel() { isCancelled.set(true) }

  /// Writes a poster into a new file of a folder, or in the place of one that was named.
  func write(_ poster: Poster, _ settings: ExportSettings, to named: String? = nil) {
    runWriting { [cacheDirectory] report in
      let path: String
      if let named {
        path = named
      } else {
        guard Folder.make(settings.folder) else {
          throw PosterError(field: "", message: "the folder \(settings.folder) cannot be made")
        }
        path = ExportPlace.free(
          ExportPlace.name(poster.title), settings.format.rawValue, in: settings.folder)
      }
      let export = PosterExport(
        options: try settings.wholeOptions(), cacheDirectory: cacheDirectory)
      export.onProgress = { rows, count in try report(Double(rows) / Double(max(count, 1))) }
      let warnings = try export.write([poster], to: path, as: settings.format)
      return .done(path: path, warnings: warnings.map(\.description))
    }
  }

  /// Hands a poster to a printer, the usual one without a name.
  func print(_ poster: Poster, on printer: String?, _ settings: ExportSettings) {
    runWriting { _ in
      // Paper has the bleed of the page, whatever pictures leave out.
      var options = try settings.wholeOptions()
      options.bleed = nil
      let warnings = try PosterPrinter.send([poster], to: printer, copies: 1, options: options)
      return .done(path: nil, warnings: warnings)
    }
  }

  /// Shows a file in its folder.
  func show(_ path: String) {
    FolderOpener.show(path) { [mail] fault in mail.send(.said(fault)) }
  }

  /// Asks CUPS for the printers, which may take its time to answer.
  func findPrinters() { runWriting { _ in .printers(Printers.find()) } }

  /// Prints a poster through the desktop's own panel.
  func printThroughDesktop(_ poster: Poster, _ settings: ExportSettings) {
    runWriting { [cacheDirectory] _ in
      var options = try settings.wholeOptions()
      options.bleed = nil
      let export = PosterExport(options: options, cacheDirectory: cacheDirectory)
      let (document, warnings) = try export.document([poster])
      switch try PrintPortal.print(document, title: poster.title.isEmpty ? "Poster" : poster.title) {
      case .sent: return .done(path: nil, warnings: warnings.map(\.description))
      case .cancelled: return .cancelled
      case .unavailable:
        return .printers(.none(PrintQueues.missing))
      }
    }
  }

  /// Offers a picture of a poster to other programs, as wide as pictures are exported.
  func copyPicture(_ poster: Poster, _ settings: ExportSettings, to clipboard: @escaping Clipboard.Offering) {
    run { [cacheDirectory, mail] report in
      var settings = settings
      (settings.format, settings.leavesOutBleed) = (.png, true)
      let folder = try ScratchFolder()
      let path = folder.path + "/poster.png"
      let export = PosterExport(options: settings.options, cacheDirectory: cacheDirectory)
      export.onProgress = { rows, count in try report(Double(rows) / Double(max(count, 1))) }
      _ = try export.write([poster], to: path, as: .png)
      let bytes = try FileBytes.read(path, atMost: 1 << 30)
      clipboard([Clipboard.Offer("image/png", bytes)]) { fault in
        mail.send(.copied(fault.map { "Not copied: \($0)" } ?? "Copied as a picture"))
      }
      return .progress(1)
    }
  }

  /// Offers a drawing to other programs, as SVG and as text.
  func copyDrawing(_ poster: Poster, to clipboard: @escaping Clipboard.Offering) {
    run { [mail] _ in
      let layout = PosterLayout(poster, typesetter: Typesetter())
      if let refusal = layout.refusal { throw refusal }
      let drawing = PosterSVG.document(of: layout, title: poster.title, sheet: PrintSheet(), outlines: true)
      let bytes = Array(drawing.utf8)
      clipboard([Clipboard.Offer("image/svg+xml", bytes), Clipboard.Offer("text/plain", bytes)]) { fault in
        mail.send(.copied(fault.map { "Not copied: \($0)" } ?? "Copied as SVG"))
      }
      return .progress(1)
    }
  }

  /// Does what leaves something outside of the program.
  private func runWriting(
    _ work: @escaping @Sendable (_ report: @escaping (Double) throws -> Void) throws -> Message
  ) {
    if writesFiles { return run(work) }
    mail.send(.failed(Language.english.localized("Without a window nothing is written or printed.")))
  }

  private func run(
    _ work: @escaping @Sendable (_ report: @escaping (Double) throws -> Void) throws -> Message
  ) {
    let (mail, isCancelled) = (mail, isCancelled)
    isCancelled.set(false)
    worker.run {
      do {
        let message = try work { share in
          if isCancelled.isSet { throw Cancelled() }
          mail.send(.progress(share))
        }
        mail.send(message)
      } catch is Cancelled {
        mail.send(.cancelled)
      } catch {
        mail.send(.failed("\(error)"))
      }
    }
  }

  /// Waits until what was begun is done.
  func finish() { worker.finish() }
}
