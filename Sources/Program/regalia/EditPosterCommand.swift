import ArgumentParser
import Catalog
import Files
import PosterEditor
import Posters
import Publishing
import Application
import Terminal

struct EditPosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit posters in windows, typing on the poster itself.",
    discussion: """
      A poster of the wall and a file are saved within a second of each change, and so is what was done: undoing goes \
      on when the poster is opened again. Several posters open in a window each, all of one process; after \
      \(WindowDocument.mostAtOnce) windows it is asked whether to open more. With - the document comes from standard input; Ctrl+S or Ctrl+W prints it \
      and exits with 0, Escape while nothing is edited exits with 1.

      A click on the crown or Ctrl+Shift+C chooses another one: of the library, an emoji, a picture, or a design. Pictures \
      that are dropped become the crown or the ground. F1 lists all keys.

      Examples:
        regalia poster edit keep-calm
        regalia poster edit calm.json
        regalia poster edit keep-calm drafts/*.json
        regalia poster new --text "HELLO" | regalia poster edit - > hello.json
        regalia poster edit calm.json --script typing.jsonl --at 2 --snapshot editor.png
      """)

  @Argument(
    help: ArgumentHelp(
      "The ids or titles of posters on the wall, documents, or - for standard input.", valueName: "name|file"),
    completion: .postersAndFiles)
  var names: [String]

  @OptionGroup var options: LibraryOptions

  @OptionGroup var size: WindowSize<PosterEditor>

  @OptionGroup var window: WindowOptions

  func validate() throws {
    guard names.count > 1 else { return }
    if names.contains("-") { throw ValidationError("Standard input is edited alone; leave out the others.") }
    if window.output.isForOneWindow {
      throw ValidationError("What is drawn, described, played or recorded is one window; name one poster.")
    }
  }

  func run() throws {
    let settings = try window.settings(title: "Poster", size).leading(nil, PosterEditor.self, isOwn: false)
    guard names.count == 1, let name = names.first else {
      let named = NamedPosters(options)
      let documents = try names.map { name in
        let id =
          try PosterCommand.refusing { try named.isFile(name) }
          ? FilePath(name).resolvingLinks.text : "poster \(name)"
        return ProgramWindows.poster(id: id, like: settings) { try document(name) }
      }
      return try ProgramWindows.run(documents, settings)
    }
    let edited = try PosterCommand.refusing { try document(name) }
    let program = WindowProgram.posterEditor(settings: settings, crowns: .browser) { edited }
    if try window.answer(program) { return }
    let isStream = name == "-"
    if isStream { try StandardOutput.check() }
    let editor = try program.run()
    guard isStream else { return }
    guard editor.isAccepted else { throw ExitCode(1) }
    try StandardOutput.print(String(editor.poster.json.dropLast()))
  }

  private func document(_ name: String) throws -> EditedDocument {
    let named = NamedPosters(options)
    if try named.isFile(name) {
      if name == "-" { return EditedDocument(try PosterCommand.poster(in: name), home: .stream) }
      let document = try EditedDocument(file: name, history: try? options.open(window.output.libraryAccess))
      PosterCommand.warn(document.poster.unknownFieldWarnings.map { "\(name): \($0)" })
      return document
    }
    let library = try opened()
    return try EditedDocument(WallPosters(library).entry(named: name), of: library)
  }

  /// Opens the library to be changed, where there is a window, or where that is impossible, to be looked at.
  private func opened() throws -> Library {
    do {
      return try options.open(window.output.libraryAccess)
    } catch let error as LibraryError where error.reason == .readOnly {
      return try options.open(.reading)
    }
  }
}
