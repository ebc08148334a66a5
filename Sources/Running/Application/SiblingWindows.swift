/// The windows that lead to each other: what opens them from a window that is shown already.
///
///     let siblings = SiblingWindows()
///     siblings.add(WindowKind(id: "notes", title: "Notes")) { WindowProgram(settings) { NotesContent($0) } }
///     settings.siblings = siblings
public final class SiblingWindows {
  /// How a window is opened.
  enum Opening {
    /// In this process, on the same frame loop.
    case program(() throws -> any OpenableProgram)
    /// By something else, such as another process.
    case action((_ item: String?) throws -> Void)
  }

  private var openings: [(kind: WindowKind, opening: Opening)] = []
  /// What was asked for and not brought about yet.
  private var requests: [Request] = []

  struct Request: Hashable {
    let kind: WindowKind
    let item: String?
  }

  /// Creates a set of windows that is empty.
  public init() {}

  /// Returns what shows a file that another program or the desktop hands over, by its path; nil where the program opens none.
  public var document: ((_ path: String) -> WindowDocument)?

  /// Told of a document that could not be opened, and why, besides the person, who reads it in a window that is open.
  public var onRefusal: (_ fault: any Error) -> Void = { _ in }

  private var documents: [WindowDocument] = []

  /// Adds a window that is opened in this process.
  public func add<Content>(_ kind: WindowKind, _ make: @escaping () throws -> WindowProgram<Content>) {
    openings.append((kind, .program(make)))
  }

  /// Adds a window that is opened by something else.
  public func add(_ kind: WindowKind, opening: @escaping (_ item: String?) throws -> Void) {
    openings.append((kind, .action(opening)))
  }

  /// The windows that can be opened, in the order of the menu.
  public var kinds: [WindowKind] { openings.map(\.kind) }

  /// Asks for a window, which is raised where it is open already, and hands it something to show.
  public func open(_ kind: WindowKind, showing item: String? = nil) {
    requests.append(Request(kind: kind, item: item))
  }

  /// Asks for a window for each of some documents; one that is open already is raised.
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

/// A document that is shown in a window of its own, beside others of the same program.
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

  /// How many are opened before it is asked whether there are to be more.
  public static let mostAtOnce = 20

  /// Creates a document by what makes its window; that reads the document, and throws where it cannot be shown.
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
  ///   - settings: The program's appearance; its `siblings` say where windows lead to and who receives documents that
  ///     cannot be opened.
  /// - Throws: `WindowError` where there is no display or nothing to draw with, and what fails while windows are drawn.
  public static func run(_ documents: [WindowDocument], _ settings: WindowSettings) throws {
    // Documents that cannot be shown are refused at once, also without a display.
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
