import Geometry
import Scene

/// The outlines that were drawn before; an outline is decoded when it is first asked for, or before a zoom shows it.
struct OutlineStore {
  private var outlines: [Figure?] = []
  /// How many keys `prepare` has gone through.
  private var prepared = 0

  mutating func figure(of key: Int, in crowns: CrownCollection) -> Figure {
    if outlines.indices.contains(key), let known = outlines[key] { return known }
    if outlines.count <= key { outlines += Array(repeating: nil, count: key + 1 - outlines.count) }
    let item = crowns.items[key]
    let figure = Figure(item.outline(), hasOverlaps: false, bounds: item.bounds)
    outlines[key] = figure
    return figure
  }

  /// Decodes some of the outlines that nothing has asked for yet: hundreds that come into sight at once take a frame longer than
  /// all else in it.
  mutating func prepare(_ count: Int, in crowns: CrownCollection) {
    var left = count
    while left > 0, prepared < crowns.items.count {
      if !outlines.indices.contains(prepared) || outlines[prepared] == nil {
        _ = figure(of: prepared, in: crowns)
        left -= 1
      }
      prepared += 1
    }
  }

  mutating func forget(_ key: Int) {
    if outlines.indices.contains(key) { outlines[key] = nil }
  }
}
