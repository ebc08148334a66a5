import Glibc

/// A number in the arithmetic of a plane: a `Double` on the CPU, a GLSL expression for the GPU.
///
/// A plane's formula is written once over this protocol, so that the picture and the displayed numbers always agree.
protocol PlaneScalar: SendableMetatype {
  init(_ constant: Double)

  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self

  /// The absolute value, and the sign as −1, 0 or 1.
  var magnitude: Self { get }
  var sign: Self { get }

  /// Returns a power of a non-negative number.
  func power(_ exponent: Double) -> Self

  /// sRGB's encoding of linear light above its linear part: 1.055·x^(1/2.4) − 0.055.
  var encodedCurve: Self { get }

  /// The same for light up to 1.05, which covers sRGB.
  var encodedCurveInside: Self { get }

  /// The sine and cosine of an angle in radians.
  var sine: Self { get }
  var cosine: Self { get }

  static func larger(_ a: Self, _ b: Self) -> Self
  static func smaller(_ a: Self, _ b: Self) -> Self

  /// Returns `a` if this is below `bound`, otherwise `b`; the unused one may have any value.
  func below(_ bound: Self, then a: Self, else b: Self) -> Self
}

extension Double: PlaneScalar {
  var sign: Double { self > 0 ? 1 : self < 0 ? -1 : 0 }
  func power(_ exponent: Double) -> Double {
    switch exponent {
    case 0.5: squareRoot()
    case 0.25: squareRoot().squareRoot()
    default: pow(self, exponent)
    }
  }
  var encodedCurve: Double { pow(self, 1 / 2.4) * 1.055 - 0.055 }
  var encodedCurveInside: Double { encodedCurve }
  var sine: Double { sin(self) }
  var cosine: Double { cos(self) }
  static func larger(_ a: Double, _ b: Double) -> Double { max(a, b) }
  static func smaller(_ a: Double, _ b: Double) -> Double { min(a, b) }
  func below(_ bound: Double, then a: Double, else b: Double) -> Double { self < bound ? a : b }
}

/// A GLSL expression, as a tree with shared subexpressions.
struct PlaneExpression: PlaneScalar {
  private final class Node {
    /// The text with `$0`, `$1`… for the operands; a leaf is its own text.
    let pattern: String
    let operands: [Node]

    init(_ pattern: String, _ operands: [Node]) { (self.pattern, self.operands) = (pattern, operands) }
  }

  private let node: Node

  private init(_ pattern: String, _ operands: PlaneExpression...) {
    node = Node(pattern, operands.map(\.node))
  }

  init(_ constant: Double) {
    let text = "\(Float(constant))"
    node = Node(text.contains { ".e".contains($0) } ? text : text + ".0", [])
  }

  /// A variable of the program.
  init(variable name: String) { node = Node(name, []) }

  static func + (a: Self, b: Self) -> Self { Self("$0 + $1", a, b) }
  static func - (a: Self, b: Self) -> Self { Self("$0 - $1", a, b) }
  static func * (a: Self, b: Self) -> Self { Self("$0 * $1", a, b) }
  static func / (a: Self, b: Self) -> Self { Self("$0 / $1", a, b) }
  var magnitude: Self { Self("abs($0)", self) }
  var sign: Self { Self("sign($0)", self) }
  func power(_ exponent: Double) -> Self {
    // A square root is one instruction, a power several.
    switch exponent {
    case 0.5: Self("sqrt($0)", self)
    case 0.25: Self("sqrt(sqrt($0))", self)
    default: Self("pow($0, $1)", self, Self(exponent))
    }
  }

  /// A rational function of the square root, which takes a third of the time of a power: fitted by least squares,
  /// reweighted until the largest errors were equal. From 0.0031 to 1 the error is 1.6e-6, 0.0004 of an 8-bit level; up
  /// to 5, where only gamut boundaries are sought, 8e-5.
  var encodedCurve: Self {
    quotient(
      [-0.04960491946609715, 1.0366485355883464, 22.73262785588962, 38.35285694664057, 5.833622057487521],
      [1, 18.04063464406192, 39.441444524004666, 9.424021924499458])
  }

  /// Fitted in the same way, with an error of at most 3.6e-6; with one step less, a software renderer keeps everything
  /// in registers.
  var encodedCurveInside: Self {
    quotient(
      [-0.04888539501159717, 1.1811076187170528, 17.59096673484281, 17.390977489229684],
      [1.0, 14.283713208107143, 19.985610940411746, 0.8448552423122407])
  }

