import CLCMS2
import Glibc
import Localization

/// How colours of sRGB have to be sent to a monitor so that they look there as they should.
///
/// Colours are matched by the relative colorimetric intent with black point compensation: the monitor's white is white, and
/// what it cannot show becomes the nearest that it can. Colours of eight bits are looked up:
///
/// - A profile of three primaries and three curves becomes sRGB's curve, a matrix and the inverse curves, each curve
///   a table. It is exact at the tables' entries, and within a tenth of a level of eight bits between them.
/// - Any other profile becomes a table of 33³ places, read tetrahedrally. Its places are even along the monitor's own greys,
///   so that dark colours have as many as light ones.
public struct DisplayTransform: Hashable, Sendable {
  /// The kind of tables.
  public enum Kind: Hashable, Sendable {
    /// Light of the monitor's primaries from that of sRGB's: a row for each.
    case matrix(red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>)
    /// Places in each direction.
    case cube(side: Int)
  }

  /// Which of the two ways the colours go.
  public let kind: Kind

  /// Rows of red, green, blue and nothing, each `width` places long; the last row of a cube, or the first of a matrix,
  /// holds in its first 256 places what each byte of a channel becomes before it is looked up.
  ///
  /// The cube's other rows have blue growing downward, and green from one stretch of `side` places to the next, in which
  /// red grows. The second row of a matrix holds the curves of the monitor over the square root of light.
  public let texels: [SIMD4<Float>]
  /// How many places a row has.
  public let width: Int
  /// How many rows there are.
  public var height: Int { texels.count / width }

  /// The places of a curve.
  private static let places = 2048
  private static let side = 33

  /// Creates the mapping; nil where the monitor shows sRGB as it is, within half a level of eight bits.
  ///
  /// Costs some tens of milliseconds. Throws what is wrong with a profile that leads nowhere.
  public init?(_ profile: DisplayProfile) throws(ProfileError) {
    try self.init(profile, asCube: false)
    var isSame = true
    for value in UInt8.min...UInt8.max {
      for color in [
        SIMD3(value, value, value), SIMD3(value, 255 - value, 128), SIMD3(128, value, 255 - value),
      ] {
        let sent = sent(color)
        for channel in 0..<3 where (sent[channel] * 255 - Float(color[channel])).magnitude >= 0.5 {
          isSame = false
        }
      }
    }
    if isSame { return nil }
  }

  /// Creates the mapping, by a table in three dimensions where that is asked for or needed.
  init(_ profile: DisplayProfile, asCube: Bool) throws(ProfileError) {
    guard let handle = ProfileHandle(profile.bytes) else {
      throw ProfileError(Message("the profile is damaged"))
    }
    let isPlain =
      cmsIsMatrixShaper(handle.profile) != 0
      && ![cmsSigBToA0Tag, cmsSigBToA1Tag].contains { cmsIsTag(handle.profile, $0) != 0 }
    if isPlain, !asCube, let matrix = Self.matrix(handle) {
      (kind, texels, width) = (matrix.kind, matrix.texels, Self.places)
    } else {
      (kind, width) = (.cube(side: Self.side), Self.side * Self.side)
      texels = try Self.cube(profile)
    }
  }

  // MARK: Primaries and curves

  private static func matrix(_ handle: borrowing ProfileHandle) -> (kind: Kind, texels: [SIMD4<Float>])? {
    guard let srgb = ProfileHandle(cmsCreate_sRGBProfile()), let source = primaries(srgb),
      let target = primaries(handle), let back = inverse(target)
    else { return nil }
    let curves = [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag].compactMap {
      cmsReadTag(handle.profile, $0).map { OpaquePointer($0) }
    }
    guard curves.count == 3 else { return nil }
    // Columns are primaries: light of sRGB to that of the monitor.
    let rows = back.map { row -> SIMD3<Float> in
      let products = source.map { column in row[0] * column[0] + row[1] * column[1] + row[2] * column[2] }
      return SIMD3(Float(products[0]), Float(products[1]), Float(products[2]))
    }
    var texels = [SIMD4<Float>](repeating: .zero, count: 2 * places)
    for code in 0..<256 {
      let encoded = Double(code) / 255
      let light = encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
      texels[code] = SIMD4(Float(light), Float(light), Float(light), 0)
    }
    for place in 0..<places {
      let root = Double(place) / Double(places - 1)
      for channel in 0..<3 {
        texels[places + place][channel] = turnedRound(curves[channel], at: Float(root * root))
      }
    }
    return (.matrix(red: rows[0], green: rows[1], blue: rows[2]), texels)
  }

