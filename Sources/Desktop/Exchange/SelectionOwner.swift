import Workers
public import Controls
import Glibc
import Synchronization

/// Offers things to other programs by the clipboard of X11, in several kinds at once (ICCCM 2.0, chapter 2).
///
/// A program that pastes asks for what it can use, and is answered on a thread of our own; what is large goes in parts.
/// What is offered can be had until somebody else copies something or this program ends. Under Wayland windows are those
/// of Xwayland, and whether a picture that was copied in one reaches other programs is up to the compositor.
public final class SelectionOwner: Sendable {
  private let worker = Worker<SelectionServer>(name: "clipboard") { SelectionServer("CLIPBOARD") }
  private let alarm: Alarm?

  /// Creates an owner that offers nothing yet.
  public init() { alarm = Alarm() }

  deinit { alarm?.ring() }

  /// Takes the clipboard and offers one thing in several kinds; `report` is told on another thread why that cannot be, or
  /// nil.
  public func offer(_ offers: [Clipboard.Offer], report: @escaping @Sendable (_ fault: String?) -> Void) {
    guard let alarm else { return report("there are too many open files") }
    // Whoever serves what was offered before ends first.
    alarm.ring()
    worker.run { server in
      alarm.quieten()
      let fault = server.take(offers.map { .init(kind: $0.kind, bytes: $0.bytes) })
      report(fault)
      if fault == nil { server.serve(until: alarm) }
    }
  }
}

/// A pipe by which a thread is woken that waits for something else too.
final class Alarm: Sendable {
  /// What is readable after the alarm has rung.
  let descriptor: Int32
  private let input: Int32

  /// Returns nil where no more files can be opened.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (descriptor, input) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(descriptor)
    close(input)
  }

  func ring() {
    var byte: UInt8 = 1
    _ = write(input, &byte, 1)
  }

  func quieten() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
