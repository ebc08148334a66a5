// Palettes are of the user's library; the shipped one has none.
extension Library {
  /// No palette's document is longer, in bytes: it is read as a whole, with all others.
  static let mostPaletteBytes = 8 << 20

  /// Returns all palettes in their order.
  public func palettes() throws(LibraryError) -> [PaletteRecord] {
    try readOwn(or: []) { try PaletteTable(database: $0).all() }
  }

  /// Adds a palette behind the others and returns its id; one that is taken gets a number.
  @discardableResult
  public func insert(_ palette: PaletteRecord) throws(LibraryError) -> String {
    let file = try writable()
    try check(palette, file.path)
    return try file.write { database in
      let table = PaletteTable(database: database)
      let palettes = try table.all()
      let taken = Set(palettes.map(\.id))
      var added = palette
      let wanted = palette.id.isEmpty ? Slug.made(of: palette.name, fallback: "palette") : palette.id
      added.id = Slug.free(wanted, isTaken: taken.contains)
      added.place = (palettes.map(\.place).max() ?? -1) + 1
      try table.add(added)
      return added.id
    }
  }

  /// Changes a palette as it is in the library at that moment: nobody else's change comes between.
  ///
  /// `change` is given all palettes and returns the one that it has changed, or nil where nothing shall change. The id of a
  /// palette that gets another name is made of that.
  ///
  /// - Returns: the id that the palette has now, or nil where nothing was changed.
  /// - Throws: `unknown` where it returns a palette that is not there.
  @discardableResult
  public func changePalette(_ change: ([PaletteRecord]) -> PaletteRecord?) throws(LibraryError) -> String? {
    let file = try writable()
    return try file.write { database in
      let table = PaletteTable(database: database)
      let palettes = try table.all()
      guard let palette = change(palettes) else { return nil }
      try check(palette, file.path)
      guard let before = palettes.first(where: { $0.id == palette.id }) else {
        throw LibraryError(path: file.path, reason: .unknown(id: palette.id))
      }
      var id = palette.id
      if palette.name != before.name {
        let others = Set(palettes.map(\.id)).subtracting([id])
        id = Slug.free(Slug.made(of: palette.name, fallback: "palette"), isTaken: others.contains)
      }
      try table.replace(palette, id: id)
      return id
    }
  }

  /// Brings the palettes into an order; those that are not named follow as they stood.
  public func orderPalettes(_ ids: [String]) throws(LibraryError) {
    try writable().write { database in
      let table = PaletteTable(database: database)
      let known = try table.all().map(\.id)
      let named = Set(ids)
      let wanted = ids.filter(Set(known).contains) + known.filter { !named.contains($0) }
      for (place, id) in wanted.enumerated() { try table.setPlace(Int64(place), of: id) }
    }
  }

  /// Takes palettes out, all or none.
  ///
  /// - Throws: `unknown` for an id that is not there.
  public func removePalettes(_ ids: [String]) throws(LibraryError) {
    let file = try writable()
    try file.write { database in
      for id in ids {
        guard try PaletteTable(database: database).remove(id) else {
          throw LibraryError(path: file.path, reason: .unknown(id: id))
        }
      }
    }
  }

  private func check(_ palette: PaletteRecord, _ path: String) throws(LibraryError) {
    guard palette.document.count <= Self.mostPaletteBytes else {
      throw LibraryError(
        path: path, reason: .refused("a palette of more than \(Self.mostPaletteBytes >> 20) MiB is not kept"))
    }
  }
}
