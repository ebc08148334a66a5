/// What one frame took; nil is what could not be measured.
public struct FrameRecord: Hashable, Sendable {
  /// Milliseconds of this thread's work in our code.
  public var cpu: Double
  /// Milliseconds of all the process's threads.
  public var processCPU: Double
  public var draws: Int

  public init(cpu: Double, processCPU: Double, draws: Int) {
    self.cpu = cpu
    self.processCPU = processCPU
    self.draws = draws
  }
}
