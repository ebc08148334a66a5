import Benchmark
import Posters
import Typography

/// Measures laying out a poster of five lines under a crown, and reading and writing its document.
func measurePosters(with crown: Crown) {
  let lines: [Poster.Line] = [
    .init("KEEP"), .init("CALM"), .init("and", rank: .small), .init("CARRY"), .init("ON"),
  ]
  let poster = Poster(
    title: "Keep calm", emblem: .drawing(crown.path, source: "a crown"), lines: lines)
  let typesetter = Typesetter()
  measure("Posters: layout") {
    blackHole(PosterLayout(poster, typesetter: typesetter).lines.count)
  }
  var optical = poster
  optical.lettering.spacing = .optical
  measure("Posters: layout, optical spacing") {
    blackHole(PosterLayout(optical, typesetter: typesetter).lines.count)
  }
  let document = Array(poster.json.utf8)
  measure("Posters: document read") { blackHole(try Poster(json: document)) }
  measure("Posters: document written") { blackHole(poster.json) }
}
