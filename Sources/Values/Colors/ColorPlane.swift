import Synchronization

/// A plane of colours: two coordinates of a colour space side by side at one value of the third.
///
/// Everything that shows or measures planes finds them in `all`; another one is one more value there. Its `color`
/// and its `shader` say the same, once for the processor and once for the graphics card.
public struct ColorPlane: Sendable {
  /// A coordinate: what it is called and the values it goes through.
  public struct Axis: Hashable, Sendable {
    /// What a person reads, such as “Hue”.
    public let name: String
    /// The values from one end to the other, in the unit of the coordinate.
    public let range: ClosedRange<Double>

    /// Whether the end of the range is its beginning again, as with angles.
    public let isCircular: Bool

    /// Creates a coordinate; its range has some length.
    public init(_ name: String, _ range: ClosedRange<Double> = 0...1, isCircular: Bool = false) {
      precondition(range.lowerBound < range.upperBound, "a coordinate needs room between its ends")
      self.name = name
      self.range = range
      self.isCircular = isCircular
    }

    private var length: Double { range.upperBound - range.lowerBound }

    /// Returns how far along the axis a value lies, from 0 to 1.
    public func share(of value: Double) -> Double { (value - range.lowerBound) / length }

    /// Returns the value at a share of the way along the axis; beyond its ends, the end.
    public func value(atShare share: Double) -> Double {
      range.lowerBound + min(max(share, 0), 1) * length
    }
  }

  /// What the graphics card computes at one value of the third coordinate.
  public struct Shader: Hashable, Sendable {
    /// The text in GLSL ES 3.00 of `vec3 plane(vec2 p)`: sRGB values from p, whose x goes from 0 to 1 rightward and y
    /// upward, and from the constants. Different texts become programs of their own.
    public let text: String

    /// What the text reads under the names that `constantName` gives.
    public let constants: [Float]

    /// The same in a cheaper way for what is shown as it is, clipped to sRGB: right inside sRGB, and beyond it on the same
    /// side of 0 and 1.
    public let shownText: String

    /// The same, clipped, in a still cheaper way: parts that cover the plane, in most of which colours are as good as
    /// cubics; none where the text is cheap.
    package let cells: [Cell]

    /// Creates a shader from its text and what it reads; the names of the constants follow from their order. What is shown
    /// clipped is computed by the same text where there is no other.
    public init(_ text: String, constants: [Float], shown shownText: String? = nil) {
      self.init(text, constants: constants, shown: shownText, cells: [])
    }

    init(_ text: String, constants: [Float], shown shownText: String?, cells: [Cell]) {
      self.text = text
      self.constants = constants
      self.shownText = shownText ?? text
      self.cells = cells
    }

    /// Returns what a constant is called in the text: `level`, `level1`, `level2` and so on.
    public static func constantName(_ index: Int) -> String { index == 0 ? "level" : "level\(index)" }
  }

  /// What it is known by; no two planes have the same.
  public let name: String

  /// What the command line calls it, together with the coordinate that is fixed: planes of one space share it.
  public let space: String

  /// What a person reads.
  public let title: String

  /// The coordinate that grows rightward, the one that grows upward, and the one that all of the plane shares.
  public let across: Axis
  /// The coordinate that grows upward.
  public let up: Axis
  /// The coordinate that all of the plane shares, and which the track beside it sets.
  public let fixed: Axis

  /// Whether a part of the plane lies outside sRGB.
  public let exceedsSRGB: Bool

  /// Returns the colour of three coordinates, each in the range of its axis.
  public let color: @Sendable (_ across: Double, _ up: Double, _ fixed: Double) -> RGBA

  /// Returns the coordinates of a colour; nil for one without a value, such as the hue of a grey or the saturation of
  /// black.
  public let coordinates: @Sendable (RGBA) -> (across: Double?, up: Double?, fixed: Double?)

  /// Returns the colour that stands for a value of the fixed coordinate, on the track beside the plane.
  public let sample: @Sendable (_ fixed: Double) -> RGBA

  /// Returns what the graphics card computes at a value of the fixed coordinate.
  public let shader: @Sendable (_ fixed: Double) -> Shader

