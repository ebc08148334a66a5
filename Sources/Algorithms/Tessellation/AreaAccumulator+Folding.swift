import PlanarGeometry

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
