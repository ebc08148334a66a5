import ArgumentParser
import Catalog
import Glibc
import Bus

/// Opens files as a double click in a file manager does.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open posters and libraries, each in a window of its own.",
    discussion: """
      A document opens in the editor, as by `regalia poster edit`; a library as a wall, as by `regalia gallery --library`. \
      The command ends with the window of the last file. Without a file the gallery opens.

      Examples:
        regalia open calm.json
        regalia open calm.json ~/posters.regalia
      """)

  @Argument(
    help: ArgumentHelp("Documents of posters, and libraries.", valueName: "file"), completion: .file())
  var files: [String] = []

  func validate() throws {
    guard files.count <= SingleInstance.mostFiles else {
      throw ValidationError(
        "At most \(SingleInstance.mostFiles) files are opened at once; these are \(files.count).")
    }
  }

  func run() throws {
    for file in files.dropLast() { try start(Self.arguments(for: file)) }
    var words = CommandWords(["regalia"] + (files.last.map(Self.arguments) ?? ["gallery"]))
    execv(Self.program, &words.pointers)
    throw Failure(code: errno)
  }

  private static let program = "/proc/self/exe"

  /// A file whose window could not be started.
  private struct Failure: Error, CustomStringConvertible {
    let code: Int32
    var description: String { "Regalia cannot be started again: \(String(cString: strerror(code)))" }
  }

  /// What opens a file. A path that begins with a hyphen is no option.
  private static func arguments(for file: String) -> [String] {
    let path = file.hasPrefix("-") ? "./" + file : file
    return Library.isDatabase(at: path) ? ["gallery", "--library", path] : ["poster", "edit", path]
  }

  private func start(_ arguments: [String]) throws {
    var words = CommandWords(["regalia"] + arguments)
    var process: pid_t = 0
    let code = posix_spawn(&process, Self.program, nil, nil, &words.pointers, environ)
    guard code == 0 else { throw Failure(code: code) }
  }
}

/// The words of a command as C has them, for as long as this lives.
private struct CommandWords: ~Copyable {
  var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ words: [String]) { pointers = words.map { strdup($0) } + [nil] }

  deinit { for pointer in pointers { free(pointer) } }
}
