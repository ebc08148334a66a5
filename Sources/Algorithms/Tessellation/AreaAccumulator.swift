/// A bitmap that collects, for each pixel, the exact area to the right of directed line pieces.
///
/// Each piece leaves in the pixels that it crosses the differences between neighbouring pixels' areas; a running
/// sum along the row turns them into areas ("signed-area accumulation", known from font rasterisers). Only the
/// blocks of four pixels that a piece has touched are summed; whatever lies between them is constant.
struct AreaAccumulator: ~Copyable {
  static let blockShift = 2
  static let blockLength = 1 << blockShift

  /// The width up to which marking blocks takes longer than summing all of them.
  static let narrow = 64

  private(set) var width = 0
  private(set) var height = 0

  /// The floats of one row: whole blocks, with three to spare for differences that leave the row.
  private(set) var stride = 0
  private(set) var markWords = 0

  /// Differences of area; all zero between two pictures.
  private(set) var differences = ZeroedBuffer<Float>()

  /// One bit for each block, set where the block may not be all zero.
  private(set) var marks = ZeroedBuffer<UInt64>()

  /// Whether the bitmap is so narrow that its blocks are not marked: all are summed.
  private(set) var isNarrow = false

  /// Makes room for a bitmap of the given size.
  mutating func resize(width: Int, height: Int) {
    isNarrow = width <= AreaAccumulator.narrow
    self.width = width
    self.height = height
    let blocks = (width + 2) >> AreaAccumulator.blockShift + 1
    stride = blocks << AreaAccumulator.blockShift
    markWords = (blocks + 63) >> 6
    // A piece that ends on the lower rim may add nothing to the row below.
    differences.grow(to: stride * (height + 1))
    marks.grow(to: markWords * (height + 1))
  }

  /// The pen that draws into the bitmap; it is valid until the bitmap is resized.
  var pen: Pen {
    Pen(
      cells: differences.base, marks: marks.base, stride: stride, markWords: markWords, width: width,
      height: height,
      isNarrow: isNarrow)
  }

  /// Writes the areas as bytes, rounded half up, and clears the bitmap.
  mutating func resolve(into pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
    for row in 0..<height { resolveRow(row, into: pixels + row * bytesPerRow, room: width) }
    clearRim()
  }

  /// Clears the bitmap without writing it.
  func clear() {
    differences.base.update(repeating: 0, count: stride * (height + 1))
    marks.base.update(repeating: 0, count: markWords * (height + 1))
  }

  /// Clears the row below the last, to which pieces that end on the lower rim may have added nothing, or next to it.
  func clearRim() {
    if isNarrow { (differences.base + height * stride).update(repeating: 0, count: stride) }
    for word in 0..<markWords {
      var mask = marks.base[height * markWords + word]
      marks.base[height * markWords + word] = 0
      while mask != 0 {
        let start = (word << 6 + mask.trailingZeroBitCount) << AreaAccumulator.blockShift
        mask &= mask - 1
        (differences.base + height * stride + start).update(repeating: 0, count: AreaAccumulator.blockLength)
      }
    }
  }

  /// Writes the areas of a row and clears it; `room` says how many pixels may be written, if only to be written over.
  @inline(__always)
  func resolveRow(_ row: Int, into pixels: UnsafeMutablePointer<UInt8>, room: Int) {
    if isNarrow {
      resolveNarrowRow(differences.base + row * stride, into: pixels, room: room)
    } else {
      resolveMarkedRow(row, into: pixels)
    }
  }

  @inline(__always)
  private func resolveNarrowRow(
    _ cells: UnsafeMutablePointer<Float>, into pixels: UnsafeMutablePointer<UInt8>, room: Int
  ) {
    var area: Float = 0
    let blocked = min(width + AreaAccumulator.blockLength - 1, room) & ~(AreaAccumulator.blockLength - 1)
    for x in Swift.stride(from: 0, to: blocked, by: AreaAccumulator.blockLength) {
      area = sumBlock(cells + x, from: area, into: pixels + x)
    }
    for x in blocked..<max(width, blocked) {
      area += cells[x]
      pixels[x] = byte(area)
    }
    cells.update(repeating: 0, count: stride)
  }

  @inline(__always)
  private func resolveMarkedRow(_ row: Int, into pixels: UnsafeMutablePointer<UInt8>) {
    let cells = differences.base + row * stride
    let marks = marks.base + row * markWords
    var area: Float = 0
    var position = 0
    for word in 0..<markWords {
      var mask = marks[word]
      if mask == 0 { continue }
      marks[word] = 0
      while mask != 0 {
        let start = (word << 6 + mask.trailingZeroBitCount) << AreaAccumulator.blockShift
        mask &= mask - 1
        if start > position {
          (pixels + position).update(repeating: byte(area), count: min(start, width) - position)
        }
        if start + AreaAccumulator.blockLength <= width {
          area = sumBlock(cells + start, from: area, into: pixels + start)
        } else {
          for x in start..<max(width, start) {
            area += cells[x]
            pixels[x] = byte(area)
          }
        }
        (cells + start).update(repeating: 0, count: AreaAccumulator.blockLength)
        position = start + AreaAccumulator.blockLength
      }
    }
    if position < width { (pixels + position).update(repeating: byte(area), count: width - position) }
  }

  @inline(__always)
  private func byte(_ area: Float) -> UInt8 {
    UInt8(truncatingIfNeeded: Int32(min(area.magnitude, 1) * 255 + 0.5))
  }

  /// Sums the differences of a block by doubling steps and returns the area after the last.
  @inline(__always)
  private func sumBlock(
    _ cells: UnsafeMutablePointer<Float>, from area: Float, into pixels: UnsafeMutablePointer<UInt8>
  ) -> Float {
    let d = UnsafeRawPointer(cells).loadUnaligned(as: SIMD4<Float>.self)
    let pairs = d + SIMD4(0, d[0], d[1], d[2])
    let sums = pairs + SIMD4(0, 0, pairs[0], pairs[1]) + area
    UnsafeMutableRawPointer(pixels).storeBytes(of: AreaAccumulator.levels(sums), as: UInt32.self)
    return sums[3]
  }

  /// Returns four areas as bytes, the first the lowest.
  @inline(__always)
  static func levels(_ areas: SIMD4<Float>) -> UInt32 {
    let positive = areas.replacing(with: -areas, where: areas .< 0)
    let covered = positive.replacing(with: 1, where: positive .> 1)
    // Adding 2²³ leaves the number in the low bits of the float, eight of them the fraction to round by.
    let fixed = covered * (255 * 256) + (0x1p23 + 128)
    let levels = unsafeBitCast(fixed, to: SIMD4<UInt32>.self) &>> 8
    let low = levels[0] & 255 | (levels[1] & 255) << 8
    let high = (levels[2] & 255) << 16 | levels[3] << 24
    return low | high
  }
}
