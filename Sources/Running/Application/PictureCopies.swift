import GPU
import Geometry
import Renderer

/// Copies of what a window showed last: where only parts of a picture change they are drawn into the copy, and what has moved
/// is copied from the picture before.
final class PictureCopies {
  /// What is drawn of a picture where the copy shows the one before.
  struct Update {
    /// Where pixels are drawn anew.
    let areas: [PixelRect]
    /// What was elsewhere in the picture before.
    var move: PictureMove?
  }

  private final class Copy {
    let framebuffer: Framebuffer

    init(size: PixelSize, forTargetOf context: GraphicsContext) throws {
      framebuffer = try Framebuffer(size: size, copiedIntoTargetOf: context)
    }
  }

  /// What was drawn last, where only parts of it change from frame to frame.
  private var current: Copy?
  /// Copies whose pictures are out of date: two take turns while a part of the picture moves, and wait for the next time. To
  /// make one takes a driver without a graphics card longer than to draw a frame of those.
  private var spares: [Copy] = []
  /// Whether the last frame changed but a part of the picture.
  private var wasSmall = false
  /// How many frames ago a part of the picture moved.
  private var framesSinceMove = Int.max

  /// After so many frames in which nothing moved, a part of the picture moves for the first time again.
  private static let framesOfRest = 8
  /// After so many, copies are not kept for the next time.
  private static let framesOfKeeping = 240

  /// Returns what is drawn of the next picture through a copy: of one in which a part has moved for the second time, or little
  /// changes between such, or little changes for the second time and the target does not keep its picture. Nil where the
  /// picture is drawn into its target, and the copy does not show it.
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

  /// Draws an update of a picture, or all of it where there is no copy, and shows it in the current target; `draw` draws the
  /// areas that it is given, or everything.
  ///
  /// The target itself is not what moves are read from: copies within one picture must not overlap, and few drivers copy fast
  /// out of a window.
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

  /// Lets go of copies that wait for the next time.
  func forgetSpares() { spares = [] }

  /// Lets go of everything.
  func reset() {
    current = nil
    spares = []
    wasSmall = false
  }
}
