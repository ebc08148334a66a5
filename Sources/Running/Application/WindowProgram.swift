import Accessibility
import Localization
import Workers
public import Colors
public import Controls
import Geometry
import Renderer
import Scene
import Typography
import Windowing
import Bus
import Files

/// A program that shows a content: in a window, as a picture, as layers, or as the tree for assistive tools.
///
///     let program = WindowProgram(settings) { environment in
///       ControlWindow(root: NotesPanel(), interface: environment.interface, clipboard: environment.clipboard)
///     }
///     let notes = try program.run()
public struct WindowProgram<Content: WindowContent> {
  /// The window's settings, including the script that is played into it.
  public var settings: WindowSettings
  /// Called before anything else if a window is to be opened; throws if the window would have nothing to show.
  public var check: () throws -> Void = {}
  /// Called before the first window opens, when a display is available.
  public var prepare: () throws -> Void = {}
  /// Called with the content when a window that was opened from another one has been closed.
  public var onFinish: (Content) -> Void = { _ in }
  private let make: (WindowEnvironment) throws -> Content

  /// Creates a program; `make` creates the content, once for each window.
  ///
  /// - Parameters:
  ///   - settings: The title, the size and the script of the window.
  ///   - make: Creates the content; errors end the program or are shown in the window that asked for this one.
  public init(_ settings: WindowSettings, make: @escaping (WindowEnvironment) throws -> Content) {
    self.settings = settings
    self.make = make
  }

  // MARK: In windows

  /// Opens the window and returns its content when it is finished and all windows opened from it are closed; of several
  /// windows, the first one's content.
  ///
  /// - Throws: `WindowError` without a display or a graphics driver, and the errors of `check`, `prepare` and the
  ///   content.
  public func run() throws -> Content {
    try check()
    let recorder = try settings.recording.map { try InputRecorder(path: $0) }
    let session = try WindowSession(settings)
    try prepare()
    var answered: Content?
    var program = self
    program.onFinish = { content in
      answered = content
      onFinish(content)
    }
    try session.add(Prepared(program: program))[0].tape = InputTape(
      playing: settings.script, recorder: recorder)
    try session.run()
    guard let content = answered ?? session.firstContent as? Content else {
      preconditionFailure("its content is what it was given")
    }
    return content
  }

  /// The program, whose checks and preparations have been made.
  private struct Prepared: OpenableProgram {
    let program: WindowProgram

    func open(in session: WindowSession) throws -> [OpenedWindow] { try program.openWindows(in: session) }
  }

  private func openWindows(in session: WindowSession) throws -> [OpenedWindow] {
    // The desktop's answer arrives while the window opens.
    let windows = try openNatively(in: session)
    let look = session.lookOfNewWindow()
    enlarge(windows, by: session.enlargement(look), in: session)
    let appearance = appearance(look)
    let fill = { (window: HostWindow) in
      let content = try make(
        WindowEnvironment(
          window: window, typesetter: session.typesetter, clipboard: session.surroundings.clipboard,
          appearance: appearance, settings: settings))
      content.reducesMotion = appearance.reducesMotion
      if settings.isFullScreen { window.enterFullScreen() }
      return ContentWindow(
        content: content, window: window, typesetter: session.typesetter,
        cacheDirectory: settings.folders.programCache, assistance: session.assistance,
        surroundings: session.surroundings)
    }
    return try windows.enumerated().map { index, window in
      let shown = try fill(window)
      var shownAppearance = appearance
      return OpenedWindow(
        window: shown, kind: settings.kind, help: settings.help,
        follow: { look, content in
          let wanted = self.appearance(look)
          if wanted != shownAppearance { content.setAppearance(wanted) }
          shownAppearance = wanted
          window.window.enlargement = session.enlargement(look)
        }, refill: settings.isRefilled ? fill : nil,
        onFinish: { window in
          if index == 0, let content = window.content as? Content { onFinish(content) }
        })
    }
  }

  /// Scales new windows by the text size.
  private func enlarge(_ windows: [HostWindow], by factor: Double, in session: WindowSession) {
    for host in windows where host.window.enlargement != factor {
      host.window.enlargement = factor
      if settings.scale == nil { host.window.size = openingSize(in: session, enlargedBy: factor) }
    }
  }

