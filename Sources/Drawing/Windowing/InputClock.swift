import CGLFW
import Glibc
import Synchronization

/// When the window system says that keys, buttons and the pointer were moved, which GLFW does not pass on.
///
/// Under X11 each event that Xlib reads from its connection goes through a table of functions that bring it into Xlib's
/// form. Those of input are led through here, where the server's times are kept until GLFW hands out what was done, in
/// the same order. Under other window systems nothing is known but when an event was read.
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

  /// Listens to the connection that GLFW has opened.
  static func start() {
    guard let display = dlsym(nil, "glfwGetX11Display"), let set = dlsym(nil, "XESetWireToEvent"),
      let connection = unsafeBitCast(display, to: Display.self)()
    else { return }
    let setConversion = unsafeBitCast(set, to: SetConversion.self)
    var formers = [Conversion?](repeating: nil, count: ServerTimes.codes.upperBound + 1)
    for code in ServerTimes.codes { formers[code] = setConversion(connection, Int32(code), convert) }
    state.withLock { $0 = State(formers: formers) }
  }

  /// Writes down when an event was sent, and lets Xlib go on with it.
  private static let convert: Conversion = { display, event, wire in
    guard let wire else { return 0 }
    let read = glfwGetTime()
    let former = state.withLock { state in
      state.times.add(UnsafeRawPointer(wire), at: read)
      return state.formers[Int(wire.load(as: UInt8.self) & 0x7f)]
    }
    return former?(display, event, wire) ?? 0
  }

  /// Returns when what GLFW hands out was done, in the seconds of the event loop; now where that is not known.
  static func time(of action: ServerTimes.InputAction) -> Double {
    let now = glfwGetTime()
    return state.withLock { $0.times.take(action) }.map { min($0, now) } ?? now
  }
}

/// The times of input events between being read from the server and being handed out.
struct ServerTimes {
  /// What was done, as GLFW hands it out.
  enum InputAction: Hashable {
    /// A key of a code went down or up.
    case key(Int, isPress: Bool)
    /// A button or the wheel.
    case button(isPress: Bool)
    /// The pointer came to a place, in pixels of the window.
    case motion(x: Int, y: Int)
  }

  /// The codes of X11's events of input: KeyPress, KeyRelease, ButtonPress, ButtonRelease and MotionNotify.
  static let codes = 2...6

  private struct Entry {
    let action: InputAction
    let seconds: Double
  }

  private var entries: [Entry] = []
  /// Milliseconds of the server, on which its 32 bits do not wrap.
  private var milliseconds: Int64 = 0
  private var last: UInt32?
  /// What added to the server's seconds gives ours, and when that was looked at.
  private var offset = Double.infinity
  private var looked = 0.0

  private static let capacity = 1024

  /// What two clocks may go apart in a second.
  private static let drift = 1e-4

  /// Adds an event of 32 bytes as it came from the server, read at a time of ours.
  mutating func add(_ wire: UnsafeRawPointer, at read: Double) {
    let code = wire.load(as: UInt8.self)
    let time = wire.load(fromByteOffset: 4, as: UInt32.self)
    // What another program sent through the server has no time that means anything.
    guard code & 0x80 == 0, Self.codes.contains(Int(code)), time != 0 else { return }
    milliseconds += Int64(Int32(bitPattern: time &- (last ?? time)))
    if last == nil { milliseconds = Int64(time) }
    last = time
    let seconds = Double(milliseconds) / 1000
    // The quickest delivery is taken for none.
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

  /// Takes the time of the next event of a kind; those before it were handed out to nobody. Nil where there is none.
  mutating func take(_ action: InputAction) -> Double? {
    guard let index = entries.firstIndex(where: { $0.action == action }) else { return nil }
    defer { entries.removeFirst(index + 1) }
    return entries[index].seconds
  }
}
