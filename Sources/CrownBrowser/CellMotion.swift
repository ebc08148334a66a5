import Geometry
import Motion

#if canImport(Glibc)
  import Glibc
#endif

/// How cells go from one arrangement to the next: all by one spring, each from where it was and as fast.
///
/// A cell whose new slot is near glides there; otherwise it fades at its old slot and comes up in the new one.
/// Places are in slots of the new arrangement, so that zooming goes on meanwhile.
struct CellMotion: Hashable {
  /// What differs from a cell at rest, and how fast that changes.
  struct Offset: Hashable {
    var slots = SIMD2(0.0, 0.0)
    var presence = 0.0
    var slotVelocity = SIMD2(0.0, 0.0)
    var presenceVelocity = 0.0
  }

  /// A cell that goes, in the slot where it was.
  struct Ghost: Hashable {
    let key: Int
    let slot: SIMD2<Double>
    let presence: Double
    let velocity: Double
  }

  let startTime: Double
  let end: Double
  var offsets: [Int: Offset] = [:]
  var ghosts: [Ghost] = []

  private let spring: Spring

  /// How far a cell glides at most, in slots: along its row to the next column, so that none crosses another.
  static let reach = SIMD2(1.25, 0.75)

  init(at time: Double, spring: Spring) {
    startTime = time
    self.spring = spring
    end = time + spring.settlingTime(from: Moving(value: 1), toward: 0, within: 1e-4)
  }

  /// What has become at a time of a displacement of 1 and of a velocity of 1.
  func response(at time: Double) -> Spring.Response { spring.response(after: time - startTime) }
}
