import Geometry

extension CrownDesign {
  /// Returns the crown drawn; equal designs give equal drawings.
  public func drawing() -> CrownDrawing {
    switch family {
    case .civic, .laurel, .harvest, .floral: isGarlandFlat ? wreath().drawing() : garlandCrown().drawing()
    case .papal: papalTiara().drawing()
    case .mitre: mitre().drawing()
    case .tiara: headdress().tiara()
    case .diadem: headdress().diadem()
    case .kokoshnik: kokoshnik().drawing()
    case .chessKing, .chessQueen: chessCrown().drawing()
    default: ringCrown().drawing()
    }
  }

  private var width: Double {
    switch spread {
    case .straight: 390
    case .open: 440
    case .wide: 490
    }
  }

  func papalTiara() -> PapalTiara {
    PapalTiara(
      form: form, points: points, leaf: Ornament.of(finial), circlet: circlet, isGored: cap == .gored,
      top: Ornament.of(top ?? .crossPattee), height: 860 * (0.4 + 0.6 * height), spread: spread)
  }

  func mitre() -> Mitre {
    Mitre(
      form: form, points: points, leaf: Ornament.of(finial), circlet: circlet,
      charge: Ornament.of(top ?? .crossPattee), height: 700 * (0.3 + 0.7 * height), flare: flare * 0.8)
  }

  func headdress() -> Headdress {
    Headdress(
      form: form, points: points, finial: Ornament.of(finial), circlet: circlet,
      height: (family == .tiara ? 290 : 190) * height, flare: flare + 0.1,
      radius: family == .tiara ? 440 : 310)
  }

  func kokoshnik() -> Kokoshnik {
    Kokoshnik(
      form: form, points: points, edge: Ornament.of(finial), centre: Ornament.of(between ?? .rose),
      circlet: circlet, height: 560 * (0.3 + 0.7 * height), width: width)
  }

  func chessCrown() -> ChessCrown {
    ChessCrown(
      form: form, isKing: family == .chessKing, points: points, ball: Ornament.of(finial), circlet: circlet,
      top: Ornament.of(top ?? .crossPattee), height: height, flare: flare)
  }

  func wreath() -> Wreath {
    let isBlossom = family == .floral
    let heads: [Finial: Ornament] = [
      .laurel: .bayLeaf, .rose: .roseHead, .daisy: .daisyHead, .quatrefoil: .quatrefoilHead,
    ]
    let leaf = heads[finial] ?? Ornament.of(finial)
    let fruit = between.map { isBlossom && $0 == .laurel ? .bayLeaf : Ornament.of($0) }
    var wreath = Wreath(
      form: form, leaf: isBlossom ? leaf.centered : leaf, fruit: fruit,
      isBlossom: isBlossom, count: points)
    wreath.fullness = stature == .low ? 0.86 : stature == .tall ? 1.14 : 1
    wreath.spread = spread == .straight ? 28 : spread == .wide ? 50 : 38
    wreath.roundness = spread == .wide ? 0.86 : spread == .straight ? 1.1 : 1
    if [.oakLeaf, .mapleLeaf, .acanthus, .ivy, .wheat, .palm].contains(finial) { wreath.fullness *= 0.94 }
    return wreath
  }

  /// Whether a garland's leaves lie along it; others stand on it like the points of a crown.
  var isGarlandFlat: Bool { form != .garland || finial == .laurel || finial == .olive }

  /// Returns a garland of upright leaves or blossoms on a bound hoop.
  func garlandCrown() -> RingCrown {
    var crown = RingCrown()
    crown.circlet = circlet
    crown.bandHeight = 64
    crown.ring.flare = flare
    crown.ring.pitch = 0.15
    let leaf = wreath().leaf
    let size = (family == .floral ? 190.0 : 250) * height
    let number = points + 3
    crown.points = alternating(crown, count: number - number % 2, size: size, second: size * 0.62)
    for index in crown.points.indices {
      if family == .floral, index % 2 == 0 {
        crown.points[index].ornament = leaf
        crown.points[index].lift = size * 0.36
      } else if crown.points[index].ornament.id == "pearl" {
        crown.points[index].scale = 0.62
        crown.points[index].lift = 14
      }
    }
    return crown
  }
}

extension Ornament {
  static let roseHead: Ornament = {
    let shapes = rose.shapes.dropLast().map { $0.transformed(by: .translation(x: 0, y: 60)) }
    return Ornament("rose-head", shapes, outline: Outline.circle(0, 0, 44))
  }()

  static let daisyHead = blossom(
    "daisy-head", petals: 9, reach: 44, width: 11, eye: 12, notched: false, at: 0, stem: false)

  static let quatrefoilHead = blossom(
    "quatrefoil-head", petals: 4, reach: 44, width: 24, eye: 8, notched: false, at: 0, stem: false)

  /// The piece with its middle on the origin.
  var centered: Ornament {
    let box = outline.bounds ?? .zero
    guard box.center.y.magnitude > 1 else { return self }
    let shift = AffineTransform.translation(x: 0, y: -box.center.y)
    return Ornament(
      id + "-head", shapes.map { $0.transformed(by: shift) }, outline: outline.transformed(by: shift),
      isRound: isRound)
  }
}
