import Workers
public import Controls
import Glibc
import Synchronization

/// The clipboard of X11, which the windows of a program share (ICCCM 2.0, chapter 2).
///
/// A program that pastes asks for a format and is answered on a thread of our own; large content goes in parts. The
/// content stays available until another program copies something or this program ends, when the desktop's clipboard
/// manager may take it over. Under Wayland the windows are those of Xwayland; whether a picture copied there reaches
/// other programs is up to the compositor.
public final class SelectionOwner: Sendable {
  private let worker = Worker<SelectionServer>(name: "clipboard") { SelectionServer("CLIPBOARD") }
  private let alarm: Alarm?
  private let state = Mutex(State())

  private struct State {
    /// The content that this program has copied, until another program copies something.
    var offered: [Clipboard.Offer]?
    /// Counts what was copied.
    var number = 0
  }

  /// Creates an owner that offers nothing yet.
  public init() { alarm = Alarm() }

  deinit { alarm?.ring() }

  /// The clipboard of the windows.
  public var clipboard: Clipboard {
    // This program's own content is returned at once: it is available before the display server knows of it.
    Clipboard(
      read: { [self] in
        guard let offered = state.withLock({ $0.offered }) else { return SelectionReader.text() }
        return offered.text
      }, write: { [self] text in offer([.init("text/plain", Array(text.utf8))]) { _ in } },
      offer: { [self] in offer($0, report: $1) },
      fetch: { [self] kinds in
        guard let offered = state.withLock({ $0.offered }) else { return SelectionReader.read(kinds) }
        return offered.first(of: kinds)
      })
  }

  /// Takes the clipboard and offers one thing in several kinds; `report` is told on another thread why that cannot be, or
  /// nil.
  private func offer(_ offers: [Clipboard.Offer], report: @escaping @Sendable (_ fault: String?) -> Void) {
    guard let alarm else { return report("there are too many open files") }
    let number = state.withLock { state in
      state.offered = offers
      state.number += 1
      return state.number
    }
    // Whoever serves what was offered before ends first.
    alarm.ring()
    // The thread must not keep its owner, whose end is what ends it.
    worker.run { [weak self] server in
      alarm.quieten()
      let fault = server.take(offers.map { .init(kind: $0.kind, bytes: $0.bytes) })
      report(fault)
      if fault == nil { server.serve(until: alarm) }
      if fault != nil || !server.hasOffers { self?.forget(number) }
    }
  }

  private func forget(_ number: Int) {
    state.withLock { if $0.number == number { $0.offered = nil } }
  }

  /// Lets the desktop's clipboard manager have what this program has copied, before it ends; one that does not answer is
  /// waited for a second at most.
  public func handOver() {
    guard let alarm, state.withLock({ $0.offered }) != nil else { return }
    let end = ContinuousClock.now + .seconds(1)
    let isDone = StopSignal()
    alarm.ring()
    worker.run { server in
      alarm.quieten()
      server.save(until: end)
      isDone.stop()
    }
    _ = isDone.wait(1)
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
