import CLCMS2
public import Colors
public import Geometry

/// Where in a plane of colours the region ends that a press can print.
///
/// A colour counts as printable when its inks show it within `PrintProof.limit`, also where sRGB does not have it: presses
/// have some cyans and yellows that screens lack.
public struct PrintableRegion: Hashable, Sendable {
  /// The profile's description of itself.
  public let profile: String

  /// The kind of plane.
  public let plane: ColorPlane
  /// The value of its fixed coordinate, in the unit of that.
  public let level: Double

  /// The edge as polylines, in shares of the way along the axes: x from 0 to 1 rightward, y from 0 to 1 upward. Their
  /// corners lie on the edge itself.
  public let lines: [[Point]]

  /// Returns the edge as a line of dashes and dots over a plane of a size, to be filled non-zero; y is downward.
  ///
  /// - Parameters:
  ///   - size: The size of the plane, in points.
  ///   - width: The width of the line, in points.
  public func stroke(in size: Size, width: Double) -> Path {
    var path = Path()
    for line in lines {
      for (index, place) in line.enumerated() {
        let point = Point(place.x * size.width, (1 - place.y) * size.height)
        if index == 0 { path.move(to: point) } else { path.line(to: point) }
      }
    }
    // The casing is as much longer than what it surrounds as it is wider.
    let more = width - 1
    return path.stroked(
      StrokeStyle(
        width: width, join: .round, dashes: [8 + more, 3 - more, 2 + more, 3 - more], dashOffset: more / 2),
      tolerance: 0.1)
      ?? Path()
  }
}

/// Tells which colours a press can print, as `InkConverter` has them.
///
/// It belongs to the thread that made it.
public final class PrintableColors {
  /// The profile of the press.
  public let profile: PrintProfile
  private let inks: Transform
  private let printed: Transform

  /// Prepares the tables; costs some ten milliseconds.
  ///
  /// - Throws: ``ProfileError`` if the profile has no usable tables.
  public init(_ profile: PrintProfile) throws(ProfileError) {
    self.profile = profile
    inks = try Transform(from: .lab, regalia_Lab_DBL, to: .press(profile), regalia_CMYK_16)
    printed = try Transform(from: .press(profile), regalia_CMYK_16, to: .lab, regalia_Lab_DBL)
  }

  /// Returns how far each colour is beyond what the press prints: nothing on the edge, less inside.
  func excess(of colors: [RGBA]) -> [Double] {
    var wanted: [Double] = []
    wanted.reserveCapacity(3 * colors.count)
    for color in colors {
      let lab = Color(color).lab
      wanted += [lab.lightness, lab.a, lab.b]
    }
    let inks: [UInt16] = self.inks.applied(to: wanted, pixels: colors.count, channels: 4)
    let printed: [Double] = self.printed.applied(to: inks, pixels: colors.count, channels: 3)
    return colors.indices.map { index in
      var a = cmsCIELab(L: wanted[3 * index], a: wanted[3 * index + 1], b: wanted[3 * index + 2])
      var b = cmsCIELab(L: printed[3 * index], a: printed[3 * index + 1], b: printed[3 * index + 2])
      return cmsCIE2000DeltaE(&a, &b, 1, 1, 1) - PrintProof.limit
    }
  }

  /// The cells of the grid in each direction; what is narrower than a cell may be missed.
  private static let cells = 64

  /// Finds what of a plane the press prints: some ten thousand colours, a few tens of milliseconds.
  ///
  /// - Parameters:
  ///   - plane: The plane.
  ///   - level: The value of its fixed coordinate, in its own unit.
  public func region(of plane: ColorPlane, at level: Double) -> PrintableRegion {
    let cells = Self.cells
    func corner(_ index: Int) -> Point {
      Point(Double(index % (cells + 1)) / Double(cells), Double(index / (cells + 1)) / Double(cells))
    }
    func excess(at places: [Point]) -> [Double] {
      self.excess(
        of: places.map {
          plane.color(plane.across.value(atShare: $0.x), plane.up.value(atShare: $0.y), level)
        })
    }
    let isBeyond = excess(at: (0..<(cells + 1) * (cells + 1)).map(corner)).map { $0 >= 0 }
    // Sides of cells that the edge crosses, each once, by the corners at their ends.
    var crossed: [Side: Int] = [:]
    var ends: [(inside: Point, beyond: Point)] = []
    func crossing(_ a: Int, _ b: Int) -> Int {
      let side = Side(a: min(a, b), b: max(a, b))
      if let known = crossed[side] { return known }
      crossed[side] = ends.count
      ends.append(isBeyond[a] ? (corner(b), corner(a)) : (corner(a), corner(b)))
      return ends.count - 1
    }
    var pieces: [(Int, Int)] = []
    for row in 0..<cells {
      for column in 0..<cells {
        let first = row * (cells + 1) + column
        let around = [first, first + 1, first + cells + 2, first + cells + 1]
        let crossings = (0..<4).compactMap { side -> Int? in
          let (a, b) = (around[side], around[(side + 1) % 4])
          return isBeyond[a] == isBeyond[b] ? nil : crossing(a, b)
        }
        for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
          pieces.append((crossings[pair], crossings[pair + 1]))
        }
      }
    }
    // Bisection, all crossings at a time.
    for _ in 0..<10 {
      let middles = ends.map { $0.inside.interpolated(to: $0.beyond, at: 0.5) }
      for (index, value) in excess(at: middles).enumerated() {
        if value >= 0 { ends[index].beyond = middles[index] } else { ends[index].inside = middles[index] }
      }
    }
    let places = ends.map { $0.inside.interpolated(to: $0.beyond, at: 0.5) }
    return PrintableRegion(
      profile: profile.name, plane: plane, level: level,
      lines: Self.chained(pieces, count: places.count).map { $0.map { places[$0] } })
  }

  private struct Side: Hashable {
    let a: Int
    let b: Int
  }

  /// Joins pieces whose ends are the same to lines, the open ones first.
  private static func chained(_ pieces: [(Int, Int)], count: Int) -> [[Int]] {
    var neighbours = [[Int]](repeating: [], count: count)
    for (a, b) in pieces {
      neighbours[a].append(b)
      neighbours[b].append(a)
    }
    var lines: [[Int]] = []
    func follow(from start: Int) {
      var line = [start]
      var place = start
      while let next = neighbours[place].popLast() {
        neighbours[next].removeAll { $0 == place }
        line.append(next)
        place = next
      }
      if line.count > 1 { lines.append(line) }
    }
    for start in 0..<count where neighbours[start].count == 1 { follow(from: start) }
    for start in 0..<count where !neighbours[start].isEmpty { follow(from: start) }
    return lines
  }
}

