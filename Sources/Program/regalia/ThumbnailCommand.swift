import Application
import ArgumentParser
import Catalog
import Images
import Posters
import Publishing
import Files
import Terminal

struct ThumbnailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnail",
    abstract: ProgramLanguage.localized("Draw the thumbnail of a poster or a library for file managers."),
    discussion: ProgramLanguage.localized(
      """
      The thumbnail of a document is its page; that of a library has its first six posters. File managers call \
      this command automatically if Regalia is installed. The picture is a PNG, regardless of its name.

      Examples:
        regalia thumbnail calm.json -o calm.png
        regalia thumbnail ~/posters.regalia -o posters.png --size 512

      Exits with 1 if the file is neither, or is empty.
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The poster's document or the library."), valueName: "file"),
    completion: .file())
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(ProgramLanguage.localized("The picture to write."), valueName: "file"),
    completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The longer side in pixels, 16 to 2048."), valueName: "N"))
  var size = 256

  func validate() throws {
    guard (16...2048).contains(size) else {
      throw ValidationError(ProgramLanguage.localized("--size is from 16 to 2048 pixels."))
    }
  }

  func run() throws {
    let cache = UserFolders().programCache
    let isLibrary = Library.isDatabase(at: file)
    let bitmap = try PosterCommand.refusing {
      // The file is checked before the graphics driver is used.
      let poster = isLibrary ? nil : try PosterCommand.poster(in: file, allowsNewer: true)
      let library = isLibrary ? try LibraryPlace.open(named: file, access: .reading) : nil
      let thumbnail = try Thumbnail(side: size, cacheDirectory: cache, by: HelperDecoder())
      let bitmap = try poster.map(thumbnail.bitmap) ?? library.flatMap(thumbnail.bitmap)
      if let poster { PosterCommand.warn(thumbnail.unreadablePictures(of: poster).map(\.message)) }
      return bitmap
    }
    guard let bitmap else {
      StandardOutput.complain(
        ProgramLanguage.localized("{file}: the library has no poster that can be shown", ["file": file]))
      throw ExitCode(1)
    }
    try PNG.write(bitmap, to: output)
  }
}
