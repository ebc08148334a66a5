public import Geometry
public import Localization
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

  /// The singular and plural of its English name within a sentence.
  public var words: (singular: String, plural: String) { (names.singular.english, names.plural.english) }

  /// The singular and plural of its name within a sentence.
  public var names: (singular: Message, plural: Message) {
    switch self {
    case .fleurDeLis:
      (Message("fleur-de-lis", context: "one ornament"), Message("fleurs-de-lis", context: "ornaments"))
    case .lily: (Message("lily", context: "one ornament"), Message("lilies", context: "ornaments"))
    case .strawberryLeaf:
      (
        Message("strawberry leaf", context: "one ornament"),
        Message("strawberry leaves", context: "ornaments")
      )
    case .oakLeaf: (Message("oak leaf", context: "one ornament"), Message("oak leaves", context: "ornaments"))
    case .mapleLeaf:
      (Message("maple leaf", context: "one ornament"), Message("maple leaves", context: "ornaments"))
    case .acanthus:
      (Message("acanthus leaf", context: "one ornament"), Message("acanthus leaves", context: "ornaments"))
    case .shamrock: (Message("shamrock", context: "one ornament"), Message("shamrocks", context: "ornaments"))
    case .crossPattee:
      (Message("cross pattée", context: "one ornament"), Message("crosses pattée", context: "ornaments"))
    case .maltese:
      (Message("Maltese cross", context: "one ornament"), Message("Maltese crosses", context: "ornaments"))
    case .latinCross:
      (Message("plain cross", context: "one ornament"), Message("plain crosses", context: "ornaments"))
    case .patriarchalCross:
      (
        Message("patriarchal cross", context: "one ornament"),
        Message("patriarchal crosses", context: "ornaments")
      )
    case .trefoilCross:
      (Message("cross botonny", context: "one ornament"), Message("crosses botonny", context: "ornaments"))
    case .pearl: (Message("pearl", context: "one ornament"), Message("pearls", context: "ornaments"))
    case .raisedPearl:
      (Message("raised pearl", context: "one ornament"), Message("raised pearls", context: "ornaments"))
    case .pearlTrio:
      (Message("trio of pearls", context: "one ornament"), Message("trios of pearls", context: "ornaments"))
    case .ray: (Message("ray", context: "one ornament"), Message("rays", context: "ornaments"))
    case .pearledRay:
      (Message("pearled ray", context: "one ornament"), Message("pearled rays", context: "ornaments"))
    case .starredRay:
      (Message("starred ray", context: "one ornament"), Message("starred rays", context: "ornaments"))
    case .star: (Message("star", context: "one ornament"), Message("stars", context: "ornaments"))
    case .sun: (Message("sun", context: "one ornament"), Message("suns", context: "ornaments"))
    case .crescent: (Message("crescent", context: "one ornament"), Message("crescents", context: "ornaments"))
    case .trefoil: (Message("trefoil", context: "one ornament"), Message("trefoils", context: "ornaments"))
    case .quatrefoil:
      (Message("quatrefoil", context: "one ornament"), Message("quatrefoils", context: "ornaments"))
    case .rose: (Message("rose", context: "one ornament"), Message("roses", context: "ornaments"))
    case .daisy: (Message("daisy", context: "one ornament"), Message("daisies", context: "ornaments"))
    case .tulip: (Message("tulip", context: "one ornament"), Message("tulips", context: "ornaments"))
    case .lotus: (Message("lotus", context: "one ornament"), Message("lotus flowers", context: "ornaments"))
    case .thistle: (Message("thistle", context: "one ornament"), Message("thistles", context: "ornaments"))
    case .heart: (Message("heart", context: "one ornament"), Message("hearts", context: "ornaments"))
    case .spade: (Message("spade", context: "one ornament"), Message("spades", context: "ornaments"))
    case .club: (Message("club", context: "one ornament"), Message("clubs", context: "ornaments"))
    case .diamond: (Message("diamond", context: "one ornament"), Message("diamonds", context: "ornaments"))
    case .lozenge: (Message("lozenge", context: "one ornament"), Message("lozenges", context: "ornaments"))
    case .spear: (Message("spearhead", context: "one ornament"), Message("spearheads", context: "ornaments"))
    case .pale: (Message("pale", context: "one ornament"), Message("pales", context: "ornaments"))
    case .flame: (Message("flame", context: "one ornament"), Message("flames", context: "ornaments"))
    case .feather: (Message("feather", context: "one ornament"), Message("feathers", context: "ornaments"))
    case .shell:
      (Message("scallop shell", context: "one ornament"), Message("scallop shells", context: "ornaments"))
    case .wheat:
      (Message("ear of wheat", context: "one ornament"), Message("ears of wheat", context: "ornaments"))
    case .laurel:
      (Message("laurel sprig", context: "one ornament"), Message("laurel sprigs", context: "ornaments"))
    case .olive:
      (Message("olive leaf", context: "one ornament"), Message("olive leaves", context: "ornaments"))
    case .ivy: (Message("ivy leaf", context: "one ornament"), Message("ivy leaves", context: "ornaments"))
    case .palm: (Message("palm leaf", context: "one ornament"), Message("palm leaves", context: "ornaments"))
    case .tower: (Message("tower", context: "one ornament"), Message("towers", context: "ornaments"))
    case .turret: (Message("turret", context: "one ornament"), Message("turrets", context: "ornaments"))
    case .sail: (Message("sail", context: "one ornament"), Message("sails", context: "ornaments"))
    case .stern: (Message("stern", context: "one ornament"), Message("sterns", context: "ornaments"))
    case .acorn: (Message("acorn", context: "one ornament"), Message("acorns", context: "ornaments"))
    case .orb: (Message("orb", context: "one ornament"), Message("orbs", context: "ornaments"))
    case .crossedOrb:
      (Message("orb and cross", context: "one ornament"), Message("orbs and crosses", context: "ornaments"))
    case .drop: (Message("drop", context: "one ornament"), Message("drops", context: "ornaments"))
    case .bell: (Message("bell", context: "one ornament"), Message("bells", context: "ornaments"))
    case .bow: (Message("bow", context: "one ornament"), Message("bows", context: "ornaments"))
    case .wave: (Message("wave", context: "one ornament"), Message("waves", context: "ornaments"))
    case .knob: (Message("knob", context: "one ornament"), Message("knobs", context: "ornaments"))
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
