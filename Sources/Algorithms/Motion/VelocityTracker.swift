public import Geometry

/// The velocity of a pointer, from its last positions.
///
/// A parabola is fitted by least squares to the samples of the last tenth of a second; a pointer that rested
/// before it let go has no velocity, whatever it did earlier.
public struct VelocityTracker: Hashable, Sendable {
  /// A position and when it was taken.
  public struct Sample: Hashable, Sendable {
    /// Where the pointer was, in points.
    public let position: Point
    /// When it was there, in seconds.
    public let time: Double
  }

  /// The seconds that samples count for.
  public static let window = 0.1

  /// The seconds without a sample after which a pointer has stopped.
  public static let pause = 0.05

  private static let capacity = 32

  /// The samples that may still count, oldest first.
  public private(set) var samples: [Sample] = []

  /// Creates a tracker without samples.
  public init() {
    samples.reserveCapacity(Self.capacity)
  }

  /// Adds a position; one at the time of the last replaces it, earlier ones and such as are no numbers are
  /// left out.
  ///
  /// - Parameters:
  ///   - position: The position of the pointer, in points.
  ///   - time: The time of the event, in seconds.
  public mutating func add(_ position: Point, at time: Double) {
    guard position.isFinite, time.isFinite else { return }
    if let last = samples.last {
      guard time >= last.time else { return }
      if time == last.time {
        samples.removeLast()
      } else if time - last.time > Self.pause {
        samples.removeAll()
      }
    }
    let isFull = samples.count == Self.capacity
    samples.removeAll { time - $0.time > Self.window }
    if isFull && samples.count == Self.capacity { samples.removeFirst() }
    samples.append(Sample(position: position, time: time))
  }

  /// Forgets all samples, as when another gesture begins.
  public mutating func reset() { samples.removeAll() }

  /// Returns the velocity in points per second as it was at the last sample, seen from `time`.
  ///
  /// - Parameter time: The present time, in seconds: a pointer that has rested for ``pause`` has no velocity.
  public func velocity(at time: Double) -> Vector {
    guard let last = samples.last, samples.count > 1, time - last.time <= Self.pause else { return .zero }
    let recent = samples.drop { last.time - $0.time > Self.window }
    let slopes = Self.slopes(of: recent, at: last)
    return Vector(dx: slopes.x.isFinite ? slopes.x : 0, dy: slopes.y.isFinite ? slopes.y : 0)
  }

  /// The slope at the last sample of the parabola through it that is nearest to the others.
  private static func slopes(of samples: ArraySlice<Sample>, at last: Sample) -> SIMD2<Double> {
    // In units of the window, about the last sample: position = p + v·t + a·t².
    var s1 = 0.0, s2 = 0.0, s3 = 0.0, s4 = 0.0
    var p0 = SIMD2<Double>(0, 0), p1 = p0, p2 = p0
    let count = Double(samples.count)
    for sample in samples {
      let t = (sample.time - last.time) / window
      let offset = sample.position - last.position
      let p = SIMD2(offset.dx, offset.dy)
      let square = t * t
      s1 += t
      s2 += square
      s3 += square * t
      s4 += square * square
      p0 += p
      p1 += p * t
      p2 += p * square
    }
    // Centred moments; the parabola falls back to a line where its system is singular.
    let (a11, a12, a22) = (s2 - s1 * s1 / count, s3 - s1 * s2 / count, s4 - s2 * s2 / count)
    let b1 = p1 - p0 * (s1 / count)
    let b2 = p2 - p0 * (s2 / count)
    let determinant = a11 * a22 - a12 * a12
    if samples.count > 2, determinant > 1e-12 * a11 * a22 {
      return (b1 * a22 - b2 * a12) / determinant / window
    }
    return a11 > 0 ? b1 / a11 / window : SIMD2(0, 0)
  }
}
