import CGLFW
import Glibc
import Synchronization

/// The times at which the window system recorded input events, which GLFW does not pass on.
///
/// Under X11, Xlib converts each event that it reads with a function from a table. Input events pass through a function
/// here, which keeps the server's times until GLFW delivers the events in the same order. Under other window systems
/// only the time of reading is known.
enum InputClock {
  private typealias Conversion =
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
  private typealias Display = @convention(c) () -> OpaquePointer?
  private typealias SetConversion = @convention(c) (OpaquePointer, Int32, Conversion?) -> Conversion?

  private struct State {
    var times = ServerTimes()
    var formers = [Conversion?](repeating: nil, count: ServerTimes.codes.upperBound + 1)
  }

  private static let state = Mutex(State())

  /// Begins to listen to the connection that GLFW has opened.
  static func start() {
    guard let display = dlsym(nil, "glfwGetX11Display"), let set = dlsym(nil, "XESetWireToEvent"),
      let connection = unsafeBitCast(display, to: Display.self)()
    else { return }
    let setConversion = unsafeBitCast(set, to: SetConversion.self)
    var formers = [Conversion?](repeating: nil, count: ServerTimes.codes.upperBound + 1)
    for code in ServerTimes.codes { formers[code] = setConversion(connection, Int32(code), convert) }
    state.withLock { $0 = State(formers: formers) }
  }

  /// Records the time of an event, and lets Xlib convert it.
  private static let convert: Conversion = { display, event, wire in
    guard let wire else { return 0 }
    let read = glfwGetTime()
    let former = state.withLock { state in
      state.times.add(UnsafeRawPointer(wire), at: read)
      return state.formers[Int(wire.load(as: UInt8.self) & 0x7f)]
    }
    return former?(display, event, wire) ?? 0
  }

  /// Returns the time of an action that GLFW delivers, in seconds of the event loop; the current time if it is unknown.
  static func time(of action: ServerTimes.InputAction) -> Double {
    let now = glfwGetTime()
    return state.withLock { $0.times.take(action) }.map { min($0, now) } ?? now
  }
}

/// The times of input events between reading from the server and delivery.
struct ServerTimes {
  /// An action, as GLFW delivers it.
  enum InputAction: Hashable {
    /// A key was pressed or released.
    case key(Int, isPress: Bool)
    /// A button or the wheel.
    case button(isPress: Bool)
    /// The pointer moved to a place, in pixels of the window.
    case motion(x: Int, y: Int)
  }

  /// The codes of X11's input events: KeyPress, KeyRelease, ButtonPress, ButtonRelease and MotionNotify.
  static let codes = 2...6

  private struct Entry {
    let action: InputAction
    let seconds: Double
  }

  private var entries: [Entry] = []
  /// The server's milliseconds, extended so that its 32 bits do not wrap.
  private var milliseconds: Int64 = 0
  private var last: UInt32?
  /// The offset from the server's seconds to ours, and the time of its last update.
  private var offset = Double.infinity
  private var looked = 0.0

  private static let capacity = 1024

  /// The assumed drift between the two clocks, in seconds per second.
  private static let drift = 1e-4

  /// Adds an event of 32 bytes from the server, read at the time `read` on our clock.
  mutating func add(_ wire: UnsafeRawPointer, at read: Double) {
    let code = wire.load(as: UInt8.self)
    let time = wire.load(fromByteOffset: 4, as: UInt32.self)
    // Events that other programs send through the server have no meaningful time.
    guard code & 0x80 == 0, Self.codes.contains(Int(code)), time != 0 else { return }
    milliseconds += Int64(Int32(bitPattern: time &- (last ?? time)))
    if last == nil { milliseconds = Int64(time) }
    last = time
    let seconds = Double(milliseconds) / 1000
    // The quickest delivery counts as having no delay.
    offset = min(read - seconds, offset + (read - looked) * Self.drift)
    looked = read
    let detail = Int(wire.load(fromByteOffset: 1, as: UInt8.self))
    let action: InputAction =
      switch code {
      case 2, 3: .key(detail, isPress: code == 2)
      case 4, 5: .button(isPress: code == 4)
      default:
        .motion(
          x: Int(wire.load(fromByteOffset: 24, as: Int16.self)),
          y: Int(wire.load(fromByteOffset: 26, as: Int16.self)))
      }
    if entries.count == Self.capacity { entries.removeFirst(Self.capacity / 2) }
    entries.append(Entry(action: action, seconds: seconds + offset))
  }

  /// Removes and returns the time of the next event of a kind, with the undelivered ones before it. Nil if there is no
  /// such event.
  mutating func take(_ action: InputAction) -> Double? {
    guard let index = entries.firstIndex(where: { $0.action == action }) else { return nil }
    defer { entries.removeFirst(index + 1) }
    return entries[index].seconds
  }
}
