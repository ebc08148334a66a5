import ArgumentParser
import Catalog
import Colors
import Files
import Palettes
import Terminal
import Text

struct PaletteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "palette",
    abstract: "Keep palettes; convert, make and check them.",
    discussion: """
      Palettes are kept in the library, or come from files of GIMP, Adobe, Procreate, Scribus, LibreOffice, Sketch, \
      Paint Shop Pro, Windows, style sheets, design tokens and lists of colours. What a file is is found by what \
      stands in it. Wherever a palette is named, a file or - for standard input may stand, too.

      Examples:
        regalia palette new Flag white '#c8102e' 'sky=#5bc2e7'
        regalia palette convert brand.ase -o brand.tokens.json
        regalia palette ramp '#c8102e' --steps 11 --contrast-against white
        regalia palette extract photo.jpg -n 8 -o photo.gpl
        regalia palette check flag --svg -o flag.svg
      """,
    subcommands: [
      ListPalettesCommand.self, ShowPaletteCommand.self, NewPaletteCommand.self, AddToPaletteCommand.self,
      RenamePaletteCommand.self, RemovePaletteCommand.self, ConvertPaletteCommand.self,
      ExtractPaletteCommand.self, RampCommand.self,
      HarmonyCommand.self, CheckPaletteCommand.self,
    ])

  /// Runs `body`; what is wrong with a name, a file or a colour is a negative answer.
  static func answering(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let refusal as Refusal {
      StandardOutput.complain(refusal.message)
      throw ExitCode(1)
    } catch let error as LibraryError {
      guard case .unknown(let id) = error.reason else { throw error }
      StandardOutput.complain("there is no palette “\(id)”; regalia palette list names them")
      throw ExitCode(1)
    }
  }

  /// Something that a person asked for and cannot have.
  struct Refusal: Error {
    let message: String

    init(_ message: String) { self.message = message }
  }

  /// Returns the palette of a file, which is told of what is left out of it.
  static func palette(inFile path: String) throws -> Palette {
    let name = FileBytes.name(of: path)
    do {
      let bytes = try FileBytes.readArgument(path, atMost: PaletteFile.mostBytes)
      let file = try PaletteFile(bytes)
      for warning in file.warnings { StandardOutput.complain("\(name): \(warning)") }
      return file.palette
    } catch let error as PaletteError {
      throw Refusal("\(name): \(error)")
    } catch let error as FileBytes.Failure {
      throw Refusal("\(error)")
    }
  }

  /// Returns the colour of a text, and the name that may stand before it: `sky=#5bc2e7`.
  static func swatch(_ text: String) throws -> Swatch {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let (name, words) = parts.count == 2 ? (parts[0], parts[1]) : ("", text)
    try checkName(name)
    do throws(ColorSyntaxError) {
      return Swatch(try Color(typed: words), name: name)
    } catch {
      throw Refusal("\(words.excerpt): \(error.message), at \(error.offset)")
    }
  }

  /// Throws where a palette would have no name.
  static func validate(name: String) throws {
    guard name.contains(where: { !$0.isWhitespace }) else { throw ValidationError("A palette needs a name.") }
  }

  /// Throws where a palette or a colour cannot have a name, which no file could keep.
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

  /// Writes a palette in a format, or in the one that the name ends in, and tells of what the format cannot hold.
  static func write(_ palette: Palette, to path: String, as format: PaletteFormat? = nil) throws {
    guard let format = format ?? PaletteFormat(fileName: path) else {
      throw ValidationError(
        ProgramLanguage.localized(
          "Nothing says the format; name it with --to: {names}.",
          ["names": PaletteFormat.allValueStrings.joined(separator: ", ")]))
    }
    for loss in format.losses(of: palette) {
      StandardOutput.complain("\(format.title): \(loss)")
    }
    do throws(PaletteError) {
      let bytes = try format.bytes(of: palette)
      try writeFile(bytes, path)
    } catch {
      throw Refusal("\(path): \(error)")
    }
  }

  private static func writeFile(_ bytes: [UInt8], _ path: String) throws(PaletteError) {
    do {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw PaletteError("\(error)")
    }
  }

  /// Returns a row for each colour: its hexadecimal digits, and its name where it has one.
  static func rows(of palette: Palette) -> [[String]] {
    palette.swatches.map { [$0.color.text(as: .hex)] + ($0.name.isEmpty ? [] : [$0.name]) }
  }

  /// Writes colours that were made to a file, or prints them.
  static func emit(_ palette: Palette, _ target: PaletteOutput) throws {
    if try target.write(palette) { return }
    let rows = rows(of: palette).map(ForeignText.row).joined(separator: "\n")
    try StandardOutput.print(target.json ? palette.document.text : rows)
  }
}
