import Geometry
import Input
import Scene

extension ClockFace {
  public func handle(_ event: InputEvent, at time: Double) {
    touch(at: time)
    guard shownRevision != nil else { return take(event, at: time) }
    // What is changed begins at the time of the event, not at that of the frame after it.
    follow(to: time)
    take(event, at: time)
    follow(to: time)
  }

  private func take(_ event: InputEvent, at time: Double) {
    if let panel, panel.handle(event, at: time) { return }
    switch event {
    case .pointerDown(let point, .left, let clicks, _):
      if clicks == 2 {
        isMoving = false
        onRequest?(.toggleFullScreen)
      } else if !isFullScreen {
        isMoving = true
        onRequest?(.beginMoving(point))
      }
    case .pointerMoved where isMoving: onRequest?(.move)
    case .pointerUp(_, .left, _) where isMoving:
      isMoving = false
      onRequest?(.endMoving)
    case .key(let key, let modifiers, false): press(key, modifiers, at: time)
    default: break
    }
  }

  private func press(_ key: Key, _ modifiers: Modifiers, at time: Double) {
    switch (key, modifiers) {
    case (.escape, []): if isFullScreen { onRequest?(.leaveFullScreen) } else { close() }
    case (.character("f"), []), (.function(11), []): onRequest?(.toggleFullScreen)
    case (.character("s"), []): openPanel(at: time)
    case (.space, []): work.toggle(at: time)
    case (.character("l"), []): work.lap(at: time)
    case (.character("r"), []): work.reset(at: time)
    case (.character("q"), .control), (.character("w"), .control): close()
    default: break
    }
  }
}
