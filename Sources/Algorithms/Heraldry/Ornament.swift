import Geometry

/// A flat heraldic piece: it stands on the origin, is about 100 high, and has y down.
struct Ornament {
  var id: String
  var shapes: [CrownDrawing.Shape]

  /// The outer contour; pieces behind keep a distance from it.
  var outline: Path

  /// Whether it looks the same from all sides, so that it is not foreshortened on a ring.
  var isRound = false

  init(_ id: String, _ shapes: [CrownDrawing.Shape], outline: Path, isRound: Bool = false) {
    self.id = id
    self.shapes = shapes
    self.outline = outline
    self.isRound = isRound
  }

  /// Creates a piece from one outline with holes.
  init(_ id: String, _ outline: Path, holes: [Path] = [], isRound: Bool = false) {
    var path = outline
    for hole in holes { path.append(hole) }
    self.init(id, [.pierced(path)], outline: outline, isRound: isRound)
  }

  var box: Rect {
    shapes.compactMap { $0.bounds(under: .identity) }.reduce(outline.bounds ?? .zero) { $0.union($1) }
  }

  /// Returns this piece with another one on top, at some height.
  func crowned(by other: Ornament, id: String, at height: Double, scale: Double) -> Ornament {
    let lift = AffineTransform.scale(scale).concatenating(.translation(x: 0, y: -height))
    return Ornament(
      id, shapes + other.shapes.map { $0.transformed(by: lift) },
      outline: outline + other.outline.transformed(by: lift))
  }
}

extension Ornament {
  /// Returns the drawing of a finial.
  static func of(_ finial: Finial) -> Ornament {
    switch finial {
    case .fleurDeLis: fleurDeLis
    case .lily: lily
    case .strawberryLeaf: strawberryLeaf
    case .oakLeaf: oakLeaf
    case .mapleLeaf: mapleLeaf
    case .acanthus: acanthus
    case .shamrock: shamrock
    case .crossPattee: crossPattee
    case .maltese: maltese
    case .latinCross: latinCross
    case .patriarchalCross: patriarchalCross
    case .trefoilCross: trefoilCross
    case .pearl: pearl
    case .raisedPearl: pearlOnStem
    case .pearlTrio: pearlTrio
    case .ray: ray
    case .pearledRay: pearledRay
    case .starredRay: starredRay
    case .star: star
    case .sun: sun
    case .crescent: crescent
    case .trefoil: trefoil
    case .quatrefoil: quatrefoil
    case .rose: rose
    case .daisy: daisy
    case .tulip: tulip
    case .lotus: lotus
    case .thistle: thistle
    case .heart: heart
    case .spade: spade
    case .club: club
    case .diamond: diamond
    case .lozenge: lozenge
    case .spear: spear
    case .pale: pale
    case .flame: flame
    case .feather: feather
    case .shell: shell
    case .wheat: wheatEar
    case .laurel: laurelSprig
    case .olive: olive
    case .ivy: ivy
    case .palm: palm
    case .tower: tower
    case .turret: turret
    case .sail: sail
    case .stern: stern
    case .acorn: acorn
    case .orb: orb
    case .crossedOrb: crossedOrb
    case .drop: drop
    case .bell: bell
    case .bow: bow
    case .wave: wave
    case .knob: knob
    }
  }
}

extension Ornament {
  static let ray = Ornament("ray", Outline.symmetric("0 104 C 4 76 9 40 20 0 L 0 0"))

  static let pearledRay: Ornament = {
    let spike = Outline.symmetric("0 82 C 4 62 8 32 14 0 L 0 0")
    return Ornament(
      "pearled-ray", [.fill(spike), .fill(Outline.circle(0, 88, 15))],
      outline: spike + Outline.circle(0, 88, 15), isRound: true)
  }()

