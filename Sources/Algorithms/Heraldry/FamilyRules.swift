/// The options that a family of crowns allows; the first value is the usual one, and an empty list means that the
/// family lacks the option.
public struct FamilyRules: Hashable, Sendable {
  /// The shapes.
  public var forms: [CrownForm] = []
  /// The numbers of points around the ring.
  public var points: [Int] = []
  /// The pieces on the points.
  public var finials: [Finial] = []
  /// The pieces between the points.
  public var between: [Finial] = []

  /// Whether there are pieces between the points by default.
  public var betweenIsUsual = true
  /// The numbers of arches, including 0 if they are optional.
  public var arches: [Int] = []
  /// The profiles of arches.
  public var archForms: [ArchForm] = []
  /// The decorations of arches.
  public var archTrims: [ArchTrim] = []
  /// The designs of the band.
  public var circlets: [Circlet] = []
  /// The fillings of the inside.
  public var caps: [Cap] = []
  /// The pieces on the summit.
  public var tops: [Finial] = []
}

extension CrownFamily {
  /// The rules of the family.
  public var rules: FamilyRules {
    switch self {
    case .royal, .imperial, .tudor, .stEdward, .heir: sovereignRules
    case .duke, .marquess, .earl, .viscount, .baron: peerageRules
    case .mural, .naval, .vallary, .celestial, .eastern: honourRules
    case .civic, .laurel, .harvest, .floral: wreathRules
    case .papal, .mitre, .tiara, .diadem, .kokoshnik: headdressRules
    case .chessKing, .chessQueen, .card, .cartoon, .fairyTale: playRules
    }
  }

  private var sovereignRules: FamilyRules {
    var rules = FamilyRules(
      points: [8], finials: [.crossPattee], between: [.fleurDeLis], arches: [2],
      archForms: [.round], archTrims: ArchTrim.allCases,
      circlets: [
        .jewelled, .pearled, .gemmed, .ermine, .lozengy, .studded, .arcaded, .chained, .scrolled, .flowered,
      ],
      caps: [.open, .smooth, .gored], tops: [.crossPattee, .latinCross, .trefoilCross, .maltese])
    switch self {
    case .royal:
      rules.points = [8, 12]
      rules.finials = [
        .fleurDeLis, .strawberryLeaf, .acanthus, .trefoil, .maltese, .lily, .crossPattee, .oakLeaf,
        .mapleLeaf, .thistle, .rose, .shamrock,
      ]
      rules.between = [.raisedPearl, .pearl, .fleurDeLis, .trefoil, .pearledRay, .diamond]
      rules.arches = [2, 1, 3, 4]
      rules.archForms = ArchForm.allCases
      rules.archTrims = [.beaded, .plain, .pierced, .lined, .strung]
      rules.tops += [.star, .fleurDeLis, .orb, .patriarchalCross, .crescent, .sun]
    case .imperial:
      rules.points = [8]
      rules.finials = [.fleurDeLis, .acanthus, .lily, .trefoil]
      rules.between = [.raisedPearl, .pearl, .trefoil]
      rules.arches = [4, 3]
      rules.archForms = [.peaked, .ogee, .round, .dipped]
      rules.archTrims = [.pierced, .beaded, .lined, .strung, .plain]
      rules.caps = [.gored, .open, .smooth]
      rules.tops = [.crossPattee, .latinCross, .star, .patriarchalCross, .trefoilCross]
    case .tudor:
      rules.archForms = [.round, .flat]
      rules.archTrims = [.beaded, .pierced, .lined, .strung, .plain]
      rules.arches = [2, 4]
    case .stEdward:
      rules.archForms = [.dipped]
      rules.archTrims = [.beaded, .pierced, .strung, .plain, .lined]
    case .heir:
      rules.arches = [0, 1]
      rules.archForms = [.dipped, .round, .peaked]
      rules.finials += [.strawberryLeaf, .fleurDeLis]
      rules.between += [.strawberryLeaf, .pearl]
      rules.caps = [.open, .smooth, .gored]
      rules.tops = [.crossPattee, .knob, .pearl, .acorn]
    default: break
    }
    return rules
  }

