public import Localization
public import VectorArt

/// The results of an import, in the order of the files.
public struct CrownImport: Hashable, Sendable {
  /// The result for one file.
  public struct Entry: Hashable, Sendable {
    /// The path of the file, as given or found.
    public let path: String
    /// The result.
    public let outcome: Outcome
  }

  /// The result of importing a file.
  public enum Outcome: Hashable, Sendable {
    /// It was added under an id, with warnings about features that could not be shown.
    case added(id: String, warnings: [SVGDiagnostic])
    /// The same file was in the library already, as this crown.
    case present(id: String)
    /// The reason why the file could not be read.
    case refused(Message)
  }

  /// The files in reading order.
  public let entries: [Entry]

  /// The ids of the crowns that were added.
  public var added: [String] {
    entries.compactMap { if case .added(let id, _) = $0.outcome { id } else { nil } }
  }

  /// The number of files that could not be read.
  public var refusals: Int {
    entries.count { if case .refused = $0.outcome { true } else { false } }
  }
}
