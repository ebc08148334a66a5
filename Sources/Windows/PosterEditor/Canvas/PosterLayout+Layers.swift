import Geometry
import Posters
import Scene

extension PosterLayout {
  /// Returns the layers of the lines among those of a poster, and the position of each.
  func lineLayers(in content: Layer) -> [(line: Int, layer: Layer, position: Point)] {
    var result: [(line: Int, layer: Layer, position: Point)] = []
    result.reserveCapacity(lines.count)
    // The background comes first; pictures that cannot be read have no layer.
    for (group, layer) in zip(markGroups, content.sublayers.dropFirst()) where group.name == nil {
      var layers = layer.sublayers[...]
      for mark in group.marks {
        switch mark {
        case .line(let line, _, _):
          if let own = layers.popFirst() { result.append((line.index, own, own.position)) }
        case .path: _ = layers.popFirst()
        case .code: break
        case .picture, .tinted: if layers.first?.name == "picture" { _ = layers.popFirst() }
        }
      }
    }
    return result
  }
}
