import Colors
import GPU
import Geometry
import Scene
import Typography

/// Draws display lists with one context; it owns the programs, masks and textures they need.
///
/// What it keeps only saves work: the pixels depend on the display list, its size and scale alone.
public final class Renderer {
  /// What the last frame took.
  public private(set) var statistics = FrameStatistics()

  /// The bytes of new masks, meshes and textures of rasters that may go to the GPU in one frame, or nil for all. The work
  /// of making masks and meshes counts as the bytes that could have been uploaded meanwhile.
  ///
  /// What does not fit is drawn coarsely or left out, and `statistics.isIncomplete` then asks for another frame. With
  /// nil, as pictures and recordings want it, the pixels depend on the display list alone.
  public var uploadBudget: Int? {
    get { budget.limit }
    set { budget.limit = newValue }
  }

  let context: GraphicsContext
  let programs: Programs
  let masks: MaskStore
  let meshes: MeshStore
  let painter: MeshPainter
  let rasters: RasterStore
  let typesetter: Typesetter
  private var instances: [Instance] = []
  private var batches: [Batch] = []
  private let groups: GroupTargets
  private let budget = UploadBudget()

  /// The sheet of meshes that was drawn last in this frame.
  private var drawnSheet: Int?
  private var buffer: Buffer
  private let corners: VertexArray

  /// Creates a renderer for the current context.
  ///
  /// Linked programs are kept as files in `cacheDirectory` where the driver can; nil keeps none. The masks of what is
  /// drawn pixel on pixel may take `maskBytes`, those of what is zoomed twice as many, before the oldest are given up.
  public init(
    context: GraphicsContext, typesetter: Typesetter, shaders: ShaderLibrary = ShaderLibrary(),
    cacheDirectory: String? = nil, maskBytes: Int = 32 << 20
  ) throws {
    self.context = context
    self.typesetter = typesetter
    programs = Programs(
      in: context, library: shaders, cache: cacheDirectory.map(ProgramBinaryCache.init(directory:)))
    masks = MaskStore(in: context, budget: budget, limit: maskBytes)
    meshes = MeshStore(in: context, budget: budget)
    painter = MeshPainter(in: context, programs: programs)
    rasters = RasterStore(in: context, budget: budget)
    groups = GroupTargets(in: context)
    buffer = Buffer(.stream, in: context)
    corners = VertexArray(in: context)
  }

  /// Draws a list over `background` into the current target, `scale` pixels a point; without a background it is
  /// drawn over what is there.
  public func draw(
    _ list: DisplayList, size: PixelSize, scale: Double, background: RGBA?,
    technique: PathTechnique = .automatic
  ) throws {
    startFrame(size: size)
    try encode(list, size: size, scale: scale, technique: technique)
    let meshBytes = try painter.upload()
    context.setScissor(nil)
    if let background { context.clear(to: SIMD4(premultiplied: background)) }
    context.setBlending(.over)
    try buffer.upload(instances)
    for batch in batches { try draw(batch, size: size, scale: scale) }
    context.setScissor(nil)
    statistics.uploadedBytes = instances.count * MemoryLayout<Instance>.stride + meshBytes + budget.uploaded
    statistics.cutMeshes = meshes.cutCount
    statistics.madeMasks = masks.madeCount
    statistics.isIncomplete = budget.isExceeded
  }

  private func startFrame(size: PixelSize) {
    statistics = FrameStatistics()
    budget.startFrame()
    rasters.startFrame()
    masks.startFrame()
    meshes.startFrame()
    painter.startFrame(size: size)
    groups.startFrame(size: size)
    drawnSheet = nil
  }

  private func encode(
    _ list: DisplayList, size: PixelSize, scale: Double, technique: PathTechnique
  ) throws {
    instances.removeAll(keepingCapacity: true)
    batches.removeAll(keepingCapacity: true)
    var encoder = Encoder(
      size: size, scale: scale, technique: technique, masks: masks, meshes: meshes, sheets: painter.sheets,
      typesetter: typesetter)
    swap(&encoder.instances, &instances)
    swap(&encoder.batches, &batches)
    defer {
      swap(&encoder.instances, &instances)
      swap(&encoder.batches, &batches)
    }
    for item in list.items { try encoder.append(item) }
  }