  /// Returns a rational function of the square root.
  private func quotient(_ above: [Double], _ below: [Double]) -> Self {
    let root = power(0.5)
    func polynomial(_ coefficients: [Double]) -> Self {
      coefficients.dropLast().reversed().reduce(Self(coefficients[coefficients.count - 1])) {
        $0 * root + Self($1)
      }
    }
    return polynomial(above) / polynomial(below)
  }

  var sine: Self { Self("sin($0)", self) }
  var cosine: Self { Self("cos($0)", self) }
  static func larger(_ a: Self, _ b: Self) -> Self { Self("max($0, $1)", a, b) }
  static func smaller(_ a: Self, _ b: Self) -> Self { Self("min($0, $1)", a, b) }

  func below(_ bound: Self, then a: Self, else b: Self) -> Self {
    Self("$0 < $1 ? $2 : $3", self, bound, a, b)
  }

  /// Returns the statements that compute some expressions, with shared parts computed once, and the names of the
  /// results.
  static func statements(_ results: [PlaneExpression]) -> (text: String, names: [String]) {
    var names: [ObjectIdentifier: String] = [:]
    var text = ""
    func name(_ node: Node) -> String {
      guard !node.operands.isEmpty else { return node.pattern }
      if let known = names[ObjectIdentifier(node)] { return known }
      let operands = node.operands.map { operand in
        let inner = name(operand)
        return inner.hasPrefix("-") ? "(\(inner))" : inner
      }
      // Each piece after a dollar sign begins with the digit of an operand.
      let pieces = node.pattern.split(separator: "$", omittingEmptySubsequences: false)
      let expression = pieces.dropFirst().reduce(String(pieces[0])) { text, piece in
        text + (piece.first?.wholeNumberValue.map { operands[$0] } ?? "") + piece.dropFirst()
      }
      let own = "t\(names.count)"
      names[ObjectIdentifier(node)] = own
      text += "  float \(own) = \(expression);\n"
      return own
    }
    return { (text, $0) }(results.map { name($0.node) })
  }
}

/// The formula for a plane's colours from its coordinates, shared by CPU and GPU.
protocol PlaneFormula: SendableMetatype {
  /// Returns the numbers that depend only on the fixed coordinate, computed once per plane.
  static func constants(_ fixed: Double) -> [Double]

  /// Returns encoded sRGB for two coordinates, unclipped.
  static func rgb<Number: PlaneScalar>(_ across: Number, _ up: Number, _ constants: [Number])
    -> PlaneTriple<Number>

  /// Returns the program's source for two axes, clipped to sRGB.
  static func shownText(_ across: ColorPlane.Axis, _ up: ColorPlane.Axis) -> String
}

/// A formula for a plane's linear light; the encoding is shared.
protocol LightFormula: PlaneFormula {
  /// Returns linear light in sRGB primaries for two coordinates, unclipped.
  static func light<Number: PlaneScalar>(_ across: Number, _ up: Number, _ constants: [Number])
    -> PlaneTriple<Number>
}

extension LightFormula {
  static func rgb<Number: PlaneScalar>(_ across: Number, _ up: Number, _ constants: [Number])
    -> PlaneTriple<Number>
  {
    light(across, up, constants).map(PlaneMath.encoded)
  }

  static func shownText(_ across: ColorPlane.Axis, _ up: ColorPlane.Axis) -> String {
    text(across, up) { light($0, $1, $2).map(PlaneMath.encodedInside) }
  }
}

extension PlaneFormula {
  /// Returns the colour of three coordinates.
  static func color(_ across: Double, _ up: Double, _ fixed: Double) -> RGBA {
    let rgb = rgb(across, up, constants(fixed))
    return RGBA(red: rgb.x, green: rgb.y, blue: rgb.z)
  }

  /// Returns the program's source for two axes.
  static func text(_ across: ColorPlane.Axis, _ up: ColorPlane.Axis) -> String { text(across, up, rgb) }

  static func shownText(_ across: ColorPlane.Axis, _ up: ColorPlane.Axis) -> String { text(across, up) }

  /// Returns the program's source for two axes from a formula in them and the constants.
  fileprivate static func text(
    _ across: ColorPlane.Axis, _ up: ColorPlane.Axis,
    _ rgb: (PlaneExpression, PlaneExpression, [PlaneExpression]) -> PlaneTriple<PlaneExpression>
  ) -> String {
    func value(_ axis: ColorPlane.Axis, _ share: String) -> PlaneExpression {
      let share = PlaneExpression(variable: share)
      if axis.range == 0...1 { return share }
      return share * PlaneExpression(axis.range.upperBound - axis.range.lowerBound)
        + PlaneExpression(axis.range.lowerBound)
    }
    let count = constants((0.5)).count
    let numbers = (0..<count).map { PlaneExpression(variable: ColorPlane.Shader.constantName($0)) }
    let (text, names) = PlaneExpression.statements(rgb(value(across, "p.x"), value(up, "p.y"), numbers).all)
    // Untranslated: GLSL.
    return "vec3 plane(vec2 p) {\n\(text)  return vec3(\(names.joined(separator: ", ")));\n}\n"
  }
}

