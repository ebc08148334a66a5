import Colors
import Geometry
import Scene
import Typography

/// The pixels of a whole card, with rounded halves and a gap between them.
struct CardCanvas {
  private let size: PixelSize
  private var bytes: [UInt8]

  /// Creates a card whose rows have the colours that a closure gives.
  init(_ style: CardStyle, rowColor: (Int) -> RGBA) {
    let size = style.size
    self.size = size
    bytes = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { buffer, initialized in
      for y in 0..<size.height {
        let (r, g, b, a) = rowColor(y).bytes8
        let start = y * size.width * 4
        for x in 0..<size.width {
          let place = start + x * 4
          (buffer[place], buffer[place + 1], buffer[place + 2], buffer[place + 3]) = (r, g, b, a)
        }
      }
      initialized = size.width * size.height * 4
    }
    let middle = size.height / 2
    clear(rows: middle - style.halfGap..<middle + style.halfGap)
    round(rows: 0..<middle - style.halfGap, top: style.radius, bottom: style.innerRadius)
    round(rows: middle + style.halfGap..<size.height, top: style.innerRadius, bottom: style.radius)
  }

  private mutating func clear(rows: Range<Int>) {
    for y in rows.clamped(to: 0..<size.height) {
      for x in 0..<size.width { bytes[(y * size.width + x) * 4 + 3] = 0 }
    }
  }

  /// Takes the corners of a stretch of rows away.
  private mutating func round(rows: Range<Int>, top: Double, bottom: Double) {
    for (radius, isTop) in [(top, true), (bottom, false)] where radius > 0 {
      let reach = min(Int(radius.rounded(.up)), rows.count, size.width / 2)
      for row in 0..<reach {
        for column in 0..<reach {
          let dx = max(0, radius - (Double(column) + 0.5))
          let dy = max(0, radius - (Double(row) + 0.5))
          let coverage = min(max(radius - (dx * dx + dy * dy).squareRoot() + 0.5, 0), 1)
          guard coverage < 1 else { continue }
          let y = isTop ? rows.lowerBound + row : rows.upperBound - 1 - row
          for x in [column, size.width - 1 - column] {
            let place = (y * size.width + x) * 4 + 3
            bytes[place] = UInt8(Double(bytes[place]) * coverage + 0.5)
          }
        }
      }
    }
  }

  /// Lays ink on the card through a mask.
  mutating func fill(_ mask: TextMask, at left: Int, _ top: Int, with ink: RGBA) {
    let (r, g, b, a) = ink.bytes8
    let inks = [Int(r), Int(g), Int(b)]
    for row in 0..<mask.size.height where (0..<size.height).contains(top + row) {
      for column in 0..<mask.size.width where (0..<size.width).contains(left + column) {
        let coverage = Int(mask.coverage[row * mask.size.width + column]) * Int(a) / 255
        guard coverage > 0 else { continue }
        let place = ((top + row) * size.width + left + column) * 4
        for channel in 0..<3 {
          let under = Int(bytes[place + channel])
          bytes[place + channel] = UInt8((under * (255 - coverage) + inks[channel] * coverage + 127) / 255)
        }
      }
    }
  }

  /// Returns one half as a picture.
  func half(isUpper: Bool, isUpsideDown: Bool = false) -> SharedBitmap {
    let middle = size.height / 2
    let rows = isUpper ? 0..<middle : middle..<middle * 2
    let stride = size.width * 4
    var part: [UInt8] = []
    part.reserveCapacity(rows.count * stride)
    for row in isUpsideDown ? Array(rows.reversed()) : Array(rows) {
      part += bytes[row * stride..<(row + 1) * stride]
    }
    return SharedBitmap(size: PixelSize(width: size.width, height: middle), bytes: part)
  }
}
