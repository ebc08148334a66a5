public import Colors
public import Geometry

/// A rectangle that a program of its own paints: one value with the program's text, what it reads and what it allows.
///
///     let waves = ShaderFill(
///       """
///       vec4 paint(vec2 p) {
///         float wave = pointer.z * sin(length(p * size - pointer.xy) * count - time * 4.0);
///         return mix(texture(photo, p), ink, 0.5 + 0.5 * wave);
///       }
///       """,
///       reading: [
///         .init("count", 0.1), .init("ink", RGBA(hex: 0xc8102e)), .init("photo", .bitmap(photo)),
///         .init("pointer", .pointer), .init("size", .size), .init("time", .time),
///       ], isOpaque: true)
///     layer.contents = .shader(waves)
///
/// To change inputs, set a new value; only its numbers are sent to the GPU again:
///
///     layer.contents = .shader(waves.setting("count", to: .float(0.2)))
public struct ShaderFill: Hashable, Sendable {
  /// A uniform of the program; it is declared by being listed, so that name and type cannot disagree.
  public struct Input: Hashable, Sendable {
    /// The value of an input, which determines its type.
    public enum Value: Hashable, Sendable {
      /// A `float`.
      case float(Float)
      /// A `vec2`.
      case vec2(SIMD2<Float>)
      /// A `vec3`.
      case vec3(SIMD3<Float>)
      /// A `vec4`.
      case vec4(SIMD4<Float>)
      /// A `mat3` of the first three rows and columns: `matrix * vec3(…)` is the row vector times the transform.
      indirect case mat3(Transform3D)
      /// A `mat4`: `matrix * vec4(p, 0.0, 1.0)` equals `homogeneous` for that point.
      indirect case mat4(Transform3D)
      /// A `sampler2D`: `texture(name, p)` shows the bitmap upright for p from 0 to 1, and its edge beyond. Colours are
      /// premultiplied. A fill reads up to eight bitmaps.
      case bitmap(SharedBitmap, ImageContents.Filter = .linear)
      /// A `float`: the time of the frame in seconds, or 0 if layers are drawn without a time. A window redraws every
      /// frame while a visible layer reads it.
      case time
      /// A `vec2`: the width and height of the rectangle in points.
      case size
      /// A `vec3`: the place of the pointer in points, from the rectangle's lower left corner rightward and upward, so that
      /// `p * size - pointer.xy` leads from the pointer to p; and 1 while the pointer is in the window. It is zero
      /// while the pointer is elsewhere, and in pictures of layers without a window. A window redraws the fill when
      /// the pointer or the rectangle moves.
      case pointer

      /// The GLSL name of the type.
      public var typeName: String {
        switch self {
        case .float, .time: "float"
        case .vec2, .size: "vec2"
        case .vec3, .pointer: "vec3"
        case .vec4: "vec4"
        case .mat3: "mat3"
        case .mat4: "mat4"
        case .bitmap: "sampler2D"
        }
      }
    }

    /// The name in the shader: a GLSL identifier other than `p` and `paint`.
    public let name: String
    /// The value.
    public var value: Value

    /// Creates a `float`, rounded to single precision.
    public init(_ name: String, _ number: Double) {
      self.init(name, .float(Float(number)))
    }

