// Untranslated file: names of AT-SPI's calls, and what a log says.

import Bus
import Controls
import Files
import Geometry
import Glibc
import Synchronization
import Workers

/// Tells assistive tools what the program's windows show, and hears from them what to do.
///
/// While a screen reader or another assistive tool is in use (`org.a11y.Status.IsEnabled`), the frame loop hands in what
/// the windows show after each turn. A thread with a connection of its own to the bus of AT-SPI answers from what it was
/// handed last, so that a question never waits for a frame and never wakes the loop. Otherwise nothing is asked for.
///
/// ```swift
/// let bridge = AccessibilityBridge(name: "Notes", wake: loop.waker.wake)
/// // once a turn
/// for request in bridge.takeRequests() { perform(request) }
/// if bridge.isInUse { bridge.publish(windows) }
/// ```
public final class AccessibilityBridge: Sendable {
  private let thread: BusThread
  private let link: AccessibilityLink
  private let requests: Mailbox<AccessibilityRequest>
  private let usage = Usage()
  /// The descriptions that wait to be published; a busy thread skips outdated ones.
  private let waiting = Mutex<[WindowDescription]?>(nil)

  private final class Usage: Sendable {
    let isInUse = Atomic(false)
  }

  /// Begins to look whether assistive tools are in use, where there is a session that could tell.
  ///
  /// - Parameters:
  ///   - name: The name of the program, which screen readers say.
  ///   - wake: Called on another thread when there are requests, and when descriptions begin to be wanted.
  public init(name: String, wake: @escaping @Sendable () -> Void) {
    thread = BusThread(name: "assistive")
    requests = Mailbox(wake: wake)
    link = AccessibilityLink(name: name, thread: thread, requests: requests) { [usage] isInUse in
      usage.isInUse.store(isInUse, ordering: .relaxed)
      wake()
    }
    // It would answer nobody, and asking costs a start.
    if UserFolders.variable("NO_AT_BRIDGE") == "1" { return }
    thread.run { [link] in link.begin() }
  }

  /// Whether there is anybody to tell.
  public var isInUse: Bool { usage.isInUse.load(ordering: .relaxed) }

  /// Publishes the current state of the windows; assistive tools receive events about the changes.
  public func publish(_ windows: [WindowDescription]) {
    let isFirst = waiting.withLock { waiting in
      defer { waiting = windows }
      return waiting == nil
    }
    guard isFirst else { return }
    thread.run { [self] in
      let windows = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      if let windows { link.show(windows) }
    }
  }

  /// Asks assistive tools about a key before any window receives it; `answer` runs on another thread and says whether
  /// one of them takes it.
  ///
  /// - Parameters:
  ///   - keysym: The key's symbol, as X11 numbers it.
  ///   - keycode: The number of the key, as X11 has it.
  ///   - state: The modifiers that are held, in the bits of X11.
  ///   - name: The character that it types, or X11's name of what it does.
  ///   - isPress: Whether the key went down, or up.
  ///   - answer: Called once.
  public func ask(
    keysym: UInt32, keycode: UInt32, state: UInt32, name: String, isPress: Bool,
    _ answer: @escaping @Sendable (_ isTaken: Bool) -> Void
  ) {
    thread.run { [link] in
      link.ask(keysym: keysym, keycode: keycode, state: state, name: name, isPress: isPress, answer)
    }
  }

  /// Takes what assistive tools have asked for, in the order in which they did.
  public func takeRequests() -> [AccessibilityRequest] { requests.takeAll() }
}

/// The connection to the bus of AT-SPI; all of it happens on one thread.
final class AccessibilityLink: @unchecked Sendable {
  private let thread: BusThread
  private let requests: Mailbox<AccessibilityRequest>
  private let onUse: @Sendable (Bool) -> Void

  private var session: BusConnection?
  private var bus: BusConnection?
  private var application: AccessibleApplication
  private var shown: [WindowDescription] = []

  private static let launcher = BusConnection.Target("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus")
  private static let status = BusConnection.Target("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status")
  private static let registry = BusConnection.Target(
    "org.a11y.atspi.Registry", AccessibleApplication.rootPath, "org.a11y.atspi.Socket")

  init(
    name: String, thread: BusThread, requests: Mailbox<AccessibilityRequest>,
    onUse: @escaping @Sendable (Bool) -> Void
  ) {
    application = AccessibleApplication(name: name)
    self.thread = thread
    self.requests = requests
    self.onUse = onUse
  }