  private func draw(_ batch: Batch, size: PixelSize, scale: Double) throws {
    switch batch.paint {
    case .beginGroup, .beginMask: return try groups.begin(batch.clip)
    case .endGroup(let hasMask): try endGroup(hasMask: hasMask)
    case .mesh(let sheet) where sheet != drawnSheet:
      try painter.draw(sheet, counting: &statistics)
      drawnSheet = sheet
    default: break
    }
    context.setScissor(batch.clip)
    switch batch.paint {
    case .fill(let color): return context.clear(to: SIMD4(premultiplied: color))
    case .plane(let plane): try use(plane)
    case .box: try programs.program(.box).program.use()
    case .shadow: try programs.program(.shadow).program.use()
    case .image(let image, let isReduced):
      guard try rasters.bind(image, isReduced: isReduced) else { return }
      try useTexture(of: .image)
    case .gradient(let gradient, let rect): try use(gradient, in: rect)
    case .beginGroup, .beginMask, .endGroup: break
    case .mask(let page):
      context.bind(page.texture, unit: 0)
      try useTexture(of: page.isSoftened ? .scaledMask : .mask)
    case .mesh:
      painter.sheets.bind(unit: 0)
      try useTexture(of: .mesh)
    }
    // OpenGL ES 3.0 has no first instance: the array begins where the batch does.
    corners.attach(
      buffer, layout: Instance.layout, offset: batch.instances.lowerBound * MemoryLayout<Instance>.stride)
    context.draw(.triangleStrip, of: corners, vertices: 0..<4, instances: batch.instances.count)
    if case .plane = batch.paint { context.setBlending(.over) }
    statistics.draws += 1
    statistics.vertices += 4 * batch.instances.count
  }

  /// Goes back to what the group is part of, its picture and mask ready to be read.
  private func endGroup(hasMask: Bool) throws {
    let linked = try programs.program(hasMask ? .maskedGroup : .group)
    groups.end(hasMask: hasMask)
    linked.program.set(linked.uniform("uPicture"), toTextureUnit: 0)
    if hasMask { linked.program.set(linked.uniform("uMask"), toTextureUnit: 1) }
  }

  private func useTexture(of paint: PaintProgram) throws {
    let linked = try programs.program(paint)
    linked.program.set(linked.uniform("uTexture"), toTextureUnit: 0)
  }

  private func use(_ plane: PlanePaint) throws {
    let index = plane.sector.index
    let linked = try programs.program(plane.isUpright ? .sector(index) : .turnedSector(index))
    linked.program.set(linked.uniform("uFall"), to: plane.sector.programFall)
    guard plane.isUpright else { return }
    // Every pixel is opaque: reading what is behind would be for nothing.
    context.setBlending(.none)
  }

  private func use(_ gradient: Gradient, in rect: Rect) throws {
    let linked = try programs.program(.gradient)
    let stops = gradient.stops.sorted { $0.location < $1.location }.prefix(16)
    func place(_ fraction: Point) -> Point {
      Point(rect.minX + fraction.x * rect.width, rect.minY + fraction.y * rect.height)
    }
    let (origin, way, isRadial): (Point, Vector, Bool)
    switch gradient.shape {
    case .linear(let start, let end):
      let line = place(end) - place(start)
      (origin, way, isRadial) = (place(start), line / max(line.lengthSquared, 1e-12), false)
    case .radial(let center, let radius):
      let diagonal = Vector(rect.width, rect.height).length
      (origin, way, isRadial) = (place(center), Vector(1 / max(radius * diagonal / 2, 1e-6), 0), true)
    }
    linked.program.set(linked.uniform("uColors"), to: stops.map { SIMD4(premultiplied: $0.color) })
    linked.program.set(linked.uniform("uLocations"), to: stops.map { Float($0.location) })
    linked.program.set(linked.uniform("uCount"), to: stops.count)
    linked.program.set(linked.uniform("uIsRadial"), to: isRadial ? 1 : 0)
    linked.program.set(
      linked.uniform("uLine"), to: SIMD4(Float(origin.x), Float(origin.y), Float(way.dx), Float(way.dy)))
  }
}