    /// Creates a `vec4`, premultiplied by its alpha.
    public init(_ name: String, _ color: RGBA) {
      let alpha = Float(color.alpha)
      self.init(
        name,
        .vec4(SIMD4(Float(color.red) * alpha, Float(color.green) * alpha, Float(color.blue) * alpha, alpha))
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
  public private(set) var text: String

  /// The path of the file whose text a window of a debug build shows instead, or nil.
  public private(set) var file: String?

  /// The inputs, in the order in which they are declared.
  public var inputs: [Input]

  /// Whether every colour is opaque; what is behind is then never read.
  public let isOpaque: Bool

  /// The same in a cheaper way for rectangles that are not turned: parts that cover it, in most of which colours are as
  /// good as cubics. None where there is no such way.
  package let cells: [ColorPlane.Cell]

  /// Creates a fill from a program's text and what that reads.
  ///
  /// - Parameters:
  ///   - text: GLSL ES 3.00 that defines `vec4 paint(vec2 p)`; it is compiled when it is first drawn.
  ///   - inputs: The uniforms, up to eight of them bitmaps.
  ///   - isOpaque: Whether every colour has an alpha of 1.
  public init(_ text: String, reading inputs: [Input] = [], isOpaque: Bool) {
    self.init(text, reading: inputs, isOpaque: isOpaque, cells: [])
  }

  private init(_ text: String, reading inputs: [Input], isOpaque: Bool, cells: [ColorPlane.Cell]) {
    self.text = text
    self.inputs = inputs
    self.isOpaque = isOpaque
    self.cells = cells
  }

  /// Returns the fill with another value of one input, which must exist and have the same type.
  public func setting(_ name: String, to value: Input.Value) -> ShaderFill {
    guard let index = inputs.firstIndex(where: { $0.name == name }) else {
      let names = inputs.map(\.name).joined(separator: ", ")
      preconditionFailure("the fill has no input “\(name)”; it has \(names.isEmpty ? "none" : names)")
    }
    let known = inputs[index].value.typeName
    precondition(value.typeName == known, "the input “\(name)” is a \(known) and not a \(value.typeName)")
    var result = self
    result.inputs[index].value = value
    return result
  }

  /// Returns the fill such that windows of a debug build show the text of a file instead, and change when it is saved.
  ///
  ///     let water = ShaderFill(
  ///       String(decoding: PackageResources.water_glsl, as: UTF8.self), reading: [.init("time", .time)], isOpaque: true
  ///     ).watching("water.glsl")
  ///
  /// A text that does not compile is reported once on standard error, with the file and the line; the window keeps the
  /// last text that did. Release builds, pictures without a window and windows without the file show `text`.
  ///
  /// - Parameters:
  ///   - file: The path of the file, relative to the folder of the source file that calls this.
  ///   - source: The path of that source file.
  public func watching(_ file: String, beside source: String = #filePath) -> ShaderFill {
    var result = self
    let folder = source[..<(source.lastIndex(of: "/") ?? source.startIndex)]
    result.file = file.hasPrefix("/") || folder.isEmpty ? file : "\(folder)/\(file)"
    return result
  }

  /// Returns the fill with another text.
  package func with(text: String) -> ShaderFill {
    var result = self
    result.text = text
    return result
  }

  /// Returns the position of a point of the rectangle as `paint` receives it: from 0 to 1 rightward and upward.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - rect: The rectangle that the fill covers, in the same coordinates, such as the layer's bounds.
  public func place(of point: Point, in rect: Rect) -> SIMD2<Float> {
    SIMD2(
      Float((point.x - rect.minX) / max(rect.width, 1e-9)),
      Float((rect.maxY - point.y) / max(rect.height, 1e-9)))
  }

  /// Whether the fill changes with time.
  var readsTime: Bool {
    inputs.contains { if case .time = $0.value { true } else { false } }
  }

  /// Whether the fill changes with the pointer.
  var readsPointer: Bool { inputs.contains { $0.value == .pointer } }

  /// Returns the fill with the time in seconds, the size of its bounds and the pointer resolved to numbers.
  ///
  /// - Parameter pointer: The pointer's place in the coordinates of the bounds, or nil.
  func resolved(at time: Double, in bounds: Rect, pointer: Point?) -> ShaderFill {
    var result = self
    for index in inputs.indices {
      switch inputs[index].value {
      case .time: result.inputs[index].value = .float(Float(time))
      case .size: result.inputs[index].value = .vec2(SIMD2(Float(bounds.width), Float(bounds.height)))
      case .pointer:
        result.inputs[index].value = .vec3(
          pointer.map { SIMD3(Float($0.x - bounds.minX), Float(bounds.maxY - $0.y), 1) } ?? .zero)
      case .float, .vec2, .vec3, .vec4, .mat3, .mat4, .bitmap: break
      }
    }
    return result
  }
}

extension ShaderFill {
  /// Creates what paints a plane of colours.
  public init(_ plane: Plane) {
    let shader = plane.colors.shader(plane.level)
    // Untranslated: GLSL.
    self.init(
      "\(shader.shownText)\nvec4 paint(vec2 p) { return vec4(plane(p), 1.0); }\n",
      reading: shader.constants.enumerated().map {
        Input(ColorPlane.Shader.constantName($0.offset), .float($0.element))
      },
      isOpaque: true,
      cells: shader.cells)
  }

  /// Creates the fill of a plane of colours with guides over it.
  ///
  /// - Parameters:
  ///   - plane: The plane.
  ///   - guides: The lines and limits to draw over it.
  ///   - scale: The number of pixels per point.
  public init(_ plane: Plane, guides: PlaneGuides, scale: Double) {
    let guides = guides.fitting(plane.colors)
    self.init(plane)
    guard !guides.isEmpty else { return }
    let shader = plane.colors.shader(plane.level)
    let inputs =
      inputs + [Input("unit", scale)]
      + guides.lines.enumerated().filter { !$0.element.isEdge }
      .map { Input(PlaneGuides.levelName($0.offset), $0.element.level) }
      + (guides.vision?.shaderRows.enumerated().map { Input("vision\($0.offset)", .vec4($0.element)) } ?? [])
    // Untranslated: GLSL.
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

  /// Creates a plane of colours.
  ///
  /// - Parameters:
  ///   - colors: Its kind.
  ///   - level: The value of the fixed coordinate, in the unit and range of the kind.
  public init(_ colors: ColorPlane, at level: Double) {
    self.colors = colors
    self.level = level
  }

  /// Returns the plane of saturation rightward and brightness upward at a hue in degrees.
  public static func hsb(hue: Double) -> Plane { Plane(.hsb, at: hue) }
}

extension Contents {
  /// Returns a plane of colours as contents.
  public static func plane(_ plane: Plane) -> Contents { .shader(ShaderFill(plane)) }
}
