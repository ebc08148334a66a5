import Desktop
import Colors
import Controls
import GPU
import Geometry
import Renderer
import Scene
import Typography

/// Draws a window's content on the GPU when its picture would differ from the last one.
package final class Surface {
  private var renderer: Renderer?
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

  private var drawn = Picture()
  private var hasDrawn = false
  private var next = Picture()

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
    technique: PathTechnique = .automatic, textureBytes: Int = 128 << 20
  ) {
    self.typesetter = typesetter
    self.shaders = shaders
    self.cacheDirectory = cacheDirectory
    self.technique = technique
    self.textureBytes = textureBytes
  }

  package var statistics: FrameStatistics { renderer?.statistics ?? FrameStatistics() }

  /// Draws the content into the current target when it changed, or when `isForced`; returns whether it did.
  package func draw(
    _ content: any WindowContent, in context: GraphicsContext, size: PixelSize, scale: Double,
    at time: Double,
    isForced: Bool
  ) throws -> Bool {
    next.list.record(content.layer, at: time)
    (next.background, next.size, next.scale) = (content.background, size, scale)
    if !isForced && hasDrawn && next == drawn { return false }
    try draw(next.list, in: context, size: size, scale: scale, background: next.background)
    // The two take turns, so that neither has to be copied.
    swap(&next, &drawn)
    hasDrawn = true
    return true
  }

  /// Draws a list into the current target, by the usual technique unless another is named.
  package func draw(
    _ list: DisplayList, in context: GraphicsContext, size: PixelSize, scale: Double, background: RGBA,
    technique: PathTechnique? = nil
  ) throws {
    let renderer = try self.renderer ?? makeRenderer(context)
    self.renderer = renderer
    do {
      try renderer.draw(
        list, size: size, scale: scale, background: background, technique: technique ?? self.technique)
    } catch  where error is ShaderError || error is MissingShader {
      self.renderer = fallback
      fallback = nil
      throw error
    }
    try context.check()
    fallback = nil
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
    hasDrawn = false
  }

  private func makeRenderer(_ context: GraphicsContext) throws -> Renderer {
    let renderer = try Renderer(
      context: context, typesetter: typesetter, shaders: shaders, cacheDirectory: cacheDirectory,
      textureBytes: textureBytes)
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
