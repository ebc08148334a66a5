import Colors
import GPU
import Geometry
import Scene

/// Fills a whole target by one program: for measuring programs against each other.
package final class ShaderFillPainter {
  private let context: GraphicsContext
  private let programs: Programs
  private let corners: VertexArray
  private var buffer: Buffer
  private var size = PixelSize(width: 0, height: 0)

  /// The cost of the last fill.
  package private(set) var statistics = FrameStatistics()

  /// Creates a painter for the current context.
  package init(
    context: GraphicsContext, shaders: ShaderLibrary = ShaderLibrary(), cacheDirectory: String? = nil
  ) throws {
    self.context = context
    programs = Programs(
      in: context, library: shaders, cache: cacheDirectory.map(ProgramBinaryCache.init(directory:)))
    buffer = Buffer(.fixed, in: context)
    corners = VertexArray(in: context)
  }

  /// A fill that has been made ready to be drawn often.
  package struct PreparedFill {
    let paint: Paint
    let cells: [ColorPlane.Cell]

    /// Makes a fill ready, once for many frames.
    package init(_ fill: ShaderFill) {
      paint = Paint(fill, by: PaintShader(fill, isUpright: true), isUpright: true)
      cells = fill.cells
    }
  }

  /// Fills the current target.
  package func draw(_ fill: ShaderFill) throws { try draw(PreparedFill(fill)) }

  /// Fills the current target.
  package func draw(_ fill: PreparedFill) throws {
    statistics = FrameStatistics()
    guard !fill.cells.isEmpty else {
      try fit(context.target.size)
      return try draw(1, by: fill.paint)
    }
    let size = context.target.size
    let pixelsToClip = Transform3D.scale(x: 2 / Double(size.width), y: -2 / Double(size.height))
      .concatenating(.translation(x: -1, y: 1))
    let cells = PlacedCells(fill.cells, in: PixelRect(size), pixelsToClip)
    try upload(cells.cubics + cells.others)
    // The one rectangle over all has to be placed anew.
    self.size = PixelSize(width: 0, height: 0)
    try draw(cells.cubics.count, by: Paint(.cubic, isOpaque: true))
    try draw(cells.others.count, by: fill.paint, after: cells.cubics.count)
  }

  private func upload(_ instances: [Instance]) throws {
    try buffer.upload(instances)
    statistics.uploadedBytes += instances.count * MemoryLayout<Instance>.stride
  }

  private func draw(_ count: Int, by paint: Paint, after first: Int = 0) throws {
    guard count > 0 else { return }
    context.setBlending(paint.isOpaque ? .none : .over)
    try programs.use(paint)
    corners.attach(buffer, layout: Instance.layout, offset: first * MemoryLayout<Instance>.stride)
    context.draw(.triangleStrip, of: corners, vertices: 0..<4, instances: count)
    statistics.draws += 1
    statistics.vertices += 4 * count
  }

  /// Makes the one rectangle, over all of clip space, fit a target's pixels.
  private func fit(_ size: PixelSize) throws {
    guard size != self.size else { return }
    var whole = Instance(.identity, quad: Rect(x: -1, y: -1, width: 2, height: 2))
    whole.texels = SIMD4(placesOver: size, isUp: true)
    try upload([whole])
    self.size = size
  }
}
