import Catalog
import Colors
import Controls
import Files
import Geometry
import Images
import Palettes
import Testing

@testable import PaletteBrowser

/// Palettes that are kept in memory.
final class MemoryStore {
  var entries: [PaletteEntry]
  var isBroken = false

  struct Broken: Error {}

  init(_ palettes: [Palette] = []) {
    entries = palettes.enumerated().map { PaletteEntry(id: "p\($0.offset)", palette: $0.element) }
  }

  var store: PaletteStore {
    PaletteStore(
      load: { self.entries },
      insert: { entry in
        if self.isBroken { throw Broken() }
        var added = entry
        if added.id.isEmpty { added.id = "p\(self.entries.count)" }
        self.entries.append(added)
        return added.id
      },
      replace: { shown, changed in
        if self.isBroken { throw Broken() }
        var kept = changed
        if let theirs = self.entries.first(where: { $0.id == shown.id }) {
          kept.palette = changed.palette.merging(theirs.palette, since: shown.palette)
        }
        self.entries = self.entries.map { $0.id == kept.id ? kept : $0 }
        return kept
      },
      remove: { id in self.entries.removeAll { $0.id == id } },
      order: { ids in
        if self.isBroken { throw Broken() }
        self.entries.sort {
          ids.firstIndex(of: $0.id) ?? ids.count < ids.firstIndex(of: $1.id) ?? ids.count
        }
      })
  }
}

@Suite struct PaletteCollectionTests {
  static let flag = Palette(
    name: "Flag",
    swatches: [
      Palettes.Swatch(Color(RGBA(hex: 0xffffff)), name: "white"),
      Palettes.Swatch(Color(RGBA(hex: 0xc8102e)), name: "red"),
      Palettes.Swatch(Color(RGBA(hex: 0x012169)), name: "blue"),
    ])

  private static func named(_ names: String...) -> [Palette] { names.map { Palette(name: $0, swatches: []) } }

  @Test func `a dropped photo gives its colours, and one that breaks off is said to`() throws {
    let size = PixelSize(width: 40, height: 40)
    let photo = try PNG.encoded(
      Bitmap(size: size, bytes: (0..<1600).flatMap { _ in [200, 16, 46, 255] as [UInt8] }))
    let folder = try ScratchFolder()
    let paths = ["whole.png", "broken.png"].map { folder.path + "/" + $0 }
    try AtomicFile.write(photo, to: paths[0])
    try AtomicFile.write(Array(photo.dropLast(20)), to: paths[1])

    let files = PaletteFiles(paths)

    #expect(files.palettes.map(\.swatches) == [[Palettes.Swatch(Color(RGBA(hex: 0xc8102e)))]])
    #expect(files.faults.count == 1)
    #expect(files.faults.first?.english.hasPrefix("broken.png: damaged picture: ") == true, "\(files.faults)")
  }

  @Test func `what others make of the palettes is seen, and what is open stays open`() throws {
    let memory = MemoryStore(Self.named("a", "b", "c"))
    let collection = try PaletteCollection(memory.store)
    collection.open("p1")
    #expect(try !collection.reload())
    memory.entries.append(PaletteEntry(id: "new", palette: Palette(name: "New", swatches: [])))
    #expect(try collection.reload())
    #expect(collection.found.map(\.palette.name) == ["a", "b", "c", "New"] && collection.openID == "p1")

    memory.entries.removeAll { $0.id == "p1" }
    #expect(try collection.reload())
    #expect(collection.open?.palette.name == "c")
  }

  @Test func `palettes are moved, and undo brings them back in the store, too`() throws {
    let memory = MemoryStore(Self.named("a", "b", "c", "d"))
    let collection = try PaletteCollection(memory.store)
    func names() -> [String] { collection.entries.map(\.palette.name) }

    try collection.move("p3", before: 1)
    #expect(names() == ["a", "d", "b", "c"] && memory.entries == collection.entries)
    try collection.move("p0", before: 4)
    #expect(names() == ["d", "b", "c", "a"])
    try collection.move("p0", before: 4)
    try collection.undo()
    try collection.undo()
    #expect(names() == ["a", "b", "c", "d"] && memory.entries == collection.entries && !collection.canUndo)
    try collection.redo()
    #expect(names() == ["a", "d", "b", "c"])
  }

  @Test func `among palettes that are found one is moved beside its neighbour`() throws {
    let memory = MemoryStore(Self.named("sea 1", "wood", "sea 2", "stone", "sea 3"))
    let collection = try PaletteCollection(memory.store)
    collection.search = "sea"

    try collection.move("p4", before: 1)

    #expect(collection.entries.map(\.palette.name) == ["sea 1", "wood", "sea 3", "sea 2", "stone"])
  }

  @Test func `a palette that was removed comes back to its place in the store, too`() throws {
    let memory = MemoryStore(Self.named("a", "b", "c"))
    let collection = try PaletteCollection(memory.store)

    try collection.remove("p0")
    try collection.undo()

    #expect(memory.entries.map(\.palette.name) == ["a", "b", "c"])
  }

  @Test func `an order that cannot be kept is none`() throws {
    let memory = MemoryStore(Self.named("a", "b"))
    let collection = try PaletteCollection(memory.store)
    memory.isBroken = true

    #expect(throws: MemoryStore.Broken.self) { try collection.move("p0", before: 2) }
    #expect(collection.entries.map(\.palette.name) == ["a", "b"] && !collection.canUndo)
  }

