import Geometry

/// A heraldic piece drawn flat: it stands on the origin, is 100 high or so, and y grows downward.
struct Ornament {
  var id: String
  var shapes: [CrownDrawing.Shape]

  /// The outer line, of which nothing behind may come near.
  var outline: Path

  /// Whether it looks the same from all sides, so that a ring does not narrow it.
  var isRound = false

  init(_ id: String, _ shapes: [CrownDrawing.Shape], outline: Path, isRound: Bool = false) {
    self.id = id
    self.shapes = shapes
    self.outline = outline
    self.isRound = isRound
  }

  /// Creates a piece of one outline with holes.
  init(_ id: String, _ outline: Path, holes: [Path] = [], isRound: Bool = false) {
    var path = outline
    for hole in holes { path.append(hole) }
    self.init(id, [.pierced(path)], outline: outline, isRound: isRound)
  }

  var box: Rect {
    shapes.compactMap { $0.bounds(under: .identity) }.reduce(outline.bounds ?? .zero) { $0.union($1) }
  }

  /// Returns this piece standing with another on a height of its own.
  func crowned(by other: Ornament, id: String, at height: Double, scale: Double) -> Ornament {
    let lift = AffineTransform.scale(scale).concatenating(.translation(x: 0, y: -height))
    return Ornament(
      id, shapes + other.shapes.map { $0.transformed(by: lift) },
      outline: outline + other.outline.transformed(by: lift))
  }
}
