import Geometry
import Motion

#if canImport(Glibc)
  import Glibc
#endif

/// The motion of cells from one arrangement to the next. One spring moves them all, each from its position and
/// velocity.
///
/// A cell with a nearby new slot glides there; otherwise it fades out in its old slot and in at the new one. Positions
/// are in slots of the new arrangement, so that zooming can continue meanwhile.
struct CellMotion: Hashable {
  /// A cell's difference from rest, and its rate of change.
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

  /// The maximum gliding distance, in slots: along a row to the next column, so that cells do not cross.
  static let reach = SIMD2(1.25, 0.75)

  private init(at time: Double, spring: Spring) {
    startTime = time
    self.spring = spring
    end = time + spring.settlingTime(from: Moving(value: 1), toward: 0, within: 1e-4)
  }

  /// Creates the motion between the visible cells before and after a change in `view`; nil if nothing moves.
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

  /// Makes a cell fade in from one side, -1 or 1, rather than at its previous place.
  mutating func enter(_ key: Int, from side: Double) {
    offsets[key] = .init(slots: SIMD2(0.25 * side, 0), presence: -1)
    ghosts.removeAll { $0.key == key }
  }

  /// Returns how far the initial offsets and velocities have decayed at a time.
  func response(at time: Double) -> Spring.Response { spring.response(after: time - startTime) }
}
