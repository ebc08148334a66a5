import Synchronization

extension ColorPlane {
  /// All planes, the usual one first.
  public static let all: [ColorPlane] =
    [.hsb, hsl, okhsv, okhsl, oklch, oklchAtLightness, oklab, lab] + rgb

  /// Returns the planes of a name, which differ in the coordinate that is fixed.
  public static func named(_ name: String) -> [ColorPlane] { all.filter { $0.space == name } }

  /// Creates a plane from one formula for the processor and the graphics card.
  private init<Formula: PlaneFormula>(
    _ formula: Formula.Type, name: String, space: String, title: String, across: Axis, up: Axis, fixed: Axis,
    exceedsSRGB: Bool = false,
    coordinates: @escaping @Sendable (RGBA) -> (across: Double?, up: Double?, fixed: Double?),
    sample: @escaping @Sendable (_ fixed: Double) -> RGBA,
    cells: (@Sendable (_ constants: [Double]) -> [Cell])? = nil
  ) {
    let texts = PlaneTexts(text: { Formula.text(across, up) }, shown: { Formula.shownText(across, up) })
    self.init(
      name: name, space: space, title: title, across: across, up: up, fixed: fixed,
      exceedsSRGB: exceedsSRGB, color: { Formula.color($0, $1, $2) }, coordinates: coordinates,
      sample: sample,
      shader: {
        let constants = Formula.constants($0)
        let (text, shownText) = texts.written
        return Shader(
          text, constants: constants.map(Float.init), shown: shownText, cells: cells?(constants) ?? [])
      })
  }

  private static let hueAxis = Axis("Hue", 0...360, isCircular: true)

  private static let hsl = ColorPlane(
    HSLFormula.self, name: "hsl", space: "hsl", title: "HSL: saturation and lightness",
    across: Axis("Saturation"),
    up: Axis("Lightness"), fixed: hueAxis,
    coordinates: {
      let hsl = HSL($0)
      return (hsl.lightness > 0 && hsl.lightness < 1 ? hsl.saturation : nil, hsl.lightness, hsl.hue)
    },
    sample: { HSL(hue: $0, saturation: 1, lightness: 0.5).rgba() })

  private static let okhsv = ColorPlane(
    OKHSVFormula.self, name: "okhsv", space: "okhsv", title: "OKHSV: saturation and value",
    across: Axis("Saturation"),
    up: Axis("Value"), fixed: hueAxis,
    coordinates: {
      let okhsv = OKHSV($0)
      return (okhsv.value > 0 ? okhsv.saturation : nil, okhsv.value, okhsv.hue)
    },
    sample: { OKHSV(hue: $0, saturation: 1, value: 1).rgba().clipped }, cells: OKHSVFormula.cells)

  private static let okhsl = ColorPlane(
    OKHSLFormula.self, name: "okhsl", space: "okhsl", title: "OKHSL: saturation and lightness",
    across: Axis("Saturation"), up: Axis("Lightness"), fixed: hueAxis,
    coordinates: {
      let okhsl = OKHSL($0)
      return (okhsl.lightness > 0 && okhsl.lightness < 1 ? okhsl.saturation : nil, okhsl.lightness, okhsl.hue)
    },
    sample: { OKHSL(hue: $0, saturation: 1, lightness: 0.65).rgba().clipped },
    cells: OKHSLFormula.cells)

  private static let oklch = ColorPlane(
    OKLCHFormula.self, name: "oklch", space: "oklch", title: "OKLCH: chroma and lightness",
    across: Axis("Chroma", 0...0.4), up: Axis("Lightness"), fixed: hueAxis, exceedsSRGB: true,
    coordinates: {
      let oklch = OKLCH($0)
      return (oklch.chroma, oklch.lightness, oklch.hue)
    },
    sample: { Color(in: .oklch, 0.7, 0.12, $0).mapped(to: .srgb).rgba })

  private static let oklchAtLightness = ColorPlane(
    OKLCHAtLightnessFormula.self, name: "oklch-hue", space: "oklch", title: "OKLCH: hue and chroma",
    across: hueAxis, up: Axis("Chroma", 0...0.4), fixed: Axis("Lightness"), exceedsSRGB: true,
    coordinates: {
      let oklch = OKLCH($0)
      return (oklch.hue, oklch.chroma, oklch.lightness)
    },
    sample: { Oklab(lightness: $0, a: 0, b: 0).rgba() })

