import Controls
import Geometry
import Heraldry
import Input
import Scene
import Testing
import Typography

@testable import CrownBrowser

@Suite struct CrownSelectionTests {
  private func selected(_ driver: BrowserDriver) -> [String] {
    driver.browser.grid.selections.map(\.id)
  }

  private func click(_ id: String, _ modifiers: Modifiers, in driver: BrowserDriver) throws {
    let point = try #require(driver.frame(id)).center
    driver.send(.pointerDown(point, .left, clicks: 1, modifiers))
    driver.send(.pointerUp(point, .left, modifiers))
  }

  @Test func `Control and a click selects beside the others, Shift all up to there, a click one`() throws {
    let driver = BrowserDriver(60)
    try click("crown-3", [], in: driver)
    try click("crown-5", .control, in: driver)
    #expect(selected(driver) == ["crown-3", "crown-5"])
    #expect(driver.browser.statusText == "2 crowns selected")
    try click("crown-3", .control, in: driver)
    #expect(selected(driver) == ["crown-5"])
    try click("crown-8", .shift, in: driver)
    // A stretch begins where the pointer selected last.
    #expect(selected(driver) == (3...8).map { "crown-\($0)" })
    try click("crown-1", [], in: driver)
    #expect(selected(driver) == ["crown-1"])
  }

  @Test func `a crown that is pressed while a search goes on is dragged, or nothing where it is gone`() throws
  {
    let driver = BrowserDriver(60)
    let recorder = DragRecorder(driver.browser)
    driver.browser.grid.delegate = recorder
    for (id, wanted) in [("crown-10", []), ("crown-7", [["crown-7"]])] {
      let point = try #require(driver.frame(id)).center
      driver.send(.pointerDown(point, .left, clicks: 1, []))
      driver.type("mural crown 7")
      let grid = driver.browser.grid
      #expect(grid.shows("crown-7") && !grid.shows("crown-10"))
      driver.send(.pointerMoved(point + Vector(20, 0), []))
      driver.send(.pointerUp(point + Vector(20, 0), .left, []))
      #expect(recorder.dragged == wanted)
      driver.key(.escape, times: 2)
    }
  }

  /// Takes the place of the browser where crowns are dragged.
  private final class DragRecorder: CrownGridDelegate {
    private let browser: CrownBrowserContent
    private(set) var dragged: [[String]] = []

    init(_ browser: CrownBrowserContent) {
      self.browser = browser
    }

    func dragCrowns() { dragged.append(browser.grid.selections.map(\.id)) }
    func selectionChanged() { browser.selectionChanged() }
    func typed(_ text: String, at time: Double) { browser.typed(text, at: time) }
  }

  /// Whatever was begun in it, as a dialog or a drag.
  @Test func `a window that is left takes what it showed with it`() throws {
    let first = BrowserDriver(60)
    let titles = withExtendedLifetime(first) { first.browser.host.listedCommands.map(\.title) }
    #expect(titles.count > 20)
    for title in titles + ["drag"] {
      weak var kept: CrownBrowserContent?
      try {
        let driver = BrowserDriver(60)
        kept = driver.browser
        try click("crown-3", [], in: driver)
        driver.browser.host.listedCommands.first { $0.title == title }?.action(driver.time)
        if title == "drag" {
          let point = try #require(driver.frame("crown-3")).center
          driver.send(.pointerDown(point, .left, clicks: 1, []))
          driver.send(.pointerMoved(point + Vector(20, 0), []))
        }
        driver.settle()
        _ = driver.browser.advance(to: driver.time + 0.1)
      }()
      #expect(kept == nil, "\(title)")
    }
  }

  @Test func `Shift and arrows extend the selection, Escape leaves one, Control and A takes all`() {
    let driver = BrowserDriver(60)
    driver.key(.right, times: 4)
    driver.key(.right, .shift, times: 3)
    #expect(selected(driver) == (4...7).map { "crown-\($0)" })
    driver.key(.left, .shift)
    #expect(selected(driver) == (4...6).map { "crown-\($0)" })
    driver.key(.escape)
    #expect(selected(driver) == ["crown-6"])
    driver.key(.character("a"), .control)
    #expect(selected(driver).count == 60)
    driver.type("naval")
    #expect(selected(driver).count == 12)
  }

