public import GPU
import Geometry

/// Fills a whole target with the plane of saturation and brightness, by any of the programs that can: for
/// pictures and for measuring the programs against each other.
public final class PlanePainter {
  private let context: GraphicsContext
  private let programs: Programs
  private let corners: VertexArray
  private var buffer: Buffer

  /// Creates a painter for the current context.
  public init(
    context: GraphicsContext, shaders: ShaderLibrary = ShaderLibrary(), cacheDirectory: String? = nil
  ) throws {
    self.context = context
    programs = Programs(
      in: context, library: shaders, cache: cacheDirectory.map(ProgramBinaryCache.init(directory:)))
    // One rectangle over all of clip space.
    let whole = Instance(.identity, quad: Rect(x: -1, y: -1, width: 2, height: 2))
    buffer = Buffer(.fixed, in: context)
    try buffer.upload([whole])
    corners = VertexArray(in: context)
    corners.attach(buffer, layout: Instance.layout)
  }

  /// Fills the current target with the plane of one hue, in degrees.
  ///
  /// Without a program it is the one of the hue's sector, as in the picker.
  public func draw(hue: Double, by chosen: PlaneProgram? = nil) throws {
    let sector = Sector(hue: hue)
    let choice = chosen ?? .sector(sector.index)
    let linked = try programs.program(choice)
    let size = context.target.size
    context.setBlending(.none)
    linked.program.use()
    if case .constant = choice {
      linked.program.set(linked.uniform("uColor"), to: SIMD4<Float>(0.2, 0.4, Float(sector.fall), 1))
    } else {
      linked.program.set(linked.uniform("uCorner"), to: SIMD2<Float>(0.5, 0.5))
      let step = SIMD2(1 / Float(max(1, size.width - 1)), 1 / Float(max(1, size.height - 1)))
      linked.program.set(linked.uniform("uStep"), to: step)
    }
    switch choice {
    case .sector:
      linked.program.set(linked.uniform("uFall"), to: Float(sector.fall))
      linked.program.set(linked.uniform("uOpacity"), to: Float(1))
    case .single: linked.program.set(linked.uniform("uHue"), to: Float(hue / 60))
    case .constant: break
    }
    context.draw(.triangleStrip, of: corners, vertices: 0..<4, instances: 1)
  }
}
