import Colors
import Controls
import Files
import Foundation
import Geometry
import Images
import Input
import Posters
import Publishing
import Testing
import Typography

@testable import PosterEditor

/// Codes and pictures on the poster, placed by the mouse, by keys and by assistive tools.
@Suite struct ElementEditingTests {
  private static let triangle = Emblem.drawing(
    Path(polygon: [Point(0, 0), Point(20, 0), Point(10, 10)]), source: "triangle.svg")

  private func poster(_ elements: [Poster.Element] = []) -> Poster {
    var poster = Poster(title: "Calm", lines: [Poster.Line("KEEP"), Poster.Line("CALM")])
    poster.elements = elements
    return poster
  }

  private func coded(_ center: Point = Point(0.5, 0.8), width: Double = 0.2) -> Poster {
    poster([Poster.Element(.code(Barcode(.link("example.org"))), center: center, width: width)])
  }

  /// Returns the box of an element in the window.
  private func box(_ driver: EditorDriver, _ index: Int = 0) throws -> Rect {
    let handles = driver.editor.open.panel.canvas.elementHandles
    let handle = try #require(handles.handle(of: index))
    return handles.convert(toWindow: handle.box)
  }

  private func click(_ label: String, _ driver: EditorDriver) throws {
    driver.settle()
    driver.click(try driver.node(label).frame.center)
  }

  // MARK: The mouse alone

  @Test(arguments: [Size(1280, 800), Size(700, 640)])
  func `by the mouse alone a code is added, moved, resized, aligned, altered and removed`(size: Size) throws {
    let driver = EditorDriver(poster(), size: size)
    try click("Code", driver)
    #expect(driver.poster.elements.count == 1 && driver.session.selectedElement == 0)
    #expect(driver.steps == ["new-code"] && driver.session.draft.layout.refusal == nil)

    let start = try box(driver)
    driver.drag(from: start.center, through: start.center + Vector(-9, -30), start.center + Vector(-41, -57))
    let moved = try box(driver)
    #expect(abs(moved.midX - start.midX + 41) < 7 && abs(moved.midY - start.midY + 57) < 7)
    #expect(driver.steps.first == "element-place" && driver.session.selectedElement == 0)

    let corner = Point(moved.maxX, moved.maxY)
    driver.drag(from: corner, through: corner + Vector(8, 4), corner + Vector(16, 16))
    let large = try box(driver)
    #expect(abs(large.width - moved.width - 16) < 0.1)
    #expect(abs(large.minX - moved.minX) < 0.1 && abs(large.minY - moved.minY) < 0.1)
    #expect(driver.steps.first == "element-size")

    try click("Right", driver)
    let right = 1 - driver.poster.margins.sides
    #expect(abs(driver.poster.elements[0].center.x + driver.poster.elements[0].width / 2 - right) < 1e-5)

    try click("Error correction", driver)
    try click("H, 30 %", driver)
    #expect(driver.poster.elements[0].code?.level == .high)
    try click("On a plate of its own", driver)
    #expect(driver.poster.elements[0].code?.hasPlate == true)

    try click("Remove", driver)
    #expect(driver.poster.elements.isEmpty && driver.session.selectedElement == nil)
    for _ in 0..<7 { driver.key(.character("z"), .control) }
    #expect(driver.poster.elements.isEmpty && driver.poster == poster())
  }

  @Test func `a click on the poster ends the selection, and the caret types again`() throws {
    let driver = EditorDriver(coded())
    driver.click(try box(driver).center)
    #expect(driver.session.selectedElement == 0)
    #expect(driver.poster == coded())

    let page = driver.editor.open.panel.canvas.frameInWindow.offset(by: .zero)
    driver.click(Point(page.midX, page.midY))
    #expect(driver.session.selectedElement == nil)
    driver.type("X")
    #expect(driver.poster.lines.contains { $0.text.contains("X") })
  }

  @Test func `a dragged element snaps to the middle of the page and to other elements`() throws {
    var poster = coded(Point(0.3, 0.85))
    // Letters would have further lines to snap to.
    poster.lines = []
    poster.elements.append(
      Poster.Element(.figure(Self.triangle, isTinted: false), center: Point(0.7, 0.9), width: 0.2))
    let driver = EditorDriver(poster)
    let start = try box(driver)
    let other = try box(driver, 1)
    let page = driver.editor.open.panel.canvas.elementHandles.page
    let middle = driver.editor.open.panel.canvas.convert(toWindow: page).midX
    driver.drag(
      from: start.center, through: Point(middle + 4, other.midY + 5), Point(middle - 3, other.midY - 4))
    #expect(driver.poster.elements[0].center == Point(0.5, 0.9))
  }

