import Colors
import Geometry
import Scene

/// The outlines that were seen, ready to be drawn; an outline is worked out when it is first asked for.
struct OutlineStore {
  private var outlines: [Int: PathContents] = [:]

  mutating func contents(of key: Int, _ item: CrownItem, color: RGBA) -> PathContents {
    var known = outlines[key] ?? PathContents(Figure(item.outline(), hasOverlaps: false), color: color)
    if outlines[key] == nil || known.color != color {
      known.color = color
      outlines[key] = known
    }
    return known
  }

  mutating func forget(_ key: Int) { outlines[key] = nil }
}
