// Untranslated file: names of D-Bus interfaces and their members.

import CGIO
import Files
package import Geometry
import Glibc
package import Input

/// The desktop's input method, for writing characters that the keyboard has no keys for.
///
/// IBus (its portal, otherwise its own bus) and Fcitx 5 are addressed over D-Bus, one key at a time. Compositions and
/// committed text are delivered in the order received, before the answer for the key that caused them. Without either,
/// dead keys and Compose work as in X11.
package final class InputMethod: Sendable {
  /// The input method framework.
  package enum Kind: Hashable, Sendable {
    case ibus
    case fcitx

    /// Returns the framework that the person's session is configured for, or nil.
    package static func ofEnvironment(_ variable: (String) -> String? = UserFolders.variable) -> Kind? {
      for name in ["XMODIFIERS", "GTK_IM_MODULE", "QT_IM_MODULE"] {
        let words = variable(name)?.lowercased() ?? ""
        if words.contains("ibus") { return .ibus }
        if words.contains("fcitx") { return .fcitx }
      }
      // Under Wayland IBus needs no variable.
      return variable("WAYLAND_DISPLAY") != nil && variable("XMODIFIERS") == nil ? .ibus : nil
    }
  }

  /// A message from the input method.
  package enum Message: Hashable, Sendable {
    /// Text to insert at the caret.
    case text(String)
    /// The current composition at the caret.
    case composition(Composition)
  }

  private let thread: BusThread
  private let link: InputMethodLink

  /// Connects on its own thread, on which `tell` is called.
  package init(_ kind: Kind, tell: @escaping @Sendable (Message) -> Void) {
    thread = BusThread(name: "input method")
    link = InputMethodLink(tell: tell)
    thread.run { [link] in link.connect(kind) }
  }

  /// Sends a key; `answer` receives on another thread whether the input method consumes it.
  package func ask(
    keysym: UInt32, keycode: UInt32, state: UInt32, isPress: Bool,
    _ answer: @escaping @Sendable (Bool) -> Void
  ) {
    thread.run { [link] in
      link.ask(keysym: keysym, keycode: keycode, state: state, isPress: isPress, answer)
    }
  }

  /// Begins text input.
  package func focus() { thread.run { [link] in link.focus() } }

  /// Ends text input and discards the composition.
  package func blur() { thread.run { [link] in link.blur() } }

  /// Sets the position of the caret for the candidate window, in pixels of the screen.
  package func setCaret(_ rect: Rect) { thread.run { [link] in link.setCaret(rect) } }

  /// Lets X11 cache its thousands of compose sequences. Parsing them takes it as long as connecting to the display, and
  /// without a cache it does so at each start. Call this before any thread reads the environment.
  package static func keepSequences(in folders: UserFolders) {
    guard let folder = sequenceFolder(in: folders), Folder.make(folder, permissions: 0o700) else { return }
    setenv("XCOMPOSECACHE", folder, 0)
  }

  /// Returns the folder for X11's cache; nil if the person has set one, or if X11 would not use it.
  static func sequenceFolder(
    in folders: UserFolders, _ variable: (String) -> String? = UserFolders.variable,
    isSuperuser: Bool = geteuid() == 0
  ) -> String? {
    guard variable("DISPLAY") != nil, variable("XCOMPOSECACHE") == nil, !isSuperuser else { return nil }
    // The person's own cache folder, which X11 tries first.
    if let home = variable("HOME"), access(home + "/.compose-cache", F_OK) == 0 { return nil }
    return folders.composeCache
  }

  /// Runs a closure, such as opening the display, with X11's own input method support disabled; otherwise keys would
  /// arrive twice.
  package static func withoutX11<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard Kind.ofEnvironment() != nil else { return try body() }
    let before = UserFolders.variable("XMODIFIERS")
    // X11 then composes dead keys itself.
    setenv("XMODIFIERS", "@im=none", 1)
    defer {
      if let before { setenv("XMODIFIERS", before, 1) } else { unsetenv("XMODIFIERS") }
    }
    return try body()
  }
}

