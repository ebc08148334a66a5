/// A bitmap that collects, for each pixel, the exact area to the right of directed line pieces.
///
/// Each piece leaves in the pixels that it crosses the differences between neighbouring pixels' areas; a running
/// sum along the row turns them into areas ("signed-area accumulation", known from font rasterisers). Only the
/// blocks of four pixels that a piece has touched are summed; whatever lies between them is constant.
struct AreaAccumulator: ~Copyable {
  fileprivate static let blockShift = 2
  private static let blockLength = 1 << blockShift

  private var width = 0
  private var height = 0

  /// The floats of one row: whole blocks, with two to spare for differences that leave the row.
  private var stride = 0
  private var maskWords = 0

  /// Differences of area; all zero between two pictures.
  private var differences = Pile<Float>()

  /// One bit for each block that is not all zero.
  private var masks = Pile<UInt64>()

  /// Makes room for a bitmap of the given size.
  mutating func resize(width: Int, height: Int) {
    self.width = width
    self.height = height
    let blocks = (width + 1) >> AreaAccumulator.blockShift + 1
    stride = blocks << AreaAccumulator.blockShift
    maskWords = (blocks + 63) >> 6
    differences.grow(to: stride * height, with: 0)
    masks.grow(to: maskWords * height, with: 0)
  }

  /// What draws into the bitmap, until it is resized.
  var pen: Pen {
    Pen(cells: differences.base, bits: masks.base, stride: stride, maskWords: maskWords, height: height)
  }

  /// Writes the areas as bytes, rounded half up, and clears the bitmap.
  mutating func resolve(into pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
    for row in 0..<height {
      resolveRow(
        differences.base + row * stride, masks.base + row * maskWords, into: pixels + row * bytesPerRow)
    }
  }

  @inline(__always)
  private func resolveRow(
    _ cells: UnsafeMutablePointer<Float>, _ bits: UnsafeMutablePointer<UInt64>,
    into pixels: UnsafeMutablePointer<UInt8>
  ) {
    var area: Float = 0
    var position = 0
    for word in 0..<maskWords {
      var mask = bits[word]
      if mask == 0 { continue }
      bits[word] = 0
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
    let positive = sums.replacing(with: -sums, where: sums .< 0)
    let covered = positive.replacing(with: 1, where: positive .> 1)
    // Adding 2²³ leaves the number in the low bits of the float, eight of them the fraction to round by.
    let fixed = covered * (255 * 256) + (0x1p23 + 128)
    let levels = unsafeBitCast(fixed, to: SIMD4<UInt32>.self) &>> 8
    let bytes = levels[0] & 255 | (levels[1] & 255) << 8 | (levels[2] & 255) << 16 | levels[3] << 24
    UnsafeMutableRawPointer(pixels).storeBytes(of: bytes, as: UInt32.self)
    return sums[3]
  }
}

extension AreaAccumulator {
  /// Draws line pieces into a bitmap.
  struct Pen {
    fileprivate let cells: UnsafeMutablePointer<Float>
    fileprivate let bits: UnsafeMutablePointer<UInt64>
    fileprivate let stride: Int
    fileprivate let maskWords: Int
    fileprivate let height: Int

    /// Adds the area to the right of a piece that runs down from (x0, y0) to (x1, y1), times `sign`.
    ///
    /// Both ends lie within the bitmap or on its rim.
    func add(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ sign: Float) {
      let slope = (x1 - x0) / (y1 - y0)
      var row = Int(y0)
      let lastRow = min(Int(y1), height - 1)
      var upper = y0
      var upperX = x0
      let (left, right) = (min(x0, x1), max(x0, x1))
      while row < lastRow {
        let lower = Float(row + 1)
        let lowerX = min(max(x0 + (lower - y0) * slope, left), right)
        addWithin(row, upperX, lowerX, (lower - upper) * sign)
        upper = lower
        upperX = lowerX
        row += 1
      }
      if row == lastRow && y1 > upper { addWithin(row, upperX, x1, (y1 - upper) * sign) }
    }

    /// Adds a piece within one row that covers `cover` of its height.
    @inline(__always)
    private func addWithin(_ row: Int, _ a: Float, _ b: Float, _ cover: Float) {
      let left = min(a, b)
      let right = max(a, b)
      let first = Int(left)
      let last = Int(right)
      let cells = self.cells + row * stride
      let bits = self.bits + row * maskWords
      if first == last {
        let share = cover * ((left + right) * 0.5 - Float(first))
        cells[first] += cover - share
        cells[first + 1] += share
        mark(bits, first >> AreaAccumulator.blockShift)
        mark(bits, (first + 1) >> AreaAccumulator.blockShift)
      } else {
        addAcross(cells, bits, left, right, first, last, cover)
      }
    }

    /// Adds a piece that crosses the pixels from `first` to `last`.
    @inline(__always)
    private func addAcross(
      _ cells: UnsafeMutablePointer<Float>, _ bits: UnsafeMutablePointer<UInt64>, _ left: Float,
      _ right: Float, _ first: Int, _ last: Int, _ cover: Float
    ) {
      let rate = cover / (right - left)
      let head = Float(first + 1) - left
      // The area right of the piece within each pixel, and what it grows by from pixel to pixel.
      var previous = 0.5 * rate * head * head
      cells[first] += previous
      var passed = rate * head
      for x in first + 1..<last {
        let area = passed + 0.5 * rate
        cells[x] += area - previous
        previous = area
        passed += rate
      }
      let tail = right - Float(last)
      let area = passed + rate * tail * (1 - 0.5 * tail)
      cells[last] += area - previous
      cells[last + 1] += cover - area
      for block in first >> AreaAccumulator.blockShift...(last + 1) >> AreaAccumulator.blockShift {
        mark(bits, block)
      }
    }

    @inline(__always)
    private func mark(_ bits: UnsafeMutablePointer<UInt64>, _ block: Int) {
      bits[block >> 6] |= 1 << UInt64(block & 63)
    }
  }
}
