import Controls
import Geometry
import Heraldry
import Scene

/// The drawings that stand for facets: ornaments, which are drawn beside the frame loop, and samples of crowns.
struct FacetDrawings {
  private var ornaments: [Finial: Path] = [:]

  /// Has the ornaments of crowns drawn.
  func request(of items: [CrownItem], from loader: CrownLoader) {
    let wanted = items.reduce(into: Set<Finial>()) { wanted, item in
      wanted.formUnion(item.design?.ornaments ?? [])
      if let summit = item.design?.summit { wanted.insert(summit) }
    }
    if !wanted.isEmpty { loader.draw(Finial.allCases.filter(wanted.contains)) }
  }

  mutating func take(_ ornaments: [Finial: Path]) { self.ornaments = ornaments }

  /// Returns what stands for a facet; nil for those without a drawing.
  func figure(of facet: CrownFacet, in search: CrownSearch) -> Figure? {
    switch facet {
    case .favorites: return Figure(Icon.star.path)
    case .ornament(let finial), .summit(let finial):
      return ornaments[finial].map { Figure($0, hasOverlaps: false) }
    case .all, .recent, .own, .family:
      return search.sample(of: facet).map { Figure($0.outline(), hasOverlaps: false, bounds: $0.bounds) }
    }
  }
}
