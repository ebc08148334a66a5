import Controls
import ColorPicker
import Colors
import Geometry
import Heraldry
import Input
import Localization
import Scene
import Typography
import WindowSupport

@testable import CrownBrowser
import Workers

/// Crowns that are kept in memory; the browser's worker and the test take turns with them.
final class MemoryCrowns: @unchecked Sendable {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The crowns that there are, and those that were taken away.
  var crowns: [CrownItem] = []
  private var removed: [String: (index: Int, crown: CrownItem)] = [:]
  private(set) var dropped: [[String]] = []
  /// The progress reported for the next dropped files.
  var progress: [CrownImportProgress] = []
  /// Called before the crowns are read.
  var beforeReading: () -> Void = {}
  /// Whether adding was given up.
  private(set) var wasCancelled = false
  /// The library's fault, or nil.
  var warning: String?
  /// Whether the library does not hold together.
  var isDamaged = false

  var dataSource: CrownDataSource {
    CrownDataSource(
      load: {
        self.beforeReading()
        return self.crowns
      }, search: { self.ids(matching: $0) },
      rename: { id, name in self.crowns[try self.index(id)].name = name },
      remove: { id in
        let index = try self.index(id)
        self.removed[id] = (index, self.crowns.remove(at: index))
      },
      restore: { id in
        guard let gone = self.removed.removeValue(forKey: id) else {
          throw Fault(description: "\(id) is not gone")
        }
        self.crowns.insert(gone.crown, at: min(gone.index, self.crowns.count))
      },
      favor: { ids, isFavorite in
        for id in ids { self.crowns[try self.index(id)].isFavorite = isFavorite }
      },
      design: { design, name in
        let entry = CrownEntry(design)
        if !self.crowns.contains(where: { $0.id == entry.id }) {
          self.crowns.append(
            CrownItem(
              id: entry.id, name: name, tags: [], byteCount: 1, isOwn: true, design: design,
              bounds: Rect(x: 0, y: 0, width: 1, height: 1)
            ) { FoldedPath(Path()) })
        }
        return entry.id
      },
      copy: { items, kind, color in
        let ids = items.map(\.id).joined(separator: " ")
        return Array("<\(kind) id=\"\(ids)\" fill=\"\(Color(color).text(as: .hex))\"/>".utf8)
      },
      export: { item, _ in "/exports/\(item.id).svg" },
      add: { paths, tell in
        self.dropped.append(paths)
        for progress in self.progress where !tell(progress) { self.wasCancelled = true }
      },
      check: {
        if self.isDamaged { throw CrownDataSource.Damage() }
        return self.warning.map { .init(verbatim: $0) }
      },
      repair: {
        self.isDamaged = false
        return Message("Saved 3 crowns")
      })
  }

  private func ids(matching words: String) -> [String] {
    crowns.filter { crown in
      words.lowercased().split(separator: " ").allSatisfy { word in
        (crown.name.lowercased().split(separator: " ") + crown.tags.map { $0[...] })
          .contains { $0.hasPrefix(word) }
      }
    }.map(\.id)
  }

  private func index(_ id: String) throws -> Int {
    guard let index = crowns.firstIndex(where: { $0.id == id }) else {
      throw Fault(description: "there is no crown \(id)")
    }
    return index
  }
}

/// A browser of crowns that are kept in memory.
final class BrowserDriver: WindowDriver<CrownBrowserContent> {
  let memory = MemoryCrowns()
  private(set) var accepted: [RGBA] = []
  let clipboard = Clipboard.local()
  var browser: CrownBrowserContent { content }

  /// Creates a browser of the crowns that came with the program.
  convenience init(catalogue size: Size, scale: Double = 1, language: Language = .english) {
    self.init(0, size: size, scale: scale, language: language)
    memory.crowns = CrownCatalogue.all.map { entry in
      CrownItem(
        id: entry.id, name: entry.name, tags: entry.tags, byteCount: 1, isOwn: false, design: entry.design,
        bounds: Rect(x: 0, y: 0, width: 10, height: 10)
      ) { FoldedPath(Path(rect: Rect(x: 0, y: 0, width: 10, height: 10))) }
    }
    browser.reload(at: time)
    settle()
    rest()
  }

  init(
    _ count: Int = 1230, own: Int = 3, cell: Double = 96, search: String = "", size: Size = Size(1080, 720),
    scale: Double = 1, appearance: Appearance = .light, reducesMotion: Bool = false, settles: Bool = true,
    warning: String? = nil, isDamaged: Bool = false, restoring: String? = nil, language: Language = .english
  ) {
    memory.crowns = (0..<count).map { index in
      CrownItem(
        id: "crown-\(index)", name: Self.name(index), tags: [index % 2 == 0 ? "even" : "odd"],
        byteCount: 200 + index % 100, isOwn: index < own, bounds: Rect(x: 10, y: 20, width: 100, height: 80)
      ) { FoldedPath(Path(rect: Rect(x: 10, y: 20, width: 100, height: 80))) }
    }
    memory.warning = warning
    memory.isDamaged = isDamaged
    let browser = CrownBrowserContent(
      options: .init(cell: cell, color: nil, search: search, colorPickers: .panels),
      source: memory.dataSource,
      interface: Interface(
        typesetter: Typesetter(), theme: Theme(appearance), scale: scale, language: language),
      clipboard: clipboard, work: WorkGroup())
    browser.reducesMotion = reducesMotion
    if let restoring { browser.restore(restoring) }
    super.init(browser, size: size, scale: scale, settles: settles)
    browser.onColorAccepted = { [unowned self] in accepted.append($0) }
    rest()
  }

  static func name(_ index: Int) -> String {
    ["Tudor", "Imperial", "Mural", "Naval", "Celestial"][index % 5] + " crown \(index)"
  }

  var crowns: [CrownItem] { memory.crowns }

  var grid: ZoomableGrid { browser.grid.grid }
  /// The last notice.
  var said: String { browser.host.saidNotices.last?.words ?? "" }
  var selectedID: String? { browser.grid.selection?.id }

  /// Lets so much time pass that everything comes to rest.
  func rest() {
    for _ in 0..<8 { wait(0.5) }
  }

  /// Returns where a crown is seen in the window.
  func frame(_ id: String) -> Rect? {
    let origin = browser.grid.frame.origin - Point.zero
    return grid.cells(at: time).first { cell in
      cell.place != nil && browser.grid.crowns.items[cell.key].id == id
    }?.square.offset(by: origin)
  }
}
