import ColorManagement
import Colors
import Controls
import Files
import GPU
import Geometry
import Renderer
import Scene
import Typography

/// Draws a window's content on the GPU if its picture would differ from the last one.
package final class Surface {
  private var renderer: Renderer? {
    didSet { if renderer !== oldValue { overlay = nil } }
  }
  /// Draws over the content.
  private var overlay: Renderer?
  /// The previous renderer while reloaded shaders have not been proven to work.
  private var fallback: Renderer?
  private let typesetter: Typesetter
  private let shaders: ShaderLibrary
  private let cacheDirectory: String?
  private let technique: PathTechnique
  private let textureBytes: Int

  /// The bytes that may be uploaded in a frame; without a budget every frame is complete.
  package var uploadBudget: Int? {
    didSet { renderer?.uploadBudget = uploadBudget }
  }

  /// The transform from sRGB to the colours of the window's monitor; nil sends colours unchanged.
  package var displayTransform: DisplayTransform? {
    didSet {
      guard displayTransform != oldValue else { return }
      presenter = nil
      copies.reset()
    }
  }

  private var presenter: MonitorPresenter?

  /// The last picture, where the window is larger than the driver can draw.
  private var reduced: Reduced?
  private let copies = PictureCopies()
  private var drawn = Picture()
  private var hasDrawn = false
  /// The interface's fonts whose glyphs have not been prepared.
  private var unpreparedFonts = Theme.fonts
  /// Whether the target still shows the last picture.
  private var isKept = false
  private var next = Picture()

  private final class Reduced {
    let framebuffer: Framebuffer

    init(size: PixelSize, in context: GraphicsContext) throws {
      framebuffer = try Framebuffer(size: size, filter: .nearest, in: context)
    }
  }

  /// All inputs of a frame.
  private struct Picture: Equatable {
    var list = DisplayList()
    var background = RGBA(red: 0, green: 0, blue: 0)
    var size = PixelSize(width: 0, height: 0)
    var scale = 1.0
  }

  /// Textures of bitmaps may take `textureBytes` before those that are not drawn are evicted.
  package init(
    typesetter: Typesetter, shaders: ShaderLibrary, cacheDirectory: String?,
    technique: PathTechnique = .automatic, textureBytes: Int = 48 << 20
  ) {
    self.typesetter = typesetter
    self.shaders = shaders
    self.cacheDirectory = cacheDirectory
    self.technique = technique
    self.textureBytes = textureBytes
  }

  /// Whether the next frame differs from the last one only because of the time.
  package var readsTime: Bool { drawn.list.readsTime }

  /// Whether a shown fill watches a file.
  package var watchesFiles: Bool { renderer?.watchesFiles ?? false }

  /// Reads watched files again; what compiles is used from the next frame on.
  package func rereadFiles() -> WatchedTexts.Change? { renderer?.rereadFiles() }

  package var statistics: FrameStatistics { renderer?.statistics ?? FrameStatistics() }

  /// Draws the content into the current target if it changed or `isForced`; returns whether it did.
  ///
  /// - Parameters:
  ///   - isWhole: Whether the whole picture is drawn, not only its changes.
  ///   - keepsPicture: Whether the target still shows what this surface drew into it last, if `forgetTarget()` was not
  ///     called since. Otherwise, changes are drawn into a copy.
  package func draw(
    _ content: any WindowContent, in context: GraphicsContext, size: PixelSize, scale: Double,
    at time: Double, isForced: Bool, isWhole: Bool = true, keepsPicture: Bool = false
  ) throws -> Bool {
    let share = Double(context.maximumTargetSize) / Double(max(size.width, size.height, 1))
    guard share < 1 else {
      reduced = nil
      return try drawNext(
        content, in: context, size: size, scale: scale, at: time, isForced: isForced, isWhole: isWhole,
        keepsPicture: keepsPicture)
    }
    // A window larger than the driver can draw is drawn smaller and enlarged.
    let target = context.target
    defer { context.setTarget(target) }
    let fitting = PixelSize(
      width: max(Int(Double(size.width) * share), 1), height: max(Int(Double(size.height) * share), 1))
    let known = reduced.flatMap { $0.framebuffer.size == fitting ? $0 : nil }
    let reduced = try known ?? Reduced(size: fitting, in: context)
    self.reduced = reduced
    context.setTarget(reduced.framebuffer)
    let isNew = known == nil
    guard
      try drawNext(
        content, in: context, size: fitting, scale: scale * share, at: time, isForced: isForced || isNew,
        isWhole: isWhole || isNew, keepsPicture: true)
    else { return false }
    context.setTarget(target)
    context.copy(reduced.framebuffer, stretchedTo: size)
    return true
  }

  private func drawNext(
    _ content: any WindowContent, in context: GraphicsContext, size: PixelSize, scale: Double,
    at time: Double, isForced: Bool, isWhole: Bool, keepsPicture: Bool
  ) throws -> Bool {
    if !keepsPicture { isKept = false }
    next.list.record(content.layer, at: time, pointer: content.pointer)
    (next.background, next.size, next.scale) = (content.background, size, scale)
    if !isForced && hasDrawn && next == drawn { return false }
    try draw(next, in: context, damage: isWhole ? .everything : damage())
    isKept = keepsPicture && displayTransform == nil
    // The two lists alternate, so that neither has to be copied.
    swap(&next, &drawn)
    hasDrawn = true
    return true
  }

  /// Returns the difference between the drawn picture and the next one.
  private func damage() -> Damage {
    guard hasDrawn, let renderer, !renderer.statistics.isIncomplete,
      (next.background, next.scale) == (drawn.background, drawn.scale), next.size == drawn.size
    else { return .everything }
    // Other techniques draw a path differently depending on its position.
    let followsMoves = technique == .automatic && displayTransform == nil
    return renderer.damage(
      from: drawn.list, to: next.list, size: next.size, scale: next.scale, followsMoves: followsMoves)
  }

  /// Draws the necessary parts of a picture, and shows it.
  private func draw(_ picture: Picture, in context: GraphicsContext, damage: Damage) throws {
    if let displayTransform {
      return try show(picture, in: context, damage: damage, through: displayTransform)
    }
    if let update = copies.update(for: damage, size: picture.size, targetKeepsPicture: isKept) {
      try copies.show(update, size: picture.size, in: context) { areas in
        try draw(picture, areas: areas, in: context)
      }
      return try showDamage(update.areas, of: picture, in: context)
    }
    guard isKept, case .part(let areas) = damage, damage.share(of: picture.size) ?? 1 < Self.largestShare
    else { return try draw(picture, areas: nil, in: context) }
    // If drawing fails, the target is undefined.
    isKept = false
    try draw(picture, areas: areas, in: context)
    try showDamage(areas, of: picture, in: context)
  }

  /// The share of the changed area above which the whole picture is drawn.
  private static let largestShare = 0.6

  /// Draws a whole picture, or only some areas; nothing for an empty list.
  private func draw(_ picture: Picture, areas: [PixelRect]?, in context: GraphicsContext) throws {
    if areas?.isEmpty == true { return renderer?.drawNothing() ?? () }
    try draw(
      picture.list, in: context, size: picture.size, areas: areas, scale: picture.scale,
      background: picture.background)
  }

  /// Draws changes of a picture into a copy, and shows the copy transformed for the monitor.
  private func show(
    _ picture: Picture, in context: GraphicsContext, damage: Damage, through mapping: DisplayTransform
  ) throws {
    let presenter = try self.presenter ?? MonitorPresenter(mapping, in: context)
    self.presenter = presenter
    var changed: [PixelRect]?
    if case .part(let areas) = damage { changed = areas }
    try presenter.show(size: picture.size, changed: changed, in: context) { areas in
      try draw(picture, areas: areas, in: context)
    }
  }

  /// In debug builds `REGALIA_DAMAGE=show` tints the drawn areas.
  private func showDamage(_ areas: [PixelRect], of picture: Picture, in context: GraphicsContext) throws {
    guard GraphicsContext.isDebugBuild, UserFolders.variable("REGALIA_DAMAGE") == "show" else { return }
    let tints = Layer()
    for area in areas {
      let tint = Layer(
        frame: Rect(
          x: Double(area.x) / picture.scale, y: Double(area.y) / picture.scale,
          width: Double(area.width) / picture.scale, height: Double(area.height) / picture.scale))
      tint.backgroundColor = RGBA(red: 1, green: 0, blue: 0.6, alpha: 0.25)
      tints.addSublayer(tint)
    }
    var list = DisplayList()
    list.record(tints)
    try renderer?.draw(list, size: picture.size, scale: picture.scale, background: nil)
  }

  /// Draws a list over this surface's picture in the current target; the surface's statistics do not include it.
  package func draw(over list: DisplayList, size: PixelSize, scale: Double) throws {
    guard let renderer else { return }
    let overlay = overlay ?? Renderer(programsOf: renderer)
    self.overlay = overlay
    isKept = false
    try overlay.draw(list, size: size, scale: scale, background: nil)
  }

  /// Releases the resources of `draw(over:)`.
  package func forgetOverlay() { overlay = nil }

  /// Records that something else was drawn into the target, so that the next picture is drawn whole.
  package func forgetTarget() { isKept = false }

  /// Draws a list into the current target, by the usual technique unless another one is given.
  package func draw(
    _ list: DisplayList, in context: GraphicsContext, size: PixelSize, areas: [PixelRect]? = nil,
    scale: Double, background: RGBA, technique: PathTechnique? = nil
  ) throws {
    let renderer = try self.renderer ?? makeRenderer(context)
    self.renderer = renderer
    do {
      try renderer.draw(
        list, size: size, areas: areas, scale: scale, background: background,
        technique: technique ?? self.technique)
    } catch  where error is ShaderError || error is MissingShader {
      self.renderer = fallback
      fallback = nil
      throw error
    }
    try context.check()
    fallback = nil
  }

  /// Whether resources for later frames can be prepared while idle.
  package var canPrepare: Bool {
    guard hasDrawn, fallback == nil, let renderer else { return false }
    return renderer.canPrepare || !unpreparedFonts.isEmpty
  }

  /// Evicts resources that have not been drawn for long or are needed only during motion.
  package func forgetUnused() {
    copies.forgetSpares()
    renderer?.forgetUnused()
  }

  /// Prepares the next such resource. The content of the current target may be undefined afterwards.
  package func prepareMore() {
    guard canPrepare, let renderer else { return }
    guard renderer.canPrepare else {
      if let font = unpreparedFonts.popLast() { typesetter.prepare(font, scale: drawn.scale) }
      return
    }
    if !renderer.hasAllPipelines { isKept = false }
    // An error of the driver is reported by the frame that needs the pipeline.
    _ = try? renderer.prepareNextPipeline()
  }

  /// Whether a frame can be drawn without rebuilding everything.
  package var isReady: Bool { renderer != nil }

  /// Reloads the shaders; if one does not compile, the previous ones stay.
  package func reloadShaders() {
    fallback = renderer
    renderer = nil
  }

  /// Releases all GPU resources; the next frame rebuilds them.
  package func reset() {
    renderer = nil
    fallback = nil
    copies.reset()
    reduced = nil
    presenter = nil
    hasDrawn = false
    isKept = false
  }

  private func makeRenderer(_ context: GraphicsContext) throws -> Renderer {
    let renderer = try Renderer(
      context: context, typesetter: typesetter, shaders: shaders, cacheDirectory: cacheDirectory,
      textureBytes: textureBytes, makesMasksAside: true)
    renderer.uploadBudget = uploadBudget
    return renderer
  }
}

