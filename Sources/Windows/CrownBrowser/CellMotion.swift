import Geometry
import Motion

#if canImport(Glibc)
  import Glibc
#endif

/// The motion of cells from one arrangement to the next. One spring moves them all, each from its place and velocity.
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

  /// A cell that fades out in its old slot.
  struct Ghost: Hashable {
    let key: Int
    let slot: SIMD2<Double>
    let presence: Double
    let velocity: Double
  }

  let startTime: Double
  let end: Double
  private(set) var offsets: [Int: Offset] = [:]
  private(set) var ghosts: [Ghost] = []

  private let spring: Spring

  /// How far a cell glides at most, in slots: along its row to the next column, so that none crosses another.
  static let reach = SIMD2(1.25, 0.75)

  private init(at time: Double, spring: Spring) {
    startTime = time
    self.spring = spring
    end = time + spring.settlingTime(from: Moving(value: 1), toward: 0, within: 1e-4)
  }

  /// Creates the motion from the cells that were seen before a change to those that are seen after it in `view`; nil
  /// when nothing moves.
  init?(from old: [GridCell], to new: [GridCell], in view: GridView, at time: Double, spring: Spring) {
    self.init(at: time, spring: spring)
    let pitch = SIMD2(view.measures.pitch.dx, view.measures.pitch.dy)
    let origin = SIMD2(view.origin.x, view.origin.y)
    func slot(_ cell: GridCell) -> SIMD2<Double> {
      (SIMD2(cell.square.minX, cell.square.minY) - origin) / pitch
    }
    var before: [Int: GridCell] = [:]
    for cell in old where cell.place != nil { before[cell.key] = cell }
    for cell in new {
      guard let seen = before[cell.key] else {
        offsets[cell.key] = .init(presence: -1)
        continue
      }
      let away = slot(seen) - cell.slot
      guard away.x.magnitude <= Self.reach.x, away.y.magnitude <= Self.reach.y else {
        offsets[cell.key] = .init(presence: -1)
        continue
      }
      before[cell.key] = nil
      let isAtRest =
        max(away.x.magnitude, away.y.magnitude) < 1e-9 && seen.presence == 1 && seen.slotVelocity == .zero
      if isAtRest && seen.presenceVelocity == 0 { continue }
      offsets[cell.key] = .init(
        slots: away, presence: seen.presence - 1, slotVelocity: seen.slotVelocity,
        presenceVelocity: seen.presenceVelocity)
    }
    for cell in old where cell.presence > 0.005 && (cell.place == nil || before[cell.key] != nil) {
      ghosts.append(
        .init(
          key: cell.key, slot: slot(cell), presence: cell.presence, velocity: cell.presenceVelocity))
    }
    if offsets.isEmpty && ghosts.isEmpty { return nil }
  }

  /// Lets a cell fade in from one side, -1 or 1, rather than where it was.
  mutating func enter(_ key: Int, from side: Double) {
    offsets[key] = .init(slots: SIMD2(0.25 * side, 0), presence: -1)
    ghosts.removeAll { $0.key == key }
  }

  /// Returns how far the offsets and velocities of the start have decayed at a time.
  func response(at time: Double) -> Spring.Response { spring.response(after: time - startTime) }
}
