import ArgumentParser
import Catalog
import Colors
import Files
import Glibc
import Palettes
import Terminal
import Text

struct PaletteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "palette",
    abstract: ProgramLanguage.localized("Manage, convert, create and check palettes."),
    discussion: ProgramLanguage.localized(
      """
      Palettes are stored in the library, or read from files of GIMP, Adobe, Procreate, Scribus, LibreOffice, \
      Sketch, Paint Shop Pro, Windows, style sheets, design tokens and lists of colours. File types are detected \
      from their contents. All commands accept a file, or - for standard input, in place of a palette's name.

      Examples:
        regalia palette new Flag white '#c8102e' 'sky=#5bc2e7'
        regalia palette convert brand.ase -o brand.tokens.json
        regalia palette ramp '#c8102e' --steps 11 --contrast-against white
        regalia palette extract photo.jpg -n 8 -o photo.gpl
        regalia palette check flag --svg -o flag.svg
      """),
    subcommands: [
      ListPalettesCommand.self, ShowPaletteCommand.self, NewPaletteCommand.self, AddToPaletteCommand.self,
      RenamePaletteCommand.self, RemovePaletteCommand.self, ConvertPaletteCommand.self,
      ExtractPaletteCommand.self, RampCommand.self,
      HarmonyCommand.self, CheckPaletteCommand.self,
    ])

  /// Runs `body`; an invalid name, file or colour is a negative answer with exit code 1.
  static func answering(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let refusal as Refusal {
      StandardOutput.complain(refusal.message)
      throw ExitCode(1)
    } catch let error as LibraryError {
      guard case .unknown(let id) = error.reason else { throw error }
      StandardOutput.complain(Refusal.unknown(id).message)
      throw ExitCode(1)
    }
  }

  /// A request that cannot be fulfilled.
  struct Refusal: Error, CustomStringConvertible {
    let message: String
    var description: String { message }

    init(_ message: String) { self.message = message }

    /// Returns the refusal of a name or id that no palette has.
    static func unknown(_ name: String) -> Refusal {
      Refusal(
        ProgramLanguage.localized("there is no palette “{id}”; regalia palette list names them", ["id": name])
      )
    }
  }

  /// Returns the palette of a file, and reports omitted parts.
  static func palette(inFile path: String) throws -> Palette {
    let name = FileBytes.name(of: path)
    do {
      let bytes = try FileBytes.readArgument(path, atMost: PaletteFile.mostBytes)
      let file = try PaletteFile(bytes)
      for warning in file.warnings {
        StandardOutput.complain("\(name): \(ProgramLanguage.localized(warning))")
      }
      return file.palette
    } catch let error as PaletteError {
      throw Refusal("\(name): \(ProgramLanguage.localized(error))")
    } catch let error as FileBytes.Failure {
      throw Refusal(ProgramLanguage.localized(error))
    }
  }

  /// Returns the colour of a text, and the optional name before it: `sky=#5bc2e7`.
  static func swatch(_ text: String) throws -> Swatch {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let (name, words) = parts.count == 2 ? (parts[0], parts[1]) : ("", text)
    try checkName(name)
    do throws(ColorSyntaxError) {
      return Swatch(try Color(typed: words), name: name)
    } catch {
      throw Refusal("\(words.excerpt): \(ColorOutput.words(error))")
    }
  }

  /// Throws if a palette would have no name.
  static func validate(name: String) throws {
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError(ProgramLanguage.localized("A palette needs a name."))
    }
  }

  /// Throws if a name is too long for a palette or a colour, or has control characters, which files cannot store.
  static func checkName(_ name: String) throws {
    guard name.count <= Swatch.longestName else {
      throw Refusal(
        ProgramLanguage.localized(
          "a name has at most {count} characters", ["count": String(Swatch.longestName)]))
    }
    guard ForeignText.printable(name) == name else {
      throw Refusal(
        ProgramLanguage.localized(
          "the name “{name}” has a line break or another control character; leave it out",
          ["name": ForeignText.printable(name)]))
    }
  }

  /// Writes a palette in a format, or in that of the name's extension, and reports what the format cannot store.
  static func write(_ palette: Palette, to path: String, as format: PaletteFormat? = nil) throws {
    guard let format = format ?? PaletteFormat(fileName: path) else {
      throw ValidationError(
        ProgramLanguage.localized(
          "Nothing says the format; name it with --to: {names}.",
          ["names": PaletteFormat.allValueStrings.joined(separator: ", ")]))
    }
    for loss in format.losses(of: palette) {
      StandardOutput.complain("\(format.title): \(ProgramLanguage.localized(loss))")
    }
    do throws(PaletteError) {
      let bytes = try format.bytes(of: palette)
      try writeFile(bytes, path)
    } catch {
      throw Refusal("\(path): \(ProgramLanguage.localized(error))")
    }
  }

  private static func writeFile(_ bytes: [UInt8], _ path: String) throws(PaletteError) {
    do {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw PaletteError(.init(error))
    }
  }

  /// Returns a row for each colour: its hexadecimal digits, and its name if it has one.
  static func rows(of palette: Palette) -> [[String]] {
    palette.swatches.map { [$0.color.text(as: .hex)] + ($0.name.isEmpty ? [] : [$0.name]) }
  }

  /// Writes created colours to a file, or prints them.
  static func emit(_ palette: Palette, _ target: PaletteOutput) throws {
    if try target.write(palette) { return }
    let rows = rows(of: palette).map(ForeignText.row).joined(separator: "\n")
    try StandardOutput.print(target.json ? palette.document.text : rows)
  }
}

