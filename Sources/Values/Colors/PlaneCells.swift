extension ColorPlane {
  /// A rectangular cell of a plane.
  package struct Cell: Hashable, Sendable {
    /// The horizontal range of the cell, as fractions of the axis.
    package let across: ClosedRange<Double>
    /// The vertical range of the cell, as fractions of the axis.
    package let up: ClosedRange<Double>
    /// Encoded sRGB by the position in the cell, or nil if no cubic is accurate enough, as at discontinuities of the
    /// slope.
    package let colors: Cubic?
  }

  /// Red, green and blue as polynomials of total degree three in two coordinates from 0 to 1.
  package struct Cubic: Hashable, Sendable {
    /// The coefficients of 1, y, y², y³, x, xy, xy², x², x²y and x³.
    package private(set) var coefficients: [SIMD3<Double>]

    /// The powers of x and y in the order of the coefficients.
    static let powers: [(x: Int, y: Int)] = (0...3).flatMap { x in (0...3 - x).map { (x, $0) } }

    init(_ coefficients: [SIMD3<Double>]) { self.coefficients = coefficients }

    /// Returns the colour at a position.
    func value(_ x: Double, _ y: Double) -> SIMD3<Double> {
      let c = coefficients
      let first = c[0] + y * (c[1] + y * (c[2] + y * c[3]))
      let second = c[4] + y * (c[5] + y * c[6])
      let third = c[7] + y * c[8]
      return first + x * (second + x * (third + x * c[9]))
    }

    /// Returns the cubic reparametrised to a rectangle, which may exceed 0 and 1: the start and the length along either
    /// axis, negative in the opposite direction.
    package func inside(
      x: (start: Double, length: Double), y: (start: Double, length: Double)
    ) -> Cubic {
      var inside = self
      inside.coefficients.withUnsafeMutableBufferPointer { numbers in
        /// Substitutes a + b·t for the variable of the polynomial whose coefficients have these indices.
        func put(_ line: (start: Double, length: Double), _ places: [Int]) {
          for first in places.indices.dropLast() {
            for place in (first..<places.count - 1).reversed() {
              numbers[places[place]] += line.start * numbers[places[place + 1]]
            }
          }
          var scale = 1.0
          for place in places {
            numbers[place] *= scale
            scale *= line.length
          }
        }
        for places in [[0, 1, 2, 3], [4, 5, 6], [7, 8]] { put(y, places) }
        for places in [[0, 4, 7, 9], [1, 5, 8], [2, 6]] { put(x, places) }
      }
      return inside
    }
  }
}

/// A formula for which a software renderer takes longer than for cubics.
protocol CellFormula: PlaneFormula {
  /// Returns the positions on the axes at which colours change abruptly.
  static func breaks(_ constants: [Double]) -> (across: [Double], up: [Double])
}

extension CellFormula {
  /// Returns cells as large as the accuracy allows; the axes range from 0 to 1.
  static func cells(_ constants: [Double]) -> [ColorPlane.Cell] {
    let breaks = breaks(constants)
    func parts(_ breaks: [Double]) -> [ClosedRange<Double>] {
      zip([0] + breaks, breaks + [1]).map { $0...$1 }
    }
    return parts(breaks.across).flatMap { across in
      parts(breaks.up).flatMap { up in
        var fitting = CellFitting(across, up) {
          let rgb = rgb($0, $1, constants)
          return SIMD3(rgb.x, rgb.y, rgb.z)
        }
        return fitting.cells()
      }
    }
  }
}

/// Divides a part of a plane into cells whose colours are approximated by cubics.
///
/// The part is halved recursively. The smallest cell has four lines of a sampling lattice along either axis, and larger
/// ones use every second, fourth and so on, so that cells and their subdivisions share samples.
private struct CellFitting {
  private let exact: (_ across: Double, _ up: Double) -> SIMD3<Double>
  private let across: Axis
  private let up: Axis
  /// The sampled colours of the lattice; red is NaN for those not yet computed.
  private var known: [SIMD3<Double>]

  /// An axis of the part, counted in half steps of the lattice.
  private struct Axis {
    let range: ClosedRange<Double>
    let count: Int

    init(_ range: ClosedRange<Double>) {
      self.range = range
      var parts = 1
      while range.upperBound - range.lowerBound > Double(parts) * CellFitting.least { parts *= 2 }
      count = 6 * parts
    }

    var lines: Int { count / 2 + 1 }

    func value(_ place: Int) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * Double(place) / Double(count)
    }

