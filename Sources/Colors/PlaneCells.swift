extension ColorPlane {
  /// What the graphics card computes where all of a row shares numbers that take long to compute: a program that reads
  /// them, and cells in which they are cubics.
  public struct RowShader: Hashable, Sendable {
    /// The text in GLSL ES 3.00 of `vec3 plane(vec2 place, vec4 row)`: sRGB values from the place in a cell, whose x goes
    /// from 0 to 1 rightward and y upward, from the numbers of the row, and from the constants of the plane.
    public let text: String

    /// The parts of the plane; together they cover all of it.
    public let cells: [Cell]
  }

  /// A part of a plane in which four numbers are cubics of how far up in it a row lies, from 0 to 1.
  public struct Cell: Hashable, Sendable {
    /// The shares of the way along the axes that the cell takes.
    public let across: ClosedRange<Double>
    /// The shares of the way upward.
    public let up: ClosedRange<Double>
    /// What the powers 0, 1, 2 and 3 of the way are multiplied with.
    public let coefficients: [SIMD4<Double>]

    /// Creates the cell whose cubics are exact at its lower and upper edge and a quarter of the way from either.
    init(
      across: ClosedRange<Double>, up: ClosedRange<Double>, _ row: (_ up: Double) -> SIMD4<Double>
    ) {
      (self.across, self.up) = (across, up)
      func exact(at way: Double) -> SIMD4<Double> {
        row(up.lowerBound + way * (up.upperBound - up.lowerBound))
      }
      let start = exact(at: 0)
      let (low, high, end) = (exact(at: 0.25) - start, exact(at: 0.75) - start, exact(at: 1) - start)
      let third = (16 * end - 32 * (high - low)) / 3
      let second = (16 * end - 15 * third - 64 * low) / 12
      coefficients = [start, end - second - third, second, third]
    }

    /// Returns the numbers of a row.
    func row(at way: Double) -> SIMD4<Double> {
      ((coefficients[3] * way + coefficients[2]) * way + coefficients[1]) * way + coefficients[0]
    }
  }
}

/// A formula whose rows share numbers: they are computed exactly in a few places, and between these they are cubics.
protocol RowFormula: PlaneFormula {
  /// The columns in which a row has different numbers, as shares of the way across.
  static var columns: [ClosedRange<Double>] { get }

  /// Returns the shares of the way upward at which the numbers of rows change abruptly.
  static func breaks(_ constants: [Double]) -> [Double]

  /// Returns the numbers of a row in one of the columns.
  static func row(_ up: Double, inColumn column: Int, _ constants: [Double]) -> SIMD4<Double>

  /// Returns encoded sRGB at a share of the way across a column, from the numbers of the row.
  static func rgb<Number: PlaneScalar>(place: Number, row: [Number], _ constants: [Number]) -> [Number]
}

extension RowFormula {
  /// Returns what the graphics card computes.
  static func rowShader(_ constants: [Double]) -> ColorPlane.RowShader {
    ColorPlane.RowShader(text: rowText, cells: cells(constants))
  }

  /// Returns the text of the program.
  private static var rowText: String {
    let count = constants(0.5).count
    let (text, names) = PlaneExpression.statements(
      rgb(
        place: PlaneExpression(variable: "place.x"),
        row: ["row.x", "row.y", "row.z", "row.w"].map(PlaneExpression.init(variable:)),
        (0..<count).map { PlaneExpression(variable: ColorPlane.Shader.constantName($0)) }))
    return "vec3 plane(vec2 place, vec4 row) {\n\(text)  return vec3(\(names.joined(separator: ", ")));\n}\n"
  }

  /// Returns cells that are as large as the colours in them stay right.
  private static func cells(_ constants: [Double]) -> [ColorPlane.Cell] {
    let edges = [0] + breaks(constants) + [1]
    return columns.indices.flatMap { column in
      zip(edges, edges.dropFirst()).flatMap {
        divided($0...$1, column, constants, halvings: 10)
      }
    }
  }

  private static func divided(
    _ up: ClosedRange<Double>, _ column: Int, _ constants: [Double], halvings depth: Int
  ) -> [ColorPlane.Cell] {
    func exact(_ up: Double) -> SIMD4<Double> { row(up, inColumn: column, constants) }
    let cell = ColorPlane.Cell(across: columns[column], up: up, exact)
    let length = up.upperBound - up.lowerBound
    let isExact = [0.1, 0.5, 0.9].allSatisfy { way in
      let (wanted, found) = (exact(up.lowerBound + way * length), cell.row(at: way))
      return [0.25, 0.6, 1].allSatisfy { place in
        zip(shown(place, wanted, constants), shown(place, found, constants)).allSatisfy {
          ($0 - $1).magnitude <= tolerance
        }
      }
    }
    guard !isExact, depth > 0 else { return [cell] }
    let middle = up.lowerBound + length / 2
    return divided(up.lowerBound...middle, column, constants, halvings: depth - 1)
      + divided(middle...up.upperBound, column, constants, halvings: depth - 1)
  }

  private static func shown(_ place: Double, _ row: SIMD4<Double>, _ constants: [Double]) -> [Double] {
    rgb(place: place, row: [row.x, row.y, row.z, row.w], constants).map { min(max($0, 0), 1) }
  }

  /// How far a colour of a cell may be off: a hundredth of a level of eight bits.
  private static var tolerance: Double { 0.01 / 255 }
}
