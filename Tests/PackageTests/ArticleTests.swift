import Application
import Colors
import Controls
import Foundation
import Geometry
import Images
import Input
import Motion
import Scene
import TestSupport
import Testing
import Typography
import VectorArt

/// The articles of the documentation, and the code in them.
@Suite struct ArticleTests {
  /// The articles in the documentation catalogues: the pages that are not about a module or a type.
  private static let articles: [(path: String, text: String)] = {
    let sources = Fixture.checkout.appending(path: "Sources").file
    let names = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      let parts = name.split(separator: "/")
      guard name.hasSuffix(".md"), parts.count > 2 else { return false }
      return parts[parts.count - 1] != "\(parts[parts.count - 3]).md"
    }.sorted().compactMap { name in
      (try? String(contentsOfFile: "\(sources)/\(name)", encoding: .utf8)).map { (name, $0) }
    }.filter { !$0.text.hasPrefix("# ``") }
  }()

  /// The text of all files that are compiled as examples, and of the manifest of the examples.
  private static let examples: String = {
    let root = Fixture.checkout.file
    let folders = ["Examples", "Tests/PackageTests/Examples"]
    let files = folders.flatMap { folder in
      (FileManager.default.enumerator(atPath: "\(root)/\(folder)")?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".swift") }.map { "\(root)/\(folder)/\($0)" }
    }
    return files.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.joined(separator: "\n")
  }()

  @Test func `all eight articles exist, and each is linked from a module's first page`() throws {
    let names = Self.articles.compactMap { $0.path.split(separator: "/").last?.dropLast(3) }.map(String.init)
    let wanted = [
      "LayerTreeInAWindow", "SpringsAndInterruption", "FromSVGToPixels", "PanelOfControls", "WritingAControl",
      "DrawingWithoutADisplay", "ComingFromCoreAnimation", "ComingFromGLKit",
    ]

    for name in wanted { #expect(names.contains(name), "\(name)") }
    for article in Self.articles {
      let parts = article.path.split(separator: "/")
      let module = parts[parts.count - 3]
      let folder = "\(Fixture.checkout.file)/Sources/\(parts.dropLast().joined(separator: "/"))"
      let name = parts[parts.count - 1].dropLast(3)
      #expect(try String(contentsOfFile: "\(folder)/\(module).md", encoding: .utf8).contains("<doc:\(name)>"))
    }
  }

  /// A block may be a part of an example, with less indentation. A manifest names the reader's own program.
  @Test func `the code in every article is compiled as an example`() {
    var count = 0
    for article in Self.articles {
      for block in Self.blocks(in: article.text) where !block.hasPrefix("// swift-tools-version") {
        count += 1
        let isCompiled = stride(from: 0, through: 8, by: 2).contains { indent in
          Self.examples.contains(Self.indented(block, by: indent))
        }
        #expect(isCompiled, "\(article.path): \(block.prefix(80))")
      }
    }
    #expect(count >= 12)
  }

  /// Returns the blocks of Swift in a page.
  private static func blocks(in page: String) -> [String] {
    page.components(separatedBy: "```swift\n").dropFirst().map { part in
      part.components(separatedBy: "\n```")[0]
    }
  }

  private static func indented(_ block: String, by width: Int) -> String {
    let margin = String(repeating: " ", count: width)
    return block.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
  }

  // MARK: The code

  @Test func `a pressed card jumps and comes back, and keys move the row`() {
    let window = LayerWindow(buildCards)
    window.layOut(size: Size(480, 200), scale: 1)
    let row = window.layer.sublayers[0]
    let card = row.sublayers[0]

    window.handle(.pointerDown(Point(80, 100), .left, clicks: 1, []), at: 0)
    #expect(abs(card.presentation(at: 0.2).transform.m42 - -16) < 1e-6)
    #expect(abs(card.presentation(at: 1).transform.m42) < 1e-6)
    window.handle(.key(.right, [], isRepeat: false), at: 2)
    #expect(row.position == Point(280, 100))
    #expect(row.presentation(at: 2).position.distance(to: Point(240, 100)) < 1e-6)
    #expect(pressedCard(at: Point(180, 100), in: row) === card)
    // Between two cards nothing is hit but the row.
    #expect(pressedCard(at: Point(200, 100), in: row) == nil)
  }

  @Test func `a rectangle is as wide as the slider beside it says`() throws {
    let panel = RectanglePanel(clipboard: .local())
    let host = ControlHost(
      root: panel, interface: Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1))
    host.layOut(size: Size(520, 260))
    func firstSlider(in control: Control) -> Slider? {
      control as? Slider ?? control.children.lazy.compactMap(firstSlider).first
    }
    let slider = try #require(firstSlider(in: panel))
    func width() throws -> Double {
      try #require(panel.layer.sublayers.first?.sublayers.first).bounds.width
    }
    #expect(try width() == 120)

    let frame = slider.frameInWindow
    host.handle(.pointerDown(Point(frame.maxX - 1, frame.midY), .left, clicks: 1, []), at: 0)
    host.handle(.pointerUp(Point(frame.maxX - 1, frame.midY), .left, []), at: 0.1)
    host.settle()

    #expect(slider.value > 190)
    #expect(try width() == slider.value)
  }

  @Test func `a layer that is sent elsewhere keeps its place and its velocity`() {
    let tree = LayerTree()
    let layer = Layer()
    tree.root.addSublayer(layer)

    send(layer, in: tree, to: [(Point(100, 0), 0)])
    let before = [0.0999, 0.1].map { layer.presentation(at: $0).position.x }
    send(layer, in: tree, to: [(Point(-50, 0), 0.1)])
    let after = [0.1, 0.1001].map { layer.presentation(at: $0).position.x }

    #expect(abs(after[0] - before[1]) < 1e-9)
    // The two differences of a ten-thousandth of a second span an acceleration of about 10⁵ points/s².
    #expect(abs((after[1] - after[0]) - (before[1] - before[0])) < 2e-3)
    #expect(layer.presentation(at: 10).position == Point(-50, 0))
  }

  @Test func `a layer that faded out is gone, and one that was shown again stays`() {
    let tree = LayerTree()
    let (gone, kept) = (Layer(), Layer())
    tree.root.addSublayer(gone)
    tree.root.addSublayer(kept)

    fadeOut(gone, in: tree, at: 0)
    fadeOut(kept, in: tree, at: 0)
    tree.advance(to: 0.1)
    kept.opacity = 1
    tree.advance(to: 1)

    #expect(gone.superlayer == nil && kept.superlayer === tree.root)
  }

  @Test func `a zoom continues from where it is when the wheel turns again`() {
    var zoom = Zoom()
    zoom.turn(by: 4, at: 0)
    let before = zoom.scale(at: 0.1)
    zoom.turn(by: 4, at: 0.1)

    #expect(before > 1 && before < 2 && abs(zoom.scale(at: 0.1) - before) < 1e-9)
    #expect(zoom.scale(at: zoom.restTime) == 4)
    zoom.turn(by: -100, at: 5)
    #expect(zoom.scale(at: zoom.restTime) == 0.25)
  }

  @Test func `an icon has its ink where the drawing has it, and an empty one is left out`() throws {
    try TemporaryFolder.with { folder throws in
      let path = folder.appending(path: "icon.png").file
      let half = "<svg viewBox='0 0 8 8'><path d='M0 0H4V8H0z'/><path d='M0 0H8V.01H0z'/></svg>"
      try writeIcon(half, to: path, pixels: 32)

      let picture = try Bitmap(contentsOf: path)
      func red(_ x: Int, _ y: Int) -> UInt8 { picture.bytes[4 * (y * 32 + x)] }
      #expect(picture.size == PixelSize(width: 32, height: 32))
      #expect(red(4, 16) == 0x1b && red(28, 16) == 255)
    }
    #expect(try iconLayer("<svg viewBox='0 0 8 8'/>", side: 8, color: .white) == nil)
    #expect(throws: SVGDiagnostic.self) { try iconLayer("<html/>", side: 8, color: .white) }
  }

  @Test func `a chart's bars are as high as its values`() throws {
    try TemporaryFolder.with { folder throws in
      let path = folder.appending(path: "chart.png").file
      try writeChart(of: [1, 0.5], to: path)

      let picture = try Bitmap(contentsOf: path)
      func ink(in column: Int) -> Int {
        (0..<picture.size.height).count { picture.bytes[4 * ($0 * picture.size.width + column)] == 0x2b }
      }
      #expect(picture.size == PixelSize(width: 160, height: 240))
      #expect(ink(in: 40) == 200 && ink(in: 100) == 100 && ink(in: 70) == 0)
    }
  }

  @Test func `the pictures of a jump differ while it lasts, and are alike before and after`() throws {
    let pictures = try picturesOfJump()

    #expect(pictures.count == 3 && pictures[0] != pictures[1] && pictures[0] == pictures[2])
  }
}
