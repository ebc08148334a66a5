import ColorManagement
import Controls
import GPU
import Geometry
import Localization
import Renderer
import Typography
import Windowing
import Files
import Terminal

/// Draws a window's frames when its content changes or the window requires one, records the reasons, and recovers from
/// driver errors.
final class WindowRenderer {
  private let window: Window
  private let content: any WindowContent
  let surface: Surface
  private let hud: HUDOverlay
  private var trace = FrameTrace()
  /// The reason to draw the next frame even if nothing changes.
  private(set) var demand: FrameReason? = .first
  /// The number of consecutive rebuilds after failed drawing.
  private var rebuilds = 0
  /// Whether the window's size has changed since the last frame.
  private var hasNewSize = false
  /// Whether resources were prepared since the last frame. The buffer that they were drawn into keeps its size until it
  /// is shown, even if the window is resized.
  private var hasPrepared = false
  /// The time of the last frame.
  private(set) var frameTime = 0.0
  /// The time at which watched files are read again.
  private var rereadTime = 0.0
  /// The seconds between two readings of watched files.
  private static let rereadInterval = 0.25

  init(_ content: any WindowContent, in window: Window, typesetter: Typesetter, cacheDirectory: String?) {
    self.content = content
    self.window = window
    surface = Surface(
      typesetter: typesetter, shaders: .ofEnvironment(), cacheDirectory: cacheDirectory)
    hud = HUDOverlay(on: surface, typesetter: typesetter)
  }

  // MARK: Demands

  /// The transform from sRGB to the colours of the window's monitor; nil sends colours unchanged.
  var displayTransform: DisplayTransform? {
    get { surface.displayTransform }
    set {
      guard newValue != surface.displayTransform else { return }
      surface.displayTransform = newValue
      demand = .newProfile
    }
  }

  /// Draws the next frame even if nothing changes.
  func require(_ reason: FrameReason) { demand = reason }

  /// Draws the next frame because the window system asked, unless another reason exists.
  func requireExposed() { demand = demand ?? .exposure }

  /// Notes a new size or scale of the window.
  func sizeChanged() {
    demand = .resize
    hasNewSize = true
  }

  /// Reloads the shaders.
  func reloadShaders() {
    surface.reloadShaders()
    demand = .newShaders
  }

  /// Shows or hides the frame times.
  func toggleTimes() {
    hud.toggle()
    demand = .overlay
  }

  // MARK: Between frames

  /// Returns the time of the next turn after one at `now`; `next` is the time that content and script request.
  func nextTurn(after now: Double, _ next: Double?) -> Double? {
    let due = nextFrame(after: now, next)
    return surface.watchesFiles ? min(due ?? .infinity, max(rereadTime, now)) : due
  }

  private func nextFrame(after now: Double, _ next: Double?) -> Double? {
    let nextFrame = now + 1 / (window.refreshRate ?? 60)
    if surface.statistics.isIncomplete || surface.readsTime || demand == .resize { return nextFrame }
    guard let next else { return demand == nil ? nil : now + 0.1 }
    return max(next, nextFrame)
  }

  /// Whether resources can be prepared for later frames.
  var canPrepare: Bool { surface.canPrepare }

  /// Prepares resources for later frames.
  func prepareMore() {
    surface.prepareMore()
    hasPrepared = true
  }

  // MARK: Drawing

  /// Reads watched files again when it is time, and draws the next frame if a fill looks different.
  private func rereadFiles(at time: Double) {
    guard surface.watchesFiles, time >= rereadTime, let change = surface.rereadFiles() else { return }
    rereadTime = time + Self.rereadInterval
    for error in change.errors { report(error) }
    if change.isVisible { demand = .newShaders }
  }

  /// Draws a frame if the content changed or a frame is required, and returns whether it did. After context loss or an
  /// OpenGL error, it reports the error and rebuilds everything. It throws if that fails repeatedly.
  ///
  /// - Parameters:
  ///   - start: The beginning of the window's turn.
  ///   - cause: The reason why the content may have changed.
  ///   - inputTime: The time of the first input that the frame shows.
  func draw(at time: Double, begun start: Double, because cause: FrameReason, inputTime: Double?) throws
    -> Bool
  {
    let count = trace.count
    rereadFiles(at: time)
    do {
      try drawFrame(at: time, begun: start, because: cause, inputTime: inputTime)
      if demand == nil { rebuilds = 0 }
    } catch let error as GraphicsError {
      rebuilds += 1
      if rebuilds > 3 { throw error }
      StandardOutput.complain(
        Message("{reason}; all graphics are rebuilt", parts: ["reason": Message(error)]).english)
      surface.reset()
      if window.graphics.isLost { try window.replaceContext() }
      demand = .rebuilding
    } catch  where trace.count > 0 && (error is ShaderError || error is MissingShader) {
      // While shaders are being edited, the window keeps the last ones that compiled.
      report(error)
      demand = surface.isReady ? .oldShaders : nil
    }
    return trace.count > count
  }

  /// Prints the messages of an error, each on a line of its own.
  private func report(_ error: any Error) {
    for line in "\(error)".split(whereSeparator: \.isNewline) { StandardOutput.complain(String(line)) }
  }

  private func drawFrame(
    at time: Double, begun start: Double, because cause: FrameReason, inputTime: Double?
  ) throws {
    let size = window.pixelSize
    guard !size.isEmpty else { return }
    injectLossIfAsked()
    window.graphics.setTarget(window: size)
    let isForced = demand != nil
    guard
      try surface.draw(
        content, in: window.graphics, size: size, scale: window.scale, at: time, isForced: isForced,
        isWhole: isForced, keepsPicture: window.keepsPicture)
    else { return }
    let reason = demand ?? cause
    hud.add(surface.statistics, because: reason, from: start, to: window.loop.now)
    try hud.draw(
      size: window.size, pixels: size, scale: window.scale, budget: window.refreshRate.map { 1 / $0 })
    let mayHaveOldSize = hasNewSize && (hasPrepared || window.wasMadeCurrent)
    window.swapBuffers()
    frameTime = time
    let latency = inputTime.map { window.loop.now - $0 }
    if let latency { hud.add(latency: latency) }
    trace.drew(because: reason, draws: surface.statistics.draws, latency: latency)
    (hasNewSize, hasPrepared) = (false, false)
    demand = surface.statistics.isIncomplete ? .moreToUpload : mayHaveOldSize ? .resize : nil
  }

  /// In debug builds, `REGALIA_LOSE_CONTEXT=N` loses the context once, before frame N + 1.
  private func injectLossIfAsked() {
    guard GraphicsContext.isDebugBuild, rebuilds == 0,
      let frame = UserFolders.variable("REGALIA_LOSE_CONTEXT").flatMap({ Int($0) }), frame == trace.count
    else { return }
    window.graphics.injectLoss()
  }
}
