import Controls
import GPU
import Geometry
import Renderer
import Scene
import Typography

/// What a scene is set up with.
struct BenchSetting {
  var context: GraphicsContext
  var size: Size
  var scale: Double
  var seed: UInt64
  var typesetter: Typesetter
  var cacheDirectory: String?

  var pixels: PixelSize { PixelSize(size, scale: scale) }
}

/// A scene that has been set up and is drawn frame by frame.
protocol BenchStage: AnyObject {
  /// Does what belongs to no frame before the frame of a number.
  func prepare(frame: Int) throws

  /// Brings everything to a time and draws it into the current target.
  func draw(frame: Int, at time: Double) throws -> FrameStatistics
}

extension BenchStage {
  func prepare(frame: Int) throws {}
}

/// A window's content, drawn as its window draws it, with a script that begins again at its end.
final class DemoStage: BenchStage {
  private let setting: BenchSetting
  private let demo: DemoScene
  private let given: InputScript?
  private let surface: Surface
  private var playback: Playback
  private var duration: Double
  private var origin = 0.0

  init(_ setting: BenchSetting, _ demo: DemoScene, _ given: InputScript?) throws {
    self.setting = setting
    self.demo = demo
    self.given = given
    (playback, duration) = try Self.start(setting, demo, given)
    surface = Surface(
      typesetter: setting.typesetter, shaders: .ofEnvironment(), cacheDirectory: setting.cacheDirectory)
  }

  private static func start(
    _ setting: BenchSetting, _ demo: DemoScene, _ given: InputScript?
  ) throws -> (Playback, duration: Double) {
    let content = try demo.content(setting.typesetter, size: setting.size, scale: setting.scale)
    let script = given ?? demo.script(for: content)
    // A moment longer, in which things come to rest; without a script there is nothing to begin again.
    let end = script.steps.last.map { $0.time + 0.5 }
    return (Playback(of: script, into: content, size: setting.size, scale: setting.scale), end ?? .infinity)
  }

  func prepare(frame: Int) throws {
    let time = Double(frame) * BenchRun.timeStep
    guard time - origin > duration || playback.content.isFinished else { return }
    (playback, duration) = try Self.start(setting, demo, given)
    origin = time
  }

  func draw(frame: Int, at time: Double) throws -> FrameStatistics {
    playback.play(until: time - origin)
    // The target stays as large as it is, whatever size the script gives the content.
    _ = try surface.draw(
      playback.content, in: setting.context, size: setting.pixels, scale: setting.scale, at: time - origin,
      isForced: true)
    return surface.statistics
  }
}
