import Application
import ArgumentParser
import Files
import Localization
import Posters
import Publishing
import Terminal
import Text

struct ExportSetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sets",
    abstract: ProgramLanguage.localized(
      "List, show and change export sets: outputs that are written together."),
    discussion: ProgramLanguage.localized(
      """
      A set is a list of outputs, such as a print, a story and a wallpaper. `regalia poster export --set` writes all of \
      them. Sets are kept in $XDG_DATA_HOME/regalia/export-sets.json.

      Examples:
        regalia poster sets list
        regalia poster sets add Concert print=pdf,bleed=3mm,marks,pdfx story=jpeg,1080x1920,quality=85
        regalia poster export keep-calm --set Concert -o out
      """),
    subcommands: [
      ListExportSetsCommand.self, ShowExportSetCommand.self, AddExportSetCommand.self,
      RenameExportSetCommand.self, RemoveExportSetCommand.self,
    ], defaultSubcommand: ListExportSetsCommand.self)

  static var sets: ExportSets { ExportSets(UserFolders()) }
}

struct ListExportSetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: ProgramLanguage.localized("List the export sets: the name, a tab and the outputs."),
    discussion: ProgramLanguage.localized(
      """
      With --json, prints a list of objects with name, names and outputs.

      Example:
        regalia poster sets list
      """))

  @OptionGroup var list: ListOptions

  func run() throws {
    let sets = try PosterCommand.refusing { try ExportSetsCommand.sets.all() }
    guard list.json else {
      return try list.print(sets.map { [$0.name, $0.outputs.map(\.name).joined(separator: ", ")] })
    }
    try StandardOutput.print(ExportSet.json(of: sets))
  }
}

struct ShowExportSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: ProgramLanguage.localized("Print the names of files and the outputs of an export set."),
    discussion: ProgramLanguage.localized(
      """
      Each output is printed as `regalia poster sets add` reads it.

      Example:
        regalia poster sets show "Print and screens"
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The name of the set."), valueName: "name"))
  var name: String

  func run() throws {
    let set = try PosterCommand.refusing { try ExportSetsCommand.sets.set(named: name) }
    try StandardOutput.print(ForeignText.row(["names", set.pattern]))
    for output in set.outputs { try StandardOutput.print(ForeignText.printable(output.text)) }
  }
}

struct AddExportSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: ProgramLanguage.localized("Create an export set, or add outputs to one."),
    discussion: ProgramLanguage.localized(
      """
      An output is written as name=format and, separated by commas, a size such as 1080x1920, on which the poster is \
      laid out anew, or width=1600 for the shape of its page; quality=90; bleed=3mm; and for a PDF marks and pdfx. An \
      output of the same name is replaced.

      Examples:
        regalia poster sets add Concert print=pdf,bleed=3mm,marks,pdfx web=webp,width=1600
        regalia poster sets add Concert story=jpeg,1080x1920 --names '{{output}}/{{name}}.{{ext}}'
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The name of the set."), valueName: "name"))
  var name: String

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The outputs."), valueName: "output")) var outputs:
    [String] = []

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The names of the files, with {{name}}, {{output}}, {{n}} and {{ext}}."),
      valueName: "pattern"))
  var names: String?

  func validate() throws {
    guard !outputs.isEmpty || names != nil else {
      throw ValidationError(
        ProgramLanguage.localized("Name an output, such as story=jpeg,1080x1920, or say --names."))
    }
  }

  func run() throws {
    try PosterCommand.refusing {
      let sets = ExportSetsCommand.sets
      let known = try sets.all().first { $0.name.lowercased() == name.lowercased() }
      var set = known ?? ExportSet(name, [])
      for output in outputs { set.put(try ExportOutput(parsing: output)) }
      if let names { set.pattern = names }
      try ExportRun.check(set.pattern)
      try sets.put(set)
    }
  }
}

