import Colors
public import GPU
import Geometry
public import Scene

/// Fills a whole target by one program: for measuring programs against each other.
public final class ShaderFillPainter {
  private let context: GraphicsContext
  private let programs: Programs
  private let corners: VertexArray
  private var buffer: Buffer
  private var size = PixelSize(width: 0, height: 0)

  /// What the last fill took.
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

  /// A fill that has been made ready to be drawn often.
  public struct PreparedFill {
    let paint: Paint
    let rows: ShaderFill.Rows?

    /// Makes a fill ready, once for many frames.
    public init(_ fill: ShaderFill) {
      paint = Paint(fill, by: .fill(fill, isUpright: true), isUpright: true)
      rows = fill.rows
    }
  }

  /// Fills the current target.
  public func draw(_ fill: ShaderFill) throws { try draw(PreparedFill(fill)) }

  /// Fills the current target.
  public func draw(_ fill: PreparedFill) throws {
    let paint = fill.paint
    context.setBlending(paint.isOpaque ? .none : .over)
    try programs.use(paint)
    statistics = FrameStatistics()
    var count = 1
    if let rows = fill.rows {
      count = try place(rows.cells, in: context.target.size)
    } else {
      try fit(context.target.size)
    }
    context.draw(.triangleStrip, of: corners, vertices: 0..<4, instances: count)
    statistics.draws += 1
    statistics.vertices += 4 * count
  }

  /// Makes rectangles of the cells of a target's pixels, and returns how many there are.
  private func place(_ cells: [ColorPlane.Cell], in size: PixelSize) throws -> Int {
    let pixelsToClip = Transform3D.scale(x: 2 / Double(size.width), y: -2 / Double(size.height))
      .concatenating(.translation(x: -1, y: 1))
    let instances = cells.compactMap { Instance($0, in: PixelRect(size), pixelsToClip) }
    try buffer.upload(instances)
    statistics.uploadedBytes += instances.count * MemoryLayout<Instance>.stride
    // The one rectangle over all has to be placed anew.
    self.size = PixelSize(width: 0, height: 0)
    return instances.count
  }

  /// Makes the one rectangle, over all of clip space, fit a target's pixels.
  private func fit(_ size: PixelSize) throws {
    guard size != self.size else { return }
    var whole = Instance(.identity, quad: Rect(x: -1, y: -1, width: 2, height: 2))
    whole.texels = SIMD4(placesOver: size, isUp: true)
    try buffer.upload([whole])
    statistics.uploadedBytes += MemoryLayout<Instance>.stride
    self.size = size
  }
}
