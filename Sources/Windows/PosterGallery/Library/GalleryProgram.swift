import Application
import Catalog
import Controls
public import Geometry
public import Motion
import Typography

extension WindowProgram where Content == Gallery {
  /// The wall of posters of a library, or of the person's own.
  ///
  /// - Parameters:
  ///   - library: The library's file, or nil for the person's own.
  ///   - spring: The spring of flying posters, or nil for UIKit's spring of half a second.
  ///   - launchVelocity: How fast they leave an end, in ways a second, or nil for 15.
  ///   - editors: The factory of editors.
  ///   - exportFolder: Where exported files go, or nil for `Regalia` among the person's documents.
  public static func gallery(
    library: String? = nil, spring: Spring? = nil, launchVelocity: Double? = nil,
    exportFolder: String? = nil, editors: PosterEditors, settings: WindowSettings
  ) -> WindowProgram {
    var options = Gallery.Options()
    if let spring { options.spring = spring }
    if let launchVelocity { options.launchVelocity = launchVelocity }
    let folders = settings.folders
    var opened: GalleryLibrary?
    var program = WindowProgram(settings) { [options] environment in
      let library =
        try opened ?? GalleryLibrary.shown(library, folders: folders, isScripted: environment.isScripted)
      let gallery = Gallery(
        environment, library, options, exporter: GalleryExporter(folder: exportFolder, folders: folders),
        editors: editors)
      return gallery
    }
    let file = library ?? LibraryPlace.own(in: folders)
    program.check = {
      guard let file else { throw NoHome() }
      do {
        try GalleryLibrary.check(file, isNamed: library != nil)
      } catch let error as LibraryError {
        // One's own library is repaired in the window; of one that was named its name says more.
        guard library == nil, error.isDamage else { throw error }
      }
    }
    program.prepare = {
      // Only where it can be shown: a library that is new is filled. A window that came before would stay empty.
      opened = try file.map { try library == nil ? GalleryLibrary.own($0) : GalleryLibrary.opened($0) }
    }
    return program
  }
}

/// A user without a home folder, who has to say where the library is.
private struct NoHome: Error, CustomStringConvertible {
  let description = "there is no home folder for the library; name one with --library"
}

extension Gallery {
  /// The smallest size that the window can be made, in points.
  public static let minimumSize = Size(width: 280, height: 320)
  /// The size at which the window opens, in points.
  public static let defaultSize = Size(width: 1120, height: 780)

  /// Creates the wall of a library.
  convenience init(
    _ environment: WindowEnvironment, _ library: GalleryLibrary, _ options: Options = Options(),
    exporter: GalleryExporter? = nil, editors: PosterEditors? = nil
  ) {
    let dataSource = LibraryDataSource(
      library, folders: environment.folders, work: environment.work,
      isWatched: !environment.isOffscreen)
    if !environment.isOffscreen { dataSource.exporter = exporter }
    self.init(
      dataSource: dataSource, options: options, environment, editors: editors)
  }
}
