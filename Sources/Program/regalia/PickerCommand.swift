import Application
import ArgumentParser
import Catalog
import ColorManagement
import ColorPicker
import Colors
import Exchange
import Files
import Localization
import Palettes
import Terminal

struct PickerCommand: WindowCommand {
  static let scenes: [DemoScene] = [.picker, .pickerDrag]

  static let configuration = CommandConfiguration(
    commandName: "picker",
    abstract: ProgramLanguage.localized("Pick a colour in a window and print it."),
    discussion: ProgramLanguage.localized(
      """
      Return or Choose prints the colour on one line and exits with 0. Escape and closing the window print nothing \
      and exit with 1.

      Examples:
        color=$(regalia picker --color '#c8102e') && echo "$color"
        regalia picker --format oklch --alpha
        regalia picker --plane oklch
        regalia picker --eyedropper --format rgb
        regalia picker --color tomato --snapshot picker.png --scale 2
        regalia picker --describe
      """))

  @OptionGroup var picker: PickerOptions

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The title of the window."), valueName: "title"))
  var title = PickerWindow.title

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        """
        Take a colour from the screen at once, without the window: by the desktop's portal, or under X11 with a \
        magnifier (arrows move by a pixel, Shift by ten, the wheel averages, Space takes, Escape leaves).
        """)))
  var eyedropper = false

  @OptionGroup var window: WindowOptions

  func validate() throws {
    guard eyedropper else { return }
    if window.output.snapshot != nil || window.output.describe || window.output.recordInput != nil {
      throw ValidationError(
        ProgramLanguage.localized("--eyedropper opens no window that could be drawn, described or recorded."))
    }
  }

  func run() throws {
    if eyedropper { return try takeFromScreen() }
    // Standard output is checked first, since a library that is opened later could take the place of a closed
    // descriptor.
    let isOpen = Result { try StandardOutput.check() }
    let settings = try window.settings(picker.size, title: title)
    let program = try picker.program(settings: settings.leading(nil, PickerWindow.self, isOwn: false))
    if try window.answer(program) { return }
    try isOpen.get()
    let panel = try program.run()
    guard let text = panel.answer(keepingRecentColorsIn: program.settings.folders) else {
      throw ExitCode(1)
    }
    try print(text)
  }

  private func print(_ text: String) throws {
    do {
      try StandardOutput.print(text)
    } catch {
      StandardOutput.complain(
        ProgramLanguage.localized(
          "{error}. The colour was {text}", ["error": ProgramLanguage.localized(error), "text": text]))
      throw ExitCode(3)
    }
  }

  private func takeFromScreen() throws {
    try StandardOutput.check()
    switch ScreenColor.picked() {
    case .color(let color):
      PickerWindow.keep(color, in: UserFolders())
      try print(Color(color).text(as: picker.format.format))
    case .cancelled: throw ExitCode(1)
    case .unavailable(let reason): throw NoScreenColor(reason: reason)
    }
  }
}

/// The error when no colour can be picked from the screen.
struct NoScreenColor: LocalizableError {
  let reason: Message

  var message: Message {
    Message("no colour can be taken from the screen: {reason}", parts: ["reason": reason])
  }
}

/// The options of the picker.
struct PickerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The initial colour, in any CSS notation."), valueName: "color"),
    completion: .colors, transform: ColorArgument.init(parsing:))
  var color: ColorArgument = .standard

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The notation for printing: {names}.", ["names": FormatArgument.names.joined(separator: ", ")]),
      valueName: "format"),
    completion: .list(FormatArgument.names), transform: FormatArgument.init(parsing:))
  var format: FormatArgument = FormatArgument(format: .hex)

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Pick the opacity as well.")))
  var alpha = false

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The colour plane: {names}; the default is the one chosen last.",
        ["names": PlaneArgument.names.joined(separator: ", ")]),
      valueName: "plane"),
    completion: .list(PlaneArgument.names), transform: PlaneArgument.init(parsing:))
  var plane: PlaneArgument?

  @OptionGroup var press: PressOption

  @OptionGroup var size: WindowSize<PickerWindow>

  func program(settings: WindowSettings) throws -> WindowProgram<PickerWindow> {
    // A named press is checked before a window opens.
    _ = try press.profile()
    return .picker(
      color: color.color, format: format.format, hasAlpha: alpha, plane: plane?.plane, press: press.name,
      palettes: { PickerPalette.ofLibrary() }, settings: settings)
  }
}

extension PickerPalette {
  /// Returns the palettes of the person's library; empty without a readable library.
  static func ofLibrary() -> [PickerPalette] {
    guard let records = try? LibraryPlace.openOwn()?.palettes()
    else { return [] }
    return records.compactMap { record in
      guard let palette = try? Palette(document: record.document), !palette.swatches.isEmpty else {
        return nil
      }
      let items = palette.swatches.map {
        PickerPalette.Item($0.color.mapped(to: .srgb).rgba, name: $0.name)
      }
      return PickerPalette(name: record.name, items: items)
    }
  }
}

/// A colour plane on the command line.
struct PlaneArgument {
  let plane: ColorPlane

  static let names = ColorPlane.all.map(\.name)

  init(parsing argument: String) throws {
    guard let plane = ColorPlane.all.first(where: { $0.name == argument }) else {
      throw ValidationError(
        ProgramLanguage.localized("write one of {names}.", ["names": Self.names.joined(separator: ", ")]))
    }
    self.plane = plane
  }
}

/// A colour on the command line, mapped into sRGB.
struct ColorArgument: CustomStringConvertible {
  /// The picker's default colour.
  static let standard = ColorArgument(color: RGBA(hex: 0x336699))

  let color: RGBA

  init(color: RGBA) {
    self.color = color
  }

  init(parsing argument: String) throws {
    do {
      color = try Color(typed: argument).mapped(to: .srgb).rgba
    } catch {
      throw ValidationError(ColorOutput.words(error))
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
      throw ValidationError(
        ProgramLanguage.localized("write one of {names}.", ["names": Self.names.joined(separator: ", ")]))
    }
    self.format = format
  }

  var description: String { format.rawValue }
}

/// The press whose gamut is outlined in a plane.
struct PressOption: ParsableArguments {
  /// The profile's name or file, empty for the default one; nil without the option.
  @Option(
    name: .customLong("press"), defaultAsFlag: "", parsing: .next,
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Outline the colours that a press can print: the file of a CMYK ICC profile, or the name of an installed one; the default is coated FOGRA39, or the nearest installed profile."
      ), valueName: "profile"),
    completion: .file(extensions: ["icc", "icm"]))
  var name: String?

  /// Returns the requested profile, or nil without the option.
  func profile() throws -> PrintProfile? {
    try name.map { try InstalledProfiles().profile(named: $0) }
  }
}
