import Motion

/// Returns where a card is at some times, in seconds: it is sent away, and called back before it has arrived.
func offsets(at times: [Double]) -> [Double] {
  var offset = Animated(0.0, tolerance: .init(distance: 0.1, speed: 2))
  offset.go(to: 300, by: .spring(.interface), at: 0)
  let before = offset
  // It turns round with the velocity that it has by then.
  offset.go(to: 0, by: .spring(.thrown), at: 0.1)

  return times.map { time in time < 0.1 ? before.value(at: time) : offset.value(at: time) }
}
