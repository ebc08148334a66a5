/// The time by which posters fly: that of the window, or a tenth of it for looking closely.
struct FlightClock: Hashable, Sendable {
  private(set) var isSlow = false
  private var since = 0.0
  private var base = 0.0

  static let slowness = 10.0

  func time(at time: Double) -> Double {
    isSlow ? base + (time - since) / Self.slowness : base + time - since
  }

  mutating func toggle(at time: Double) {
    base = self.time(at: time)
    since = time
    isSlow.toggle()
  }
}
