import ArgumentParser
import Catalog
import Files
import Text
import Terminal

struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: ProgramLanguage.localized("Check, repair, copy and merge your library of crowns and posters."),
    subcommands: [
      LibraryCheckCommand.self, LibraryRepairCommand.self, LibraryExportCommand.self,
      LibraryImportCommand.self,
    ])
}

struct LibraryCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: ProgramLanguage.localized("Check the whole library and report damage."),
    discussion: ProgramLanguage.localized("The file is not changed. Exits with 1 if something is damaged."))

  @OptionGroup var options: LibraryOptions

  func run() throws {
    let check = try LibraryCheck(path: options.path)
    for problem in check.problems { try StandardOutput.print(ForeignText.printable(problem.english)) }
    if !check.problems.isEmpty {
      StandardOutput.complain(
        ProgramLanguage.localized("the library is damaged; regalia library repair saves what can be read"))
      throw ExitCode(1)
    }
    try StandardOutput.print("sound: \(check.crowns) crowns, \(check.posters) posters")
  }
}

struct LibraryRepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: ProgramLanguage.localized("Rescue the readable contents of a damaged library into a new one."),
    discussion: ProgramLanguage.localized(
      "The new library replaces the damaged file, which is kept beside it; its path is printed."))

  @OptionGroup var options: LibraryOptions

  func run() throws {
    try StandardOutput.check()
    let repair = try LibraryRepair(path: options.path)
    // Untranslated: scripts read standard output.
    let words =
      "saved \(repair.crowns) crowns and \(repair.posters) posters; the old file is \(ForeignText.printable(repair.kept))"

    try StandardOutput.report([words], done: ProgramLanguage.localized("the library is repaired"))
  }
}

struct LibraryExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: ProgramLanguage.localized("Copy the whole library into one file."))

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(ProgramLanguage.localized("The file to write."), valueName: "file"),
    completion: .file())
  var output: String

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    guard !output.isEmpty else { throw ValidationError(ProgramLanguage.localized("--output needs a name.")) }
  }

  func run() throws {
    let library = try Library(path: options.path, access: .reading)
    guard output == AtomicFile.standardOutput else { return try library.export(to: output) }
    let folder = try ScratchFolder()
    try library.export(to: folder.path + "/library")
    try AtomicFile.write(FileBytes.read(folder.path + "/library", atMost: .max), to: output)
  }
}

struct LibraryImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: ProgramLanguage.localized("Add the contents of another library to yours."),
    discussion: ProgramLanguage.localized("Existing contents stay unchanged. The import is atomic."))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The other library."), valueName: "file"),
    completion: .file())
  var source: String

  @OptionGroup var options: LibraryOptions

  func run() throws {
    try StandardOutput.check()
    let merge = try options.open(.writing).merge(from: source)
    try StandardOutput.report(
      [merge.summary.english], done: ProgramLanguage.localized("the other library is imported"))
  }
}
