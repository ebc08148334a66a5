import GPU
import Geometry
import Terminal

/// The tiles of a large picture, which are drawn one after the other, so that it takes little memory whatever its size.
package struct PictureTiles {
  package let size: PixelSize
  /// The longest side of a tile.
  package let side: Int

  package init(_ size: PixelSize, side: Int = 1024) {
    self.size = size
    self.side = max(side, 1)
  }

  /// Calls with the pixels of one row of tiles after the other, four bytes each, and the row of pixels after them.
  package func forEachBand(
    drawing draw: (PixelRect) throws -> [UInt8], _ body: (_ pixels: [UInt8], _ end: Int) throws -> Void
  ) throws {
    let columns = Self.parts(of: size.width, atMost: side)
    for rows in Self.parts(of: size.height, atMost: side) {
      var band = [UInt8](repeating: 0, count: 4 * size.width * rows.count)
      for part in columns {
        try Interruption.check()
        let tile = try draw(
          PixelRect(x: part.lowerBound, y: rows.lowerBound, width: part.count, height: rows.count))
        for row in 0..<rows.count {
          let target = 4 * (row * size.width + part.lowerBound)
          band.replaceSubrange(
            target..<target + 4 * part.count, with: tile[4 * row * part.count..<4 * (row + 1) * part.count])
        }
      }
      try body(band, rows.upperBound)
    }
  }

  private static func parts(of length: Int, atMost longest: Int) -> [Range<Int>] {
    stride(from: 0, to: length, by: longest).map { $0..<min($0 + longest, length) }
  }
}