  private static let oklab = ColorPlane(
    OklabFormula.self, name: "oklab", space: "oklab", title: "Oklab: a and b", across: Axis("a", -0.4...0.4),
    up: Axis("b", -0.4...0.4), fixed: Axis("Lightness"), exceedsSRGB: true,
    coordinates: {
      let oklab = Oklab($0)
      return (oklab.a, oklab.b, oklab.lightness)
    },
    sample: { Oklab(lightness: $0, a: 0, b: 0).rgba() })

  private static let lab = ColorPlane(
    LabFormula.self, name: "lab", space: "lab", title: "Lab: a and b", across: Axis("a", -125...125),
    up: Axis("b", -125...125), fixed: Axis("Lightness", 0...100), exceedsSRGB: true,
    coordinates: {
      let lab = Color($0).lab
      return (lab.a, lab.b, lab.lightness)
    },
    sample: { Color(in: .lab, $0, 0, 0).rgba })

  private static let rgb: [ColorPlane] = {
    let names = ["Red", "Green", "Blue"]
    func plane<Formula: RGBFormula>(_ formula: Formula.Type) -> ColorPlane {
      let fixed = formula.fixedChannel
      let others = (0..<3).filter { $0 != fixed }
      return ColorPlane(
        formula, name: "rgb-" + names[fixed].lowercased(), space: "rgb",
        title: "RGB: \(names[others[0]].lowercased()) and \(names[others[1]].lowercased())",
        across: Axis(names[others[0]], 0...255), up: Axis(names[others[1]], 0...255),
        fixed: Axis(names[fixed], 0...255),
        coordinates: { color in
          let channels = [color.red, color.green, color.blue].map { $0 * 255 }
          return (channels[others[0]], channels[others[1]], channels[fixed])
        },
        sample: { value in
          var channels = [0.0, 0, 0]
          channels[fixed] = value / 255
          return RGBA(red: channels[0], green: channels[1], blue: channels[2])
        })
    }
    return [plane(RedFormula.self), plane(GreenFormula.self), plane(BlueFormula.self)]
  }()
}

/// HSL at a hue, whose pure colour are the constants.
private enum HSLFormula: PlaneFormula {
  static func constants(_ hue: Double) -> [Double] {
    let pure = HSL(hue: hue, saturation: 1, lightness: 0.5).rgba()
    return [pure.red - 0.5, pure.green - 0.5, pure.blue - 0.5]
  }

  static func rgb<Number: PlaneScalar>(_ saturation: Number, _ lightness: Number, _ pure: [Number])
    -> PlaneTriple<Number>
  {
    let one = Number(1)
    let chroma = (one - (lightness * Number(2) - one).magnitude) * saturation
    return PlaneTriple(pure[0], pure[1], pure[2]).map { lightness + chroma * $0 }
  }
}

/// OKHSV at a hue.
fileprivate enum OKHSVFormula: LightFormula {
  static func constants(_ hue: Double) -> [Double] { OkhsvTriangle<Double>.constants(hue: hue) }

  static func light<Number: PlaneScalar>(_ saturation: Number, _ value: Number, _ shape: [Number])
    -> PlaneTriple<Number>
  {
    let (lightness, a, b) = OkhsvTriangle(shape).lab(saturation: saturation, value: value)
    return PlaneMath.light(lightness: lightness, a: a, b: b)
  }
}

extension OKHSVFormula: CellFormula {
  static func breaks(_ triangle: [Double]) -> (across: [Double], up: [Double]) { ([], []) }
}

/// OKHSL at a hue.
fileprivate enum OKHSLFormula: PlaneFormula {
  static func constants(_ hue: Double) -> [Double] { OkhslCurve<Double>.constants(hue: hue) }

  static func rgb<Number: PlaneScalar>(_ saturation: Number, _ shown: Number, _ shape: [Number])
    -> PlaneTriple<Number>
  {
    let (zero, one) = (Number(0), Number(1))
    let lightness = PlaneMath.untoed(shown)
    let chroma = OkhslCurve(shape, lightness: lightness).chroma(ofSaturation: saturation)
    // Black and white have no chroma at any saturation.
    let inside = lightness.below(
      Number(1e-6), then: zero, else: (one - lightness).below(Number(1e-6), then: zero, else: chroma))
    return PlaneMath.light(
      lightness: lightness, chroma: inside, ray: OkhslCurve<Number>.ray(shape)
    ).map(PlaneMath.encodedInside)
  }
}

