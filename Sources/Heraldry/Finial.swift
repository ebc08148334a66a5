/// What stands on the points of a circlet, or on the very top of a crown.
public enum Finial: String, Hashable, Sendable, CaseIterable {
  case fleurDeLis = "fleur-de-lis"
  case lily
  case strawberryLeaf = "strawberry-leaf"
  case oakLeaf = "oak-leaf"
  case mapleLeaf = "maple-leaf"
  case acanthus
  case shamrock
  case crossPattee = "cross-pattee"
  case maltese = "maltese-cross"
  case latinCross = "latin-cross"
  case patriarchalCross = "patriarchal-cross"
  case trefoilCross = "trefoil-cross"
  case pearl
  case raisedPearl = "raised-pearl"
  case pearlTrio = "pearl-trio"
  case ray
  case pearledRay = "pearled-ray"
  case starredRay = "starred-ray"
  case star
  case sun
  case crescent
  case trefoil
  case quatrefoil
  case rose
  case daisy
  case tulip
  case lotus
  case thistle
  case heart
  case spade
  case club
  case diamond
  case lozenge
  case spear
  case pale
  case flame
  case feather
  case shell
  case wheat
  case laurel
  case olive
  case ivy
  case palm
  case tower
  case turret
  case sail
  case stern
  case acorn
  case orb
  case crossedOrb = "crossed-orb"
  case drop
  case bell
  case bow
  case wave
  case knob

  /// The name as it stands in a sentence, one and several of it.
  public var words: (singular: String, plural: String) {
    switch self {
    case .fleurDeLis: ("fleur-de-lis", "fleurs-de-lis")
    case .lily: ("lily", "lilies")
    case .strawberryLeaf: ("strawberry leaf", "strawberry leaves")
    case .oakLeaf: ("oak leaf", "oak leaves")
    case .mapleLeaf: ("maple leaf", "maple leaves")
    case .acanthus: ("acanthus leaf", "acanthus leaves")
    case .shamrock: ("shamrock", "shamrocks")
    case .crossPattee: ("cross pattée", "crosses pattée")
    case .maltese: ("Maltese cross", "Maltese crosses")
    case .latinCross: ("plain cross", "plain crosses")
    case .patriarchalCross: ("patriarchal cross", "patriarchal crosses")
    case .trefoilCross: ("cross botonny", "crosses botonny")
    case .pearl: ("pearl", "pearls")
    case .raisedPearl: ("raised pearl", "raised pearls")
    case .pearlTrio: ("trio of pearls", "trios of pearls")
    case .ray: ("ray", "rays")
    case .pearledRay: ("pearled ray", "pearled rays")
    case .starredRay: ("starred ray", "starred rays")
    case .star: ("star", "stars")
    case .sun: ("sun", "suns")
    case .crescent: ("crescent", "crescents")
    case .trefoil: ("trefoil", "trefoils")
    case .quatrefoil: ("quatrefoil", "quatrefoils")
    case .rose: ("rose", "roses")
    case .daisy: ("daisy", "daisies")
    case .tulip: ("tulip", "tulips")
    case .lotus: ("lotus", "lotus flowers")
    case .thistle: ("thistle", "thistles")
    case .heart: ("heart", "hearts")
    case .spade: ("spade", "spades")
    case .club: ("club", "clubs")
    case .diamond: ("diamond", "diamonds")
    case .lozenge: ("lozenge", "lozenges")
    case .spear: ("spearhead", "spearheads")
    case .pale: ("pale", "pales")
    case .flame: ("flame", "flames")
    case .feather: ("feather", "feathers")
    case .shell: ("scallop shell", "scallop shells")
    case .wheat: ("ear of wheat", "ears of wheat")
    case .laurel: ("laurel sprig", "laurel sprigs")
    case .olive: ("olive leaf", "olive leaves")
    case .ivy: ("ivy leaf", "ivy leaves")
    case .palm: ("palm leaf", "palm leaves")
    case .tower: ("tower", "towers")
    case .turret: ("turret", "turrets")
    case .sail: ("sail", "sails")
    case .stern: ("stern", "sterns")
    case .acorn: ("acorn", "acorns")
    case .orb: ("orb", "orbs")
    case .crossedOrb: ("orb and cross", "orbs and crosses")
    case .drop: ("drop", "drops")
    case .bell: ("bell", "bells")
    case .bow: ("bow", "bows")
    case .wave: ("wave", "waves")
    case .knob: ("knob", "knobs")
    }
  }
}
