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

  /// Opens files that another program or the desktop hands over, by their paths.
  public var openFiles: ([String]) throws -> Void = { _ in }

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

  func opening(of kind: WindowKind) -> Opening? { openings.first { $0.kind == kind }?.opening }

  func takeRequests() -> [Request] {
    defer { requests = [] }
    return requests
  }
}
