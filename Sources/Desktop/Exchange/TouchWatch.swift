import CXCB
import Glibc

/// Detects whether a finger is on a touchscreen of the X11 display.
///
/// The display turns touches into pointer presses without marking them. The XInput extension reports the touches
/// themselves, to every client that asks, and before the presses (XI2proto, 2.2). The two requests needed do not
/// require its library.
public final class TouchWatch {
  private let display: DisplayConnection
  private let input: DisplayExtension
  private var touches = Touches()

  /// Returns nil if the display does not report touches, as under other window systems.
  public init?() {
    guard let display = try? DisplayConnection(),
      let input = DisplayExtension("XInputExtension", of: display)
    else { return nil }
    (self.display, self.input) = (display, input)
    guard input.hasInputVersion(2, 2) else { return nil }
    input.selectInput([Touches.rawBegin, Touches.rawEnd], of: display.screen.root)
    display.flush()
  }

  /// Whether a finger is on a touchscreen now.
  public var isTouched: Bool {
    // Events that happened before this answer have arrived by then.
    let reply = xcb_get_input_focus_reply(
      display.connection, xcb_get_input_focus(display.connection), nil)
    free(reply)
    takeEvents()
    return !touches.isEmpty
  }

  /// Handles the events that have arrived, which otherwise wait for the next query.
  public func takeEvents() {
    display.forEachEvent { event in
      guard DisplayConnection.kind(of: event) == XCB_GE_GENERIC, event.pointee.pad0 == input.opcode else {
        return
      }
      touches.take(UnsafeRawPointer(event))
    }
  }
}

/// The fingers on touchscreens, from XInput's events.
struct Touches {
  static let rawBegin: UInt16 = 22
  static let rawEnd: UInt16 = 24

  private var numbers: Set<UInt32> = []

  /// Whether no finger is on a touchscreen.
  var isEmpty: Bool { numbers.isEmpty }

  /// Handles an XInput event of at least 32 bytes: its type is at byte 8, the number of the touch at byte 16
  /// (xXIRawEvent in XI2proto).
  mutating func take(_ event: UnsafeRawPointer) {
    let touch = event.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
    switch event.loadUnaligned(fromByteOffset: 8, as: UInt16.self) {
    case Self.rawBegin: numbers.insert(touch)
    case Self.rawEnd: numbers.remove(touch)
    default: break
    }
  }
}

/// Detects pinches on touchpads over windows, by version 2.4 of XInput. It belongs to one thread.
final class PinchListener {
  private let input: DisplayExtension
  private let tell: (_ window: xcb_window_t, WindowListener.Event) -> Void
  private var pinch = Pinch()

  /// Returns nil if the display does not report gestures; `tell` is called on the listener's thread.
  init?(
    on display: DisplayConnection, tell: @escaping (_ window: xcb_window_t, WindowListener.Event) -> Void
  ) {
    guard let input = DisplayExtension("XInputExtension", of: display), input.hasInputVersion(2, 4) else {
      return nil
    }
    (self.input, self.tell) = (input, tell)
  }

  /// Begins to listen for a window.
  func listen(for window: xcb_window_t) { input.selectInput(Pinch.begin...Pinch.end, of: window) }

  func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    guard DisplayConnection.kind(of: event) == XCB_GE_GENERIC, event.pointee.pad0 == input.opcode,
      let (window, step) = pinch.take(UnsafeRawPointer(event))
    else { return }
    tell(window, step)
  }
}

/// The course of a pinch, from XInput's events.
struct Pinch {
  static let begin: UInt16 = 27
  static let update: UInt16 = 28
  static let end: UInt16 = 29

  /// The distance of the fingers in distances at the beginning.
  private var spread = 1.0

  /// Handles an XInput event of at least 72 bytes; returns the window and what happened over it, if something did.
  ///
  /// The layout is xXIGesturePinchEvent of XI2proto with the four bytes that XCB inserts after the first 32: the type is
  /// at byte 8, the window at 24, and, in units of 1/65536, the place on the screen at 36 and the scale at 68.
  mutating func take(_ event: UnsafeRawPointer) -> (window: xcb_window_t, WindowListener.Event)? {
    func fixed(_ offset: Int) -> Double {
      Double(event.loadUnaligned(fromByteOffset: offset, as: Int32.self)) / 65536
    }
    switch event.loadUnaligned(fromByteOffset: 8, as: UInt16.self) {
    case Self.begin:
      spread = 1
      return nil
    case Self.update:
      let (before, now) = (spread, fixed(68))
      guard now > 0, now != before else { return nil }
      spread = now
      let (x, y) = (Int(fixed(36)), Int(fixed(40)))
      return (
        event.loadUnaligned(fromByteOffset: 24, as: xcb_window_t.self),
        .pinched(factor: now / before, x: x, y: y)
      )
    default: return nil
    }
  }
}

extension DisplayExtension {
  private enum Request {
    static let selectEvents: UInt8 = 46
    static let queryVersion: UInt8 = 47
  }

  private static let allMasterDevices: UInt16 = 1

  /// Requests a version of XInput; returns whether the display has it.
  fileprivate func hasInputVersion(_ major: UInt16, _ minor: UInt16) -> Bool {
    guard let reply = ask(Request.queryVersion, [major, minor]) else { return false }
    let version = reply.withUnsafeBytes { bytes in
      (0...1).map { bytes.loadUnaligned(fromByteOffset: 8 + 2 * $0, as: UInt16.self) }
    }
    return (version[0], version[1]) >= (major, minor)
  }

  /// Selects XInput events of all pointers and keyboards over a window.
  fileprivate func selectInput(_ kinds: some Sequence<UInt16>, of window: xcb_window_t) {
    let mask = kinds.reduce(UInt32(0)) { $0 | UInt32(1) << UInt32($1) }
    tell(
      Request.selectEvents,
      [UInt16(truncatingIfNeeded: window), UInt16(window >> 16), 1, 0, Self.allMasterDevices, 1]
        + [UInt16(truncatingIfNeeded: mask), UInt16(mask >> 16)])
  }
}
