import Controls
import Posters
import Publishing

/// A picture or a drawing on the clipboard, as what it becomes on a poster.
enum PastedPicture: Sendable {
  case crown(Emblem)
  case ground(Background)

  private static let drawing = "image/svg+xml"
  private static let pictures = ["image/png", "image/jpeg", "image/webp"]

  /// Reads the clipboard, beside the frame loop; nil where it has no picture.
  ///
  /// - Parameter text: A text on the clipboard that is a drawing, or nil.
  init?(_ text: String?, from fetch: Clipboard.Fetching) throws {
    let offer =
      text.map { Clipboard.Offer(Self.drawing, Array($0.utf8)) } ?? fetch([Self.drawing] + Self.pictures)
    guard let offer else { return nil }
    self =
      offer.kind == Self.drawing
      ? .crown(try PosterSources.emblem(offer.bytes, named: "The pasted drawing"))
      : .ground(try PosterSources.background(offer.bytes, named: "The pasted picture"))
  }

  /// Whether a text is a drawing, as programs copy it that know no better kind.
  static func isDrawing(_ text: String) -> Bool {
    let start = text.drop { $0.isWhitespace }.prefix(2000)
    return start.hasPrefix("<svg")
      || (start.hasPrefix("<?xml") || start.hasPrefix("<!")) && start.contains("<svg")
  }
}
