import Geometry

/// Collects the pieces of a crown from front to back, leaving a gap between each piece and those behind it.
struct Stage {
  private struct Placed {
    var node: CrownDrawing.Node
    var box: Rect
    var voids: [Path]
  }

  /// The gap around a piece.
  var gap = 15.0

  private var parts: [CrownDrawing.Part] = []
  private var boxes: [String: Rect] = [:]
  private var halos: [(path: Path, box: Rect)] = []
  private var placed: [Placed] = []

  /// Places pieces in one plane: they may touch each other, and cut a gap into pieces placed later.
  mutating func add(_ nodes: [CrownDrawing.Node], halos new: [Path]) {
    for node in nodes {
      guard let box = bounds(of: node, under: .identity) else { continue }
      let near = halos.filter { $0.box.intersects(box) }
      placed.append(Placed(node: node, box: box, voids: layers(of: near)))
    }
    for path in new {
      if let box = path.bounds { halos.append((path, box)) }
    }
  }

  mutating func add(_ shape: CrownDrawing.Shape, halo: Path? = nil) {
    add([.shape(shape)], halos: halo.map { [$0] } ?? [])
  }

  /// Places filled paths, which cut the usual gap into pieces behind them.
  mutating func fill(_ path: Path, halo: Path? = nil) {
    add([.shape(.pierced(path))], halos: [halo ?? path.outset(by: gap)])
  }

  /// Returns the node that places a piece as a part of the drawing.
  mutating func use(_ ornament: Ornament, _ transform: AffineTransform) -> CrownDrawing.Node {
    if boxes[ornament.id] == nil {
      boxes[ornament.id] = ornament.box
      parts.append(CrownDrawing.Part(id: ornament.id, shapes: ornament.shapes))
    }
    return .use(part: ornament.id, transform: transform)
  }

  mutating func place(_ ornament: Ornament, _ transform: AffineTransform, clearing: Bool = true) {
    let node = use(ornament, transform)
    let halo = ornament.outline.transformed(by: transform).subpaths.map { $0.outset(by: gap) }
    add([node], halos: clearing ? halo : [])
  }

  /// Returns the drawing scaled to a viewBox 1000 wide with a margin on all sides.
  func drawing(margin: Double = 20, turn: Double = 0) -> CrownDrawing {
    let tilt = AffineTransform.rotation(turn)
    let boxes = placed.compactMap { bounds(of: $0.node, under: tilt) }
    let box = union(boxes) ?? .zero
    let scale = (1000 - 2 * margin) / max(box.width, 1)
    let fit = AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: margin - box.minX * scale, ty: margin - box.minY * scale)
    let height = (box.height * scale + 2 * margin).rounded(.up)
    var nodes: [CrownDrawing.Node] = []
    for piece in placed.reversed() {
      if piece.voids.isEmpty {
        nodes.append(piece.node)
      } else {
        nodes.append(
          piece.voids.reduce(piece.node) { .group(transform: .identity, voids: $1, children: [$0]) })
      }
    }
    return CrownDrawing(
      size: Size(1000, height), parts: parts,
      nodes: [.group(transform: tilt.concatenating(fit), voids: nil, children: merged(nodes))])
  }

  /// Returns the nodes, with neighbours that have the same voids grouped.
  private func merged(_ nodes: [CrownDrawing.Node]) -> [CrownDrawing.Node] {
    var result: [CrownDrawing.Node] = []
    for node in nodes {
      if case .group(let transform, let voids, let children) = node,
        case .group(let lastTransform, let lastVoids, let lastChildren) = result.last,
        transform == lastTransform, voids == lastVoids
      {
        result[result.count - 1] = .group(
          transform: transform, voids: voids, children: merged(lastChildren + children))
      } else {
        result.append(node)
      }
    }
    return result
  }

  /// Returns the halos grouped into few paths without overlaps, as even-odd paths require.
  private func layers(of halos: [(path: Path, box: Rect)]) -> [Path] {
    var layers: [(path: Path, boxes: [Rect])] = []
    for halo in halos {
      if let index = layers.firstIndex(where: { !$0.boxes.contains { $0.intersects(halo.box) } }) {
        layers[index].path.append(halo.path)
        layers[index].boxes.append(halo.box)
      } else {
        layers.append((halo.path, [halo.box]))
      }
    }
    return layers.map(\.path)
  }

  private func bounds(of node: CrownDrawing.Node, under transform: AffineTransform) -> Rect? {
    switch node {
    case .shape(let shape): return shape.bounds(under: transform)
    case .use(let part, let inner):
      guard let shapes = parts.first(where: { $0.id == part })?.shapes else { return nil }
      let whole = inner.concatenating(transform)
      return union(shapes.compactMap { $0.bounds(under: whole) })
    case .group(let inner, _, let children):
      let whole = inner.concatenating(transform)
      return union(children.compactMap { bounds(of: $0, under: whole) })
    }
  }

  private func union(_ boxes: [Rect]) -> Rect? {
    boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
  }
}
