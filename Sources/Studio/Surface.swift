import Colors
import Controls
import GPU
import Geometry
import Renderer
import Scene
import Typography

/// What a window's content looks like on the GPU: it draws when the picture would differ from the last one.
final class Surface {
  private var renderer: Renderer?
  private let typesetter: Typesetter
  private let shaders: ShaderLibrary
  private let cacheDirectory: String?
  private var drawn: Picture?
  private var next = DisplayList()

  /// What a frame is a function of.
  private struct Picture: Equatable {
    var list: DisplayList
    var background: RGBA
    var size: PixelSize
    var scale: Double
  }

  init(typesetter: Typesetter, shaders: ShaderLibrary, cacheDirectory: String?) {
    self.typesetter = typesetter
    self.shaders = shaders
    self.cacheDirectory = cacheDirectory
  }

  var statistics: FrameStatistics { renderer?.statistics ?? FrameStatistics() }

  /// Draws the content into the current target when it changed, or when `isForced`; returns whether it did.
  func draw(
    _ content: any WindowContent, in context: GraphicsContext, size: PixelSize, scale: Double, isForced: Bool
  ) throws -> Bool {
    next.record(content.layer)
    let picture = Picture(list: next, background: content.background, size: size, scale: scale)
    if !isForced && picture == drawn { return false }
    let renderer = try self.renderer ?? makeRenderer(context)
    self.renderer = renderer
    try renderer.draw(picture.list, size: size, scale: scale, background: picture.background)
    try context.check()
    drawn = picture
    return true
  }

  /// Lets go of everything on the GPU; the next frame builds it anew.
  func reset() {
    renderer = nil
    drawn = nil
  }

  private func makeRenderer(_ context: GraphicsContext) throws -> Renderer {
    try Renderer(
      context: context, typesetter: typesetter, shaders: shaders, cacheDirectory: cacheDirectory)
  }
}

extension ShaderLibrary {
  /// The embedded shaders; in debug builds those in the folder that `REGALIA_SHADERS` names.
  static func ofEnvironment() -> ShaderLibrary {
    guard GraphicsContext.isDebugBuild else { return ShaderLibrary() }
    return ShaderLibrary(folder: UserFolders.variable("REGALIA_SHADERS"))
  }
}
