import Colors
import Publishing
import Application
import ArgumentParser
import Catalog
import Files
import Posters
import Text
import Terminal

struct AddPosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: ProgramLanguage.localized("Add poster documents to the gallery."),
    discussion: ProgramLanguage.localized(
      """
      Prints the id of each. If one is refused, none is added. --album puts them into a new album. With --data, the \
      document is a template, and a poster is added for each row of a table, as regalia poster render creates them.

      Examples:
        regalia poster add calm.json tea.json
        regalia poster add badge.json --data people.csv --album Guests
      """))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("Poster documents; - is standard input."), valueName: "file"),
    completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The name of a new album for the posters."), valueName: "name"))
  var album: String?

  @OptionGroup var table: MergeOptions

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    guard table.data == nil || files.count == 1 else {
      throw ValidationError(ProgramLanguage.localized("One template goes with --data."))
    }
    guard table.data == nil || album != nil else {
      throw ValidationError(
        ProgramLanguage.localized("With --data, --album names the album that the posters are put into."))
    }
    if let album, album.allSatisfy(\.isWhitespace) {
      throw ValidationError(ProgramLanguage.localized("--album is the name of an album."))
    }
  }

  func run() throws {
    if let data = table.data, let album { return try hangRows(of: data, album: album) }
    let posters = try files.map { try PosterCommand.poster(in: $0) }
    try StandardOutput.check()
    let ids = try GalleryPosters(options.open(.writing)).add(posters, albumNamed: album)
    try StandardOutput.report(ids, done: ProgramLanguage.localized("the posters are in the gallery"))
  }

  private func hangRows(of data: String, album: String) throws {
    let template = try NamedPosters(options).template(named: files[0])
    let merge = try table.merge(template, data: data)
    try StandardOutput.check()
    let library = try options.open(.writing)
    Interruption.watch()
    do {
      var line = ProgressLine(ProgramLanguage.localized("Posters"), unit: "rows", count: merge.table.count)
      let (_, posters, outcome) = try MergeOptions.whole(of: data) {
        try merge.hang(
          albumNamed: album, in: library, skipsFaults: table.skipsFaults, by: HelperDecoder()
        ) { done in
          line.update(done: done)
          try Interruption.check()
        }
      }
      MergeOptions.report(outcome, of: data)
      try StandardOutput.report(
        library.summaries(of: posters).map(\.id),
        done: ProgramLanguage.localized("the posters are in the gallery"))
    } catch let interruption as Interruption {
      interruption.endProgram()
    }
  }
}

struct ListPostersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: ProgramLanguage.localized("List the posters in the gallery: the id, a tab and the title."),
    discussion: ProgramLanguage.localized(
      """
      With --json, prints a list of objects with id, title, isFavorite, created and modified.

      Example:
        regalia poster list --json
      """))

  @OptionGroup var list: ListOptions

  @OptionGroup var options: LibraryOptions

  func run() throws {
    let posters = try GalleryPosters(options.open(.reading)).summaries()
    guard list.json else { return try list.print(posters.map { [$0.id, $0.title] }) }
    let objects = posters.map { poster in
      JSONValue.object([
        JSONMember("id", .string(poster.id)), JSONMember("title", .string(poster.title)),
        JSONMember("isFavorite", .bool(poster.isFavorite)),
        JSONMember("created", .string(Timestamp.text(poster.created))),
        JSONMember("modified", .string(Timestamp.text(poster.modified))),
      ])
    }
    try StandardOutput.print(JSONValue.array(objects).text)
  }
}

struct ShowPosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: ProgramLanguage.localized("Print the text and the properties of a poster in the gallery."),
    discussion: ProgramLanguage.localized(
      """
      Example:
        regalia poster show keep-calm
      """))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("The poster's id or title, or a document."), valueName: "name|file"),
    completion: .postersAndFiles)
  var name: String

  @OptionGroup var options: LibraryOptions

  func run() throws {
    let source = try NamedPosters(options).source(named: name)
    let poster = source.poster
    var rows: [(String, String)] = []
    if let entry = source.entry {
      rows = [
        ("id", entry.record.id), ("created", Timestamp.text(entry.record.created)),
        ("modified", Timestamp.text(entry.record.modified)),
      ]
    }
    rows += [
      ("title", poster.title),
      ("page", poster.page.name ?? "\(poster.page.width) × \(poster.page.height) mm"),
      ("crown", poster.emblem.source.isEmpty ? "none" : poster.emblem.source),
      ("font", poster.lettering.family),
    ]
    for (index, line) in poster.lines.enumerated() { rows.append(("line\(index + 1)", line.text)) }
    for element in poster.elements {
      switch element.content {
      case .code(let code): rows.append(("code", code.content.summary))
      case .figure(let emblem, _): rows.append(("picture", emblem.source))
      }
    }
    for (name, value) in rows { try StandardOutput.print(ForeignText.row([name, value])) }
  }
}

