import Catalog
import Files
import Glibc
import Palettes
import Terminal

/// Palettes named on a command line by a file or by their name in the library. A path has a separator or an extension;
/// any other name is that of a palette.
struct NamedPalettes {
  let library: Library

  /// A palette of the library with its contents.
  struct Entry {
    var record: PaletteRecord
    var palette: Palette
  }

  init(_ options: LibraryOptions, _ access: Library.Access = .reading) throws {
    library = try options.open(access)
  }

  private init(_ library: Library) { self.library = library }

  /// Returns all palettes that can be read; reports the errors of the others.
  func all() throws -> [Entry] {
    try library.palettes().compactMap { record in
      do {
        return try entry(record)
      } catch let refusal as PaletteCommand.Refusal {
        StandardOutput.complain(refusal.message)
        return nil
      }
    }
  }

  private func entry(_ record: PaletteRecord) throws -> Entry {
    do throws(PaletteError) {
      return Entry(record: record, palette: try Palette(document: record.document))
    } catch {
      throw PaletteCommand.Refusal(
        ProgramLanguage.localized(
          "palette {id}: {reason}", ["id": record.id, "reason": ProgramLanguage.localized(error)]))
    }
  }

  /// Returns the palette with an id, or with a unique name, ignoring case.
  func entry(named name: String) throws -> Entry { try entry(named: name, among: library.palettes()) }

  private func entry(named name: String, among records: [PaletteRecord]) throws -> Entry {
    if let record = records.first(where: { $0.id == name }) { return try entry(record) }
    let named = records.filter { $0.name.lowercased() == name.lowercased() }
    guard named.count < 2 else {
      throw PaletteCommand.Refusal(
        ProgramLanguage.localized(
          "{count} palette is called “{name}”; give its id: {ids}",
          plural: "{count} palettes are called “{name}”; give the id of one: {ids}", count: named.count,
          ["name": name, "ids": named.map(\.id).joined(separator: ", ")]))
    }
    guard let record = named.first else { throw PaletteCommand.Refusal.unknown(name) }
    return try entry(record)
  }

  /// Returns whether a name stands for a file or standard input, even if a palette has the same name.
  static func isFile(_ name: String) -> Bool {
    name == "-" || name.contains("/") || PaletteFormat(fileName: name) != nil
      || FileBytes.isPath(name) && FileBytes.exists(name)
  }

  /// Returns the palette of a file, or of the library; throws if both exist.
  static func palette(named name: String, _ options: LibraryOptions) throws -> Palette {
    guard isFile(name) else { return try NamedPalettes(options).entry(named: name).palette }
    // A library that cannot be opened has no palette of this name.
    if name != "-", !name.contains("/"), FileBytes.exists(name),
      let entry = try? NamedPalettes(LibraryPlace.open(named: options.library, access: .reading))
        .entry(named: name)
    {
      throw PaletteCommand.Refusal(
        ProgramLanguage.localized(
          "“{name}” is a file and a palette; write ./{name} or the palette’s id, {id}",
          ["name": name, "id": entry.record.id]))
    }
    return try PaletteCommand.palette(inFile: name)
  }

  /// Changes the palette with an id or name, as it is in the library at that moment, so that no other changes are lost.
  /// Returns its new id.
  @discardableResult
  func change(named name: String, _ body: (inout Palette) throws -> Void) throws -> String? {
    var refusal: (any Error)?
    let id = try library.changePalette { records in
      do {
        var entry = try entry(named: name, among: records)
        let oldName = entry.palette.name
        try body(&entry.palette)
        if entry.palette.name != oldName { entry.record.name = entry.palette.name }
        entry.record.document = Array(entry.palette.document.line.utf8)
        entry.record.modified = Double(time(nil))
        return entry.record
      } catch {
        refusal = error
        return nil
      }
    }
    if let refusal { throw refusal }
    return id
  }
}
