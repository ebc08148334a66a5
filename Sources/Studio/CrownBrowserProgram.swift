import Catalog
public import Colors
import Controls
public import CrownBrowser
public import Geometry
import Typography

extension WindowProgram where Content == CrownBrowserContent {
  /// The browser of crowns: those that came with the program, and the person's own in the file `library`.
  ///
  /// Without a colour the one that was chosen last is kept.
  public static func crowns(
    library: String? = nil, search: String = "", color: RGBA? = nil,
    cell: Double = CrownBrowserContent.defaultCell,
    settings: WindowSettings
  ) -> WindowProgram {
    var program = WindowProgram(settings) { environment in
      // A look changes nothing; what is done in a script may.
      let isLook = environment.isOffscreen && !environment.isScripted
      let crowns = try CrownLibraryShelf(
        path: library, folders: environment.folders, access: isLook ? .reading : .writing)
      return try CrownBrowserContent.showing(
        crowns, search: search, color: color, cell: cell, environment: environment)
    }
    program.settings.settlingTime = 2
    return program
  }
}

extension CrownBrowserContent {
  /// The smallest size that the window can be made, in points.
  public static let minimumSize = Size(width: 360, height: 300)
  public static let defaultSize = Size(width: 1080, height: 720)
  public static let defaultCell = 96.0
  /// The sides that cells may have, in points; a window may have less room.
  public static let cells = 16.0...4096.0

  static func showing(
    _ crowns: CrownLibraryShelf, search: String = "", color: RGBA? = nil, cell: Double = defaultCell,
    environment: WindowEnvironment
  ) throws -> CrownBrowserContent {
    let folders = environment.folders
    let kept = KeptCrownColor(folder: folders.state)
    let arrivals = CrownArrivals(crowns, wake: environment.wake, isImmediate: environment.isOffscreen)
    if !environment.isOffscreen { try arrivals.watchForChanges() }
    let browser = CrownBrowserContent(
      options: .init(
        cell: cell, color: color ?? kept.color, search: search,
        recentColors: RecentColors(folder: folders.state).colors),
      shelf: crowns.shelf(keepColor: { kept.keep($0) }, add: { arrivals.add($0) }),
      interface: environment.interface, clipboard: environment.clipboard)
    browser.onMail = { [unowned browser] time in
      for message in arrivals.takeAll() {
        switch message {
        case .arriving(let crowns): browser.show(crowns, at: time)
        case .changed: browser.reload(at: time)
        }
      }
    }
    browser.onColorAccepted = { color in
      guard !environment.isOffscreen else { return }
      // Read again: a picker may have added to them meanwhile.
      var recent = RecentColors(folder: folders.state)
      recent.add(color)
      _ = recent.save()
    }
    return browser
  }
}
