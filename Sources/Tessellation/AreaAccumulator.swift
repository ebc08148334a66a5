/// A bitmap that collects, for each pixel, the exact area to the right of directed line pieces.
///
/// Each piece leaves in the pixels that it crosses the differences between neighbouring pixels' areas; a running
/// sum along the row turns them into areas ("signed-area accumulation", known from font rasterisers). Only the
/// blocks of sixteen pixels that a piece has touched are summed; whatever lies between them is constant.
struct AreaAccumulator {
  private static let blockShift = 4
  private static let blockLength = 1 << blockShift

  private(set) var width = 0
  private(set) var height = 0

  /// The floats of one row: whole blocks, with two to spare for differences that leave the row.
  private var stride = 0
  private var maskWords = 0

  /// Differences of area; all zero between two pictures.
  private var differences: ContiguousArray<Float> = []

  /// One bit for each block that is not all zero.
  private var masks: ContiguousArray<UInt64> = []

  /// Makes room for a bitmap of the given size.
  mutating func resize(width: Int, height: Int) {
    self.width = width
    self.height = height
    let blocks = (width + 1) >> AreaAccumulator.blockShift + 1
    stride = blocks << AreaAccumulator.blockShift
    maskWords = (blocks + 63) >> 6
    grow(&differences, to: stride * height, with: 0)
    grow(&masks, to: maskWords * height, with: 0)
  }

  private func grow<Element>(_ array: inout ContiguousArray<Element>, to count: Int, with value: Element) {
    if array.count < count { array.append(contentsOf: repeatElement(value, count: count - array.count)) }
  }

  /// Calls `body` with a pen that draws pieces into the bitmap.
  mutating func withPen(_ body: (Pen) -> Void) {
    let (height, stride, maskWords) = (height, stride, maskWords)
    differences.withUnsafeMutableBufferPointer { differences in
      masks.withUnsafeMutableBufferPointer { masks in
        guard let cells = differences.baseAddress, let bits = masks.baseAddress else { return }
        body(
          Pen(
            cells: cells, bits: bits, stride: stride, maskWords: maskWords, height: height))
      }
    }
  }

  /// Writes the areas as bytes, rounded half up, and clears the bitmap.
  mutating func resolve(into pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
    let (width, height, stride, maskWords) = (width, height, stride, maskWords)
    differences.withUnsafeMutableBufferPointer { differences in
      masks.withUnsafeMutableBufferPointer { masks in
        guard let cells = differences.baseAddress, let bits = masks.baseAddress else { return }
        for row in 0..<height {
          AreaAccumulator.resolveRow(
            cells + row * stride, bits + row * maskWords, maskWords, into: pixels + row * bytesPerRow, width)
        }
      }
    }
  }

  private static func resolveRow(
    _ cells: UnsafeMutablePointer<Float>, _ bits: UnsafeMutablePointer<UInt64>, _ maskWords: Int,
    into pixels: UnsafeMutablePointer<UInt8>, _ width: Int
  ) {
    var area: Float = 0
    var position = 0
    for word in 0..<maskWords {
      var mask = bits[word]
      bits[word] = 0
      while mask != 0 {
        let block = word << 6 + mask.trailingZeroBitCount
        mask &= mask - 1
        let start = block << blockShift
        if start > position {
          (pixels + position).update(repeating: byte(area), count: min(start, width) - position)
        }
        let end = min(start + blockLength, width)
        if end == start + blockLength {
          area = sumBlock(cells + start, from: area, into: pixels + start)
        } else {
          for x in start..<max(end, start) {
            area += cells[x]
            pixels[x] = byte(area)
          }
        }
        (cells + start).update(repeating: 0, count: blockLength)
        position = start + blockLength
      }
    }
    if position < width { (pixels + position).update(repeating: byte(area), count: width - position) }
  }

  private static func byte(_ area: Float) -> UInt8 { UInt8(min(area.magnitude, 1) * 255 + 0.5) }

  /// Sums sixteen differences by doubling steps and returns the area after the last.
  private static func sumBlock(
    _ cells: UnsafeMutablePointer<Float>, from area: Float, into pixels: UnsafeMutablePointer<UInt8>
  ) -> Float {
    var total = area
    let raw = UnsafeMutableRawPointer(cells)
    for quarter in 0..<4 {
      let d = raw.loadUnaligned(fromByteOffset: quarter * 16, as: SIMD4<Float>.self)
      let pairs = d + SIMD4(0, d[0], d[1], d[2])
      let sums = pairs + SIMD4(0, 0, pairs[0], pairs[1]) + total
      total = sums[3]
      let positive = sums.replacing(with: -sums, where: sums .< 0)
      let covered = positive.replacing(with: 1, where: positive .> 1)
      // Adding 2²³ leaves the number in the low bits of the float, eight of them the fraction to round by.
      let fixed = covered * (255 * 256) + (0x1p23 + 128)
      let levels = unsafeBitCast(fixed, to: SIMD4<UInt32>.self) &>> 8
      let bytes = levels[0] & 255 | (levels[1] & 255) << 8 | (levels[2] & 255) << 16 | levels[3] << 24
      UnsafeMutableRawPointer(pixels).storeBytes(of: bytes, toByteOffset: quarter * 4, as: UInt32.self)
    }
    return total
  }
}

extension AreaAccumulator {
  /// Draws line pieces into a bitmap.
  struct Pen {
    let cells: UnsafeMutablePointer<Float>
    let bits: UnsafeMutablePointer<UInt64>
    let stride: Int
    let maskWords: Int
    let height: Int

    /// Adds the area to the right of a piece that runs down from (x0, y0) to (x1, y1), times `sign`.
    ///
    /// Both ends lie within the bitmap or on its rim.
    func add(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ sign: Float) {
      let slope = (x1 - x0) / (y1 - y0)
      var row = Int(y0)
      let lastRow = min(Int(y1), height - 1)
      var upper = y0
      var upperX = x0
      while row <= lastRow {
        let isLast = row == lastRow
        let lower = isLast ? y1 : Float(row + 1)
        let lowerX = isLast ? x1 : min(max(x0 + (lower - y0) * slope, min(x0, x1)), max(x0, x1))
        if lower > upper { span(row, upperX, lowerX, (lower - upper) * sign) }
        upper = lower
        upperX = lowerX
        row += 1
      }
    }

    /// Adds a piece within one row that covers `cover` of its height.
    @inline(__always)
    private func span(_ row: Int, _ a: Float, _ b: Float, _ cover: Float) {
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
      } else {
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
      }
      mark(bits, first, last + 1)
    }

    @inline(__always)
    private func mark(_ bits: UnsafeMutablePointer<UInt64>, _ first: Int, _ last: Int) {
      for block in first >> 4...last >> 4 { bits[block >> 6] |= 1 << UInt64(block & 63) }
    }
  }
}