struct ListPalettesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: ProgramLanguage.localized(
      "List the palettes of the library: id, name and number of colours, separated by tabs."),
    discussion: ProgramLanguage.localized(
      """
      With --json, prints a list of objects with id, name and count.

      Example:
        regalia palette list
      """))

  @OptionGroup var list: ListOptions

  @OptionGroup var options: LibraryOptions

  func run() throws {
    try PaletteCommand.answering {
      let entries = try NamedPalettes(options).all()
      guard list.json else {
        return try list.print(
          entries.map { [$0.record.id, $0.record.name, String($0.palette.swatches.count)] })
      }
      let objects = entries.map { entry in
        JSONValue.object([
          JSONMember("id", .string(entry.record.id)), JSONMember("name", .string(entry.record.name)),
          JSONMember("count", .number(entry.palette.swatches.count)),
        ])
      }
      try StandardOutput.print(JSONValue.array(objects).text)
    }
  }
}

struct ShowPaletteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: ProgramLanguage.localized(
      "Print the colours of a palette, one per line: hexadecimal, a tab and the name."),
    discussion: ProgramLanguage.localized(
      """
      With --json, prints an object with name and colors.

      Example:
        regalia palette show brand.gpl --json
      """))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("The id or name of a palette, or a file."), valueName: "name|file"),
    completion: .palettesAndFiles
  )
  var name: String

  @OptionGroup var list: ListOptions

  @OptionGroup var options: LibraryOptions

  func run() throws {
    try PaletteCommand.answering {
      let palette = try NamedPalettes.palette(named: name, options)
      guard list.json else { return try list.print(PaletteCommand.rows(of: palette)) }
      try StandardOutput.print(palette.document.text)
    }
  }
}

