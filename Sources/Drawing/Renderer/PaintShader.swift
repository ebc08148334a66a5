// Untranslated file: GLSL, and what authors of shaders read.

import GPU
import Scene

/// A program as the pieces of text it consists of and the uniforms that it reads.
///
/// When it is built, the program's own uniforms are held against those declared here.
struct PaintShader: Hashable {
  /// A piece of a shader's text.
  enum Piece: Hashable {
    case file(String)
    case text(String, named: String)
  }

  let vertex: [Piece]
  let fragment: [Piece]
  let uniforms: [UniformDeclaration]

  /// Creates a program that paints rectangles, from the files of its fragment shader.
  init(_ fragment: String..., reading uniforms: [UniformDeclaration] = []) {
    self.init(fragment: fragment.map(Piece.file), reading: uniforms)
  }

  init(
    vertex: [Piece] = [.file("quad.vert.glsl")], fragment: [Piece],
    reading uniforms: [UniformDeclaration] = []
  ) {
    self.vertex = vertex
    self.fragment = fragment
    self.uniforms = uniforms
  }

  static let box = PaintShader("rounded.glsl", "box.frag.glsl")
  static let flat = PaintShader("flat.frag.glsl")
  static let shadow = PaintShader("rounded.glsl", "error-function.glsl", "shadow.frag.glsl")
  static let softShadow = PaintShader("rounded.glsl", "error-function.glsl", "shadow-soft.frag.glsl")
  static let image = PaintShader(
    "rounded.glsl", "reduced.glsl", "image.frag.glsl", reading: [UniformDeclaration("uTexture", .sampler)])
  static let reducedImage = PaintShader(
    "reduced.glsl", "image-reduced.frag.glsl", reading: [UniformDeclaration("uTexture", .sampler)])
  static let imageInside = PaintShader(
    "image-inside.frag.glsl", reading: [UniformDeclaration("uTexture", .sampler)])
  static let imagePlain = PaintShader(
    "image-plain.frag.glsl", reading: [UniformDeclaration("uTexture", .sampler)])
  static let mask = PaintShader(
    "texel.glsl", "mask.frag.glsl", reading: [UniformDeclaration("uTexture", .sampler)])
  static let scaledMask = PaintShader(
    "texel.glsl", "scaled-mask.frag.glsl", reading: [UniformDeclaration("uTexture", .sampler)])
  static let mesh = PaintShader(
    "texel.glsl", "mesh-mask.frag.glsl", reading: [UniformDeclaration("uTexture", .sampler)])
  static let group = PaintShader(
    "rounded.glsl", "group.frag.glsl", reading: [UniformDeclaration("uPicture", .sampler)])
  static let maskedGroup = PaintShader(
    "rounded.glsl", "group-masked.frag.glsl",
    reading: [UniformDeclaration("uPicture", .sampler), UniformDeclaration("uMask", .sampler)])

  /// The properties that decide the program of a gradient.
  struct GradientForm: Hashable {
    let count: Int
    let isRadial: Bool
    let isInside: Bool
  }

  /// Creates the program of gradients with so many colours.
  init(_ form: GradientForm) {
    let constants = Piece.text(
      "const int count = \(form.count);\nconst bool isRadial = \(form.isRadial);\n", named: "gradient")
    let main: [Piece] =
      form.isInside
      ? [.file("gradient-inside.frag.glsl")] : [.file("rounded.glsl"), .file("gradient.frag.glsl")]
    self.init(
      fragment: [constants, .file("gradient.glsl")] + main,
      reading: [
        UniformDeclaration("uColors", .vec4, count: form.count),
        UniformDeclaration("uLocations", .float, count: form.count),
        UniformDeclaration("uRises", .float, count: form.count), UniformDeclaration("uLine", .vec4),
      ])
  }

  /// The programs that add meshes up on a sheet.
  static let meshTriangles = mesh(part: "triangles")
  static let meshEdges = mesh(part: "edges")

  private static func mesh(part: String) -> PaintShader {
    PaintShader(
      vertex: [.file("mesh.glsl"), .file("mesh-\(part).vert.glsl")],
      fragment: [.file("mesh-\(part).frag.glsl")],
      reading: [
        UniformDeclaration("uTable", .sampler), UniformDeclaration("uSheet", .vec2),
        UniformDeclaration("uRun", .vec3),
      ])
  }

  /// Cells of colours that are cubics of the place.
  static let cubic = PaintShader(vertex: [.file("cubic.vert.glsl")], fragment: [.file("cubic.frag.glsl")])

