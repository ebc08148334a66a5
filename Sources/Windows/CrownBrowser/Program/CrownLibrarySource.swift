import Catalog
import Colors
import Controls
import Geometry
import Heraldry
import Localization
import Posters
import Synchronization
import VectorArt
import Files

/// The data source of the crown browser: the library of crowns.
final class CrownLibrarySource: Sendable {
  private let opened: Mutex<Library>
  private let folders: UserFolders
  /// Removed crowns by id, for restoring.
  private let removed = Mutex<[String: RemovedCrowns]>([:])

  /// Opens only the shipped crowns.
  init(folders: UserFolders) throws {
    opened = Mutex(try Library(path: nil, shipped: LibraryPlace.shipped, access: .reading))
    damaged = nil
    self.folders = folders
  }

  /// Opens the person's own crowns at `path`, or at the default place, together with the shipped ones.
  init(path: String?, folders: UserFolders, access: Library.Access) throws {
    if access == .writing, path == nil, let data = folders.data { Folder.make(data) }
    var damaged: String?
    let library: Library
    do throws(LibraryError) {
      library = try LibraryPlace.open(named: path, access: access)
    } catch {
      // If the person's own library has no place or is damaged, the shipped crowns can still be shown.
      guard path == nil, access == .writing else { throw error }
      if error.isDamage {
        damaged = error.path
        library = try Library(path: nil, shipped: LibraryPlace.shipped, access: .reading)
      } else {
        library = try LibraryPlace.open(named: nil, access: .reading)
      }
    }
    opened = Mutex(library)
    self.damaged = damaged
    self.folders = folders
  }

  /// The path of the person's library if it could not be opened because of damage, or nil.
  private let damaged: String?

  var library: Library { opened.withLock { $0 } }

  /// The operations that the browser calls on its worker.
  var dataSource: CrownDataSource {
    CrownDataSource(
      load: { try self.items() },
      search: { words in try self.library.crowns(matching: words).map(\.id) },
      rename: { id, name in try self.changing { try $0.renameCrown(id, to: name) } },
      remove: { id in
        let gone = try self.changing { try $0.removeCrowns([id]) }
        self.removed.withLock { $0[id] = gone }
      },
      restore: { id in
        guard let gone = self.removed.withLock({ $0[id] }) else { return }
        try self.changing { try $0.restore(gone) }
      },
      favor: { ids, isFavorite in try self.changing { try $0.setFavoriteCrowns(ids, isFavorite) } },
      design: { design, name in try self.add(design, named: name) },
      export: { item, color in try self.export(item, color) }, add: { self.add($0, $1) },
      check: { try self.check() }, repair: { try self.repair() })
  }

  /// Checks the integrity of the person's library; returns a message for the person, or nil.
  private func check() throws -> Message? {
    if damaged != nil, library.path == nil { throw CrownDataSource.Damage() }
    guard library.isWritable else { return nil }
    try changing { try $0.verify() }
    let count = try library.unreadableRows().count
    guard count > 0 else { return nil }
    return Message(
      "{count} entry of the library cannot be read. “regalia library check” names it.",
      plural: "{count} entries of the library cannot be read. “regalia library check” names them.",
      count: count)
  }

  /// Performs a change, converting the error of a damaged library to one that offers a repair.
  private func changing<Value>(_ body: (Library) throws -> Value) throws -> Value {
    let library = library
    do {
      return try body(library)
    } catch let error as LibraryError where error.isDamage && library.isUntouched {
      throw CrownDataSource.Damage()
    }
  }

  /// Recovers the readable content of the person's library, and continues with the new one.
  private func repair() throws -> Message {
    guard let path = library.path ?? damaged, library.isUntouched else { throw CrownDataSource.Damage() }
    let repair = try LibraryRepair(path: path)
    let repaired = try Library(path: path, shipped: LibraryPlace.shipped, access: .writing)
    opened.withLock { $0 = repaired }
    return repair.summary
  }

