import Background
import CGIO
import Glibc
import Synchronization

/// Asks the person for files through the desktop's own window, which the file chooser's portal shows.
///
/// `org.freedesktop.portal.FileChooser`, version 1. The answer comes on a thread of its own.
package final class FileChooser: Sendable {
  /// What is asked for.
  package struct Request: Sendable {
    package enum Kind: Sendable {
      case open
      case save(name: String)
    }

    package var kind: Kind
    package var title: String
    /// What is offered: a name, and the endings of files.
    package var filters: [(name: String, endings: [String])]
    /// The folder in which it begins, or nil for the desktop's choice.
    package var folder: String?

    package init(
      _ kind: Kind, title: String, filters: [(name: String, endings: [String])] = [], folder: String? = nil
    ) {
      self.kind = kind
      self.title = title
      self.filters = filters
      self.folder = folder
    }
  }

  /// What came of it.
  package enum Answer: Hashable, Sendable {
    case files([String])
    case cancelled
    /// There is no portal that could ask.
    case unavailable
  }

  private let worker = Worker(name: "chooser")
  private static let counter = Atomic<Int>(0)

  package init() {}

  /// Asks; `answer` is called once, on another thread.
  package func ask(_ request: Request, _ answer: @escaping @Sendable (Answer) -> Void) {
    guard DesktopSettings.hasSessionBus else { return answer(.unavailable) }
    worker.run { answer(Self.asked(request)) }
  }

  /// What a response fills in while its loop runs.
  private final class Response {
    let loop: OpaquePointer
    var answer = Answer.cancelled

    init(loop: OpaquePointer) { self.loop = loop }
  }

  private static func asked(_ request: Request) -> Answer {
    guard let context = g_main_context_new() else { return .unavailable }
    g_main_context_push_thread_default(context)
    defer {
      g_main_context_pop_thread_default(context)
      g_main_context_unref(context)
    }
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil),
      let name = g_dbus_connection_get_unique_name(bus), let loop = g_main_loop_new(context, 0)
    else { return .unavailable }
    defer { g_main_loop_unref(loop) }
    let token = "regalia\(getpid())n\(counter.add(1, ordering: .relaxed).newValue)"
    let sender = String(cString: name).dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
    let response = Response(loop: loop)
    let subscription = g_dbus_connection_signal_subscribe(
      bus, Portal.name, "org.freedesktop.portal.Request", "Response",
      "\(Portal.path)/request/\(sender)/\(token)", nil,
      G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in
        guard let parameters, let data else { return }
        let response = Unmanaged<Response>.fromOpaque(data).takeUnretainedValue()
        response.answer = FileChooser.answer(in: parameters)
        g_main_loop_quit(response.loop)
      }, Unmanaged.passUnretained(response).toOpaque(), nil)
    defer { g_dbus_connection_signal_unsubscribe(bus, subscription) }
    let method = if case .open = request.kind { "OpenFile" } else { "SaveFile" }
    let reply = g_dbus_connection_call_sync(
      bus, Portal.name, Portal.path, "org.freedesktop.portal.FileChooser", method,
      g_variant_parse(nil, parameters(of: request, token: token), nil, nil, nil), nil,
      G_DBUS_CALL_FLAGS_NONE, 5000, nil, nil)
    guard let reply else { return .unavailable }
    g_variant_unref(reply)
    withExtendedLifetime(response) { g_main_loop_run(loop) }
    return response.answer
  }

  /// Returns the arguments of the call in the text format of GVariant.
  private static func parameters(of request: Request, token: String) -> String {
    var options = ["'handle_token': <\(quoted(token))>"]
    if case .save(let name) = request.kind { options.append("'current_name': <\(quoted(name))>") }
    if let folder = request.folder {
      let bytes = (Array(folder.utf8) + [0]).map { "0x" + String($0, radix: 16) }.joined(separator: ", ")
      options.append("'current_folder': <@ay [\(bytes)]>")
    }
    if !request.filters.isEmpty {
      let filters = request.filters.map { filter in
        let patterns = filter.endings.flatMap { [$0, $0.uppercased()] }.map {
          "(uint32 0, \(quoted("*." + $0)))"
        }
        return "(\(quoted(filter.name)), [\(patterns.joined(separator: ", "))])"
      }
      options.append("'filters': <[\(filters.joined(separator: ", "))]>")
    }
    return "('', \(quoted(request.title)), {\(options.joined(separator: ", "))})"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'").replacing("\n", with: " ") + "'"
  }

  /// Reads `(ua{sv})`: 0 for an answer, and under `uris` the files.
  private static func answer(in parameters: OpaquePointer) -> Answer {
    let code = g_variant_get_child_value(parameters, 0)
    let results = g_variant_get_child_value(parameters, 1)
    defer {
      g_variant_unref(code)
      g_variant_unref(results)
    }
    guard g_variant_get_uint32(code) == 0, let list = g_variant_lookup_value(results, "uris", nil) else {
      return .cancelled
    }
    defer { g_variant_unref(list) }
    var paths: [String] = []
    for index in 0..<g_variant_n_children(list) {
      let item = g_variant_get_child_value(list, index)
      defer { g_variant_unref(item) }
      guard let uri = g_variant_get_string(item, nil), let path = g_filename_from_uri(uri, nil, nil) else {
        continue
      }
      paths.append(String(cString: path))
      g_free(path)
    }
    return paths.isEmpty ? .cancelled : .files(paths)
  }
}
