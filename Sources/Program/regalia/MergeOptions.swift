import ArgumentParser
import Files
import Localization
import Publishing
import Terminal
import Text

/// The table of a merge, and the columns of its placeholders.
struct MergeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("Create a poster for each row of this table: CSV, TSV or JSON lines."),
      valueName: "file"),
    completion: .file(extensions: ["csv", "tsv", "jsonl", "ndjson"]))
  var data: String?

  @Option(
    name: .customLong("map"), parsing: .singleValue,
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Fill {name} from another column; can be repeated.", ["name": "{field}"]),
      valueName: "field=column"))
  var mapping: [ColumnArgument] = []

  @Flag(
    name: .customLong("skip-faults"),
    help: ArgumentHelp(
      ProgramLanguage.localized("Leave rows with faults out of one PDF or of an album.")))
  var skipsFaults = false

  func validate() throws {
    guard data != nil || (mapping.isEmpty && !skipsFaults) else {
      throw ValidationError(ProgramLanguage.localized("--map and --skip-faults go with --data."))
    }
    if let twice = mapping.first(where: { entry in mapping.count { $0.field == entry.field } > 1 }) {
      throw ValidationError(
        ProgramLanguage.localized("--map names the field {name} twice.", ["name": twice.field]))
    }
  }

  /// Returns a template with the table `data`, which has been given.
  func merge(_ template: MergeTemplate, data: String) throws -> Merge {
    try PosterCommand.refusing {
      do {
        let bytes = try FileBytes.readArgument(data, atMost: Self.largestTable, check: DataTable.check())
        let columns = mapping.map { ($0.field, $0.column) }
        return Merge(
          template, try DataTable(bytes, named: data),
          mapping: Dictionary(columns) { $1 })
      } catch let fault as DataTable.Fault {
        throw PosterBatch.Refusal(PosterCommand.message(fault.message, in: FileBytes.name(of: data)))
      } catch let failure as FileBytes.Failure {
        guard case .tooLong = failure.reason else { throw failure }
        throw PosterBatch.Refusal(
          Message(
            "{name}: a table of up to {limit} MiB is read; divide it, or leave out columns that the poster does not need",
            ["name": FileBytes.name(of: data), "limit": String(Self.largestTable >> 20)]))
      }
    }
  }

  /// The largest size of a table, in bytes.
  private static let largestTable = Merge.largestTable

  /// Reports rows with faults, and the warnings of the others.
  static func report(_ outcome: PosterBatch.Outcome, of data: String) {
    let name = FileBytes.name(of: data)
    PosterCommand.warn(outcome.warnings.map { PosterCommand.message($0, in: name) })
    complain(outcome.failures, of: data)
  }

  private static func complain(_ faults: [MergeFault], of data: String) {
    for fault in faults {
      let words = PosterCommand.message(fault.message, in: FileBytes.name(of: data))
      StandardOutput.complain(ProgramLanguage.localized(words))
    }
  }

  /// Runs what writes all rows as one thing; rows with faults are reported one by one, and exit the program with 1.
  static func whole<Result>(of data: String, _ body: () throws -> Result) throws -> Result {
    try PosterCommand.refusing {
      do {
        return try body()
      } catch let rows as FaultyRows {
        complain(rows.faults, of: data)
        throw PosterBatch.Refusal(rows.message)
      }
    }
  }
}

/// A column of a placeholder, such as `name=Full name`.
struct ColumnArgument: ExpressibleByArgument {
  let field: String
  let column: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    (field, column) = (String(parts[0]), String(parts[1]))
  }
}
