import Application
import ArgumentParser
import Catalog
import CrownBrowser
import Posters
import Publishing

struct CrownsBrowseCommand: WindowCommand {
  static let scenes: [DemoScene] = [.crowns, .crownsZoom]

  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: ProgramLanguage.localized("Show all crowns in a window."),
    discussion: ProgramLanguage.localized(
      """
      Typing searches; lists filter by family and by ornaments. The wheel scrolls; with Ctrl it zooms about the \
      pointer, from small cells to a single crown. Ctrl and Shift with a click select several crowns. Ctrl+C \
      copies as SVG, Ctrl+Shift+C as path data, Ctrl+E exports files, Ctrl+U creates a poster with the crown, \
      Ctrl+B marks a favourite, and Ctrl+N designs a crown. SVG files dropped on the window are imported. F10 \
      opens the menu, and F1 lists all shortcuts.

      Examples:
        regalia crowns
        regalia crowns --search 'tudor jewelled' --color '#d4af37'
        regalia crowns --cell 40 --snapshot crowns.png --size 1920x1080
      """))

  @OptionGroup var crowns: CrownBrowserOptions

  @OptionGroup var window: WindowOptions

  func run() throws {
    if ProgramWindows.raise(.crowns) { return }
    let settings = try window.settings(crowns.size)
    let program = crowns.program(
      settings: settings.leading(.crowns, CrownBrowserContent.self, isOwn: crowns.library == nil))
    if try !window.answer(program) { _ = try program.run() }
  }
}

/// The options of the crowns window.
struct CrownBrowserOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The library with your own crowns."), valueName: "file"),
    completion: .file())
  var library: String?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The initial search."), valueName: "words"))
  var search = ""

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The colour of the crowns, in any CSS notation."), valueName: "color"),
    completion: .colors, transform: ColorArgument.init(parsing:))
  var color: ColorArgument?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The side length of a cell in points, at least 16."), valueName: "N"))
  var cell = CrownBrowserContent.defaultCell

  @OptionGroup var size: WindowSize<CrownBrowserContent>

  func validate() throws {
    guard cell.isFinite, CrownBrowserContent.cells.contains(cell) else {
      throw ValidationError(ProgramLanguage.localized("A cell has a side from 16 to 4096 points."))
    }
    if library?.isEmpty == true {
      throw ValidationError(ProgramLanguage.localized("--library needs the name of a file."))
    }
  }

  func program(settings: WindowSettings) -> WindowProgram<CrownBrowserContent> {
    .crowns(library: library, search: search, color: color?.color, cell: cell, settings: settings) { crown in
      if library == nil {
        settings.siblings?.open(.gallery, showing: try CrownPoster.hang(crown))
      } else if let document = try CrownPoster.document(with: crown, library: library, like: settings) {
        settings.siblings?.open([document])
      }
    }
  }
}

/// A new poster with a crown chosen in the crowns window, opened in the editor.
enum CrownPoster {
  /// Adds the poster to the person's own library; returns its id in the gallery.
  static func hang(_ crown: CrownItem) throws -> String? {
    let library = try LibraryPlace.open(named: nil, access: .writing)
    return try insert(crown, into: library).map { String($0.rawValue) }
  }

  private static func insert(_ crown: CrownItem, into library: Library) throws -> PosterKey? {
    var poster = try PosterTemplate.named("calm")?.poster(language: ProgramLanguage.ofPosters) ?? Poster()
    poster.emblem = .drawing(crown.outline().path, source: "crown:" + crown.id)
    return try library.insert([PosterRecord(poster, at: PosterRecord.presentTime)]).first
  }

  /// Adds the poster to the library at `path`, or to the person's own; returns the document that opens it in its own
  /// window.
  static func document(
    with crown: CrownItem, library path: String?, like settings: WindowSettings
  ) throws -> WindowDocument? {
    let library = try LibraryPlace.open(named: path, access: .writing)
    guard let key = try insert(crown, into: library), let record = try library.poster(key) else { return nil }
    return ProgramWindows.poster(id: "poster \(record.id) of \(path ?? "")", like: settings) {
      try EditedDocument(GalleryPosters(library).entry(named: GalleryPosters.prefix + record.id), of: library)
    }
  }
}