  static let starredRay: Ornament = {
    let spike = Outline.symmetric("0 74 C 4 52 8 26 17 0 L 0 0")
    let star = Outline.star(0, 82, rays: 5, outer: 26, inner: 10.5)
    return Ornament("starred-ray", [.fill(spike), .fill(star)], outline: spike + star)
  }()

  static let star: Ornament = {
    let star = Outline.star(0, 58, rays: 5, outer: 46, inner: 18.5)
    let foot = Outline.symmetric("0 46 L 5 40 C 5 20 8 6 16 0 L 0 0")
    return Ornament("star", [.fill(star), .fill(foot)], outline: star + foot)
  }()

  static let sun: Ornament = {
    let rays = Outline.star(0, 58, rays: 12, outer: 46, inner: 29)
    let ring = Outline.circle(0, 58, 22) + Outline.circle(0, 58, 16)
    let foot = Outline.symmetric("0 30 L 7 30 L 20 0 L 0 0")
    return Ornament(
      "sun", [.pierced(rays + ring), .fill(foot)], outline: Outline.circle(0, 58, 46) + foot)
  }()

  static let crescent: Ornament = {
    let moon = Outline.path(
      "-30 98 C -62 70 -44 18 0 18 C 44 18 62 70 30 98 C 46 66 30 42 0 42 C -30 42 -46 66 -30 98 Z")
    let foot = Outline.symmetric("0 24 L 8 20 L 20 0 L 0 0")
    return Ornament("crescent", [.fill(moon), .fill(foot)], outline: moon + foot)
  }()

  static let spear = Ornament(
    "spear",
    Outline.symmetric(
      "0 106 C 8 84 18 74 20 58 C 18 46 10 40 6 36 L 6 22 L 14 22 L 14 14 L 8 14 L 18 0 L 0 0"),
    holes: [Outline.lozenge(0, 62, 6, 20)])

  static let pale = Ornament(
    "pale", Outline.symmetric("0 104 L 18 72 L 18 0 L 0 0"), holes: [Outline.circle(0, 62, 6)])

  static let flame: Ornament = {
    let outline = Outline.path(
      "4 106 C 6 86 34 70 34 38 C 34 14 20 0 0 0 C -20 0 -34 14 -34 36 C -34 54 -26 64 -20 78 "
        + "C -14 72 -11 64 -10 56 C 2 66 8 84 4 106 Z")
    let core = Outline.path(
      "2 52 C 4 40 16 32 16 20 C 16 12 10 6 0 6 C -10 6 -16 12 -15 22 C -14 32 -2 36 2 52 Z")
    return Ornament("flame", outline, holes: [core])
  }()

  static let drop = Ornament(
    "drop", Outline.symmetric("0 106 C 6 84 28 66 28 38 C 28 16 14 4 0 4"),
    holes: [Outline.path("-17 40 C -18 28 -10 18 0 16 C -8 24 -12 30 -17 40 Z")])

  static let wave: Ornament = {
    let outline = Outline.path(
      "-46 0 C -44 46 -22 92 22 100 C 40 102 50 88 44 74 C 36 84 20 80 18 64 C 16 44 32 22 46 0 Z")
    return Ornament("wave", outline)
  }()
}

extension Ornament {
  static let tower: Ornament = {
    let outline = Outline.symmetric(
      "0 88 L 9 88 L 9 100 L 25 100 L 25 88 L 31 88 L 31 100 L 46 100 L 46 74 L 38 64 L 38 0 L 0 0")
    let door = Outline.symmetric("0 40 C 8 40 12 34 12 26 L 12 0 L 0 0").moved(0, 0.01)
    let ledge = Outline.path("-38 58 L 38 58 L 38 53 L -38 53 Z")
    let slits = [-24.0, 24].map { Outline.box($0 - 3, 22, $0 + 3, 42, radius: 3) }
    return Ornament("tower", outline, holes: [door, ledge.scaled(0.999, 1)] + slits)
  }()

