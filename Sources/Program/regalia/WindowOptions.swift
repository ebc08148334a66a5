import ArgumentParser
import Catalog
import ColorPicker
import Controls
import CrownBrowser
import FlipClock
import Geometry
import Images
import PaletteBrowser
import PosterEditor
import PosterGallery
import Application
import Terminal

/// The options of every window: its appearance, the script played in it, and output produced instead of opening it.
struct WindowOptions: ParsableArguments {
  @Option(help: ArgumentHelp(ProgramLanguage.localized("The appearance; the default is the desktop's.")))
  var appearance: Appearance?

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Show changes without animation.")))
  var reduceMotion = false

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Draw in black and white with solid lines; the default is the desktop's setting.")))
  var highContrast = false

  @OptionGroup var output: WindowOutputOptions

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The number of pixels per point in the PNG."), valueName: "N"))
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("With --snapshot, the time in the script to draw, in seconds."),
      valueName: "T"))
  var at: Double?

  func validate() throws {
    if let at {
      guard output.snapshot != nil else {
        throw ValidationError(ProgramLanguage.localized("--at goes with --snapshot."))
      }
      guard at.isFinite, at >= 0 else {
        throw ValidationError(ProgramLanguage.localized("--at is a time in seconds, 0 or more."))
      }
    }
    if let scale {
      guard output.snapshot != nil else {
        throw ValidationError(ProgramLanguage.localized("--scale goes with --snapshot."))
      }
      guard scale.isFinite, (0.5...8).contains(scale) else {
        throw ValidationError(ProgramLanguage.localized("A scale is from 0.5 to 8 pixels per point."))
      }
    }
  }

  /// Returns the settings of a window, from these options and those of its command.
  func settings<Window>(
    _ size: WindowSize<Window>, title: String = Window.title
  ) throws -> WindowSettings {
    var settings = size.settings(title: title)
    settings.language = ProgramLanguage.language
    settings.appearance = appearance
    settings.reducesMotion = reduceMotion ? true : nil
    settings.hasHighContrast = highContrast ? true : nil
    try output.apply(to: &settings)
    return settings
  }

  /// Draws or describes a window if requested; returns false if it is to be opened.
  func answer<Content>(_ program: WindowProgram<Content>) throws -> Bool {
    try output.answer(program, scale: scale ?? 1, at: at)
  }
}

/// The output produced instead of opening a window, and the script and recording of a window.
struct WindowOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("Draw the window into a PNG file instead of opening it."), valueName: "file"),
    completion: .file(extensions: ["png"]))
  var snapshot: String?

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized("Print the window's accessibility tree as JSON instead of opening it.")))
  var describe = false

  @OptionGroup var input: ScriptOptions

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("Record the input of the window as a script."), valueName: "file"),
    completion: .file())
  var recordInput: String?

  /// The access of a window to its library.
  var libraryAccess: Library.Access {
    .ofWindow(isOffscreen: snapshot != nil || describe, isScripted: input.isScripted)
  }

  func validate() throws {
    if snapshot?.isEmpty == true {
      throw ValidationError(ProgramLanguage.localized("--snapshot needs the name of a file."))
    }
    if describe && snapshot != nil {
      throw ValidationError(ProgramLanguage.localized("--describe and --snapshot exclude each other."))
    }
    if recordInput != nil && (snapshot != nil || describe) {
      throw ValidationError(
        ProgramLanguage.localized("--record-input needs the window; leave out --snapshot and --describe."))
    }
  }

  func apply(to settings: inout WindowSettings) throws {
    try input.apply(to: &settings)
    settings.recording = recordInput
  }

  /// Whether the options apply only to a single window.
  var isForOneWindow: Bool {
    snapshot != nil || describe || recordInput != nil || input.isScripted
  }

  /// Draws or describes a window if requested; returns false if it is to be opened.
  func answer<Content>(
    _ program: @autoclosure () throws -> WindowProgram<Content>, scale: Double, at time: Double? = nil
  ) throws -> Bool {
    if describe {
      try StandardOutput.print(program().description())
      return true
    }
    guard let snapshot else { return false }
    try program().writePicture(to: snapshot, scale: scale, at: time)
    return true
  }
}

