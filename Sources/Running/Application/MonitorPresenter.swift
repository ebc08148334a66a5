// Untranslated file: shaders in GLSL.

import ColorManagement
import GPU
import Geometry

/// Shows sRGB pictures on a monitor with another colour profile, with lookup tables.
final class MonitorPresenter {
  let mapping: DisplayTransform
  private let program: Program
  private let uniforms: [Uniform]
  private let table: Texture
  private let corners: VertexArray
  /// The last picture, in sRGB.
  private var drawn: Picture?
  /// The picture on screen; pictures are mapped only where they changed.
  private var shown: Picture?

  private final class Picture {
    let framebuffer: Framebuffer

    init(size: PixelSize, in context: GraphicsContext) throws {
      framebuffer = try Framebuffer(size: size, filter: .nearest, in: context)
    }
  }

  init(_ mapping: DisplayTransform, in context: GraphicsContext) throws {
    self.mapping = mapping
    program = try Program(
      vertex: ShaderSource(file: "monitor.vert", text: Self.vertexText),
      fragment: ShaderSource(file: "monitor.frag", text: Self.text(mapping.kind)), in: context)
    uniforms = try program.uniforms(
      [UniformDeclaration("picture", .sampler), UniformDeclaration("table", .sampler)],
      files: ["monitor.frag"])
    corners = VertexArray(in: context)
    table = try Texture(
      size: PixelSize(width: mapping.width, height: mapping.height), format: .rgba32f, filter: .nearest,
      in: context)
    try mapping.texels.withUnsafeBytes {
      try table.upload(
        bytes: $0, to: PixelRect(PixelSize(width: mapping.width, height: mapping.height)))
    }
  }

  /// Draws a picture and shows it in the current target, which has the same size. It may differ from the last picture
  /// only in the areas `changed`, or anywhere if that is nil. `draw` receives the areas to draw, or nil for the whole
  /// picture.
  func show(
    size: PixelSize, changed: [PixelRect]?, in context: GraphicsContext, draw: ([PixelRect]?) throws -> Void
  ) throws {
    let target = context.target
    defer { context.setTarget(target) }
    let known = drawn.flatMap { $0.framebuffer.size == size ? $0 : nil }
    let picture = try known ?? Picture(size: size, in: context)
    // If drawing throws, the picture is incomplete.
    drawn = nil
    let areas = known == nil ? nil : changed
    context.setTarget(picture.framebuffer)
    try draw(areas)
    context.setTarget(target)
    try show(picture.framebuffer, areas: areas, in: context)
    drawn = picture
  }

  /// Shows a picture in the current target, which is as large; only what lies in `areas` differs from the last one, or
  /// without any given anything.
  private func show(_ picture: borrowing Framebuffer, areas: [PixelRect]?, in context: GraphicsContext) throws
  {
    let target = context.target
    defer { context.setTarget(target) }
    let known = shown.flatMap { $0.framebuffer.size == picture.size ? $0 : nil }
    let shown = try known ?? Picture(size: picture.size, in: context)
    self.shown = shown
    if known == nil || areas?.isEmpty != true {
      context.setTarget(shown.framebuffer)
      context.setBlending(.none)
      context.bind(picture.color, unit: 0)
      context.bind(table, unit: 1)
      program.set(uniforms[0], toTextureUnit: 0)
      program.set(uniforms[1], toTextureUnit: 1)
      if let areas, known != nil {
        for area in areas {
          context.setScissor(area)
          context.draw(.triangleStrip, of: corners, vertices: 0..<4)
        }
      } else {
        context.draw(.triangleStrip, of: corners, vertices: 0..<4)
      }
      context.setScissor(nil)
      context.setBlending(.over)
      context.setTarget(target)
    }
    context.copy(shown.framebuffer)
  }

  private static let vertexText = """
    void main() {
      gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0, 0.0, 1.0);
    }

    """

  private static func text(_ kind: DisplayTransform.Kind) -> String {
    """
    uniform highp sampler2D picture;
    uniform highp sampler2D table;

    out vec4 color;

    \(functions(kind))
    void main() {
      vec4 plain = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
      color = vec4(sent(ivec3(plain.rgb * 255.0 + 0.5)), plain.a);
    }

    """
  }

  /// Returns the GLSL of `vec3 sent(ivec3 code)`, which computes the same as `DisplayTransform.sent`.
  private static func functions(_ kind: DisplayTransform.Kind) -> String {
    switch kind {
    case .matrix(let red, let green, let blue):
      func vector(_ row: SIMD3<Float>) -> String { "vec3(\(row.x), \(row.y), \(row.z))" }
      return """
        vec2 ends(float place, int channel) {
          int low = min(int(place), textureSize(table, 0).x - 2);
          return vec2(texelFetch(table, ivec2(low, 1), 0)[channel], texelFetch(table, ivec2(low + 1, 1), 0)[channel]);
        }

        float curve(float light, int channel) {
          int last = textureSize(table, 0).x - 1;
          float place = sqrt(clamp(light, 0.0, 1.0)) * float(last);
          vec2 found = ends(place, channel);
          return mix(found.x, found.y, place - float(min(int(place), last - 1)));
        }

        vec3 sent(ivec3 code) {
          vec3 light = vec3(
            texelFetch(table, ivec2(code.r, 0), 0).r, texelFetch(table, ivec2(code.g, 0), 0).r,
            texelFetch(table, ivec2(code.b, 0), 0).r);
          return vec3(
            curve(dot(\(vector(red)), light), 0), curve(dot(\(vector(green)), light), 1),
            curve(dot(\(vector(blue)), light), 2));
        }

        """
    case .cube(let side):
      return """
        const int side = \(side);

        vec3 corner(ivec3 place) {
          return texelFetch(table, ivec2(place.g * side + place.r, place.b), 0).rgb;
        }

        vec3 sent(ivec3 code) {
          vec3 place = float(side - 1) * vec3(
            texelFetch(table, ivec2(code.r, side), 0).r, texelFetch(table, ivec2(code.g, side), 0).r,
            texelFetch(table, ivec2(code.b, side), 0).r);
          vec3 low = min(floor(place), float(side - 2));
          vec3 rest = place - low;
          // A cell is six tetrahedra, each along the way from its lowest corner to its highest by the largest rest first.
          ivec3 first = rest.r >= rest.g
            ? (rest.r >= rest.b ? ivec3(1, 0, 0) : ivec3(0, 0, 1))
            : (rest.g >= rest.b ? ivec3(0, 1, 0) : ivec3(0, 0, 1));
          ivec3 last = rest.r < rest.g
            ? (rest.r < rest.b ? ivec3(1, 0, 0) : ivec3(0, 0, 1))
            : (rest.g < rest.b ? ivec3(0, 1, 0) : ivec3(0, 0, 1));
          float most = max(max(rest.r, rest.g), rest.b);
          float least = min(min(rest.r, rest.g), rest.b);
          float middle = rest.r + rest.g + rest.b - most - least;
          ivec3 start = ivec3(low);
          return (1.0 - most) * corner(start) + (most - middle) * corner(start + first)
            + (middle - least) * corner(start + 1 - last) + least * corner(start + 1);
        }

        """
    }
  }
}