  static let turret: Ornament = {
    let roof = Outline.symmetric("0 106 C 4 92 16 80 32 70 L 0 70")
    let body = Outline.symmetric("0 65 L 26 65 L 26 56 L 20 50 L 20 0 L 0 0")
    let window = Outline.symmetric("0 44 C 5 44 7 40 7 36 L 7 22 L 0 22")
    return Ornament(
      "turret", [.fill(roof), .pierced(body + window)],
      outline: Outline.symmetric("0 106 C 4 92 16 80 32 70 L 26 56 L 20 50 L 20 0 L 0 0"))
  }()

  static let sail: Ornament = {
    let canvas = Outline.path(
      "-38 88 L 38 88 C 46 70 50 46 44 26 C 28 34 -10 36 -34 26 C -26 46 -28 68 -38 88 Z")
    let seams = [-11.0, 14].map { x in
      Outline.path(
        "\(x - 1.5) 83 C \(x + 7) 66 \(x + 8) 50 \(x + 4) 38 L \(x + 8) 38 "
          + "C \(x + 12) 50 \(x + 11) 66 \(x + 3) 83 Z"
      )
    }
    let yard = Outline.box(-46, 91, 46, 97, radius: 3)
    let mast = Outline.symmetric("0 112 L 3.5 112 L 3.5 100 L 0 100")
    let foot = Outline.symmetric("0 27 L 4 27 L 6 8 L 18 0 L 0 0")
    let pennon = Outline.path("3 114 L 30 108 L 3 102 Z")
    return Ornament(
      "sail",
      [.pierced(seams.reduce(canvas, +)), .fill(yard), .fill(mast), .fill(foot), .fill(pennon)],
      outline: Outline.path(
        "-46 98 L -4 100 L -4 114 L 30 110 L 12 100 L 46 98 C 50 70 54 46 46 24 L 8 28 L 18 0 L -18 0 "
          + "L -8 28 "
          + "L -36 24 C -26 46 -30 68 -46 90 Z"))
  }()

  /// The stern of a galley, with three lanterns above its gallery.
  static let stern: Ornament = {
    let hull = Outline.symmetric(
      "0 70 L 44 76 C 46 62 44 52 40 44 C 44 30 38 12 26 0 L 0 0")
    let windows = [-22.0, 0, 22].map { Outline.box($0 - 6, 46, $0 + 6, 62, radius: 5) }
    let rail = Outline.path("-36 36 C -20 32 20 32 36 36 L 35 30 C 20 26 -20 26 -35 30 Z")
    let lanterns = [-34.0, 0, 34].flatMap { x in
      let lift = x == 0 ? 0.0 : 6
      return [
        Outline.box(x - 3, 68 + lift, x + 3, 84 + lift), Outline.circle(x, 91 + lift, 9),
      ]
    }
    return Ornament(
      "stern", [.pierced((windows + [rail]).reduce(hull, +))] + lanterns.map { .fill($0) },
      outline: Outline.symmetric(
        "0 102 L 10 96 L 10 76 L 26 78 L 26 104 L 42 106 L 44 96 L 44 76 C 46 62 44 52 40 44 "
          + "C 44 30 38 12 26 0 L 0 0"
      ))
  }()

  static let acorn: Ornament = {
    let nut = Outline.symmetric("0 106 L 3 98 C 16 94 24 80 23 64 L 0 64")
    let cup = Outline.symmetric("0 58 L 29 58 C 30 44 18 34 0 34")
    let stem = Outline.symmetric("0 36 L 5 36 C 5 18 8 6 18 0 L 0 0")
    return Ornament(
      "acorn", [nut, cup, stem].map { .fill($0) },
      outline: Outline.symmetric("0 106 C 16 94 24 80 24 64 L 29 58 C 30 44 18 36 6 34 L 18 0 L 0 0"))
  }()

