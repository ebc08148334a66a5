import Glibc
import PlanarGeometry

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

extension AreaAccumulator {
  /// Writes a picture of even width whose left half this bitmap is, and whose right half is its image.
  mutating func resolve(mirroredTo width: Int, into pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
    for row in 0..<height {
      let pixels = pixels + row * bytesPerRow
      resolveRow(row, into: pixels, room: width)
      mirror(pixels, width: width)
    }
    clearRim()
  }

  /// Writes a picture whose left half this bitmap is, whose right half is its image, and of what stands on both sides,
  /// in a bitmap that is as wide; clears both.
  ///
  /// Where the width is odd, the last column here holds the left half of the pixels in the middle.
  mutating func resolve(
    unfoldedWith whole: inout AreaAccumulator, into pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int,
    _ sums: inout ScratchBuffer<Float>
  ) {
    let width = whole.width
    sums.resizeUninitialized(to: 2 * (width + AreaAccumulator.blockLength))
    let areas = sums.base
    let others = areas + width + AreaAccumulator.blockLength
    let isOdd = width & 1 == 1
    for row in 0..<height {
      let pixels = pixels + row * bytesPerRow
      if !isOdd && whole.isEmpty(row) {
        resolveRow(row, into: pixels, room: width)
        mirror(pixels, width: width)
      } else {
        sumRow(row, into: areas)
        if isOdd { areas[self.width - 1] *= 2 }
        for x in 0..<width / 2 { areas[width - 1 - x] = areas[x] }
        whole.sumRow(row, into: others)
        AreaAccumulator.write(areas, others, width, into: pixels)
      }
    }
    clearRim()
    whole.clearRim()
  }

  private func isEmpty(_ row: Int) -> Bool {
    if isNarrow {
      let cells = differences.base + row * stride
      return !(0..<stride >> AreaAccumulator.blockShift).contains {
        UnsafeRawPointer(cells + $0 << AreaAccumulator.blockShift).loadUnaligned(as: SIMD2<UInt64>.self)
          != .zero
      }
    }
    return !(0..<markWords).contains { marks.base[row * markWords + $0] != 0 }
  }

  /// Writes the left half of a row into the right one, the other way round.
  @inline(__always)
  private func mirror(_ pixels: UnsafeMutablePointer<UInt8>, width: Int) {
    let half = width / 2
    guard half >= 8 else {
      for x in 0..<half { pixels[width - 1 - x] = pixels[x] }
      return
    }
    let row = UnsafeMutableRawPointer(pixels)
    var x = 0
    while x < half {
      // The last eight may be partly the same as those before them.
      x = min(x, half - 8)
      let eight = row.loadUnaligned(fromByteOffset: x, as: UInt64.self)
      row.storeBytes(of: eight.byteSwapped, toByteOffset: width - 8 - x, as: UInt64.self)
      x += 8
    }
  }

  /// Writes the areas of a row and clears it.
  private func sumRow(_ row: Int, into sums: UnsafeMutablePointer<Float>) {
    let cells = differences.base + row * stride
    var area: Float = 0
    for x in 0..<width {
      area += cells[x]
      sums[x] = area
    }
    cells.update(repeating: 0, count: stride)
    (marks.base + row * markWords).update(repeating: 0, count: markWords)
  }

  /// Writes the sums of two rows of areas as bytes.
  private static func write(
    _ first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>, _ count: Int,
    into pixels: UnsafeMutablePointer<UInt8>
  ) {
    var x = 0
    while x < count {
      let a = UnsafeRawPointer(first + x).loadUnaligned(as: SIMD4<Float>.self)
      let b = UnsafeRawPointer(second + x).loadUnaligned(as: SIMD4<Float>.self)
      let bytes = levels(a + b)
      if x + 4 <= count {
        UnsafeMutableRawPointer(pixels + x).storeBytes(of: bytes, as: UInt32.self)
      } else {
        for place in x..<count { pixels[place] = UInt8(truncatingIfNeeded: bytes >> UInt32(8 * (place - x))) }
      }
      x += 4
    }
  }
}

extension AreaAccumulator {
  /// Draws line pieces into a bitmap.
  struct Pen {
    let cells: UnsafeMutablePointer<Float>
    let marks: UnsafeMutablePointer<UInt64>
    let stride: Int
    let markWords: Int
    let width: Int
    let height: Int

    /// Whether blocks need no marks.
    let isNarrow: Bool

    /// Adds the area to the right of a piece from (x0, y0) to (x1, y1), times `sign`; it counts as negative where
    /// the piece runs upward.
    ///
    /// Both ends lie within the bitmap or on its rim. Most pieces are short; whether those run up or down, and
    /// whether they reach into a second column, no branch could foretell: they are added as if they did.
    @inline(__always)
    func add(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ sign: Float) {
      if y0 == y1 { return }
      let (first, last) = (Cell(y0), Cell(y1))
      let (left, right) = (x0 < x1 ? x0 : x1, x0 < x1 ? x1 : x0)
      if (first.index &- last.index).magnitude > 1 || right - left > 1 {
        return y0 < y1 ? addLong(x0, y0, x1, y1, sign) : addLong(x1, y1, x0, y0, -sign)
      }
      if first.index == last.index { return addShort(first.index, x0, x1, (y1 - y0) * sign) }
      let split = first.start < last.start ? last.start : first.start
      let place = x0 + (split - y0) * ((x1 - x0) / (y1 - y0))
      let raised = place < left ? left : place
      let middle = raised > right ? right : raised
      addShort(first.index, x0, middle, (split - y0) * sign)
      addShort(last.index, middle, x1, (y1 - split) * sign)
    }