  @Test func `what is done is done to all that are selected`() {
    let driver = BrowserDriver(60)
    driver.key(.right, .shift, times: 2)
    driver.key(.character("c"), .control)
    #expect(driver.clipboard.read() == "<drawing id=\"crown-0 crown-1 crown-2\" fill=\"#1b1b1b\"/>")
    #expect(driver.said == "Copied 3 crowns as SVG")
    driver.key(.character("e"), .control)
    #expect(driver.said == "Saved 3 files in /exports")
    driver.key(.delete)
    #expect(driver.crowns.count == 57 && driver.said == "Removed 3 crowns")
    driver.browser.host.saidNotices.last?.action?.perform(driver.time)
    driver.settle()
    #expect(driver.crowns.count == 60)
    #expect(driver.crowns.prefix(3).map(\.id) == ["crown-0", "crown-1", "crown-2"])
  }

  @Test func `the line at the bottom and the tooltip name the crown under the pointer`() throws {
    let driver = BrowserDriver(60)
    let point = try #require(driver.frame("crown-7")).center
    driver.send(.pointerMoved(point, []))
    _ = driver.browser.advance(to: driver.time)
    #expect(driver.browser.statusText.hasPrefix("Mural crown 7"))
    #expect(driver.browser.grid.tooltip?.words == "Mural crown 7")
    driver.send(.pointerLeft)
    _ = driver.browser.advance(to: driver.time)
    #expect(driver.browser.statusText.hasPrefix("Tudor crown 0"))
  }

  @Test(arguments: [(1000.0, true), (480, false)])
  func `the line at the bottom says the whole name before anything else`(width: Double, fits: Bool) {
    let name = "Royal crown, six crosses pattée and trefoils, three strung ogee arches, studded circlet, low"
    let crown = CrownItem(
      id: "royal-six-crosses-pattee-trefoils-three-strung-ogee-arches-studded-circlet-low", name: name,
      tags: ["crown", "royal", "king", "queen", "monarch", "sovereign"], byteCount: 1271, isOwn: false,
      design: nil, bounds: Rect(x: 0, y: 0, width: 1, height: 1)
    ) { FoldedPath(Path()) }
    let layout = BrowserLayout(size: Size(width: width, height: 400))
    let line = StatusLine(.english)
    line.frame = layout.info
    line.show(.crown(.init(crown)), isLeftOut: false, in: layout)
    line.update(Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1))

    let texts = line.layer.sublayers.compactMap { layer in
      if case .text(let text) = layer.contents { (frame: layer.frame, text: text) } else { nil }
    }
    let shown = texts.first { $0.text.text == name }
    #expect((shown?.text.maximumWidth == nil) == fits)
    let frames = texts.map(\.frame).sorted { $0.minX < $1.minX }
    for (left, right) in zip(frames, frames.dropFirst()) { #expect(left.maxX <= right.minX) }
    #expect(frames.allSatisfy { $0.minX >= 0 && $0.maxX <= width })
  }

  @Test func `the key for menus asks about the selected crown, and not about the one in the middle`() {
    let driver = BrowserDriver()
    driver.key(.right, times: 2)
    driver.key(.menu)
    #expect(driver.selectedID == "crown-2")
    #expect(labels(driver.browser.accessibility).contains("Use in poster"))
  }

  private func labels(_ node: AccessibilityNode) -> [String] { [node.label] + node.children.flatMap(labels) }