  static let bell: Ornament = {
    let body = Outline.symmetric(
      "0 96 C 10 96 14 92 15 86 C 22 80 26 60 28 46 C 30 38 34 34 40 30 L 40 24 L 0 24")
    return Ornament(
      "bell",
      [.pierced(body + Outline.path("-28 40 L 28 40 L 30 36 L -30 36 Z")), .fill(Outline.circle(0, 12, 11))],
      outline: Outline.symmetric("0 96 C 14 96 24 80 28 46 L 40 30 L 40 24 L 12 20 C 12 4 6 0 0 0"))
  }()

  static let bow: Ornament = {
    let loop = Outline.path("8 56 C 18 76 34 88 48 82 C 56 70 56 44 48 34 C 34 28 18 40 8 56 Z")
    let eye = Outline.path("20 57 C 28 66 36 70 42 68 C 45 62 45 54 42 48 C 36 46 28 50 20 57 Z")
    let knot = Outline.box(-9, 47, 9, 66, radius: 7)
    let tail = Outline.path("4 44 C 12 32 22 18 36 10 L 30 4 L 24 0 C 12 10 4 26 0 42 Z")
    let shapes: [CrownDrawing.Shape] = [
      .pierced(loop + eye), .pierced((loop + eye).mirrored), .fill(knot), .fill(tail), .fill(tail.mirrored),
    ]
    return Ornament(
      "bow", shapes,
      outline: Outline.symmetric(
        "0 68 L 10 62 C 18 76 34 88 48 82 C 58 70 58 44 48 34 L 14 42 L 36 10 L 24 0 L 0 10"))
  }()
}

extension Ornament {
  static let crossPattee: Ornament = {
    let outline = Outline.symmetric(
      "0 106 C 10 106 18 105 26 102 C 18 90 11 78 9 69 C 18 71 31 78 43 86 C 47 74 47 50 43 38 "
        + "C 31 46 18 53 9 55 C 9 40 14 12 26 0 L 0 0")
    return Ornament("cross-pattee", outline, holes: [Outline.circle(0, 62, 6.5)])
  }()

  static let maltese: Ornament = {
    let arm = Outline.path("0 4 L 26 44 L 0 33 L -26 44 Z")
    let centre = Point(0, -56)
    let shapes: [CrownDrawing.Shape] = [0.0, 90, 180, 270].map {
      .fill(arm.scaled(1.08).turned($0).transformed(by: .translation(x: centre.x, y: centre.y)))
    }
    let core: [CrownDrawing.Shape] = [
      .fill(Outline.lozenge(0, 56, 9, 9)), .fill(Outline.symmetric("0 26 L 6 20 L 14 0 L 0 0")),
    ]
    let outline = Outline.symmetric(
      "0 94 L 28 104 L 6 64 L 48 84 L 38 56 L 48 28 L 6 48 L 28 9 L 14 0 L 0 0")
    return Ornament("maltese-cross", shapes + core, outline: outline)
  }()

  static let latinCross: Ornament = {
    let outline = Outline.symmetric(
      "0 104 L 13 104 L 9.5 96 L 9.5 72 L 28 72 L 36 76 L 36 50 L 28 54 L 9.5 54 L 9.5 14 "
        + "C 10 6 15 2 20 0 L 0 0"
    )
    return Ornament("latin-cross", outline)
  }()

  static let patriarchalCross = Ornament(
    "patriarchal-cross",
    Outline.symmetric(
      "0 106 L 8 106 L 8 92 L 24 92 L 24 77 L 8 77 L 8 61 L 40 61 L 40 45 L 8 45 L 8 14 C 9 6 13 2 20 0 L 0 0"
    ))

