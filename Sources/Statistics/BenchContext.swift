/// The conditions under which frames were measured; what is not known is nil.
public struct BenchContext: Hashable, Sendable {
  /// The program and its version.
  public var program: String?
  /// "release" or "debug".
  public var build: String?
  public var system: String?
  public var processor: String?
  public var processorCount: Int?
  public var renderer: String?
  public var driver: String?
  public var isSoftwareRenderer: Bool?
  /// "offscreen", or how the window's context came about.
  public var surface: String?
  /// Refreshes of the display a second.
  public var refreshRate: Double?
  public var vsync: Bool?
  /// The average number of runnable threads over the last minute, when the run began and when it ended.
  public var loadBefore: Double?
  public var loadAfter: Double?
  /// The share of processor time that others used while the run went on, of all there is.
  public var foreignLoad: Double?
  public var warmupFrames: Int?
  public var seed: UInt64?
  /// Seconds that pass in the scene from one frame to the next.
  public var timeStep: Double?
  /// Why there is no GPU time; nil when there is.
  public var gpuTimeMissing: String?
  /// Milliseconds of processor time that a fixed piece of arithmetic took, once for each turn of the scenes.
  public var calibration: [Double]?

  public init() {}
}
