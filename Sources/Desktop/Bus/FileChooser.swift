// Untranslated file: names of D-Bus interfaces and their members.

import CGIO
import Files
import Glibc
import Synchronization
import Terminal
import Workers

/// Asks the person for files in one of the desktop's own dialogs.
///
/// The file chooser's portal shows it (`org.freedesktop.portal.FileChooser`, folders since version 3), otherwise a
/// dialog program. The answer arrives on a thread of its own.
public final class FileChooser: Sendable {
  /// The result of a request.
  package enum Answer: Hashable, Sendable {
    case files([String])
    case cancelled
    /// The desktop answered with something other than files.
    case unreadable
    /// The desktop has no file dialog.
    case unavailable
  }

  private let worker = Worker(name: "chooser")

  package init() {}

  /// Asks; `answer` is called once, on another thread.
  package func ask(_ request: FileRequest, _ answer: @escaping @Sendable (Answer) -> Void) {
    worker.run { answer(Self.asked(request)) }
  }

  private static func asked(_ request: FileRequest) -> Answer {
    let isKnown = request.kind != .folder || choosesFolders
    if isKnown {
      switch PortalRequest(request).perform(files) {
      case .answered(let files): return .files(files)
      case .cancelled, .refused: return .cancelled
      case .unreadable: return .unreadable
      case .unavailable, .vanished: break
      }
    }
    return DialogProgram.find().map { $0.ask(request) } ?? .unavailable
  }

  private static var choosesFolders: Bool {
    let version = BusConnection.session()?.property("version", of: Portal.target("FileChooser"), starts: true)
    return version?.integer ?? 0 >= 3
  }

  /// Reads the paths under `uris`; nil if it has none.
  static func files(in results: BusValue) -> [String]? {
    let paths = results[key: "uris"]?.elements.compactMap { $0.text.flatMap(FileURI.path(of:)) } ?? []
    return paths.isEmpty ? nil : paths
  }
}

extension PortalRequest {
  fileprivate init(_ request: FileRequest) {
    self.init(interface: "FileChooser", method: "OpenFile", arguments: [.string(""), .string(request.title)])
    switch request.kind {
    case .open: break
    case .openSeveral: options.append(("multiple", .boolean(true)))
    case .folder: options.append(("directory", .boolean(true)))
    case .save(let name):
      method = "SaveFile"
      options.append(("current_name", .string(name)))
    }
    if let folder = request.folder {
      let bytes = (Array(folder.utf8) + [0]).map { BusValue.byte($0) }
      options.append(("current_folder", .array(of: "y", bytes)))
    }
    let filters = request.filters.map { filter -> BusValue in
      let patterns = DialogProgram.patterns(of: filter.endings).map {
        BusValue.structure([.uint32(0), .string($0)])
      }
      return .structure([.string(filter.name), .array(of: "(us)", patterns)])
    }
    if !filters.isEmpty { options.append(("filters", .array(of: "(sa(us))", filters))) }
  }
}

/// A program that shows a desktop's dialogs for others: zenity for GNOME, kdialog for KDE.
struct DialogProgram {
  enum Kind: String, CaseIterable {
    case zenity
    case kdialog
  }

  let kind: Kind
  let path: String

  /// Finds one of the programs, preferring the desktop's own.
  static func find() -> DialogProgram? {
    let isKDE = UserFolders.variable("XDG_CURRENT_DESKTOP")?.contains("KDE") == true
    let kinds = isKDE ? Kind.allCases.reversed() : Kind.allCases
    return kinds.lazy.compactMap { kind in
      ChildProgram.find(kind.rawValue).map { DialogProgram(kind: kind, path: $0) }
    }.first
  }

  /// Asks for files, and waits for the person's decision: such a program exits with an error when they cancel.
  func ask(_ request: FileRequest) -> FileChooser.Answer {
    guard let output = try? ChildProgram.output(of: path, arguments(for: request)) else { return .cancelled }
    let files = output.split(separator: "\n").map(String.init).filter { $0.hasPrefix("/") }
    return files.isEmpty ? .cancelled : .files(files)
  }

  /// Returns glob patterns for file extensions, in lower and upper case.
  static func patterns(of endings: [String]) -> [String] {
    endings.flatMap { [$0, $0.uppercased()] }.map { "*." + $0 }
  }

