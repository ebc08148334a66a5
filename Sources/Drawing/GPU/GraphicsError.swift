import Geometry

/// A failure between this program and the graphics driver.
public enum GraphicsError: Error, Equatable, Sendable {
  /// The context and everything in it is gone; build a new one and upload again.
  case contextLost(String)

  /// The driver reported errors since the last check, each in its own words.
  case driver([String])

  /// A texture, framebuffer or buffer was asked for that the driver cannot hold.
  case sizeUnsupported(what: String, size: PixelSize, limit: Int)

  /// Fewer bytes were given than the picture needs.
  case tooFewBytes(needed: Int, given: Int)

  /// A rectangle that reaches beyond what it is a part of.
  case outOfBounds(PixelRect, of: PixelSize)

  /// The driver had no memory for what is named.
  case outOfMemory(String)

  /// The driver cannot draw into this combination of attachments.
  case framebufferIncomplete(String)

  /// The context is too old or lacks what is named.
  case unsupported(String)
}

extension GraphicsError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .contextLost(let reason): "the graphics context was lost: \(reason)"
    case .driver(let messages): "the graphics driver reports: \(messages.joined(separator: "; "))"
    case .sizeUnsupported(let what, let size, let limit):
      "a \(what) of \(size.width)x\(size.height) is not possible; this driver allows 1 to \(limit) a side"
    case .tooFewBytes(let needed, let given): "\(needed) bytes of pixels are needed, \(given) were given"
    case .outOfBounds(let rect, let size):
      "the rectangle \(rect.width)x\(rect.height) at \(rect.x),\(rect.y) "
        + "reaches beyond \(size.width)x\(size.height)"
    case .outOfMemory(let what): "no graphics memory left for \(what)"
    case .framebufferIncomplete(let reason): "the driver cannot draw into this framebuffer: \(reason)"
    case .unsupported(let what): "the graphics driver is not sufficient: \(what)"
    }
  }
}
