public import Colors
import Geometry
import Images

extension Emblem {
  /// Whether a new poster with this crown draws it in the ink: a picture of one colour on nothing is.
  public var isTintedByItself: Bool {
    guard case .picture(let bytes, _) = self,
      let bitmap = try? Bitmap(encoded: bytes, fitting: PixelSize(width: 512, height: 512))
    else { return false }
    return Self.isOneColored(bitmap)
  }

  /// Whether a picture is a drawing in one colour on nothing, which the ink can take the place of.
  ///
  /// It has pixels that let all through, and those that can be seen differ by no more than what compression leaves.
  public static func isOneColored(_ bitmap: Bitmap) -> Bool {
    var (least, most) = ([255, 255, 255], [0, 0, 0])
    var (isClear, isSeen) = (false, false)
    var index = 0
    while index < bitmap.bytes.count {
      let alpha = bitmap.bytes[index + 3]
      if alpha < 16 { isClear = true }
      // The colour of what is hardly seen was rounded with it.
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
