/// The windows that can be opened from each other.
///
///     let siblings = SiblingWindows()
///     siblings.add(WindowKind(id: "notes", title: "Notes")) { WindowProgram(settings) { NotesContent($0) } }
///     settings.siblings = siblings
public final class SiblingWindows {
  /// The way to open a window.
  enum Opening {
    /// In this process, on the same frame loop.
    case program(() throws -> any OpenableProgram)
    /// By other means, such as another process.
    case action((_ item: String?) throws -> Void)
  }

  private var openings: [(kind: WindowKind, opening: Opening)] = []
  /// Requests that have not been handled yet.
  private var requests: [Request] = []

  struct Request: Hashable {
    let kind: WindowKind
    let item: String?
  }

  /// Creates an empty set of windows.
  public init() {}

  /// Returns the document for a file from another program or the desktop, by its path; nil if the program opens no
  /// files.
  public var document: ((_ path: String) -> WindowDocument)?

  /// Called with a document that could not be opened and the reason; a notice in an open window also shows it.
  public var onRefusal: (_ fault: any Error) -> Void = { _ in }

  private var documents: [WindowDocument] = []

  /// Adds a window that is opened in this process.
  ///
  /// - Parameters:
  ///   - kind: The kind, whose title is in the menu.
  ///   - make: Creates the window's program each time it is opened; an error is shown as a notice.
  public func add<Content>(_ kind: WindowKind, _ make: @escaping () throws -> WindowProgram<Content>) {
    openings.append((kind, .program(make)))
  }

  /// Adds a window that is opened by other means.
  ///
  /// - Parameters:
  ///   - kind: The kind, whose title is in the menu.
  ///   - opening: Opens the window, with the item that it shows, or nil; an error is shown as a notice.
  public func add(_ kind: WindowKind, opening: @escaping (_ item: String?) throws -> Void) {
    openings.append((kind, .action(opening)))
  }

  /// The windows that can be opened, in menu order.
  public var kinds: [WindowKind] { openings.map(\.kind) }

  /// Requests a window, which is raised if it is already open, and an item for it to show.
  public func open(_ kind: WindowKind, showing item: String? = nil) {
    requests.append(Request(kind: kind, item: item))
  }

  /// Requests a window for each document; one that is already open is raised.
  public func open(_ documents: [WindowDocument]) { self.documents += documents }

  func takeDocuments() -> [WindowDocument] {
    defer { documents = [] }
    return documents
  }

  func opening(of kind: WindowKind) -> Opening? { openings.first { $0.kind == kind }?.opening }

  func takeRequests() -> [Request] {
    defer { requests = [] }
    return requests
  }
}

/// A document shown in a window of its own, beside others of the same program.
///
///     let document = WindowDocument(id: path) {
///       let text = try read(path)
///       return WindowProgram(settings) { NotesContent(text, $0) }
///     }
///     try WindowDocument.run([document], settings)
public struct WindowDocument {
  /// The identity of the document, such as its path.
  public let id: String
  let open: () throws -> any OpenableProgram

  /// The maximum number of documents that are opened without asking.
  public static let mostAtOnce = 20

  /// Creates a document; `open` reads it, creates its window, and throws if it cannot be shown.
  public init<Content>(id: String, _ open: @escaping () throws -> WindowProgram<Content>) {
    self.init(id: id, program: open)
  }

  private init(id: String, program open: @escaping () throws -> any OpenableProgram) {
    self.id = id
    self.open = open
  }

  /// Opens documents in windows of this process, and returns when no window is left.
  ///
  /// - Parameters:
  ///   - documents: The documents to open; after `mostAtOnce` the person is asked whether to open the others.
  ///   - settings: The program's appearance; its `siblings` define which windows can be opened and who receives
  ///     documents that cannot be opened.
  /// - Throws: `WindowError` without a display or a graphics driver, and errors while windows are drawn.
  public static func run(_ documents: [WindowDocument], _ settings: WindowSettings) throws {
    // Documents that cannot be shown are refused immediately, even without a display.
    let shown = documents.compactMap { document -> WindowDocument? in
      do {
        let program = try document.open()
        return WindowDocument(id: document.id, program: { program })
      } catch {
        settings.siblings?.onRefusal(error)
        return nil
      }
    }
    guard !shown.isEmpty else { return }
    let session = try WindowSession(settings)
    session.open(shown)
    try session.run()
  }
}
