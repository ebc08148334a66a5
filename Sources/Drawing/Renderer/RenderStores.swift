import GPU
import Geometry

/// Resources that are kept from frame to frame: masks, meshes, textures of bitmaps, and the targets of groups.
///
/// All new contents of a frame come out of one budget of uploads.
final class RenderStores {
  let budget: UploadBudget
  let masks: MaskStore
  let meshes: MeshStore
  let bitmaps: BitmapStore
  let groups: GroupTargets

  /// How many frames what was made for drawing is kept for: some seconds' worth.
  private static let keptFrames = 600

  init(in context: GraphicsContext, maskBytes: Int, textureBytes: Int, makesMasksAside: Bool) {
    budget = UploadBudget(hasHelp: makesMasksAside)
    masks = MaskStore(in: context, budget: budget, limit: maskBytes, makesAside: makesMasksAside)
    meshes = MeshStore(in: context, budget: budget)
    bitmaps = BitmapStore(in: context, budget: budget, limit: textureBytes)
    groups = GroupTargets(in: context)
  }

  func startFrame(size: PixelSize) {
    budget.startFrame()
    bitmaps.startFrame(size: size)
    masks.startFrame(size: size)
    meshes.startFrame(size: size)
    groups.startFrame(size: size)
  }

  /// Gives up what was last drawn hundreds of frames ago.
  func forgetOld() {
    bitmaps.forget(after: Self.keptFrames)
    masks.forget(after: Self.keptFrames)
    meshes.forget(after: Self.keptFrames)
  }

  /// Gives up what only the next frames would need.
  func rest() {
    masks.rest()
    groups.rest()
  }

  /// Makes ready what groups and masks are drawn into.
  func prepare() throws {
    try groups.prepare()
    try masks.prepare()
    meshes.prepare()
  }

  /// Whether what groups and masks are drawn into is ready.
  var isPrepared: Bool { groups.isPrepared && masks.isPrepared }
}