/// A picture as a press shows it, and what of it the press cannot show.
public struct PrintProof: Hashable, Sendable {
  /// The picture as it looks on paper, which is white here; its alpha is kept.
  public let picture: Bitmap
  /// For each pixel whether the press shows another colour than it should.
  public let isOutOfGamut: [Bool]

  /// How many of the pixels the press cannot show, 0…1.
  public var share: Double {
    guard !isOutOfGamut.isEmpty else { return 0 }
    return Double(isOutOfGamut.count { $0 }) / Double(isOutOfGamut.count)
  }

  /// The least difference, as ΔE2000 (CIE 142), that counts: what is seen at a glance. Tables of profiles alone give back
  /// what lies within the gamut only to about 1.
  public static let limit = 3.0
}

/// Proofs pictures for a press: to its inks and back, as `InkConverter` has them.
///
/// It belongs to the thread that made it.
public final class PrintProofer {
  private let inks: Transform
  private let shown: Transform
  private let wanted: Transform
  private let printed: Transform

  /// Prepares the tables; costs some ten milliseconds.
  ///
  /// - Throws: ``ProfileError`` if the profile has no usable tables.
  public init(_ profile: PrintProfile) throws(ProfileError) {
    inks = try Transform(from: .srgb, regalia_RGBA_8, to: .press(profile), regalia_CMYK_16)
    shown = try Transform(from: .press(profile), regalia_CMYK_16, to: .srgb, regalia_RGB_8)
    wanted = try Transform(from: .srgb, regalia_RGBA_8, to: .lab, regalia_Lab_DBL)
    printed = try Transform(from: .press(profile), regalia_CMYK_16, to: .lab, regalia_Lab_DBL)
  }

  /// Proofs a picture, row by row; some two million pixels a second.
  public func proof(of bitmap: Bitmap) -> PrintProof {
    let width = bitmap.size.width
    var picture = bitmap
    var marks: [Bool] = []
    marks.reserveCapacity(bitmap.bytes.count / 4)
    for y in 0..<bitmap.size.height where width > 0 {
      let start = 4 * y * width
      let row = Array(bitmap.bytes[start..<start + 4 * width])
      let inks: [UInt16] = self.inks.applied(to: row, pixels: width, channels: 4)
      let shown: [UInt8] = self.shown.applied(to: inks, pixels: width, channels: 3)
      let wanted: [Double] = self.wanted.applied(to: row, pixels: width, channels: 3)
      let printed: [Double] = self.printed.applied(to: inks, pixels: width, channels: 3)
      for x in 0..<width {
        for channel in 0..<3 { picture.bytes[start + 4 * x + channel] = shown[3 * x + channel] }
        // Flat colours come in runs.
        let isSame = x > 0 && row[4 * x..<4 * x + 3] == row[4 * x - 4..<4 * x - 1]
        let isOut =
          isSame ? marks.last == true : Self.difference(wanted, printed, at: 3 * x) > PrintProof.limit
        marks.append(isOut)
      }
    }
    return PrintProof(picture: picture, isOutOfGamut: marks)
  }

  private static func difference(_ first: [Double], _ second: [Double], at index: Int) -> Double {
    var a = cmsCIELab(L: first[index], a: first[index + 1], b: first[index + 2])
    var b = cmsCIELab(L: second[index], a: second[index + 1], b: second[index + 2])
    return cmsCIE2000DeltaE(&a, &b, 1, 1, 1)
  }
}
