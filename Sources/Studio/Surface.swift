import ColorManagement
import Colors
import Controls
import Desktop
import GPU
import Geometry
import Renderer
import Scene
import Typography

/// Draws a window's content on the GPU when its picture would differ from the last one.
package final class Surface {
  private var renderer: Renderer? {
    didSet { if renderer !== oldValue { overlay = nil } }
  }
  /// What draws over the content.
  private var overlay: Renderer?
  /// The renderer from before shaders were read anew, until they have proved to work.
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

  /// What the window's monitor is sent for colours of sRGB; nil sends them as they are.
  package var monitorMapping: DisplayMapping? {
    didSet {
      guard monitorMapping != oldValue else { return }
      (presenter, copy, spares) = (nil, nil, [])
    }
  }

  private var presenter: MonitorPresenter?

  /// What was drawn last, where only parts of it change from frame to frame.
  private var copy: Copy?
  /// Copies whose pictures are out of date: two take turns while a part of the picture moves, and wait for the next time. To
  /// make one takes a driver without a graphics card longer than to draw a frame of those.
  private var spares: [Copy] = []
  /// Whether the last frame changed but a part of the picture.
  private var wasSmall = false
  /// How many frames ago a part of the picture moved.
  private var framesSinceMove = Int.max
  private var drawn = Picture()
  private var hasDrawn = false
  /// The interface's fonts whose letters have not been made ready.
  private var unpreparedFonts = Theme.fonts
  /// Whether the target shows what was drawn last, where it keeps that.
  private var isKept = false
  private var next = Picture()

  /// A picture that is kept, because what a window shows need not be there any more when the next frame is drawn.
  private final class Copy {
    let framebuffer: Framebuffer

    /// Creates a picture that is copied into the current target.
    init(size: PixelSize, forTargetOf context: GraphicsContext) throws {
      framebuffer = try Framebuffer(size: size, copiedIntoTargetOf: context)
    }

    /// Creates a picture that is read as a texture.
    init(size: PixelSize, in context: GraphicsContext) throws {
      framebuffer = try Framebuffer(size: size, filter: .nearest, in: context)
    }
  }

  /// Everything that a frame depends on.
  private struct Picture: Equatable {
    var list = DisplayList()
    var background = RGBA(red: 0, green: 0, blue: 0)
    var size = PixelSize(width: 0, height: 0)
    var scale = 1.0
  }

  /// Textures of bitmaps may take `textureBytes` before those that are not being drawn are given up.
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

  package var statistics: FrameStatistics { renderer?.statistics ?? FrameStatistics() }

  /// Draws the content into the current target when it changed, or when `isForced`; returns whether it did.
  ///
  /// - Parameters:
  ///   - isWhole: Whether all of it is drawn, or only what changed.
  ///   - keepsPicture: Whether the target still shows what this surface drew into it last, if `forgetTarget()` was not
  ///     called since. Where it does not, what changed is drawn into a copy.
  package func draw(
    _ content: any WindowContent, in context: GraphicsContext, size: PixelSize, scale: Double,
    at time: Double, isForced: Bool, isWhole: Bool = true, keepsPicture: Bool = false
  ) throws -> Bool {
    if !keepsPicture { isKept = false }
    next.list.record(content.layer, at: time)
    (next.background, next.size, next.scale) = (content.background, size, scale)
    if !isForced && hasDrawn && next == drawn { return false }
    try draw(next, in: context, damage: isWhole ? .everything : damage())
    isKept = keepsPicture && monitorMapping == nil
    // The two take turns, so that neither has to be copied.
    swap(&next, &drawn)
    hasDrawn = true
    return true
  }

  /// What differs between the picture that was drawn and the next one.
  private func damage() -> Damage {
    guard hasDrawn, let renderer, !renderer.statistics.isIncomplete,
      (next.background, next.scale) == (drawn.background, drawn.scale), next.size == drawn.size
    else { return .everything }
    // What the other techniques draw of a path depends on where it lies.
    let followsMoves = technique == .automatic && monitorMapping == nil
    return renderer.damage(
      from: drawn.list, to: next.list, size: next.size, scale: next.scale, followsMoves: followsMoves)
  }

  /// Draws a picture whole, or where only little changes for the second time, what changed.
  private func draw(_ picture: Picture, in context: GraphicsContext, damage: Damage) throws {
    let isSmall = damage.isSmall(in: picture.size)
    defer { wasSmall = isSmall }
    if let monitorMapping { return try show(picture, in: context, damage: damage, through: monitorMapping) }
    if try followMove(picture, in: context, damage) { return }
    if isKept, case .part(let areas) = damage, damage.share(of: picture.size) ?? 1 < Self.largestShare {
      releaseCopy()
      // Whatever stops it, the target is not what it was.
      isKept = false
      try draw(picture, areas: areas, in: context)
      return try showDamage(areas, of: picture, in: context)
    }
    guard isSmall, wasSmall, case .part(let areas) = damage else {
      releaseCopy()
      return try draw(
        picture.list, in: context, size: picture.size, scale: picture.scale, background: picture.background)
    }
    try drawThroughCopy(picture, areas, in: context)
  }

  /// Draws a picture of which a part has moved, for the second time, or which changes but little between such; returns whether
  /// it did.
  private func followMove(
    _ picture: Picture, in context: GraphicsContext, _ damage: Damage
  ) throws -> Bool {
    let isRecent = framesSinceMove < Self.framesOfRest
    framesSinceMove = min(framesSinceMove, Self.framesOfKeeping) + 1
    if framesSinceMove > Self.framesOfKeeping { spares = [] }
    switch damage {
    case .moved(let move, let areas):
      framesSinceMove = 0
      guard isRecent || copy != nil else { return false }
      try drawThroughCopy(picture, areas, move, in: context)
    case .part(let areas) where isRecent && copy != nil && damage.isSmall(in: picture.size):
      try drawThroughCopy(picture, areas, in: context)
    case .part, .everything: return false
    }
    return true
  }

  /// Draws what differs from the picture that is kept, or all where there is none, and shows it.
  ///
  /// What has moved is copied from the picture before. The target itself is not what that is read from: copies within one
  /// picture must not overlap, and few drivers copy fast out of a window.
  private func drawThroughCopy(
    _ picture: Picture, _ areas: [PixelRect], _ move: PictureMove? = nil, in context: GraphicsContext
  ) throws {
    let target = context.target
    defer { context.setTarget(target) }
    let known = copy
    copy = nil
    let current = try (move == nil ? known : nil) ?? spareCopy(size: picture.size, in: context)
    context.setTarget(current.framebuffer)
    if let known, let move { copyMoved(move, of: known, size: picture.size, in: context) }
    try draw(picture, areas: known == nil ? nil : areas, in: context)
    context.setTarget(target)
    context.copy(current.framebuffer)
    copy = current
    if let known, known !== current { spares.append(known) }
    try showDamage(areas, of: picture, in: context)
  }

  /// After so many frames in which nothing moved, a part of the picture moves for the first time again.
  private static let framesOfRest = 8
  /// After so many, copies are not kept for the next time.
  private static let framesOfKeeping = 240

  /// Takes note that the copy is not what is shown.
  private func releaseCopy() {
    if let copy, framesSinceMove <= Self.framesOfKeeping { spares.append(copy) }
    copy = nil
  }

  private func spareCopy(size: PixelSize, in context: GraphicsContext) throws -> Copy {
    spares.removeAll { $0.framebuffer.size != size }
    return try spares.popLast() ?? Copy(size: size, forTargetOf: context)
  }

  /// Copies the picture before into the current target, a part of it to where that has moved.
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

  /// The share of a picture from which on it is drawn whole.
  private static let largestShare = 0.6

  /// Draws a picture whole, or what lies in some areas; nothing where there are none.
  private func draw(_ picture: Picture, areas: [PixelRect]?, in context: GraphicsContext) throws {
    if areas?.isEmpty == true { return renderer?.drawNothing() ?? () }
    try draw(
      picture.list, in: context, size: picture.size, areas: areas, scale: picture.scale,
      background: picture.background)
  }

  /// Draws what changed of a picture into a copy, and shows that as the monitor has to be sent it.
  private func show(
    _ picture: Picture, in context: GraphicsContext, damage: Damage, through mapping: DisplayMapping
  ) throws {
    let target = context.target
    defer { context.setTarget(target) }
    let known = copy.flatMap { $0.framebuffer.size == picture.size ? $0 : nil }
    let copy = try known ?? Copy(size: picture.size, in: context)
    self.copy = nil
    var areas: [PixelRect]?
    if case .part(let parts) = damage, known != nil { areas = parts }
    context.setTarget(copy.framebuffer)
    try draw(picture, areas: areas, in: context)
    context.setTarget(target)
    let presenter = try self.presenter ?? MonitorPresenter(mapping, in: context)
    self.presenter = presenter
    try presenter.show(copy.framebuffer, areas: areas, in: context)
    self.copy = copy
  }

  /// In debug builds `REGALIA_DAMAGE=show` tints what was drawn.
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

  /// Draws a list over what is in the current target and was drawn by this surface, whose statistics do not tell of it.
  package func draw(over list: DisplayList, size: PixelSize, scale: Double) throws {
    guard let renderer else { return }
    let overlay = overlay ?? Renderer(programsOf: renderer)
    self.overlay = overlay
    isKept = false
    try overlay.draw(list, size: size, scale: scale, background: nil)
  }

  /// Lets go of what `draw(over:)` drew with.
  package func forgetOverlay() { overlay = nil }

  /// Takes note that something else was drawn into the target: what is drawn next is drawn whole.
  package func forgetTarget() { isKept = false }

  /// Draws a list into the current target, by the usual technique unless another is named.
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

  /// Whether there is something that later frames may need and that can be made ready while nothing is waiting.
  package var canPrepare: Bool {
    guard hasDrawn, fallback == nil, let renderer else { return false }
    return renderer.canPrepare || !unpreparedFonts.isEmpty
  }

  /// Gives up what was made for drawing, and has not been drawn for long or is needed only while something moves.
  package func forgetUnused() {
    spares = []
    renderer?.forgetUnused()
  }

  /// Makes something of that ready. What is in the current target may be undefined afterwards.
  package func prepareMore() {
    guard canPrepare, let renderer else { return }
    guard renderer.canPrepare else {
      if let font = unpreparedFonts.popLast() { typesetter.prepare(font, scale: drawn.scale) }
      return
    }
    if !renderer.hasAllPipelines { isKept = false }
    // What the driver refuses is reported by the frame that needs it.
    _ = try? renderer.prepareNextPipeline()
  }

  /// Whether a frame can be drawn without building everything anew.
  package var isReady: Bool { renderer != nil }

  /// Reads the shaders anew; when one is refused, those from before stay.
  package func reloadShaders() {
    fallback = renderer
    renderer = nil
  }

  /// Lets go of everything on the GPU; the next frame builds it anew.
  package func reset() {
    renderer = nil
    fallback = nil
    copy = nil
    spares = []
    presenter = nil
    hasDrawn = false
    isKept = false
  }

  private func makeRenderer(_ context: GraphicsContext) throws -> Renderer {
    let renderer = try Renderer(
      context: context, typesetter: typesetter, shaders: shaders, cacheDirectory: cacheDirectory,
      textureBytes: textureBytes, makesMasksAside: true,
      // Shaders that were read anew are to be seen, and what is wrong with them.
      startsQuickly: fallback == nil)
    renderer.uploadBudget = uploadBudget
    return renderer
  }
}

extension ShaderLibrary {
  /// The embedded shaders; in debug builds those in the folder that `REGALIA_SHADERS` names.
  package static func ofEnvironment() -> ShaderLibrary {
    guard GraphicsContext.isDebugBuild else { return ShaderLibrary() }
    return ShaderLibrary(folder: UserFolders.variable("REGALIA_SHADERS"))
  }
}