extension ShaderLibrary {
  /// Returns the embedded shaders; in debug builds those in the folder that `REGALIA_SHADERS` names.
  package static func ofEnvironment() -> ShaderLibrary {
    guard GraphicsContext.isDebugBuild else { return ShaderLibrary() }
    return ShaderLibrary(folder: UserFolders.variable("REGALIA_SHADERS"))
  }
}

/// Copies of a window's last picture. If only parts of the picture change, they are drawn into the copy, and moved
/// content is copied from the previous picture.
final class PictureCopies {
  /// The parts to draw of a picture when the copy shows the previous one.
  struct Update {
    /// The areas to redraw.
    let areas: [PixelRect]
    /// The content that has moved since the previous picture.
    var move: PictureMove?
  }

  private final class Copy {
    let framebuffer: Framebuffer

    init(size: PixelSize, forTargetOf context: GraphicsContext) throws {
      framebuffer = try Framebuffer(size: size, copiedIntoTargetOf: context)
    }
  }

  /// The last picture, if only parts of it change between frames.
  private var current: Copy?
  /// Copies with outdated pictures, kept for reuse: two alternate while a part of the picture moves. With a software
  /// driver, creating a copy takes longer than drawing such a frame.
  private var spares: [Copy] = []
  /// Whether the last frame changed only a part of the picture.
  private var wasSmall = false
  /// The number of frames since a part of the picture moved.
  private var framesSinceMove = Int.max