extension OKHSLFormula: CellFormula {
  static func breaks(_ shape: [Double]) -> (across: [Double], up: [Double]) {
    let lightnesses = [OkhslCurve<Double>.cuspLightness(shape)] + OkhslCurve<Double>.jumps(shape)
    return ([OkhslCurve<Double>.joint], lightnesses.map(Toe.shown))
  }
}

/// OKLCH at a hue: how far the roots of the cones go with the chroma are the constants.
private enum OKLCHFormula: LightFormula {
  static func constants(_ hue: Double) -> [Double] {
    let direction = cartesian(chroma: 1, degrees: hue)
    let slopes = Oklab.labToCones * Triple(0, direction.a, direction.b)
    return [slopes.x, slopes.y, slopes.z]
  }

  static func light<Number: PlaneScalar>(_ chroma: Number, _ lightness: Number, _ slopes: [Number])
    -> PlaneTriple<Number>
  {
    PlaneMath.light(ofRoots: PlaneTriple(slopes[0], slopes[1], slopes[2]).map { lightness + chroma * $0 })
  }
}

/// OKLCH at a lightness.
private enum OKLCHAtLightnessFormula: LightFormula {
  static func constants(_ lightness: Double) -> [Double] { [lightness] }

  static func light<Number: PlaneScalar>(_ hue: Number, _ chroma: Number, _ lightness: [Number])
    -> PlaneTriple<Number>
  {
    let angle = hue * Number(.pi / 180)
    return PlaneMath.light(lightness: lightness[0], a: chroma * angle.cosine, b: chroma * angle.sine)
  }
}

/// Oklab at a lightness.
private enum OklabFormula: LightFormula {
  static func constants(_ lightness: Double) -> [Double] { [lightness] }

  static func light<Number: PlaneScalar>(_ a: Number, _ b: Number, _ lightness: [Number])
    -> PlaneTriple<Number>
  {
    PlaneMath.light(lightness: lightness[0], a: a, b: b)
  }
}

/// CIE Lab at a lightness, relative to D50.
private enum LabFormula: LightFormula {
  private static let lightFromD50 = RGBEncoding.srgb.fromXYZ * WhitePoint.d50ToD65

  static func constants(_ lightness: Double) -> [Double] { [(lightness + 16) / 116] }

  static func light<Number: PlaneScalar>(_ a: Number, _ b: Number, _ middle: [Number])
    -> PlaneTriple<Number>
  {
    let roots = PlaneTriple(middle[0] + a / Number(500), middle[0], middle[0] - b / Number(200))
    let xyz = roots.map { root in
      // The straight part near black begins at 6/29 (CIE 15:2004).
      root.below(
        Number(6.0 / 29), then: (root * Number(116) - Number(16)) * Number(27.0 / 24389),
        else: root * root * root)
    }
    return PlaneMath.product(lightFromD50 * Matrix3(diagonal: WhitePoint.d50), xyz)
  }
}

/// RGB of eight bits with one channel fixed.
private protocol RGBFormula: PlaneFormula {
  static var fixedChannel: Int { get }
}

extension RGBFormula {
  static func constants(_ value: Double) -> [Double] { [value / 255] }

  static func rgb<Number: PlaneScalar>(_ across: Number, _ up: Number, _ fixed: [Number])
    -> PlaneTriple<Number>
  {
    var channels = [across / Number(255), up / Number(255)]
    channels.insert(fixed[0], at: fixedChannel)
    return PlaneTriple(channels[0], channels[1], channels[2])
  }
}

private enum RedFormula: RGBFormula { static let fixedChannel = 0 }
private enum GreenFormula: RGBFormula { static let fixedChannel = 1 }
private enum BlueFormula: RGBFormula { static let fixedChannel = 2 }

/// The texts of a plane's programs, which are written when the plane is first drawn: all of them together take longer than
/// the start of a window should.
private final class PlaneTexts: Sendable {
  private let text: @Sendable () -> String
  private let shown: @Sendable () -> String
  private let known = Mutex<(text: String, shown: String)?>(nil)

  init(text: @escaping @Sendable () -> String, shown: @escaping @Sendable () -> String) {
    (self.text, self.shown) = (text, shown)
  }

  var written: (text: String, shown: String) {
    known.withLock { known in
      let texts = known ?? (text(), shown())
      known = texts
      return texts
    }
  }
}
