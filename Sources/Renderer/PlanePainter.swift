public import GPU
import Geometry

/// Fills a whole target with the plane of saturation and brightness, by any of the programs that can: for
/// pictures and for measuring the programs against each other.
public final class PlanePainter {
  private let context: GraphicsContext
  private let programs: Programs
  private let corners: VertexArray
  private var buffer: Buffer
  private var size = PixelSize(width: 0, height: 0)
  private var computed: ComputedPlane?

  /// What the last plane took.
  public private(set) var statistics = FrameStatistics()

  /// Creates a painter for the current context.
  public init(
    context: GraphicsContext, shaders: ShaderLibrary = ShaderLibrary(), cacheDirectory: String? = nil
  ) throws {
    self.context = context
    programs = Programs(
      in: context, library: shaders, cache: cacheDirectory.map(ProgramBinaryCache.init(directory:)))
    buffer = Buffer(.fixed, in: context)
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
    statistics = FrameStatistics()
    try fit(size)
    switch choice {
    case .sector: linked.program.set(linked.uniform("uFall"), to: sector.programFall)
    case .turnedSector: preconditionFailure("a whole target is upright")
    case .single, .branching: linked.program.set(linked.uniform("uHue"), to: Float(hue / 60))
    case .processor: try upload(sector, size, to: linked)
    case .constant:
      linked.program.set(linked.uniform("uColor"), to: SIMD4<Float>(0.2, 0.4, Float(sector.fall), 1))
    }
    context.draw(.triangleStrip, of: corners, vertices: 0..<4, instances: 1)
    statistics.draws += 1
    statistics.vertices += 4
  }

  private func upload(_ sector: Sector, _ size: PixelSize, to linked: LinkedProgram) throws {
    let known = computed.flatMap { $0.size == size ? $0 : nil }
    let plane = try known ?? ComputedPlane(size: size, in: context)
    computed = plane
    try plane.compute(sector)
    statistics.uploadedBytes += plane.byteCount
    context.bind(plane.texture, unit: 0)
    linked.program.set(linked.uniform("uPicture"), toTextureUnit: 0)
  }

  /// Makes the one rectangle, over all of clip space, fit a target's pixels.
  private func fit(_ size: PixelSize) throws {
    guard size != self.size else { return }
    var whole = Instance(.identity, quad: Rect(x: -1, y: -1, width: 2, height: 2))
    whole.texels = PlanePaint.extent(of: size, isUp: true)
    try buffer.upload([whole])
    statistics.uploadedBytes += MemoryLayout<Instance>.stride
    self.size = size
  }
}
