import Files
public import Images
public import Localization
import Posters
import Terminal
import Text
import Workers

/// Creates one poster for each row of a table, on several threads, and continues after errors.
public struct PosterBatch {
  /// One part of the rows. A part has every `count`-th row, so that all parts take about the same time.
  public struct Shard: Hashable, Sendable {
    /// The number of the part, from 1.
    public let number: Int
    /// The number of parts.
    public let count: Int

    /// All rows.
    public static let whole = Shard(number: 1, count: 1)

    package init(number: Int, count: Int) {
      self.number = number
      self.count = count
    }

    /// Parses a part such as `2/8`, where the first is 1.
    public init?(_ text: String) {
      let words = text.split(separator: "/", omittingEmptySubsequences: false)
      guard words.count == 2, let number = Int(words[0]), let count = Int(words[1]), count >= 1,
        (1...count).contains(number)
      else { return nil }
      self.init(number: number, count: count)
    }
  }

  /// A table and a pattern that do not fit together.
  public struct Refusal: LocalizableError {
    public let message: Message

    /// Creates a refusal from its sentence.
    public init(_ message: Message) { self.message = message }
  }

  /// The result of a batch.
  public struct Outcome: Sendable {
    /// The number of posters written.
    public internal(set) var made = 0
    /// The number of rows whose file existed already.
    public internal(set) var skipped = 0
    /// The rows that were not made, in order.
    public internal(set) var failures: [MergeFault] = []
    /// Requests that could not be met, with the row's number.
    public internal(set) var warnings: [Message] = []
    /// Whether the batch was stopped before its end.
    public internal(set) var isStopped = false
  }

  private let merge: Merge
  private let jobs: [Job]
  /// The rows of which not even the file's name is known.
  private let unreadable: [MergeFault]
  private let format: PosterExport.Format
  private let options: PosterExport.Options
  private let cacheDirectory: String?
  private let decoder: any PictureDecoder

  private struct Job: Sendable {
    /// The index of the row.
    let row: Int
    let path: String
  }

  /// Prepares the rows of a shard. Names in braces in `pattern` become values, and each row needs a file of its own.
  /// Errors of the template are found here, errors of a row when it is rendered.
  ///
  /// - Parameters:
  ///   - merge: The template and the table.
  ///   - pattern: The path of the files, with columns' names in braces.
  ///   - shard: The part of the rows that is prepared.
  ///   - options: The options of the files.
  ///   - cacheDirectory: The folder in which compiled shaders are kept; nil compiles them each time.
  ///   - decoder: The decoder of the posters' pictures.
  /// - Throws: ``PosterBatch/Refusal`` if the format of the pattern is unknown, the table lacks rows or columns, two
  ///   rows have the same file, or the template is invalid.
  public init(
    _ merge: Merge, pattern: String, shard: Shard = .whole, options: PosterExport.Options,
    cacheDirectory: String?, by decoder: any PictureDecoder = DirectDecoder()
  ) throws(Refusal) {
    guard let format = PosterExport.Format(path: pattern) else {
      throw Refusal(
        Message(
          "{pattern}: the names of the files end with one of {endings}",
          ["pattern": pattern, "endings": PosterExport.Format.endings]))
    }
    try merge.check(pattern: pattern)
    var jobs: [Job] = []
    var rows: [String: Int] = [:]
    var unreadable: [MergeFault] = []
    for index in 0..<merge.table.count {
      let isMine = index % shard.count == shard.number - 1
      let path: String
      do throws(MergeFault) {
        path = try Self.fileName(pattern, ofRow: index, merge)
      } catch {
        if isMine { unreadable.append(error) }
        continue
      }
      if let other = rows.updateValue(index + 1, forKey: path.lowercased()) {
        throw Refusal(
          Message(
            "rows {first} and {second} would both become {file}; put {placeholder} into the name",
            [
              "first": String(other), "second": String(index + 1), "file": path, "placeholder": "{row}",
            ]))
      }
      if isMine { jobs.append(Job(row: index, path: path)) }
    }
    if let first = jobs.first {
      do throws(MergeFiller.Fault) {
        _ = try MergeFiller(merge.template, by: decoder).poster(
          with: (try? merge.values(ofRow: first.row)) ?? [:])
      } catch  where error.columns.isEmpty {
        throw Refusal(error.message)
      } catch {
        // It is reported with the row's number when its turn comes.
      }
    }
    self.merge = merge
    self.jobs = jobs
    self.unreadable = unreadable
    self.format = format
    self.options = options
    self.cacheDirectory = cacheDirectory
    self.decoder = decoder
  }

  /// Returns the path of a row's file.
  package static func fileName(
    _ pattern: String, ofRow index: Int, _ merge: Merge
  ) throws(MergeFault) -> String {
    let values = try merge.values(ofRow: index)
    do throws(Placeholder.Fault) {
      return try TextTemplate.filled(pattern, with: values, language: merge.template.language) {
        FileName.safe($0, orElse: "_")
      }
    } catch {
      throw merge.fault(
        ofRow: index, error.message, columns: [merge.mapping[error.name] ?? error.name])
    }
  }

  /// The number of rows in the batch.
  public var count: Int { jobs.count + unreadable.count }

