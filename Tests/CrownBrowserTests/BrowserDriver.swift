import Controls
import Colors
import Geometry
import Input
import Scene
import Typography

@testable import CrownBrowser

/// A browser without a window over crowns that are kept in memory, driven with the events of a window.
final class BrowserDriver {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The crowns that there are, and those that were taken away.
  private(set) var crowns: [CrownItem]
  private var removed: [String: (index: Int, crown: CrownItem)] = [:]
  private(set) var dropped: [[String]] = []
  private(set) var kept: [RGBA] = []
  private(set) var decoded = 0
  let clipboard = Clipboard.local()
  private(set) var browser: CrownBrowserContent
  var time = 1.0

  init(
    _ count: Int = 1230, own: Int = 3, cell: Double = 96, search: String = "", size: Size = Size(1080, 720),
    scale: Double = 1, appearance: Appearance = .light, reducesMotion: Bool = false
  ) {
    crowns = []
    let interface = Interface(typesetter: Typesetter(), theme: Theme(appearance), scale: scale)
    let shelf = CrownShelf(
      load: { [] }, search: { _ in [] }, rename: { _, _ in }, remove: { _ in }, restore: { _ in },
      document: { _, _ in "" }, export: { _, _ in "" }, add: { _ in }, keepColor: { _ in })
    browser = CrownBrowserContent(options: .init(), shelf: shelf, interface: interface, clipboard: clipboard)
    crowns = (0..<count).map { index in
      CrownItem(
        id: "crown-\(index)", name: Self.name(index), tags: [index % 2 == 0 ? "even" : "odd"],
        byteCount: 200 + index % 100, isOwn: index < own, bounds: Rect(x: 10, y: 20, width: 100, height: 80)
      ) { FoldedPath(Path(rect: Rect(x: 10, y: 20, width: 100, height: 80))) }
    }
    browser = CrownBrowserContent(
      options: .init(cell: cell, color: nil, search: search), shelf: memoryShelf(), interface: interface,
      clipboard: clipboard)
    browser.reducesMotion = reducesMotion
    browser.layOut(size: size, scale: scale)
    rest()
  }

  static func name(_ index: Int) -> String {
    ["Tudor", "Imperial", "Mural", "Naval", "Celestial"][index % 5] + " crown \(index)"
  }

  private func memoryShelf() -> CrownShelf {
    CrownShelf(
      load: { [unowned self] in crowns },
      search: { [unowned self] words in
        crowns.filter { crown in
          words.lowercased().split(separator: " ").allSatisfy { word in
            (crown.name.lowercased().split(separator: " ") + crown.tags.map { $0[...] })
              .contains { $0.hasPrefix(word) }
          }
        }.map(\.id)
      },
      rename: { [unowned self] id, name in crowns[try index(id)].name = name },
      remove: { [unowned self] id in
        let index = try index(id)
        removed[id] = (index, crowns.remove(at: index))
      },
      restore: { [unowned self] id in
        guard let gone = removed.removeValue(forKey: id) else {
          throw Fault(description: "\(id) is not gone")
        }
        crowns.insert(gone.crown, at: min(gone.index, crowns.count))
      },
      document: { item, color in "<svg id=\"\(item.id)\" fill=\"\(Color(color).text(as: .hex))\"/>" },
      export: { item, _ in "/exports/\(item.id).svg" },
      add: { [unowned self] in dropped.append($0) },
      keepColor: { [unowned self] in kept.append($0) })
  }

  private func index(_ id: String) throws -> Int {
    guard let index = crowns.firstIndex(where: { $0.id == id }) else {
      throw Fault(description: "there is no crown \(id)")
    }
    return index
  }

  func add(_ crown: CrownItem) { crowns.append(crown) }

  var grid: ZoomableGrid { browser.gridControl.grid }
  var selectedID: String? { browser.gridControl.selection?.id }

  // MARK: Input

  func send(_ event: InputEvent) {
    time += 0.01
    _ = browser.advance(to: time)
    browser.handle(event, at: time)
  }

  func key(_ key: Key, _ modifiers: Modifiers = [], times: Int = 1) {
    for _ in 0..<times { send(.key(key, modifiers, isRepeat: false)) }
  }

  func type(_ text: String) {
    for character in text { send(.text(String(character))) }
  }

  func click(_ point: Point, clicks: Int = 1) {
    send(.pointerDown(point, .left, clicks: clicks, []))
    send(.pointerUp(point, .left, []))
  }

  func wheel(_ notches: Double, at point: Point, _ modifiers: Modifiers = []) {
    send(.wheel(point, Vector(0, notches), modifiers))
  }

  /// Lets so much time pass that everything comes to rest.
  func rest() {
    for _ in 0..<8 {
      time += 0.5
      _ = browser.advance(to: time)
    }
  }

  /// Returns what is drawn now.
  func picture() -> DisplayList {
    var list = DisplayList()
    _ = browser.advance(to: time)
    list.record(browser.layer, at: time)
    return list
  }

  /// Returns where a crown is seen in the window.
  func frame(_ id: String) -> Rect? {
    let origin = browser.gridControl.frame.origin - Point.zero
    return grid.cells(at: time).first { cell in
      cell.place != nil && browser.gridControl.items[cell.key].id == id
    }?.square.offset(by: origin)
  }
}