  static let trefoilCross: Ornament = {
    let bar = Outline.symmetric(
      "0 90 L 7 90 L 7 68 L 30 68 L 30 54 L 7 54 L 7 14 C 8 6 12 2 20 0 L 0 0")
    var shapes: [CrownDrawing.Shape] = [.fill(bar)]
    for (x, y, dx, dy) in [(0.0, 92.0, 0.0, 1.0), (30, 61, 1, 0), (-30, 61, -1, 0)] {
      for side in [-1.0, 0, 1] {
        let reach = side == 0 ? 9.0 : 0
        shapes.append(
          .fill(Outline.circle(x + dx * reach + dy * side * 9, y + dy * reach + dx * side * 9, 8)))
      }
    }
    let outline = Outline.symmetric(
      "0 111 C 10 110 20 100 18 88 L 8 82 L 10 70 L 28 78 C 40 80 50 70 49 61 C 50 52 40 42 28 44 "
        + "L 8 52 L 8 14 "
        + "C 9 6 13 2 20 0 L 0 0")
    return Ornament("trefoil-cross", shapes, outline: outline)
  }()

  /// A ball with a highlight.
  static let pearl = Ornament(
    "pearl", Outline.circle(0, 50, 50),
    holes: [Outline.path("-30 54 C -28 70 -16 80 -2 82 C -14 74 -22 66 -30 54 Z")], isRound: true)

  static let pearlOnStem: Ornament = {
    let stem = Outline.symmetric("0 66 L 4 66 C 4.5 36 6 12 12 0 L 0 0")
    let ball = Outline.circle(0, 81, 20)
    let light = Outline.path("-12 82 C -11 89 -6 93 0 94 C -5 91 -9 87 -12 82 Z")
    return Ornament(
      "raised-pearl", [.fill(stem), .pierced(ball + light)], outline: ball + stem, isRound: true)
  }()

  static let pearlTrio: Ornament = {
    let balls = [Outline.circle(0, 81, 21), Outline.circle(24, 44, 21), Outline.circle(-24, 44, 21)]
    let stem = Outline.symmetric("0 54 L 6 50 C 6 28 9 8 20 0 L 0 0")
    return Ornament(
      "pearl-trio", (balls + [stem]).map { .fill($0) },
      outline: Outline.symmetric("0 102 C 22 102 26 78 20 66 C 50 72 58 28 30 23 L 10 26 L 20 0 L 0 0"))
  }()

  static let orb: Ornament = {
    let ball = Outline.circle(0, 50, 50)
    let lower = Outline.path("-49 41 C -30 29 30 29 49 41 L 50 52 C 30 40 -30 40 -50 52 Z")
    let upright = Outline.path("-4.5 99.5 L 4.5 99.5 L 4.5 45 C 1 44.6 -1 44.6 -4.5 45 Z")
    return Ornament("orb", ball, holes: [lower, upright], isRound: true)
  }()

  static let knob = Ornament(
    "knob",
    [
      .fill(Outline.circle(0, 72, 28)), .fill(Outline.box(-30, 30, 30, 40, radius: 5)),
      .fill(Outline.symmetric("0 26 L 14 26 C 16 14 22 6 32 0 L 0 0")),
    ], outline: Outline.symmetric("0 100 C 40 98 36 54 30 40 L 30 30 L 14 26 L 32 0 L 0 0"), isRound: true)

  static let crossedOrb: Ornament = {
    let lift = AffineTransform.scale(0.62).concatenating(.translation(x: 0, y: -46))
    let cross = crossPattee.shapes.map { $0.transformed(by: lift) }
    let ball = orb.shapes.map { $0.transformed(by: .scale(0.46)) }
    return Ornament(
      "crossed-orb", ball + cross,
      outline: crossPattee.outline.transformed(by: lift) + Outline.circle(0, 23, 23), isRound: true)
  }()
}

