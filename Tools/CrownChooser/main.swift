import CrownSilhouette
import Geometry
import Heraldry

// Chooses the designs of the catalogue: each family's first ones whose picture differs enough from all before.
// It prints Sources/Algorithms/Heraldry/CrownCatalogue+Chosen.swift and belongs to every change of how crowns are drawn:
//
//   swift run -c release CrownChooser > chosen.swift && mv chosen.swift Sources/Algorithms/Heraldry/CrownCatalogue+Chosen.swift
//   make format

/// The share of the area of either of two crowns that the other must leave bare or add.
nonisolated let leastDifference = 0.12

/// Designs that differ enough but look bad large: leaves and ears that fall apart, fruit and arches in mid-air.
nonisolated let rejected: Set<String> = [
  "civic-large-oak-leaves-acorns-closed-chaplet-low-upright",
  "civic-large-oak-leaves-acorns-closed-chaplet-tall-upright",
  "civic-oak-leaves-acorns-closed-chaplet-low-upright",
  "floral-dense-thistles-pearls-closed-chaplet-tall-upright",
  "floral-large-quatrefoils-laurel-sprigs-closed-chaplet-tall-spreading",
  "floral-large-roses-laurel-sprigs-closed-chaplet-low",
  "floral-lotus-flowers-laurel-sprigs-closed-chaplet",
  "floral-thistles-pearls-closed-chaplet-tall-spreading",
  "harvest-dense-ears-wheat-daisies-closed-chaplet-spreading",
  "harvest-dense-ears-wheat-daisies-closed-chaplet-tall-spreading",
  "harvest-dense-ears-wheat-pearls-closed-chaplet-tall-upright",
  "harvest-ears-wheat-oak-leaves-closed-chaplet-low-spreading",
  "harvest-ears-wheat-pearls-closed-chaplet-low",
  "harvest-large-ears-wheat-daisies-closed-chaplet-low-upright",
  "harvest-large-ears-wheat-oak-leaves-closed-chaplet-tall",
  "harvest-large-ears-wheat-pearls-closed-chaplet-low",
  "harvest-large-ears-wheat-pearls-closed-chaplet-tall-spreading",
  "heir-four-fleurs-de-lis-pearls-one-strung-round-arch-topped-pearl-tall",
  "imperial-four-acanthus-leaves-raised-pearls-three-strung-dipped-arches-no-cap-topped-star-tall-spreading",
  "laurel-dense-olive-leaves-drops-garland-low",
  "laurel-dense-olive-leaves-drops-garland-tall-upright",
  "laurel-dense-palm-leaves-pearls-closed-chaplet-low-spreading",
  "laurel-dense-palm-leaves-pearls-closed-chaplet-tall-upright",
  "laurel-large-olive-leaves-drops-garland-low-upright",
]

/// How many designs each family has at most, those counted in that were rejected.
let wanted: [CrownFamily: Int] = [
  .royal: 90, .imperial: 50, .tudor: 38, .stEdward: 30, .heir: 40, .duke: 28, .marquess: 36, .earl: 32,
  .viscount: 28, .baron: 24, .mural: 40, .naval: 26, .vallary: 40, .celestial: 48, .eastern: 42, .civic: 36,
  .laurel: 40, .harvest: 30, .floral: 54, .papal: 36, .mitre: 40, .tiara: 60, .diadem: 48, .kokoshnik: 50,
  .chessKing: 24, .chessQueen: 30, .card: 54, .cartoon: 52, .fairyTale: 84,
]

/// After so many designs a family has no more to offer.
nonisolated let lastNumber = 900

/// Returns the numbers of so many of a family's designs that look like none that was accepted before.
func chosen(_ family: CrownFamily, of wanted: Int, unlike accepted: inout [Silhouette]) -> [Int] {
  var numbers: [Int] = []
  var slugs: Set<String> = []
  for number in 0..<lastNumber where slugs.count < wanted {
    let design = CrownDesign.numbered(number, of: family)
    guard !slugs.contains(design.slug) else { continue }
    let silhouette = Silhouette(design.drawing())
    guard !accepted.contains(where: { $0.difference(to: silhouette) < leastDifference }) else { continue }
    accepted.append(silhouette)
    slugs.insert(design.slug)
    // Nothing that looks like a rejected one takes its place.
    if !rejected.contains(design.slug) { numbers.append(number) }
  }
  return numbers
}

print("extension CrownCatalogue {")
print("  /// The numbers of each family's designs that look like none before them, and well.")
print("  static let chosen: [CrownFamily: [Int]] = [")
var accepted: [Silhouette] = []
for family in CrownFamily.allCases {
  let numbers = chosen(family, of: wanted[family] ?? 30, unlike: &accepted)
  print("    .\(family): [\(numbers.map(String.init).joined(separator: ", "))],")
}
print("  ]")
print("}")
