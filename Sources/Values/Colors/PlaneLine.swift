/// A curve through planes of colours: where a number that follows from a colour is a given one.
public struct PlaneLine: Hashable, Sendable {
  /// A number that follows from a colour in sRGB.
  public enum Measure: Hashable, Sendable {
    /// How far the colour lies inside the gamut of a screen: 0 on its edge, less outside.
    case room(Gamut)
    /// The relative luminance of WCAG 2.1.
    case luminance
    /// The luminance by which APCA judges.
    case apcaLuminance
  }

  /// What a screen can show.
  public enum Gamut: Hashable, Sendable, CaseIterable {
    /// The colours of sRGB, which nearly every screen shows.
    case srgb
    /// The colours of Display P3, which wider screens show.
    case displayP3
    /// The colours of ITU-R BT.2020, beyond most screens.
    case rec2020
  }

  /// The number that is the same all along the line.
  public let measure: Measure

  /// What the measure is on the line.
  public let level: Double

  /// What a person reads beside the line.
  public let label: String

  /// What colours on one side of the line have, and those on the other have not; nil for the edge of a gamut.
  public let requirement: ContrastRequirement?

  /// Creates a line from a measure, its value on the line, what a person reads, and what the line is the bound of.
  public init(
    _ measure: Measure, at level: Double, label: String, boundOf requirement: ContrastRequirement? = nil
  ) {
    (self.measure, self.level, self.label, self.requirement) = (measure, level, label, requirement)
  }

  /// The edges of what screens can show, from the narrowest to the widest.
  public static let edges = Gamut.allCases.map { gamut in
    let label =
      switch gamut {
      case .srgb: "sRGB"
      case .displayP3: "P3"
      case .rec2020: "Rec. 2020"
      }
    return PlaneLine(.room(gamut), at: 0, label: label)
  }

  /// Whether the line is the edge of a gamut.
  public var isEdge: Bool {
    if case .room = measure { true } else { false }
  }

  /// Returns how far a colour is beyond the line: 0 on it.
  ///
  /// Contrast is judged as a colour is shown, within sRGB; gamuts take a colour as it is.
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

  /// Returns what the measure follows from, for the processor and for the graphics card: a luminance, or the three
  /// channels of a gamut, of which the one nearest to 0 or 1 counts.
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

  /// How much the channels of sRGB weigh in the luminance of APCA.
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
