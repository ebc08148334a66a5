import Heraldry

/// Returns a duke's coronet with a cap of velvet as SVG, and the words by which it is found.
func coronet() throws(CrownDesignError) -> (svg: String, tags: [String]) {
  let design = try CrownDesign(family: .duke, circlet: .jewelled, cap: .gored)
  let entry = CrownEntry(design)

  return (svg(of: entry.drawing()), entry.tags)
}
