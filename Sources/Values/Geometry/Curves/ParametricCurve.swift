/// A curve whose places are a function of a parameter from 0 to 1, with what follows from that alone.
///
/// Results without a closed form take the wanted accuracy as an argument, in points. The shape of the protocol is
/// that of kurbo's `ParamCurve` traits.
public protocol ParametricCurve: Sendable {
  /// The place at t = 0.
  var start: Point { get }
  /// The place at t = 1.
  var end: Point { get }

  /// Returns the point at `t`, from 0 at the start to 1 at the end.
  func point(at t: Double) -> Point

  /// Returns the derivative with respect to t.
  ///
  /// - Parameter t: The parameter, from 0 at the start to 1 at the end.
  func derivative(at t: Double) -> Vector

  /// Returns the derivative of the derivative.
  ///
  /// - Parameter t: The parameter, from 0 at the start to 1 at the end.
  func secondDerivative(at t: Double) -> Vector

  /// Returns the part between two parameters, as a curve of the same kind.
  ///
  /// - Parameters:
  ///   - from: The parameter at which the part starts, in 0…1.
  ///   - to: The parameter at which it ends, in 0…1; the part is reversed where this is the smaller.
  func subsegment(from: Double, to: Double) -> Self

  /// The curve run from its end to its start.
  var reversed: Self { get }

  /// The tight bounding box.
  var bounds: Rect { get }

  /// Returns how many equal steps in t keep the chords within `tolerance` of the curve.
  ///
  /// - Parameter tolerance: The greatest distance from the curve, in points; positive.
  func flatteningSteps(tolerance: Double) -> Int
}

/// A curve that falls into two of its own kind at any place (de Casteljau).
public protocol BezierCurve: ParametricCurve {
  /// Returns the two parts that meet at t.
  ///
  /// - Parameter t: The parameter, from 0 at the start to 1 at the end.
  func split(at t: Double) -> (Self, Self)
}

extension BezierCurve {
  @inlinable public func subsegment(from: Double, to: Double) -> Self {
    let (low, high) = (min(from, to), max(from, to))
    var piece = self
    if high < 1 { piece = piece.split(at: high).0 }
    if low > 0 { piece = piece.split(at: high > 0 ? low / high : 0).1 }
    return from <= to ? piece : piece.reversed
  }
}

extension ParametricCurve {
  /// Returns the direction at a parameter, or nil where the curve stands still.
  ///
  /// - Parameter t: The parameter, from 0 at the start to 1 at the end.
  @inlinable public func tangent(at t: Double) -> Vector? { derivative(at: t).normalized }

  /// Returns the signed curvature at `t` (0…1) in radians per point, positive where the curve turns clockwise on the
  /// screen; 0 where the derivative vanishes.
  @inlinable public func curvature(at t: Double) -> Double {
    let velocity = derivative(at: t)
    let speed = velocity.length
    return speed > 1e-12 ? velocity.cross(secondDerivative(at: t)) / (speed * speed * speed) : 0
  }

  /// Returns the length between two parameters, in points.
  ///
  /// Gauss's quadrature of the speed with three places is compared with that of both halves, which are halved in turn
  /// until they agree. Takes time in proportion to the sixth root of 1/accuracy, as the error does.
  ///
  /// - Parameters:
  ///   - from: The parameter at the start, in 0…1.
  ///   - to: The parameter at the end, in 0…1.
  ///   - accuracy: The error that is allowed, in points; positive.
  @inlinable public func arcLength(from: Double = 0, to: Double = 1, accuracy: Double) -> Double {
    arcLength(from, to, gaussLength(from, to), accuracy, depth: 16)
  }

