import CGIO
internal import Geometry
import Glibc
internal import Input
import Files

/// The connection to an input method; all of it happens on one thread.
final class InputMethodLink: @unchecked Sendable {
  private let tell: @Sendable (InputMethod.Message) -> Void
  private var bus: BusConnection?
  private var context: BusConnection.Target?
  private var kind = InputMethod.Kind.ibus
  private var hasFocus = false

  init(tell: @escaping @Sendable (InputMethod.Message) -> Void) { self.tell = tell }

  // MARK: Connecting

  func connect(_ kind: InputMethod.Kind) {
    self.kind = kind
    switch kind {
    case .ibus: connectToIBus()
    case .fcitx: connectToFcitx()
    }
    // A session under Wayland does not say which of them it has.
    if context == nil, kind == .ibus {
      self.kind = .fcitx
      connectToFcitx()
    }
    guard let bus, let context else { return }
    bus.listen(to: context) { [weak self] signal, arguments in self?.hear(signal, arguments) }
    if hasFocus { focus() }
  }

  private func connectToIBus() {
    // What the context can: show what is composed, and know whether it has the focus.
    let abilities = BusValue.uint32(1 << 0 | 1 << 3)
    if let session = BusConnection.session() {
      let portal = BusConnection.Target(
        "org.freedesktop.portal.IBus", "/org/freedesktop/IBus", "org.freedesktop.IBus.Portal")
      if let path = session.ask(portal, "CreateInputContext", [.string("regalia")], starts: false)?.first?
        .objectPath
      {
        adopt(session, portal.service, path, abilities)
        return
      }
    }
    guard let address = Self.ibusAddress(), let own = BusConnection.open(address) else { return }
    let daemon = BusConnection.Target("org.freedesktop.IBus", "/org/freedesktop/IBus", "org.freedesktop.IBus")
    guard let path = own.ask(daemon, "CreateInputContext", [.string("regalia")])?.first?.objectPath else {
      return
    }
    adopt(own, daemon.service, path, abilities)
  }

  private func adopt(_ bus: BusConnection, _ service: String, _ path: String, _ abilities: BusValue) {
    self.bus = bus
    let context = BusConnection.Target(service, path, "org.freedesktop.IBus.InputContext")
    self.context = context
    bus.call(context, "SetCapabilities", [abilities])
  }

  /// Returns the address of IBus's own bus, as it leaves it to its clients.
  private static func ibusAddress() -> String? {
    if let named = UserFolders.variable("IBUS_ADDRESS") { return named }
    let config =
      UserFolders.variable("XDG_CONFIG_HOME") ?? UserFolders.variable("HOME").map { $0 + "/.config" }
    guard let config, let machine = machineID() else { return nil }
    // A display as `:1.0`, or `HOST:1`.
    let display = UserFolders.variable("DISPLAY") ?? ":0"
    let parts = display.split(separator: ":", omittingEmptySubsequences: false)
    let host = parts.first.map(String.init) ?? ""
    let number = parts.last?.split(separator: ".").first.map(String.init) ?? "0"
    let names = [UserFolders.variable("WAYLAND_DISPLAY"), number].compactMap { $0 }
    for name in names {
      let file = "\(config)/ibus/bus/\(machine)-\(host.isEmpty ? "unix" : host)-\(name)"
      guard let text = contents(of: file) else { continue }
      for line in text.split(separator: "\n") where line.hasPrefix("IBUS_ADDRESS=") {
        return String(line.dropFirst("IBUS_ADDRESS=".count))
      }
    }
    return nil
  }

  private static func machineID() -> String? {
    for file in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
      if let text = contents(of: file) { return text.filter { !$0.isWhitespace } }
    }
    return nil
  }

  private static func contents(of file: String) -> String? {
    var (bytes, count): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
    guard g_file_get_contents(file, &bytes, &count, nil) != 0, let bytes else { return nil }
    defer { g_free(bytes) }
    return count > 1 << 16 ? nil : String(cString: bytes)
  }

  private func connectToFcitx() {
    guard let session = BusConnection.session() else { return }
    let path = "/org/freedesktop/portal/inputmethod"
    for service in ["org.freedesktop.portal.Fcitx", "org.fcitx.Fcitx5"] {
      let methods = BusConnection.Target(service, path, "org.fcitx.Fcitx.InputMethod1")
      let program = BusValue.array(of: "(ss)", [.structure([.string("program"), .string("regalia")])])
      guard let made = session.ask(methods, "CreateInputContext", [program], starts: false)?.first?.objectPath
      else { continue }
      bus = session
      let context = BusConnection.Target(service, made, "org.fcitx.Fcitx.InputContext1")
      self.context = context
      // It shows what is composed, with its parts.
      session.call(context, "SetCapability", [.uint64(1 << 1 | 1 << 4)])
      return
    }
  }

  // MARK: Telling

  func ask(
    keysym: UInt32, keycode: UInt32, state: UInt32, isPress: Bool,
    _ answer: @escaping @Sendable (Bool) -> Void
  ) {
    guard let bus, let context, !bus.isClosed else { return answer(false) }
    let arguments: [BusValue]
    switch kind {
    case .ibus:
      // Linux's code of the key, and a bit of its own for letting go.
      arguments = [
        .uint32(keysym), .uint32(keycode > 8 ? keycode - 8 : 0), .uint32(isPress ? state : state | 1 << 30),
      ]
    case .fcitx:
      let milliseconds = UInt32(truncatingIfNeeded: g_get_monotonic_time() / 1000)
      arguments = [
        .uint32(keysym), .uint32(keycode), .uint32(state), .boolean(!isPress), .uint32(milliseconds),
      ]
    }
    bus.call(context, "ProcessKeyEvent", arguments, within: 1) { reply in
      answer(reply?.first?.isTrue ?? false)
    }
  }

  func focus() {
    hasFocus = true
    send("FocusIn")
  }

  func blur() {
    hasFocus = false
    send("Reset")
    send("FocusOut")
  }

  func setCaret(_ rect: Rect) {
    let box = [rect.minX, rect.minY, max(rect.width, 1), rect.height].map { number in
      BusValue.int32(Int32(clamping: Int(number.rounded())))
    }
    send(kind == .ibus ? "SetCursorLocation" : "SetCursorRect", box)
  }

  private func send(_ method: String, _ arguments: [BusValue] = []) {
    if let bus, let context { bus.call(context, method, arguments) }
  }

  // MARK: Hearing

  private func hear(_ signal: String, _ arguments: [BusValue]) {
    guard hasFocus else { return }
    for message in IBusFcitxSignal.messages(of: signal, arguments) { tell(message) }
  }
}
