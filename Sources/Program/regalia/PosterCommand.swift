import PosterScene
import Publishing
import ArgumentParser
import ColorManagement
import Images
import Posters
import Files
import Text
import Terminal

struct PosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "poster",
    abstract: "Make posters, and PDFs, pictures and prints of them.",
    discussion: """
      Examples:
        regalia poster new --text "KEEP/CALM/and/CARRY/ON" -o calm.json
        regalia poster render calm.json -o calm.pdf --bleed 3mm --marks
        regalia poster new --text "HELLO" | regalia poster render - -o hello.png --dpi 150
      """,
    subcommands: [
      NewPosterCommand.self, EditPosterCommand.self, RenderPosterCommand.self, PrintPosterCommand.self,
      PosterSchemaCommand.self,
      AddPosterCommand.self, ListPostersCommand.self, ShowPosterCommand.self, ExportPosterCommand.self,
      SetPosterCommand.self, RemovePosterCommand.self,
    ])

  /// Reads the poster in a file, `-` being standard input; what is wrong with it is said with its name.
  ///
  /// One of a newer version is taken only where it is just looked at.
  static func poster(in file: String, allowsNewer: Bool = false) throws -> Poster {
    let poster = try refusing {
      let bytes = try FileBytes.readArgument(file, atMost: Poster.longestDocument)
      do {
        return try Poster(json: bytes, allowsNewer: allowsNewer)
      } catch {
        throw PosterError(field: "", message: "\(FileBytes.name(of: file)): \(error)")
      }
    }
    warn(poster.unknownFieldWarnings.map { "\(FileBytes.name(of: file)): \($0)" })
    return poster
  }

  /// Writes a document, whole or not at all.
  static func write(_ text: String, to path: String) throws {
    let file = try AtomicFile(path: path)
    try file.write(Array(text.utf8))
    try file.commit()
  }

  /// Does something with what a person gave; what is refused there ends the program with 1.
  static func refusing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error
      where error is PosterError || error is FileBytes.Failure || error is CSVTable.Fault
      || error is PosterBatch.Refusal || error is WallPosters.Refusal || error is ProfileError
      || error is PosterPicture.TooLarge
      || PosterSources.isRefusal(error)
    {
      StandardOutput.complain("\(error)")
      throw ExitCode(1)
    }
  }

  static func warn(_ warnings: [String]) {
    for warning in warnings { StandardOutput.complain("warning: \(warning)") }
  }
}
