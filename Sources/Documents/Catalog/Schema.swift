// Untranslated file: SQL.

/// The tables of a library, and the migration steps for older files.
///
/// `user_version` is the number of applied steps; a step is never changed after release.
struct Schema: Sendable {
  /// "RGLA", which distinguishes our files from other SQLite files.
  static let applicationID: Int32 = 0x5247_4C41

  static let current = Schema(steps: [
    firstStep, secondStep, thirdStep, fourthStep, fifthStep,
  ])

  /// The first version with edit histories, albums, and places of palettes.
  static let firstVersionWithHistories = 2

  /// The first version with favourite crowns.
  static let firstVersionWithFavoriteCrowns = 3

  /// The first version with a bin for posters.
  static let firstVersionWithBin = 4

  /// The first version with named versions of posters.
  static let firstVersionWithVersions = 5

  let steps: [String]

  var version: Int { steps.count }

  /// Returns the number of steps applied to a file.
  static func version(of database: Connection) throws -> Int {
    Int(try database.integer("PRAGMA user_version") ?? 0)
  }

  /// Migrates a database to the newest version, in the caller's transaction.
  func migrate(_ database: Connection) throws {
    let done = try Schema.version(of: database)
    for step in steps.dropFirst(done) { try database.run(step) }
    if done < version { try database.run("PRAGMA user_version = \(version)") }
  }

  /// `revisions` counts changes, so that other connections and programs can detect them.
  private static let firstStep = """
    CREATE TABLE revisions (crowns INTEGER NOT NULL, posters INTEGER NOT NULL);
    INSERT INTO revisions VALUES (0, 0);

    CREATE TABLE crowns (
      key INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
      tags TEXT NOT NULL, source TEXT NOT NULL, licence TEXT NOT NULL,
      minX REAL NOT NULL, minY REAL NOT NULL, maxX REAL NOT NULL, maxY REAL NOT NULL,
      width REAL NOT NULL, height REAL NOT NULL,
      segments INTEGER NOT NULL, origin BLOB NOT NULL, code BLOB NOT NULL);
    CREATE INDEX crownsByOrigin ON crowns (origin);
    CREATE VIRTUAL TABLE crownWords USING fts5(
      name, id, tags, content='crowns', content_rowid='key', tokenize='unicode61 remove_diacritics 2');
    CREATE TRIGGER crownAdded AFTER INSERT ON crowns BEGIN
      INSERT INTO crownWords (rowid, name, id, tags) VALUES (new.key, new.name, new.id, new.tags);
      UPDATE revisions SET crowns = crowns + 1;
    END;
    CREATE TRIGGER crownRemoved AFTER DELETE ON crowns BEGIN
      INSERT INTO crownWords (crownWords, rowid, name, id, tags)
        VALUES ('delete', old.key, old.name, old.id, old.tags);
      UPDATE revisions SET crowns = crowns + 1;
    END;
    CREATE TRIGGER crownChanged AFTER UPDATE ON crowns BEGIN
      INSERT INTO crownWords (crownWords, rowid, name, id, tags)
        VALUES ('delete', old.key, old.name, old.id, old.tags);
      INSERT INTO crownWords (rowid, name, id, tags) VALUES (new.key, new.name, new.id, new.tags);
      UPDATE revisions SET crowns = crowns + 1;
    END;

    CREATE TABLE posters (
      key INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
      searchText TEXT NOT NULL, cover INTEGER NOT NULL, isFavorite INTEGER NOT NULL,
      created REAL NOT NULL, modified REAL NOT NULL, place INTEGER NOT NULL,
      revision INTEGER NOT NULL DEFAULT 0, digest BLOB NOT NULL, document BLOB NOT NULL);
    CREATE INDEX postersByPlace ON posters (place);
    CREATE INDEX favoritePosters ON posters (place) WHERE isFavorite;
    CREATE INDEX postersByTitle ON posters (title COLLATE NOCASE);
    CREATE INDEX postersByModified ON posters (modified);
    CREATE INDEX postersByCreated ON posters (created);
    CREATE INDEX postersByDigest ON posters (digest);
    CREATE INDEX postersByRevision ON posters (revision);
    CREATE VIRTUAL TABLE posterWords USING fts5(
      title, searchText, content='posters', content_rowid='key', prefix='1 2 3',
      tokenize='unicode61 remove_diacritics 2');
    CREATE TRIGGER posterAdded AFTER INSERT ON posters BEGIN
      INSERT INTO posterWords (rowid, title, searchText) VALUES (new.key, new.title, new.searchText);
      UPDATE revisions SET posters = posters + 1;
      UPDATE posters SET revision = (SELECT posters FROM revisions) WHERE key = new.key;
    END;
    CREATE TRIGGER posterRemoved AFTER DELETE ON posters BEGIN
      INSERT INTO posterWords (posterWords, rowid, title, searchText)
        VALUES ('delete', old.key, old.title, old.searchText);
      UPDATE revisions SET posters = posters + 1;
    END;
    CREATE TRIGGER posterRewritten AFTER UPDATE OF title, searchText ON posters BEGIN
      INSERT INTO posterWords (posterWords, rowid, title, searchText)
        VALUES ('delete', old.key, old.title, old.searchText);
      INSERT INTO posterWords (rowid, title, searchText) VALUES (new.key, new.title, new.searchText);
    END;
    CREATE TRIGGER posterChanged
      AFTER UPDATE OF id, title, searchText, cover, isFavorite, created, modified, digest, document ON posters
    BEGIN
      UPDATE revisions SET posters = posters + 1;
      UPDATE posters SET revision = (SELECT posters FROM revisions) WHERE key = new.key;
    END;
    CREATE TRIGGER posterMoved AFTER UPDATE OF place ON posters BEGIN
      UPDATE revisions SET posters = posters + 1;
    END;

    CREATE TABLE palettes (
      key INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
      document BLOB NOT NULL);
    """

