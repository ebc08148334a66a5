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
