import Colors
import GPU
import Geometry
import Scene
import Typography

/// Draws display lists with one context; it owns the programs, masks and textures they need.
///
/// Its caches only save work: the pixels depend on the display list, its size and scale alone.
public final class Renderer {
  /// The cost of the last frame.
  public private(set) var statistics = FrameStatistics()

  /// The bytes of new masks, meshes and textures of bitmaps that may go to the GPU in one frame, or nil for all. The work
  /// of making masks and meshes counts as the bytes that could have been uploaded meanwhile.
  ///
  /// Anything beyond the budget is drawn coarsely or left out, and `statistics.isIncomplete` then asks for another
  /// frame. With nil, as pictures and recordings use it, the pixels depend on the display list alone.
  public var uploadBudget: Int? {
    get { stores.budget.limit }
    set { stores.budget.limit = newValue }
  }

  /// The part of a picture that is drawn in one area; nil for all of it.
  private struct Part {
    let area: PixelRect?
    let batches: Range<Int>
  }

  let context: GraphicsContext
  let programs: Programs
  let stores: RenderStores
  let painter: MeshPainter
  let typesetter: Typesetter
  private var encoder: Encoder
  /// The areas that are drawn, or the one of all, with their batches.
  private var parts: [Part] = []
  let moves = MoveFinder()
  private let precompiler: PipelinePrecompiler
  private var frames = 0
  /// Whether what groups and masks are drawn into is to be made ready where it is missing.
  private var wantsTargets = false
  private var size: PixelSize?
  /// How many frames, with this one, may find the window's bottom elsewhere than the one before: none while the size stays.
  private var unsettledFrames = 0

  /// The sheet of meshes that was drawn last in this frame.
  private var drawnSheet: Int?
  private var buffer: Buffer
  private let corners: VertexArray

  /// Creates a renderer for the current context.
  ///
  /// The renderer evicts the masks and textures that were drawn longest ago beyond its limits of memory.
  ///
  /// - Parameters:
  ///   - context: The current context.
  ///   - typesetter: Shapes the texts.
  ///   - shaders: The texts of the GPU programs.
  ///   - cacheDirectory: The folder that keeps linked programs, if the driver can export them; nil keeps none.
  ///   - maskBytes: The memory of masks drawn pixel on pixel, in bytes; masks of zoomed paths may take twice as much.
  ///   - textureBytes: The memory of the textures of bitmaps, in bytes.
  ///   - makesMasksAside: Whether large masks of moving paths are made on another thread if uploads have a budget;
  ///     coarser masks are drawn meanwhile.
  /// - Throws: Nothing at present. Programs are compiled when they are first drawn, and errors of shaders come from
  ///   ``draw(_:size:areas:scale:background:technique:)``.
  public convenience init(
    context: GraphicsContext, typesetter: Typesetter, shaders: ShaderLibrary = ShaderLibrary(),
    cacheDirectory: String? = nil, maskBytes: Int = 32 << 20, textureBytes: Int = 128 << 20,
    makesMasksAside: Bool = false
  ) throws {
    self.init(
      context: context, typesetter: typesetter,
      programs: Programs(
        in: context, library: shaders, cache: cacheDirectory.map(ProgramBinaryCache.init(directory:))),
      maskBytes: maskBytes, textureBytes: textureBytes, makesMasksAside: makesMasksAside)
  }

  /// Creates a renderer that draws by the programs of another one, in its context, and keeps its own account of what a frame
  /// takes.
  public convenience init(programsOf other: Renderer) {
    self.init(
      context: other.context, typesetter: other.typesetter, programs: other.programs, maskBytes: 8 << 20,
      textureBytes: 8 << 20, makesMasksAside: false)
  }

  private init(
    context: GraphicsContext, typesetter: Typesetter, programs: Programs, maskBytes: Int, textureBytes: Int,
    makesMasksAside: Bool
  ) {
    self.context = context
    self.typesetter = typesetter
    self.programs = programs
    stores = RenderStores(
      in: context, maskBytes: maskBytes, textureBytes: textureBytes, makesMasksAside: makesMasksAside)
    painter = MeshPainter(in: context, programs: programs)
    encoder = Encoder(stores, sheets: painter.sheets, typesetter: typesetter)
    precompiler = PipelinePrecompiler(in: context, programs: programs)
    buffer = Buffer(.stream, in: context)
    corners = VertexArray(in: context)
  }