struct ExportPosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: ProgramLanguage.localized(
      "Write all outputs of an export set, or print the documents of posters."),
    discussion: ProgramLanguage.localized(
      """
      With --set, writes each output of an export set for each poster into the folder given by -o, and prints the \
      paths. Posters are laid out anew for outputs of another shape. `regalia poster sets` lists and changes sets. \
      If one of the files exists, nothing is written unless --replace is given. Exits with 1 if a file was not \
      written; the others are there.

      Without --set, prints the document of one poster, or a list of several. `regalia poster render` creates \
      single PDFs and pictures and accepts the same names.

      Examples:
        regalia poster export keep-calm --set "Print and screens" --only story -o out
        regalia poster export keep-calm --json -o calm.json
        regalia poster render keep-calm -o calm.pdf
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("Ids or titles, or documents."), valueName: "name|file"),
    completion: .postersAndFiles)
  var names: [String]

  @OptionGroup var set: ExportSetOptions

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Accepted for consistency; documents are always JSON.")))
  var json = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      ProgramLanguage.localized("The file to write; with --set, the folder."), valueName: "path"),
    completion: .file())
  var output: String?

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    guard set.name == nil || output.map({ !$0.isEmpty && $0 != "-" }) == true else {
      throw ValidationError(ProgramLanguage.localized("With --set, -o names the folder of the files."))
    }
  }

  func run() throws {
    let named = NamedPosters(options)
    if let name = set.name, let output {
      return try set.write(names.map { try named.source(named: $0).poster }, setNamed: name, to: output)
    }
    let documents = try names.map { try named.source(named: $0).document(named: $0) }
    let text =
      documents.count == 1
      ? documents[0]
      : "[\n" + documents.map { String($0.dropLast()) }.joined(separator: ",\n") + "\n]\n"
    guard let output else { return try StandardOutput.print(String(text.dropLast())) }
    try PosterCommand.write(text, to: output)
  }
}

struct SetPosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: ProgramLanguage.localized("Change a poster in the gallery, or a document."),
    discussion: ProgramLanguage.localized(
      """
      The changes are applied together or not at all, and can be undone in the window. line1 is the first line; \
      the number after the last line adds one. code1 is the first code and picture1 the first picture beside the \
      crown; none removes one.

      A line has properties of its own: line1-size is its size as a share of \
      the large lines, line1-align left, center or right, line1-fit the means by which it fills the width of the page (size, \
      tracking or width, by the font's axis wdth), line1-space the extra space above it in heights of the large \
      capitals, line1-arc the angle over which it is curved (positive like an arch, negative like a bowl), and \
      line1-footer whether it is at the bottom margin; line1-font, -weight, -tracking, -axes, -features, -ink, \
      -capitals and -language are those of its letters. line1-word2-ink, -size, -font, -weight, -italic, -axes and \
      -features are those of its second word, and line1-spans=none removes them all. none restores the value of the \
      poster or the line.

      Examples:
        regalia poster set keep-calm ink=#123456 crown=tudor-four-crosses-pattee-fleurs-de-lis line2='DRINK TEA'
        regalia poster set calm.json background='linear-gradient(navy, black)'
        regalia poster set calm.json line2-word1-ink=gold line2-word1-size=1.2
        regalia poster set calm.json line2-fit=size footer='12 May · Town Hall/example.org'
        regalia poster set calm.json code1=https://example.org code1-level=Q code1-width=30mm
      """))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("The poster's id or title, or a document."), valueName: "name|file"),
    completion: .postersAndFiles)
  var name: String

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The changes."), valueName: "name=value"),
    completion: .posterChanges
  )
  var changes: [String]

  @OptionGroup var options: LibraryOptions

  func run() throws {
    try PosterCommand.refusing {
      let changes = try PosterChanges(parsing: changes)
      let decoder = HelperDecoder()
      try NamedPosters.change(name, options, as: .changesFromCommandLine) { poster in
        let poster = try changes.applied(to: poster, from: PosterSources.all(by: decoder))
        PosterCommand.warn(try PosterExport.warnings(of: poster, by: decoder).map(\.message))
        return poster
      }
    }
  }
}

extension NamedPosters {
  /// Changes a poster in the gallery, or a document, as a step that windows can undo.
  ///
  /// If another program changes the poster meanwhile, `change` is called again with that version.
  static func change(
    _ name: String, _ options: LibraryOptions, as edit: PosterEdit, _ change: (Poster) throws -> Poster
  ) throws {
    for _ in 0..<mostTries where try Self.changed(name, options, as: edit, change) { return }
    StandardOutput.complain(
      ProgramLanguage.localized("other programs keep changing “{name}”; try again", ["name": name])
    )
    throw ExitCode(1)
  }

  private static let mostTries = 100

  /// Returns false if another program has changed the poster meanwhile.
  private static func changed(
    _ name: String, _ options: LibraryOptions, as edit: PosterEdit, _ change: (Poster) throws -> Poster
  ) throws -> Bool {
    let named = NamedPosters(options, access: .writing)
    guard try named.isFile(name) else { return try named.changed(name, as: edit, change) }
    // The lock prevents changes of the document between our reading and writing.
    guard let lock = FolderLock(around: name, patience: 0.1) else { return false }
    defer { withExtendedLifetime(lock) {} }
    return try named.changed(name, as: edit, change)
  }

  private func changed(
    _ name: String, as edit: PosterEdit, _ change: (Poster) throws -> Poster
  ) throws -> Bool {
    let source = try source(named: name)
    let poster = try change(source.changeable())
    guard poster != source.poster else { return true }
    if let entry = source.entry { return try gallery().replace(entry, with: poster, as: edit) }
    try PosterCommand.write(poster.json, to: name)
    return true
  }
}

struct RemovePosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: ProgramLanguage.localized("Move posters from the gallery to the bin; either all or none."),
    discussion: ProgramLanguage.localized(
      """
      Posters in the bin can be restored for 30 days with `regalia poster bin restore`.

      Example:
        regalia poster remove keep-calm
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("Ids or titles."), valueName: "name"), completion: .posters)
  var names: [String]

  @OptionGroup var options: LibraryOptions

  func run() throws {
    let gallery = GalleryPosters(try options.open(.writing))
    try PosterCommand.refusing { try gallery.remove(names.map { try gallery.entry(named: $0) }) }
  }
}

