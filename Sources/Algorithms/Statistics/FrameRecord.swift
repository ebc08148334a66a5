/// The cost of one frame, times in milliseconds; nil where a figure could not be measured.
public struct FrameRecord: Hashable, Sendable {
  /// Processor time of the drawing thread, from the frame's start until everything was handed to the driver.
  public var cpu: Double

  /// Processor time of all the process's threads in the whole frame, the driver's included.
  public var processCPU: Double

  /// From the frame's start until everything was handed to the driver.
  public var submit: Double

  /// From the frame's start until the driver said that everything is drawn.
  public var fence: Double?

  /// From the moment the previous frame was shown until this one was; nil without a window.
  public var present: Double?

  /// From the moment the frame's input was handed over until what came of it was shown, or drawn without a window.
  public var inputToPresent: Double?

  /// The graphics card's time by the driver's timer, where that timer is plausible.
  public var gpu: Double?

  /// The number of draw calls.
  public var draws: Int
  /// The number of vertices of all draw calls, those of each instance counted.
  public var vertices: Int
  /// The bytes of vertices, textures and masks that went to the graphics card.
  public var uploadedBytes: Int

  /// Heap allocations of our own code on the drawing thread.
  public var allocations: Int?

  /// How many refreshes of the display passed without a new frame although one was due.
  public var missedDeadlines: Int?

  /// Creates a record of a frame; times are in milliseconds, what is left out was not measured.
  public init(
    cpu: Double, processCPU: Double, submit: Double, fence: Double? = nil, present: Double? = nil,
    gpu: Double? = nil, draws: Int, vertices: Int = 0, uploadedBytes: Int = 0, allocations: Int? = nil,
    missedDeadlines: Int? = nil, inputToPresent: Double? = nil
  ) {
    self.cpu = cpu
    self.processCPU = processCPU
    self.submit = submit
    self.fence = fence
    self.present = present
    self.gpu = gpu
    self.draws = draws
    self.vertices = vertices
    self.uploadedBytes = uploadedBytes
    self.allocations = allocations
    self.missedDeadlines = missedDeadlines
    self.inputToPresent = inputToPresent
  }
}
