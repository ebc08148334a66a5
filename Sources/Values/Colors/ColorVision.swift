/// How somebody sees colours who does not see them as most do.
public enum ColorVision: Hashable, Sendable {
  /// With one kind of cones shifted or missing, from 0 to 1.
  case deficient(ColorVisionDeficiency, severity: Double)

  /// By light and dark alone, as far as the severity says, from 0 to 1.
  case achromat(severity: Double)

  /// Returns the sRGB colour that shows how a colour looks to somebody with this vision; alpha stays.
  public func seen(_ color: RGBA) -> RGBA {
    let seen = Self.seen([color.red, color.green, color.blue], rows.map { [$0.x, $0.y, $0.z] })
    return RGBA(red: seen[0], green: seen[1], blue: seen[2], alpha: color.alpha)
  }

  /// Returns the sRGB colour that shows how any colour looks to somebody with this vision; what sRGB does not have then is
  /// cut off.
  public func simulated(_ color: Color) -> Color {
    let rows = rows
    let light = Matrix3(rows[0], rows[1], rows[2]) * color.converted(to: .srgbLinear).triple
    return Color(in: .srgbLinear, light, alpha: color.alpha).clipped
  }

  /// What linear light in sRGB's primaries is multiplied with, row by row.
  private var rows: [Triple] {
    switch self {
    case .deficient(let deficiency, let severity):
      let matrix = deficiency.matrix(severity: severity)
      return [matrix.rows.0, matrix.rows.1, matrix.rows.2]
    case .achromat(let severity):
      let share = unit(severity)
      return (0..<3).map { row in
        var whole = Triple.zero
        whole[row] = 1
        return whole * (1 - share) + Triple(0.2126, 0.7152, 0.0722) * share
      }
    }
  }

  /// The numbers that the graphics card reads under the names `vision0` to `vision2`.
  public var shaderRows: [SIMD4<Float>] {
    rows.map { SIMD4(Float($0.x), Float($0.y), Float($0.z), 0) }
  }

  /// Returns how encoded sRGB is seen, for the processor and for the graphics card.
  private static func seen<Number: PlaneScalar>(_ rgb: [Number], _ rows: [[Number]]) -> [Number] {
    func clamped(_ number: Number) -> Number {
      Number.smaller(Number.larger(number, Number(0)), Number(1))
    }
    let light = rgb.map { PlaneMath.decoded(clamped($0)) }
    return rows.map { row in
      PlaneMath.encoded(clamped(row[0] * light[0] + row[1] * light[1] + row[2] * light[2]))
    }
  }

  /// The text in GLSL ES 3.00 of `vec3 asSeen(vec3 c)`.
  static let shaderText: String = {
    let rows = (0..<3).map { row in
      ["x", "y", "z"].map { PlaneExpression(variable: "vision\(row).\($0)") }
    }
    let (text, names) = PlaneExpression.statements(
      seen(["c.r", "c.g", "c.b"].map(PlaneExpression.init(variable:)), rows))
    return "vec3 asSeen(vec3 c) {\n\(text)  return vec3(\(names.joined(separator: ", ")));\n}\n"
  }()
}
