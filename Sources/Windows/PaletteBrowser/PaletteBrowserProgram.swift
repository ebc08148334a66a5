import Catalog
import Controls
import Files
import Glibc
import Palettes
public import Application
import Workers

extension WindowProgram where Content == PaletteBrowserContent {
  /// The window of palettes, those of the library in the file `library` or of the person's own.
  public static func palettes(library: String? = nil, settings: WindowSettings) -> WindowProgram {
    var program = WindowProgram(settings) { environment in
      let isLook = environment.isOffscreen && !environment.isScripted
      if !isLook, library == nil, let data = environment.folders.data { Folder.make(data) }
      let opened = try LibraryPlace.open(named: library, access: isLook ? .reading : .writing)
      let content = try PaletteBrowserContent(store: PaletteStore(opened), environment)
      if !environment.isOffscreen { content.follow(opened, wake: environment.wake) }
      return content
    }
    program.settings.settlingTime = 1
    return program
  }
}

extension PaletteBrowserContent {
  /// Shows what other windows and programs make of the palettes of a library.
  func follow(_ library: Library, wake: @escaping @Sendable () -> Void) {
    let events = Mailbox<LibraryWatch.Event>(wake: wake)
    func tell(_ error: LibraryError) {
      host.say(
        interface.language.localized(
          "Changes made elsewhere are not shown: {reason}", ["reason": "\(error)"]))
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
  /// Keeps palettes in a library.
  init(_ library: Library) {
    func record(_ entry: PaletteEntry) -> PaletteRecord {
      PaletteRecord(
        id: entry.id, name: entry.palette.name, document: Array(entry.palette.document.line.utf8),
        modified: Double(time(nil)))
    }
    self.init(
      load: {
        // One that cannot be read stays in the library and is not shown.
        try library.palettes().compactMap { record in
          (try? Palette(document: record.document)).map { PaletteEntry(id: record.id, palette: $0) }
        }
      },
      insert: { try library.insert(record($0)) },
      replace: { shown, changed in
        var kept = changed
        try library.changePalette { records in
          if let current = records.first(where: { $0.id == shown.id }),
            let theirs = try? Palette(document: current.document)
          {
            kept.palette = changed.palette.merging(theirs, since: shown.palette)
          }
          return record(kept)
        }
        return kept
      },
      remove: { try library.removePalettes([$0]) }, order: { try library.orderPalettes($0) })
  }
}
