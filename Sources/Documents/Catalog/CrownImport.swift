public import VectorArt

/// What became of the files of an import, in their order.
public struct CrownImport: Hashable, Sendable {
  /// What became of one file.
  public struct Entry: Hashable, Sendable {
    /// The path of the file, as it was given or found.
    public let path: String
    /// What became of it.
    public let outcome: Outcome
  }

  /// What became of a file.
  public enum Outcome: Hashable, Sendable {
    /// It is in the library now, under an id, with what of it could not be shown.
    case added(id: String, warnings: [SVGDiagnostic])
    /// The same file was there already, as this crown.
    case present(id: String)
    /// What kept the file from being read, in words.
    case refused(String)
  }

  /// The files in the order in which they were read.
  public let entries: [Entry]

  /// The ids of the crowns that were added.
  public var added: [String] {
    entries.compactMap { if case .added(let id, _) = $0.outcome { id } else { nil } }
  }

  /// How many files could not be read.
  public var refusals: Int {
    entries.count { if case .refused = $0.outcome { true } else { false } }
  }
}
