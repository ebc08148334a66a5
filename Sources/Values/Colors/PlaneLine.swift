/// A level curve in a plane of colours: the points at which a measure has a given value.
public struct PlaneLine: Hashable, Sendable {
  /// A measure of a colour in sRGB.
  public enum Measure: Hashable, Sendable {
    /// The distance to the boundary of a gamut: 0 on it, negative outside.
    case room(Gamut)
    /// The relative luminance of WCAG 2.1.
    case luminance
    /// APCA's luminance.
    case apcaLuminance
  }

  /// The gamut of a display.
  public enum Gamut: Hashable, Sendable, CaseIterable {
    /// sRGB, which nearly every display covers.
    case srgb
    /// Display P3, for wide-gamut displays.
    case displayP3
    /// ITU-R BT.2020, beyond most displays.
    case rec2020
  }

  /// The measure that is constant along the line.
  public let measure: Measure

  /// The value of the measure on the line.
  public let level: Double

  /// The label of the line.
  public let label: String

  /// The requirement that colours on one side of the line meet and those on the other do not; nil for the boundary of a
  /// gamut.
  public let requirement: ContrastRequirement?

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - measure: The measure that is constant along the line.
  ///   - level: Its value, in the unit of the measure.
  ///   - label: The text beside the line.
  ///   - requirement: The requirement of which the line is the limit.
  public init(
    _ measure: Measure, at level: Double, label: String, boundOf requirement: ContrastRequirement? = nil
  ) {
    (self.measure, self.level, self.label, self.requirement) = (measure, level, label, requirement)
  }

  /// The boundaries of display gamuts, from the narrowest to the widest.
  public static let edges = Gamut.allCases.map { gamut in
    let label =
      switch gamut {
      case .srgb: "sRGB"
      case .displayP3: "P3"
      case .rec2020: "Rec. 2020"
      }
    return PlaneLine(.room(gamut), at: 0, label: label)
  }

  /// Whether the line is the boundary of a gamut.
  public var isEdge: Bool {
    if case .room = measure { true } else { false }
  }

  /// Returns the signed difference of a colour's measure from the line's level.
  ///
  /// Contrast uses a colour clipped to sRGB; gamuts use the unclipped one.
  public func excess(of color: RGBA) -> Double {
    measure.value([color.red, color.green, color.blue]) - level
  }
}

extension PlaneLine.Measure {
  /// Returns the measure of encoded sRGB.
  func value(_ rgb: [Double]) -> Double {
    let parts = parts(rgb)
    guard parts.count > 1 else { return parts[0] }
    return parts.map { min($0, 1 - $0) }.min() ?? 0
  }

  /// Returns the measure's inputs, for CPU and GPU: a luminance, or the three channels in a gamut, of which the one
  /// nearest to 0 or 1 counts.
  func parts<Number: PlaneScalar>(_ rgb: [Number]) -> [Number] {
    switch self {
    case .room(.srgb): rgb
    case .room(.displayP3): light(rgb, in: .displayP3)
    case .room(.rec2020): light(rgb, in: .rec2020)
    case .luminance:
      [weighted(shown(rgb).map(PlaneMath.decoded), by: Triple(0.2126, 0.7152, 0.0722))]
    case .apcaLuminance:
      [weighted(shown(rgb).map { $0.power(2.4) }, by: Self.apcaWeights)]
    }
  }

  /// The weights of sRGB's channels in APCA's luminance.
  private static let apcaWeights = Triple(0.2126729, 0.7151522, 0.0721750)

  private func light<Number: PlaneScalar>(_ rgb: [Number], in encoding: RGBEncoding) -> [Number] {
    let light = PlaneTriple(rgb[0], rgb[1], rgb[2]).map(PlaneMath.decoded)
    return PlaneMath.product(encoding.fromXYZ * RGBEncoding.srgb.toXYZ, light).all
  }

  private func shown<Number: PlaneScalar>(_ rgb: [Number]) -> [Number] {
    rgb.map { Number.smaller(Number.larger($0, Number(0)), Number(1)) }
  }

  private func weighted<Number: PlaneScalar>(_ light: [Number], by weights: Triple) -> Number {
    light[0] * Number(weights.x) + light[1] * Number(weights.y) + light[2] * Number(weights.z)
  }
}
