import Application
import Catalog
public import Colors
import Controls
import Files
public import Geometry
import Typography
import Workers

extension WindowProgram where Content == CrownBrowserContent {
  /// The browser of crowns: the shipped ones, and the person's own in the file `library`.
  ///
  /// Without a colour the last chosen one is used. `usePoster` creates a poster with a crown and opens it.
  public static func crowns(
    library: String? = nil, search: String = "", color: RGBA? = nil,
    cell: Double = CrownBrowserContent.defaultCell,
    settings: WindowSettings, usePoster: @escaping (CrownItem) throws -> Void = { _ in }
  ) -> WindowProgram {
    var program = WindowProgram(settings) { environment in
      let crowns = try CrownLibrarySource(
        path: library, folders: environment.folders,
        access: .ofWindow(isOffscreen: environment.isOffscreen, isScripted: environment.isScripted))
      let browser = try CrownBrowserContent.showing(
        crowns, search: search, color: color, cell: cell, environment: environment)
      browser.files = FileDialogs(environment) { [weak browser] in browser?.host }
      browser.onPoster = { [unowned browser] crown in
        guard !environment.isOffscreen else { return }
        do {
          try usePoster(crown)
          browser.host.say(
            environment.interface.language.localized(
              "A new poster with “{name}” opens", ["name": crown.name]))
        } catch {
          let language = environment.interface.language
          browser.host.say(
            language.localized("No poster was created: {reason}", ["reason": language.localized(error)]))
        }
      }
      return browser
    }
    program.settings.settlingTime = 2
    return program
  }
}

extension CrownBrowserContent {
  /// The minimum size of the window, in points.
  public static let minimumSize = Size(width: 360, height: 300)
  /// The default size of the window, in points.
  public static let defaultSize = Size(width: 1080, height: 720)
  /// The default side of a cell, in points.
  public static let defaultCell = 112.0
  /// The valid sides of cells, in points; a window may have less room.
  public static let cells = 16.0...4096.0

  static func showing(
    _ crowns: CrownLibrarySource, search: String = "", color: RGBA? = nil, cell: Double = defaultCell,
    environment: WindowEnvironment
  ) throws -> CrownBrowserContent {
    let folders = environment.folders
    let preference = CrownColorPreference(folder: folders.state)
    let browser = CrownBrowserContent(
      options: .init(
        cell: cell, color: color ?? preference.color, search: search,
        recentColors: environment.colorPickers.recentColors(folders.state),
        recent: RecentCrowns(folder: folders.state), colorPickers: environment.colorPickers,
        seed: environment.seed),
      source: crowns.dataSource, interface: environment.interface, clipboard: environment.clipboard,
      work: environment.work)
    browser.onColorAccepted = { color in
      preference.save(color)
      guard !environment.isOffscreen else { return }
      environment.colorPickers.keep(color, folders.state)
    }
    browser.onUsed = { id in
      guard !environment.isOffscreen else { return }
      var recent = RecentCrowns(folder: folders.state)
      recent.add(id)
      _ = recent.save()
    }
    if !environment.isOffscreen {
      try browser.follow(crowns.library, wake: environment.wake)
      browser.onRepaired = { [unowned browser, wake = environment.wake] in
        // Without it the window still shows its own changes.
        try? browser.follow(crowns.library, wake: wake)
      }
    }
    return browser
  }

  /// Reloads the crowns when another program has changed them.
  private func follow(_ library: Library, wake: @escaping @Sendable () -> Void) throws {
    let changes = Mailbox<Void>(wake: wake)
    let watch = try LibraryWatch(library) { event in
      if case .changed(let from, let to) = event, from.crowns != to.crowns { changes.send(()) }
    }
    onMail = { [unowned self] time in
      withExtendedLifetime(watch) {
        if !changes.takeAll().isEmpty { reload(at: time) }
      }
    }
  }
}

/// The last chosen colour of the browser of crowns, in a file of one line.
struct CrownColorPreference {
  private let file: SmallFile?

  init(folder: String?) {
    file = folder.map { SmallFile(path: $0 + "/crown-color") }
  }

  /// The colour, or nil if none was saved.
  var color: RGBA? {
    guard let line = file?.text?.split(whereSeparator: \.isNewline).first else { return nil }
    return try? Color(parsing: String(line)).rgba
  }

  func save(_ color: RGBA) {
    _ = file?.write(Color(color).text(as: .hex) + "\n")
  }
}