  /// Draws a list over `background` into the current target, `scale` pixels a point; without a background it is
  /// drawn over what is there.
  ///
  /// With `areas` nothing is drawn elsewhere, and what is drawn there is the same as in the whole picture.
  ///
  /// - Parameters:
  ///   - list: The items, back to front.
  ///   - size: The size of the target, in pixels.
  ///   - areas: The only parts of the target that are drawn, in pixels; nil draws all of it.
  ///   - scale: The pixels per point.
  ///   - background: The colour behind the items; nil keeps what the target shows.
  ///   - technique: How paths become pixels.
  /// - Throws: `ShaderError` if the driver refuses a program, and `GraphicsError` if it has no memory.
  ///   `GraphicsContext.check()` reports a lost context.
  public func draw(
    _ list: DisplayList, size: PixelSize, areas: [PixelRect]? = nil, scale: Double, background: RGBA?,
    technique: PathTechnique = .automatic
  ) throws {
    startFrame(size: size)
    // All is put together before any of it is drawn: masks are uploaded to pages that nothing is being drawn from.
    for area in areas.map({ $0.map(Optional.some) }) ?? [nil] {
      let first = encoder.batches.count
      defer { parts.append(Part(area: area, batches: first..<encoder.batches.count)) }
      try encoder.encode(list, for: .init(size: size, area: area, scale: scale, technique: technique))
    }
    try drawParts(background: background)
    try stores.masks.makePageAhead()
    statistics.uploadedBytes += stores.budget.uploaded
    statistics.cutMeshes = stores.meshes.cutCount
    statistics.madeMasks = stores.masks.madeCount
    statistics.isIncomplete = stores.budget.isExceeded
  }

  /// Takes note of a frame in which nothing had to be drawn.
  package func drawNothing() { statistics = FrameStatistics() }

  /// Whether a fill that was drawn watches a file, as only debug builds do.
  package var watchesFiles: Bool { programs.watchesFiles }

  /// Reads watched files again; what compiles is used from the next frame on.
  package func rereadFiles() -> WatchedTexts.Change { programs.rereadFiles() }

  /// After so many frames it is looked what is to go.
  private static let period = 64

  /// Gives up what was made for drawing, and was last drawn hundreds of frames ago. It is for when nothing happens.
  package func forgetUnused() {
    // They keep what the last frame drew with.
    encoder.rest()
    stores.forgetOld()
    stores.rest()
    wantsTargets = false
    context.releaseCompiler()
  }

  /// Makes one more program ready in one more of the states in which frames draw with it, so that no frame waits for
  /// the driver later; returns whether others remain. Call it while nothing is waiting: one may take longer than a
  /// frame. The current target's content is undefined afterwards.
  ///
  /// After the last one, what groups and masks are drawn into is made ready; that leaves the current target as it is.
  @discardableResult package func prepareNextPipeline() throws -> Bool {
    if try precompiler.advance(with: corners) { return true }
    context.releaseCompiler()
    // Targets for which the driver has no memory are not tried again before another frame.
    wantsTargets = false
    try stores.prepare()
    return false
  }

  /// Whether all programs are ready in all states.
  package var hasAllPipelines: Bool { precompiler.isDone }

  /// Whether `prepareNextPipeline()` can make something ready that later frames may need. Resources that
  /// `forgetUnused()` released come back only when another frame is drawn.
  package var canPrepare: Bool { !precompiler.isDone || wantsTargets && !stores.isPrepared }

  /// Draws what was encoded, over a background in its areas.
  private func drawParts(background: RGBA?) throws {
    let meshBytes = try painter.upload()
    context.setBlending(.over)
    let mayHaveMoved = unsettledFrames > 0 && context.drawsIntoWindow
    let nothing = mayHaveMoved ? encoder.appendNothing() : nil
    try buffer.upload(encoder.instances)
    for part in parts {
      context.setScissor(part.area)
      if let background { context.clear(to: SIMD4(premultiplied: background)) }
      if let nothing { try drawNothing(instance: nothing) }
      for batch in encoder.batches[part.batches] { try draw(batch, area: part.area) }
    }
    context.setScissor(nil)
    statistics.uploadedBytes += encoder.instances.count * MemoryLayout<Instance>.stride + meshBytes
  }

  private func startFrame(size: PixelSize) {
    statistics = FrameStatistics()
    encoder.startFrame()
    parts.removeAll(keepingCapacity: true)
    painter.startFrame(size: size)
    drawnSheet = nil
    stores.startFrame(size: size)
    wantsTargets = true
    frames += 1
    let hasNewSize = self.size.map { $0 != size } ?? false
    unsettledFrames = hasNewSize ? DriverQuirks.framesOfNewSize : max(0, unsettledFrames - 1)
    self.size = size
    if frames % Self.period == 0 { stores.forgetOld() }
  }

  /// Draws an instance that covers no pixel, with another program than the one that drew last, as
  /// `DriverQuirks.framesOfNewSize` says.
  private func drawNothing(instance: Int) throws {
    let isFlat = try programs.program(.flat).isInUse
    try programs.use(Paint(isFlat ? .box : .flat))
    attach(instance)
    context.draw(.triangleStrip, of: corners, vertices: 0..<4, instances: 1)
  }