    /// Adds a piece within one row and no wider than a pixel, that covers `cover` of the row's height.
    @inline(__always)
    private func addShort(_ row: Int, _ a: Float, _ b: Float, _ cover: Float) {
      let (left, right) = (a < b ? a : b, a < b ? b : a)
      let column = Cell(left)
      let edge = column.start + 1
      // The area left of the piece within the second pixel.
      let reach = (right > edge ? right : edge) - edge
      let width = right - left > 0x1p-60 ? right - left : 0x1p-60
      let beyond = cover * (reach * reach * 0.5 / width)
      let first = cover * (edge - (left + right) * 0.5) + beyond
      let cells = self.cells + (row &* stride &+ column.index)
      cells[0] += first
      cells[1] += cover - beyond - first
      cells[2] += beyond
      let block = column.index &>> AreaAccumulator.blockShift
      mark(row, block)
      mark(row, (column.index &+ 2) &>> AreaAccumulator.blockShift)
    }

    @inline(__always)
    private func mark(_ row: Int, _ block: Int) {
      if isNarrow { return }
      marks[row &* markWords &+ block &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: block)
    }

    /// Adds a piece that may cross many rows and columns.
    @inline(never)
    func addLong(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ sign: Float) {
      let slope = (x1 - x0) / (y1 - y0)
      let (first, last) = (Cell(y0), Cell(y1))
      var row = first.index
      let lastRow = min(last.index, height &- 1)
      var lower = first.start + 1
      var upper = y0
      var upperX = x0
      let (left, right) = (min(x0, x1), max(x0, x1))
      while row < lastRow {
        let lowerX = min(max(x0 + (lower - y0) * slope, left), right)
        addWithin(row, upperX, lowerX, (lower - upper) * sign)
        upper = lower
        upperX = lowerX
        lower += 1
        row &+= 1
      }
      if row == lastRow && y1 > upper { addWithin(row, upperX, x1, (y1 - upper) * sign) }
    }

    /// Adds a piece within one row that covers `cover` of its height.
    @inline(__always)
    private func addWithin(_ row: Int, _ a: Float, _ b: Float, _ cover: Float) {
      let (left, right) = (a < b ? a : b, a < b ? b : a)
      let (first, last) = (Cell(left), Cell(right))
      if first.index < last.index { return addAcross(row, left, right, first, last, cover) }
      let cells = self.cells + (row &* stride &+ first.index)
      let share = cover * ((left + right) * 0.5 - first.start)
      cells[0] += cover - share
      cells[1] += share
      mark(row, first.index &>> AreaAccumulator.blockShift)
      mark(row, (first.index &+ 1) &>> AreaAccumulator.blockShift)
    }

    /// Adds a piece that crosses several pixels.
    @inline(__always)
    private func addAcross(
      _ row: Int, _ left: Float, _ right: Float, _ first: Cell, _ last: Cell, _ cover: Float
    ) {
      let cells = self.cells + row &* stride
      let rate = cover / (right - left)
      let head = first.start + 1 - left
      // The area right of the piece within each pixel, and what it grows by from pixel to pixel.
      var previous = 0.5 * rate * head * head
      cells[first.index] += previous
      var passed = rate * head
      var x = first.index &+ 1
      while x < last.index {
        let area = passed + 0.5 * rate
        cells[x] += area - previous
        previous = area
        passed += rate
        x &+= 1
      }
      let tail = right - last.start
      let area = passed + rate * tail * (1 - 0.5 * tail)
      cells[last.index] += area - previous
      cells[last.index &+ 1] += cover - area
      if isNarrow { return }
      let blocks =
        first.index >> AreaAccumulator.blockShift...(last.index + 1) >> AreaAccumulator.blockShift
      for block in blocks { mark(row, block) }
    }
  }

  /// The row or column in which a coordinate lies; on a border it is either of both.
  private struct Cell {
    let index: Int
    let start: Float

    /// Coordinates are not negative, and far below 2²².
    ///
    /// In a number near 2²³ the last bit stands for 1, so that adding rounds; this takes fewer steps than a
    /// conversion that has to look out for what is too large.
    @inline(__always)
    init(_ coordinate: Float) {
      let rounded = coordinate - 0.5 + 0x1.8p23
      index = Int(Int32(bitPattern: rounded.bitPattern &- Float(0x1.8p23).bitPattern))
      start = rounded - 0x1.8p23
    }
  }
}

/// Numbers that are all zero whenever the buffer grows, so that nothing of it has to be copied.
///
/// The memory of a large one is asked of the kernel, which clears what is touched of it and nothing else.
struct ZeroedBuffer<Element: BitwiseCopyable & AdditiveArithmetic>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count: Int

  /// Creates a buffer of so many zeros.
  init(count: Int = 1) {
    base = ZeroedBuffer.zeros(max(count, 1))
    self.count = max(count, 1)
  }

  deinit { free(base) }

  /// Makes the buffer at least `newCount` long; all of it has to be zero, and is.
  mutating func grow(to newCount: Int) {
    if newCount <= count { return }
    free(base)
    base = ZeroedBuffer.zeros(newCount)
    count = newCount
  }

  private static func zeros(_ count: Int) -> UnsafeMutablePointer<Element> {
    guard let memory = calloc(count, MemoryLayout<Element>.stride) else {
      // As Swift's own containers do; there is nothing to go on with.
      preconditionFailure("out of memory")
    }
    return memory.bindMemory(to: Element.self, capacity: count)
  }
}

/// A buffer owns its memory alone.
extension ZeroedBuffer: @unchecked Sendable where Element: Sendable {}
