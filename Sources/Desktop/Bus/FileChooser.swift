import Workers
import Files

/// Asks the person for files through a window of the desktop's own.
///
/// The file chooser's portal shows it (`org.freedesktop.portal.FileChooser`, folders since version 3), else one of the
/// programs that show dialogs. The answer comes on a thread of its own.
public final class FileChooser: Sendable {
  /// What is asked for.
  public struct Request: Sendable {
    /// What the person is to choose.
    public enum Kind: Hashable, Sendable {
      /// One file that is there.
      case open
      /// One file or more of a folder.
      case openSeveral
      /// A place for a file, which has a name to begin with.
      case save(name: String)
      /// A folder that is there.
      case folder
    }

    /// What the person is to choose.
    public var kind: Kind
    /// What the window that asks is called.
    public var title: String
    /// What is offered: a name, and the endings of files.
    public var filters: [(name: String, endings: [String])]
    /// The folder in which it begins, or nil for the desktop's choice.
    public var folder: String?

    /// Creates a request; without filters all files are offered.
    public init(
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
    /// The desktop answered something else than files.
    case unreadable
    /// The desktop has nothing that could ask.
    case unavailable
  }

  private let worker = Worker(name: "chooser")

  package init() {}

  /// Asks; `answer` is called once, on another thread.
  package func ask(_ request: Request, _ answer: @escaping @Sendable (Answer) -> Void) {
    worker.run { answer(Self.asked(request)) }
  }

  private static func asked(_ request: Request) -> Answer {
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

  /// Reads the paths under `uris`; nil where there are none.
  static func files(in results: BusValue) -> [String]? {
    let paths = results[key: "uris"]?.elements.compactMap { $0.text.flatMap(FileURI.path(of:)) } ?? []
    return paths.isEmpty ? nil : paths
  }
}

extension PortalRequest {
  fileprivate init(_ request: FileChooser.Request) {
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
