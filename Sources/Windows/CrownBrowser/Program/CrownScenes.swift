import Application
import Controls
import Geometry
import Localization
import Scene
import Typography
import Catalog

extension DemoScene {
  /// The shipped crowns in small cells; the wheel scrolls to their end and back.
  // Untranslated: the names and descriptions of scenes for developers.
  package static let crowns = DemoScene(
    "crowns", "all crowns in cells of 40 points, scrolled", size: Size(1920, 1080),
    minimumSize: CrownBrowserContent.minimumSize, duration: 4, make: crownContent
  ) { _ in
    InputScript(
      (0..<24).map { turn in
        .init(
          time: 0.2 + 0.12 * Double(turn),
          action: .input(.wheel(Point(700, 500), Vector(0, turn < 12 ? -1 : 1), [])))
      })
  }

  /// The same, zooming continuously from all of them to one that fills the window, and back.
  // Untranslated: as above.
  package static let crownsZoom = DemoScene(
    "crowns-zoom", "crowns zoomed from 40 points to one that fills the window, and back",
    size: Size(1920, 1080), minimumSize: CrownBrowserContent.minimumSize, duration: 5.5, make: crownContent
  ) { _ in
    InputScript(
      (0..<44).map { turn in
        .init(
          time: 0.2 + 0.1 * Double(turn),
          action: .input(.wheel(Point(640, 420), Vector(0, turn < 22 ? 1 : -1), .control)))
      })
  }

  private static let crownContent: @Sendable (WindowEnvironment) throws -> any WindowContent = {
    environment in
    let crowns = try CrownLibrarySource(folders: environment.folders)
    if try crowns.library.crowns().isEmpty { throw MissingCrowns(place: LibraryPlace.shipped) }
    return try CrownBrowserContent.showing(crowns, cell: 40, environment: environment)
  }
}

/// The crowns of a scene are missing.
struct MissingCrowns: LocalizableError {
  /// The library that was found but is empty, or nil if none was found.
  let place: String?

  var message: Message {
    guard let place else {
      return Message(
        "Regalia’s crowns are missing; install Assets/crowns.sqlite as share/regalia/crowns.sqlite, or run make crowns"
      )
    }
    return Message(
      "{file} has no crowns; install Assets/crowns.sqlite as share/regalia/crowns.sqlite, or run make crowns",
      ["file": place])
  }
}
