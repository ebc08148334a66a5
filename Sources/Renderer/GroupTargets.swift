import GPU
import Geometry

/// The framebuffers in which groups are drawn as one picture, reused from frame to frame.
///
/// Each is as large as the window. The first stays, and is made before it is needed, which takes longer than a frame; those
/// for groups within groups, which few windows have, and only while something comes or goes, are given back when no frame
/// needs them any more.
final class GroupTargets {
  private final class Layer {
    let framebuffer: Framebuffer

    init(_ framebuffer: consuming Framebuffer) {
      self.framebuffer = framebuffer
    }
  }

  private let context: GraphicsContext
  private var size = PixelSize(width: 0, height: 0)
  private var layers: [Layer] = []

  /// What was drawn into before each group that is open.
  private var outer: [DrawingTarget] = []

  init(in context: GraphicsContext) {
    self.context = context
  }

  /// The frames after which it is looked what of them was needed, and how many the present ones needed.
  private static let period = 60
  private var frames = 0
  private var deepest = 1

  func startFrame(size: PixelSize) {
    if size != self.size { layers.removeAll() }
    self.size = size
    frames += 1
    if frames >= Self.period {
      layers.removeLast(max(layers.count - deepest, 0))
      (frames, deepest) = (0, 1)
    }
    outer.removeAll(keepingCapacity: true)
  }

  /// Makes the first ready.
  func prepare() throws(GraphicsError) {
    if layers.isEmpty, !size.isEmpty { try addLayer() }
  }

  /// Gives up those for groups within groups. It is for when nothing happens.
  func forgetNested() { layers.removeLast(max(layers.count - 1, 0)) }

  private func addLayer() throws(GraphicsError) {
    layers.append(Layer(try Framebuffer(size: size, filter: .nearest, in: context)))
  }

  /// Draws into a clear picture from now on; only `area` of it is used.
  func begin(_ area: PixelRect?) throws(GraphicsError) {
    if layers.count == outer.count { try addLayer() }
    let layer = layers[outer.count]
    outer.append(context.target)
    deepest = max(deepest, outer.count)
    context.setTarget(layer.framebuffer)
    context.setScissor(area)
    context.clear()
  }

  /// Returns to the target that contains the group; its picture is bound to unit 0 and its mask to unit 1.
  func end(hasMask: Bool) {
    guard outer.count >= (hasMask ? 2 : 1) else { return }
    if hasMask {
      outer.removeLast()
      context.bind(layers[outer.count].framebuffer.color, unit: 1)
    }
    let target = outer.removeLast()
    context.bind(layers[outer.count].framebuffer.color, unit: 0)
    context.setTarget(target)
  }

  /// Binds the picture of the group that has just ended to unit 0.
  func bindEnded() {
    guard outer.count < layers.count else { return }
    context.bind(layers[outer.count].framebuffer.color, unit: 0)
  }
}