  /// Edit histories, albums of posters, and the order of palettes.
  ///
  /// A history belongs to a subject, which is a poster's id or a file's path, and to one content of it, by its digest.
  private static let secondStep = """
    CREATE TABLE histories (
      key INTEGER PRIMARY KEY AUTOINCREMENT, subject TEXT NOT NULL UNIQUE, digest BLOB NOT NULL,
      modified REAL NOT NULL, steps BLOB NOT NULL);
    CREATE INDEX historiesByModified ON histories (modified);

    CREATE TABLE albums (
      key INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, place INTEGER NOT NULL);
    CREATE TABLE albumPosters (
      album INTEGER NOT NULL, poster INTEGER NOT NULL, PRIMARY KEY (album, poster)) WITHOUT ROWID;
    CREATE INDEX albumPostersByPoster ON albumPosters (poster);

    ALTER TABLE palettes ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE palettes ADD COLUMN modified REAL NOT NULL DEFAULT 0;
    """

  /// Favourite crowns by their ids, including shipped crowns.
  private static let thirdStep = """
    CREATE TABLE favoriteCrowns (key INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE);
    CREATE TRIGGER favoriteCrownAdded AFTER INSERT ON favoriteCrowns BEGIN
      UPDATE revisions SET crowns = crowns + 1;
    END;
    CREATE TRIGGER favoriteCrownRemoved AFTER DELETE ON favoriteCrowns BEGIN
      UPDATE revisions SET crowns = crowns + 1;
    END;
    """

  /// The bin: the rows of removed posters as they were, and the time of their removal.
  private static let fourthStep = """
    CREATE TABLE bin (
      key INTEGER PRIMARY KEY, id TEXT NOT NULL, title TEXT NOT NULL,
      searchText TEXT NOT NULL, cover INTEGER NOT NULL, isFavorite INTEGER NOT NULL,
      created REAL NOT NULL, modified REAL NOT NULL, place INTEGER NOT NULL,
      revision INTEGER NOT NULL, digest BLOB NOT NULL, document BLOB NOT NULL, removed REAL NOT NULL);
    CREATE INDEX binByRemoved ON bin (removed);
    CREATE TRIGGER posterBinned AFTER INSERT ON bin BEGIN
      UPDATE revisions SET posters = posters + 1;
    END;
    CREATE TRIGGER posterUnbinned AFTER DELETE ON bin BEGIN
      UPDATE revisions SET posters = posters + 1;
    END;
    """

  /// Named versions of posters in the gallery or in the bin; those of a poster that is deleted for good go with it.
  private static let fifthStep = """
    CREATE TABLE versions (
      key INTEGER PRIMARY KEY AUTOINCREMENT, poster INTEGER NOT NULL, name TEXT NOT NULL,
      created REAL NOT NULL, cover INTEGER NOT NULL, digest BLOB NOT NULL, document BLOB NOT NULL);
    CREATE INDEX versionsByPoster ON versions (poster);
    CREATE TRIGGER versionsLeftWall AFTER DELETE ON posters
      WHEN NOT EXISTS (SELECT 1 FROM bin WHERE key = old.key)
    BEGIN
      DELETE FROM versions WHERE poster = old.key;
    END;
    CREATE TRIGGER versionsLeftBin AFTER DELETE ON bin
      WHEN NOT EXISTS (SELECT 1 FROM posters WHERE key = old.key)
    BEGIN
      DELETE FROM versions WHERE poster = old.key;
    END;
    """
}
