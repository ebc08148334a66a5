import Controls
import Files
import Geometry
import Input
import Localization
import Scene
import Application
import TestSupport
import Testing
import Typography

@testable import PosterGallery

/// A gallery in a window of 1200 by 800 points, and a person in front of it.
final class Visit {
  let source: FakeDataSource
  let gallery: Gallery

  init(
    _ count: Int, state: String? = nil, folders: UserFolders = UserFolders { _ in nil },
    language: Language = .english
  ) {
    source = FakeDataSource(count)
    let environment = WindowEnvironment(
      offscreen: Typesetter(), appearance: .dark, scale: 1, folders: folders, language: language)
    gallery = Gallery(dataSource: source, environment, editors: .withCrowns)
    if let state { gallery.restore(state) }
    gallery.layOut(size: Size(width: 1200, height: 800), scale: 1)
    advance(to: 0)
  }

  func advance(to time: Double) {
    _ = gallery.advance(to: time)
    gallery.settle(at: time)
    shown = source.version
  }

  /// The version of the posters at the last frame.
  private var shown: DataSourceVersion?

  func frames(from start: Double, to end: Double, count: Int) {
    for frame in 1...count { advance(to: start + (end - start) * Double(frame) / Double(count)) }
  }

  func list(at time: Double) -> DisplayList {
    var list = DisplayList()
    list.record(gallery.layer, at: time)
    return list
  }

  // MARK: Output

  var wall: AccessibilityNode? { node("Gallery of posters") }

  /// Returns the first node with a label.
  func node(_ label: String) -> AccessibilityNode? { gallery.accessibility.first { $0.label == label } }

  /// Where a poster hangs on the wall.
  func poster(_ name: String) -> Rect? { wall?.children.first { $0.label == name }?.frame }

  var selected: [String] {
    wall?.children.filter { $0.states.contains(.selected) }.map(\.label) ?? []
  }

  var visibleCount: Int { wall?.children.filter { $0.role == .cell }.count ?? 0 }

  var words: String { gallery.layer.texts.joined(separator: "\n") }

  var cellWidth: Double { poster("Poster 1")?.width ?? layer("Poster 1", in: "wall")?.bounds.width ?? 0 }

  func layer(_ name: String, in part: String) -> Layer? {
    gallery.layer.all.first { $0.name == part }?.sublayers.first { $0.name == name }
  }

  /// The poster that flies, in points of the window.
  func flying(at time: Double) -> Rect? {
    guard let layer = gallery.layer.all.first(where: { $0.name == "stage" })?.sublayers.last else {
      return nil
    }
    let values = layer.presentation(at: time)
    return Rect(
      origin: values.position,
      size: Size(
        width: values.bounds.width * values.transform.m11, height: values.bounds.height * values.transform.m22
      ))
  }

  func expectSame(_ a: Rect, _ b: Rect) {
    for (a, b) in zip(a.corners, b.corners) { #expect(a.distance(to: b) < 1e-9) }
  }

  // MARK: Input

  func key(_ key: Key, _ modifiers: Modifiers = [], at time: Double? = nil) {
    let time = time ?? last
    last = max(last, time)
    gallery.handle(.key(key, modifiers, isRepeat: false), at: time)
    advance(to: time)
  }

  private var last = 2.5

  func doubleClick(_ point: Point, at time: Double) {
    for clicks in 1...2 {
      gallery.handle(.pointerDown(point, .left, clicks: clicks, []), at: time)
      gallery.handle(.pointerUp(point, .left, []), at: time)
    }
    advance(to: time)
  }

  func click(_ name: String, _ modifiers: Modifiers = []) {
    guard let frame = poster(name) else {
      Issue.record("\(name) is not on the wall")
      return
    }
    gallery.handle(.pointerDown(frame.center, .left, clicks: 1, modifiers), at: last)
    gallery.handle(.pointerUp(frame.center, .left, modifiers), at: last)
    advance(to: last)
  }

  /// Does something at random that a person or a cat might do.
  func doAnything(at time: Double, _ random: inout SeededGenerator) {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let point = Point(number(-20...1220), number(-20...820))
    let keys: [Key] = [
      .left, .right, .up, .down, .enter, .escape, .delete, .home, .end, .pageDown, .pageUp, .tab, .space,
      .backspace, .function(2), .function(8), .function(10), .character("n"), .character("d"),
      .character("z"), .character("a"), .character("b"), .character("f"),
    ]
    let modifiers: [Modifiers] = [[], [], .control, .shift]
    let held = modifiers[Int.random(in: 0..<4, using: &random)]
    let buttons: [PointerButton] = [.left, .left, .left, .right, .middle, .back]
    let button = buttons[Int.random(in: 0..<6, using: &random)]
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: gallery.handle(.pointerMoved(point, held), at: time)
    case 2:
      gallery.handle(
        .pointerDown(point, button, clicks: Int.random(in: 1...2, using: &random), held), at: time)
    case 3: gallery.handle(.pointerUp(point, button, held), at: time)
    case 4: gallery.handle(.wheel(point, Vector(0, number(-4...4).rounded()), held), at: time)
    case 5, 6:
      gallery.handle(
        .key(keys[Int.random(in: 0..<keys.count, using: &random)], held, isRepeat: false), at: time)
    case 7: gallery.handle(.text("p"), at: time)
    default:
      gallery.layOut(size: Size(width: number(60...1400), height: number(60...900)), scale: 1)
    }
    if Bool.random(using: &random) { advance(to: time) }
    expectInvariants()
    let list = list(at: time)
    #expect(list.items.allSatisfy { $0.opacity >= 0 && $0.opacity <= 1 })
    #expect(list.items.allSatisfy { $0.transform.m41.isFinite && $0.transform.m11.isFinite })
    #expect(list.items.count < 2000)
  }
}

extension AccessibilityNode {
  /// The first node, this one included, for which something holds.
  func first(where matches: (AccessibilityNode) -> Bool) -> AccessibilityNode? {
    if matches(self) { return self }
    for child in children {
      if let found = child.first(where: matches) { return found }
    }
    return nil
  }
}

extension Visit {
  /// Checks the invariants that hold at any time.
  func expectInvariants() {
    let (wall, stage) = (gallery.panel.wall.wall, gallery.panel.stage.stage)
    if let current = stage.current { #expect(stage.flyers.contains { $0 === current }) }
    #expect(Set(stage.flyers.map(\.id)).count == stage.flyers.count)
    #expect(wall.selection.ids.allSatisfy { source.index(of: $0) != nil })
    #expect(wall.recession.absent.isSubset(of: stage.flyers.map(\.id)))
    guard source.version == shown else { return }
    #expect(Set(wall.cells.keys) == Set(wall.shownRange.map(source.id)))
  }
}

extension Layer {
  /// The layer and all below it.
  var all: [Layer] { [self] + sublayers.flatMap(\.all) }

  /// The lines of text that can be seen.
  var texts: [String] {
    if isHidden { return [] }
    var result = sublayers.flatMap(\.texts)
    if case .text(let text) = contents { result.append(text.text) }
    return result
  }
}
