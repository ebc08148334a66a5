import ArgumentParser
import PaletteBrowser
import Application

struct PalettesCommand: WindowCommand {
  static let scenes: [DemoScene] = []

  static let configuration = CommandConfiguration(
    commandName: "palettes",
    abstract: "Look through palettes in a window, and change them.",
    discussion: """
      Palette files that are dropped on the window are imported; of a dropped picture the colours are taken. Colours \
      are dragged to another place, Return opens one in the picker, and Ctrl+Z undoes.

      Examples:
        regalia palettes
        regalia palettes --snapshot palettes.png --scale 2
      """)

  @Option(
    help: ArgumentHelp(
      "The library to use instead of the one in $XDG_DATA_HOME/regalia.", valueName: "file"),
    completion: .file())
  var library: String?

  @OptionGroup var size: WindowSize<PaletteBrowserContent>

  @OptionGroup var window: WindowOptions

  func run() throws {
    if ProgramWindows.raise(.palettes) { return }
    let settings = try window.settings(title: "Palettes – Regalia", size)
    let program = WindowProgram.palettes(
      library: library,
      settings: settings.leading(.palettes, PaletteBrowserContent.self, isOwn: library == nil))
    if try !window.answer(program) { _ = try program.run() }
  }
}
