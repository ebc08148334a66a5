import Glibc
import Synchronization

/// A signal by which a person or the system asks the program to stop.
///
/// Work that would leave something half-made asks for it and unwinds; then the program ends by the same signal.
public struct Interruption: Error, Hashable, Sendable {
  public let signal: Int32

  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Records signals instead of ending the program, except signals that were ignored already, as under nohup.
  public static func watch() {
    arrived.store(0, ordering: .relaxed)
    for signal in signals {
      var action = sigaction()
      sigaction(signal, nil, &action)
      let isIgnored = action.__sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) } == 1
      if isIgnored { continue }
      action = sigaction()
      // Without SA_RESTART a wait is broken off, so that it is noticed at once.
      action.__sigaction_handler.sa_handler = { arrived.store($0, ordering: .relaxed) }
      sigaction(signal, &action, nil)
    }
  }

  /// Throws when a signal has come.
  public static func check() throws(Interruption) {
    let signal = arrived.load(ordering: .relaxed)
    if signal != 0 { throw Interruption(signal: signal) }
  }

  /// Ends the program as the signal would have ended it, so that whoever started it knows.
  public func endProgram() -> Never {
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
    exit(128 + signal)
  }
}

/// The last signal that has come, or 0; signals belong to the whole process, and so does this.
private let arrived = Atomic<Int32>(0)
