import GRDB

extension Library {
  /// Gives a crown of the user's library another name; its id stays.
  public func renameCrown(_ id: String, to name: String) throws(LibraryError) {
    let file = try writable()
    try file.write { database in
      guard try CrownTable(database: database).contains(id) else {
        let isShipped = try crown(id) != nil
        throw LibraryError(path: file.path, reason: isShipped ? .shipped(id: id) : .unknown(id: id))
      }
      try database.execute(
        sql: "UPDATE crowns SET name = ? WHERE id = ?", arguments: [name.withoutNull, id])
    }
  }
}