  /// Returns the size of new windows, in points that are `factor` times larger than the display's.
  private func openingSize(in session: WindowSession, enlargedBy factor: Double) -> Size {
    let monitors = session.loop.monitors
    let widest = monitors.map { Double($0.size.width) / ($0.scale * factor) }.max() ?? .infinity
    let highest = monitors.map { Double($0.size.height) / ($0.scale * factor) }.max() ?? .infinity
    var usual = settings.size
    if factor > 1 { usual = Size(min(usual.width, widest), min(usual.height, highest)) }
    let remembered = settings.remembersSize ? settings.kind.flatMap(session.memory.size) : nil
    // A size remembered from another display, or edited by hand, is limited to the present monitors.
    let wanted = remembered.map { size in
      Size(min(size.width, max(widest, usual.width)), min(size.height, max(highest, usual.height)))
    }
    let (size, smallest) = (wanted ?? usual, settings.minimumSize)
    return Size(max(size.width, smallest.width), max(size.height, smallest.height))
  }

  private func openNatively(in session: WindowSession) throws -> [HostWindow] {
    let monitors = session.loop.monitors
    var places: [Monitor?] = [nil]
    switch settings.monitors {
    case .anywhere: break
    case .number(let number):
      guard monitors.indices.contains(number - 1) else {
        throw MissingMonitor(number: number, count: monitors.count)
      }
      places = [monitors[number - 1]]
    case .all: if !monitors.isEmpty { places = monitors }
    }
    let factor = session.enlargement
    return try places.map { monitor in
      var configuration = WindowConfiguration(
        title: settings.title, size: openingSize(in: session, enlargedBy: factor),
        minimumSize: settings.minimumSize)
      configuration.scale = settings.scale
      configuration.enlargement = factor
      let window = try Window(configuration, in: session.loop)
      // Only one window can wait for its monitor without delaying the others.
      window.setSwapInterval(settings.monitors == .all ? 0 : 1)
      return HostWindow(window, on: monitor)
    }
  }

  /// Returns the appearance that the program or, by default, the person asks for.
  private func appearance(_ preferences: DesktopSettings.Preferences) -> WindowAppearance {
    WindowAppearance(
      theme: Theme(
        settings.appearance ?? (preferences.isDark == true ? .dark : .light),
        hasHighContrast: settings.hasHighContrast ?? preferences.hasHighContrast ?? false),
      reducesMotion: settings.reducesMotion ?? preferences.reducesMotion ?? false,
      textScale: preferences.textScale ?? 1)
  }

  // MARK: Without a window

  /// Returns a picture of the window at `scale` pixels per point, drawn offscreen, at a time of the script or after all
  /// of it.
  ///
  /// - Parameters:
  ///   - scale: The pixels per point.
  ///   - time: The time that the picture shows, in seconds; nil is the end of the script.
  /// - Throws: ``Snapshot/ImpossibleSize``, errors of the content, and errors while drawing.
  public func picture(scale: Double, at time: Double? = nil) throws -> Bitmap {
    let typesetter = Typesetter()
    let content = try content(typesetter, scale: scale)
    return try Snapshot.bitmap(
      of: content, playing: settings.script, size: settings.size, scale: scale, at: time ?? end,
      typesetter: typesetter, cacheDirectory: settings.folders.programCache)
  }

  /// Writes that picture into a PNG; a very large one is drawn and written a tile at a time.
  ///
  /// - Parameters:
  ///   - path: The PNG, which is written completely or not at all.
  ///   - scale: The pixels per point.
  ///   - time: The time that the picture shows, in seconds; nil is the end of the script.
  /// - Throws: ``Snapshot/ImpossibleSize``, errors of the content, and `ImageError` if the file cannot be written.
  public func writePicture(to path: String, scale: Double, at time: Double? = nil) throws {
    let typesetter = Typesetter()
    let content = try content(typesetter, scale: scale)
    try Snapshot.write(
      content, playing: settings.script, size: settings.size, scale: scale, at: time ?? end,
      typesetter: typesetter, cacheDirectory: settings.folders.programCache, to: path)
  }

