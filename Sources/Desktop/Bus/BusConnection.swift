// Untranslated file: names of D-Bus interfaces and their members.

import CGIO
import Glibc
import Synchronization
import Workers

/// A connection to a message bus; GLib guards it against concurrent use.
///
/// Answers and signals arrive on the calling thread, where its main loop runs.
package final class BusConnection: @unchecked Sendable {
  private let handle: OpaquePointer
  private let filters = Mutex<[UInt32]>([])
  private let isPrivate: Bool

  private init(_ handle: OpaquePointer, isPrivate: Bool) {
    self.handle = handle
    self.isPrivate = isPrivate
    g_dbus_connection_set_exit_on_close(handle, 0)
  }

  deinit {
    for filter in filters.withLock({ $0 }) { g_dbus_connection_remove_filter(handle, filter) }
    if isPrivate { g_dbus_connection_close(handle, nil, nil, nil) }
    g_object_unref(UnsafeMutableRawPointer(handle))
  }

  /// The person's session bus, shared by the whole program; nil if it is missing or has not answered within a second.
  package static func session() -> BusConnection? {
    DesktopSettings.hasSessionBus ? shared(G_BUS_TYPE_SESSION, by: sessionConnector) : nil
  }

  /// The system bus, shared by the whole program; nil if it is missing or has not answered within a second.
  package static func system() -> BusConnection? { shared(G_BUS_TYPE_SYSTEM, by: systemConnector) }

  // A bus may accept a connection and never answer, and GLib waits without a limit. Only these threads wait for it.
  private static let sessionConnector = Worker<Void>(name: "session bus")
  private static let systemConnector = Worker<Void>(name: "system bus")

  private static func shared(_ bus: GBusType, by connector: Worker<Void>) -> BusConnection? {
    let answer = ConditionLock<BusConnection??>(nil)
    connector.run {
      let connection = g_bus_get_sync(bus, nil, nil).map { BusConnection($0, isPrivate: false) }
      answer.withLock { $0 = .some(connection) }
      answer.broadcast()
    }
    let end = ConditionDeadline(secondsFromNow: 1)
    return answer.withLock(when: { $0 != nil }, until: end) { $0 ?? nil }
  }

  /// Opens a private connection to the bus at an address; nil if none answers.
  package static func open(_ address: String) -> BusConnection? {
    // The client's side of the authentication, with a bus at the other end.
    let flags = GDBusConnectionFlags(rawValue: 1 << 0 | 1 << 3)
    let made = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil)
    return made.map { BusConnection($0, isPrivate: true) }
  }

  /// The name by which the bus knows this program, such as `:1.42`.
  package var name: String {
    g_dbus_connection_get_unique_name(handle).map { String(cString: $0) } ?? ""
  }

  package var isClosed: Bool { g_dbus_connection_is_closed(handle) != 0 }

  // MARK: Asking

  /// The service, object and interface that a call goes to.
  package struct Target: Hashable, Sendable {
    package var service: String
    package var path: String
    package var interface: String

    package init(_ service: String, _ path: String, _ interface: String) {
      self.service = service
      self.path = path
      self.interface = interface
    }
  }

  /// Calls a method and waits for its answer, at most `seconds`; returns nil if it fails.
  ///
  /// `files` are sent with the call; the arguments refer to them by index.
  package func ask(
    _ target: Target, _ method: String, _ arguments: [BusValue] = [], files: [Int32] = [],
    within seconds: Double = 5, starts: Bool = true
  ) -> [BusValue]? {
    // The list owns its descriptors.
    let list = files.isEmpty ? nil : g_unix_fd_list_new_from_array(files.map { dup($0) }, Int32(files.count))
    defer { if let list { g_object_unref(UnsafeMutableRawPointer(list)) } }
    let reply = g_dbus_connection_call_with_unix_fd_list_sync(
      handle, target.service, target.path, target.interface, method, BusValue.tuple(arguments), nil,
      starts ? .usual : .withoutStarting, Int32(seconds * 1000), list, nil, nil, nil)
    guard let reply else { return nil }
    defer { g_variant_unref(reply) }
    return BusValue(reply)?.elements
  }

  private final class Continuation {
    let take: ([BusValue]?) -> Void
    init(_ take: @escaping ([BusValue]?) -> Void) { self.take = take }
  }

  /// Calls a method; `take` receives the answer on the connection's thread, or nil if the call fails or times out.
  package func call(
    _ target: Target, _ method: String, _ arguments: [BusValue] = [], within seconds: Double = 5,
    _ take: @escaping ([BusValue]?) -> Void = { _ in }
  ) {
    g_dbus_connection_call(
      handle, target.service, target.path, target.interface, method, BusValue.tuple(arguments), nil,
      .usual, Int32(seconds * 1000), nil,
      { source, result, data in
        guard let source, let data else { return }
        let continuation = Unmanaged<Continuation>.fromOpaque(data).takeRetainedValue()
        let reply = g_dbus_connection_call_finish(OpaquePointer(source), result, nil)
        defer { if let reply { g_variant_unref(reply) } }
        continuation.take(reply.flatMap { BusValue($0)?.elements })
      }, Unmanaged.passRetained(Continuation(take)).toOpaque())
  }

  /// Returns a property, or nil if it cannot be read.
  package func property(_ name: String, of target: Target, starts: Bool = false) -> BusValue? {
    let properties = Target(target.service, target.path, "org.freedesktop.DBus.Properties")
    let answer = ask(
      properties, "Get", [.string(target.interface), .string(name)], within: 2, starts: starts)
    return answer?.first?.unwrapped
  }

  // MARK: Signals

  private final class Listener {
    let take: (String, [BusValue]) -> Void
    init(_ take: @escaping (String, [BusValue]) -> Void) { self.take = take }
  }

  /// Subscribes to a target's signals, or only to the named one; `take` receives the signal's name and arguments.
  @discardableResult package func listen(
    to target: Target, _ signal: String? = nil, argument: String? = nil,
    _ take: @escaping (_ signal: String, _ arguments: [BusValue]) -> Void
  ) -> UInt32 {
    g_dbus_connection_signal_subscribe(
      handle, target.service.isEmpty ? nil : target.service, target.interface, signal,
      target.path.isEmpty ? nil : target.path, argument, .usual,
      { _, _, _, _, name, parameters, data in
        guard let name, let parameters, let data else { return }
        let listener = Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue()
        listener.take(String(cString: name), BusValue(parameters)?.elements ?? [])
      }, Unmanaged.passRetained(Listener(take)).toOpaque(),
      { data in if let data { Unmanaged<Listener>.fromOpaque(data).release() } })
  }

  package func stopListening(_ subscription: UInt32) {
    g_dbus_connection_signal_unsubscribe(handle, subscription)
  }

  /// Watches a service: the handler receives the name of its connection when it appears, and nil when it disappears.
  @discardableResult package func follow(_ service: String, _ take: @escaping (_ owner: String?) -> Void)
    -> UInt32
  {
    let bus = Target("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
    return listen(to: bus, "NameOwnerChanged", argument: service) { _, arguments in
      guard arguments.count == 3, let owner = arguments[2].text else { return }
      take(owner.isEmpty ? nil : owner)
    }
  }

  /// Sends a signal to all listeners.
  package func emit(_ signal: String, _ interface: String, from path: String, _ arguments: [BusValue]) {
    g_dbus_connection_emit_signal(handle, nil, path, interface, signal, BusValue.tuple(arguments), nil)
  }

  // MARK: Answering

  /// A method call from another program.
  package struct Call: Hashable, Sendable {
    package var path: String
    package var interface: String
    package var method: String
    package var arguments: [BusValue]

    package init(path: String, interface: String, method: String, arguments: [BusValue] = []) {
      self.path = path
      self.interface = interface
      self.method = method
      self.arguments = arguments
    }
  }

  /// The reply to a call.
  package enum Reply: Hashable, Sendable {
    case values([BusValue])
    case fault(name: String, words: String)
  }

  /// Answers a call; the returned closure runs after the reply was sent.
  package typealias Answering = @Sendable (Call) -> (reply: Reply, afterwards: (() -> Void)?)

  private final class Answerer {
    let prefix: String
    let thread: BusThread
    let answer: Answering

    init(prefix: String, thread: BusThread, answer: @escaping Answering) {
      self.prefix = prefix
      self.thread = thread
      self.answer = answer
    }
  }

  /// A message that passes from GLib's thread to ours.
  private struct Message: @unchecked Sendable {
    let connection: OpaquePointer
    let message: OpaquePointer
  }

  /// Answers every call to the objects whose paths begin with `prefix`, on a thread of the caller's.
  package func answer(
    callsBelow prefix: String, on thread: BusThread, _ answer: @escaping Answering
  ) {
    let answerer = Answerer(prefix: prefix, thread: thread, answer: answer)
    let filter = g_dbus_connection_add_filter(
      handle,
      { connection, message, isIncoming, data in
        guard isIncoming != 0, let connection, let message, let data,
          g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
          let path = g_dbus_message_get_path(message).map({ String(cString: $0) })
        else { return message }
        let answerer = Unmanaged<Answerer>.fromOpaque(data).takeUnretainedValue()
        guard path.hasPrefix(answerer.prefix) else { return message }
        // This thread serves all connections and must not wait.
        g_object_ref(UnsafeMutableRawPointer(connection))
        let taken = Message(connection: connection, message: message)
        answerer.thread.run { [answer = answerer.answer] in BusConnection.reply(to: taken, with: answer) }
        return nil
      }, Unmanaged.passRetained(answerer).toOpaque(),
      { data in if let data { Unmanaged<Answerer>.fromOpaque(data).release() } })
    filters.withLock { $0.append(filter) }
  }

  private static func reply(to taken: Message, with answer: Answering) {
    defer {
      g_object_unref(UnsafeMutableRawPointer(taken.message))
      g_object_unref(UnsafeMutableRawPointer(taken.connection))
    }
    func word(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
    let arguments = g_dbus_message_get_body(taken.message).flatMap { BusValue($0)?.elements }
    let call = Call(
      path: word(g_dbus_message_get_path(taken.message)),
      interface: word(g_dbus_message_get_interface(taken.message)),
      method: word(g_dbus_message_get_member(taken.message)), arguments: arguments ?? [])
    let reply: OpaquePointer?
    let (answer, afterwards) = answer(call)
    switch answer {
    case .values(let values):
      reply = g_dbus_message_new_method_reply(taken.message)
      g_dbus_message_set_body(reply, BusValue.tuple(values))
    case .fault(let name, let words):
      reply = g_dbus_message_new_method_error_literal(taken.message, name, words)
    }
    guard let reply else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(reply)) }
    g_dbus_connection_send_message(taken.connection, reply, GDBusSendMessageFlags(rawValue: 0), nil, nil)
    guard let afterwards else { return }
    // The closure may end the program.
    g_dbus_connection_flush_sync(taken.connection, nil, nil)
    afterwards()
  }
}

// Raw values, since it depends on the version of GLib's headers whether the names are constants or members. It also
// decides whether the types are option sets, for which the compiler demands [] instead of 0.
extension GDBusCallFlags {
  static let usual = GDBusCallFlags(rawValue: .zero)
  /// Does not start a service in order to call it.
  static let withoutStarting = GDBusCallFlags(rawValue: 1)
}

extension GDBusSignalFlags {
  static let usual = GDBusSignalFlags(rawValue: .zero)
}