  @Test func `Escape in a drag brings the element back, its size too, and there is no step`() throws {
    let driver = EditorDriver(coded())
    driver.click(try box(driver).center)
    let place = try box(driver)
    for start in [place.center, Point(place.maxX, place.minY)] {
      driver.move(to: start)
      driver.press(start)
      driver.move(to: start + Vector(30, -30))
      driver.move(to: start + Vector(60, -40))
      #expect(driver.poster != coded())
      driver.key(.escape)
      driver.release(start + Vector(60, -40))
      #expect(driver.poster == coded() && driver.steps.isEmpty)
    }
  }

  @Test func `a code that cannot be printed says why beside its properties`() throws {
    let driver = EditorDriver(coded(Point(0.5, 0.5)))
    let words = "The letters"
    driver.click(try box(driver).center)
    driver.settle()
    func says(_ node: AccessibilityNode) -> Bool {
      node.label.hasPrefix(words) || (node.value ?? "").contains(words) || node.children.contains(where: says)
    }
    #expect(says(driver.editor.accessibility))
    driver.key(.down, .shift, times: 26)
    driver.settle()
    #expect(driver.session.draft.layout.refusal == nil && !says(driver.editor.accessibility))
  }

  // MARK: Order and replacement

  private func layered() -> Poster {
    poster(
      [0.2, 0.3, 0.4].map { width in
        Poster.Element(.figure(Self.triangle, isTinted: false), center: Point(0.5, 0.8), width: width)
      })
  }

  private func widths(_ driver: EditorDriver) -> [Double] { driver.poster.elements.map(\.width) }

  @Test func `the order of elements is changed by keys, by a menu and by buttons, and taken back`() throws {
    let driver = EditorDriver(layered())
    // The last element is in front and takes the click.
    driver.click(try box(driver, 2).center)
    #expect(driver.session.selectedElement == 2)
    driver.key(.pageDown)
    #expect(widths(driver) == [0.2, 0.4, 0.3] && driver.session.selectedElement == 1)
    driver.key(.pageDown)
    driver.key(.pageDown)
    #expect(widths(driver) == [0.4, 0.2, 0.3] && driver.session.selectedElement == 0)
    // The focus follows the element, so that arrows still move it.
    driver.key(.left)
    #expect(driver.poster.elements[0].center.x < 0.5)
    driver.key(.character("z"), .control)
    driver.key(.home)
    #expect(widths(driver) == [0.2, 0.3, 0.4] && driver.session.selectedElement == 2)
    driver.key(.end)
    #expect(widths(driver) == [0.4, 0.2, 0.3])

    try click("Bring forward", driver)
    #expect(widths(driver) == [0.2, 0.4, 0.3] && driver.session.selectedElement == 1)
    // A selected element takes a click only where nothing is in front of it: outside of the smaller ones.
    let place = try box(driver, 1)
    let edge = Point(place.midX, place.minY + 2)
    driver.move(to: edge)
    driver.send(.pointerDown(edge, .right, clicks: 1, []))
    driver.send(.pointerUp(edge, .right, []))
    driver.settle()
    driver.click(try driver.node("Bring to the front", .menuItem).frame.center)
    #expect(widths(driver) == [0.2, 0.3, 0.4] && driver.session.selectedElement == 2)
    while !driver.steps.isEmpty { driver.key(.character("z"), .control) }
    #expect(driver.poster == layered())
  }

  @Test func `the picture of an element is replaced in its place, and a file that is none is refused`() throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let drawing = folder.appending(path: "square.svg")
    try Data(
      #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9H0z"/></svg>"#.utf8
    )
    .write(to: drawing)
    try Data("no picture".utf8).write(to: folder.appending(path: "broken.png"))
    let driver = EditorDriver(layered())

    driver.session.replaceFigure(1, by: drawing.path(percentEncoded: false))
    driver.wait(0.5)
    #expect(driver.steps == ["element-picture"])
    let element = driver.poster.elements[1]
    #expect(element.width == 0.3 && element.center == Point(0.5, 0.8))
    guard case .figure(let emblem, _) = element.content else {
      Issue.record("\(element)")
      return
    }
    #expect(emblem.source.contains("square"))

