public import Geometry
public import PlanarGeometry

/// A piece on the points of a circlet, or on the summit of a crown.
public enum Finial: String, Hashable, Sendable, CaseIterable {
  /// The heraldic lily, three petals bound in the middle.
  case fleurDeLis = "fleur-de-lis"
  /// A natural lily.
  case lily
  /// The three-lobed leaf of dukes' coronets.
  case strawberryLeaf = "strawberry-leaf"
  /// A leaf with round lobes.
  case oakLeaf = "oak-leaf"
  /// A leaf with pointed lobes.
  case mapleLeaf = "maple-leaf"
  /// A leaf as on Corinthian capitals.
  case acanthus
  /// Three small round leaves on a stalk.
  case shamrock
  /// A cross whose arms widen outward.
  case crossPattee = "cross-pattee"
  /// A cross of four arrowheads, each with two points.
  case maltese = "maltese-cross"
  /// A cross with a longer foot.
  case latinCross = "latin-cross"
  /// A cross with two bars.
  case patriarchalCross = "patriarchal-cross"
  /// A cross whose arms end in trefoils (botonny).
  case trefoilCross = "trefoil-cross"
  /// A ball on the rim.
  case pearl
  /// A ball on a short stalk.
  case raisedPearl = "raised-pearl"
  /// Three balls, one on the other two.
  case pearlTrio = "pearl-trio"
  /// A spike.
  case ray
  /// A spike with a ball on it.
  case pearledRay = "pearled-ray"
  /// A spike with a star on it.
  case starredRay = "starred-ray"
  /// A star with five points.
  case star
  /// A disc among rays.
  case sun
  /// A new moon with its horns up.
  case crescent
  /// Three round leaves.
  case trefoil
  /// Four round leaves.
  case quatrefoil
  /// The heraldic rose, five petals seen from above.
  case rose
  /// A flower with many narrow petals.
  case daisy
  /// A flower with a closed cup.
  case tulip
  /// An open water lily.
  case lotus
  /// A prickly head above leaves.
  case thistle
  /// The heart on playing cards.
  case heart
  /// The spade on playing cards.
  case spade
  /// The club on playing cards.
  case club
  /// The diamond on playing cards.
  case diamond
  /// A rhomb standing on a corner.
  case lozenge
  /// A spear's blade.
  case spear
  /// A pointed stake of a palisade.
  case pale
  /// A tongue of fire.
  case flame
  /// A plume.
  case feather
  /// A scallop.
  case shell
  /// An ear of grain.
  case wheat
  /// A sprig with leaves in pairs.
  case laurel
  /// A single narrow leaf.
  case olive
  /// A leaf with five corners.
  case ivy
  /// A fan-shaped leaf.
  case palm
  /// A broad tower with battlements.
  case tower
  /// A narrow tower with a pointed roof.
  case turret
  /// A square sail on its mast.
  case sail
  /// The stern of a galley with three lanterns.
  case stern
  /// An acorn in its cup.
  case acorn
  /// A globe with a band around it.
  case orb
  /// A globe with a cross on it.
  case crossedOrb = "crossed-orb"
  /// A drop standing on its round end.
  case drop
  /// A small bell.
  case bell
  /// A tied ribbon.
  case bow
  /// A crest that curls over.
  case wave
  /// A turned button.
  case knob

  /// The singular and plural of its name within a sentence.
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

extension Finial {
  /// Returns the outline for the non-zero rule, standing on the origin with y downward.
  ///
  /// - Throws: `PathComplexityError` if the shapes cross too often.
  public func outline() throws(PathComplexityError) -> Path {
    let ornament = Ornament.of(self)
    let box = ornament.box
    let placing = AffineTransform.translation(x: -box.minX, y: -box.minY)
    let drawing = CrownDrawing(
      size: box.size, parts: [], nodes: ornament.shapes.map { .shape($0.transformed(by: placing)) })
    return try drawing.outline().transformed(by: .translation(x: box.minX, y: box.minY))
  }
}
