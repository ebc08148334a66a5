import Geometry

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

  /// The stern of a galley, three lanterns above its gallery.
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
