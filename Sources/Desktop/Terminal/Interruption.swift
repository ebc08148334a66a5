import Dispatch
import Glibc
import Synchronization

/// A signal by which a person or the system asks the program to stop.
///
/// Work that would leave something half-made asks for it and unwinds; then the program ends by the same signal.
public struct Interruption: Error, Hashable, Sendable {
  /// The number of the signal, such as SIGTERM.
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
      action.__sigaction_handler.sa_handler = { signal in
        arrived.store(signal, ordering: .relaxed)
        let end = announcement.load(ordering: .relaxed)
        if end >= 0 { withUnsafePointer(to: signal) { _ = write(end, $0, 1) } }
      }
      sigaction(signal, &action, nil)
    }
  }

  /// Takes signals down, as `watch()` does, and calls a closure on some thread as soon as one has come.
  public static func watch(_ onArrival: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return watch() }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: ends[0], queue: .global())
    source.setEventHandler { [end = ends[0]] in
      var byte: UInt8 = 0
      while read(end, &byte, 1) > 0 {}
      // By this the source keeps itself, for as long as the process lives.
      withExtendedLifetime(source) { onArrival() }
    }
    source.resume()
    announcement.store(ends[1], ordering: .relaxed)
    watch()
  }

  /// Whether a signal has come.
  public static var hasArrived: Bool { arrived.load(ordering: .relaxed) != 0 }

  /// Throws when a signal has come.
  public static func check() throws(Interruption) {
    let signal = arrived.load(ordering: .relaxed)
    if signal != 0 { throw Interruption(signal: signal) }
  }

  /// Ends the program as the signal would have ended it, so that whoever started it knows.
  public func endProgram() -> Never {
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
    ProgramEnd.leave(128 + signal)
  }
}

/// The last signal that has come, or 0; signals belong to the whole process, and so does this.
private let arrived = Atomic<Int32>(0)

/// Where a handler of signals writes that one has come, or -1.
private let announcement = Atomic<Int32>(-1)

/// How the program ends: with its code, and at once.
public enum ProgramEnd {
  /// Writes what streams still hold, and ends the process with a code.
  ///
  /// The destructors of libraries are not run, as `exit` would: a driver's take apart what threads that draw or read
  /// beside the first one still use, and a process that is ending has nothing to take apart.
  public static func leave(_ code: Int32) -> Never {
    fflush(nil)
    _exit(code)
  }
}