struct PosterBinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bin",
    abstract: ProgramLanguage.localized("List, restore or delete removed posters."),
    subcommands: [ListBinCommand.self, RestorePosterCommand.self, DeletePosterCommand.self],
    defaultSubcommand: ListBinCommand.self)
}

struct ListBinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: ProgramLanguage.localized(
      "List the posters in the bin, the last removed first: the id, a tab and the title."),
    discussion: ProgramLanguage.localized(
      """
      With --json, prints a list of objects with id, title, created and modified.

      Example:
        regalia poster bin list
      """))

  @OptionGroup var list: ListOptions

  @OptionGroup var options: LibraryOptions

  func run() throws {
    let posters = try GalleryPosters(options.open(.reading)).removed()
    guard list.json else { return try list.print(posters.map { [$0.id, $0.title] }) }
    let objects = posters.map { poster in
      JSONValue.object([
        JSONMember("id", .string(poster.id)), JSONMember("title", .string(poster.title)),
        JSONMember("created", .string(Timestamp.text(poster.created))),
        JSONMember("modified", .string(Timestamp.text(poster.modified))),
      ])
    }
    try StandardOutput.print(JSONValue.array(objects).text)
  }
}

struct RestorePosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: ProgramLanguage.localized(
      "Move posters from the bin back to their places in the gallery, and print their ids."),
    discussion: ProgramLanguage.localized(
      """
      Among several posters with a name, the last removed one is restored. Either all are restored or none.

      Example:
        regalia poster bin restore keep-calm
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("Ids or titles of posters in the bin."), valueName: "name"))
  var names: [String]

  @OptionGroup var options: LibraryOptions

  func run() throws {
    let gallery = GalleryPosters(try options.open(.writing))
    let keys = try PosterCommand.refusing { try names.map(gallery.removedKey) }
    try StandardOutput.check()
    try StandardOutput.report(
      gallery.restore(keys), done: ProgramLanguage.localized("the posters are in the gallery"))
  }
}

struct DeletePosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: ProgramLanguage.localized("Delete posters from the bin permanently; either all or none."),
    discussion: ProgramLanguage.localized(
      """
      This cannot be undone. With --all, the bin is emptied.

      Examples:
        regalia poster bin delete keep-calm
        regalia poster bin delete --all
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("Ids or titles of posters in the bin."), valueName: "name"))
  var names: [String] = []

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Delete all posters in the bin.")))
  var all = false

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    guard names.isEmpty == all else {
      throw ValidationError(ProgramLanguage.localized("Name posters in the bin, or give --all."))
    }
  }

  func run() throws {
    let gallery = GalleryPosters(try options.open(.writing))
    try PosterCommand.refusing {
      try gallery.deleteRemoved(all ? gallery.removed().map(\.key) : names.map(gallery.removedKey))
    }
  }
}

