public import Application
import Catalog
public import Controls
import Files
public import Geometry
import Glibc
import Palettes
import Workers

/// The palettes window.
public final class PaletteBrowserContent: ControlWindow {
  /// The minimum size of the window, in points.
  public static let minimumSize = Size(width: 440, height: 320)
  /// The default size of the window, in points.
  public static let defaultSize = Size(width: 960, height: 640)

  let panel: PaletteBrowserPanel
  private let transfer: PaletteTransfer
  /// Handles messages from elsewhere.
  var onMail: () -> Void = {}

  /// Creates a window for a store's palettes.
  ///
  /// - Throws: The error of the store's ``PaletteStore/load``.
  public init(store: PaletteStore, _ environment: WindowEnvironment) throws {
    transfer = PaletteTransfer(environment)
    panel = try PaletteBrowserPanel(store: store, transfer: transfer, environment)
    super.init(
      root: panel, interface: environment.interface, clipboard: environment.clipboard, work: environment.work)
    host.setFocus(panel.firstFocus)
  }

  public override var noticeRoom: Rect? { panel.boardFrame }

  public override func receiveMail(at time: Double) {
    super.receiveMail(at: time)
    transfer.receiveMail()
    onMail()
  }

  public override var menuCommands: [[Command]] { panel.menuGroups }
}

extension WindowProgram where Content == PaletteBrowserContent {
  /// The palettes window, for the library in the file `library` or the person's own.
  public static func palettes(library: String? = nil, settings: WindowSettings) -> WindowProgram {
    var program = WindowProgram(settings) { environment in
      let access = Library.Access.ofWindow(
        isOffscreen: environment.isOffscreen, isScripted: environment.isScripted)
      if access == .writing, library == nil, let data = environment.folders.data { Folder.make(data) }
      let opened = try LibraryPlace.open(named: library, access: access)
      let content = try PaletteBrowserContent(store: PaletteStore(opened), environment)
      if !environment.isOffscreen { content.follow(opened, wake: environment.wake) }
      return content
    }
    program.settings.settlingTime = 1
    return program
  }
}

extension PaletteBrowserContent {
  /// Shows the changes that other windows and programs make to a library's palettes.
  func follow(_ library: Library, wake: @escaping @Sendable () -> Void) {
    let events = Mailbox<LibraryWatch.Event>(wake: wake)
    func tell(_ error: LibraryError) {
      host.say(
        interface.language.localized(
          "Changes made elsewhere are not shown: {reason}", ["reason": interface.language.localized(error)]))
    }
    let watch: LibraryWatch
    do {
      watch = try LibraryWatch(library) { events.send($0) }
    } catch {
      return tell(error)
    }
    onMail = { [unowned self] in
      withExtendedLifetime(watch) {
        for event in events.takeAll() {
          switch event {
          case .changed(let old, let new): if old.palettes != new.palettes { panel.reload() }
          case .failed(let error): tell(error)
          }
        }
      }
    }
  }
}

extension PaletteStore {
  /// Creates a store that keeps palettes in a library.
  init(_ library: Library) {
    let ids = PaletteIDs()
    func record(_ entry: PaletteEntry) -> PaletteRecord {
      PaletteRecord(
        id: ids.kept(entry.id), name: entry.palette.name, document: Array(entry.palette.document.line.utf8),
        modified: Double(time(nil)))
    }
    self.init(
      load: {
        // An unreadable palette stays in the library but is not shown.
        try library.palettes().compactMap { record in
          (try? Palette(document: record.document)).map {
            PaletteEntry(id: ids.shown(record.id), palette: $0)
          }
        }
      },
      insert: { ids.shown(try library.insert(record($0))) },
      replace: { shown, changed in
        var kept = changed
        let id = try library.changePalette { records in
          if let current = records.first(where: { $0.id == ids.kept(shown.id) }),
            let theirs = try? Palette(document: current.document)
          {
            kept.palette = changed.palette.merging(theirs, since: shown.palette)
          }
          return record(kept)
        }
        if let id { ids.note(id, of: shown.id) }
        return kept
      },
      remove: { try library.removePalettes([ids.kept($0)]) },
      order: { try library.orderPalettes($0.map(ids.kept)) })
  }
}

/// Maps the window's ids of palettes to the library's. Library ids change with names, while the window's undo steps
/// refer to a palette by its first id.
private final class PaletteIDs {
  private var keptIDs: [String: String] = [:]
  private var shownIDs: [String: String] = [:]

  /// Returns the library's id of a palette in the window.
  func kept(_ shown: String) -> String { keptIDs[shown] ?? shown }

  /// Returns the window's id of a palette in the library.
  func shown(_ kept: String) -> String {
    if let known = shownIDs[kept] { return known }
    // Another palette of the window may have used this id before.
    guard keptIDs[kept] != nil else { return kept }
    var free = kept + "\u{0}"
    while keptIDs[free] != nil { free += "\u{0}" }
    note(kept, of: free)
    return free
  }

  /// Records the library's id of a palette in the window.
  func note(_ kept: String, of shown: String) {
    if let before = keptIDs[shown] { shownIDs[before] = nil }
    (keptIDs[shown], shownIDs[kept]) = (kept, shown)
  }
}
