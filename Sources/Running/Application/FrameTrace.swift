import Controls
import Glibc
import Files
import Terminal

/// Says on standard error which frames are drawn and why, when `REGALIA_TRACE=frames` asks for it.
struct FrameTrace {
  private let isOn = UserFolders.variable("REGALIA_TRACE") == "frames"
  private(set) var count = 0

  /// Notes a frame that was shown, and how many seconds after the first input that it shows.
  mutating func drew(because reason: FrameReason, draws: Int, latency: Double?) {
    count += 1
    guard isOn else { return }
    let delay = latency.map { ", \(HUDText.milliseconds($0)) after input" } ?? ""
    StandardOutput.log("frame \(count): \(reason.rawValue), \(draws) draws, at \(Self.now)\(delay)")
  }

  func note(_ words: String) {
    if isOn { StandardOutput.log("\(words), after frame \(count)") }
  }

  /// Milliseconds of the system's clock, so that a script can subtract when it started the program.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
