/// The frames that a window drew last.
public struct HUDHistory: Hashable, Sendable {
  /// What one frame took.
  public struct Frame: Hashable, Sendable {
    public var reason: FrameReason
    /// The seconds of work, from what woke the window until the frame was handed to the driver.
    public var work: Double
    /// The seconds since the frame before, or nil after a rest.
    public var interval: Double?
    public var draws: Int
    public var uploadedBytes: Int

    public init(
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
  public static let capacity = 120

  /// Two frames farther apart than this, in seconds, have a rest between them.
  public static let rest = 0.1

  /// The last frames, the newest at the end.
  public private(set) var frames: [Frame] = []

  /// How many frames there were since the window opened.
  public private(set) var count = 0

  public init() {}

  public mutating func add(_ frame: Frame) {
    if frames.count == Self.capacity { frames.removeFirst() }
    frames.append(frame)
    count += 1
  }
}
