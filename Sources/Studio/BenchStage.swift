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
  func prepare(frame: Int) {}
}

/// The plane of a new hue each frame, by one of the ways to fill it.
final class PlaneStage: BenchStage {
  private let painter: PlanePainter
  private let program: PlaneProgram?
  private let firstHue: Double

  init(_ setting: BenchSetting, _ program: PlaneProgram?) throws {
    painter = try PlanePainter(
      context: setting.context, shaders: .ofEnvironment(), cacheDirectory: setting.cacheDirectory)
    self.program = program
    firstHue = Double(setting.seed % 360)
  }

  func draw(frame: Int, at time: Double) throws -> FrameStatistics {
    // No two frames in a row have the same sector, and no hue comes again soon.
    let hue = (firstHue + Double(frame) * 67.3).truncatingRemainder(dividingBy: 360)
    try painter.draw(hue: hue, by: program)
    return painter.statistics
  }
}

/// A window's content, drawn as its window draws it, with a script of input that begins again at its end.
final class ContentStage: BenchStage {
  private let setting: BenchSetting
  private let surface: Surface
  private let makeContent: () -> any WindowContent
  private let script: InputScript
  /// How long the script takes, with a moment in which things come to rest.
  private let duration: Double
  private var content: any WindowContent
  private var origin = 0.0
  private var played = 0
  private var size: Size

  init(
    _ setting: BenchSetting, content: @escaping () -> any WindowContent, script: InputScript = InputScript()
  ) {
    self.setting = setting
    self.script = script
    makeContent = content
    self.content = content()
    size = setting.size
    duration = (script.steps.last?.time ?? .infinity) + 0.5
    surface = Surface(
      typesetter: setting.typesetter, shaders: .ofEnvironment(), cacheDirectory: setting.cacheDirectory)
    self.content.layOut(size: setting.size, scale: setting.scale)
  }

  func prepare(frame: Int) {
    let time = Double(frame) * BenchRun.timeStep
    guard time - origin > duration || content.isFinished else { return }
    content = makeContent()
    content.layOut(size: setting.size, scale: setting.scale)
    (origin, played, size) = (time, 0, setting.size)
  }

  func draw(frame: Int, at time: Double) throws -> FrameStatistics {
    let now = time - origin
    while played < script.steps.count, script.steps[played].time <= now {
      let step = script.steps[played]
      played += 1
      switch step.action {
      case .input(let input): content.handle(input, at: step.time)
      case .resize(let wanted):
        // The target stays as large as it is; only the content is laid out anew.
        size = wanted
        content.layOut(size: size, scale: setting.scale)
      }
    }
    _ = content.advance(to: now)
    _ = try surface.draw(
      content, in: setting.context, size: setting.pixels, scale: setting.scale, at: now, isForced: true)
    return surface.statistics
  }
}
