import Application
import ArgumentParser
import Files
import Glibc
import Posters
import Terminal
import Typography

/// The program: parses the arguments, calls one function, and reports the result in its exit code.
@main
struct Regalia: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "regalia",
    abstract: ProgramLanguage.localized("Posters, crowns, exact colours and a flip clock."),
    discussion: ProgramLanguage.localized(
      """
      Examples:
        regalia                                       show your posters
        regalia poster new --text KEEP/CALM           create a poster
        regalia crowns                                show all crowns
        color=$(regalia picker)                       pick a colour in a window
        regalia color 'oklch(0.6 0.2 30)' --to hex    convert a colour
        regalia contrast '#767676' white              measure the contrast of a text
        regalia doctor                                print details for a bug report

      Exit codes: 0 success; 1 a negative result (cancelled, an input refused); 2 incorrect usage; 3 failure;
      4 undecided (comparisons of runs).
      """),
    version: "regalia \(Version.text)",
    subcommands: [
      GalleryCommand.self, PickerCommand.self, ClockCommand.self, ColorCommand.self, ContrastCommand.self,
      DifferenceCommand.self, PlaneCommand.self, PaletteCommand.self, PalettesCommand.self,
      PosterCommand.self, TileCommand.self, ImposeCommand.self,
      CurveCommand.self, CrownsCommand.self, LibraryCommand.self, InspectCommand.self, RecordCommand.self,
      OpenCommand.self, ThumbnailCommand.self, BenchCommand.self, DoctorCommand.self, CompletionsCommand.self,
      HelpCommand.self,
    ], defaultSubcommand: GalleryCommand.self)

  /// The commands that open windows, in the order in which their scenes are listed.
  static let windows: [any WindowCommand.Type] = [
    PickerCommand.self, ClockCommand.self, CrownsBrowseCommand.self, PalettesCommand.self,
    GalleryCommand.self,
  ]

  static func main() {
    if PictureService.isAsked { PictureService.run() }
    StandardOutput.reserve()
    // A file size limit is an error to report, not a reason to be killed.
    signal(SIGXFSZ, SIG_IGN)
    if let number = firstSpoiledArgument {
      StandardOutput.complain(
        ProgramLanguage.localized(
          "argument {number} is not UTF-8, so it might name another file; rename the file",
          ["number": "\(number)"]))
      ProgramEnd.leave(2)
    }
    if let unknown = UnknownCommand.find(in: CommandLine.arguments.dropFirst(), of: Regalia.self) {
      StandardOutput.complain("\(unknown)")
      ProgramEnd.leave(2)
    }
    FontLibrary.add(FontFolder(UserFolders()).files)
    do {
      var command = try windowCommand() ?? parseAsRoot()
      try command.run()
    } catch {
      leaveAsInterrupted()
      leave(after: error)
    }
    leaveAsInterrupted()
    ProgramEnd.leave(0)
  }

  /// The index of the first argument that is not UTF-8; decoded leniently, it would name another file.
  private static var firstSpoiledArgument: Int? {
    (1..<max(Int(CommandLine.argc), 1)).first { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) == nil } ?? false
    }
  }

  /// Returns the window command that is named first, parsed without the tree of all commands, whose construction takes
  /// as long as the window's first frame. Returns nil for other commands, invalid arguments and requests for help,
  /// which the tree handles better.
  private static func windowCommand() -> (any ParsableCommand)? {
    let words = Array(CommandLine.arguments.dropFirst())
    let types: [String: any WindowCommand.Type] = [
      "picker": PickerCommand.self, "clock": ClockCommand.self, "gallery": GalleryCommand.self,
      "palettes": PalettesCommand.self,
    ]
    guard let name = words.first, let type = types[name],
      let command = try? type.parseAsRoot(Array(words.dropFirst())), command is any WindowCommand
    else { return nil }
    return command
  }

  /// Exits by the signal that closed a window, so that its sender knows.
  private static func leaveAsInterrupted() {
    do { try Interruption.check() } catch { error.endProgram() }
  }

  /// Reports an error and exits with its code: ours, not the 64 of sysexits.
  private static func leave(after error: any Error) -> Never {
    if let code = error as? ExitCode { ProgramEnd.leave(code.rawValue) }
    leaveQuietlyWithoutReader(after: error)
    let suggested = exitCode(for: error)
    if suggested == .success {
      // Help, the version or a completion script, as requested.
      do {
        try StandardOutput.print(UsageWords.help(fullMessage(for: error)))
      } catch {
        leaveQuietlyWithoutReader(after: error)
        StandardOutput.complain(ProgramLanguage.localized(error))
        ProgramEnd.leave(3)
      }
      ProgramEnd.leave(0)
    }
    if suggested == .validationFailure {
      StandardOutput.complain(oneLine(of: error))
      ProgramEnd.leave(2)
    }
    StandardOutput.complain(ProgramLanguage.localized(error))
    ProgramEnd.leave(3)
  }

  /// Exits silently by SIGPIPE, as other programs do when nobody reads their output any more.
  private static func leaveQuietlyWithoutReader(after error: any Error) {
    guard let failure = error as? StandardOutput.Failure, failure.isReaderGone else { return }
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }

  /// Returns the usage error and where to read more on one line, without the usage itself.
  private static func oneLine(of error: any Error) -> String {
    let message = UsageWords.plain(self.message(for: error))
    let hint = fullMessage(for: error).split(separator: "\n").last { $0.contains("--help") }
    guard let hint else { return message }
    return message + " " + UsageWords.hint(hint)
  }
}
