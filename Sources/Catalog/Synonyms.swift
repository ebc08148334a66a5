/// Words that mean the same to somebody who looks for a crown.
enum Synonyms {
  /// Returns the words that stand for `word`, which may be the beginning of one when it has four letters or more.
  static func of(_ word: String) -> [String] {
    var found: Set<String> = []
    for group in groups {
      guard group.contains(where: { $0 == word || word.count >= 4 && $0.hasPrefix(word) }) else { continue }
      found.formUnion(group.filter { !$0.hasPrefix(word) })
    }
    return found.sorted()
  }

  private static let groups: [[String]] = [
    ["crown", "coronet", "corona", "couronne", "krone"],
    ["tiara", "diadem", "headband", "circlet"],
    ["king", "royal", "monarch", "sovereign", "regal", "rex"],
    ["queen", "royal", "monarch", "sovereign", "regal", "regina"],
    ["emperor", "empress", "imperial", "tsar", "kaiser", "czar", "caesar"],
    ["prince", "princess", "heir"], ["duke", "duchess", "ducal"], ["earl", "count", "countess", "jarl"],
    ["marquess", "marquis", "marchioness"], ["baron", "baroness"], ["viscount", "viscountess"],
    ["pope", "papal", "pontiff", "triregnum"], ["bishop", "abbot", "mitre", "miter", "episcopal"],
    ["ship", "naval", "navy", "sail", "sailor", "nautical"],
    ["castle", "mural", "city", "town", "tower", "wall", "fortress"],
    ["celestial", "heaven", "heavenly", "sky", "astral", "stellar"],
    ["eastern", "antique", "ancient", "radiate", "oriental"],
    ["wreath", "garland", "chaplet"], ["laurel", "bay", "victory", "victor"],
    ["flower", "floral", "blossom"], ["wheat", "corn", "grain", "harvest"],
    ["jewel", "jewelled", "jeweled", "gem", "gemmed", "stone"], ["pearl", "bead", "ball"],
    ["lis", "lys", "lily"], ["ray", "spike", "beam"], ["ermine", "fur"], ["wedding", "bridal", "bride"],
    ["cartoon", "comic", "simple"], ["leaf", "leaves", "foliage"],
    ["russian", "kokoshnik"], ["arch", "arched", "closed"], ["cap", "velvet", "bonnet"],
    ["two", "2"], ["three", "3"], ["four", "4"], ["five", "5"], ["six", "6"], ["seven", "7"], ["eight", "8"],
    ["nine", "9"], ["ten", "10"], ["eleven", "11"], ["twelve", "12"], ["thirteen", "13"],
    ["fourteen", "14"], ["fifteen", "15"], ["sixteen", "16"],
  ]
}
