import GPU
import Geometry

/// The target of a group that is drawn as one picture, somewhat larger than the group.
final class GroupTarget {
  let framebuffer: Framebuffer
  fileprivate var lastUse = 0
  /// Whether a group has it that is open.
  fileprivate var isTaken = false

  init(_ framebuffer: consuming Framebuffer) {
    self.framebuffer = framebuffer
  }

  var size: PixelSize { framebuffer.size }

  fileprivate var byteCount: Int { 4 * size.width * size.height }

  fileprivate func hasRoom(for group: PixelSize) -> Bool {
    size.width >= group.width && size.height >= group.height
  }
}

/// The framebuffers in which groups are drawn, used again from group to group and from frame to frame.
///
/// One is as large as the window, and is made before it is needed, which may take longer than a frame. Others, for groups within
/// groups, which few windows have and only while something comes or goes, are as large as those, and are given up when no
/// frame has needed them for a while.
final class GroupTargets {
  private let context: GraphicsContext
  private var size = PixelSize(width: 0, height: 0)
  private var targets: [GroupTarget] = []
  /// One of them that is as large as the window.
  private weak var whole: GroupTarget?
  private var frame = 0

  /// The targets to return to, one for each group that is being drawn.
  private var outer: [DrawingTarget] = []

  init(in context: GraphicsContext) {
    self.context = context
  }

  /// The number of frames without use after which a target is released.
  private static let keptFrames = 60
  /// The sides of targets are multiples of that, so that a group that grows does not need another one in each frame.
  private static let step = 128

  func startFrame(size: PixelSize) {
    if size != self.size {
      targets.removeAll()
      whole = nil
    }
    self.size = size
    frame += 1
    targets.removeAll { $0.lastUse < frame - Self.keptFrames && $0 !== whole }
    for target in targets { target.isTaken = false }
    outer.removeAll(keepingCapacity: true)
  }

  /// Whether the one that is as large as the window is there.
  var isPrepared: Bool { whole != nil || size.isEmpty }

  /// Makes the one that is as large as the window ready.
  func prepare() throws(GraphicsError) {
    if !isPrepared { try addTarget(size: size) }
  }

  /// Gives up those for groups within groups, and the large one where it is made again within a frame. It is for when nothing
  /// happens.
  func rest() { targets.removeAll { $0 !== whole || $0.byteCount <= DriverQuirks.quickFramebufferBytes } }

  @discardableResult private func addTarget(size: PixelSize) throws(GraphicsError) -> GroupTarget {
    // Made of the same as what it is drawn into, so that both are drawn into by the same programs.
    let target = GroupTarget(
      try Framebuffer(size: size, format: context.target.format, filter: .nearest, in: context))
    targets.append(target)
    if whole == nil, size == self.size { whole = target }
    return target
  }

  /// Returns a target for a group of so many pixels that nothing else is drawn into until `giveBack(_:)`: the smallest in which
  /// it has room.
  func take(_ wanted: PixelSize) throws(GraphicsError) -> GroupTarget {
    var found: GroupTarget?
    for target in targets where !target.isTaken && target.hasRoom(for: wanted) {
      if found.map({ target.byteCount < $0.byteCount }) ?? true { found = target }
    }
    let target: GroupTarget
    if let found { target = found } else { target = try addTarget(size: roundedUp(wanted)) }
    target.lastUse = frame
    target.isTaken = true
    return target
  }

  /// Takes note that what is drawn later may overwrite a target.
  func giveBack(_ target: GroupTarget) { target.isTaken = false }

  private func roundedUp(_ wanted: PixelSize) -> PixelSize {
    func rounded(_ side: Int, most: Int) -> Int {
      // No group is larger than the window.
      max(1, min((side + Self.step - 1) / Self.step * Self.step, most))
    }
    return PixelSize(
      width: rounded(wanted.width, most: size.width), height: rounded(wanted.height, most: size.height))
  }

  /// Draws into a clear picture from now on, which holds the pixels `box` of the whole one; only `area` of it is used.
  func begin(_ target: GroupTarget, box: PixelRect, area: PixelRect?) {
    outer.append(context.target)
    context.setTarget(target.framebuffer, showing: box, of: size)
    context.setScissor(area)
    context.clear()
  }

  /// Returns to the target that contains the group; its picture is bound to unit 0 and its mask to unit 1.
  func end(_ target: GroupTarget, mask: GroupTarget?) {
    if let mask {
      outer.removeLast()
      context.bind(mask.framebuffer.color, unit: 1)
    }
    context.bind(target.framebuffer.color, unit: 0)
    context.setTarget(outer.removeLast())
  }

  /// Binds the picture of the group that has just ended to unit 0.
  func bind(_ target: GroupTarget) { context.bind(target.framebuffer.color, unit: 0) }
}