struct PosterVersionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "versions",
    abstract: ProgramLanguage.localized(
      "List, save, restore, rename or remove named versions of a poster in the gallery."),
    subcommands: [
      ListVersionsCommand.self, SaveVersionCommand.self, RestoreVersionCommand.self,
      RenameVersionCommand.self, RemoveVersionCommand.self,
    ])
}

struct ListVersionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: ProgramLanguage.localized(
      "List the named versions of a poster, the last saved first: the name, a tab and the time."),
    discussion: ProgramLanguage.localized(
      """
      With --json, prints a list of objects with name and created.

      Example:
        regalia poster versions list keep-calm
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The poster's id or title."), valueName: "name"),
    completion: .posters)
  var name: String

  @OptionGroup var list: ListOptions

  @OptionGroup var options: LibraryOptions

  func run() throws {
    let gallery = GalleryPosters(try options.open(.reading))
    let versions = try PosterCommand.refusing { try gallery.versions(of: gallery.entry(named: name)) }
    guard list.json else {
      return try list.print(versions.map { [$0.name, Timestamp.text($0.created)] })
    }
    let objects = versions.map { version in
      JSONValue.object([
        JSONMember("name", .string(version.name)),
        JSONMember("created", .string(Timestamp.text(version.created))),
      ])
    }
    try StandardOutput.print(JSONValue.array(objects).text)
  }
}

struct SaveVersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: ProgramLanguage.localized("Save a poster as a named version, and print the version's name."),
    discussion: ProgramLanguage.localized(
      """
      A name that another version of the poster has gets a number.

      Example:
        regalia poster versions save keep-calm "Before printing"
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The poster's id or title."), valueName: "name"),
    completion: .posters)
  var name: String

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The name of the version."), valueName: "version"))
  var version: String

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    if version.allSatisfy(\.isWhitespace) {
      throw ValidationError(ProgramLanguage.localized("The version needs a name."))
    }
  }

  func run() throws {
    let gallery = GalleryPosters(try options.open(.writing))
    let entry = try PosterCommand.refusing { try gallery.entry(named: name) }
    try StandardOutput.check()
    try StandardOutput.report(
      [gallery.saveVersion(version, of: entry)], done: ProgramLanguage.localized("the version is saved"))
  }
}

struct RestoreVersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: ProgramLanguage.localized("Give a poster the content of one of its versions."),
    discussion: ProgramLanguage.localized(
      """
      The version stays. The change can be undone in the window.

      Example:
        regalia poster versions restore keep-calm "Before printing"
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The poster's id or title."), valueName: "name"),
    completion: .posters)
  var name: String

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The name of the version."), valueName: "version"))
  var version: String

  @OptionGroup var options: LibraryOptions

  func run() throws {
    try PosterCommand.refusing {
      let gallery = GalleryPosters(try options.open(.reading))
      let poster = try gallery.poster(ofVersion: version, of: gallery.entry(named: name))
      try NamedPosters.change(GalleryPosters.prefix + name, options, as: .earlierVersion) { _ in poster }
    }
  }
}

struct RenameVersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: ProgramLanguage.localized("Give a version another name, and print it."),
    discussion: ProgramLanguage.localized(
      """
      A name that another version of the poster has gets a number.

      Example:
        regalia poster versions rename keep-calm "Before printing" "First print"
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The poster's id or title."), valueName: "name"),
    completion: .posters)
  var name: String

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The name of the version."), valueName: "version"))
  var version: String

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The new name."), valueName: "new"))
  var newName: String

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    if newName.allSatisfy(\.isWhitespace) {
      throw ValidationError(ProgramLanguage.localized("The version needs a name."))
    }
  }

  func run() throws {
    let gallery = GalleryPosters(try options.open(.writing))
    let given = try PosterCommand.refusing {
      try gallery.renameVersion(version, of: gallery.entry(named: name), to: newName)
    }
    try StandardOutput.report([given], done: ProgramLanguage.localized("the version is renamed"))
  }
}

