public import Statistics
public import Geometry
import Files

/// Scenes to measure and how: in turns, a block of frames of one and then of the next, so that what the machine does
/// meanwhile meets all of them alike.
public struct Benchmark {
  /// How long each scene is measured.
  public enum Length: Hashable, Sendable {
    /// So many frames of each scene.
    case frames(Int)
    /// So many seconds of each scene.
    case seconds(Double)
  }

  /// A run that is asked for and impossible.
  public struct Refusal: Error, CustomStringConvertible {
    public let description: String
  }

  /// Seconds that pass in a scene from one frame to the next.
  public static let timeStep = 1.0 / 60

  /// The scenes to measure.
  public var scenes: [BenchmarkScene]
  /// The sizes in points to measure each scene at; none is each scene's own.
  public var sizes: [Size] = []
  /// The pixels a point.
  public var scale = 1.0
  /// How long each scene is measured.
  public var length = Length.frames(600)
  /// The frames of each scene that are drawn first and do not count.
  public var warmup = 60
  /// Whether frames are drawn without a window.
  public var isOffscreen = false
  /// Whether each frame waits for the display's refresh.
  public var waitsForRefresh = false
  /// The seed from which scenes make their numbers.
  public var seed: UInt64 = 1
  /// The program that measures and its version, for the report.
  public var program: String?
  /// Where programs are kept that the driver has compiled.
  public var folders = UserFolders()

  /// Creates a benchmark of scenes: 600 frames of each, in a window.
  public init(scenes: [BenchmarkScene]) {
    self.scenes = scenes
  }

  /// Measures, and returns what was found.
  public func measure() throws -> BenchReport {
    let before = MachineLoad()
    let place =
      try isOffscreen
      ? BenchmarkTarget(offscreenUpTo: everySize, scale: scale)
      : BenchmarkTarget(window: try windowSize(), scale: scale, waitsForRefresh: waitsForRefresh)
    let timer = TrustedTimer(in: place.context)
    var context = BenchContext(of: program, place, timer)
    let turns = try InterleavedRun(self, place, timer)
    try turns.takeAll()
    context.warmupFrames = warmup
    context.seed = seed
    context.timeStep = Self.timeStep
    context.calibration = turns.calibration
    context.vsync = isOffscreen ? nil : waitsForRefresh
    context.note(before, MachineLoad())
    return BenchReport(context: context, scenes: turns.series)
  }

  /// The measurements to make: each scene at each size.
  package var measurements: [(scene: BenchmarkScene, size: Size)] {
    scenes.flatMap { scene in (sizes.isEmpty ? [scene.size] : sizes).map { (scene, $0) } }
  }

  private var everySize: [Size] { measurements.map(\.size) }

  /// The one size of the window: that which was asked for, or the largest that a scene has.
  private func windowSize() throws -> Size {
    guard sizes.count <= 1 else {
      throw Refusal(description: "a window has one size at a time; measure several with --offscreen")
    }
    return everySize.reduce(Size(64, 64)) { Size(max($0.width, $1.width), max($0.height, $1.height)) }
  }
}
