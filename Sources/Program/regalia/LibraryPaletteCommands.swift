import ArgumentParser
import Catalog
import Colors
import Glibc
import Palettes
import Text
import Terminal

struct ListPalettesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the palettes of the library: the id, a tab, the name, a tab, and how many colours.",
    discussion: """
      With --json it is a list of objects with id, name and count.

      Example:
        regalia palette list
      """)

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
    abstract: "Print the colours of a palette: a line each, hexadecimal, a tab, and the name.",
    discussion: """
      With --json it is an object with name and colors.

      Example:
        regalia palette show brand.gpl --json
      """)

  @Argument(
    help: ArgumentHelp("The id or name of a palette, or a file.", valueName: "name|file"),
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
    abstract: "Make a palette in the library and print its id.",
    discussion: """
      A colour may have its name before it. With --from the colours of a file come first.

      Examples:
        regalia palette new Flag white '#c8102e' 'sky=#5bc2e7'
        regalia palette new Brand --from brand.ase
      """)

  @Argument(help: "What the palette is called.")
  var name: String

  @Argument(help: ArgumentHelp("Its colours, perhaps with names.", valueName: "[name=]color"))
  var colors: [String] = []

  @Option(help: ArgumentHelp("A file whose colours are taken.", valueName: "file"), completion: .file())
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
        [options.open(.writing).insert(record)], done: "the palette is in the library")
    }
  }
}

struct AddToPaletteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add colours to a palette of the library, behind the others.",
    discussion: """
      All are added or, when one is refused, none.

      Example:
        regalia palette add flag 'gold=oklch(0.85 0.17 90)'
      """)

  @Argument(help: "The palette's id or name.", completion: .palettes)
  var name: String

  @Argument(help: ArgumentHelp("The colours, perhaps with names.", valueName: "[name=]color"))
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
    abstract: "Give a palette of the library another name, and print the id that is made of it.",
    discussion: """
      Example:
        regalia palette rename flag 'Union Flag'
      """)

  @Argument(help: "The palette's id or name.", completion: .palettes)
  var name: String

  @Argument(help: "What it is to be called.")
  var newName: String

  @OptionGroup var options: LibraryOptions

  func validate() throws { try PaletteCommand.validate(name: newName) }

  func run() throws {
    try PaletteCommand.answering {
      try PaletteCommand.checkName(newName)
      try StandardOutput.check()
      let id = try NamedPalettes(options, .writing).change(named: name) { $0.name = newName }
      try StandardOutput.report([id].compactMap(\.self), done: "the palette is renamed")
    }
  }
}

struct RemovePaletteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove palettes from the library, or colours from one.",
    discussion: """
      All are removed or, when one is not there, none. With --color only those colours of the one palette go: each \
      by its number from 1, its name, or the colour itself.

      Examples:
        regalia palette remove flag
        regalia palette remove flag --color sky --color 1
      """)

  @Argument(help: ArgumentHelp("Ids or names of palettes.", valueName: "name"), completion: .palettes)
  var names: [String]

  @Option(name: .customLong("color"), help: ArgumentHelp("A colour to take out.", valueName: "N|name|color"))
  var colors: [String] = []

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    guard colors.isEmpty || names.count == 1 else { throw ValidationError("--color goes with one palette.") }
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
    throw PaletteCommand.Refusal("the palette has no colour “\(text)”; regalia palette show lists them")
  }
}
