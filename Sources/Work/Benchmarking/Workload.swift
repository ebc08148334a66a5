import Application
import Controls
import GPU
import Geometry
import Renderer
import Scene
import Typography

/// The surroundings with which a scene is set up.
package struct WorkloadSetup {
  package var context: GraphicsContext
  package var size: Size
  package var scale: Double
  package var seed: UInt64
  package var typesetter: Typesetter
  package var cacheDirectory: String?
  /// Whether what is drawn into still shows what the scene drew last, unless another one had its turn.
  package var keepsPicture = false

  package var pixels: PixelSize { PixelSize(size, scale: scale) }
}

/// A scene that has been set up and is drawn frame by frame.
package protocol Workload: AnyObject {
  /// Takes its turn after other scenes, which may have drawn into the same window.
  func begin()

  /// Does what belongs to no frame before the frame of a number.
  func prepare(frame: Int) throws

  /// Brings everything to a time and draws it into the current target.
  func draw(frame: Int, at time: Double) throws -> FrameStatistics
}

extension Workload {
  package func begin() {}
  package func prepare(frame: Int) throws {}
}

/// A window's content, drawn as its window draws it, with a script that begins again at its end.
package final class ContentWorkload: Workload {
  private let setting: WorkloadSetup
  private let demo: DemoScene
  private let given: InputScript?
  private let surface: Surface
  private var playback: Playback
  private var duration: Double
  private var origin = 0.0

  package init(_ setting: WorkloadSetup, _ demo: DemoScene, _ given: InputScript?) throws {
    self.setting = setting
    self.demo = demo
    self.given = given
    (playback, duration) = try Self.start(setting, demo, given)
    surface = Surface(
      typesetter: setting.typesetter, shaders: .ofEnvironment(), cacheDirectory: setting.cacheDirectory)
    surface.uploadBudget = ContentWindow.uploadBudget
  }

  private static func start(
    _ setting: WorkloadSetup, _ demo: DemoScene, _ given: InputScript?
  ) throws -> (Playback, duration: Double) {
    let content = try demo.content(setting.typesetter, size: setting.size, scale: setting.scale)
    let script = given ?? demo.script(for: content)
    // A moment longer, in which things come to rest; without a script there is nothing to begin again.
    let end = script.steps.last.map { $0.time + 0.5 }
    return (Playback(of: script, into: content, size: setting.size, scale: setting.scale), end ?? .infinity)
  }

  package func begin() { surface.forgetTarget() }

  package func prepare(frame: Int) throws {
    // A window does so while nothing moves, as at first.
    while surface.canPrepare { surface.prepareMore() }
    let time = Double(frame) * Benchmark.timeStep
    guard time - origin > duration || playback.content.isFinished else { return }
    (playback, duration) = try Self.start(setting, demo, given)
    origin = time
    // The first frame of a window is not one of those that move.
    _ = try draw(frame: frame, at: time)
    setting.context.finish()
  }

  package func draw(frame: Int, at time: Double) throws -> FrameStatistics {
    playback.play(until: time - origin, coalescesMotion: true)
    // The target stays as large as it is, whatever size the script gives the content.
    _ = try surface.draw(
      playback.content, in: setting.context, size: setting.pixels, scale: setting.scale, at: time - origin,
      isForced: true, isWhole: frame == 0, keepsPicture: setting.keepsPicture)
    return surface.statistics
  }
}
