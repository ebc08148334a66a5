import Files
public import Images
import Posters
import Terminal
public import Text
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
  public struct Refusal: Error, CustomStringConvertible {
    public let description: String

    /// Creates a refusal from a description for a person.
    public init(description: String) { self.description = description }
  }

  /// The result of a batch.
  public struct Outcome: Sendable {
    /// The number of posters written.
    public var made = 0
    /// The number of rows whose file existed already.
    public var skipped = 0
    /// Errors, with the row's number and, for an invalid value, its column.
    public var failures: [String] = []
    /// Requests that could not be met, with the row's number.
    public var warnings: [String] = []
  }

  private let template: MergeTemplate
  private let jobs: [Job]
  private let format: PosterExport.Format
  private let options: PosterExport.Options
  private let cacheDirectory: String?
  private let decoder: any PictureDecoder

  private struct Job: Sendable {
    /// The number of the row, from 1.
    let row: Int
    let values: [String: String]
    let path: String
  }

  /// Prepares the rows of a shard. Names in braces in `pattern` become values, and each row needs a file of its own.
  /// Errors of the template are found here, errors of a row when it is rendered.
  public init(
    _ template: MergeTemplate, table: CSVTable, pattern: String, shard: Shard = .whole,
    options: PosterExport.Options,
    cacheDirectory: String?, by decoder: any PictureDecoder = DirectDecoder()
  ) throws(Refusal) {
    guard let format = PosterExport.Format(path: pattern) else {
      throw Refusal(description: "\(pattern): the name of the files ends with .pdf, .png or .svg")
    }
    guard !table.rows.isEmpty else {
      throw Refusal(description: "the table has no rows below the names of its columns; nothing was made")
    }
    let known = table.columns + ["row"]
    for name in TextTemplate.names(in: pattern) where !known.contains(name) {
      throw Refusal(
        description: "\(pattern): the table has no column {\(name)}; there are "
          + known.map { "{\($0)}" }.joined(separator: ", "))
    }
    for field in template.fields {
      for name in field.names where !known.contains(name) {
        throw Refusal(
          description: "\(field.path): the table has no column {\(name)}; there are "
            + known.map { "{\($0)}" }.joined(separator: ", "))
      }
    }
    var jobs: [Job] = []
    var rows: [String: Int] = [:]
    for (index, row) in table.rows.enumerated() {
      let values = ["row": String(index + 1)].merging(row.values) { _, own in own }
      let path = TextTemplate.filled(pattern, with: values.mapValues { FileName.safe($0, orElse: "_") })
      if let other = rows.updateValue(index + 1, forKey: path.lowercased()) {
        throw Refusal(
          description: "rows \(other) and \(index + 1) would both become \(path); put {row} into the name")
      }
      guard index % shard.count == shard.number - 1 else { continue }
      jobs.append(Job(row: index + 1, values: values, path: path))
    }
    if let first = jobs.first {
      do throws(MergeFiller.Fault) {
        _ = try MergeFiller(template, by: decoder).poster(with: first.values)
      } catch  where error.columns.isEmpty {
        throw Refusal(description: "\(error)")
      } catch {
        // It is reported with the row's number when its turn comes.
      }
    }
    self.template = template
    self.jobs = jobs
    self.format = format
    self.options = options
    self.cacheDirectory = cacheDirectory
    self.decoder = decoder
  }

  /// The number of rows in the batch.
  public var count: Int { jobs.count }

  /// Creates the posters; with `resumes`, existing files are skipped.
  ///
  /// An interruption leaves no partial file: the current poster is finished or discarded.
  public func run(threads: Int, resumes: Bool) throws -> Outcome {
    let tally = PosterTally()
    let (jobs, format, options, cacheDirectory) = (self.jobs, self.format, self.options, self.cacheDirectory)
    let (template, decoder) = (self.template, self.decoder)
    let workers = (0..<max(1, min(threads, jobs.count))).map { _ in
      Worker(name: "posters") {
        PosterWorker(
          template, format: format, options: options, cacheDirectory: cacheDirectory, by: decoder)
      }
    }
    for worker in workers {
      worker.run { maker in
        while (try? Interruption.check()) != nil, let index = tally.nextJob(of: jobs.count) {
          let job = jobs[index]
          let result = maker.make(job.values, at: job.path, resumes: resumes)
          tally.finishJob { Self.note(result, of: job, in: &$0) }
        }
        maker.finish()
        tally.finishWorker()
      }
    }
    var line = ProgressLine("Posters", unit: "rows", count: jobs.count)
    tally.waitForWorkers(workers.count) { line.update(done: $0) }
    try Interruption.check()
    var outcome = tally.outcome
    outcome.failures.sort { Self.row(of: $0) < Self.row(of: $1) }
    outcome.warnings.sort { Self.row(of: $0) < Self.row(of: $1) }
    return outcome
  }

  private static func note(_ result: PosterWorker.Result, of job: Job, in outcome: inout Outcome) {
    switch result {
    case .made(let warnings):
      outcome.made += 1
      outcome.warnings += warnings.map { "row \(job.row): \($0)" }
    case .skipped: outcome.skipped += 1
    case .failed(let message): outcome.failures.append("row \(job.row)\(message)")
    }
  }

  /// The row's number at the start of a message.
  private static func row(of message: String) -> Int {
    Int(message.dropFirst(4).prefix { $0.isNumber }) ?? 0
  }
}

/// The shared state of a batch's threads.
final class PosterTally: Sendable {
  private struct State {
    var next = 0
    var done = 0
    var finishedWorkers = 0
    var outcome = PosterBatch.Outcome()
  }

  private let state = ConditionLock(State())

  var outcome: PosterBatch.Outcome { state.withLock { $0.outcome } }

  /// Returns the next job for a thread, or nil if none of `count` is left.
  func nextJob(of count: Int) -> Int? {
    state.withLock { state in
      guard state.next < count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Records the result of a job.
  func finishJob(_ note: (inout PosterBatch.Outcome) -> Void) {
    state.withLock { state in
      note(&state.outcome)
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
    /// The error, without the row's number that precedes it.
    case failed(String)
  }

  private let filler: MergeFiller
  private let format: PosterExport.Format
  private let options: PosterExport.Options
  private let cacheDirectory: String?
  private let decoder: any PictureDecoder
  private var export: PosterExport?

  package init(
    _ template: MergeTemplate, format: PosterExport.Format, options: PosterExport.Options,
    cacheDirectory: String?, by decoder: any PictureDecoder = DirectDecoder()
  ) {
    self.decoder = decoder
    filler = MergeFiller(template, by: decoder)
    self.format = format
    self.options = options
    self.cacheDirectory = cacheDirectory
  }

  /// Creates the poster of a row.
  package func make(_ values: [String: String], at path: String, resumes: Bool) -> Result {
    // Files are written atomically: an existing one is complete.
    if resumes, FileBytes.exists(path) { return .skipped }
    do {
      guard Folder.make(FilePath(path).folder.text, permissions: 0o777) else {
        return .failed(": \(path): its folder cannot be made")
      }
      let export = self.export ?? PosterExport(options: options, cacheDirectory: cacheDirectory, by: decoder)
      self.export = export
      let poster = try filler.poster(with: values)
      return .made(try export.write([poster], to: path, as: format))
    } catch let fault as MergeFiller.Fault where !fault.columns.isEmpty {
      return .failed(", \(fault)")
    } catch {
      return .failed(": \(error)")
    }
  }

  package func finish() { export = nil }
}
