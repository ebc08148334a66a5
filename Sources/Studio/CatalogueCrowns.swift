import Catalog
import Geometry
import Heraldry
import VectorArt

/// The outlines of the catalogue's crowns, out of the library that came with the program where it has them.
struct CatalogueCrowns {
  private let shipped: Library?

  init(shipped path: String? = LibraryPlace.shipped) {
    shipped = path.flatMap { try? Library(path: nil, shipped: $0, access: .reading) }
  }

  /// Returns the outline of a crown; one that is not in the library, or was drawn otherwise then, is made anew.
  func path(of entry: CrownEntry) throws -> Path {
    let document = svg(of: entry.drawing())
    if let known = try? shipped?.crown(entry.id), known.origin == ContentDigest(Array(document.utf8)),
      let path = try? known.path()
    {
      return path
    }
    return try VectorImage(svg: document).path
  }
}