  private func items() throws -> [CrownItem] {
    let own = Set(try library.crowns().lazy.filter { !$0.isShipped }.map(\.id))
    let favorites = Set(try library.favoriteCrowns())
    return try library.crownRecords(.sealed).map { record in
      let code = record.code
      return CrownItem(
        id: record.id, name: record.name, tags: record.tags, byteCount: code.count,
        isOwn: own.contains(record.id), isFavorite: favorites.contains(record.id),
        design: Self.design(of: record, isOwn: own.contains(record.id)), bounds: record.bounds
      ) {
        (try? PathCode.decodeFolded(code)) ?? FoldedPath(Self.unreadable(record.bounds))
      }
    }
  }

  /// The prefix of a designed crown's source, before the design in words.
  private static let designPrefix = "design:"

  /// The designs of the catalogue by their identifiers.
  private static let catalogue = Dictionary(
    CrownCatalogue.all.map { ($0.id, $0.design) }, uniquingKeysWith: { first, _ in first })

  private static func design(of record: CrownRecord, isOwn: Bool) -> CrownDesign? {
    if record.source.hasPrefix(designPrefix) {
      return CrownDesign(text: String(record.source.dropFirst(designPrefix.count)))
    }
    return isOwn ? nil : catalogue[record.id]
  }

  /// Adds a designed crown; returns its identifier, even if it existed already.
  private func add(_ design: CrownDesign, named name: String) throws -> String {
    let entry = CrownEntry(design)
    let document = Array(svg(of: design.drawing()).utf8)
    let record = try CrownRecord(
      id: entry.id, name: name, tags: entry.tags, source: Self.designPrefix + design.text, licence: "",
      svg: document, image: VectorImage(svg: document))
    switch try changing({ try $0.add([record]) }).first {
    case .added(let id)?, .present(let id)?: return id
    case nil: throw MissingFolder()
    }
  }

  /// Returns the placeholder for a damaged path: an empty frame.
  private static func unreadable(_ box: Rect) -> Path {
    var path = Path(rect: box)
    let hole = box.outset(by: -min(box.width, box.height) / 20)
    path.move(to: Point(hole.minX, hole.minY))
    path.line(to: Point(hole.minX, hole.maxY))
    path.line(to: Point(hole.maxX, hole.maxY))
    path.line(to: Point(hole.maxX, hole.minY))
    path.close()
    return path
  }

  // MARK: Export

  // Untranslated: the folder's name, the same in every language.
  private static let folderName = "Regalia"

  /// Returns a crown as an SVG document with the size of its ink.
  static func document(_ item: CrownItem, color: RGBA) -> String {
    PathDocument.svg(item.outline().path, box: item.bounds, color: color)
  }

  /// Writes a crown to the pictures folder, without replacing an existing file.
  private func export(_ item: CrownItem, _ color: RGBA) throws -> String {
    guard let pictures = folders.pictures, Folder.make("\(pictures)/\(Self.folderName)") else {
      throw MissingFolder()
    }
    let bytes = Array(Self.document(item, color: color).utf8)
    let name = FileName.safe(item.id, orElse: "crown")
    let path =
      Slug.free("\(pictures)/\(Self.folderName)/\(name)") { SmallFile(path: $0 + ".svg").exists } + ".svg"
    try AtomicFile.write(bytes, to: path)
    return path
  }

  private struct MissingFolder: LocalizableError {
    var message: Message {
      Message("there is no folder for pictures; set HOME, or XDG_PICTURES_DIR in user-dirs.dirs")
    }
  }

  // MARK: Import

  /// Adds SVG files and those in folders; reports progress, and finally the results.
  func add(_ paths: [String], _ tell: (CrownImportProgress) -> Bool) {
    var state = CrownImportProgress(done: 0, total: paths.count)
    do {
      let result = try library.importCrowns(from: paths) { done, total in
        (state.done, state.total) = (done, total)
        return tell(state)
      }
      for entry in result.entries {
        let file = FilePath(entry.path).name
        switch entry.outcome {
        case .added(let id, let warnings):
          state.added.append(id)
          for warning in warnings.prefix(3) {
            state.faults.append(.init(file: file, reason: warning.message, isRefusal: false))
          }
        case .present: state.known += 1
        case .refused(let reason):
          state.faults.append(.init(file: file, reason: reason, isRefusal: true))
        }
      }
    } catch {
      state.faults.append(.init(fault: error))
    }
    state.isFinished = true
    _ = tell(state)
  }
}
