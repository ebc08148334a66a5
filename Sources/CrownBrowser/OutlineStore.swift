import Geometry
import Scene

/// The outlines that were drawn before; an outline is decoded when it is first asked for.
struct OutlineStore {
  private var outlines: [Figure?] = []

  mutating func figure(of key: Int, in crowns: CrownCollection) -> Figure {
    if outlines.indices.contains(key), let known = outlines[key] { return known }
    if outlines.count <= key { outlines += Array(repeating: nil, count: key + 1 - outlines.count) }
    let item = crowns.items[key]
    let figure = Figure(item.outline(), hasOverlaps: false, bounds: item.bounds)
    outlines[key] = figure
    return figure
  }

  mutating func forget(_ key: Int) {
    if outlines.indices.contains(key) { outlines[key] = nil }
  }
}
