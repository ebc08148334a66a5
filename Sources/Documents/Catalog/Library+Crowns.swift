// Crowns are those of the user and those that came with the program; of two with one id the user's counts.
extension Library {
  /// Returns all crowns without their paths, the user's first.
  public func crowns() throws(LibraryError) -> [CrownSummary] {
    let mine = try readOwn(or: []) { try CrownTable(database: $0).summaries(areShipped: false).values }
    let ids = Set(mine.map(\.id))
    let came = try readShipped(or: []) { try CrownTable(database: $0).summaries(areShipped: true).values }
    return mine + came.filter { !ids.contains($0.id) }
  }

  /// Returns the crowns that have all of the words, each of which may be the beginning of one.
  ///
  /// Order: matches in names, matches in tags, words that only begin so, words of the same meaning, and last words
  /// with one misspelling. Words that describe most crowns keep the catalogue's order. Stop words do not count. If
  /// nothing matches all words, general words are left out. Blank words find all crowns.
  public func crowns(matching words: String) throws(LibraryError) -> [CrownSummary] {
    let all = try crowns()
    if words.allSatisfy(\.isWhitespace) { return all }
    guard let search = SearchWords(words)?.withoutStopWords else { return [] }
    let found = try crowns(matching: search, among: all)
    guard found.isEmpty, let rest = search.withoutGeneralWords else { return found }
    return try crowns(matching: rest, among: all)
  }

  private func crowns(
    matching search: SearchWords, among all: [CrownSummary]
  ) throws(LibraryError) -> [CrownSummary] {
    let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    var seen: Set<String> = []
    var result: [CrownSummary] = []
    let meansAnyCrown = search.meansAnyCrown
    let misspelled = search.misspelled(among: Self.vocabulary(of: all))
    for expression in search.expressions(naming: ["name", "id"]) + [misspelled].compactMap({ $0 }) {
      func ids(_ database: Connection) throws -> [String] {
        try CrownTable(database: database).ids(matching: expression, inOrder: meansAnyCrown)
      }
      let (mine, came) = (try readOwn(or: [], ids), try readShipped(or: [], ids))
      for (ids, areShipped) in [(mine, false), (came, true)] {
        // A shipped crown that one of the user's hides is not found by the words of the hidden one.
        for id in ids where byID[id]?.isShipped == areShipped && seen.insert(id).inserted {
          if let crown = byID[id] { result.append(crown) }
        }
      }
    }
    return result
  }

  private static func vocabulary(of crowns: [CrownSummary]) -> Set<String> {
    var words: Set<String> = []
    for text in Set(crowns.flatMap { [$0.name] + $0.tags }) {
      words.formUnion(SearchWords.split(text).map(String.init))
    }
    return words
  }

  /// Returns whole crowns, the user's first; those that cannot be read are left out.
  ///
  /// With `.sealed` a path is not decoded, which takes most of the time: whoever decodes it for drawing finds out then
  /// whether it holds together.
  public func crownRecords(_ check: PathCheck = .decoded) throws(LibraryError) -> [CrownRecord] {
    func read(_ database: Connection) throws -> [CrownRecord] {
      try CrownTable(database: database).items(check: check).values.map(\.record)
    }
    let mine = try readOwn(or: [], read)
    let ids = Set(mine.map(\.id))
    return mine + (try readShipped(or: [], read)).filter { !ids.contains($0.id) }
  }

  /// How the paths of crowns are checked while they are read.
  public enum PathCheck: Hashable, Sendable {
    /// Each path is decoded.
    case decoded
    /// Only its version and its checksum are looked at.
    case sealed
  }

  /// Returns the crown with an id, whole.
  public func crown(_ id: String) throws(LibraryError) -> CrownRecord? {
    if let mine = try readOwn(or: nil, { try CrownTable(database: $0).item(id) }) { return mine.record }
    return try readShipped(or: nil) { try CrownTable(database: $0).item(id) }?.record
  }

  /// Returns how many crowns there are, the user's and those that came with the program, and what they take.
  public func crownStatistics() throws(LibraryError) -> CrownStatistics { CrownStatistics(try crowns()) }

  /// Adds crowns in one transaction, and says of each what became of it.
  ///
  /// The same file is one crown, also when it came with the program; an id that is taken gets a number.
  @discardableResult
  public func add(_ crowns: [CrownRecord]) throws(LibraryError) -> [CrownAddition] {
    try writable().write { try add(crowns, in: $0) }
  }

