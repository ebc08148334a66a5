import Motion

extension ScrollPosition {
  /// Takes hold of it where it is, in the middle of a motion too; `pointer` is a place along the way of scrolling.
  public mutating func grab(at pointer: Double, time: Double) {
    guard pointer.isFinite else { return }
    course = .held(ScrollGrip(at: pointer, offset: offset(at: time), in: self, time: time))
  }

  /// Follows the pointer that holds it, with resistance beyond the ends.
  public mutating func drag(to pointer: Double, time: Double) {
    guard pointer.isFinite, case .held(var grip) = course else { return }
    grip.move(to: pointer, at: time)
    course = .held(grip)
  }

  /// Lets it go: it coasts with the pointer's velocity, and comes back from beyond an end.
  public mutating func release(at time: Double) {
    guard isHeld else { return }
    launch(from: state(at: time), at: time)
  }

  /// Lets it go, and brings it back to where it was when it was taken hold of.
  public mutating func cancelDrag(at time: Double) {
    guard case .held(let grip) = course else { return }
    go(to: clamped(grip.offset), at: time, spring: nil)
  }

  /// The speed below which it stands still, in points per second.
  private static let stillness = 4.0

  mutating func launch(from start: Moving, at time: Double) {
    let edge = clamped(start.value)
    if edge != start.value {
      course = .springing(Self.pulled(by: .interface, from: start, to: edge, at: time))
      return
    }
    guard start.velocity.magnitude > Self.stillness else {
      course = .resting(edge)
      return
    }
    let decay = Decay(from: start, startTime: time)
    let end = start.velocity > 0 ? range.upperBound : range.lowerBound
    let slow = decay.restTime(slowerThan: Self.stillness)
    if let meeting = decay.time(reaching: end), meeting < slow {
      let there = Moving(value: end, velocity: decay.state(at: meeting).velocity)
      course = .coasting(
        decay, until: meeting, Self.pulled(by: .interface, from: there, to: end, at: meeting))
    } else {
      course = .coasting(decay, until: slow, nil)
    }
  }
}