/// The connection to an input method, used on one thread only.
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
    // A Wayland session does not say which framework it uses.
    if context == nil, kind == .ibus {
      self.kind = .fcitx
      connectToFcitx()
    }
    guard let bus, let context else { return }
    bus.listen(to: context) { [weak self] signal, arguments in self?.hear(signal, arguments) }
    if hasFocus { focus() }
  }

  private func connectToIBus() {
    // The context's capabilities: it shows compositions and knows whether it has the focus.
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

  /// Returns the address of IBus's own bus, as IBus publishes it for its clients.
  private static func ibusAddress() -> String? {
    if let named = UserFolders.variable("IBUS_ADDRESS") { return named }
    let config =
      UserFolders.variable("XDG_CONFIG_HOME") ?? UserFolders.variable("HOME").map { $0 + "/.config" }
    guard let config, let machine = machineID() else { return nil }
    // A display named `:1.0` or `HOST:1`.
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
      // The client shows compositions and their formatting.
      session.call(context, "SetCapability", [.uint64(1 << 1 | 1 << 4)])
      return
    }
  }

  // MARK: Sending

  func ask(
    keysym: UInt32, keycode: UInt32, state: UInt32, isPress: Bool,
    _ answer: @escaping @Sendable (Bool) -> Void
  ) {
    guard let bus, let context, !bus.isClosed else { return answer(false) }
    let arguments: [BusValue]
    switch kind {
    case .ibus:
      // Linux's key code, and IBus's own bit for a release.
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

  // MARK: Receiving

  private func hear(_ signal: String, _ arguments: [BusValue]) {
    guard hasFocus else { return }
    for message in IBusFcitxSignal.messages(of: signal, arguments) { tell(message) }
  }
}

/// Reads the signals of IBus and Fcitx.
enum IBusFcitxSignal {
  /// Returns the messages of a signal; none for signals without use here.
  static func messages(of signal: String, _ arguments: [BusValue]) -> [InputMethod.Message] {
    switch signal {
    // IBus
    case "CommitText":
      let text = arguments.first.map(ibusText)?.text ?? ""
      return [.composition(.none)] + (text.isEmpty ? [] : [.text(text)])
    case "UpdatePreeditText", "UpdatePreeditTextWithMode":
      guard arguments.count >= 3 else { return [] }
      guard arguments[2].isTrue else { return [.composition(.none)] }
      let (text, selection) = ibusText(arguments[0])
      return [.composition(composition(text, caret: arguments[1].integer ?? 0, selection: selection))]
    case "HidePreeditText": return [.composition(.none)]
    // Fcitx
    case "CommitString":
      let text = arguments.first?.text ?? ""
      return [.composition(.none)] + (text.isEmpty ? [] : [.text(text)])
    case "UpdateFormattedPreedit":
      guard arguments.count >= 2 else { return [] }
      return [.composition(fcitxComposition(arguments[0].elements, caretByte: arguments[1].integer ?? -1))]
    default: return []
    }
  }

  /// Returns the text of a serialised `IBusText` and the range being converted, in scalars: the one with its own
  /// background.
  private static func ibusText(_ value: BusValue) -> (text: String, selection: Range<Int>) {
    let parts = value.unwrapped.elements
    guard parts.count >= 3, let text = parts[2].text else { return ("", 0..<0) }
    let list = parts.dropFirst(3).first?.unwrapped.elements ?? []
    let attributes = list.dropFirst(2).first?.elements ?? []
    for attribute in attributes {
      let numbers = attribute.unwrapped.elements.dropFirst(2).compactMap(\.integer)
      // An attribute's type, value, start and end; type 3 is a background.
      guard numbers.count == 4, numbers[0] == 3, numbers[2] < numbers[3] else { continue }
      return (text, numbers[2]..<numbers[3])
    }
    return (text, 0..<0)
  }

  /// Returns the composition of formatted pieces, where format bit 4 marks the range being converted; `caretByte`
  /// counts UTF-8 bytes.
  private static func fcitxComposition(_ pieces: [BusValue], caretByte: Int) -> Composition {
    var (text, selection) = ("", 0..<0)
    for piece in pieces {
      guard piece.elements.count == 2, let part = piece.elements[0].text else { continue }
      let start = text.unicodeScalars.count
      text += part
      if let format = piece.elements[1].integer, format & 1 << 4 != 0 {
        selection = (selection.isEmpty ? start : selection.lowerBound)..<text.unicodeScalars.count
      }
    }
    let before = caretByte < 0 ? text : String(decoding: text.utf8.prefix(caretByte), as: UTF8.self)
    return composition(text, caret: before.unicodeScalars.count, selection: selection)
  }

  /// Converts offsets of a composition from scalars to characters.
  private static func composition(_ text: String, caret: Int, selection: Range<Int>) -> Composition {
    func characters(_ scalars: Int) -> Int { String(text.unicodeScalars.prefix(max(scalars, 0))).count }
    return Composition(
      text, caret: characters(caret),
      selection: characters(selection.lowerBound)..<characters(selection.upperBound))
  }
}
