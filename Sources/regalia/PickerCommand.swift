import ArgumentParser
import ColorPicker
import Colors
import Desktop
import Studio

struct PickerCommand: WindowCommand {
  static let scenes: [DemoScene] = [.picker, .pickerDrag]

  static let configuration = CommandConfiguration(
    commandName: "picker",
    abstract: "Pick a colour in a window and print it.",
    discussion: """
      Return or Choose prints the colour on one line and exits with 0; Escape or closing the window prints \
      nothing and exits with 1.

      Examples:
        color=$(regalia picker --color '#c8102e') && echo "$color"
        regalia picker --format oklch --alpha
        regalia picker --plane oklch
        regalia picker --color tomato --snapshot picker.png --scale 2
        regalia picker --describe
      """)

  @OptionGroup var picker: PickerOptions

  @Option(help: ArgumentHelp("The title of the window.", valueName: "title"))
  var title = "Pick a colour"

  @OptionGroup var window: WindowOptions

  func run() throws {
    let program = picker.program(settings: try window.settings(title: title, picker.size))
    if try window.answer(program) { return }
    // Before anything is picked: the answer must have somewhere to go.
    try StandardOutput.check()
    let panel = try program.run()
    guard let text = panel.answer(keepingRecentColorsIn: program.settings.folders) else {
      throw ExitCode(1)
    }
    do {
      try StandardOutput.print(text)
    } catch {
      StandardOutput.complain("regalia: \(error). The colour was \(text)")
      throw ExitCode(3)
    }
  }
}

/// What the picker shows.
struct PickerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The colour to start with, in any notation of CSS.", valueName: "color"),
    transform: ColorArgument.init(parsing:))
  var color: ColorArgument = .standard

  @Option(
    help: ArgumentHelp(
      "How the colour is printed: \(FormatArgument.names.joined(separator: ", ")).", valueName: "format"),
    completion: .list(FormatArgument.names), transform: FormatArgument.init(parsing:))
  var format: FormatArgument = FormatArgument(format: .hex)

  @Flag(help: "Pick the opacity, too.")
  var alpha = false

  @Option(
    help: ArgumentHelp(
      "The plane of colours: \(PlaneArgument.names.joined(separator: ", ")); otherwise the one chosen last.",
      valueName: "plane"),
    completion: .list(PlaneArgument.names), transform: PlaneArgument.init(parsing:))
  var plane: PlaneArgument?

  @OptionGroup var size: WindowSize<PickerWindow>

  func program(settings: WindowSettings) -> WindowProgram<PickerWindow> {
    .picker(
      color: color.color, format: format.format, hasAlpha: alpha, plane: plane?.plane, settings: settings)
  }
}

/// A plane of colours on the command line.
struct PlaneArgument {
  let plane: ColorPlane

  static let names = ColorPlane.all.map(\.name)

  init(parsing argument: String) throws {
    guard let plane = ColorPlane.all.first(where: { $0.name == argument }) else {
      throw ValidationError("write one of \(Self.names.joined(separator: ", ")).")
    }
    self.plane = plane
  }
}

/// A colour on the command line, brought into sRGB.
struct ColorArgument: CustomStringConvertible {
  /// What the picker starts with unless told otherwise.
  static let standard = ColorArgument(color: RGBA(hex: 0x336699))

  let color: RGBA

  init(color: RGBA) {
    self.color = color
  }

  init(parsing argument: String) throws {
    do {
      color = try Color(parsing: argument).mapped(to: .srgb).rgba
    } catch {
      throw ValidationError("\(error.message), at \(error.offset).")
    }
  }

  var description: String { Color(color).text(as: .hex) }
}

/// A notation that the picker can print.
struct FormatArgument: CustomStringConvertible {
  let format: ColorFormat

  static let names = ["hex", "rgb", "hsb", "hsl", "hwb", "lab", "lch", "oklab", "oklch", "css", "json"]

  init(format: ColorFormat) {
    self.format = format
  }

  init(parsing argument: String) throws {
    guard Self.names.contains(argument), let format = ColorFormat(rawValue: argument) else {
      throw ValidationError("write one of \(Self.names.joined(separator: ", ")).")
    }
    self.format = format
  }

  var description: String { format.rawValue }
}
