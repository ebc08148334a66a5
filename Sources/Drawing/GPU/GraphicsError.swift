import Geometry
public import Localization

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

extension GraphicsError: LocalizableError {
  /// The failure, with the driver's own words in English.
  public var message: Message {
    switch self {
    case .contextLost(let reason): Message("the graphics context was lost: {reason}", ["reason": reason])
    case .driver(let messages):
      Message("the graphics driver reports: {messages}", ["messages": messages.joined(separator: "; ")])
    case .sizeUnsupported(let what, let size, let limit):
      Message(
        "a {object} of {width}x{height} is not possible; this driver allows sides from 1 to {limit}",
        [
          "object": what, "width": String(size.width), "height": String(size.height), "limit": String(limit),
        ])
    case .tooFewBytes(let needed, let given):
      Message(
        "{needed} bytes of pixels are needed, but {given} were given",
        ["needed": String(needed), "given": String(given)])
    case .outOfBounds(let rect, let size):
      Message(
        "the rectangle {rectangle} extends beyond {size}",
        [
          "rectangle": "\(rect.width)x\(rect.height) (\(rect.x), \(rect.y))",
          "size": "\(size.width)x\(size.height)",
        ])
    case .outOfMemory(let what): Message("out of graphics memory for {object}", ["object": what])
    case .framebufferIncomplete(let reason):
      Message("the driver cannot draw into this framebuffer: {reason}", ["reason": reason])
    case .unsupported(let reason):
      Message("the graphics driver is not sufficient: {reason}", ["reason": reason])
    }
  }
}
