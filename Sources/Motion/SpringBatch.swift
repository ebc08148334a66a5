/// Thousands of springs that advance together, four at a time.
///
/// Each step multiplies every spring's displacement and velocity with its exact transition matrix, so errors do
/// not depend on the frame rate and stay below 1e-12 over a second. The matrices are computed with vectors,
/// and only when the step differs from the last one.
public struct SpringBatch: Sendable {
  /// Four lanes: the equation's numbers, the motion, and the matrix of the last step.
  struct Lanes: Sendable {
    var decay = SIMD4<Double>(repeating: 0)
    var stiffness = SIMD4<Double>(repeating: 0)
    var target = SIMD4<Double>(repeating: 0)
    var displacement = SIMD4<Double>(repeating: 0)
    var velocity = SIMD4<Double>(repeating: 0)
    var c = SIMD4<Double>(repeating: 1)
    var s = SIMD4<Double>(repeating: 0)
  }

  public private(set) var count = 0
  var lanes: [Lanes] = []
  private var springs: [Spring] = []
  private var preparedStep = Double.nan

  public init(capacity: Int = 0) {
    lanes.reserveCapacity((max(capacity, 0) + 3) / 4)
    springs.reserveCapacity(max(capacity, 0))
  }

  /// Adds a spring and returns its index.
  @discardableResult public mutating func add(_ spring: Spring, from start: Moving, toward target: Double)
    -> Int
  {
    let index = count
    count += 1
    springs.append(spring)
    if index & 3 == 0 { lanes.append(Lanes()) }
    let (group, lane) = (index >> 2, index & 3)
    lanes[group].decay[lane] = spring.solution.decay.rounded
    lanes[group].stiffness[lane] = spring.solution.stiffness.rounded
    lanes[group].target[lane] = tamed(target)
    lanes[group].displacement[lane] = tamed(start.value) - tamed(target)
    lanes[group].velocity[lane] = tamed(start.velocity)
    preparedStep = .nan
    return index
  }

  /// Position and velocity of a spring; retargeting and pushing keep both.
  public subscript(index: Int) -> Moving {
    get {
      let group = lanes[index >> 2]
      return Moving(
        value: group.target[index & 3] + group.displacement[index & 3], velocity: group.velocity[index & 3])
    }
    set {
      let target = lanes[index >> 2].target[index & 3]
      lanes[index >> 2].displacement[index & 3] = tamed(newValue.value) - target
      lanes[index >> 2].velocity[index & 3] = tamed(newValue.velocity)
    }
  }

  public func target(of index: Int) -> Double { lanes[index >> 2].target[index & 3] }

  /// Gives a spring another target; it goes on from where it is, as fast as it is.
  public mutating func retarget(_ index: Int, to target: Double) {
    let (group, lane) = (index >> 2, index & 3)
    let target = tamed(target)
    lanes[group].displacement[lane] += lanes[group].target[lane] - target
    lanes[group].target[lane] = target
  }

  /// Advances every spring; times that are not positive change nothing.
  public mutating func advance(by seconds: Double) {
    guard seconds > 0, seconds.isFinite else { return }
    if seconds != preparedStep { prepare(for: seconds) }
    for index in lanes.indices {
      let (d, v) = (lanes[index].displacement, lanes[index].velocity)
      let (c, s) = (lanes[index].c, lanes[index].s)
      lanes[index].displacement = d * c + (v + lanes[index].decay * d) * s
      lanes[index].velocity = v * c - (lanes[index].stiffness * d + lanes[index].decay * v) * s
    }
  }

  /// Computes the matrices of a step.
  private mutating func prepare(for seconds: Double) {
    for index in lanes.indices {
      let decay = lanes[index].decay
      let discriminant = lanes[index].stiffness - decay * decay
      let q = discriminant * (seconds * seconds)
      let exponent = -decay * seconds
      // The series in q = (ω₀² − β²)t² runs through all regimes; what is too stiff for it goes one by one.
      if all(q .<= 9 .& q .>= -9 .& exponent .>= -30) {
        let envelope = exponential(exponent)
        lanes[index].c = envelope * evaluate(Self.cosine, at: q)
        lanes[index].s = envelope * evaluate(Self.sine, at: q) * seconds
      } else {
        prepareOneByOne(index, for: seconds)
      }
    }
    preparedStep = seconds
  }

  private mutating func prepareOneByOne(_ group: Int, for seconds: Double) {
    for lane in 0..<4 where group * 4 + lane < count {
      let basis = springs[group * 4 + lane].solution.basis(at: DoubleDouble(seconds))
      lanes[group].c[lane] = basis.c.rounded
      lanes[group].s[lane] = basis.s.rounded
    }
  }

  @inline(__always) private func evaluate(_ series: [Double], at q: SIMD4<Double>) -> SIMD4<Double> {
    series.withUnsafeBufferPointer { coefficients in
      var sum = SIMD4<Double>(repeating: coefficients[0])
      for coefficient in coefficients.dropFirst() { sum = sum * q + coefficient }
      return sum
    }
  }

  /// The coefficients of `cos √q` in q, highest first: 1 − q/2! + q²/4! …, fifteen terms for |q| ≤ 9.
  private static let cosine = coefficients(first: 0)

  /// The coefficients of `sin(√q)/√q` in q, highest first: 1 − q/3! + q²/5! …
  private static let sine = coefficients(first: 1)

  private static func coefficients(first: Int) -> [Double] {
    var terms = [1.0]
    for n in 1...15 {
      let k = Double(2 * n + first)
      terms.append(-terms[n - 1] / (k * (k - 1)))
    }
    return terms.reversed()
  }
}

/// `e^x` of four numbers in −30…0: a power of two and a polynomial for the rest.
@inline(__always) private func exponential(_ x: SIMD4<Double>) -> SIMD4<Double> {
  let rounder = SIMD4<Double>(repeating: 6_755_399_441_055_744.0)
  let shifted = x * 1.4426950408889634 + rounder
  let whole = shifted - rounder
  let r = (x - whole * 0.6931471803691238) - whole * 1.9082149292705877e-10
  var sum = SIMD4<Double>(repeating: 1.6059043836821613e-10)
  for coefficient in [
    2.08767569878681e-09, 2.505210838544172e-08, 2.755731922398589e-07, 2.7557319223985893e-06,
    2.48015873015873e-05, 0.0001984126984126984, 0.001388888888888889, 0.008333333333333333,
    0.041666666666666664, 0.16666666666666666, 0.5, 1, 1,
  ] {
    sum = sum * r + coefficient
  }
  // The shifted number's low bits are the exponent.
  let bits = (unsafeBitCast(shifted, to: SIMD4<Int64>.self) &+ 1023) &<< 52
  return sum * unsafeBitCast(bits, to: SIMD4<Double>.self)
}
