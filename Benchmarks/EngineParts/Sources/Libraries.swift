import Benchmark
import Catalog
import Foundation

/// Measures searching the shipped crowns.
func measureLibrary() throws {
  let assets = URL(filePath: #filePath).appending(path: "../../../../Assets").standardized
  let library = try Library(
    path: nil, shipped: assets.appending(path: "crowns.sqlite").path(percentEncoded: false),
    access: .reading)
  measure("Library: all crowns listed") { blackHole(try library.crowns().count) }
  for words in ["laurel", "king cross", "royal"] {
    measure("Library: \(words) searched") { blackHole(try library.crowns(matching: words).count) }
  }
}