  @usableFromInline func arcLength(
    _ from: Double, _ to: Double, _ whole: Double, _ accuracy: Double, depth: Int
  ) -> Double {
    let middle = (from + to) / 2
    let (first, second) = (gaussLength(from, middle), gaussLength(middle, to))
    // Halving divides the error by 64 where the curve is smooth, and by less near a cusp.
    if depth == 0 || !((first + second - whole).magnitude > accuracy) { return first + second }
    return arcLength(from, middle, first, accuracy / 2, depth: depth - 1)
      + arcLength(middle, to, second, accuracy / 2, depth: depth - 1)
  }

  /// The length between two parameters by three Gauss points.
  @usableFromInline func gaussLength(_ from: Double, _ to: Double) -> Double {
    let (middle, half) = ((from + to) / 2, (to - from) / 2)
    let shift = half * 0.7745966692414834
    let outer = derivative(at: middle - shift).length + derivative(at: middle + shift).length
    return half * (5 * outer + 8 * derivative(at: middle).length) / 9
  }

  /// Returns the parameter up to which the curve is `length` long, to within `accuracy` along the curve.
  ///
  /// Newton's method on the length, kept within the bracket that the places met so far leave.
  ///
  /// - Parameters:
  ///   - length: The length from the start, in points.
  ///   - accuracy: The largest error along the curve, in points, above 0.
  @inlinable public func parameter(atArcLength length: Double, accuracy: Double) -> Double {
    guard length > 0 else { return 0 }
    let whole = arcLength(accuracy: accuracy / 4)
    guard length < whole else { return 1 }
    var (low, high, time) = (0.0, 1.0, length / whole)
    for _ in 0..<64 {
      let excess = arcLength(from: 0, to: time, accuracy: accuracy / 4) - length
      if excess.magnitude <= accuracy { break }
      if excess > 0 { high = time } else { low = time }
      let speed = derivative(at: time).length
      let next = speed > 0 ? time - excess / speed : low
      time = next > low && next < high ? next : (low + high) / 2
    }
    return time
  }

  /// Returns the parameter of the nearest point by Newton's method.
  ///
  /// The result may belong to a point that is nearest only among its neighbours.
  ///
  /// - Parameters:
  ///   - point: The point to approach.
  ///   - guess: A parameter to start from, in 0…1.
  ///   - steps: The number of Newton's steps, each of which roughly doubles the correct digits.
  @inlinable public func nearestTime(to point: Point, from guess: Double, steps: Int = 2) -> Double {
    var time = guess
    for _ in 0..<steps {
      let gap = self.point(at: time) - point
      let first = derivative(at: time)
      let slope = first.lengthSquared + gap.dot(secondDerivative(at: time))
      guard slope > 0 else { return time }
      time = min(max(time - gap.dot(first) / slope, 0), 1)
    }
    return time
  }

  /// Returns the nearest point's parameter, and its distance.
  ///
  /// The curve is halved; a part is left out as soon as its box is no nearer than the best place so far, which Newton's
  /// method finds early.
  ///
  /// - Parameters:
  ///   - point: The point to approach.
  ///   - accuracy: The error of the distance that is allowed, in points; positive.
  /// - Returns: The parameter in 0…1, and the distance in points.
  public func nearest(to point: Point, accuracy: Double) -> (parameter: Double, distance: Double) {
    precondition(accuracy > 0, "an accuracy is positive")
    var best = (parameter: 0.0, distance: start.distance(to: point))
    func consider(_ time: Double) {
      let distance = self.point(at: time).distance(to: point)
      if distance < best.distance { best = (time, distance) }
    }
    consider(1)
    var parts = [(from: 0.0, to: 1.0)]
    while let part = parts.popLast() {
      let box = subsegment(from: part.from, to: part.to).bounds
      guard box.clamping(point).distance(to: point) < best.distance - accuracy else { continue }
      let middle = (part.from + part.to) / 2
      consider(nearestTime(to: point, from: middle))
      guard middle > part.from, middle < part.to else { continue }
      parts.append((part.from, middle))
      parts.append((middle, part.to))
    }
    return best
  }
}
