public import Localization
import Synchronization

/// A plane of colours: two coordinates of a colour space as axes, at one value of the third.
///
/// All displays and measurements of planes take them from `all`; to add a plane, add a value there. Its `color` (on the
/// CPU) and its `shader` (on the GPU) compute the same.
public struct ColorPlane: Sendable {
  /// A coordinate, with its name and range.
  public struct Axis: Hashable, Sendable {
    /// Its display name, such as “Hue”.
    public let title: Message

    /// Its English name, which is stable.
    public var name: String { title.english }

    /// The range of values, in the unit of the coordinate.
    public let range: ClosedRange<Double>

    /// Whether the ends of the range coincide, as for angles.
    public let isCircular: Bool

    /// Creates a coordinate.
    ///
    /// - Parameters:
    ///   - title: Its display name.
    ///   - range: Its values, in their own unit; not empty.
    ///   - isCircular: Whether the ends of the range coincide, as for angles.
    public init(_ title: Message, _ range: ClosedRange<Double> = 0...1, isCircular: Bool = false) {
      precondition(range.lowerBound < range.upperBound, "a coordinate needs room between its ends")
      self.title = title
      self.range = range
      self.isCircular = isCircular
    }

    private var length: Double { range.upperBound - range.lowerBound }

    /// Returns the position of a value on the axis: 0 at the start of the range, 1 at its end.
    public func share(of value: Double) -> Double { (value - range.lowerBound) / length }

    /// Returns the value at a position on the axis, clamped to its ends.
    ///
    /// - Parameter share: The position, from 0 to 1.
    public func value(atShare share: Double) -> Double {
      range.lowerBound + min(max(share, 0), 1) * length
    }
  }

  /// The GPU computation for one value of the third coordinate.
  public struct Shader: Hashable, Sendable {
    /// The GLSL ES 3.00 source of `vec3 plane(vec2 p)`: sRGB values from p, whose x increases from 0 to 1 rightward and
    /// y upward, and from the constants. Each distinct source becomes a separate program.
    public let text: String

    /// The values of the constants, which the source reads by the names from `constantName`.
    public let constants: [Float]

    /// A cheaper source for display, clipped to sRGB: its values are correct inside sRGB, and outside on the same side
    /// of 0 and 1.
    public let shownText: String

    /// A still cheaper clipped form: cells that cover the plane, most of which approximate the colours by cubics; empty
    /// if the source is cheap.
    package let cells: [Cell]

    /// Creates a shader.
    ///
    /// - Parameters:
    ///   - text: GLSL that reads the constants by the names of ``constantName(_:)``.
    ///   - constants: The constants, in the order of their names.
    ///   - shownText: The source for display; nil shows `text`.
    public init(_ text: String, constants: [Float], shown shownText: String? = nil) {
      self.init(text, constants: constants, shown: shownText, cells: [])
    }

    init(_ text: String, constants: [Float], shown shownText: String?, cells: [Cell]) {
      self.text = text
      self.constants = constants
      self.shownText = shownText ?? text
      self.cells = cells
    }

    /// Returns the name in the source of the constant at an index: `level`, `level1`, `level2` and so on.
    public static func constantName(_ index: Int) -> String { index == 0 ? "level" : "level\(index)" }
  }

  /// Its unique name.
  public let name: String

  /// Its name on the command line, which planes of one space share; the fixed coordinate distinguishes them.
  public let space: String

  /// Its display name.
  public let title: Message

  /// The horizontal coordinate, increasing rightward.
  public let across: Axis
  /// The vertical coordinate, increasing upward.
  public let up: Axis
  /// The coordinate that is constant in the plane; the track beside the plane sets it.
  public let fixed: Axis

  /// Whether part of the plane is outside sRGB.
  public let exceedsSRGB: Bool

  /// Returns the colour of three coordinates, each in the range of its axis.
  public let color: @Sendable (_ across: Double, _ up: Double, _ fixed: Double) -> RGBA

  /// Returns the coordinates of a colour, with nil for an undefined one, such as the hue of a grey or the saturation of
  /// black.
  public let coordinates: @Sendable (RGBA) -> (across: Double?, up: Double?, fixed: Double?)

  /// Returns the colour that represents a value of the fixed coordinate on the track beside the plane.
  public let sample: @Sendable (_ fixed: Double) -> RGBA

  /// Returns the GPU computation for a value of the fixed coordinate.
  public let shader: @Sendable (_ fixed: Double) -> Shader

