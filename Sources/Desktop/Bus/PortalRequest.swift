import Glibc
import Synchronization

/// A question to the desktop's portal, which it answers by a signal when the person has decided.
///
/// A request blocks the thread that makes it and has a main loop of its own.
package struct PortalRequest {
  /// What came of it.
  package enum Outcome<Value> {
    case answered(Value)
    /// The person has left it.
    case cancelled
    /// The portal ended it for another reason.
    case refused
    /// The portal answered something else than what was asked for.
    case unreadable
    /// There is no portal, it has no such method, or it does not answer.
    case unavailable
    /// The portal ended before it answered.
    case vanished
  }

  /// Such as “FileChooser”, of `org.freedesktop.portal`.
  let interface: String
  var method: String

  /// What is asked for; the request's token is added to the options.
  var arguments: [BusValue]
  var options: [(String, BusValue)]

  /// Creates a question to a method of one of the portal's interfaces.
  package init(
    interface: String, method: String, arguments: [BusValue] = [.string("")],
    options: [(String, BusValue)] = []
  ) {
    self.interface = interface
    self.method = method
    self.arguments = arguments
    self.options = options
  }

  private static let counter = Atomic<Int>(0)

  /// Asks, and waits for the answer; `read` takes what is needed out of the results, which are options.
  package func perform<Value>(_ read: (_ results: BusValue) -> Value?) -> Outcome<Value> {
    BusLoop.use { loop in
      guard let bus = BusConnection.session() else { return .unavailable }
      let token = "regalia\(getpid())n\(Self.counter.add(1, ordering: .relaxed).newValue)"
      let sender = bus.name.dropFirst().replacing(".", with: "_")
      let expected = "\(Portal.path)/request/\(sender)/\(token)"
      // The first answer counts.
      var response: [BusValue]?
      func listen(to path: String) -> UInt32 {
        let request = BusConnection.Target(Portal.name, path, "org.freedesktop.portal.Request")
        return bus.listen(to: request, "Response") { [unowned loop] _, arguments in
          response = response ?? arguments
          loop.end()
        }
      }
      var subscriptions = [
        // Before the question: the answer may be there at once.
        listen(to: expected),
        bus.follow(Portal.name) { [unowned loop] owner in if owner == nil { loop.end() } },
      ]
      defer { for subscription in subscriptions { bus.stopListening(subscription) } }
      let options = options + [("handle_token", .string(token))]
      let call = arguments + [.array(of: "{sv}", options.map { .entry(.string($0.0), .variant($0.1)) })]
      guard let reply = bus.ask(Portal.target(interface), method, call) else { return .unavailable }
      // Portals before 0.9 name the request as they like.
      guard reply.count == 1, let path = reply[0].objectPath else { return .unreadable }
      if path != expected { subscriptions.append(listen(to: path)) }
      // A bus that ends takes its signals with it.
      loop.run { !bus.isClosed }
      return response.map { Self.outcome(of: $0, read) } ?? .vanished
    }
  }

  /// Reads what a request was answered with: a number that says how it ended, and the results.
  static func outcome<Value>(of response: [BusValue], _ read: (BusValue) -> Value?) -> Outcome<Value> {
    guard response.count == 2, case .uint32(let end) = response[0], response[1].signature == "a{sv}" else {
      return .unreadable
    }
    switch end {
    case 0: return read(response[1]).map { .answered($0) } ?? .unreadable
    case 1: return .cancelled
    default: return .refused
    }
  }
}