/// The script that is played in a window.
struct ScriptOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        """
        Play this script of input, one JSON object per line. Without a window, it uses a copy of the library and writes \
        only the requested files.
        """), valueName: "file"),
    completion: .file())
  var script: String?

  /// Half an hour of random input from a seed, for finding faults in debug builds.
  @Option(help: .hidden)
  var monkey: UInt64?

  /// Whether a script is played.
  var isScripted: Bool { script != nil || monkey != nil }

  func validate() throws {
    guard monkey != nil else { return }
    guard InputScript.allowsMonkeys else {
      throw ValidationError(ProgramLanguage.localized("--monkey needs a debug build."))
    }
    guard script == nil else {
      throw ValidationError(ProgramLanguage.localized("--monkey and --script exclude each other."))
    }
  }

  func apply(to settings: inout WindowSettings) throws {
    if let script { settings.script = try InputScript(file: script) }
    guard let monkey else { return }
    settings.script = .monkey(seed: monkey, in: settings.size, seconds: 1800)
    settings.isRefilled = true
  }
}

extension Appearance: ExpressibleByArgument {}

/// A command that opens a window.
protocol WindowCommand: ParsableCommand {
  /// The scenes that demonstrate the window, for recordings and benchmarks.
  static var scenes: [DemoScene] { get }
}

/// A window with a title, a selectable size and a help page.
protocol SizedWindow {
  static var title: String { get }
  static var defaultSize: Size { get }
  static var minimumSize: Size { get }
  /// The topic of its help page.
  static var helpTopic: HelpTopic { get }
}

extension PickerWindow: SizedWindow {
  static let title = ProgramLanguage.localized("Pick a colour – Regalia")
  static let helpTopic = HelpTopic.colours
}
extension ClockProgram: SizedWindow {
  static let title = ProgramLanguage.localized("Clock – Regalia")
  static let helpTopic = HelpTopic.flipClock
}
extension CrownBrowserContent: SizedWindow {
  static let title = ProgramLanguage.localized("Crowns – Regalia")
  static let helpTopic = HelpTopic.pictures
}
extension PaletteBrowserContent: SizedWindow {
  static let title = ProgramLanguage.localized("Palettes – Regalia")
  static let helpTopic = HelpTopic.schemes
}
extension Gallery: SizedWindow {
  static let title = ProgramLanguage.localized("Posters")
  static let helpTopic = HelpTopic.gallery
}
extension PosterEditor: SizedWindow {
  static let title = ProgramLanguage.localized("Poster")
  static let helpTopic = HelpTopic.posters
}

extension SizedWindow {
  /// Returns the settings of the window, with the program's help, colour picker and picture decoder.
  static func settings(size: Size = defaultSize, title: String = title) -> WindowSettings {
    var settings = WindowSettings(title: title, size: size, minimumSize: minimumSize)
    settings.program = .regalia
    settings.help = .regalia(helpTopic)
    settings.colorPickers = .panels
    settings.pictures = HelperDecoder()
    return settings
  }
}

/// The size of a window, at least the minimum of its content.
struct WindowSize<Window: SizedWindow>: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The size of the window in points; the default is {size}.",
        ["size": SizeArgument(size: Window.defaultSize).description]), valueName: "WxH"),
    transform: SizeArgument.init(parsing:))
  var size = SizeArgument(size: Window.defaultSize)

  func validate() throws { try size.check(atLeast: Window.minimumSize) }

  func settings(title: String = Window.title) -> WindowSettings {
    Window.settings(size: size.size, title: title)
  }
}

/// A size in points, written 440x560.
struct SizeArgument: CustomStringConvertible {
  let size: Size

  init(size: Size) {
    self.size = size
  }

  init(parsing argument: String) throws {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]),
      (1...16384).contains(width), (1...16384).contains(height)
    else {
      throw ValidationError(ProgramLanguage.localized("write points as 440x560, each side at most 16384."))
    }
    size = Size(width: width, height: height)
  }

  /// Rejects a size smaller than `smallest`.
  func check(atLeast smallest: Size) throws {
    guard size.width >= smallest.width, size.height >= smallest.height else {
      throw ValidationError(
        ProgramLanguage.localized(
          "The window needs at least {size} points; give a larger --size.",
          ["size": SizeArgument(size: smallest).description]))
    }
  }

  var description: String { "\(Int(size.width))x\(Int(size.height))" }
}