  /// Creates a plane from functions that must agree.
  ///
  /// - Parameters:
  ///   - name: Its stable name.
  ///   - space: The name on the command line, which planes of one space share; by default the name.
  ///   - title: Its display name.
  ///   - across: The horizontal coordinate, increasing rightward.
  ///   - up: The vertical coordinate, increasing upward.
  ///   - fixed: The coordinate that is constant in the plane.
  ///   - exceedsSRGB: Whether part of the plane is outside sRGB.
  ///   - color: Returns the colour of coordinates in the ranges of their axes.
  ///   - coordinates: Returns the coordinates of a colour, with nil for an undefined one.
  ///   - sample: Returns the colour that represents a value of the fixed coordinate.
  ///   - shader: Returns the GPU computation of `color` for a value of the fixed coordinate.
  public init(
    name: String, space: String? = nil, title: Message, across: Axis, up: Axis, fixed: Axis,
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
  /// It uses six programs, one for each 60° of the circle, which differ only in the order of red, green and blue and do
  /// not branch.
  public static let hsb = ColorPlane(
    name: "hsb", title: Message("Saturation and brightness"), across: Axis(Message("Saturation")),
    up: Axis(Message("Brightness")),
    fixed: Axis(Message("Hue"), 0...360, isCircular: true),
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

/// A 60° sector of the hue circle, which determines the order of the channels by size.
///
/// In Smith's hexcone, with largest channel V and chroma C, the three channels are V, V − C and V − C·fall, where
/// `fall` decreases from 1 to 0 in sectors whose middle channel rises and increases from 0 to 1 in the others.
public struct HexconeSector: Hashable, Sendable {
  /// The index: 0 is red to yellow, and so on around the circle.
  public let index: Int

  /// The fraction of the chroma that the middle channel lacks, 0…1.
  public let fall: Double

  /// `fall` for the shaders, reduced slightly so that a pure colour exactly halfway between two levels rounds up, as on
  /// the CPU, regardless of the last bit of an interpolated coordinate. It changes no level by more than 1e-4, and
  /// nothing at the ends, where two sectors must agree.
  public var shaderFall: Float { Float(fall - 1e-6 * fall * (1 - fall)) }

  /// Creates the sector of a hue in degrees, which wraps at 360; 360 itself is the end of the last sector.
  public init(hue: Double) {
    let turned = hue == 360 ? 6 : Self.normalized(hue) / 60
    index = min(Int(turned), 5)
    let fraction = turned - Double(index)
    fall = index.isMultiple(of: 2) ? 1 - fraction : fraction
  }

  /// Returns a hue in degrees normalised to 0..<360; 0 for a non-finite one.
  private static func normalized(_ hue: Double) -> Double {
    guard hue.isFinite else { return 0 }
    let rest = hue.truncatingRemainder(dividingBy: 360)
    let turned = rest < 0 ? rest + 360 : rest
    return turned < 360 ? turned : 0
  }

  /// The source of each sector's program.
  fileprivate static let texts = [
    // Untranslated: terms of GLSL.
    "most, between, least", "between, most, least", "least, most, between",
    "least, between, most", "between, least, most", "most, least, between",
  ].map { order in
    // Untranslated: GLSL.
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
  /// All planes, the default one first.
  public static let all: [ColorPlane] =
    [.hsb, hsl, okhsv, okhsl, oklch, oklchAtLightness, oklab, lab] + rgb

  /// Returns the planes of a space, which differ in the fixed coordinate.
  public static func named(_ name: String) -> [ColorPlane] { all.filter { $0.space == name } }

  /// Creates a plane from one formula for both CPU and GPU.
  private init<Formula: PlaneFormula>(
    _ formula: Formula.Type, name: String, space: String, title: Message, across: Axis, up: Axis, fixed: Axis,
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

  private static let hueAxis = Axis(Message("Hue"), 0...360, isCircular: true)

  private static let hsl = ColorPlane(
    HSLFormula.self, name: "hsl", space: "hsl", title: Message("HSL: saturation and lightness"),
    across: Axis(Message("Saturation")),
    up: Axis(Message("Lightness")), fixed: hueAxis,
    coordinates: {
      let hsl = HSL($0)
      return (hsl.lightness > 0 && hsl.lightness < 1 ? hsl.saturation : nil, hsl.lightness, hsl.hue)
    },
    sample: { HSL(hue: $0, saturation: 1, lightness: 0.5).rgba() })

  private static let okhsv = ColorPlane(
    OKHSVFormula.self, name: "okhsv", space: "okhsv", title: Message("OKHSV: saturation and value"),
    across: Axis(Message("Saturation")),
    up: Axis(Message("Value")), fixed: hueAxis,
    coordinates: {
      let okhsv = OKHSV($0)
      return (okhsv.value > 0 ? okhsv.saturation : nil, okhsv.value, okhsv.hue)
    },
    sample: { OKHSV(hue: $0, saturation: 1, value: 1).rgba().clipped }, cells: OKHSVFormula.cells)

  private static let okhsl = ColorPlane(
    OKHSLFormula.self, name: "okhsl", space: "okhsl", title: Message("OKHSL: saturation and lightness"),
    across: Axis(Message("Saturation")), up: Axis(Message("Lightness")), fixed: hueAxis,
    coordinates: {
      let okhsl = OKHSL($0)
      return (okhsl.lightness > 0 && okhsl.lightness < 1 ? okhsl.saturation : nil, okhsl.lightness, okhsl.hue)
    },
    sample: { OKHSL(hue: $0, saturation: 1, lightness: 0.65).rgba().clipped },
    cells: OKHSLFormula.cells)

  private static let oklch = ColorPlane(
    OKLCHFormula.self, name: "oklch", space: "oklch", title: Message("OKLCH: chroma and lightness"),
    across: Axis(Message("Chroma"), 0...0.4), up: Axis(Message("Lightness")), fixed: hueAxis,
    exceedsSRGB: true,
    coordinates: {
      let oklch = OKLCH($0)
      return (oklch.chroma, oklch.lightness, oklch.hue)
    },
    sample: { Color(in: .oklch, 0.7, 0.12, $0).mapped(to: .srgb).rgba })

  private static let oklchAtLightness = ColorPlane(
    OKLCHAtLightnessFormula.self, name: "oklch-hue", space: "oklch", title: Message("OKLCH: hue and chroma"),
    across: hueAxis, up: Axis(Message("Chroma"), 0...0.4), fixed: Axis(Message("Lightness")),
    exceedsSRGB: true,
    coordinates: {
      let oklch = OKLCH($0)
      return (oklch.hue, oklch.chroma, oklch.lightness)
    },
    sample: { Oklab(lightness: $0, a: 0, b: 0).rgba() })

  private static let oklab = ColorPlane(
    OklabFormula.self, name: "oklab", space: "oklab", title: Message("Oklab: a and b"),
    across: Axis(Message("a"), -0.4...0.4),
    up: Axis(Message("b"), -0.4...0.4), fixed: Axis(Message("Lightness")), exceedsSRGB: true,
    coordinates: {
      let oklab = Oklab($0)
      return (oklab.a, oklab.b, oklab.lightness)
    },
    sample: { Oklab(lightness: $0, a: 0, b: 0).rgba() })

  private static let lab = ColorPlane(
    LabFormula.self, name: "lab", space: "lab", title: Message("Lab: a and b"),
    across: Axis(Message("a"), -125...125),
    up: Axis(Message("b"), -125...125), fixed: Axis(Message("Lightness"), 0...100), exceedsSRGB: true,
    coordinates: {
      let lab = Color($0).lab
      return (lab.a, lab.b, lab.lightness)
    },
    sample: { Color(in: .lab, $0, 0, 0).rgba })

  private static let rgb: [ColorPlane] = {
    let names = [Message("Red"), Message("Green"), Message("Blue")]
    let titles = [
      Message("RGB: green and blue"), Message("RGB: red and blue"), Message("RGB: red and green"),
    ]
    func plane<Formula: RGBFormula>(_ formula: Formula.Type) -> ColorPlane {
      let fixed = formula.fixedChannel
      let others = (0..<3).filter { $0 != fixed }
      return ColorPlane(
        formula, name: "rgb-" + names[fixed].english.lowercased(), space: "rgb",
        title: titles[fixed],
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

/// HSL at a hue; the constants are the hue's pure colour.
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

/// OKLCH at a hue; the constants are the derivatives of the cone responses' cube roots by chroma.
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
      // The linear part near black ends at 6/29 (CIE 15:2004).
      root.below(
        Number(6.0 / 29), then: (root * Number(116) - Number(16)) * Number(27.0 / 24389),
        else: root * root * root)
    }
    return PlaneMath.product(lightFromD50 * Matrix3(diagonal: WhitePoint.d50), xyz)
  }
}

/// 8-bit RGB with one channel fixed.
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

/// The sources of a plane's programs, generated when the plane is first drawn: generating all of them would delay the
/// start of a window.
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