extension Ornament {
  /// Returns petals around a centre, with gaps between them.
  static func blossom(
    _ id: String, petals: Int, reach: Double, width: Double, eye: Double, notched: Bool, at height: Double,
    stem: Bool
  ) -> Ornament {
    let start = eye + 5
    let tip = notched ? reach - 7 : reach
    let petal = Outline.path(
      "M \(-width * 0.3) \(start) "
        + "C \(-width) \(start + 6) \(-width * 1.15) \(reach) \(-width * 0.5) \(reach) "
        + "C \(-width * 0.25) \(reach) \(-width * 0.1) \(tip) 0 \(tip) "
        + "C \(width * 0.1) \(tip) \(width * 0.25) \(reach) \(width * 0.5) \(reach) "
        + "C \(width * 1.15) \(reach) \(width) \(start + 6) \(width * 0.3) \(start) Z")
    var shapes: [CrownDrawing.Shape] = (0..<petals).map {
      .fill(petal.turned(Double($0) * 360 / Double(petals)).moved(0, height))
    }
    shapes.append(.fill(Outline.circle(0, height, eye)))
    var outline = Outline.circle(0, height, reach)
    if stem {
      let foot = Outline.symmetric("0 \(height - reach + 10) L 6 \(height - reach + 8) L 6 10 L 18 0 L 0 0")
      shapes.append(.fill(foot))
      outline.append(foot)
    }
    return Ornament(id, shapes, outline: outline)
  }

  static let daisy = blossom(
    "daisy", petals: 9, reach: 42, width: 11, eye: 12, notched: false, at: 60, stem: true)

  static let quatrefoil = blossom(
    "quatrefoil", petals: 4, reach: 42, width: 24, eye: 8, notched: false, at: 60, stem: true)

  static let rose: Ornament = {
    let outer = blossom("", petals: 5, reach: 44, width: 25, eye: 20, notched: true, at: 60, stem: false)
    let inner = blossom("", petals: 5, reach: 19, width: 10, eye: 5, notched: false, at: 60, stem: false)
    let foot = Outline.symmetric("0 24 L 6 20 L 18 0 L 0 0")
    let petals = outer.shapes.dropLast()
    return Ornament(
      "rose", petals + inner.shapes + [.fill(foot)], outline: outer.outline + foot)
  }()

  static let trefoil: Ornament = {
    let lobes = [(0.0, 80.0), (24, 50), (-24, 50)].map { Outline.circle($0.0, $0.1, 22) }
    let web = Outline.symmetric("0 66 L 12 54 L 7 40 C 7 20 10 6 20 0 L 0 0")
    let eyes = [(0.0, 80.0), (24, 50), (-24, 50)].map { Outline.circle($0.0, $0.1, 7) }
    let shapes = zip(lobes, eyes).map { CrownDrawing.Shape.pierced($0 + $1) }
    return Ornament(
      "trefoil", shapes + [.fill(web)],
      outline: Outline.symmetric("0 102 C 22 102 26 78 20 70 C 50 74 56 32 28 28 L 9 34 L 20 0 L 0 0"))
  }()

  static let tulip: Ornament = {
    let centre = Outline.symmetric("0 102 C 10 88 16 70 12 50 L 0 42")
    let side = Outline.path(
      "16 46 C 20 66 24 84 38 98 C 46 74 44 44 26 32 C 18 27 8 27 3 30 L 3 37 C 10 40 14 42 16 46 Z")
    let stem = Outline.symmetric("0 34 L 4 30 L 6 10 L 18 0 L 0 0")
    return Ornament(
      "tulip", [centre, side, side.mirrored, stem].map { .fill($0) },
      outline: Outline.symmetric("0 102 L 14 84 L 38 98 C 48 70 44 34 20 28 L 8 26 L 18 0 L 0 0"))
  }()