  func arguments(for request: FileRequest) -> [String] {
    let folder = request.folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    switch kind {
    case .zenity:
      var words = ["--file-selection", "--title=\(request.title)"]
      switch request.kind {
      case .open: break
      case .openSeveral: words += ["--multiple", "--separator=\n"]
      case .folder: words.append("--directory")
      case .save: words += ["--save", "--confirm-overwrite"]
      }
      let name = if case .save(let name) = request.kind { name } else { "" }
      if folder != nil || !name.isEmpty { words.append("--filename=\(folder ?? "")\(name)") }
      return words
        + request.filters.map { filter in
          "--file-filter=\(filter.name) | \(Self.patterns(of: filter.endings).joined(separator: " "))"
        }
    case .kdialog:
      let start = folder ?? UserFolders.variable("HOME") ?? "."
      let filters = request.filters.map { filter in
        "\(Self.patterns(of: filter.endings).joined(separator: " "))|\(filter.name)"
      }.joined(separator: "\n")
      let titled = ["--title", request.title]
      switch request.kind {
      case .open: return titled + ["--getopenfilename", start, filters]
      case .openSeveral:
        return titled + ["--multiple", "--separate-output", "--getopenfilename", start, filters]
      case .folder: return titled + ["--getexistingdirectory", start]
      case .save(let name):
        return titled + ["--getsavefilename", (folder ?? start + "/") + name, filters]
      }
    }
  }
}

/// A request to the desktop's portal, which answers by a signal after the person's decision.
///
/// A request blocks the calling thread, on which it runs its own main loop.
package struct PortalRequest {
  /// The result of a request.
  package enum Outcome<Value> {
    case answered(Value)
    /// The person cancelled it.
    case cancelled
    /// The portal ended it for another reason.
    case refused
    /// The portal's answer has an unexpected form.
    case unreadable
    /// The portal is missing, lacks the method, or does not answer.
    case unavailable
    /// The portal ended before it answered.
    case vanished
  }

  /// The interface below `org.freedesktop.portal`, such as “FileChooser”.
  let interface: String
  var method: String

  /// The method's arguments; the request's token is added to the options.
  var arguments: [BusValue]
  var options: [(String, BusValue)]

  /// Creates a request for a method of one of the portal's interfaces.
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

  /// Sends the request and waits for the answer; `read` extracts the value from the results, a dictionary of options.
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
        // Subscribe before the request: the answer may arrive at once.
        listen(to: expected),
        bus.follow(Portal.name) { [unowned loop] owner in if owner == nil { loop.end() } },
      ]
      defer { for subscription in subscriptions { bus.stopListening(subscription) } }
      let options = options + [("handle_token", .string(token))]
      let call = arguments + [.array(of: "{sv}", options.map { .entry(.string($0.0), .variant($0.1)) })]
      guard let reply = bus.ask(Portal.target(interface), method, call) else { return .unavailable }
      // Portals before 0.9 choose the request's path themselves.
      guard reply.count == 1, let path = reply[0].objectPath else { return .unreadable }
      if path != expected { subscriptions.append(listen(to: path)) }
      // A bus that ends delivers no further signals.
      loop.run { !bus.isClosed }
      return response.map { Self.outcome(of: $0, read) } ?? .vanished
    }
  }

  /// Reads a response: a number that says how the request ended, and the results.
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

/// A GLib main loop on the calling thread; connections used there deliver messages to it.
package final class BusLoop {
  private let context: OpaquePointer?
  private let loop: OpaquePointer?

  private init() {
    context = g_main_context_new()
    loop = g_main_loop_new(context, 0)
    g_main_context_push_thread_default(context)
  }

  deinit {
    g_main_context_pop_thread_default(context)
    g_main_loop_unref(loop)
    g_main_context_unref(context)
  }

  /// Runs a closure with a loop on the calling thread.
  package static func use<Value>(_ body: (BusLoop) -> Value) -> Value {
    let loop = BusLoop()
    return withExtendedLifetime(loop) { body(loop) }
  }

  private final class Watch {
    let canCome: () -> Bool
    let loop: OpaquePointer?

    init(_ loop: OpaquePointer?, _ canCome: @escaping () -> Bool) {
      (self.loop, self.canCome) = (loop, canCome)
    }
  }

  /// Delivers messages until `end()`, or until `canCome` returns false; it is checked each second.
  package func run(while canCome: @escaping () -> Bool) {
    let source = g_timeout_source_new_seconds(1)
    g_source_set_callback(
      source,
      { data in
        guard let data else { return 0 }
        let watch = Unmanaged<Watch>.fromOpaque(data).takeUnretainedValue()
        if !watch.canCome() { g_main_loop_quit(watch.loop) }
        return 1
      }, Unmanaged.passRetained(Watch(loop, canCome)).toOpaque(),
      { data in if let data { Unmanaged<Watch>.fromOpaque(data).release() } })
    g_source_attach(source, context)
    g_main_loop_run(loop)
    g_source_destroy(source)
    g_source_unref(source)
  }

  /// Lets `run()` return; called from a delivered message.
  package func end() { g_main_loop_quit(loop) }
}