    func values(_ cell: Cell) -> ClosedRange<Double> { value(cell.start)...value(cell.start + cell.length) }
  }

  /// An interval of an axis: six half steps, or twice, four times… as many.
  private struct Cell {
    let start: Int
    let length: Int

    var isLeast: Bool { length == 6 }
    func place(_ sixths: Int) -> Int { start + sixths * length / 6 }
    var halves: [Cell] { [start, start + length / 2].map { Cell(start: $0, length: length / 2) } }
  }

  init(
    _ across: ClosedRange<Double>, _ up: ClosedRange<Double>,
    _ exact: @escaping (_ across: Double, _ up: Double) -> SIMD3<Double>
  ) {
    self.exact = exact
    (self.across, self.up) = (Axis(across), Axis(up))
    known = Array(repeating: SIMD3(.nan, 0, 0), count: self.across.lines * self.up.lines)
  }

  /// The tolerance at sampled points: a hundredth of an 8-bit level. Between them the error is up to twice that.
  private static let tolerance = 0.01 / 255

  /// The side of the smallest cells, which are not divided further.
  private static let least = 1.0 / 64

  mutating func cells() -> [ColorPlane.Cell] {
    var cells: [ColorPlane.Cell] = []
    divide(Cell(start: 0, length: across.count), Cell(start: 0, length: up.count), into: &cells)
    return cells
  }

  private mutating func divide(_ columns: Cell, _ rows: Cell, into cells: inout [ColorPlane.Cell]) {
    let cubic = cubic(columns, rows)
    if isNear(cubic, columns, rows) {
      cells.append(ColorPlane.Cell(across: across.values(columns), up: up.values(rows), colors: cubic))
    } else if columns.isLeast, rows.isLeast {
      cells.append(ColorPlane.Cell(across: across.values(columns), up: up.values(rows), colors: nil))
    } else if rows.isLeast || !columns.isLeast && cubic.bendsMoreAcross {
      for half in columns.halves { divide(half, rows, into: &cells) }
    } else {
      for half in rows.halves { divide(columns, half, into: &cells) }
    }
  }

  private mutating func color(_ column: Int, _ row: Int) -> SIMD3<Double> {
    // Half steps are sampled only for the smallest cells, once each.
    guard column.isMultiple(of: 2), row.isMultiple(of: 2) else {
      return exact(across.value(column), up.value(row))
    }
    let index = row / 2 * across.lines + column / 2
    if known[index].x.isNaN { known[index] = exact(across.value(column), up.value(row)) }
    return known[index]
  }

  /// Returns whether a cubic matches a cell's displayed colours at its edges, where a cubic is worst, in its middle and
  /// between the nodes.
  private mutating func isNear(_ cubic: ColorPlane.Cubic, _ columns: Cell, _ rows: Cell) -> Bool {
    let lines: InlineArray<5, Int> = [3, 0, 6, 1, 5]
    for row in 0..<5 {
      for column in 0..<5 {
        let wanted = color(columns.place(lines[column]), rows.place(lines[row]))
        let off =
          cubic.value(Double(lines[column]) / 6, Double(lines[row]) / 6)
          .clamped(lowerBound: .zero, upperBound: .one)
          - wanted.clamped(lowerBound: .zero, upperBound: .one)
        guard max(off.max(), -off.min()) <= Self.tolerance else { return false }
      }
    }
    return true
  }

  /// Returns the least-squares cubic for a cell's colours at the nodes: a series of Gram polynomials, which are
  /// orthogonal over four equidistant points, up to the third degree.
  private mutating func cubic(_ columns: Cell, _ rows: Cell) -> ColorPlane.Cubic {
    var sums = Array(repeating: SIMD3<Double>.zero, count: Self.weights.count)
    for node in 0..<16 {
      let sample = color(columns.place(2 * (node % 4)), rows.place(2 * (node / 4)))
      for coefficient in sums.indices { sums[coefficient] += Self.weights[coefficient][node] * sample }
    }
    return ColorPlane.Cubic(sums)
  }

  /// The weight of each sample, by coefficient.
  private static let weights: [[Double]] = ColorPlane.Cubic.powers.map { power in
    (0..<16).map { place in
      let (x, y) = (Double(place % 4) / 3, Double(place / 4) / 3)
      var sum = 0.0
      for (first, second) in ColorPlane.Cubic.powers {
        let value = gram[first].value(x) * gram[second].value(y)
        sum +=
          value * gram[first].coefficients[power.x] * gram[second].coefficients[power.y]
          / (gram[first].square * gram[second].square)
      }
      return sum
    }
  }

  /// Gram polynomials, with their squared norms over the nodes.
  private static let gram = [
    Polynomial(coefficients: [1, 0, 0, 0], square: 4), Polynomial(coefficients: [-3, 6, 0, 0], square: 20),
    Polynomial(coefficients: [1, -9, 9, 0], square: 4),
    Polynomial(coefficients: [-1, 47, -135, 90], square: 20),
  ]

  private struct Polynomial {
    let coefficients: [Double]
    let square: Double

    func value(_ t: Double) -> Double { coefficients.reversed().reduce(0) { $0 * t + $1 } }
  }
}

extension ColorPlane.Cubic {
  /// Whether the coefficient of x³ exceeds that of y³.
  fileprivate var bendsMoreAcross: Bool {
    func size(_ vector: SIMD3<Double>) -> Double { Swift.max(vector.max(), -vector.min()) }
    return size(coefficients[9]) > size(coefficients[3])
  }
}