  func add(_ crowns: [CrownRecord], in database: Connection) throws -> [CrownAddition] {
    let table = CrownTable(database: database)
    return try crowns.map { crown in
      let known = try table.id(of: crown.origin) ?? shippedID(of: crown.origin)
      if let known { return .present(id: known) }
      var crown = crown
      crown.id = try Slug.free(Slug.made(of: crown.id, fallback: "crown")) { id in
        try table.contains(id) || isShipped(id)
      }
      try table.insert(crown)
      return .added(id: crown.id)
    }
  }

  /// Reads SVG files, and those in folders, and adds them as crowns in one transaction.
  ///
  /// A file that cannot be read stops none of the others. `progress` hears how many of how many files are read, and
  /// returns whether to go on; otherwise nothing is added.
  public func importCrowns(
    from paths: [String], tags: [String] = [], licence: String = "",
    progress: (Int, Int) -> Bool = { _, _ in true }
  ) throws(LibraryError) -> CrownImport {
    let file = try writable()
    guard file.isWritable else { throw LibraryError(path: file.path, reason: .readOnly) }
    let sources = CrownSources(paths).all
    var drawings: [CrownDrawingFile] = []
    var next = 0
    while next < sources.count {
      let end = min(next + Self.batch, sources.count)
      drawings += CrownDrawingFile.read(sources[next..<end], tags: tags, licence: licence)
      next = end
      guard progress(next, sources.count) else { return CrownImport(entries: []) }
    }
    let additions = try add(drawings.compactMap { try? $0.crown.get() })
    var rest = additions[...]
    return CrownImport(
      entries: drawings.map { drawing in
        let outcome: CrownImport.Outcome =
          switch drawing.crown {
          case .failure(let refusal): .refused(refusal.message)
          case .success:
            switch rest.popFirst() {
            case .added(let id): .added(id: id, warnings: drawing.warnings)
            case .present(let id): .present(id: id)
            case nil: .refused("it was not added")
            }
          }
        return CrownImport.Entry(path: drawing.path, outcome: outcome)
      })
  }

  /// How many files are read between two words of progress: some for each processor, so that those who wait see it go on.
  private static let batch = 8

  /// Gives a crown of the user's library another name; its id stays.
  public func renameCrown(_ id: String, to name: String) throws(LibraryError) {
    let file = try writable()
    try file.write { database in
      guard try CrownTable(database: database).contains(id) else {
        let isShipped = try crown(id) != nil
        throw LibraryError(path: file.path, reason: isShipped ? .shipped(id: id) : .unknown(id: id))
      }
      try database.execute("UPDATE crowns SET name = ? WHERE id = ?", [name.withoutNull, id])
    }
  }

  /// Takes crowns out of the user's library and returns them, to be put back; all or none.
  public func removeCrowns(_ ids: [String]) throws(LibraryError) -> RemovedCrowns {
    let file = try writable()
    return try file.write { database in
      let table = CrownTable(database: database)
      var seen: Set<String> = []
      let items = try ids.filter { seen.insert($0).inserted }.map { id in
        guard let item = try table.item(id) else {
          throw LibraryError(path: file.path, reason: try isShipped(id) ? .shipped(id: id) : .unknown(id: id))
        }
        return item
      }
      for item in items { try table.remove(item.record.id) }
      return RemovedCrowns(items: items)
    }
  }

  /// Puts removed crowns back where they were; those that are there already stay.
  public func restore(_ removed: RemovedCrowns) throws(LibraryError) {
    try writable().write { database in
      let table = CrownTable(database: database)
      for item in removed.items where try table.id(of: item.record.origin) == nil {
        var record = item.record
        record.id = try Slug.free(record.id) { try table.contains($0) }
        try table.insert(record, key: item.key)
      }
    }
  }

  /// Returns the ids of the crowns that are favourites, the oldest first; some may not be there any more.
  public func favoriteCrowns() throws(LibraryError) -> [String] {
    try readOwn(or: []) { try FavoriteCrownTable(database: $0).all() }
  }

  /// Makes crowns favourites, or takes that back; the person's own as well as those that came with the program.
  public func setFavoriteCrowns(_ ids: [String], _ isFavorite: Bool) throws(LibraryError) {
    try writable().write { database in
      let table = FavoriteCrownTable(database: database)
      for id in ids { if isFavorite { try table.add(id) } else { try table.remove(id) } }
    }
  }

  private func readShipped<Value>(
    or absence: Value, _ body: (Connection) throws -> Value
  ) throws(LibraryError) -> Value {
    guard let shipped else { return absence }
    return try shipped.read(body)
  }

  private func isShipped(_ id: String) throws(LibraryError) -> Bool {
    try readShipped(or: false) { try CrownTable(database: $0).contains(id) }
  }

  private func shippedID(of origin: ContentDigest) throws(LibraryError) -> String? {
    try readShipped(or: nil) { try CrownTable(database: $0).id(of: origin) }
  }
}