  @Test func `a crown is put on a poster by its button, where that can be done`() throws {
    let driver = BrowserDriver(60, size: Size(1280, 800))
    var used: [String] = []
    driver.browser.onPoster = { used.append($0.id) }
    driver.key(.right, times: 9)
    driver.key(.character("u"), .control)
    #expect(used == ["crown-9"])
    let button = try #require(
      driver.browser.host.root.children.first { $0.label == "Use in poster" && $0.isEnabled })
    driver.click(button.frame.center)
    #expect(used == ["crown-9", "crown-9"])
  }

  @Test func `several crowns are one drawing, beside each other and of one height`() throws {
    func item(_ width: Double, _ height: Double) -> CrownItem {
      let box = Rect(x: 5, y: 7, width: width, height: height)
      return CrownItem(id: "a", name: "A", tags: [], byteCount: 1, isOwn: true, bounds: box) {
        FoldedPath(Path(rect: box))
      }
    }
    let one = CrownSheet([item(100, 50)])
    #expect(one.box == Rect(x: 5, y: 7, width: 100, height: 50))

    let both = CrownSheet([item(100, 50), item(30, 60)])

    let drawn = try #require(both.path.bounds)
    #expect(abs(drawn.width - both.box.width) < 1e-9 && abs(drawn.height - both.box.height) < 1e-9)
    #expect(both.box.height == 500 && both.box.width == 1000 + 100 + 250)
  }

  @Test(arguments: CrownCopyKind.allCases)
  func `each kind of copy is what its media type says`(kind: CrownCopyKind) throws {
    let box = Rect(x: 0, y: 0, width: 20, height: 10)
    let item = CrownItem(id: "a", name: "A", tags: [], byteCount: 1, isOwn: true, bounds: box) {
      FoldedPath(Path(rect: box))
    }

    let bytes = try CrownSheet([item]).bytes(as: kind, color: .black)

    switch kind {
    case .drawing: #expect(String(decoding: bytes, as: UTF8.self).contains("viewBox=\"0 0 20 10\""))
    case .path: #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("M"))
    case .picture: #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    }
  }

  @Test func `a large import shows how far it is, and can be given up`() throws {
    let driver = BrowserDriver(20)
    driver.memory.progress = [CrownImportProgress(done: 32, total: 1200)]
    driver.send(.dropped(.files(["/a"]), Point(400, 300)))
    #expect(!labels(driver.browser.accessibility).contains("Adding crowns"))
    driver.rest()
    #expect(labels(driver.browser.accessibility).contains("Adding crowns"))
    driver.browser.close()
    driver.browser.close()
    #expect(!driver.browser.isFinished)
    #expect(labels(driver.browser.accessibility).contains("Stop and close?"))
    driver.key(.enter)
    #expect(!labels(driver.browser.accessibility).contains("Stop and close?"))
    driver.key(.enter)
    #expect(!labels(driver.browser.accessibility).contains("Adding crowns"))
    driver.rest()
    #expect(!labels(driver.browser.accessibility).contains("Adding crowns"))
    driver.memory.progress = [CrownImportProgress(done: 40, total: 1200, isFinished: true)]
    driver.send(.pointerMoved(Point(400, 300), []))
    driver.browser.close()
    #expect(driver.browser.isFinished)
  }

  @Test func `an import can be stopped to close the window`() throws {
    let driver = BrowserDriver(20)
    driver.memory.progress = [CrownImportProgress(done: 32, total: 1200)]
    driver.send(.dropped(.files(["/a"]), Point(400, 300)))
    driver.rest()
    driver.browser.close()
    driver.key(.tab)
    driver.key(.enter)
    #expect(driver.browser.isFinished)
  }
}

@Suite struct CrownDesignDialogTests {
  @Test func `each part of a design is drawn at once, and what is saved is among one's own`() throws {
    let driver = BrowserDriver(catalogue: Size(1280, 800))
    driver.key(.character("n"), .control)
    let dialog = try #require(driver.browser.designDialog)
    #expect(dialog.drawn == dialog.designer.design)

    dialog.designer.onChange(dialog.designer.design.with(stature: .tall, spread: .wide), .final)
    driver.settle()
    #expect(dialog.drawn?.stature == .tall)

    let wanted = try #require(
      (200...).lazy.map { CrownDesign.numbered($0, of: .royal) }.first { design in
        !CrownCatalogue.all.contains { $0.id == CrownEntry(design).id }
      })
    dialog.onSave(wanted)
    driver.settle()
    #expect(driver.browser.designDialog == nil)
    #expect(driver.crowns.last?.design == wanted && driver.selectedID == CrownEntry(wanted).id)
    #expect(driver.said == "Saved to your crowns")

    driver.key(.character("z"), .control)
    #expect(!driver.crowns.contains { $0.design == wanted })
  }

  @Test func `a design that came with the program is not saved a second time`() throws {
    let driver = BrowserDriver(catalogue: Size(1280, 800))
    driver.key(.character("n"), .control)
    let dialog = try #require(driver.browser.designDialog)
    let known = CrownCatalogue.all[17]

    dialog.onSave(known.design)
    driver.settle()

    #expect(driver.crowns.count == CrownCatalogue.all.count)
    #expect(driver.said == "“\(known.name)” is already in the library" && driver.selectedID == known.id)
  }
}
