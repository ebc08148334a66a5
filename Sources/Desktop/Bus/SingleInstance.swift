// Untranslated file: names of D-Bus interfaces, and faults for programs that call them.

import Files
import Synchronization
import Workers

/// The single instance of a program in a session: the desktop starts it once and then calls it by its bus name.
///
/// It implements `org.freedesktop.Application`: `Activate`, `Open` with files, and `ActivateAction` with the name of a
/// window.
public final class SingleInstance: Sendable {
  /// A request from another program.
  public enum Request: Hashable, Sendable {
    /// Activation, as when the program's icon is pressed.
    case activate
    /// An action, by name.
    case action(String)
    /// Files to open, by their URIs.
    case open([String])
  }

  /// The most files opened by one request, each in a window.
  public static let mostFiles = 50
  private static let application = "org.freedesktop.Application"

  /// The object path of a program: its name with slashes for dots.
  private static func path(of name: String) -> String {
    "/" + name.replacing(".", with: "/").replacing("-", with: "_")
  }

  /// Asks the running instance with a name, that of its desktop file, to perform an action; returns whether one did.
  public static func call(action: String, of name: String) -> Bool {
    call("ActivateAction", [.string(action), .array(of: "v", []), .options([:])], of: name)
  }

  /// Asks the running instance with a name to open files, given as absolute paths; returns whether one did.
  public static func open(_ paths: [String], by name: String) -> Bool {
    call("Open", [.array(of: "s", paths.map { .string(FileURI.uri(of: $0)) }), .options([:])], of: name)
  }

  private static func call(_ method: String, _ arguments: [BusValue], of name: String) -> Bool {
    guard let bus = BusConnection.session() else { return false }
    let target = BusConnection.Target(name, path(of: name), application)
    return bus.ask(target, method, arguments, within: 1, starts: false) != nil
  }

  private let thread = BusThread(name: "instance")
  /// The connection, kept while requests may arrive.
  private let connection = Mutex<BusConnection?>(nil)
  private let requests: Mailbox<Request>

  /// Takes a bus name, that of the program's desktop file, unless another program owns it. `wake` is called on another
  /// thread when a request has arrived.
  public init(named name: String, wake: @escaping @Sendable () -> Void) {
    let requests = Mailbox<Request>(wake: wake)
    self.requests = requests
    thread.run { [weak self, thread] in
      guard let bus = BusConnection.session() else { return }
      bus.answer(callsBelow: Self.path(of: name), on: thread) { call in
        Self.answer(call) { requests.send($0) }
      }
      let driver = BusConnection.Target(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
      // Flag 4 means not to queue for the name; answer 1 means that we own it.
      let answer = bus.ask(driver, "RequestName", [.string(name), .uint32(4)], within: 2)
      guard answer?.first?.integer == 1 else { return }
      self?.connection.withLock { $0 = bus }
    }
  }

  /// Returns and removes the requests that have arrived since the last call.
  public func takeRequests() -> [Request] { requests.takeAll() }

  private static let description = """
    <node><interface name="org.freedesktop.Application">
    <method name="Activate"><arg type="a{sv}" direction="in"/></method>
    <method name="Open"><arg type="as" direction="in"/><arg type="a{sv}" direction="in"/></method>
    <method name="ActivateAction"><arg type="s" direction="in"/><arg type="av" direction="in"/>
    <arg type="a{sv}" direction="in"/></method>
    </interface></node>
    """

  static func answer(
    _ call: BusConnection.Call, _ take: (Request) -> Void
  ) -> (reply: BusConnection.Reply, afterwards: (() -> Void)?) {
    func refusal(_ name: String, _ words: String) -> (BusConnection.Reply, (() -> Void)?) {
      (.fault(name: "org.freedesktop.DBus.Error." + name, words: words), nil)
    }
    switch (call.interface, call.method) {
    case (application, "Activate"): take(.activate)
    case (application, "Open"):
      guard case .array("s", let files)? = call.arguments.first else {
        return refusal("InvalidArgs", "a list of URIs is needed")
      }
      guard files.count <= mostFiles else {
        return refusal("LimitsExceeded", "at most \(mostFiles) files are opened at once")
      }
      take(files.isEmpty ? .activate : .open(files.compactMap(\.text)))
    case (application, "ActivateAction"):
      guard case .string(let name)? = call.arguments.first else {
        return refusal("InvalidArgs", "the name of an action is needed")
      }
      take(.action(name))
    case ("org.freedesktop.DBus.Introspectable", "Introspect"): return (.values([.string(description)]), nil)
    case ("org.freedesktop.DBus.Peer", "Ping"): break
    default:
      return refusal("UnknownMethod", "\(call.interface).\(call.method) is not known here")
    }
    return (.values([]), nil)
  }
}