  /// Looks whether assistive tools are in use, now and whenever that changes.
  func begin() {
    guard let session = BusConnection.session() else { return }
    self.session = session
    session.follow(Self.launcher.service) { [weak self] _ in self?.look() }
    let changes = BusConnection.Target(
      Self.status.service, Self.status.path, "org.freedesktop.DBus.Properties")
    session.listen(to: changes, "PropertiesChanged") { [weak self] _, _ in self?.look() }
    look()
  }

  private func look() {
    // Nothing is started for the question: without the service no tool is in use.
    let isEnabled = session?.property("IsEnabled", of: Self.status)?.isTrue ?? false
    if isEnabled, bus == nil || bus?.isClosed == true { connect() }
    if !isEnabled, bus != nil { disconnect() }
  }

  private func connect() {
    guard let address = session?.ask(Self.launcher, "GetAddress")?.first?.text,
      let bus = BusConnection.open(address)
    else { return }
    self.bus = bus
    application = AccessibleApplication(name: application.name)
    application.busName = bus.name
    shown = []
    bus.answer(callsBelow: "/org/a11y/atspi/", on: thread) { [weak self] call in
      self?.answer(call) ?? (
        .fault(name: "org.freedesktop.DBus.Error.Disconnected", words: "it has ended"), nil
      )
    }
    bus.follow(Self.registry.service) { [weak self] owner in if owner != nil { self?.embed() } }
    embed()
    onUse(true)
  }

  private func disconnect() {
    bus = nil
    onUse(false)
  }

  /// Tells the registry that there is this program.
  private func embed() {
    bus?.call(Self.registry, "Embed", [application.rootReference]) { [weak self] answer in
      if let desktop = answer?.first { self?.application.desktop = desktop }
    }
  }

  private func answer(_ call: BusConnection.Call) -> (BusConnection.Reply, (() -> Void)?) {
    let answer = application.answer(call)
    return (answer.reply, answer.request.map { request in { [requests] in requests.send(request) } })
  }

  // MARK: Keys

  private static let devices = BusConnection.Target(
    "org.a11y.atspi.Registry", "/org/a11y/atspi/registry/deviceeventcontroller",
    "org.a11y.atspi.DeviceEventController")

  /// Asks about a key; nobody takes it who needs longer than a second.
  func ask(
    keysym: UInt32, keycode: UInt32, state: UInt32, name: String, isPress: Bool,
    _ answer: @escaping @Sendable (Bool) -> Void
  ) {
    guard let bus else { return answer(false) }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let milliseconds = Int32(truncatingIfNeeded: now.tv_sec * 1000 + now.tv_nsec / 1_000_000)
    let event = BusValue.structure([
      .uint32(isPress ? 0 : 1), .int32(Int32(bitPattern: keysym)), .int32(Int32(clamping: Int(keycode))),
      .int32(Int32(bitPattern: state)), .int32(milliseconds), .string(name), .boolean(name.count == 1),
    ])
    bus.call(Self.devices, "NotifyListenersSync", [event], within: 1) { reply in
      answer(reply?.first?.isTrue ?? false)
    }
  }

  // MARK: Showing

  /// Answers from now on from what the windows show, and tells what has changed.
  func show(_ windows: [WindowDescription]) {
    guard bus != nil, windows != shown else { return }
    shown = windows
    let earlier = application.tree
    application.tree = AccessibleTree(windows, after: earlier)
    for event in application.tree.events(since: earlier) { emit(event) }
  }

  private func emit(_ event: AccessibleEvent) {
    let path = event.source.map(AccessibleApplication.path) ?? AccessibleApplication.rootPath
    let value: BusValue =
      switch event.value {
      case .nothing: .int32(0)
      case .text(let text): .string(text)
      case .number(let number): .double(number)
      case .object(let number): application.reference(number)
      case .box(let rect): .structure(AccessibleApplication.box(rect))
      }
    bus?.emit(
      event.name, "org.a11y.atspi.Event.\(event.kind)", from: path,
      [
        .string(event.detail), .int32(Int32(clamping: event.first)), .int32(Int32(clamping: event.second)),
        .variant(value), .array(of: "{sv}", []),
      ])
  }
}
