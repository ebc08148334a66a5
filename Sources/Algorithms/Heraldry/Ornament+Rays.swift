import Geometry

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
