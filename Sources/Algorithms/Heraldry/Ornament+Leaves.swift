import Geometry

extension Ornament {
  static let fleurDeLis: Ornament = {
    let centre = Outline.symmetric(
      "0 104 C 8 91 19 80 19 65 C 19 52 11 45 7 35 L 0 35")
    let petal = Outline.path(
      "12 35 C 15 47 19 52 24 58 C 29 65 39 68 47 63 C 56 57 56 44 47 34 C 45 32 43 32 42 34 "
        + "C 45 41 42 47 36 47 C 29 47 24 41 22 35 Z")
    let bar = Outline.box(-28, 20, 28, 30, radius: 5)
    let foot = Outline.symmetric("0 15.5 L 9 15.5 C 10 8 15 3 24 0 L 0 0")
    let outline = Outline.symmetric(
      "0 104 C 8 91 18 80 20 66 C 30 70 42 70 50 62 C 58 53 56 42 47 33 L 28 31 L 28 19 L 9 16 "
        + "C 10 8 15 3 24 0 L 0 0")
    return Ornament(
      "fleur-de-lis", [centre, petal, petal.mirrored, bar, foot].map { .fill($0) }, outline: outline)
  }()

  static let lily: Ornament = {
    let outline = Outline.symmetric(
      "0 104 C 6 92 15 82 15 68 C 15 62 13 57 11 52 C 18 58 24 68 32 72 C 40 76 50 73 52 64 "
        + "C 54 55 47 48 40 51 "
        + "C 44 56 41 62 36 61 C 29 59 26 44 17 34 C 23 34 28 33 32 28 L 20 24 C 13 22 14 6 24 0 L 0 0")
    let slit = Outline.symmetric("0 88 C 4 78 5 68 0 54")
    return Ornament("lily", outline, holes: [slit])
  }()

  static let strawberryLeaf: Ornament = {
    let outline = Outline.symmetric(
      "0 103 C 4 98 9 97 14 97 C 14 92 17 88 22 85 C 18 80 17 73 12 64 C 18 66 24 71 29 77 "
        + "C 33 73 38 72 44 73 C 43 68 46 63 51 60 C 47 56 46 51 46 46 C 36 47 24 45 14 37 "
        + "C 9 33 8 26 8.5 18 C 9 10 14 3 24 0 L 0 0")
    let vein = Outline.symmetric("0 88 C 3 78 3.4 62 0 44")
    let side = Outline.path("10 51 C 18 54 28 60 38 63 C 30 56 20 50 10 47 Z")
    return Ornament("strawberry-leaf", outline, holes: [vein, side, side.mirrored])
  }()

  static let oakLeaf: Ornament = {
    let outline = Outline.symmetric(
      "0 104 C 9 104 14 97 12 89 C 20 90 25 83 20 75 C 29 76 34 67 27 59 C 36 58 39 47 30 42 "
        + "C 34 35 28 26 18 28 C 10 29 6 22 6 14 C 6 7 9 3 14 0 L 0 0")
    let vein = Outline.symmetric("0 92 C 3 76 3.5 50 2.5 26 L 0 26")
    let ribs = [(70.0, 15.0), (52, 19), (38, 15)].flatMap { height, reach -> [Path] in
      let rib = Outline.path("5.5 \(height - 5) L \(reach + 3) \(height + 4) L 5.5 \(height) Z")
      return [rib, rib.mirrored]
    }
    return Ornament("oak-leaf", outline, holes: [vein] + ribs)
  }()

  static let mapleLeaf = Ornament(
    "maple-leaf",
    Outline.symmetric(
      "0 104 L 9 86 C 10 84 12 83 14 84 L 22 88 L 17 64 C 17 61 19 60 21 62 L 32 73 L 35 66 "
        + "C 36 65 37 65 38 65 "
        + "L 50 68 L 46 55 C 46 53 46 52 48 51 L 53 48 L 31 31 C 30 30 29 29 30 27 L 32 20 L 10 24 "
        + "C 7 24 5 23 5 20 L 6 8 C 7 4 10 2 14 0 L 0 0"))

  static let acanthus: Ornament = {
    let outline = Outline.symmetric(
      "0 104 C 10 98 15 90 12 80 C 20 82 27 86 34 94 C 39 84 37 74 29 67 C 38 67 45 70 52 76 "
        + "C 53 64 47 54 36 49 C 42 47 47 47 52 49 C 50 37 40 30 28 30 C 18 30 13 22 14 0 L 0 0")
    let centre = Outline.symmetric("0 90 C 4 74 5 40 3 8 L 0 8")
    let fold = Outline.path("9 30 C 10 46 17 60 27 72 C 21 60 15 46 14 32 Z")
    return Ornament("acanthus", outline, holes: [centre, fold, fold.mirrored])
  }()

