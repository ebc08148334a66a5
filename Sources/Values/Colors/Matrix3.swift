/// Three related numbers: channels of light, or a point in a colour space.
typealias Triple = SIMD3<Double>

/// A 3×3 matrix that multiplies column vectors.
struct Matrix3: Sendable {
  var rows: (Triple, Triple, Triple)

  init(_ first: Triple, _ second: Triple, _ third: Triple) {
    rows = (first, second, third)
  }

  /// Creates a diagonal matrix.
  init(diagonal: Triple) {
    self.init(Triple(diagonal.x, 0, 0), Triple(0, diagonal.y, 0), Triple(0, 0, diagonal.z))
  }

  static func * (matrix: Matrix3, vector: Triple) -> Triple {
    Triple(
      dot(matrix.rows.0, vector), dot(matrix.rows.1, vector), dot(matrix.rows.2, vector))
  }

  static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    let columns = right.transposed.rows
    func row(_ row: Triple) -> Triple {
      Triple(dot(row, columns.0), dot(row, columns.1), dot(row, columns.2))
    }
    return Matrix3(row(left.rows.0), row(left.rows.1), row(left.rows.2))
  }

  var transposed: Matrix3 {
    Matrix3(
      Triple(rows.0.x, rows.1.x, rows.2.x),
      Triple(rows.0.y, rows.1.y, rows.2.y),
      Triple(rows.0.z, rows.1.z, rows.2.z))
  }

  /// The inverse, by cross products of the rows; the matrix must not be singular.
  var inverse: Matrix3 {
    let first = cross(rows.1, rows.2)
    let second = cross(rows.2, rows.0)
    let third = cross(rows.0, rows.1)
    let determinant = dot(rows.0, first)
    return Matrix3(first / determinant, second / determinant, third / determinant).transposed
  }
}

func dot(_ left: Triple, _ right: Triple) -> Double {
  left.x * right.x + left.y * right.y + left.z * right.z
}

func cross(_ left: Triple, _ right: Triple) -> Triple {
  Triple(
    left.y * right.z - left.z * right.y,
    left.z * right.x - left.x * right.z,
    left.x * right.y - left.y * right.x)
}