  /// Creates the posters.
  ///
  /// An interruption leaves no partial file: the current poster is finished or discarded.
  ///
  /// - Parameters:
  ///   - threads: The number of threads; a smaller number than 1 counts as 1.
  ///   - resumes: Whether existing files are skipped.
  /// - Throws: `Interruption` after a signal has interrupted the program.
  public func run(threads: Int, resumes: Bool) throws -> Outcome {
    var line = ProgressLine(
      Language.english.localized("Posters"), unit: Language.english.localized("rows"), count: jobs.count)
    let outcome = run(threads: threads, resumes: resumes) { done in
      line.update(done: done)
      return (try? Interruption.check()) != nil
    }
    try Interruption.check()
    return outcome
  }

  /// Creates the posters like `run(threads:resumes:)`. `goesOn` is called ten times a second with the number of finished
  /// rows; if it returns false, the batch stops.
  package func run(threads: Int, resumes: Bool, while goesOn: (_ done: Int) -> Bool) -> Outcome {
    let tally = PosterTally()
    let (jobs, format, options, cacheDirectory) = (self.jobs, self.format, self.options, self.cacheDirectory)
    let (merge, decoder) = (self.merge, self.decoder)
    let workers = (0..<max(1, min(threads, jobs.count))).map { _ in
      Worker(name: "posters") {
        PosterWorker(merge, format: format, options: options, cacheDirectory: cacheDirectory, by: decoder)
      }
    }
    for worker in workers {
      worker.run { maker in
        while (try? Interruption.check()) != nil, let index = tally.nextJob(of: jobs.count) {
          let job = jobs[index]
          let result = maker.make(job.row, at: job.path, resumes: resumes)
          tally.finish(job.row, result)
        }
        maker.finish()
        tally.finishWorker()
      }
    }
    tally.waitForWorkers(workers.count) { if !goesOn($0) { tally.stop() } }
    var outcome = tally.outcome
    outcome.failures += unreadable
    outcome.failures.sort { $0.row < $1.row }
    return outcome
  }
}

/// The shared state of a batch's threads.
final class PosterTally: Sendable {
  private struct State {
    var next = 0
    var done = 0
    var isStopped = false
    var finishedWorkers = 0
    var outcome = PosterBatch.Outcome()
    /// The warnings with the indices of their rows, in the order in which the rows were finished.
    var warnings: [(row: Int, message: Message)] = []
  }

  private let state = ConditionLock(State())

  /// The result, with the warnings in the order of the rows.
  var outcome: PosterBatch.Outcome {
    state.withLock { state in
      var outcome = state.outcome
      outcome.isStopped = state.isStopped
      outcome.warnings = state.warnings.sorted { $0.row < $1.row }.map(\.message)
      return outcome
    }
  }

  /// Hands out no more jobs.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Returns the next job for a thread, or nil if none of `count` is left.
  func nextJob(of count: Int) -> Int? {
    state.withLock { state in
      guard state.next < count, !state.isStopped else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Records the result of a row.
  func finish(_ row: Int, _ result: PosterWorker.Result) {
    state.withLock { state in
      switch result {
      case .made(let warnings):
        state.outcome.made += 1
        state.warnings += warnings.map { warning in
          let number = String(row + 1)
          return (row, Message("row {row}: {fault}", ["row": number], parts: ["fault": warning.message]))
        }
      case .skipped: state.outcome.skipped += 1
      case .failed(let fault): state.outcome.failures.append(fault)
      }
      state.done += 1
    }
  }

  func finishWorker() {
    state.withLock { $0.finishedWorkers += 1 }
    state.broadcast()
  }

  /// Waits until `count` workers have finished, and reports the number of finished jobs ten times a second.
  func waitForWorkers(_ count: Int, progress: (_ done: Int) -> Void) {
    var isFinished = false
    while !isFinished {
      let done: Int
      (isFinished, done) = state.withLock(
        when: { $0.finishedWorkers >= count }, until: ConditionDeadline(secondsFromNow: 0.1)
      ) { ($0.finishedWorkers >= count, $0.done) }
      progress(done)
    }
  }
}

/// The renderer of one thread of a batch; its parts are created on the thread and never leave it.
package final class PosterWorker {
  package enum Result {
    case made([PosterWarning])
    case skipped
    case failed(MergeFault)
  }

  private let merge: Merge
  private let filler: MergeFiller
  private let format: PosterExport.Format
  private let options: PosterExport.Options
  private let cacheDirectory: String?
  private let decoder: any PictureDecoder
  private var export: PosterExport?

  package init(
    _ merge: Merge, format: PosterExport.Format, options: PosterExport.Options,
    cacheDirectory: String?, by decoder: any PictureDecoder = DirectDecoder()
  ) {
    self.decoder = decoder
    self.merge = merge
    filler = MergeFiller(merge.template, by: decoder)
    self.format = format
    self.options = options
    self.cacheDirectory = cacheDirectory
  }

  /// Creates the poster of a row.
  package func make(_ row: Int, at path: String, resumes: Bool) -> Result {
    // Files are written atomically: an existing one is complete.
    if resumes, FileBytes.exists(path) { return .skipped }
    do {
      guard Folder.make(FilePath(path).folder.text, permissions: 0o777) else {
        return .failed(
          merge.fault(ofRow: row, Message("the folder of {path} cannot be made", ["path": path])))
      }
      let export = self.export ?? PosterExport(options: options, cacheDirectory: cacheDirectory, by: decoder)
      self.export = export
      let poster = try merge.poster(ofRow: row, by: filler)
      return .made(try export.write([poster], to: path, as: format))
    } catch let fault as MergeFault {
      return .failed(fault)
    } catch {
      return .failed(merge.fault(ofRow: row, Message(error)))
    }
  }

  package func finish() { export = nil }
}
