/// The frames that a window drew last.
struct HUDHistory: Hashable, Sendable {
  /// What one frame took.
  struct Frame: Hashable, Sendable {
    var reason: FrameReason
    /// The seconds of work, from what woke the window until the frame was handed to the driver.
    var work: Double
    /// The seconds since the frame before, or nil after a rest.
    var interval: Double?
    var draws: Int
    var uploadedBytes: Int

    init(
      reason: FrameReason, work: Double, interval: Double?, draws: Int, uploadedBytes: Int
    ) {
      self.reason = reason
      self.work = work
      self.interval = interval
      self.draws = draws
      self.uploadedBytes = uploadedBytes
    }
  }

  /// How many frames are remembered.
  static let capacity = 120

  /// Two frames farther apart than this, in seconds, have a rest between them.
  static let rest = 0.1

  /// The last frames, the newest at the end.
  private(set) var frames: [Frame] = []

  /// How many frames there were since the window opened.
  private(set) var count = 0

  /// The seconds from the last input to the moment at which the driver was told to show what came of it.
  var latency: Double?

  init() {}

  mutating func add(_ frame: Frame) {
    if frames.count == Self.capacity { frames.removeFirst() }
    frames.append(frame)
    count += 1
  }
}