/// Three values, such as the channels of a colour, without an array's heap allocation.
struct PlaneTriple<Element> {
  var x: Element
  var y: Element
  var z: Element

  init(_ x: Element, _ y: Element, _ z: Element) { (self.x, self.y, self.z) = (x, y, z) }

  var all: [Element] { [x, y, z] }

  func map<Other>(_ transform: (Element) -> Other) -> PlaneTriple<Other> {
    PlaneTriple<Other>(transform(x), transform(y), transform(z))
  }
}

/// Colour arithmetic, generic over the number type.
enum PlaneMath {
  /// Returns a matrix times a vector.
  static func product<Number: PlaneScalar>(_ matrix: Matrix3, _ vector: PlaneTriple<Number>)
    -> PlaneTriple<Number>
  {
    PlaneTriple(matrix.rows.0, matrix.rows.1, matrix.rows.2).map { row in
      vector.x * Number(row.x) + vector.y * Number(row.y) + vector.z * Number(row.z)
    }
  }

  /// Returns sRGB's encoding of linear light, extended symmetrically below zero.
  static func encoded<Number: PlaneScalar>(_ light: Number) -> Number {
    let size = light.magnitude
    let curved = Number.larger(size, Number(1e-6)).encodedCurve
    return size.below(Number(0.0031308), then: light * Number(12.92), else: light.sign * curved)
  }

  /// Returns sRGB's encoding of linear light from 0 to 1.05, extended linearly below, and by values above 1 beyond.
  static func encodedInside<Number: PlaneScalar>(_ light: Number) -> Number {
    light.below(Number(0.0031308), then: light * Number(12.92), else: light.encodedCurveInside)
  }

  /// Returns the coefficients of light along a ray from grey at a hue: with the cone slopes kᵢ, the weights of a
  /// channel give 3·∑ wᵢkᵢ, 3·∑ wᵢkᵢ² and ∑ wᵢkᵢ³, for red, green and blue in turn.
  static func ray(a: Double, b: Double) -> [Double] {
    let slopes = Oklab.labToCones * Triple(0, a, b)
    let sums = [3 * slopes, 3 * slopes * slopes, slopes * slopes * slopes].map { Oklab.conesToLight * $0 }
    return sums.flatMap { [$0.x, $0.y, $0.z] }
  }

  /// Returns linear light in sRGB primaries at a lightness and a chroma, on a ray from `ray`: a cubic in the chroma.
  static func light<Number: PlaneScalar>(lightness: Number, chroma: Number, ray: ArraySlice<Number>)
    -> PlaneTriple<Number>
  {
    let square = lightness * lightness
    let cube = square * lightness
    let first = ray.startIndex
    return PlaneTriple(0, 1, 2).map { channel in
      let (slope, bend, rest) = (ray[first + channel], ray[first + 3 + channel], ray[first + 6 + channel])
      return cube + chroma * (square * slope + chroma * (lightness * bend + chroma * rest))
    }
  }

  /// Returns the linear light of an encoded sRGB channel, extended symmetrically below zero.
  static func decoded<Number: PlaneScalar>(_ encoded: Number) -> Number {
    let size = encoded.magnitude
    let curved = ((size + Number(0.055)) * Number(1 / 1.055)).power(2.4)
    return size.below(Number(0.04045), then: encoded * Number(1 / 12.92), else: encoded.sign * curved)
  }

  /// Returns linear light in sRGB primaries for a colour in Oklab.
  static func light<Number: PlaneScalar>(lightness: Number, a: Number, b: Number) -> PlaneTriple<Number> {
    light(ofRoots: product(Oklab.labToCones, PlaneTriple(lightness, a, b)))
  }

  /// Returns linear light in sRGB primaries from the cube roots of Oklab's cone responses.
  static func light<Number: PlaneScalar>(ofRoots roots: PlaneTriple<Number>) -> PlaneTriple<Number> {
    product(Oklab.conesToLight, roots.map { $0 * $0 * $0 })
  }

  /// Returns the Oklab lightness for a perceptually even one.
  static func untoed<Number: PlaneScalar>(_ lightness: Number) -> Number {
    (lightness * lightness + lightness * Number(Toe.start))
      / ((lightness + Number(Toe.curve)) * Number(Toe.slope))
  }
}
