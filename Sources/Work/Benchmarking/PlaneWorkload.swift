// Untranslated file: benchmarks for developers.

import Application
import Colors
import GPU
import Geometry
import Renderer
import Scene

/// The ways to fill a target with the plane of one hue that the picker's own is measured against.
package enum PlaneFill {
  /// By the program of the hue's sector, as the picker does.
  package static func six(hue: Double) -> ShaderFill { ShaderFill(.hsb(hue: hue)) }

  /// By a plane's own program, at a share of the way along what is fixed, with lines over it.
  static func plane(_ plane: ColorPlane, turn: Double, _ guides: PlaneGuides = PlaneGuides()) -> ShaderFill {
    ShaderFill(Plane(plane, at: plane.fixed.value(atShare: turn)), guides: guides, scale: 1)
  }

  /// By one program without a branch for every hue.
  package static func single(hue: Double) -> ShaderFill {
    ShaderFill(
      """
      vec4 paint(vec2 p) {
        vec3 pure = clamp(abs(mod(hue + vec3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0, 0.0, 1.0);
        return vec4(p.y * mix(vec3(1.0), pure, p.x), 1.0);
      }

      """, reading: [.init("hue", hue / 60)], isOpaque: true)
  }

  /// By one program that chooses the sector for each pixel by conditions.
  package static func branching(hue: Double) -> ShaderFill {
    ShaderFill(
      """
      vec4 paint(vec2 p) {
        float most = p.y;
        float chroma = p.x * p.y;
        float least = most - chroma;
        float place = fract(hue);
        float falling = most - chroma * place;
        float rising = most - chroma * (1.0 - place);
        vec3 mixed;
        if (hue < 1.0) {
          mixed = vec3(most, rising, least);
        } else if (hue < 2.0) {
          mixed = vec3(falling, most, least);
        } else if (hue < 3.0) {
          mixed = vec3(least, most, rising);
        } else if (hue < 4.0) {
          mixed = vec3(least, falling, most);
        } else if (hue < 5.0) {
          mixed = vec3(rising, least, most);
        } else {
          mixed = vec3(most, least, falling);
        }
        return vec4(mixed, 1.0);
      }

      """, reading: [.init("hue", hue / 60)], isOpaque: true)
  }

  /// One colour for every pixel: the least that filling can cost.
  package static func constant(hue: Double) -> ShaderFill {
    let color = RGBA(red: 0.2, green: 0.4, blue: HexconeSector(hue: hue).fall)
    return ShaderFill("vec4 paint(vec2 p) { return ink; }\n", reading: [.init("ink", color)], isOpaque: true)
  }
}

/// The hues that scenes of planes go through.
package struct HueSequence {
  private let first: Double

  package init(seed: UInt64) {
    first = Double(seed % 360)
  }

  /// After so many frames the hues are the same again.
  package static let period = 3600

  /// No two frames in a row have the same sector, and no hue comes again soon.
  package func hue(frame: Int) -> Double {
    (first + Double(frame) * 67.3).truncatingRemainder(dividingBy: 360)
  }
}

/// The plane of a new hue each frame, by one of the programs.
package final class PlaneWorkload: Workload {
  private let painter: ShaderFillPainter
  /// The fills of each frame, made beforehand so that making them is not measured.
  private let fills: [ShaderFillPainter.PreparedFill]

  /// Creates the scene with so many hues, after which they come again.
  package init(
    _ setting: WorkloadSetup, hues count: Int = HueSequence.period,
    _ fill: @escaping @Sendable (Double) -> ShaderFill
  ) throws {
    painter = try ShaderFillPainter(
      context: setting.context, shaders: .ofEnvironment(), cacheDirectory: setting.cacheDirectory)
    let hues = HueSequence(seed: setting.seed)
    fills = (0..<count).map { .init(fill(hues.hue(frame: $0))) }
  }

  package func draw(frame: Int, at time: Double) throws -> FrameStatistics {
    try painter.draw(fills[frame % fills.count])
    return painter.statistics
  }
}

/// The same plane as pixels that the processor works out and uploads: what the programs save.
package final class ComputedPlaneWorkload: Workload {
  private let context: GraphicsContext
  private let program: Program
  private let picture: Uniform
  private let corners: VertexArray
  private let hues: HueSequence
  private var plane: ComputedPlane?

  package init(_ setting: WorkloadSetup) throws {
    context = setting.context
    program = try Program(
      vertex: ShaderSource(
        file: "computed plane",
        text: """
          void main() {
            vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
            gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
          }

          """),
      fragment: ShaderSource(
        file: "computed plane",
        text: """
          out vec4 color;
          uniform sampler2D picture;
          void main() { color = texelFetch(picture, ivec2(gl_FragCoord.xy), 0); }

          """), in: setting.context)
    picture = program.uniform("picture")
    corners = VertexArray(in: setting.context)
    hues = HueSequence(seed: setting.seed)
  }

  package func draw(frame: Int, at time: Double) throws -> FrameStatistics {
    let size = context.target.size
    let known = plane.flatMap { $0.size == size ? $0 : nil }
    let plane = try known ?? ComputedPlane(size: size, in: context)
    self.plane = plane
    try plane.compute(HexconeSector(hue: hues.hue(frame: frame)))
    context.bind(plane.texture, unit: 0)
    context.setBlending(.none)
    program.use()
    program.set(picture, toTextureUnit: 0)
    context.draw(.triangleStrip, of: corners, vertices: 0..<4, instances: 1)
    var statistics = FrameStatistics()
    statistics.draws = 1
    statistics.vertices = 4
    statistics.uploadedBytes = plane.byteCount
    return statistics
  }
}

/// The plane of one hue as pixels that the processor works out, in a texture.
private final class ComputedPlane {
  let size: PixelSize
  let texture: Texture
  private var pixels: [UInt8]
  private var saturations: [Float]

  init(size: PixelSize, in context: GraphicsContext) throws {
    self.size = size
    texture = try Texture(size: size, filter: .nearest, in: context)
    pixels = [UInt8](repeating: 255, count: size.width * size.height * 4)
    saturations = (0..<size.width).map { Float($0) / Float(max(1, size.width - 1)) }
  }

  var byteCount: Int { pixels.count }

  /// Which of red, green and blue is the most, the one between, and the least in each sector.
  private static let channels: [(most: Int, between: Int, least: Int)] = [
    (0, 1, 2), (1, 0, 2), (1, 2, 0), (2, 1, 0), (2, 0, 1), (0, 2, 1),
  ]

  /// Works out all pixels, the bottom row first as targets have it, and uploads them.
  func compute(_ sector: HexconeSector) throws {
    let fall = sector.shaderFall
    let place = Self.channels[sector.index]
    let (width, height) = (size.width, size.height)
    let rise = 255 / Float(max(1, height - 1))
    saturations.withUnsafeBufferPointer { saturations in
      pixels.withUnsafeMutableBufferPointer { pixels in
        for row in 0..<height {
          let most = Float(row) * rise
          let level = UInt8(most + 0.5)
          var offset = row * width * 4
          for column in 0..<width {
            let chroma = saturations[column] * most
            pixels[offset + place.most] = level
            pixels[offset + place.least] = UInt8(most - chroma + 0.5)
            pixels[offset + place.between] = UInt8(most - chroma * fall + 0.5)
            offset += 4
          }
        }
      }
    }
    try texture.upload(pixels)
  }
}
