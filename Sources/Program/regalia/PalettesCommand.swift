import ArgumentParser
import PaletteBrowser
import Application

struct PalettesCommand: WindowCommand {
  static let scenes: [DemoScene] = []

  static let configuration = CommandConfiguration(
    commandName: "palettes",
    abstract: ProgramLanguage.localized("Show and edit palettes in a window."),
    discussion: ProgramLanguage.localized(
      """
      Palette files dropped on the window are imported, and colours are extracted from dropped pictures. Drag \
      colours to rearrange them; Return opens a colour in the picker, and Ctrl+Z undoes.

      Examples:
        regalia palettes
        regalia palettes --snapshot palettes.png --scale 2
      """))

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The library to use instead of the one in $XDG_DATA_HOME/regalia."),
      valueName: "file"),
    completion: .file())
  var library: String?

  @OptionGroup var size: WindowSize<PaletteBrowserContent>

  @OptionGroup var window: WindowOptions

  func run() throws {
    if ProgramWindows.raise(.palettes) { return }
    let settings = try window.settings(size)
    let program = WindowProgram.palettes(
      library: library,
      settings: settings.leading(.palettes, PaletteBrowserContent.self, isOwn: library == nil))
    if try !window.answer(program) { _ = try program.run() }
  }
}
