import Desktop
import Controls
import Glibc

/// Says on standard error which frames are drawn and why, when `REGALIA_TRACE=frames` asks for it.
struct FrameTrace {
  private let isOn = UserFolders.variable("REGALIA_TRACE") == "frames"
  private(set) var count = 0

  mutating func drew(because reason: FrameReason, draws: Int) {
    count += 1
    if isOn { StandardOutput.complain("frame \(count): \(reason.rawValue), \(draws) draws, at \(Self.now)") }
  }

  func note(_ words: String) {
    if isOn { StandardOutput.complain("\(words), after frame \(count)") }
  }

  /// Milliseconds of the system's clock, so that a script can subtract when it started the program.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
