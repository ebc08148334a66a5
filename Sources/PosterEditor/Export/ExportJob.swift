import Background
import Desktop
import Files
import Posters
import Publishing
import Synchronization

/// Writes or prints a poster beside the frame loop; it can be given up at any time.
final class ExportJob {
  enum Message: Sendable {
    /// So much of the work is done, 0…1.
    case progress(Double)
    /// The file that was written, or nil for what was printed, and what could not be done as asked.
    case done(path: String?, warnings: [String])
    case failed(String)
    case cancelled
  }

  private let mail: Mailbox<Message>
  private let worker: Worker<Void>
  private let isCancelled = Flag()
  private let cacheDirectory: String?

  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set(_ isSet: Bool) { value.store(isSet, ordering: .relaxed) }
  }

  private struct Cancelled: Error {}

  init(isImmediate: Bool, cacheDirectory: String?, wake: @escaping @Sendable () -> Void) {
    mail = Mailbox(wake: wake)
    worker = Worker(name: "export", isImmediate: isImmediate)
    self.cacheDirectory = cacheDirectory
  }

  func take() -> [Message] { mail.takeAll() }

  func cancel() { isCancelled.set(true) }

  /// Writes a poster into a new file of a folder, or in the place of one that was named.
  func write(_ poster: Poster, _ settings: ExportSettings, to named: String? = nil) {
    run { [cacheDirectory] report in
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
      let export = PosterExport(options: settings.options(for: poster.page), cacheDirectory: cacheDirectory)
      export.onProgress = { rows, count in try report(Double(rows) / Double(max(count, 1))) }
      let warnings = try export.write([poster], to: path, as: settings.format)
      return .done(path: path, warnings: warnings.map(\.description))
    }
  }

  /// Hands a poster to a printer, the usual one without a name.
  func print(_ poster: Poster, on printer: String?, _ settings: ExportSettings) {
    run { _ in
      let warnings = try PosterPrinter.send(
        [poster], to: printer, copies: 1, options: settings.options(for: poster.page))
      return .done(path: nil, warnings: warnings)
    }
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
