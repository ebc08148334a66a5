public import Colors
public import Geometry
public import Images

/// The emblem above the text.
public enum Emblem: Hashable, Sendable {
  /// No emblem; the lines fill the page.
  case none
  /// A path filled with the ink by the non-zero rule; `source` is its origin.
  case path(Path, source: String)
  /// A picture in its own colours, from the bytes of its file: PNG, JPEG or WebP.
  case picture(bytes: [UInt8], source: String)

  /// Returns an emblem of a drawing, scaled to 1000 units in width or height with rounded numbers, so that documents
  /// stay short.
  public static func drawing(_ path: Path, source: String) -> Emblem {
    guard let box = path.bounds, box.origin.isFinite, box.width.isFinite, box.height.isFinite else {
      return .none
    }
    let side = max(box.width, box.height)
    guard side > 0, side.isFinite else { return .none }
    let scale = 1000 / side
    guard scale.isFinite, scale > 0 else { return .none }
    func place(_ point: Point) -> Point {
      Point(
        (((point.x - box.minX) * scale) * 1000).rounded() / 1000,
        (((point.y - box.minY) * scale) * 1000).rounded() / 1000)
    }
    let rounded = Path { result in
      for element in path.elements {
        switch element {
        case .move(let point): result.move(to: place(point))
        case .line(let point): result.line(to: place(point))
        case .quad(let control, let end): result.quad(to: place(end), control: place(control))
        case .cubic(let control1, let control2, let end):
          result.cubic(to: place(end), control1: place(control1), control2: place(control2))
        case .close: result.close()
        }
      }
    }
    return .path(rounded, source: source)
  }

  /// The origin of the emblem: the name of a crown or a file; empty without one.
  public var source: String {
    switch self {
    case .none: ""
    case .path(_, let source), .picture(_, let source): source
    }
  }

  /// The name in PDFs: that of the crown, or of the file.
  var name: String {
    // Untranslated: a poster has the same PDF in every language.
    let prefix = "crown:"
    guard source.hasPrefix(prefix) else { return source.isEmpty ? "Crown" : source }
    let words = source.dropFirst(prefix.count).replacing("-", with: " ")
    return "Crown: \(words)"
  }
}

extension Emblem {
  /// Whether a new poster with this crown draws it in the ink: a picture of one colour on nothing is.
  public func isTintedByItself(by decoder: any PictureDecoder = DirectDecoder()) -> Bool {
    guard case .picture(let bytes, _) = self,
      let bitmap = try? Bitmap(encoded: bytes, fitting: PixelSize(width: 512, height: 512), by: decoder)
    else { return false }
    return Self.isOneColored(bitmap)
  }

  /// Returns whether a picture is a drawing in one colour on a transparent background, whose colour the ink can
  /// replace.
  ///
  /// It has almost fully transparent pixels, and its visible pixels differ only by compression artefacts.
  public static func isOneColored(_ bitmap: Bitmap) -> Bool {
    var (least, most) = ([255, 255, 255], [0, 0, 0])
    var (isClear, isSeen) = (false, false)
    var index = 0
    while index < bitmap.bytes.count {
      let alpha = bitmap.bytes[index + 3]
      if alpha < 16 { isClear = true }
      // The colour of an almost transparent pixel is too inexact.
      if alpha >= 128 {
        isSeen = true
        for channel in 0..<3 {
          let value = Int(bitmap.bytes[index + channel])
          least[channel] = min(least[channel], value)
          most[channel] = max(most[channel], value)
        }
      }
      index += 4
    }
    return isClear && isSeen && zip(least, most).allSatisfy { $1 - $0 <= 24 }
  }
}
