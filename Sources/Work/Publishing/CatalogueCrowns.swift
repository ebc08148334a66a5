import Catalog
import Geometry
import Heraldry

/// The outlines of the catalogue's crowns, out of the library that came with the program where it has them.
package struct CatalogueCrowns {
  private let shipped: Library?

  package init(shipped path: String? = LibraryPlace.shipped) {
    shipped = path.flatMap { try? Library(path: nil, shipped: $0, access: .reading) }
  }

  /// Returns the outline of a crown; one that is not in the library, or was drawn otherwise then, is made anew.
  package func path(of entry: CrownEntry) throws -> Path {
    let drawing = entry.drawing()
    if let known = try? shipped?.crown(entry.id),
      known.origin == ContentDigest(Array(svg(of: drawing).utf8)),
      let path = try? known.path()
    {
      return path
    }
    return try drawing.outline()
  }
}
