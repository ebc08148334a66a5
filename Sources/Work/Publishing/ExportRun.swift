import ColorManagement
import Files
import Glibc
package import Images
package import Localization
package import Posters
import Typography

/// Writes all outputs of an export set for some posters.
///
/// Names are checked before anything is written. Each file appears whole or not at all.
package struct ExportRun: Sendable {
  /// One file.
  package struct Job: Hashable, Sendable {
    /// The index of the poster.
    package let poster: Int
    /// The output.
    package let output: ExportOutput
    /// The path of the file.
    package let path: String
  }

  /// Posters, a set and a folder that do not fit together.
  package struct Refusal: LocalizableError {
    package let message: Message

    init(_ message: Message) { self.message = message }
  }

  /// The result of a run.
  package struct Outcome: Hashable, Sendable {
    /// The files that were written, in order.
    package var written: [String] = []
    /// The files that were not written, with the reasons.
    package var failures: [Message] = []
    /// Requests that could not be met.
    package var warnings: [Message] = []
    /// Whether the run was stopped before its end, by a person or because nothing can be written any more.
    package var isStopped = false
  }

  /// The files in the order in which they are written: all outputs of a poster, then those of the next.
  package let jobs: [Job]
  private let posters: [Poster]
  private let folder: String

  /// Prepares the files of all outputs, or of those named by `only`.
  ///
  /// Throws if the pattern of names does not suit, a name leads out of the folder or to two files, or a file exists and
  /// is not to be replaced.
  package init(
    _ posters: [Poster], _ set: ExportSet, in folder: String, only: [String] = [], replaces: Bool = false
  ) throws(Refusal) {
    var outputs = set.outputs
    if !only.isEmpty {
      outputs = []
      for name in only {
        guard let output = set.output(named: name) else {
          throw Refusal(
            Message(
              "“{set}” has no output “{name}”; there are {names}",
              ["set": set.name, "name": name, "names": set.outputs.map(\.name).joined(separator: ", ")]))
        }
        outputs.append(output)
      }
    }
    guard !outputs.isEmpty else {
      throw Refusal(Message("“{set}” has no outputs; add one first", ["set": set.name]))
    }
    try Self.check(set.pattern)
    var jobs: [Job] = []
    var owners: [String: String] = [:]
    for (index, poster) in posters.enumerated() {
      for output in outputs {
        let name = try Self.name(set.pattern, poster, number: index + 1, output)
        let path = folder + "/" + name
        let owner = "“\(poster.title)” (\(output.name))"
        // Some file systems do not tell upper from lower case.
        if let other = owners.updateValue(owner, forKey: path.lowercased()) {
          throw Refusal(
            Message(
              "{first} and {second} would both become {file}; put {{n}} or {{output}} into the names",
              ["first": other, "second": owner, "file": name]))
        }
        jobs.append(Job(poster: index, output: output, path: path))
      }
    }
    let existing = jobs.filter { FileBytes.exists($0.path) }
    if !replaces, let first = existing.first {
      throw Refusal(
        Message(
          "{file} is there already; choose another folder or other names, or replace it",
          plural:
            "{count} of the files are there already, such as {file}; choose another folder or other names, or replace them",
          count: existing.count, ["file": first.path]))
    }
    (self.jobs, self.posters, self.folder) = (jobs, posters, folder)
  }

  /// The names in braces that a pattern may have.
  package static let placeholders = ["name", "output", "n", "ext"]

  /// Checks a pattern of names.
  package static func check(_ pattern: String) throws(Refusal) {
    for placeholder in TextTemplate.placeholders(in: pattern) where !placeholders.contains(placeholder.name) {
      throw Refusal(
        Message(
          "names of files have {names}, not {name}",
          [
            "name": "{\(placeholder.name)}",
            "names": placeholders.map { "{\($0)}" }.joined(separator: ", "),
          ]))
    }
    guard pattern.hasSuffix(".{ext}"), pattern.count <= ExportSet.longestName else {
      throw Refusal(
        Message(
          "the names of the files end with {ending}, such as {usual}",
          ["ending": ".{ext}", "usual": ExportSet.usualPattern]))
    }
    let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." || $0.hasPrefix("~") }) else {
      throw Refusal(
        Message("“{pattern}” leads out of the folder; names begin with a letter", ["pattern": pattern]))
    }
  }

  /// Returns the name of a file, below the folder.
  private static func name(
    _ pattern: String, _ poster: Poster, number: Int, _ output: ExportOutput
  ) throws(Refusal) -> String {
    let values = [
      "name": ExportPlace.name(poster.title), "output": output.name, "n": "\(number)",
      "ext": output.format.ending,
    ]
    let filled: String
    do throws(Placeholder.Fault) {
      filled = try TextTemplate.filled(pattern, with: values) { FileName.safe($0, orElse: "_") }
    } catch {
      throw Refusal(error.message)
    }
    // A part is one name, whatever the pattern and the values make together.
    return filled.split(separator: "/").map { FileName.safe(String($0), orElse: "_") }.joined(separator: "/")
  }

  /// The progress of a run.
  package struct Progress: Sendable {
    /// The number of finished files.
    package let done: Int
    /// The number of all files.
    package let count: Int
    /// The name of the file that is being written.
    package let name: String
    /// The share of it that is drawn, 0…1.
    package let share: Double
  }

  private struct Stop: Error {}

  /// Writes the files one after the other. `goesOn` is asked before each file and while it is drawn; if it returns false,
  /// the run stops. Finished files stay.
  ///
  /// A file that cannot be made, such as in a format that this machine cannot write, does not prevent the others; a disk
  /// that takes no more ends the run.
  package func run(
    cacheDirectory: String?, by decoder: any PictureDecoder, while goesOn: (Progress) -> Bool
  ) -> Outcome {
    var outcome = Outcome()
    let typesetter = Typesetter()
    let export = PosterExport(
      options: .init(), typesetter: typesetter, cacheDirectory: cacheDirectory, by: decoder)
    var press: Result<PrintProfile, any Error>?
    for (index, job) in jobs.enumerated() {
      let name = FilePath(job.path).name
      func isGoingOn(_ share: Double) -> Bool {
        goesOn(Progress(done: index, count: jobs.count, name: name, share: share))
      }
      do {
        guard isGoingOn(0) else { throw Stop() }
        guard Folder.make(FilePath(job.path).folder.text, permissions: 0o777) else {
          throw AtomicFile.Failure(path: FilePath(job.path).folder.text, code: errno)
        }
        export.options = job.output.options
        if job.output.hasPress {
          let found = press ?? Result { try InstalledProfiles().profile(named: nil) }
          press = found
          export.options.press = try found.get()
        }
        let warnings = try withoutActuallyEscaping(isGoingOn) { isGoingOn in
          export.onProgress = { rows, count in
            if !isGoingOn(Double(rows) / Double(max(count, 1))) { throw Stop() }
          }
          defer { export.onProgress = nil }
          return try export.write(
            [job.output.poster(posters[job.poster], typesetter: typesetter)], to: job.path,
            as: job.output.format)
        }
        outcome.written.append(job.path)
        outcome.warnings += warnings.map {
          Message("{file}: {reason}", ["file": name], parts: ["reason": $0.message])
        }
      } catch is Stop {
        outcome.isStopped = true
        return outcome
      } catch {
        let reason = Message(error)
        // Errors in writing name the file themselves.
        outcome.failures.append(
          reason.english.hasPrefix(job.path)
            ? reason : Message("{file}: {reason}", ["file": job.path], parts: ["reason": reason]))
        if Self.endsAll(error) {
          outcome.isStopped = true
          return outcome
        }
      }
    }
    return outcome
  }

  /// Whether nothing more can be written.
  private static func endsAll(_ error: any Error) -> Bool {
    if error is AtomicFile.Failure { return true }
    if case .unwritable? = (error as? ImageError)?.reason { return true }
    return false
  }
}

extension ExportRun.Outcome {
  /// Returns the result of a run of `count` files in a sentence.
  package func summary(of count: Int, in folder: String) -> Message {
    let (folder, all) = (ExportPlace.short(folder), "\(count)")
    guard written.count < count else {
      return Message(
        "Wrote {count} file to {folder}", plural: "Wrote {count} files to {folder}", count: count,
        ["folder": folder])
    }
    guard let first = failures.first else {
      return Message(
        "Cancelled; {count} of {all} files is in {folder}",
        plural: "Cancelled; {count} of {all} files are in {folder}", count: written.count,
        ["all": all, "folder": folder])
    }
    return Message(
      "{count} of {all} files is in {folder}; {reason}",
      plural: "{count} of {all} files are in {folder}; {reason}", count: written.count,
      ["all": all, "folder": folder], parts: ["reason": first])
  }
}
