import Controls
import Geometry

/// A window's content into which a script is played, without a window and without waiting.
///
/// What is seen does not depend on how often the playback stops.
package struct Playback {
  package let content: any WindowContent
  package let scale: Double

  /// The size that the script has made the window, in points.
  package private(set) var size: Size

  /// When the content next needs a frame, in seconds; nil while nothing moves.
  package private(set) var nextFrame: Double?

  private var rest: ArraySlice<InputScript.Step>

  /// Lays the content out and begins at 0, before the first step.
  package init(of script: InputScript, into content: any WindowContent, size: Size, scale: Double) {
    self.content = content
    self.scale = scale
    self.size = size
    rest = script.steps[...]
    content.layOut(size: size, scale: scale)
    nextFrame = content.advanceAndSettle(to: 0)
  }

  /// Does every step up to a time, each at its own, and brings the content to that time.
  ///
  /// With `coalescesMotion` the pointer only goes where it has come to by then, as in a window between two frames; what is
  /// seen then depends on how often the playback stops.
  package mutating func play(until time: Double, coalescesMotion: Bool = false) {
    while let step = rest.first, step.time <= time {
      rest = rest.dropFirst()
      if isOvertaken(step) || coalescesMotion && isFollowedByMotion(step, before: time) { continue }
      _ = content.advanceAndSettle(to: step.time)
      switch step.action {
      case .input(let input): content.handle(input, at: step.time)
      case .resize(let wanted):
        size = wanted
        content.layOut(size: size, scale: scale)
      }
      content.receiveMail(at: step.time)
      content.settle(at: step.time)
    }
    content.receiveMail(at: time)
    nextFrame = content.advanceAndSettle(to: time)
  }

  /// Whether the pointer only goes on from where a step brings it, without anything else being done.
  private func isFollowedByMotion(_ step: InputScript.Step, before time: Double) -> Bool {
    guard case .input(.pointerMoved(_, let held)) = step.action, let next = rest.first, next.time <= time,
      case .input(.pointerMoved(_, held)) = next.action
    else { return false }
    return true
  }

  /// Whether the window gets another size within the same sixtieth of a second, before anything else is done: it is laid
  /// out for the last of them alone, as windows on a screen are.
  private func isOvertaken(_ step: InputScript.Step) -> Bool {
    guard case .resize = step.action, let next = rest.first, case .resize = next.action else { return false }
    return (step.time * 60).rounded(.down) == (next.time * 60).rounded(.down)
  }
}