  private var peerageRules: FamilyRules {
    var rules = FamilyRules(
      circlets: [.jewelled, .ermine, .gemmed, .rimmed, .studded, .engrailed, .chained, .plain],
      caps: [.open, .smooth, .gored], tops: [.knob, .acorn, .pearl])
    switch self {
    case .duke:
      rules.points = [8]
      rules.finials = [.strawberryLeaf, .acanthus]
    case .marquess:
      rules.points = [8]
      rules.finials = [.strawberryLeaf, .acanthus]
      rules.between = [.raisedPearl, .pearl, .pearlTrio]
    case .earl:
      rules.points = [16]
      rules.finials = [.pearledRay, .raisedPearl]
      rules.between = [.strawberryLeaf, .acanthus, .trefoil]
    case .viscount:
      rules.points = [16, 14, 12]
      rules.finials = [.pearl, .raisedPearl]
    default:
      rules.points = [6, 8]
      rules.finials = [.pearl, .raisedPearl]
    }
    return rules
  }

  private var honourRules: FamilyRules {
    var rules = FamilyRules(circlets: [
      .rimmed, .studded, .jewelled, .plain, .twisted, .engrailed, .pearled, .fluted,
    ])
    switch self {
    case .mural:
      rules.forms = [.classic, .stepped]
      rules.points = [8, 6, 10, 5, 7]
      rules.finials = [.tower, .turret]
      rules.circlets = [.masonry, .arcaded, .plain, .rimmed, .chequered]
    case .naval:
      rules.points = [8, 6, 10]
      rules.finials = [.sail]
      rules.between = [.stern]
      rules.circlets = [.rimmed, .scrolled, .twisted, .studded, .chained, .plain, .arcaded]
    case .vallary:
      rules.points = [8, 10, 7, 9]
      rules.finials = [.pale, .spear, .lozenge, .diamond]
    case .celestial:
      rules.points = [8, 7, 9, 10, 12]
      rules.finials = [.starredRay, .star, .sun, .crescent]
      rules.between = [.ray, .pearledRay]
      rules.betweenIsUsual = false
      rules.circlets = [.rimmed, .starred, .plain, .studded, .pearled, .fluted]
    default:
      rules.points = [8, 7, 9, 10, 12]
      rules.finials = [.ray, .pearledRay, .spear, .flame]
      rules.forms = [.classic, .straight]
    }
    return rules
  }

  private var wreathRules: FamilyRules {
    var rules = FamilyRules(
      forms: [.branches, .garland, .chaplet], circlets: [.twisted, .rimmed, .scrolled, .plain])
    switch self {
    case .civic:
      rules.points = [9, 7, 11]
      rules.finials = [.oakLeaf, .acanthus, .mapleLeaf]
      rules.between = [.acorn, .pearl]
    case .laurel:
      rules.points = [11, 8, 14]
      rules.finials = [.laurel, .olive, .ivy, .palm]
      rules.between = [.pearl, .drop]
    case .harvest:
      rules.points = [9, 7, 12]
      rules.finials = [.wheat]
      rules.between = [.daisy, .pearl, .oakLeaf]
    default:
      rules.forms = [.garland, .chaplet, .branches]
      rules.points = [9, 7, 11]
      rules.finials = [.rose, .daisy, .quatrefoil, .tulip, .lotus, .thistle, .shamrock]
      rules.between = [.laurel, .pearl, .oakLeaf]
    }
    return rules
  }