struct NewPaletteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: ProgramLanguage.localized("Create a palette in the library and print its id."),
    discussion: ProgramLanguage.localized(
      """
      A name can precede a colour. With --from, the colours of a file come first.

      Examples:
        regalia palette new Flag white '#c8102e' 'sky=#5bc2e7'
        regalia palette new Brand --from brand.ase
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The name of the palette.")))
  var name: String

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("The colours, optionally with names."), valueName: "[name=]color"))
  var colors: [String] = []

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("A palette file with the first colours."), valueName: "file"),
    completion: .file())
  var from: String?

  @OptionGroup var options: LibraryOptions

  func validate() throws { try PaletteCommand.validate(name: name) }

  func run() throws {
    try PaletteCommand.answering {
      try PaletteCommand.checkName(name)
      var palette = try from.map(PaletteCommand.palette(inFile:)) ?? Palette()
      palette.name = name
      palette.swatches += try colors.map(PaletteCommand.swatch)
      let record = PaletteRecord(
        name: name, document: Array(palette.document.line.utf8), modified: Double(time(nil)))
      try StandardOutput.check()
      try StandardOutput.report(
        [options.open(.writing).insert(record)],
        done: ProgramLanguage.localized("the palette is in the library"))
    }
  }
}

struct AddToPaletteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: ProgramLanguage.localized("Append colours to a palette of the library."),
    discussion: ProgramLanguage.localized(
      """
      If a colour is refused, none is added.

      Example:
        regalia palette add flag 'gold=oklch(0.85 0.17 90)'
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The palette's id or name.")), completion: .palettes)
  var name: String

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("The colours, optionally with names."), valueName: "[name=]color"))
  var colors: [String]

  @OptionGroup var options: LibraryOptions

  func run() throws {
    try PaletteCommand.answering {
      let added = try colors.map(PaletteCommand.swatch)
      try NamedPalettes(options, .writing).change(named: name) { $0.swatches += added }
    }
  }
}

struct RenamePaletteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: ProgramLanguage.localized("Rename a palette of the library, and print its new id."),
    discussion: ProgramLanguage.localized(
      """
      Example:
        regalia palette rename flag 'Union Flag'
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The palette's id or name.")), completion: .palettes)
  var name: String

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The new name.")))
  var newName: String

  @OptionGroup var options: LibraryOptions

  func validate() throws { try PaletteCommand.validate(name: newName) }

  func run() throws {
    try PaletteCommand.answering {
      try PaletteCommand.checkName(newName)
      try StandardOutput.check()
      let id = try NamedPalettes(options, .writing).change(named: name) { $0.name = newName }
      try StandardOutput.report(
        [id].compactMap(\.self), done: ProgramLanguage.localized("the palette is renamed"))
    }
  }
}

struct RemovePaletteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: ProgramLanguage.localized("Remove palettes from the library, or colours from one."),
    discussion: ProgramLanguage.localized(
      """
      If a palette does not exist, none is removed. With --color, only these colours of one palette are removed: \
      by number from 1, by name, or by the colour itself.

      Examples:
        regalia palette remove flag
        regalia palette remove flag --color sky --color 1
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("Ids or names of palettes."), valueName: "name"),
    completion: .palettes)
  var names: [String]

  @Option(
    name: .customLong("color"),
    help: ArgumentHelp(ProgramLanguage.localized("A colour to remove."), valueName: "N|name|color"))
  var colors: [String] = []

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    guard colors.isEmpty || names.count == 1 else {
      throw ValidationError(ProgramLanguage.localized("--color goes with one palette."))
    }
  }

  func run() throws {
    try PaletteCommand.answering {
      let palettes = try NamedPalettes(options, .writing)
      guard !colors.isEmpty, let name = names.first else {
        return try palettes.library.removePalettes(names.map { try palettes.entry(named: $0).record.id })
      }
      try palettes.change(named: name) { palette in
        let indices = try Set(colors.map { try place(of: $0, in: palette) })
        palette.swatches = palette.swatches.enumerated().filter { !indices.contains($0.offset) }.map(
          \.element)
      }
    }
  }

  private func place(of text: String, in palette: Palette) throws -> Int {
    if let number = Int(text), (1...max(palette.swatches.count, 1)).contains(number) { return number - 1 }
    if let index = palette.swatches.firstIndex(where: { $0.name == text }) { return index }
    if let color = try? Color(typed: text),
      let index = palette.colors.firstIndex(where: { $0.rgba.bytes8 == color.rgba.bytes8 })
    {
      return index
    }
    throw PaletteCommand.Refusal(
      ProgramLanguage.localized(
        "the palette has no colour “{color}”; regalia palette show lists its colours", ["color": text]))
  }
}