  @Test func `what is done is kept, and undone and redone in the store, too`() throws {
    let memory = MemoryStore([Self.flag])
    let collection = try PaletteCollection(memory.store)

    try collection.change(.renamePalette) { $0.name = "Union" }
    try collection.add(Palette(name: "Second", swatches: []), named: .newPalette)
    try collection.remove("p0")
    #expect(memory.entries.map(\.palette.name) == ["Second"])
    for _ in 0..<3 { try collection.undo() }
    #expect(memory.entries.map(\.palette) == [Self.flag])
    #expect(collection.entries.map(\.palette) == [Self.flag] && !collection.canUndo)
    for _ in 0..<3 { try collection.redo() }
    #expect(memory.entries.map(\.palette.name) == ["Second"] && collection.entries == memory.entries)
  }

  @Test func `what cannot be kept is not shown as if it were`() throws {
    let memory = MemoryStore([Self.flag])
    let collection = try PaletteCollection(memory.store)
    memory.isBroken = true

    #expect(throws: MemoryStore.Broken.self) { try collection.change(.renamePalette) { $0.name = "Union" } }
    #expect(collection.open?.palette == Self.flag && !collection.canUndo)
  }

  /// The id that scripts use stayed that of the old name.
  @Test func `ids in the library follow names, and what was done is undone and redone all the same`() throws {
    let folder = try ScratchFolder()
    let library = try Library(path: folder.path + "/library", access: .writing)
    func ids() throws -> [String] { try library.palettes().map(\.id) }
    let collection = try PaletteCollection(PaletteStore(library))

    try collection.add(Self.flag, named: .newPalette)
    try collection.change(.renamePalette) { $0.name = "Union" }
    #expect(try ids() == ["union"])
    // The old name is free for another palette, of the window and of others.
    try collection.add(Self.flag, named: .newPalette)
    #expect(try ids() == ["union", "flag"])
    try collection.change(.renamePalette) { $0.name = "Third" }
    try collection.change(.addColor) { $0.swatches.removeLast() }
    try collection.move(collection.entries[1].id, before: 0)
    #expect(try ids() == ["third", "union"])
    #expect(collection.entries.map(\.palette.name) == ["Third", "Union"])

    for _ in 0..<3 { try collection.undo() }
    #expect(try ids() == ["union", "flag"])
    for _ in 0..<2 { try collection.undo() }
    #expect(try ids() == ["flag"] && collection.entries.map(\.palette) == [Self.flag])
    for _ in 0..<5 { try collection.redo() }
    #expect(try library.palettes().map(\.name) == ["Third", "Union"])
    #expect(collection.entries.map(\.palette.swatches.count) == [2, 3])
    // A window that opens then knows them by these ids.
    #expect(try PaletteCollection(PaletteStore(library)).entries.map(\.id) == ids())
  }

  @Test func `words find palettes by their names and by what is in them`() throws {
    let memory = MemoryStore([
      Self.flag, Palette(name: "Meadow", swatches: [Palettes.Swatch(Color(RGBA(hex: 0x228b22)))]),
    ])
    let collection = try PaletteCollection(memory.store)
    for (words, names) in [
      ("fl", ["Flag"]), ("BLUE flag", ["Flag"]), ("c8102e", ["Flag"]), ("forest", ["Meadow"]),
      ("blue mead", []),
      ("", ["Flag", "Meadow"]),
    ] {
      collection.search = words
      #expect(collection.found.map(\.palette.name) == names, "\(words)")
    }
  }

  @Test func `colours are sorted by hue with greys first, by lightness and by name`() {
    let names = { (order: SwatchOrder) in order.sorted(Self.flag.swatches, .plain).map(\.name) }

    #expect(names(.hue) == ["white", "red", "blue"])
    #expect(names(.lightness) == ["blue", "red", "white"])
    #expect(names(.name) == ["blue", "red", "white"])
  }
}

/// Changes by other programs to a palette that a window shows.
@Suite struct PaletteMergingTests {
  private func palette(_ hexes: UInt32..., name: String = "P") -> Palette {
    Palette(name: name, swatches: hexes.map { Palettes.Swatch(Color(RGBA(hex: $0))) })
  }

  @Test
  func `a change in a window keeps the colours that a command has added meanwhile, also when it is undone`()
    throws
  {
    let memory = MemoryStore([palette(0xff0000)])
    let collection = try PaletteCollection(memory.store)
    memory.entries[0].palette.swatches.append(Palettes.Swatch(Color(RGBA(hex: 0x00ff00))))

    try collection.change(.addColor) { $0.swatches.append(Palettes.Swatch(Color(RGBA(hex: 0x0000ff)))) }
    #expect(memory.entries[0].palette == palette(0xff0000, 0x0000ff, 0x00ff00))
    #expect(collection.open?.palette == memory.entries[0].palette)

    try collection.undo()
    #expect(memory.entries[0].palette == palette(0xff0000, 0x00ff00))
  }

  @Test func `what was taken away on either side is gone, and what was added on either side is there`() {
    let base = palette(1, 2, 3, 3)
    let mine = palette(2, 1, 3, 3, 9)
    let theirs = palette(1, 3, 8, name: "Q")

    #expect(mine.merging(theirs, since: base) == palette(1, 3, 9, 8, name: "Q"))
    #expect(base.merging(theirs, since: base) == theirs)
    #expect(mine.merging(base, since: base) == mine)
  }
}
