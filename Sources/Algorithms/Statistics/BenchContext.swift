/// The conditions under which frames were measured; what is not known is nil.
public struct BenchContext: Hashable, Sendable {
  /// The program and its version.
  public var program: String?
  /// "release" or "debug".
  public var build: String?
  /// The operating system and its version.
  public var system: String?
  /// The processor's model.
  public var processor: String?
  /// The number of processors that are switched on.
  public var processorCount: Int?
  /// The renderer's name in OpenGL: the graphics card, or a software rasteriser.
  public var renderer: String?
  /// The driver's version, as OpenGL says it.
  public var driver: String?
  /// Whether the processor draws instead of a graphics card.
  public var isSoftwareRenderer: Bool?
  /// "offscreen", or how the window's context came about.
  public var surface: String?
  /// Refreshes of the display a second.
  public var refreshRate: Double?
  /// Whether frames waited for the display's refresh.
  public var vsync: Bool?
  /// The average number of runnable threads over the last minute, when the run began and when it ended.
  public var loadBefore: Double?
  /// The same when the run ended.
  public var loadAfter: Double?
  /// The share of processor time that others used while the run went on, of all there is.
  public var foreignLoad: Double?
  /// The frames of each scene that were drawn first and do not count.
  public var warmupFrames: Int?
  /// The seed from which the scenes made their numbers.
  public var seed: UInt64?
  /// Seconds that pass in the scene from one frame to the next.
  public var timeStep: Double?
  /// Why there is no GPU time; nil when there is.
  public var gpuTimeMissing: String?
  /// Milliseconds of processor time that a fixed piece of arithmetic took, once for each turn of the scenes.
  public var calibration: [Double]?

  /// Creates conditions of which nothing is known.
  public init() {}
}