struct RemoveVersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: ProgramLanguage.localized("Remove a named version of a poster; the poster stays as it is."),
    discussion: ProgramLanguage.localized(
      """
      This cannot be undone.

      Example:
        regalia poster versions remove keep-calm "Before printing"
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The poster's id or title."), valueName: "name"),
    completion: .posters)
  var name: String

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The name of the version."), valueName: "version"))
  var version: String

  @OptionGroup var options: LibraryOptions

  func run() throws {
    let gallery = GalleryPosters(try options.open(.writing))
    try PosterCommand.refusing { try gallery.removeVersion(version, of: gallery.entry(named: name)) }
  }
}

struct PosterSchemesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schemes",
    abstract: ProgramLanguage.localized("List colour schemes, or give a poster the colours of one."),
    subcommands: [ListSchemesCommand.self, ApplySchemeCommand.self],
    defaultSubcommand: ListSchemesCommand.self)
}

struct ListSchemesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: ProgramLanguage.localized(
      "List the colour schemes and the palettes of the library: the id, a tab and the name."),
    discussion: ProgramLanguage.localized(
      """
      With --json, prints a list of objects with id, name, grounds, inks and, for a palette without enough contrast, \
      the reason.

      Example:
        regalia poster schemes list
      """))

  @OptionGroup var list: ListOptions

  @OptionGroup var options: LibraryOptions

  func run() throws {
    let schemes = try PosterScheme.all + PosterScheme.palettes(of: options.open(.reading))
    guard list.json else {
      // Untranslated: scripts read this column.
      return try list.print(
        schemes.map { [$0.id, $0.name.english] + ($0.refusal == nil ? [] : ["no contrast"]) })
    }
    func texts(_ colors: [RGBA]) -> JSONValue { .array(colors.map { .string(Color($0).text(as: .hex)) }) }
    let objects = schemes.map { scheme in
      JSONValue.object(
        [
          JSONMember("id", .string(scheme.id)), JSONMember("name", .string(scheme.name.english)),
          JSONMember("grounds", texts(scheme.grounds)), JSONMember("inks", texts(scheme.inks)),
        ] + (scheme.refusal.map { [JSONMember("reason", .string("\($0)"))] } ?? []))
    }
    try StandardOutput.print(JSONValue.array(objects).text)
  }
}

struct ApplySchemeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: ProgramLanguage.localized(
      "Give a poster in the gallery, or a document, the colours of a scheme."),
    discussion: ProgramLanguage.localized(
      """
      The scheme is one that poster schemes list prints, or the file of a palette, whose first colour becomes the \
      ground. No ink gets less contrast than it has, or than 4.5 (WCAG) if it has more; otherwise the scheme is refused \
      with the reason. The change can be undone in the window.

      Examples:
        regalia poster schemes apply keep-calm midnight
        regalia poster schemes apply calm.json brand.ase
      """))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("The poster's id or title, or a document."), valueName: "name|file"),
    completion: .postersAndFiles)
  var name: String

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("A colour scheme, a palette of the library, or a palette's file."),
      valueName: "scheme"),
    completion: .list(PosterScheme.all.map(\.id)))
  var scheme: String

  @OptionGroup var options: LibraryOptions

  func run() throws {
    try PosterCommand.refusing {
      let scheme = try namedScheme()
      let decoder = HelperDecoder()
      try NamedPosters.change(name, options, as: .colorScheme) {
        try Recoloring($0, by: decoder).poster(in: scheme)
      }
    }
  }

  private func namedScheme() throws -> PosterScheme {
    if let known = PosterScheme.all.first(where: { $0.id == scheme }) { return known }
    do {
      let palette = try NamedPalettes.palette(named: scheme, options)
      return PosterScheme(palette, id: scheme, name: palette.name.isEmpty ? scheme : palette.name)
    } catch let refusal as PaletteCommand.Refusal where !NamedPalettes.isFile(scheme) {
      let names = PosterScheme.all.map(\.id).joined(separator: ", ")
      throw PaletteCommand.Refusal(
        ProgramLanguage.localized(
          "{reason}; colour schemes are {names}", ["reason": refusal.message, "names": names]))
    }
  }
}