struct RenameExportSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: ProgramLanguage.localized("Rename an export set of your own."),
    discussion: ProgramLanguage.localized(
      """
      Example:
        regalia poster sets rename Concert Tour
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The name of the set."), valueName: "name"))
  var name: String

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The new name."), valueName: "new")) var new: String

  func run() throws {
    try PosterCommand.refusing {
      let sets = ExportSetsCommand.sets
      var set = try sets.set(named: name)
      set.name = new
      try sets.put(set, replacing: name)
    }
  }
}

struct RemoveExportSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: ProgramLanguage.localized("Remove an export set of your own, or outputs from it."),
    discussion: ProgramLanguage.localized(
      """
      A set that has the name of the one that ships is reset to that.

      Examples:
        regalia poster sets remove Concert
        regalia poster sets remove Concert story
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The name of the set."), valueName: "name"))
  var name: String

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("The names of outputs; all without one."), valueName: "output"))
  var outputs: [String] = []

  func run() throws {
    try PosterCommand.refusing {
      let sets = ExportSetsCommand.sets
      guard !outputs.isEmpty else { return try sets.remove(named: name) }
      var set = try sets.set(named: name)
      for output in outputs {
        guard set.output(named: output) != nil else {
          throw PosterError(
            field: "",
            message: Message(
              "“{set}” has no output “{name}”; there are {names}",
              [
                "set": set.name, "name": output, "names": set.outputs.map(\.name).joined(separator: ", "),
              ]))
        }
        set.outputs.removeAll { $0.name.lowercased() == output.lowercased() }
      }
      try sets.put(set)
    }
  }
}

/// The options of `poster export` that go with an export set.
struct ExportSetOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      ProgramLanguage.localized("Write the outputs of this export set, each as a file."), valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("Write only this output of the set; may be repeated."), valueName: "output"))
  var only: [String] = []

  @Option(
    name: .customLong("names"),
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The names of the files instead of those of the set, such as '{{name}}/{{output}}.{{ext}}'; {{n}} is the number of the poster."
      ),
      valueName: "pattern"))
  var pattern: String?

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Replace files that exist already.")))
  var replace = false

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized("Attach the files to a new message in the desktop's mail program.")))
  var send = false

  func validate() throws {
    guard name != nil || (only.isEmpty && pattern == nil && !replace && !send) else {
      throw ValidationError(ProgramLanguage.localized("--only, --names, --replace and --send go with --set."))
    }
  }

  /// Writes the outputs into a folder; lists the files, and exits with 1 if some are missing.
  func write(_ posters: [Poster], setNamed name: String, to folder: String) throws {
    let run = try PosterCommand.refusing {
      var set = try ExportSetsCommand.sets.set(named: name)
      set.pattern = pattern ?? set.pattern
      return try ExportRun(posters, set, in: folder, only: only, replaces: replace)
    }
    Interruption.watch()
    var line = ProgressLine(ProgramLanguage.localized("Outputs"), unit: "files", count: run.jobs.count)
    let outcome = run.run(cacheDirectory: UserFolders().programCache, by: HelperDecoder()) { progress in
      line.update(done: progress.done)
      return (try? Interruption.check()) != nil
    }
    PosterCommand.warn(outcome.warnings)
    for path in outcome.written { try StandardOutput.print(ForeignText.printable(path)) }
    for failure in outcome.failures {
      StandardOutput.complain(ForeignText.printable(ProgramLanguage.localized(failure)))
    }
    do {
      try Interruption.check()
    } catch {
      error.endProgram()
    }
    guard outcome.written.count == run.jobs.count else {
      StandardOutput.complain(ProgramLanguage.localized(outcome.summary(of: run.jobs.count, in: folder)))
      throw ExitCode(1)
    }
    guard send else { return }
    let subject = posters.count == 1 ? posters[0].title : name
    try PosterCommand.refusing { try MailPortal.compose(outcome.written, subject: subject) }
  }
}