  /// Creates a plane; `color`, `coordinates` and `shader` have to agree. The space is the name where none is given.
  public init(
    name: String, space: String? = nil, title: String, across: Axis, up: Axis, fixed: Axis,
    exceedsSRGB: Bool = false,
    color: @escaping @Sendable (_ across: Double, _ up: Double, _ fixed: Double) -> RGBA,
    coordinates: @escaping @Sendable (RGBA) -> (across: Double?, up: Double?, fixed: Double?),
    sample: @escaping @Sendable (_ fixed: Double) -> RGBA,
    shader: @escaping @Sendable (_ fixed: Double) -> Shader
  ) {
    (self.name, self.space, self.title) = (name, space ?? name, title)
    (self.across, self.up, self.fixed) = (across, up, fixed)
    self.exceedsSRGB = exceedsSRGB
    (self.color, self.coordinates) = (color, coordinates)
    (self.sample, self.shader) = (sample, shader)
  }
}

extension ColorPlane: Hashable {
  public static func == (a: ColorPlane, b: ColorPlane) -> Bool { a.name == b.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ColorPlane {
  /// Saturation rightward and brightness upward at one hue, in degrees.
  ///
  /// Six programs draw it, one for each 60° of the circle, which differ only in the order of red, green and blue and
  /// have no branch.
  public static let hsb = ColorPlane(
    name: "hsb", title: "Saturation and brightness", across: Axis("Saturation"), up: Axis("Brightness"),
    fixed: Axis("Hue", 0...360, isCircular: true),
    color: { HSB(hue: $2, saturation: $0, brightness: $1).rgba() },
    coordinates: {
      let hsb = HSB($0)
      return (hsb.brightness > 0 ? hsb.saturation : nil, hsb.brightness, hsb.hue)
    },
    sample: { HSB(hue: $0, saturation: 1, brightness: 1).rgba() },
    shader: { hue in
      let sector = HexconeSector(hue: hue)
      return Shader(HexconeSector.texts[sector.index], constants: [sector.shaderFall])
    })
}

/// One 60° sector of the hue circle: which channel is the most, the least, and between.
///
/// In Smith's hexcone, with V the most and C the chroma, the three channels are V, V − C and V − C·fall, where
/// `fall` goes from 1 to 0 in the sectors whose middle channel rises and from 0 to 1 in the others.
public struct HexconeSector: Hashable, Sendable {
  /// 0 is red to yellow, and so on round the circle.
  public let index: Int

  /// How much of the chroma the middle channel lacks, 0…1.
  public let fall: Double

  /// `fall` for the programs: so little less that a pure colour exactly half-way between two levels rounds up, as
  /// on the CPU, whatever the last bit of an interpolated coordinate is. It changes no level by more than 1e-4 and
  /// nothing at the ends, where two sectors must agree.
  public var shaderFall: Float { Float(fall - 1e-6 * fall * (1 - fall)) }

  /// Creates the sector in which a hue lies, in degrees; 360 is the end of the last one.
  public init(hue: Double) {
    let turned = hue == 360 ? 6 : Self.normalized(hue) / 60
    index = min(Int(turned), 5)
    let fraction = turned - Double(index)
    fall = index.isMultiple(of: 2) ? 1 - fraction : fraction
  }

  /// Returns a hue in degrees brought into 0..<360; what is not finite is 0.
  private static func normalized(_ hue: Double) -> Double {
    guard hue.isFinite else { return 0 }
    let rest = hue.truncatingRemainder(dividingBy: 360)
    let turned = rest < 0 ? rest + 360 : rest
    return turned < 360 ? turned : 0
  }

  /// The program of each sector.
  fileprivate static let texts = [
    "most, between, least", "between, most, least", "least, most, between",
    "least, between, most", "between, least, most", "most, least, between",
  ].map { order in
    """
    // Saturation and brightness at one hue in one sector of the hue circle, without a branch or a loop. `most` is V,
    // `least` is V - C, and `between` lies between them by the hue's place in the sector, the level.
    vec3 plane(vec2 p) {
      float most = p.y;
      float chroma = p.x * p.y;
      float least = most - chroma;
      float between = most - chroma * level;
      return vec3(\(order));
    }
    """
  }
}

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