  static let lotus: Ornament = {
    let centre = Outline.symmetric("0 102 C 14 82 18 56 6 34 L 0 34")
    let inner = Outline.path("20 90 C 36 76 38 50 14 32 C 22 52 24 70 20 90 Z")
    let outer = Outline.path("48 74 C 50 52 40 34 20 28 C 32 42 40 56 48 74 Z")
    let base = Outline.symmetric("0 28 L 14 27 C 10 14 14 6 26 0 L 0 0")
    return Ornament(
      "lotus", [centre, inner, inner.mirrored, outer, outer.mirrored, base].map { .fill($0) },
      outline: Outline.symmetric("0 102 L 10 86 L 20 90 L 32 70 L 48 74 C 50 50 38 32 14 27 L 26 0 L 0 0"))
  }()

  static let thistle: Ornament = {
    let crest = Outline.symmetric("0 100 L 4 88 L 12 104 L 15 88 L 25 100 L 24 84 L 34 90 L 24 60 L 0 60")
    let cup = Outline.symmetric("0 54 L 24 54 C 34 40 22 24 0 24")
    let scales = [(-9.0, 42.0), (9, 42), (0, 33)].map { Outline.lozenge($0.0, $0.1, 4, 5) }
    let foot = Outline.symmetric("0 24 L 6 24 L 7 10 L 18 0 L 0 0")
    let leaf = Outline.path("8 12 C 18 12 26 20 40 34 C 40 20 30 2 12 0 Z")
    return Ornament(
      "thistle",
      [.fill(crest), .pierced(scales.reduce(cup, +)), .fill(foot), .fill(leaf), .fill(leaf.mirrored)],
      outline: Outline.symmetric("0 100 L 36 92 L 28 42 L 16 26 L 40 36 C 40 20 30 2 12 0 L 0 0"))
  }()

  static let heart = Ornament(
    "heart",
    Outline.symmetric("0 82 C 8 102 42 102 42 74 C 42 48 10 36 8 14 C 8 8 12 3 18 0 L 0 0"),
    holes: [Outline.path("-30 72 C -30 82 -24 88 -16 88 C -22 84 -27 80 -30 72 Z")])

  static let spade = Ornament(
    "spade",
    Outline.symmetric("0 104 C 10 84 42 72 42 48 C 42 30 20 24 8 36 C 9 20 13 8 24 0 L 0 0"))

  static let club: Ornament = {
    let lobes = [(0.0, 79.0), (24, 46), (-24, 46)].map { Outline.circle($0.0, $0.1, 23) }
    let stem = Outline.symmetric("0 66 L 10 56 L 6 44 C 7 24 12 8 24 0 L 0 0")
    return Ornament(
      "club", (lobes + [stem]).map { .fill($0) },
      outline: Outline.symmetric("0 102 C 24 102 28 78 20 68 C 52 72 58 26 28 23 L 10 30 L 24 0 L 0 0"))
  }()

  static let diamond = Ornament(
    "diamond", Outline.symmetric("0 104 C 8 86 18 70 32 56 C 20 42 10 28 10 12 C 10 6 14 2 20 0 L 0 0"))

  static let lozenge = Ornament(
    "lozenge", Outline.symmetric("0 104 L 32 60 L 8 20 L 8 8 L 18 0 L 0 0"),
    holes: [Outline.lozenge(0, 60, 14, 20)])

  static let shell: Ornament = {
    let outline = Outline.symmetric(
      "0 102 C 6 102 10 98 11 94 C 16 98 24 96 26 88 C 32 90 38 86 38 78 C 44 78 48 70 44 64 "
        + "C 40 46 26 28 14 18 C 20 14 22 8 22 0 L 0 0")
    let ribs = [0.0, 17, 34].flatMap { angle -> [Path] in
      let rib = Outline.path("0 30 L 2.6 84 L -2.6 84 Z").transformed(
        by: AffineTransform.translation(x: 0, y: 18).concatenating(.rotation(degrees(angle)))
          .concatenating(.translation(x: 0, y: -18)))
      return angle == 0 ? [rib] : [rib.scaled(1, 0.97), rib.mirrored.scaled(1, 0.97)]
    }
    return Ornament("shell", outline, holes: ribs)
  }()
}
