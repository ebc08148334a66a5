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

  private enum Request {
    static let selectEvents: UInt8 = 46
    static let queryVersion: UInt8 = 47
  }

  private static let allMasterDevices: UInt16 = 1

  /// Returns nil if the display does not report touches, as under other window systems.
  public init?() {
    guard let display = try? DisplayConnection() else { return nil }
    guard let input = DisplayExtension("XInputExtension", of: display) else { return nil }
    (self.display, self.input) = (display, input)
    guard hasTouch() else { return nil }
    select()
  }

  /// Requests version 2.2, which supports touches; returns whether the display has it.
  private func hasTouch() -> Bool {
    guard let reply = input.ask(Request.queryVersion, [2, 2]) else { return false }
    let version = reply.withUnsafeBytes { bytes in
      (0...1).map { bytes.loadUnaligned(fromByteOffset: 8 + 2 * $0, as: UInt16.self) }
    }
    return (version[0], version[1]) >= (2, 2)
  }

  private func select() {
    let root = display.screen.root
    let mask = UInt32(1) << UInt32(Touches.rawBegin) | UInt32(1) << UInt32(Touches.rawEnd)
    input.tell(
      Request.selectEvents,
      [UInt16(truncatingIfNeeded: root), UInt16(root >> 16), 1, 0, Self.allMasterDevices, 1]
        + [UInt16(truncatingIfNeeded: mask), UInt16(mask >> 16)])
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