    driver.session.replaceFigure(1, by: folder.appending(path: "broken.png").path(percentEncoded: false))
    driver.wait(0.5)
    #expect(driver.poster.elements[1] == element && driver.steps.count == 1)
    #expect(driver.nodes.contains { $0.role == .notification })
  }

  // MARK: Keys

  @Test func `arrows move by a millimetre, plus and minus resize, and a held key is one step`() throws {
    let driver = EditorDriver(coded())
    driver.click(try box(driver).center)
    driver.key(.right)
    driver.key(.up, .shift)
    let (element, paper) = (driver.poster.elements[0], driver.poster.page)
    #expect(abs((element.center.x - 0.5) * paper.width - 1) < 0.01)
    #expect(abs((element.center.y - 0.8) * paper.height + 10) < 0.01)
    #expect(driver.steps.count == 2)
    for count in 0..<3 { driver.key(.character("+"), isRepeat: count > 0) }
    #expect(abs(driver.poster.elements[0].width - 0.2 * 1.02 * 1.02 * 1.02) < 1e-4 && driver.steps.count == 3)
    driver.key(.delete)
    #expect(driver.poster.elements.isEmpty && driver.steps.first == "no-element")
  }

  @Test func `Return leads to the contents, which the code shows while they are typed, as one step`() throws {
    let driver = EditorDriver(coded())
    driver.click(try box(driver).center)
    driver.key(.enter)
    driver.key(.character("a"), .control)
    driver.type("a.org")
    #expect(driver.poster.elements[0].code?.content == .link("a.org"))
    driver.key(.enter)
    #expect(driver.steps == ["code-contents"])
    driver.type("bad")
    driver.key(.escape)
    #expect(driver.poster.elements[0].code?.content == .link("a.org"))
  }

  @Test func `a network and a contact have fields of their own, and what was typed before is kept`() throws {
    let driver = EditorDriver(coded())
    driver.click(try box(driver).center)
    for kind in ["Contact", "Wi-Fi"] {
      try click("What the code says", driver)
      try click(kind, driver)
    }
    driver.settle()
    driver.click(try driver.node("Name of the network").frame.center)
    driver.type("net;1")
    driver.key(.tab)
    driver.settle()
    driver.click(try driver.node("Password of the network").frame.center)
    driver.type("secret")
    driver.key(.enter)
    #expect(driver.poster.elements[0].code?.content == .wifi(.init(name: "net;1", password: "secret")))
    try click("What the code says", driver)
    try click("Link", driver)
    #expect(driver.poster.elements[0].code?.content == .link("example.org"))
  }

  // MARK: Assistive tools

  @Test func `an element is named by its contents, and its width can be set`() throws {
    let driver = EditorDriver(coded())
    driver.settle()
    let node = try driver.node("QR code: https://example.org")
    #expect(abs((node.number ?? 0) - 0.2 * driver.poster.page.width) < 0.01)
    let handle = try #require(driver.editor.open.panel.canvas.elementHandles.handle(of: 0))
    #expect(handle.perform(.setNumber(60), on: nil, at: 0))
    #expect(abs(driver.poster.elements[0].width * driver.poster.page.width - 60) < 0.01)
  }

  // MARK: Pictures

  @Test func `a drawing that is dropped below the crown's target becomes a picture there`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regalia-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "logo.svg").path(percentEncoded: false)
    try Data(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><path d="M0 0h8v4H0z"/></svg>"#.utf8)
      .write(to: URL(filePath: file))
    let driver = EditorDriver(poster())
    let page = driver.editor.open.panel.pageFrame
    let place = Point(page.minX + 0.25 * page.width, page.minY + 0.75 * page.height)
    driver.send(.dragMoved(.files([file]), place))
    driver.send(.dropped(.files([file]), place))
    driver.settle()
    let element = try #require(driver.poster.elements.first)
    #expect(driver.steps == ["new-picture"] && driver.poster.emblem == .none)
    #expect(abs(element.center.x - 0.25) < 0.001 && abs(element.center.y - 0.75) < 0.001)
  }

  @Test func `a drawing becomes an element beside the crown, in the ink`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regalia-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "logo.svg")
    try Data(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><path d="M0 0h8v4H0z"/></svg>"#.utf8)
      .write(to: file)
    let driver = EditorDriver(poster())
    driver.session.addFigure(file.path(percentEncoded: false))
    driver.settle()
    let element = try #require(driver.poster.elements.first)
    #expect(element.figure?.source == "logo.svg" && driver.steps == ["new-picture"])
    let placed = try #require(driver.session.draft.layout.elements.first)
    #expect(abs(placed.frame.width / placed.frame.height - 2) < 0.01)
    #expect(!driver.session.draft.layout.lines.contains { $0.bounds.intersects(placed.frame) })
  }
}
