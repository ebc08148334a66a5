// Untranslated file: SQL.

/// The library of crowns shipped with the program.
public enum ShippedLibrary {
  /// Writes it atomically; the same crowns give the same bytes.
  ///
  /// - Throws: ``LibraryError`` if the file cannot be written.
  public static func write(_ crowns: [CrownRecord], to path: String) throws(LibraryError) {
    try NewLibraryFile.write(at: path) { database in
      let table = CrownTable(database: database)
      for crown in crowns { try table.insert(crown) }
      try database.execute("INSERT INTO crownWords (crownWords) VALUES ('optimize')")
      try database.execute("UPDATE revisions SET crowns = 0")
    }
  }
}
