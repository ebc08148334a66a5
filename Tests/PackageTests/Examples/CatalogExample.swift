import Catalog
import VectorArt

/// Adds an SVG drawing to a library as a crown, and returns the ids of the crowns that a word finds.
func add(_ svg: String, named name: String, to path: String, thenFind word: String) throws -> [String] {
  let library = try Library(path: path, access: .writing)
  let crown = try CrownRecord(
    id: "drawn", name: name, tags: ["drawn"], source: "drawn by hand", licence: "CC0-1.0",
    svg: Array(svg.utf8), image: try VectorImage(svg: svg))

  try library.add([crown])
  return try library.crowns(matching: word).map(\.id)
}
