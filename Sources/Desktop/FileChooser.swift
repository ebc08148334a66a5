import Background
import CGIO

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

  package init() {}

  /// Asks; `answer` is called once, on another thread.
  package func ask(_ request: Request, _ answer: @escaping @Sendable (Answer) -> Void) {
    worker.run { answer(Self.asked(request)) }
  }

  private static func asked(_ request: Request) -> Answer {
    let method = if case .open = request.kind { "OpenFile" } else { "SaveFile" }
    let question = PortalRequest(interface: "FileChooser", method: method) {
      parameters(of: request, token: $0)
    }
    switch question.perform(files) {
    case .answered(let files): return .files(files)
    case .cancelled, .refused: return .cancelled
    case .unavailable, .vanished: return .unavailable
    }
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

  private static func quoted(_ text: String) -> String { PortalRequest.quoted(text) }

  /// Reads the paths under `uris`; nil where there are none.
  private static func files(in results: OpaquePointer) -> [String]? {
    guard let list = g_variant_lookup_value(results, "uris", nil) else { return nil }
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
    return paths.isEmpty ? nil : paths
  }
}
