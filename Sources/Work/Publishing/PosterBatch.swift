import Files
public import Images
import Posters
import Terminal
public import Text
import Workers

/// Makes one poster for each row of a table, on several threads, and goes on when one of them fails.
public struct PosterBatch {
  /// A part of the rows: those whose number leaves the same rest, so that all parts take about as long.
  public struct Shard: Hashable, Sendable {
    /// Which part it is, from 1.
    public let number: Int
    /// How many parts there are.
    public let count: Int

    /// All rows.
    public static let whole = Shard(number: 1, count: 1)

    package init(number: Int, count: Int) {
      self.number = number
      self.count = count
    }

    /// Reads a part such as `2/8`; the first is 1.
    public init?(_ text: String) {
      let words = text.split(separator: "/", omittingEmptySubsequences: false)
      guard words.count == 2, let number = Int(words[0]), let count = Int(words[1]), count >= 1,
        (1...count).contains(number)
      else { return nil }
      self.init(number: number, count: count)
    }
  }

  /// A table and a pattern that do not go together.
  public struct Refusal: Error, CustomStringConvertible {
    public let description: String

    /// Creates a refusal from words for a person.
    public init(description: String) { self.description = description }
  }

  /// What became of a batch.
  public struct Outcome: Sendable {
    /// How many posters were written.
    public var made = 0
    /// Rows whose file was there already.
    public var skipped = 0
    /// What went wrong, with the number of the row and, where a value does not fit, its column.
    public var failures: [String] = []
    /// What could not be done as asked, with the number of the row.
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

  /// Prepares the rows of a shard; the names in braces of `pattern` become values, and each row needs a file of its
  /// own. What is wrong with the template itself is found here, what is wrong with a row when it is made.
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
        // It is told of with the row's number when its turn comes.
      }
    }
    self.template = template
    self.jobs = jobs
    self.format = format
    self.options = options
    self.cacheDirectory = cacheDirectory
    self.decoder = decoder
  }

  /// How many rows the batch makes.
  public var count: Int { jobs.count }

  /// Makes the posters; with `resumes` those whose file is there already are left as they are.
  ///
  /// After an interruption what is under way is finished or leaves nothing behind.
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

  /// The number with which a message begins.
  private static func row(of message: String) -> Int {
    Int(message.dropFirst(4).prefix { $0.isNumber }) ?? 0
  }
}

/// What the threads of a batch have in common.
final class PosterTally: Sendable {
  private struct State {
    var next = 0
    var done = 0
    var finishedWorkers = 0
    var outcome = PosterBatch.Outcome()
  }

  private let state = ConditionLock(State())

  var outcome: PosterBatch.Outcome { state.withLock { $0.outcome } }

  /// Returns the job that a thread takes next, or nil when none of `count` is left.
  func nextJob(of count: Int) -> Int? {
    state.withLock { state in
      guard state.next < count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Takes down what became of a job.
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

  /// Waits until so many workers have finished, and tells ten times a second how many jobs are done.
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

/// What one thread of a batch works with; its parts are made on the thread and never leave it.
package final class PosterWorker {
  package enum Result {
    case made([PosterWarning])
    case skipped
    /// What went wrong, to stand behind the number of the row.
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

  /// Makes the poster of a row.
  package func make(_ values: [String: String], at path: String, resumes: Bool) -> Result {
    // Files appear whole or not at all: one that is there is complete.
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
