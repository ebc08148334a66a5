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
