import CGIO
import Glibc
import Synchronization

/// A question to the desktop's portal, which it answers by a signal when the person has decided.
///
/// A request blocks the thread that makes it and has a main context of its own.
struct PortalRequest {
  /// What came of it.
  enum Outcome<Value> {
    case answered(Value)
    /// The person has left it.
    case cancelled
    /// The portal ended it for another reason.
    case refused
    /// There is no portal, or it has no such method.
    case unavailable
    /// The portal ended before it answered.
    case vanished
  }

  /// Such as “FileChooser”, of `org.freedesktop.portal`.
  let interface: String
  let method: String

  /// Returns the arguments of the call in the text format of GVariant, with the request's token among the options.
  let parameters: (_ token: String) -> String

  private static let counter = Atomic<Int>(0)

  /// Asks, and waits for the answer; `read` takes what is needed out of the results, an `a{sv}`.
  func perform<Value>(_ read: @escaping (_ results: OpaquePointer) -> Value?) -> Outcome<Value> {
    guard DesktopSettings.hasSessionBus, let context = g_main_context_new() else { return .unavailable }
    g_main_context_push_thread_default(context)
    defer {
      g_main_context_pop_thread_default(context)
      g_main_context_unref(context)
    }
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil),
      let name = g_dbus_connection_get_unique_name(bus), let loop = g_main_loop_new(context, 0)
    else { return .unavailable }
    defer { g_main_loop_unref(loop) }
    let token = "regalia\(getpid())n\(Self.counter.add(1, ordering: .relaxed).newValue)"
    let sender = String(cString: name).dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
    var value: Value?
    let response = PortalResponse(loop: loop) { value = read($0) }
    let data = Unmanaged.passUnretained(response).toOpaque()
    let answers = g_dbus_connection_signal_subscribe(
      bus, Portal.name, "org.freedesktop.portal.Request", "Response",
      "\(Portal.path)/request/\(sender)/\(token)", nil, .usual,
      { _, _, _, _, _, parameters, data in
        guard let parameters, let data else { return }
        Unmanaged<PortalResponse>.fromOpaque(data).takeUnretainedValue().take(parameters)
      }, data, nil)
    let owners = g_dbus_connection_signal_subscribe(
      bus, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", "/org/freedesktop/DBus",
      Portal.name, .usual,
      { _, _, _, _, _, parameters, data in
        guard let parameters, let data else { return }
        Unmanaged<PortalResponse>.fromOpaque(data).takeUnretainedValue().ownerChanged(parameters)
      }, data, nil)
    defer {
      g_dbus_connection_signal_unsubscribe(bus, answers)
      g_dbus_connection_signal_unsubscribe(bus, owners)
    }
    let reply = g_dbus_connection_call_sync(
      bus, Portal.name, Portal.path, "org.freedesktop.portal.\(interface)", method,
      g_variant_parse(nil, parameters(token), nil, nil, nil), nil, .usual, 5000, nil, nil)
    guard let reply else { return .unavailable }
    g_variant_unref(reply)
    withExtendedLifetime(response) { g_main_loop_run(loop) }
    switch response.code {
    case 0: return value.map { .answered($0) } ?? .refused
    case 1: return .cancelled
    case nil: return .vanished
    default: return .refused
    }
  }

  /// Returns a text in the format of GVariant.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'").replacing("\n", with: " ") + "'"
  }
}

/// What signals fill in while a request's loop runs.
private final class PortalResponse {
  let loop: OpaquePointer
  private let read: (OpaquePointer) -> Void

  /// How it ended: 0 for an answer, 1 for what the person left; nil as long as nothing came.
  private(set) var code: UInt32?

  init(loop: OpaquePointer, read: @escaping (OpaquePointer) -> Void) { (self.loop, self.read) = (loop, read) }

  /// Reads `(ua{sv})`: how it ended, and the results.
  func take(_ parameters: OpaquePointer) {
    let number = g_variant_get_child_value(parameters, 0)
    let results = g_variant_get_child_value(parameters, 1)
    defer {
      g_variant_unref(number)
      g_variant_unref(results)
    }
    code = g_variant_get_uint32(number)
    if code == 0, let results { read(results) }
    g_main_loop_quit(loop)
  }

  /// Ends the wait when nobody has the portal's name any more.
  func ownerChanged(_ parameters: OpaquePointer) {
    let owner = g_variant_get_child_value(parameters, 2)
    defer { g_variant_unref(owner) }
    if let text = g_variant_get_string(owner, nil), text.pointee == 0 { g_main_loop_quit(loop) }
  }
}