  /// Creates a program whose numbers come through the vertices: a driver that draws with the processor reads uniforms anew
  /// for every few pixels, which takes as long as all the arithmetic of simple fills.
  private init(giving inputs: [ShaderFill.Input], vertex file: String, fragment: [Piece]) {
    func given(_ input: ShaderFill.Input) -> String { "given_" + input.name }
    let uniforms = inputs.map { UniformDeclaration(given($0), .float) }
    let declarations = zip(inputs, uniforms).map { input, uniform in
      "uniform highp \(uniform.type.rawValue) \(uniform.name);\nflat out highp \(uniform.type.rawValue) \(input.name);\n"
    }.joined()
    let give = inputs.map { "  \($0.name) = \(given($0));\n" }.joined()
    let taken = inputs.map { "flat in highp float \($0.name);\n" }.joined()
    self.init(
      vertex: [.text("\(declarations)void give() {\n\(give)}\n", named: "constants"), .file(file)],
      fragment: [.text(taken, named: "constants")] + fragment, reading: uniforms)
  }

  /// No more numbers of a fill come through the vertices, of which every driver has room for sixty.
  private static let mostGiven = 16

  /// Creates the program of a fill, in upright rows of whole pixels or on a layer that is turned.
  init(_ fill: ShaderFill, isUpright: Bool) {
    let declared = fill.declarations
    let numbers = declared.allSatisfy { $0.type == .float } && declared.count <= Self.mostGiven
    if isUpright, numbers {
      self.init(
        giving: fill.inputs, vertex: "fill.vert.glsl",
        fragment: [.text(fill.text, named: fill.sourceName), .file("fill.frag.glsl")])
      return
    }
    let declarations = Piece.text(
      declared.map { "uniform highp \($0.type.rawValue) \($0.name);\n" }.joined(), named: "inputs")
    let own = Piece.text(fill.text, named: fill.sourceName)
    self.init(
      fragment: isUpright
        ? [declarations, own, .file("fill.frag.glsl")]
        : [.file("rounded.glsl"), declarations, own, .file("fill-turned.frag.glsl")],
      reading: declared)
  }
}

extension ShaderFill {
  /// The uniforms for the inputs.
  var declarations: [UniformDeclaration] { zip(inputs, values).map { UniformDeclaration($0.name, $1.type) } }

  /// The values of the inputs. Bitmaps are bound to texture units from 0, in order.
  var values: [UniformValue] {
    var unit = 0
    return inputs.map { input in
      switch input.value {
      case .float(let number): return .float(number)
      case .vec2(let vector): return .vec2(vector)
      case .vec3(let vector): return .vec3(vector)
      case .vec4(let vector): return .vec4(vector)
      case .mat3(let mapping): return .mat3(mapping)
      case .mat4(let mapping): return .mat4(mapping)
      // Display lists contain their resolved values.
      case .time: return .float(0)
      case .size: return .vec2(.zero)
      case .pointer: return .vec3(.zero)
      case .bitmap:
        defer { unit += 1 }
        return .texture(unit: unit)
      }
    }
  }

  /// The bitmaps among the inputs, as keys for their textures.
  var images: [ImageContents] {
    inputs.compactMap { input in
      if case .bitmap(let bitmap, let filter) = input.value {
        ImageContents(bitmap, filter: filter, canWait: false)
      } else {
        nil
      }
    }
  }

  /// The maximum number of bitmaps per fill. Every driver supports sixteen texture units.
  static let mostBitmaps = 8

  /// The name of the fill's source in messages: its file's name, or “fill”.
  var sourceName: String { file?.split(separator: "/").last.map(String.init) ?? "fill" }

  /// A sentence about what the fill's source must define and may use.
  var rules: String {
    let names = inputs.map { "\($0.value.typeName) \($0.name)" }.joined(separator: ", ")
    return "the fill defines vec4 paint(vec2 p) and \(names.isEmpty ? "has no inputs" : "may use \(names)")"
  }
}

/// How rectangles are painted: the program, what it reads, and which shortcuts that allows.
struct Paint {
  let shader: PaintShader

  /// The program's inputs, in the order of its declarations.
  let values: [UniformValue]

  /// Whether each pixel is opaque: what is behind is then not read.
  let isOpaque: Bool

  init(_ shader: PaintShader, _ values: [UniformValue] = [], isOpaque: Bool = false) {
    precondition(
      values.count == shader.uniforms.count
        && zip(values, shader.uniforms).allSatisfy { $0.type == $1.type && $0.count <= $1.count },
      "a paint gives its program what that declares")
    self.shader = shader
    self.values = values
    self.isOpaque = isOpaque
  }

  /// The inputs of programs with one texture, or two.
  static let texture: [UniformValue] = [.texture(unit: 0)]
  static let textures: [UniformValue] = [.texture(unit: 0), .texture(unit: 1)]

  /// Creates the paint of a fill by the program that was made for it.
  init(_ fill: ShaderFill, by shader: PaintShader, isUpright: Bool) {
    self.init(shader, fill.values, isOpaque: fill.isOpaque && isUpright)
  }
}
