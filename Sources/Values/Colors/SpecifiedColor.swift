/// A colour as written, including which components are `none`, as interpolation requires.
///
/// The rules are those of CSS Color 4 §12. A missing component takes the other colour's value. A missing component with
/// an analogue in the target space of a conversion stays missing there. Components without individual analogues stay
/// missing as a set, such as a and b of Lab, which become chroma and hue of LCH.
struct SpecifiedColor {
  /// The missing components: a bit each, the fifth for alpha.
  struct Missing: OptionSet {
    let rawValue: UInt8

    static let alpha = Missing(rawValue: 1 << 4)

    static func component(_ index: Int) -> Missing { Missing(rawValue: 1 << UInt8(index)) }
  }

  let space: ColorSpace

  /// The components; a missing one is 0.
  var components: SIMD4<Double>

  /// The opacity, 0 if it is missing.
  var alpha: Double

  var missing: Missing = []

  /// The displayed colour: missing components are 0, and a missing hue is absent.
  var color: Color {
    if let index = space.hueIndex, missing.contains(.component(index)) {
      return space.hueIndex == 0
        ? Color(in: space, hue: nil, components.y, components.z, alpha: alpha)
        : Color(in: space, hue: nil, components.x, components.y, alpha: alpha)
    }
    return Color(in: space, components.x, components.y, components.z, components.w, alpha: alpha)
  }

  init(in space: ColorSpace, _ components: SIMD4<Double>, alpha: Double, missing: Missing = []) {
    (self.space, self.components, self.alpha, self.missing) = (space, components, alpha, missing)
  }

  init(_ color: Color) {
    self.init(in: color.space, color.components, alpha: color.alpha)
    if color.lacksHue, let index = space.hueIndex { missing.insert(.component(index)) }
  }

  /// Returns the colour in another space; a hue that is powerless there is missing.
  func converted(to target: ColorSpace) -> SpecifiedColor {
    guard target != space else { return self }
    var result = SpecifiedColor(color.converted(to: target))
    if missing.contains(.alpha) { result.missing.insert(.alpha) }
    for place in target.places(analogousTo: missing, in: space) {
      result.missing.insert(.component(place))
      result.components[place] = 0
    }
    return result
  }

  /// Returns the interpolation with another colour: premultiplied, with the hue along one of four arcs.
  ///
  /// - Parameter fraction: The position between the two, 0…1.
  func interpolated(
    to other: SpecifiedColor, at fraction: Double, in space: ColorSpace, hue arc: HueArc
  ) -> SpecifiedColor {
    var (a, b) = (converted(to: space), other.converted(to: space))
    let absent = a.missing.intersection(b.missing)
    for index in 0..<4 {
      if a.missing.contains(.component(index)) { a.components[index] = b.components[index] }
      if b.missing.contains(.component(index)) { b.components[index] = a.components[index] }
    }
    if a.missing.contains(.alpha) { a.alpha = b.missing.contains(.alpha) ? 1 : b.alpha }
    if b.missing.contains(.alpha) { b.alpha = a.alpha }

    let alpha = min(max(a.alpha + (b.alpha - a.alpha) * fraction, 0), 1)
    let weights = alpha > 0 ? (a.alpha / alpha, b.alpha / alpha) : (1, 1)
    var mixed = a.components * (weights.0 * (1 - fraction)) + b.components * (weights.1 * fraction)
    if let index = space.hueIndex {
      mixed[index] = turned(arc.hue(from: a.components[index], to: b.components[index], at: fraction))
    }
    return SpecifiedColor(
      in: space, mixed, alpha: absent.contains(.alpha) ? 0 : alpha, missing: absent)
  }
}

/// The direction of interpolation on the hue circle (CSS Color 4 §12.4).
public enum HueArc: String, CaseIterable, Sendable {
  /// The arc below 180°.
  case shorter
  /// The arc above 180°; a full turn for equal hues.
  case longer
  /// Increasing hues.
  case increasing
  /// Decreasing hues.
  case decreasing

  /// Returns the hue at a fraction, in degrees that may exceed one turn.
  func hue(from start: Double, to end: Double, at fraction: Double) -> Double {
    var turn = (end - start).truncatingRemainder(dividingBy: 360)
    switch self {
    case .shorter: if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    case .longer:
      if turn > 0, turn < 180 { turn -= 360 } else if turn > -180, turn <= 0 { turn += 360 }
    case .increasing: if turn < 0 { turn += 360 }
    case .decreasing: if turn > 0 { turn -= 360 }
    }
    return start + turn * fraction
  }
}

extension ColorSpace {
  /// The quantity that a component measures; components of the same kind in two spaces are analogous (CSS Color 4
  /// §12.2).
  enum ComponentKind {
    case red, green, blue, lightness, colorfulness, hue, a, b
  }

  /// Returns the components that stay missing when a colour of another space is converted to this one.
  func places(analogousTo missing: SpecifiedColor.Missing, in source: ColorSpace) -> [Int] {
    let (own, others) = (componentKinds, source.componentKinds)
    let carried = own.indices.filter { place in
      guard let kind = own[place], let index = others.firstIndex(of: kind) else { return false }
      return missing.contains(.component(index))
    }
    func rest(_ kinds: [ComponentKind?], beside others: [ComponentKind?]) -> [Int] {
      kinds.indices.filter { kinds[$0] == nil || !others.contains(kinds[$0]) }
    }
    let left = rest(others, beside: own)
    let isSetMissing = !left.isEmpty && left.allSatisfy { missing.contains(.component($0)) }
    return carried + (isSetMissing ? rest(own, beside: others) : [])
  }

  /// The kinds of the components; nil for one without an analogue.
  var componentKinds: [ComponentKind?] {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .proPhotoRGB, .rec2020, .xyzD65, .xyzD50:
      [.red, .green, .blue]
    case .hsl, .okhsl: [.hue, .colorfulness, .lightness]
    case .hsb, .okhsv: [.hue, .colorfulness, nil]
    case .hwb: [.hue, nil, nil]
    case .cmyk: [nil, nil, nil, nil]
    case .lab, .oklab: [.lightness, .a, .b]
    case .lch, .oklch: [.lightness, .colorfulness, .hue]
    }
  }
}
