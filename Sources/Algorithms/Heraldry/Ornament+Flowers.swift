import Geometry

extension Ornament {
  /// Returns petals round an eye, with clear lines between them.
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
