public import Colors

/// A rectangle that a program of its own paints: one value with the program's text, what it reads and what it allows.
///
///     let stripes = ShaderFill(
///       "vec4 paint(vec2 p) { return fract(p.x * count) < 0.5 ? ink : vec4(0.0); }",
///       reading: [.init("count", 12), .init("ink", RGBA(hex: 0xc8102e))], isOpaque: false)
///     layer.contents = .shader(stripes)
public struct ShaderFill: Hashable, Sendable {
  /// A uniform of the program; it is declared by being listed, so that name and type cannot disagree.
  public struct Input: Hashable, Sendable {
    /// The value of an input.
    public enum Value: Hashable, Sendable {
      /// A `float`.
      case number(Float)
      /// A `vec4`.
      case vector(SIMD4<Float>)
    }

    /// The name in the shader's text.
    public let name: String
    /// The value.
    public var value: Value

    /// Creates a `float`.
    public init(_ name: String, _ number: Double) {
      self.init(name, .number(Float(number)))
    }

    /// Creates a `vec4`, premultiplied by its alpha.
    public init(_ name: String, _ color: RGBA) {
      let alpha = Float(color.alpha)
      self.init(
        name,
        .vector(SIMD4(Float(color.red) * alpha, Float(color.green) * alpha, Float(color.blue) * alpha, alpha))
      )
    }

    /// Creates a uniform whose type follows from its value.
    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The text in GLSL ES 3.00 of `vec4 paint(vec2 p)`: a premultiplied colour at p, whose x goes from 0 to 1 rightward
  /// and y upward over the rectangle. Equal texts are one program.
  public let text: String

  /// The inputs, in the order in which they are declared.
  public var inputs: [Input]

  /// Whether every colour is opaque; what is behind is then never read.
  public let isOpaque: Bool

  /// The same in a cheaper way for rectangles that are not turned: parts that cover it, in most of which colours are as
  /// good as cubics. None where there is no such way.
  package let cells: [ColorPlane.Cell]

  /// Creates a fill from a program's text and what that reads.
  public init(_ text: String, reading inputs: [Input] = [], isOpaque: Bool) {
    self.init(text, reading: inputs, isOpaque: isOpaque, cells: [])
  }

  private init(_ text: String, reading inputs: [Input], isOpaque: Bool, cells: [ColorPlane.Cell]) {
    self.text = text
    self.inputs = inputs
    self.isOpaque = isOpaque
    self.cells = cells
  }
}

extension ShaderFill {
  /// Creates what paints a plane of colours.
  public init(_ plane: Plane) {
    let shader = plane.colors.shader(plane.level)
    self.init(
      "\(shader.shownText)\nvec4 paint(vec2 p) { return vec4(plane(p), 1.0); }\n",
      reading: shader.constants.enumerated().map {
        Input(ColorPlane.Shader.constantName($0.offset), .number($0.element))
      },
      isOpaque: true,
      cells: shader.cells)
  }

  /// Creates what paints a plane of colours with guides over it, in so many pixels a point.
  public init(_ plane: Plane, guides: PlaneGuides, scale: Double) {
    let guides = guides.fitting(plane.colors)
    self.init(plane)
    guard !guides.isEmpty else { return }
    let shader = plane.colors.shader(plane.level)
    let inputs =
      inputs + [Input("unit", scale)]
      + guides.lines.enumerated().filter { !$0.element.isEdge }
      .map { Input(PlaneGuides.levelName($0.offset), $0.element.level) }
      + (guides.vision?.shaderRows.enumerated().map { Input("vision\($0.offset)", .vector($0.element)) } ?? [])
    self.init(
      """
      \(shader.text)
      \(guides.shaderText(in: plane.colors))
      vec4 paint(vec2 p) { return vec4(guided(p, plane(p)), 1.0); }

      """, reading: inputs, isOpaque: true)
  }
}

/// A plane of colours at one value of its fixed coordinate.
public struct Plane: Hashable, Sendable {
  /// The kind of plane.
  public var colors: ColorPlane
  /// The value of the fixed coordinate, in its own unit.
  public var level: Double

  /// Creates the plane of a kind at a value of its fixed coordinate.
  public init(_ colors: ColorPlane, at level: Double) {
    self.colors = colors
    self.level = level
  }

  /// Saturation rightward and brightness upward at one hue, in degrees.
  public static func hsb(hue: Double) -> Plane { Plane(.hsb, at: hue) }
}

extension Contents {
  /// Returns a plane of colours as contents.
  public static func plane(_ plane: Plane) -> Contents { .shader(ShaderFill(plane)) }
}
