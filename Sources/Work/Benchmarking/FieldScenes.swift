// Untranslated file: benchmarks for developers.

import Application
import Colors
import Controls
import Geometry
import Input
import Heraldry
import Motion
import Scene

extension DemoScene {
  /// A thousand layers that turn in space and fade without end.
  package static let layerField = field("layers-1000", "a thousand layers that turn and fade") {
    LayerField(count: 1000)
  }

  /// A thousand crowns that scroll.
  package static let crownField = field("crowns-1000", "a thousand crowns that scroll") {
    CrownField(try CrownField.crowns())
  }

  private static func field(
    _ name: String, _ summary: String, _ make: @escaping @Sendable () throws -> FieldContent
  ) -> DemoScene {
    DemoScene(
      name, summary, size: FieldContent.size, minimumSize: Size(64, 64), duration: 5,
      make: { _ in try make() })
  }
}

/// A wall of things that move by themselves and take no input.
package class FieldContent: WindowContent {
  package let tree: LayerTree
  package var background: RGBA { RGBA(hex: 0x262626) }
  package let cursor = CursorShape.arrow
  package var reducesMotion = false
  package private(set) var isFinished = false

  package static let size = Size(1280, 800)

  package init() {
    tree = LayerTree(root: Layer(frame: Rect(origin: .zero, size: Self.size)))
  }

  package var layer: Layer { tree.root }
  package var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: "benchmark", frame: layer.bounds)
  }

  package func layOut(size: Size, scale: Double) {}
  package func handle(_ event: InputEvent, at time: Double) {}
  package func close() { isFinished = true }

  package func advance(to time: Double) -> Double? {
    tree.advance(to: time)
    return time
  }
}

/// Rounded layers in rows, each of which turns in space and fades without end.
package final class LayerField: FieldContent {
  package init(count: Int) {
    super.init()
    for index in 0..<count {
      let layer = Layer(
        frame: Rect(x: Double(index % 40) * 32, y: Double(index / 40) * 32, width: 28, height: 24))
      layer.backgroundColor = RGBA(red: Double(index % 17) / 17, green: 0.4, blue: 0.7, alpha: 0.9)
      layer.cornerRadius = 6
      tree.root.addSublayer(layer)
      let turn = LayerAnimation.basic(
        .transform, to: .rotation(3, x: 0.1, y: 0.2, z: 1), timing: Self.endless(1 + Double(index % 7) / 10))
      layer.add(turn, forKey: "turn", at: 0)
      layer.add(.basic(.opacity, from: 0.3, to: 1, timing: Self.endless(1.3)), forKey: "fade", at: 0)
    }
  }

  private static func endless(_ seconds: Double) -> Timing {
    var timing = Timing(duration: seconds, easing: .easeInEaseOut)
    timing.iterations = .infinity
    timing.autoreverses = true
    return timing
  }
}

/// Crowns in rows, a layer each, that scroll up and down by whole points.
package final class CrownField: FieldContent {
  private let rows = Layer()

  /// Returns a crown of each family, filled paths 1000 units wide.
  package static func crowns() throws -> [Path] {
    let all = CrownCatalogue.all
    let firsts = CrownFamily.allCases.compactMap { family in all.first { $0.family == family } }
    return try firsts.map { try $0.drawing().outline() }
  }

  package init(_ crowns: [Path]) {
    super.init()
    tree.root.addSublayer(rows)
    for index in 0..<1000 {
      let path = crowns[index % crowns.count]
      guard let bounds = path.bounds, bounds.width > 0, bounds.height > 0 else { continue }
      let scale = 28 / max(bounds.width, bounds.height)
      let placed = AffineTransform.translation(x: -bounds.minX, y: -bounds.minY).concatenating(.scale(scale))
      let layer = Layer(
        frame: Rect(x: Double(index % 40) * 32 + 2, y: Double(index / 40) * 32 + 2, width: 28, height: 28))
      layer.contents = .path(PathContents(path.transformed(by: placed), color: RGBA(hex: 0xe8dcc0)))
      rows.addSublayer(layer)
    }
  }

  package override func advance(to time: Double) -> Double? {
    let place = (time * 60).rounded().truncatingRemainder(dividingBy: 128)
    rows.position = Point(0, place < 64 ? -place : place - 128)
    return super.advance(to: time)
  }
}
