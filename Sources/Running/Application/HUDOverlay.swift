import Controls
import GPU
import Geometry
import Renderer
import Scene
import Typography
import Terminal

/// The frame times of a window, drawn over its content when a person asks for them.
///
/// They are drawn apart from it, so that what they tell is what the content took without them.
final class HUDOverlay {
  private(set) var isShown = false
  private var history = HUDHistory()
  private var lastStart: Double?
  private let typesetter: Typesetter
  private let surface: Surface
  private lazy var hud = HUD(typesetter: typesetter)
  private var list = DisplayList()

  init(on surface: Surface, typesetter: Typesetter) {
    self.surface = surface
    self.typesetter = typesetter
  }

  /// Shows or hides it; hidden it keeps nothing on the GPU. The window's context is current.
  func toggle() {
    isShown.toggle()
    if !isShown { surface.forgetOverlay() }
  }

  /// Records a frame that was begun at one time and handed to the driver at another.
  func add(
    _ statistics: FrameStatistics, because reason: FrameReason, from start: Double, to end: Double
  ) {
    let interval = lastStart.map { start - $0 }.flatMap { $0 <= HUDHistory.rest ? $0 : nil }
    lastStart = start
    history.add(
      HUDHistory.Frame(
        reason: reason, work: end - start, interval: interval, draws: statistics.draws,
        uploadedBytes: statistics.uploadedBytes))
  }

  /// Records how many seconds after the input that it shows the last frame was shown.
  func add(latency: Double) { history.latency = latency }

  /// Draws over what is in the target; when an edited shader is refused, the overlay reports that and hides.
  func draw(size: Size, pixels: PixelSize, scale: Double, budget: Double?) throws {
    guard isShown else { return }
    hud.layOut(size: size, scale: scale)
    hud.show(history, budget: budget)
    list.record(hud.layer)
    do {
      try surface.draw(over: list, size: pixels, scale: scale)
    } catch  where error is ShaderError || error is MissingShader {
      StandardOutput.complain("\(error)")
      isShown = false
    }
  }
}
