/// The library of crowns that comes with the program.
public enum ShippedLibrary {
  /// Writes it anew, whole or not at all; the same crowns give the same bytes.
  public static func write(_ crowns: [CrownRecord], to path: String) throws(LibraryError) {
    try NewLibraryFile.write(at: path) { database in
      let table = CrownTable(database: database)
      for crown in crowns { try table.insert(crown) }
      try database.execute("INSERT INTO crownWords (crownWords) VALUES ('optimize')")
      try database.execute("UPDATE revisions SET crowns = 0")
    }
  }
}