  /// Returns the primaries of a profile as they are adapted to D50, or nil where it has none.
  private static func primaries(_ handle: borrowing ProfileHandle) -> [[Double]]? {
    let profile = handle.profile
    let columns = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag].compactMap { tag in
      cmsReadTag(profile, tag).map { $0.assumingMemoryBound(to: cmsCIEXYZ.self).pointee }
    }
    return columns.count == 3 ? columns.map { [$0.X, $0.Y, $0.Z] } : nil
  }

  /// Returns the rows of the inverse of a matrix of columns (Cramer's rule), or nil for a singular one.
  private static func inverse(_ columns: [[Double]]) -> [[Double]]? {
    func cross(_ a: [Double], _ b: [Double]) -> [Double] {
      [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }
    let first = cross(columns[1], columns[2])
    let determinant: Double =
      columns[0][0] * first[0] + columns[0][1] * first[1] + columns[0][2] * first[2]
    guard determinant.magnitude > 1e-9 else { return nil }
    return [first, cross(columns[2], columns[0]), cross(columns[0], columns[1])].map { row in
      row.map { $0 / determinant }
    }
  }

  /// Returns the smallest number for which a curve gives so much light (bisection).
  private static func turnedRound(_ curve: OpaquePointer, at light: Float) -> Float {
    var (low, high) = (Float(0), Float(1))
    guard cmsEvalToneCurveFloat(curve, low) < light else { return low }
    for _ in 0..<24 {
      let middle = (low + high) / 2
      if cmsEvalToneCurveFloat(curve, middle) < light { low = middle } else { high = middle }
    }
    return high
  }

  // MARK: A table

  private static func cube(_ profile: DisplayProfile) throws(ProfileError) -> [SIMD4<Float>] {
    let transform = try Transform(from: .srgb, regalia_RGB_DBL, to: .display(profile), regalia_RGB_DBL)
    func sent(_ colors: [Double]) -> [Double] {
      transform.applied(to: colors, pixels: colors.count / 3, channels: 3)
    }
    // Greys rise from 0 to 1 along the table, whatever the monitor makes of them.
    let steps = 255 * 16
    var ramp: [Double] = []
    for step in 0...steps { ramp += [Double](repeating: Double(step) / Double(steps), count: 3) }
    let greys: [Double] = sent(ramp)
    var rise: [Double] = []
    for step in 0...steps {
      let mean: Double = (greys[3 * step] + greys[3 * step + 1] + greys[3 * step + 2]) / 3
      rise.append(max(mean, rise.last ?? mean))
    }
    let least: Double = rise[0]
    let most: Double = rise[steps]
    guard most - least > 0.1 else { throw ProfileError(Message("the profile makes all colours equal")) }
    rise = rise.map { ($0 - least) / (most - least) }
    var grid: [Double] = []
    for place in 0..<side {
      let wanted = Double(place) / Double(side - 1)
      guard let above = rise.firstIndex(where: { $0 >= wanted }), above > 0 else {
        grid.append(0)
        continue
      }
      let share = (wanted - rise[above - 1]) / max(rise[above] - rise[above - 1], 1e-12)
      grid.append((Double(above - 1) + share) / Double(steps))
    }
    var colors: [Double] = []
    colors.reserveCapacity(3 * side * side * side)
    for blue in grid {
      for green in grid {
        for red in grid { colors += [red, green, blue] }
      }
    }
    let values = sent(colors)
    var texels: [SIMD4<Float>] = []
    for place in stride(from: 0, to: values.count, by: 3) {
      texels.append(SIMD4(Float(values[place]), Float(values[place + 1]), Float(values[place + 2]), 0))
    }
    for code in 0..<(side * side) {
      let place = Float(rise[min(code, 255) * 16])
      texels.append(SIMD4(place, place, place, 0))
    }
    return texels
  }

  // MARK: Looking up

  /// Returns what is sent for a colour, 0…1, as the graphics card computes it.
  public func sent(_ color: SIMD3<UInt8>) -> SIMD3<Float> {
    switch kind {
    case .matrix(let red, let green, let blue):
      let light = SIMD3(texels[Int(color.x)].x, texels[Int(color.y)].x, texels[Int(color.z)].x)
      func root(_ row: SIMD3<Float>) -> Float { min(max((row * light).sum(), 0), 1).squareRoot() }
      return SIMD3(curve(root(red), 0), curve(root(green), 1), curve(root(blue), 2))
    case .cube(let side):
      let codes = (height - 1) * width
      let last = Float(side - 1)
      let place =
        SIMD3(texels[codes + Int(color.x)].x, texels[codes + Int(color.y)].x, texels[codes + Int(color.z)].x)
        * last
      let low = place.rounded(.down).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: last - 1))
      let rest = place - low
      let order = [0, 1, 2].sorted { (rest[$0], -$0) > (rest[$1], -$1) }
      var corner = SIMD3<Int>(low)
      var result = (1 - rest[order[0]]) * texel(corner, side)
      for (index, axis) in order.enumerated() {
        corner[axis] += 1
        result += (rest[axis] - (index < 2 ? rest[order[index + 1]] : 0)) * texel(corner, side)
      }
      return SIMD3(result.x, result.y, result.z)
    }
  }

  private func texel(_ corner: SIMD3<Int>, _ side: Int) -> SIMD4<Float> {
    texels[corner.z * width + corner.y * side + corner.x]
  }

  private func curve(_ root: Float, _ channel: Int) -> Float {
    let place = root * Float(width - 1)
    let low = min(place.rounded(.down), Float(width - 2))
    let (a, b) = (texels[width + Int(low)][channel], texels[width + Int(low) + 1][channel])
    return a + (b - a) * (place - low)
  }
}

/// The response of a monitor to the numbers that it receives: an ICC profile (ICC.1:2010) of a display in red, green
/// and blue.
public struct DisplayProfile: Hashable, Sendable {
  /// The whole file.
  public let bytes: [UInt8]
  /// The profile's description of itself, such as “Color LCD”.
  public let name: String

  /// Reads a profile.
  ///
  /// - Parameter bytes: An ICC profile.
  /// - Throws: ``ProfileError`` if the profile is damaged or not of a monitor.
  public init(bytes: [UInt8]) throws(ProfileError) {
    guard bytes.count >= 128, PrintProfile.signature(of: bytes, at: 36) == "acsp" else {
      throw ProfileError(Message("not an ICC profile"))
    }
    guard PrintProfile.signature(of: bytes, at: 16) == "RGB ",
      ["mntr", "spac"].contains(PrintProfile.signature(of: bytes, at: 12))
    else { throw ProfileError(Message("the profile does not describe a monitor")) }
    guard let handle = ProfileHandle(bytes) else { throw ProfileError(Message("the profile is damaged")) }
    self.bytes = bytes
    name = handle.text(cmsInfoDescription) ?? Message("unnamed", context: "profile").english
  }
}