  private var headdressRules: FamilyRules {
    switch self {
    case .papal:
      FamilyRules(
        forms: [.classic, .pointed, .cup], points: [8, 12],
        finials: [.strawberryLeaf, .fleurDeLis, .trefoil, .raisedPearl, .acanthus],
        circlets: [.jewelled, .pearled, .rimmed, .gemmed, .studded, .lozengy], caps: [.smooth, .gored],
        tops: [.crossPattee, .latinCross, .patriarchalCross, .trefoilCross])
    case .mitre:
      FamilyRules(
        forms: [.classic, .pointed, .lobed], points: [0, 8], finials: [.fleurDeLis, .pearl, .lily],
        circlets: [.jewelled, .pearled, .rimmed, .gemmed, .lozengy, .key, .chevron],
        tops: [.crossPattee, .maltese, .latinCross, .star, .quatrefoil, .fleurDeLis])
    case .tiara:
      FamilyRules(
        forms: [.loops, .scrolls, .fan, .lattice], points: [7, 5, 9, 11, 13],
        finials: [
          .pearl, .drop, .star, .fleurDeLis, .lozenge, .heart, .daisy, .trefoil, .raisedPearl, .lotus,
        ],
        circlets: [.pearled, .rimmed, .lozengy, .studded, .plain, .gemmed])
    case .diadem:
      FamilyRules(
        forms: [.classic, .stephane, .pointed], points: [0, 2, 4],
        finials: [
          .star, .sun, .crescent, .fleurDeLis, .lotus, .feather, .rose, .heart, .shell, .trefoil, .flame,
          .bow, .lily,
        ],
        circlets: [.pearled, .rimmed, .jewelled, .twisted, .key, .lozengy, .chained, .scrolled, .studded])
    default:
      FamilyRules(
        forms: [.halo, .pointed, .spade, .stepped], points: [9, 7, 11, 13],
        finials: [.pearl, .drop, .lozenge, .star, .daisy, .heart],
        between: [.rose, .sun, .quatrefoil, .lotus])
    }
  }

  private var playRules: FamilyRules {
    switch self {
    case .chessKing:
      FamilyRules(
        forms: [.lobed, .pointed], points: [5, 7], finials: [.pearl, .trefoil],
        circlets: [.rimmed, .plain, .studded, .pearled, .fluted],
        tops: [.crossPattee, .latinCross, .maltese, .trefoilCross, .patriarchalCross])
    case .chessQueen:
      FamilyRules(
        forms: [.hollow, .straight, .leafed], points: [5, 7, 9],
        finials: [.pearl, .drop, .lozenge, .diamond],
        circlets: [.rimmed, .plain, .studded, .pearled, .fluted], tops: [.pearl, .knob, .fleurDeLis])
    case .card:
      FamilyRules(
        forms: [.straight, .hollow, .leafed, .ogee], points: [5, 3, 7],
        finials: [.pearl, .trefoil, .fleurDeLis, .heart, .spade, .club, .diamond, .lozenge],
        between: [.heart, .spade, .club, .diamond], betweenIsUsual: false,
        circlets: [.rimmed, .lozengy, .studded, .plain, .chevron, .pearled, .chequered])
    case .cartoon:
      FamilyRules(
        forms: [.straight, .hollow, .outlined, .tilted, .leafed], points: [5, 3, 7, 9],
        finials: [.pearl, .star, .heart, .flame, .drop, .bell],
        circlets: [.plain, .rimmed, .studded, .jewelled, .chevron, .starred, .ermine])
    default:
      FamilyRules(
        forms: [.hollow, .leafed, .ogee, .straight], points: [8, 7, 9, 6, 10, 12],
        finials: [
          .pearl, .fleurDeLis, .star, .crescent, .flame, .rose, .drop, .tulip, .shell, .feather, .heart, .bow,
          .lotus, .wave, .acorn,
        ],
        circlets: [
          .jewelled, .rimmed, .scrolled, .twisted, .starred, .flowered, .chained, .engrailed, .lozengy,
          .pearled,
        ])
    }
  }
}