  static let shamrock: Ornament = {
    let heart = Outline.path(
      "0 4 C 4 10 22 18 22 32 C 22 41 10 45 0 36 C -10 45 -22 41 -22 32 C -22 18 -4 10 0 4 Z")
    let top = heart.moved(0, 56)
    let right = heart.transformed(by: .rotation(degrees(100))).moved(4, 52)
    let stem = Outline.symmetric("0 56 L 4 52 C 4 30 8 8 18 0 L 0 0")
    let outline = Outline.symmetric(
      "0 93 C 10 101 22 97 22 88 C 22 80 18 74 12 68 C 22 74 40 74 46 62 C 48 48 36 32 26 38 "
        + "C 18 42 10 46 6 50 "
        + "C 6 26 10 8 18 0 L 0 0")
    return Ornament(
      "shamrock", [top, right, right.mirrored, stem].map { .fill($0) }, outline: outline)
  }()

  static let laurelSprig: Ornament = {
    let leaf = Outline.path("0 0 C 12 6 16 20 0 40 C -16 20 -12 6 0 0 Z")
    var shapes: [CrownDrawing.Shape] = [.stroke(Outline.path("M 0 0 L 0 70"), width: 6, cap: .butt)]
    for (height, spread) in [(10.0, 58.0), (34, 50), (56, 38)] {
      let right = leaf.turned(spread).moved(2, height)
      shapes += [.fill(right), .fill(right.mirrored)]
    }
    shapes.append(.fill(leaf.scaled(0.9).moved(0, 68)))
    let outline = Outline.symmetric(
      "0 106 C 14 96 28 98 30 86 C 36 74 40 66 36 58 C 44 46 44 38 36 32 L 8 8 L 8 0 L 0 0")
    return Ornament("laurel", shapes, outline: outline)
  }()

  static let wheatEar: Ornament = {
    let grain = Outline.path("0 0 C 13 4 18 18 5 32 C -8 22 -9 8 0 0 Z")
    var shapes: [CrownDrawing.Shape] = [.stroke(Outline.path("M 0 0 L 0 36"), width: 8, cap: .butt)]
    for row in 0..<3 {
      let height = 24 + Double(row) * 20
      let right = grain.turned(34).moved(4, height)
      let awn = Outline.path("M 20 \(height + 26) C 26 \(height + 36) 30 \(height + 44) 32 \(height + 52)")
      shapes += [.fill(right), .fill(right.mirrored)]
      if row > 0 { shapes += [.stroke(awn, width: 4.5), .stroke(awn.mirrored, width: 4.5)] }
    }
    shapes.append(.fill(grain.scaled(1.15).moved(-2.4, 82)))
    let outline = Outline.symmetric(
      "0 122 C 10 126 32 124 36 112 C 32 92 34 76 32 60 C 26 36 14 28 9 22 L 8 0 L 0 0")
    return Ornament("wheat", shapes, outline: outline)
  }()

  static let feather: Ornament = {
    let outline = Outline.symmetric(
      "0 104 C 16 104 26 94 26 80 C 24 78 25 76 27 72 C 28 56 22 40 14 28 C 10 22 6 12 6 0 L 0 0")
    let quill = Outline.symmetric("0 86 C 2 70 3 40 2.6 10 L 0 10")
    let barbs = [76.0, 60, 44].flatMap { height -> [Path] in
      let barb = Outline.path("6 \(height - 12) L 20 \(height + 4) L 6 \(height - 6) Z")
      return [barb, barb.mirrored]
    }
    return Ornament("feather", outline, holes: [quill] + barbs)
  }()
}

/// Single leaves, for wreaths.
extension Ornament {
  static let bayLeaf: Ornament = {
    let outline = Outline.symmetric("0 104 C 10 92 22 74 22 50 C 22 28 12 14 4 0 L 0 0")
    let vein = Outline.symmetric("0 80 C 2.6 66 3 44 2.4 22 L 0 22")
    return Ornament("bay-leaf", outline, holes: [vein])
  }()

  static let olive: Ornament = {
    let outline = Outline.symmetric("0 106 C 6 94 14 76 14 52 C 14 30 8 14 4 0 L 0 0")
    return Ornament("olive", outline)
  }()

  static let ivy: Ornament = {
    let outline = Outline.symmetric(
      "0 104 C 8 92 16 84 20 70 C 28 72 36 68 44 62 C 42 52 40 46 34 40 C 38 34 38 28 36 20 "
        + "C 26 20 16 22 8 28 "
        + "C 6 18 7 8 10 0 L 0 0")
    let vein = Outline.symmetric("0 82 C 3 70 3 50 2.4 32 L 0 32")
    return Ornament("ivy", outline, holes: [vein])
  }()

  static let palm: Ornament = {
    let leaf = Outline.path("0 0 C 12 8 20 22 24 44 C 8 36 0 18 0 0 Z")
    var shapes: [CrownDrawing.Shape] = [.stroke(Outline.path("M 0 0 L 0 78"), width: 5, cap: .butt)]
    for row in 0..<6 {
      let size = 1 - Double(row) * 0.07
      let right = leaf.scaled(size).turned(26 - Double(row) * 4).moved(0, 8 + Double(row) * 13)
      shapes += [.fill(right), .fill(right.mirrored)]
    }
    shapes.append(.fill(Outline.symmetric("0 106 C 6 94 6 84 0 70")))
    return Ornament(
      "palm", shapes,
      outline: Outline.symmetric("0 108 C 14 112 26 104 30 96 C 42 80 46 60 40 40 L 4 0 L 0 0"))
  }()
}