  /// The number of frames without motion after which a motion counts as a new one.
  private static let framesOfRest = 8
  /// The number of frames without motion after which spare copies are released.
  private static let framesOfKeeping = 240

  /// Returns the update of a copy for the next picture, or nil to draw into the target without a copy. A copy is used
  /// if a part has moved for the second time, if little changes between such moves, or if little changes for the second
  /// time and the target does not keep its picture.
  func update(for damage: Damage, size: PixelSize, targetKeepsPicture: Bool) -> Update? {
    let isSmall = damage.isSmall(in: size)
    defer { wasSmall = isSmall }
    let isRecent = framesSinceMove < Self.framesOfRest
    framesSinceMove = min(framesSinceMove, Self.framesOfKeeping) + 1
    if framesSinceMove > Self.framesOfKeeping { spares = [] }
    switch damage {
    case .moved(let move, let areas):
      framesSinceMove = 0
      if isRecent || current != nil { return Update(areas: areas, move: move) }
    case .part(let areas) where isSmall:
      if isRecent && current != nil || wasSmall && !targetKeepsPicture { return Update(areas: areas) }
    case .part, .everything: break
    }
    if let current, framesSinceMove <= Self.framesOfKeeping { spares.append(current) }
    current = nil
    return nil
  }

  /// Draws an update of a picture, or all of it without a copy, and shows it in the current target; `draw` draws the
  /// given areas, or everything for nil.
  ///
  /// Moved content is not read from the target itself: copies within one picture must not overlap, and few drivers copy
  /// fast from a window.
  func show(
    _ update: Update, size: PixelSize, in context: GraphicsContext, draw: ([PixelRect]?) throws -> Void
  ) throws {
    let target = context.target
    defer { context.setTarget(target) }
    let known = current
    current = nil
    let next = try (update.move == nil ? known : nil) ?? spare(size: size, in: context)
    context.setTarget(next.framebuffer)
    if let known, let move = update.move { copyMoved(move, of: known, size: size, in: context) }
    try draw(known == nil ? nil : update.areas)
    context.setTarget(target)
    context.copy(next.framebuffer)
    current = next
    if let known, known !== next { spares.append(known) }
  }