  /// Returns the window's accessibility tree after its script, as JSON.
  ///
  /// - Throws: Errors of the content.
  public func description() throws -> String { try played().accessibility(titled: settings.title).json }

  /// Returns the content at a time of its script, or after all of it.
  ///
  /// - Parameters:
  ///   - time: The time up to which the script is played, in seconds; nil is its end.
  ///   - scale: The pixels per point.
  /// - Throws: Errors of the content.
  public func played(until time: Double? = nil, scale: Double = 1) throws -> Content {
    let content = try content(Typesetter(), scale: scale)
    var playback = Playback(of: settings.script, into: content, size: settings.size, scale: scale)
    playback.play(until: time ?? end)
    return content
  }

  /// Returns the new content, laid out but without any input.
  ///
  /// - Parameter scale: The pixels per point.
  /// - Throws: Errors of the content.
  public func laidOut(scale: Double = 1) throws -> Content {
    let content = try content(Typesetter(), scale: scale)
    content.layOut(size: settings.size, scale: scale)
    content.settle(at: 0)
    return content
  }

  private var end: Double { (settings.script.steps.last?.time ?? 0) + settings.settlingTime }

  /// The folders without a window: a script does not see earlier state and leaves none behind.
  private var folders: UserFolders {
    settings.script.steps.isEmpty ? settings.folders : settings.folders.withoutMemory
  }

  private func content(_ typesetter: Typesetter, scale: Double) throws -> Content {
    let content = try make(
      WindowEnvironment(
        offscreen: typesetter, appearance: settings.appearance ?? .light,
        hasHighContrast: settings.hasHighContrast ?? false,
        reducesMotion: settings.reducesMotion ?? false, scale: scale, folders: folders,
        isScripted: !settings.script.steps.isEmpty, writesFiles: false,
        language: settings.language, colorPickers: settings.colorPickers, pictures: settings.pictures))
    content.reducesMotion = settings.reducesMotion ?? false
    content.program = stillCommands(of: content)
    return content
  }

  /// Returns the program's commands for content without a running program; only their dialogs work.
  private func stillCommands(of content: Content) -> ProgramCommands {
    func command(
      _ id: String, _ title: String, _ shortcuts: [Shortcut], _ group: String,
      _ makeDialog: @escaping () -> Control? = { nil }
    ) -> Command {
      var command = Command(id, title, group: group) { [unowned content] _ in
        if let dialog = makeDialog() { content.controlHost?.showDialog(dialog) }
      }
      command.shortcuts = shortcuts
      return command
    }
    let (program, language) = (settings.program, settings.language)
    let group = language.localized("Window")
    let helpCommands =
      settings.help == nil ? [] : [command("window.help", language.localized("Help"), [], group)]
    let aboutCommands = program.about.map { about in
      [
        command("window.about", AboutPanel.title(program, language), [], group) {
          AboutPanel(program, about, language)
        }
      ]
    }
    return ProgramCommands(
      windows: (settings.siblings?.kinds ?? []).map {
        command("window.open.\($0.id)", $0.title, [], group)
      },
      others: [
        command(
          "window.full-screen", language.localized("Full screen"), [Shortcut(.function(11))], group),
        command("window.preferences", language.localized("Preferences"), [.control(",")], group) {
          PreferencesPanel(Preferences(folders: folders), language, showHintsAgain: {}, change: { _ in })
        },
      ], explanations: helpCommands + (aboutCommands ?? []))
  }
}

extension WindowProgram: OpenableProgram {
  package func open(in session: WindowSession) throws -> [OpenedWindow] {
    try check()
    try prepare()
    return try openWindows(in: session)
  }
}

/// A monitor number that does not exist.
package struct MissingMonitor: LocalizableError {
  package let number: Int
  package let count: Int

  package var message: Message {
    Message(
      "there is no monitor {number}; there is one", plural: "there is no monitor {number}; there are {count}",
      count: count, ["number": String(number)])
  }
}