  /// Lets the array begin at an instance: OpenGL ES 3.0 has no first one.
  private func attach(_ instance: Int) {
    corners.attach(buffer, layout: Instance.layout, offset: instance * MemoryLayout<Instance>.stride)
  }

  private func draw(_ batch: Batch, area: PixelRect?) throws {
    switch batch.paint {
    case .beginGroup(let target, let box), .beginMask(let target, let box):
      return stores.groups.begin(target, box: box, area: batch.clip)
    case .endGroup(let target, let mask):
      stores.groups.end(target, mask: mask)
      if batch.instances.isEmpty { return }
    case .groupInside(let target): stores.groups.bind(target)
    case .mesh(let sheet) where sheet != drawnSheet:
      try painter.draw(sheet, counting: &statistics)
      drawnSheet = sheet
    default: break
    }
    context.setScissor(batch.clip ?? area)
    if case .fill(let color) = batch.paint { return context.clear(to: SIMD4(premultiplied: color)) }
    guard let paint = try paint(of: batch) else { return }
    try programs.use(paint)
    if paint.isOpaque { context.setBlending(.none) }
    attach(batch.instances.lowerBound)
    context.draw(.triangleStrip, of: corners, vertices: 0..<4, instances: batch.instances.count)
    if paint.isOpaque { context.setBlending(.over) }
    statistics.draws += 1
    statistics.vertices += 4 * batch.instances.count
  }

  /// Returns what paints a batch, its textures bound; nil when one of them has to wait for another frame.
  private func paint(of batch: Batch) throws -> Paint? {
    switch batch.paint {
    case .box: return Paint(.box)
    case .flat(let isOpaque): return Paint(.flat, isOpaque: isOpaque)
    case .shadow(let isSoft): return Paint(isSoft ? .softShadow : .shadow)
    case .cubic: return Paint(.cubic, isOpaque: true)
    case .shader(let fill, let isUpright):
      let paint = try programs.paint(of: fill, isUpright: isUpright)
      for (unit, image) in fill.images.enumerated() { try stores.bitmaps.bind(image, to: unit) }
      return paint
    case .gradient(let gradient, let rect, let part): return programs.paint(of: gradient, in: rect, part)
    case .image(let image, let isReduced, let part):
      guard let texels = try stores.bitmaps.bind(image, isReduced: isReduced, isWhole: part.isWhole)
      else { return nil }
      return switch part {
      case .edges: Paint(.image, Paint.texture)
      case .inside(let isOpaque) where texels == .copies:
        Paint(.reducedImage, Paint.texture, isOpaque: isOpaque)
      case .inside(true), .texels(true): Paint(.imagePlain, Paint.texture, isOpaque: true)
      case .inside(false), .texels(false): Paint(.imageInside, Paint.texture)
      }
    case .mask(let page):
      context.bind(page.texture, unit: 0)
      return Paint(page.isSoftened ? .scaledMask : .mask, Paint.texture)
    case .mesh:
      painter.sheets.bind(unit: 0)
      return Paint(.mesh, Paint.texture)
    case .endGroup(_, let mask):
      return mask != nil
        ? Paint(.maskedGroup, Paint.textures) : Paint(.group, Paint.texture)
    case .groupInside: return Paint(.imageInside, Paint.texture)
    case .fill, .beginGroup, .beginMask: return nil
    }
  }
}

extension Programs {
  /// Returns what paints a gradient over a rectangle.
  func paint(of gradient: Gradient, in rect: Rect, _ part: Batch.GradientPart) -> Paint {
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
    let locations = stops.map { Float($0.location) }
    let rises = locations.indices.map { $0 == 0 ? 0 : 1 / max(locations[$0] - locations[$0 - 1], 1e-9) }
    return Paint(
      shader(PaintShader.GradientForm(count: stops.count, isRadial: isRadial, isInside: part != .edges)),
      [
        .vec4s(stops.map { SIMD4(premultiplied: $0.color) }), .floats(locations), .floats(rises),
        .vec4(SIMD4(Float(origin.x), Float(origin.y), Float(way.dx), Float(way.dy))),
      ], isOpaque: part == .inside(isOpaque: true))
  }
}

/// The cost of drawing one frame.
public struct FrameStatistics: Hashable, Sendable {
  /// How many draw calls were made.
  public var draws = 0
  /// How many vertices they had.
  public var vertices = 0
  /// How many bytes went to the GPU.
  public var uploadedBytes = 0
  /// How many paths were cut into triangles.
  public var cutMeshes = 0
  /// How many masks were rasterised on the CPU.
  public var madeMasks = 0
  /// Whether something was drawn coarsely or left out because the upload budget was spent, so that another frame is
  /// needed even if nothing changes.
  public var isIncomplete = false

  /// Creates the statistics of a frame in which nothing was drawn.
  public init() {}
}