  private func spare(size: PixelSize, in context: GraphicsContext) throws -> Copy {
    spares.removeAll { $0.framebuffer.size != size }
    return try spares.popLast() ?? Copy(size: size, forTargetOf: context)
  }

  /// Copies the previous picture into the current target, with the moved part at its new place.
  private func copyMoved(
    _ move: PictureMove, of earlier: Copy, size: PixelSize, in context: GraphicsContext
  ) {
    let (area, way) = (move.area, move.way)
    let (right, bottom) = (area.x + area.width, area.y + area.height)
    func stay(x: Int, y: Int, width: Int, height: Int) {
      context.copy(
        earlier.framebuffer, from: PixelRect(x: x, y: y, width: width, height: height), toX: x, y: y)
    }
    stay(x: 0, y: 0, width: size.width, height: area.y)
    stay(x: 0, y: area.y, width: area.x, height: area.height)
    stay(x: right, y: area.y, width: size.width - right, height: area.height)
    stay(x: 0, y: bottom, width: size.width, height: size.height - bottom)
    let source = PixelRect(x: area.x - way.x, y: area.y - way.y, width: area.width, height: area.height)
    context.copy(earlier.framebuffer, from: source, toX: area.x, y: area.y)
  }

  /// Releases spare copies.
  func forgetSpares() { spares = [] }

  /// Releases everything.
  func reset() {
    current = nil
    spares = []
    wasSmall = false
  }
}
