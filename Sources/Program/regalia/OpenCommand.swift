import Application
import ArgumentParser
import Bus
import Files
import PosterGallery

/// Opens files as a double click in a file manager does.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: ProgramLanguage.localized("Open posters and libraries, each in its own window."),
    discussion: ProgramLanguage.localized(
      """
      Documents open in the editor, as with `regalia poster edit`, and libraries as a gallery, as with `regalia \
      gallery --library`. If Regalia is already running, it opens them and this command exits at once; otherwise \
      the command exits with the last window. Regalia asks before it opens more than {most} \
      windows. Without a file, the gallery opens.

      Examples:
        regalia open calm.json
        regalia open calm.json ~/posters.regalia
      """, ["most": "\(WindowDocument.mostAtOnce)"]))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("Poster documents and libraries."), valueName: "file"),
    completion: .file())
  var files: [String] = []

  func validate() throws {
    guard files.count <= SingleInstance.mostFiles else {
      throw ValidationError(
        ProgramLanguage.localized(
          "At most {most} files can be opened at once, not {count}.",
          ["most": "\(SingleInstance.mostFiles)", "count": "\(files.count)"]))
    }
  }

  func run() throws {
    guard !files.isEmpty else {
      let gallery = try GalleryCommand.parse([])
      return try gallery.run()
    }
    var settings = Gallery.settings()
    settings.language = ProgramLanguage.language
    settings.siblings = ProgramWindows.siblings(of: settings, sharesProcess: true)
    settings.isSingleInstance = true
    // A tilde at the start is part of a name here, since a shell has replaced those that mean a home folder.
    let paths = files.map { FilePath($0, in: Folder.current, home: nil).text }
    if let name = ProgramIdentity.regalia.desktopFile, SingleInstance.open(paths, by: name) { return }
    try ProgramWindows.run(files.map { ProgramWindows.document($0, like: settings) }, settings)
  }
}
